"""Tests of the packages of the clients, with the programs of the release."""

from __future__ import annotations

import os
import subprocess
import unittest

from support import HOME, install, programs


class PackageTests(unittest.TestCase):
    def test_the_packages_of_the_clients(self) -> None:
        # Composer reads a folder of archives with the module for zip files.
        install("composer", "php-zip")
        install("nuget")
        install("npm")
        bridge = str(programs() / "altcraft-bridge")
        done = subprocess.run([HOME / "clients/packages/test"], env={**os.environ, "ALTCRAFT_BRIDGE": bridge})
        self.assertEqual(done.returncode, 0)
