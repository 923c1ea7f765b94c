"""Tests of the packages of the clients, with the programs of the release."""

from __future__ import annotations

import os
import subprocess
import unittest

from support import HOME, programs


class PackageTests(unittest.TestCase):
    def test_the_packages_of_the_clients(self) -> None:
        bridge = str(programs() / "altcraft-bridge")
        done = subprocess.run([HOME / "clients/packages/test"], env={**os.environ, "ALTCRAFT_BRIDGE": bridge})
        self.assertEqual(done.returncode, 0)
