"""Tests of all files of the release together."""

from __future__ import annotations

import os
import unittest
from pathlib import Path

from support import make, release, run


def files(folder: Path) -> dict[str, Path]:
    return {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*")) if path.is_file()}


class BytesTests(unittest.TestCase):
    def test_the_same_program_makes_the_same_bytes(self) -> None:
        mask = os.umask(0o077)
        try:
            again = files(make("again/elsewhere", TZ="Asia/Tokyo", LC_ALL="C.UTF-8", LANG="C.UTF-8"))
        finally:
            os.umask(mask)
        first = files(release())
        self.assertEqual(list(first), list(again))
        different = [name for name, path in first.items() if path.read_bytes() != again[name].read_bytes()]
        self.assertEqual(different, [])

    def test_the_sums_are_those_of_all_files(self) -> None:
        names = {line.split("  ", 1)[1] for line in (release() / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(names, set(files(release())) - {"SHA256SUMS"})
        run("sh", "-c", f"cd '{release()}' && sha256sum --check --strict SHA256SUMS")
