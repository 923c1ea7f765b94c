"""All that a call may fail with."""

from .failures import BridgeClosedError as BridgeClosedError
from .failures import BridgeError as BridgeError
from .failures import CallTimeoutError as CallTimeoutError
from .generated.errors import *  # noqa: F403
