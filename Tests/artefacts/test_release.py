"""Tests of what a release refuses: missing tools, files that were there before, and a program of other sources or for newer machines."""

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

from support import HOME, can, folder, install, program, run

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
        command = (HOME / ".ci/release", "--program", program(), output)
        status, said = status_of(*command, PATH=str(path_without("go")))
        self.assertEqual(status, UNAVAILABLE)
        self.assertIn("the package for Go (go is missing)", said)
        self.assertFalse(output.exists())

    @unittest.skipUnless(install("minisign"), "minisign")
    def test_a_draft_says_in_the_statement_and_in_the_signature_what_it_is(self) -> None:
        place = Path(tempfile.mkdtemp(dir=folder()))
        run("minisign", "-G", "-W", "-p", place / "public", "-s", place / "key")
        options = ("--draft", "--program", program(), "--minisign-key", place / "key")
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
        status, said = status_of(HOME / ".ci/release", "--draft", "--program", program(), output)
        self.assertEqual((status, said), (CANNOT_CREATE, f"{output} is not empty\n"))
        self.assertEqual([path.name for path in output.iterdir()], ["stale.deb"])

    def test_an_unknown_option_is_refused(self) -> None:
        self.assertEqual(status_of(HOME / ".ci/release", "--drafts", folder() / "none")[0], USAGE)


class ProgramTests(unittest.TestCase):
    """The requirements of the program: RHEL 9 and Amazon Linux 2023 have glibc 2.34, and the libraries of GCC 11."""

    # Each name is in the program once, as a text for the dynamic linker; another of the same length takes its place.
    PATCHES = {
        (b"GLIBC_2.34", b"GLIBC_2.35"): "GLIBC_2.35, later than GLIBC_2.34, for ",
        (b"GLIBCXX_3.4.29", b"GLIBCXX_3.4.30"): "GLIBCXX_3.4.30, later than GLIBCXX_3.4.29, for ",
        (b"libgcc_s.so.1", b"libfoo_s.so.1"): "libfoo_s.so.1",
        (b"libstdc++.so.6", b"libswiftC.so.6"): "Swift on the machine (libswiftC.so.6, …): build it with .ci/program",
    }

    def test_it_runs_with_glibc_2_34_and_without_swift(self) -> None:
        self.assertEqual(status_of(HOME / ".ci/check-program", program()), (0, ""))

    def test_one_that_asks_for_more_is_refused(self) -> None:
        copy = Path(tempfile.mkdtemp(dir=folder())) / "altcraft-bridge"
        for (name, other), why in self.PATCHES.items():
            with self.subTest(why):
                self.assertEqual(program().read_bytes().count(name + b"\0"), 1)
                copy.write_bytes(program().read_bytes().replace(name + b"\0", other + b"\0"))
                status, said = status_of(HOME / ".ci/check-program", copy)
                self.assertEqual(status, 1)
                self.assertIn(f"{copy} needs {why}", said)
        status, said = status_of(HOME / ".ci/release", "--draft", "--program", copy, folder() / "refused")
        self.assertEqual(status, 1)
        self.assertIn(f"{copy} needs {why}", said)

    def test_it_is_small_and_can_be_loaded_at_any_address(self) -> None:
        self.assertLess(program().stat().st_size, 22_000_000)
        self.assertIn("PIE", run("readelf", "--dynamic", program()))


@unittest.skipUnless(can("git", "--version"), "git")
class StatementTests(unittest.TestCase):
    """Each test has a repository with the scripts, one commit, and a program that was built of it."""

    def setUp(self) -> None:
        self.place = Path(tempfile.mkdtemp(dir=folder()))
        self.sources, self.output = self.place / "sources", self.place / "sources/out"
        self.program = self.place / "altcraft-bridge"
        shutil.copytree(HOME / ".ci", self.sources / ".ci", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(HOME / ".swift-version", self.sources)
        (self.sources / ".gitignore").write_text("__pycache__/\n")
        self.git("init", "--quiet")
        self.git("add", ".")
        self.git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "Add all")
        self.commit = self.git("rev-parse", "HEAD").strip()
        self.record(self.commit)
        self.output.mkdir()
        (self.output / "file").write_text("a file of the release")

    def git(self, *words: str) -> str:
        return run("git", "-C", self.sources, *words)

    def record(self, commit: str) -> None:
        shutil.copy(program(), self.program)
        digest = hashlib.sha256(self.program.read_bytes()).hexdigest()
        (self.place / "altcraft-bridge.commit").write_text(f"commit {commit}\n{digest}  altcraft-bridge\n")

    def made(self, *options: str) -> tuple[int, str]:
        command = (self.sources / ".ci/statement", *options, self.output, self.program, self.output / "statement")
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

    def test_it_names_the_commit_of_the_sources_and_of_the_program(self) -> None:
        self.assertEqual(self.made(), (0, ""))
        self.assertEqual(self.sources_named()["digest"], {"gitCommit": self.commit})
        self.assertNotIn(b"draft", base64.b64decode(json.loads((self.output / "statement").read_text())["payload"]))

    def test_a_changed_source_has_no_commit(self) -> None:
        (self.sources / ".swift-version").write_text("6.4\n")
        self.refused(".swift-version")

    def test_a_file_that_is_in_no_commit_is_a_change(self) -> None:
        (self.sources / "new.swift").write_text("")
        self.refused("new.swift")

    def test_a_program_of_another_commit_is_not_of_this_one(self) -> None:
        self.record("1" * 40)
        self.refused(f"the program is of {'1' * 40}")

    def test_a_program_that_was_replaced_after_its_build_is_of_no_commit(self) -> None:
        with self.program.open("ab") as stream:
            stream.write(b"\0")
        self.refused("not the one that .ci/program built")

    def test_a_program_without_a_record_is_of_no_commit(self) -> None:
        (self.place / "altcraft-bridge.commit").unlink()
        self.refused("no known commit")
