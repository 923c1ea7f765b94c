"""The project is defined in pyproject.toml. A wheel with the programs is for one platform only."""

import re
from pathlib import Path

from setuptools import setup
from setuptools.dist import Distribution

PROGRAMS = Path(__file__).parent / "src/altcraft_bridge/bin"


def glibc() -> str:
    """The newest version of the C library that a program names: the wheel is for machines with that version or a later one."""
    text = (PROGRAMS / "altcraft-bridge-delivery").read_bytes()
    return "2_%d" % max(int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)\x00", text))


try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # Before setuptools 70.1 it is a package of its own.
    from wheel.bdist_wheel import bdist_wheel


class PlatformDistribution(Distribution):
    def has_ext_modules(self):
        return PROGRAMS.is_dir()


class AnyPythonWheel(bdist_wheel):
    def get_tag(self):
        python, abi, platform = super().get_tag()
        if not PROGRAMS.is_dir():
            return python, abi, platform
        return "py3", "none", platform.replace("linux", f"manylinux_{glibc()}", 1)


COMMANDS = ["altcraft-bridge = altcraft_bridge.program:main"]

setup(
    distclass=PlatformDistribution,
    cmdclass={"bdist_wheel": AnyPythonWheel},
    # Without the programs the command would hide an installed bridge that is later on the PATH.
    entry_points={"console_scripts": COMMANDS} if PROGRAMS.is_dir() else {},
)
