"""All errors that a call may raise."""

from .base_errors import BridgeClosedError as BridgeClosedError
from .base_errors import BridgeError as BridgeError
from .base_errors import CallTimeoutError as CallTimeoutError
from .generated.errors import *  # noqa: F403
