"""The project is defined in pyproject.toml. A wheel with the programs is for one platform only."""

from pathlib import Path

from setuptools import setup
from setuptools.dist import Distribution

PROGRAMS = Path(__file__).parent / "src/altcraft_bridge/bin"

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
        return ("py3", "none", platform) if PROGRAMS.is_dir() else (python, abi, platform)


COMMANDS = ["altcraft-bridge = altcraft_bridge.program:main"]

setup(
    distclass=PlatformDistribution,
    cmdclass={"bdist_wheel": AnyPythonWheel},
    # Without the programs the command would hide an installed bridge that is later on the PATH.
    entry_points={"console_scripts": COMMANDS} if PROGRAMS.is_dir() else {},
)
