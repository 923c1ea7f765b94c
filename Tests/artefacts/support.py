"""The release, made once for all tests, and what the tests share."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent.parent
EPOCH = 1_700_000_000


def run(*command: object, **environment: str) -> str:
    """Returns the standard output of a program that must succeed."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=1200,
    )
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def can(*command: str) -> bool:
    return shutil.which(command[0]) is not None and subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True
    ).returncode == 0


def install(program: str, *others: str) -> bool:
    """Installs the Debian package of a missing program, and others that it needs, if this is allowed here. Returns whether
    the program is there."""
    if shutil.which(program) is None and can("apt-get", "--version") and os.getuid() == 0:
        print("installing", program, flush=True)
        for words in (("update", "-q"), ("install", "-qy", "--no-install-recommends", program, *others)):
            subprocess.run(
                ("apt-get", "-o", "DPkg::Lock::Timeout=600", *words),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            )
    return shutil.which(program) is not None


def program() -> Path:
    """The program of the release, which is built once."""
    if "ALTCRAFT_BRIDGE_PROGRAM" not in os.environ:
        os.environ["ALTCRAFT_BRIDGE_PROGRAM"] = run(HOME / ".ci/program").strip()
    return Path(os.environ["ALTCRAFT_BRIDGE_PROGRAM"])


@functools.cache
def folder() -> Path:
    """The directory of everything that the tests make."""
    path = Path(tempfile.mkdtemp(prefix="altcraft-release-"))
    path.chmod(0o755)
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def make(name: str, **environment: str) -> Path:
    """Makes a release as a draft, since the sources may have changes while they are tested."""
    run(HOME / ".ci/release", "--draft", "--program", program(), folder() / name, SOURCE_DATE_EPOCH=str(EPOCH), **environment)
    return folder() / name


@functools.cache
def release() -> Path:
    return make("release")


def one(pattern: str) -> Path:
    """Returns the only file of the release that matches."""
    (path,) = release().glob(pattern)
    return path
