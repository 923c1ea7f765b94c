"""JSON-RPC over lines, without any input or output: the part that both forms share."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Union

from .base_errors import BridgeError
from .base_events import Event, UnknownEvent
from .generated import types
from .generated.errors import ERROR_CLASSES, TooLargeError
from .generated.events import EVENT_CLASSES


@dataclass(frozen=True)
class Response:
    """The response to a call of this client."""

    id: object
    result: Any
    error: Optional[BridgeError]


@dataclass(frozen=True)
class Notification:
    """A notification."""

    method: str
    parameters: Any


@dataclass(frozen=True)
class Request:
    """A request of the bridge."""

    id: object
    method: str
    parameters: Any


Message = Union[Response, Notification, Request]


def read(line: bytes) -> Message:
    """Parses the message on a line. Integers of any size are exact."""
    message = json.loads(line)
    method = message.get("method")
    if method is None:
        error = message.get("error")
        failure = None if error is None else error_of(error)
        return Response(message.get("id"), message.get("result"), failure)
    if "id" in message:
        return Request(message["id"], method, message.get("params"))
    return Notification(method, message.get("params"))


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def write(members: Dict[str, Any]) -> bytes:
    """Writes a line. Raises for values that JSON does not allow, such as NaN."""
    return _ENCODER.encode({"jsonrpc": "2.0", **members}).encode("utf-8") + b"\n"


def error_of(error: Any) -> BridgeError:
    """Returns the error of the class for its reason.

    For an unknown reason, and for an error that is not an object, it is a `BridgeError`.
    """
    if not isinstance(error, dict):
        return BridgeError(-32603, f"the bridge sent an invalid error: {error!r}", None)
    data = error.get("data")
    reason = data.get("reason") if isinstance(data, dict) else None
    kind = ERROR_CLASSES.get(str(reason), BridgeError)
    return kind(error.get("code", 0), error.get("message", ""), data)


def event_of(wire: Dict[str, Any]) -> Event:
    """Returns the event of the class for its name, or an `UnknownEvent`; missing parts are None."""
    name = wire.get("name")
    get: Any = wire.get
    return EVENT_CLASSES.get(str(name), UnknownEvent)(
        epoch=get("epoch"),
        seq=get("seq"),
        type=get("type"),
        code=get("code"),
        name=get("name"),
        function=get("function"),
        message=get("message"),
        value=get("value"),
        date=get("date"),
        request_id=get("requestId"),
    )


def too_large(maximum: int) -> TooLargeError:
    """Returns the error for a message over the limit of the bridge, which is not sent at all."""
    data = {"reason": "tooLarge", "retryable": False, "limit": "frameBytes", "max": maximum}
    return TooLargeError(-32003, f"the limit frameBytes of {maximum} bytes is exceeded", data)


class LineSplitter:
    """Splits a stream into lines of any length."""

    def __init__(self) -> None:
        self._parts: List[bytes] = []

    def push(self, chunk: bytes) -> List[bytes]:
        """Returns the lines that end with this chunk."""
        first, *others = chunk.split(b"\n")
        self._parts.append(first)
        if not others:
            return []
        lines = [b"".join(self._parts), *others[:-1]]
        self._parts = [others[-1]]
        return [line for line in lines if line.strip()]

    def flush(self) -> List[bytes]:
        """Returns the last line, which needs no newline."""
        line = b"".join(self._parts)
        self._parts = []
        return [line] if line.strip() else []


class LineFraming(LineSplitter):
    """Messages as lines, in both directions. A line that is cut off is not a message."""

    is_over = False
    """True when nothing can follow, although the stream has not ended."""

    reply: Callable[[bytes], object]
    """Sends bytes that are no message. Lines have none."""

    def frame(self, line: bytes) -> bytes:
        """Returns the message as it is sent."""
        return line

    def last(self) -> bytes:
        """Returns the bytes after the last message."""
        return b""


class Registrations:
    """The registrations with the bridge, to repeat after the connection was lost."""

    _of_connection = {
        "setJWTProvider",
        "setAPNSTokenProvider",
        "setFCMTokenProvider",
        "setHMSTokenProvider",
        "notificationManager.setCustomPushProcessing",
        "notificationManager.setCustomClickProcessing",
    }
    # Only a restart of the process ends the effect of these. A connection to the same process
    # does not repeat them, because another host may have changed them.
    _of_process = {
        "setAppGroup",
        "notificationManager.setPermission",
        "backgroundTasks.registerBackgroundTask",
        "bridge.setLogLevel",
    }
    _other_names = {"nse.setAppGroup": "setAppGroup", "nse.setJWTProvider": "setJWTProvider"}

    def __init__(self) -> None:
        self._calls: Dict[str, Dict[str, Any]] = {}

    def record(self, method: str, parameters: Dict[str, Any]) -> None:
        """Records a successful call that registers something; the last one counts."""
        method = self._other_names.get(method, method)
        if method in self._of_connection or method in self._of_process:
            self._calls.pop(method, None)
            self._calls[method] = parameters

    def to_repeat(self, is_new_process: bool) -> Dict[str, Dict[str, Any]]:
        """Returns the calls to repeat, the app group first: the others may depend on it."""
        calls = {
            method: parameters
            for method, parameters in self._calls.items()
            if is_new_process or method not in self._of_process
        }
        return {method: calls[method] for method in sorted(calls, key=lambda m: m != "setAppGroup")}


class Subscription:
    """The subscription to events, and its position."""

    def __init__(self) -> None:
        self._parameters: Optional[Dict[str, Any]] = None
        self._epoch: Optional[str] = None
        self._seq = 0

    def begin(self, parameters: Dict[str, Any], position: types.EventPosition) -> None:
        """Starts or restarts the subscription at the position in the response."""
        self._parameters = parameters
        gap = position["gap"]
        self._epoch = position["epoch"]
        if parameters.get("since") is None:
            self._seq = position["seq"]
        elif gap is None:
            self._seq = parameters["since"]
        else:
            oldest = position["oldest"]
            self._seq = position["seq"] if oldest is None else oldest - 1

    def advance(self, epoch: Any, seq: Any) -> None:
        """Records that the events of that run up to that one were delivered or are missing."""
        if epoch == self._epoch and isinstance(seq, int):
            self._seq = max(self._seq, seq)

    def end(self) -> None:
        """Ends the subscription."""
        self._parameters = None

    @property
    def resume_parameters(self) -> Optional[Dict[str, Any]]:
        """Returns the parameters that resume the subscription; None without one."""
        if self._parameters is None:
            return None
        return {**self._parameters, "since": self._seq, "epoch": self._epoch}
