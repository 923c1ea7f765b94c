"""The errors of calls. Each error of the bridge has its own class in `errors`."""

from __future__ import annotations

from typing import Any, Dict, Optional


class BridgeError(Exception):
    """A call that the bridge refused, such as `OutboxFullError`."""

    retryable: bool = False
    """True if the same call may succeed later without a change."""

    def __init__(self, code: int, message: str, data: Optional[Dict[str, Any]] = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data if isinstance(data, dict) else {}
        self.reason: str = str(self.data.get("reason", ""))
        """The name of the error: `outboxFull`."""
        self.retryable = self.data.get("retryable", self.retryable) is True


class BridgeClosedError(Exception):
    """The connection to the bridge is lost, or cannot be opened. The outcome is unknown."""

    def __init__(
        self, message: str, exit_code: Optional[int] = None, stderr_tail: str = ""
    ) -> None:
        super().__init__(f"{message}\n{stderr_tail}" if stderr_tail else message)
        self.exit_code = exit_code
        """The exit code of the process, if this client started it; -9 after SIGKILL."""
        self.stderr_tail = stderr_tail
        """The last lines of its standard error."""


class CallTimeoutError(TimeoutError):
    """The time limit of the call has passed. A job that was accepted before continues."""

    def __init__(self, method: str, seconds: float) -> None:
        super().__init__(f"{method}: no answer within {seconds:g} s")
        self.method = method
