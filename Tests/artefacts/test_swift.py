"""Tests of the library for Swift as another package uses it."""

from __future__ import annotations

import json
import re
import subprocess
import unittest

from support import HOME, can, folder, program, run

MANIFEST = """// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "App",
  dependencies: [.package(path: "{home}")],
  targets: [
    .executableTarget(
      name: "App", dependencies: [.product(name: "AltcraftBridgeClient", package: "{name}")])
  ]
)
"""


@unittest.skipUnless(can("swift", "--version"), "no swift")
class SwiftTests(unittest.TestCase):
    def test_the_example_of_the_page_is_a_package_that_depends_on_this_one(self) -> None:
        place, bridge = folder() / "swift", program()
        platform = subprocess.Popen([bridge, "platform"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.addCleanup(platform.wait)
        self.addCleanup(platform.kill)
        assert platform.stderr is not None
        self.addCleanup(platform.stderr.close)
        address = json.loads(next(line for line in platform.stderr if line.startswith(b"{")))["url"]
        readme = (HOME / "clients/README.md").read_text(encoding="utf-8")
        (code,) = re.findall(r"```swift\n(.*?)```", readme, re.S)
        for text, value in (("https://pxl.example.com", address), ("/var/lib/app/bridge", place / "data"), ("/usr/bin/altcraft-bridge", bridge)):
            self.assertIn(text, code)
            code = code.replace(text, str(value))
        (place / "Sources/App").mkdir(parents=True)
        (place / "Sources/App/App.swift").write_text(code, encoding="utf-8")
        (place / "Package.swift").write_text(MANIFEST.format(home=HOME, name=HOME.name.lower()), encoding="utf-8")
        run("swift", "build", "--package-path", place)
        self.assertEqual(run(place / ".build/debug/App").strip(), "delivered")


if __name__ == "__main__":
    unittest.main(verbosity=2)
