"""Tests of the packages of the clients, with the program of the release."""

from __future__ import annotations

import os
import subprocess
import unittest

from support import HOME, install, program


class PackageTests(unittest.TestCase):
    def test_the_packages_of_the_clients(self) -> None:
        # Composer reads a folder of archives with the module for zip files.
        install("composer", "php-zip")
        install("nuget")
        install("npm")
        environment = {**os.environ, "ALTCRAFT_BRIDGE": str(program())}
        done = subprocess.run([HOME / "clients/packages/test"], env=environment)
        self.assertEqual(done.returncode, 0)
