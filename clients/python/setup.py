"""The project is defined in pyproject.toml. A wheel with the program is for one platform only."""

from pathlib import Path

from setuptools import setup
from setuptools.dist import Distribution

HAS_PROGRAM = (Path(__file__).parent / "src/altcraft_bridge/bin").is_dir()

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # Before setuptools 70.1 it is a package of its own.
    from wheel.bdist_wheel import bdist_wheel


class PlatformDistribution(Distribution):
    def has_ext_modules(self):
        return HAS_PROGRAM


class AnyPythonWheel(bdist_wheel):
    def get_tag(self):
        python, abi, platform = super().get_tag()
        if not HAS_PROGRAM:
            return python, abi, platform
        # The versions of the libraries that .ci/check-program admits.
        return "py3", "none", platform.replace("linux", "manylinux_2_34", 1)


COMMANDS = ["altcraft-bridge = altcraft_bridge.program:main"]

setup(
    distclass=PlatformDistribution,
    cmdclass={"bdist_wheel": AnyPythonWheel},
    # Without the program the command would hide an installed bridge that is later on the PATH.
    entry_points={"console_scripts": COMMANDS} if HAS_PROGRAM else {},
)
