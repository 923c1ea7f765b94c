"""The Altcraft mobile SDK for Python, through altcraft-bridge. An independent implementation."""

from . import errors, events, types
from .base_errors import BridgeClosedError, BridgeError, CallTimeoutError
from .bridge import AsyncBridge, Bridge
from .generated.schema import INTERFACE_VERSION, SCHEMA_DIGEST

__all__ = [
    "INTERFACE_VERSION",
    "SCHEMA_DIGEST",
    "AsyncBridge",
    "Bridge",
    "BridgeClosedError",
    "BridgeError",
    "CallTimeoutError",
    "errors",
    "events",
    "types",
]
