"""The shared objects that the program loads, with their Debian packages. Used by .ci/image, .ci/sbom and .ci/statement."""

from __future__ import annotations

import functools
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

# The packages of the data that the image has besides what the program loads.
DATA_PACKAGES = ("ca-certificates", "tzdata")
CURL = "libcurl.so.4"
# The licences of the packages whose copyright file is not in Debian's format for programs.
LICENCES = {
    "libc6": ["LGPL-2.1-or-later"],
    "libgcc-s1": ["GPL-3.0-or-later WITH GCC-exception-3.1"],
    "libstdc++6": ["GPL-3.0-or-later WITH GCC-exception-3.1"],
    "libgnutls30": ["LGPL-2.1-or-later"],
    "libgnutls30t64": ["LGPL-2.1-or-later"],
    "libgssapi-krb5-2": ["MIT"],
    "libk5crypto3": ["MIT"],
    "libkrb5-3": ["MIT"],
    "libkrb5support0": ["MIT"],
    "librtmp1": ["LGPL-2.1-or-later"],
    "libtasn1-6": ["LGPL-2.1-or-later"],
}


@dataclass(frozen=True)
class Library:
    """A shared object of this machine."""

    name: str
    path: Path
    package: str

    @property
    def version(self) -> str:
        return field(self.package, "Version")

    @property
    def architecture(self) -> str:
        return field(self.package, "Architecture")

    @property
    def copyright(self) -> Path:
        return copyright_of(self.package)

    @property
    def licences(self) -> list[str]:
        return licences_of(self.package)


def output_of(*command: object) -> str:
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def field(package: str, name: str) -> str:
    """Returns a field of an installed package. A package of two architectures has the same version for both."""
    return output_of("dpkg-query", "-W", f"-f=${{{name}}}\\n", package).split("\n")[0]


def copyright_of(package: str) -> Path:
    return Path("/usr/share/doc") / package / "copyright"


def licences_of(package: str) -> list[str]:
    """Returns the licences of the files of a package, as its copyright file names them."""
    if package in LICENCES:
        return LICENCES[package]
    text = copyright_of(package).read_text(encoding="utf-8", errors="replace")
    if not re.match(r"Format(-Specification)?:", text):
        raise SystemExit(f"{copyright_of(package)} has no list of licences: add {package} to .ci/libraries.py")
    found = re.findall(r"^Files:.*?\n(?:.*\n)*?License: *(\S.*)$", text, re.M)
    return sorted({name.strip() for name in found})


@functools.cache
def owners() -> dict[str, str]:
    """Returns the package of each installed file, as Debian lists it."""
    lists = Path("/var/lib/dpkg/info").glob("*.list")
    return {name: listed.stem.split(":")[0] for listed in lists for name in listed.read_text().splitlines()}


def package_of(path: Path) -> str:
    """Returns the package of a file. Debian's list may have the path without the /usr that a link leads to."""
    plain = str(path)
    for name in (plain, plain.removeprefix("/usr"), "/usr" + plain):
        if name in owners():
            return owners()[name]
    raise SystemExit(f"{path} belongs to no Debian package")


def loaded_by(program: Path) -> list[Library]:
    """Returns what the dynamic linker loads for a program, itself included, and what it loads with libcurl, which the program
    asks for when it sends its first request."""
    preloading = {**os.environ, "LD_PRELOAD": CURL}
    done = subprocess.run(["ldd", str(program)], env=preloading, check=True, capture_output=True, text=True)
    libraries = []
    for line in done.stdout.splitlines():
        match = re.match(r"\s*(\S+)(?: => (\S+))? \(0x", line)
        if match is None:
            raise SystemExit(f"{program}: {line.strip()}")
        path = Path(match[2] or match[1])
        if path.is_absolute():
            libraries.append(Library(path.name if match[2] else match[1], path.resolve(), package_of(path.resolve())))
    if CURL not in {library.name for library in libraries}:
        raise SystemExit(f"there is no {CURL}: install libcurl4")
    return sorted(libraries, key=lambda library: library.name)
