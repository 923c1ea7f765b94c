"""The command `altcraft-bridge` of an environment: runs the program in the wheel."""

import os
import sys
from pathlib import Path


def main() -> None:
    """Replaces this process by the program, with the same arguments."""
    program = Path(__file__).parent / "bin" / "altcraft-bridge"
    os.execv(program, [str(program), *sys.argv[1:]])
