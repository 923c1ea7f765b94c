"""The types of parameters and results, with their names on the wire."""

from .generated.types import *  # noqa: F403
