"""The example, the README's lines, and the check with mypy."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Dict, List, Optional

import support


def run(command: List[str], directory: Path, more: Optional[Dict[str, str]] = None) -> str:
    environment = {**os.environ, **(more or {})}
    done = subprocess.run(
        command, cwd=directory, env=environment, capture_output=True, text=True, timeout=120
    )
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class ExampleTests(unittest.TestCase):
    """The commands of a reader."""

    environment = {"PYTHONPATH": str(support.CLIENT / "src"), "ALTCRAFT_BRIDGE": support.COMMAND}

    def test_the_example_logs_a_user_in_and_out(self) -> None:
        platform = support.Platform(self)
        directory = support.temporary_directory(self)
        program = [sys.executable, str(support.CLIENT / "examples/host.py")]

        output = run([*program, platform.url], directory, self.environment)

        for line in (
            "event 230 pushSubscribe.succeeded",
            "log in: delivered",
            "log in as p123: delivered",
            "lost the bridge: -9",
            "missed events: restart",
            "the purchase is delivered",
            "event 237 mobileEvent.succeeded",
            "log out: delivered",
            "logged out: configurationMissing",
        ):
            self.assertIn(line, output)

    def test_the_lines_of_the_readme_work_when_pasted(self) -> None:
        text = (support.CLIENT / "README.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", text, re.S)
        platform = support.Platform(self)

        five = blocks[0].replace("https://pxl.example.com", platform.url)
        output = run(
            [sys.executable, "-c", five], support.temporary_directory(self), self.environment
        )
        self.assertIn("'state': 'delivered'", output)
        output = run(
            [sys.executable, "-c", blocks[1]], support.temporary_directory(self), self.environment
        )
        self.assertIn("pong", output)

    def test_every_other_line_of_the_readme_runs(self) -> None:
        text = (support.CLIENT / "README.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", text, re.S)[2:]
        around = (
            "from altcraft_bridge import Bridge\nfrom unittest import mock\nsession = mock.Mock()\n"
            "with Bridge.spawn(data_dir='./data') as bridge:\n"
            "    bridge.initialization({'apiUrl': 'http://127.0.0.1:9', 'rToken': 'r'})\n"
        )
        body = "".join("    " + line + "\n" for line in "".join(blocks).splitlines())

        run(
            [sys.executable, "-c", around + body],
            support.temporary_directory(self),
            self.environment,
        )


class GeneratedTests(unittest.TestCase):
    """The generated part contains no manual changes."""

    def test_it_matches_the_generator(self) -> None:
        directory = support.temporary_directory(self)
        run([support.COMMAND, "generate", "python", "--output", str(directory)], directory)

        committed = support.CLIENT / "src/altcraft_bridge/generated"
        names = {path.name for path in directory.iterdir()}
        self.assertEqual({path.name for path in committed.glob("*.py")}, names)
        for name in names:
            with self.subTest(name):
                self.assertEqual((directory / name).read_bytes(), (committed / name).read_bytes())


class TypeTests(unittest.TestCase):
    """Everything is checked by mypy --strict."""

    def test_mypy_finds_nothing(self) -> None:
        mypy = [sys.executable, "-m", "mypy"]
        with tempfile.TemporaryDirectory() as cache:
            run(
                [*mypy, "--strict", "--cache-dir", cache, "src", "tests", "examples"],
                support.CLIENT,
            )


if __name__ == "__main__":
    unittest.main()
