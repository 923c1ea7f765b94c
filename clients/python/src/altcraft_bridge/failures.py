"""What a call may fail with. Each error of the bridge has a class of its own in `errors`."""

from __future__ import annotations

from typing import Any, Dict, Optional


class BridgeError(Exception):
    """A call that the bridge refused, such as `OutboxFullError`."""

    retryable: bool = False
    """Whether the same call may succeed later with nothing else changed."""

    def __init__(self, code: int, message: str, data: Optional[Dict[str, Any]] = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data if isinstance(data, dict) else {}
        self.reason: str = str(self.data.get("reason", ""))
        """The name of the error: `outboxFull`."""
        self.retryable = self.data.get("retryable", self.retryable) is True


class BridgeClosedError(Exception):
    """The bridge is gone, or cannot be reached. What became of the call is not known."""

    def __init__(
        self, message: str, exit_code: Optional[int] = None, stderr_tail: str = ""
    ) -> None:
        super().__init__(f"{message}\n{stderr_tail}" if stderr_tail else message)
        self.exit_code = exit_code
        """Of the process, where this client started it and it has ended; -9 after SIGKILL."""
        self.stderr_tail = stderr_tail
        """The last lines it wrote to its standard error."""


class CallTimeoutError(TimeoutError):
    """The time of the call is over. Work that was accepted meanwhile goes on."""

    def __init__(self, method: str, seconds: float) -> None:
        super().__init__(f"{method}: no answer within {seconds:g} s")
        self.method = method
