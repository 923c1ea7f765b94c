"""Tests of what a release refuses: missing tools, files that were there before, and programs of other sources."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import HOME, can, folder, install, programs, run

USAGE, CHANGED, UNAVAILABLE, CANNOT_CREATE = 64, 65, 69, 73


def status_of(*command: object, **environment: str) -> tuple[int, str]:
    """Returns the exit status of a program and what it wrote to standard error."""
    words = [str(word) for word in command]
    done = subprocess.run(words, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return done.returncode, done.stderr


def path_without(*programs: str) -> Path:
    """Returns a directory with the programs of the PATH but these."""
    place = Path(tempfile.mkdtemp(dir=folder()))
    for directory in reversed(os.environ["PATH"].split(":")):
        for program in Path(directory).glob("*"):
            link = place / program.name
            link.unlink(missing_ok=True)
            if program.name not in programs:
                link.symlink_to(program)
    return place


def content_of(envelope: Path) -> dict:
    return json.loads(base64.b64decode(json.loads(envelope.read_text())["payload"]))


class ReleaseTests(unittest.TestCase):
    def test_a_missing_tool_is_named_and_nothing_is_made(self) -> None:
        output = folder() / "without-go"
        command = (HOME / ".ci/release", "--programs", programs(), output)
        status, said = status_of(*command, PATH=str(path_without("go")))
        self.assertEqual(status, UNAVAILABLE)
        self.assertIn("the package for Go (go is missing)", said)
        self.assertFalse(output.exists())

    @unittest.skipUnless(install("minisign"), "minisign")
    def test_a_draft_says_in_the_statement_and_in_the_signature_what_it_is(self) -> None:
        place = Path(tempfile.mkdtemp(dir=folder()))
        run("minisign", "-G", "-W", "-p", place / "public", "-s", place / "key")
        options = ("--draft", "--programs", programs(), "--minisign-key", place / "key")
        run(HOME / ".ci/release", *options, place / "out", PATH=str(path_without("go", "mcs")))
        parameters = content_of(next((place / "out").glob("*.intoto.json")))["predicate"]["buildDefinition"]["externalParameters"]
        self.assertEqual(
            parameters["draft"]["leftOut"], "the package for Go (go is missing), the package for C# (mcs is missing)"
        )
        self.assertFalse((place / "out/go").exists() or (place / "out/nuget").exists())
        said = run("minisign", "-V", "-p", place / "public", "-m", place / "out/SHA256SUMS")
        self.assertRegex(said, r"Trusted comment: altcraft-bridge \S+ \(a draft\)")

    def test_a_directory_with_files_is_refused_and_left_as_it_is(self) -> None:
        output = Path(tempfile.mkdtemp(dir=folder()))
        (output / "stale.deb").write_text("stale")
        status, said = status_of(HOME / ".ci/release", "--draft", "--programs", programs(), output)
        self.assertEqual((status, said), (CANNOT_CREATE, f"{output} is not empty\n"))
        self.assertEqual([path.name for path in output.iterdir()], ["stale.deb"])

    def test_an_unknown_option_is_refused(self) -> None:
        self.assertEqual(status_of(HOME / ".ci/release", "--drafts", folder() / "none")[0], USAGE)


@unittest.skipUnless(can("git", "--version"), "git")
class StatementTests(unittest.TestCase):
    """Each test has a repository with the scripts, one commit, and programs that were built of it."""

    def setUp(self) -> None:
        self.place = Path(tempfile.mkdtemp(dir=folder()))
        self.sources, self.programs, self.output = (self.place / name for name in ("sources", "programs", "sources/out"))
        shutil.copytree(HOME / ".ci", self.sources / ".ci", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(HOME / ".swift-version", self.sources)
        (self.sources / ".gitignore").write_text("__pycache__/\n")
        self.git("init", "--quiet")
        self.git("add", ".")
        self.git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "Add all")
        self.commit = self.git("rev-parse", "HEAD").strip()
        self.programs.mkdir()
        self.record(self.commit)
        self.output.mkdir()
        (self.output / "file").write_text("a file of the release")

    def git(self, *words: str) -> str:
        return run("git", "-C", self.sources, *words)

    def record(self, commit: str) -> None:
        names = ("altcraft-bridge", "altcraft-bridge-delivery")
        for name in names:
            shutil.copy(programs() / name, self.programs)
        sums = [f"{hashlib.sha256((self.programs / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
        (self.programs / "altcraft-bridge.commit").write_text(f"commit {commit}\n{''.join(sums)}")

    def made(self, *options: str) -> tuple[int, str]:
        command = (self.sources / ".ci/statement", *options, self.output, self.programs, self.output / "statement")
        return status_of(*command, SOURCE_DATE_EPOCH="1700000000")

    def sources_named(self) -> dict:
        return content_of(self.output / "statement")["predicate"]["buildDefinition"]["resolvedDependencies"][0]

    def refused(self, why: str) -> None:
        status, said = self.made()
        self.assertEqual(status, CHANGED, said)
        self.assertIn(why, said)
        self.assertFalse((self.output / "statement").exists())
        self.assertEqual(self.made("--draft"), (0, ""))
        self.assertNotIn("digest", self.sources_named())
        parameters = content_of(self.output / "statement")["predicate"]["buildDefinition"]["externalParameters"]
        self.assertIn(why, parameters["draft"]["sources"])

    def test_it_names_the_commit_of_the_sources_and_of_the_programs(self) -> None:
        self.assertEqual(self.made(), (0, ""))
        self.assertEqual(self.sources_named()["digest"], {"gitCommit": self.commit})
        self.assertNotIn(b"draft", base64.b64decode(json.loads((self.output / "statement").read_text())["payload"]))

    def test_a_changed_source_has_no_commit(self) -> None:
        (self.sources / ".swift-version").write_text("6.4\n")
        self.refused(".swift-version")

    def test_a_file_that_is_in_no_commit_is_a_change(self) -> None:
        (self.sources / "new.swift").write_text("")
        self.refused("new.swift")

    def test_programs_of_another_commit_are_not_of_this_one(self) -> None:
        self.record("1" * 40)
        self.refused(f"the programs are of {'1' * 40}")

    def test_programs_that_were_replaced_after_their_build_are_of_no_commit(self) -> None:
        with (self.programs / "altcraft-bridge").open("ab") as program:
            program.write(b"\0")
        self.refused("not those that .ci/programs built")

    def test_programs_without_a_record_are_of_no_commit(self) -> None:
        (self.programs / "altcraft-bridge.commit").unlink()
        self.refused("no known commit")
