"""The values of parameters and results, with the names they have on the wire."""

from .generated.types import *  # noqa: F403
