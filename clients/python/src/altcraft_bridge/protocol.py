"""JSON-RPC over lines, without any input or output: the part both forms of the client share."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Union

from .failures import BridgeError
from .generated import types
from .generated.errors import ERROR_CLASSES, TooLargeError
from .generated.events import EVENT_CLASSES
from .happenings import Event, UnknownEvent


@dataclass(frozen=True)
class Answered:
    """The answer to a call of ours."""

    id: object
    result: Any
    error: Optional[BridgeError]


@dataclass(frozen=True)
class Told:
    """A notification."""

    method: str
    parameters: Any


@dataclass(frozen=True)
class Asked:
    """A question that is to be answered."""

    id: object
    method: str
    parameters: Any


Message = Union[Answered, Told, Asked]


def read(line: bytes) -> Message:
    """The message on a line. Integers are exact, whatever their size."""
    message = json.loads(line)
    method = message.get("method")
    if method is None:
        error = message.get("error")
        return Answered(message.get("id"), message.get("result"), error and error_of(error))
    if "id" in message:
        return Asked(message["id"], method, message.get("params"))
    return Told(method, message.get("params"))


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def write(members: Dict[str, Any]) -> bytes:
    """A line. Raises for what JSON cannot say: NaN, half a surrogate pair, objects of classes."""
    return _ENCODER.encode({"jsonrpc": "2.0", **members}).encode("utf-8") + b"\n"


def error_of(error: Dict[str, Any]) -> BridgeError:
    """Of the class that its reason has; one of a reason nobody knows is a plain `BridgeError`."""
    data = error.get("data")
    reason = data.get("reason") if isinstance(data, dict) else None
    kind = ERROR_CLASSES.get(str(reason), BridgeError)
    return kind(error.get("code", 0), error.get("message", ""), data)


def event_of(wire: Dict[str, Any]) -> Event:
    """Of the class that its name has, or an `UnknownEvent`; what is missing is None."""
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
    """As the bridge answers it, though without the id of the call: so it is not sent at all."""
    data = {"reason": "tooLarge", "retryable": False, "limit": "frameBytes", "max": maximum}
    return TooLargeError(-32003, f"over the limit frameBytes of {maximum} bytes", data)


class LineSplitter:
    """Cuts a stream into lines of any length."""

    def __init__(self) -> None:
        self._parts: List[bytes] = []

    def push(self, chunk: bytes) -> List[bytes]:
        """The lines that end with this chunk."""
        first, *others = chunk.split(b"\n")
        self._parts.append(first)
        if not others:
            return []
        lines = [b"".join(self._parts), *others[:-1]]
        self._parts = [others[-1]]
        return [line for line in lines if line.strip()]

    def flush(self) -> List[bytes]:
        """The last line, which needs no newline."""
        line = b"".join(self._parts)
        self._parts = []
        return [line] if line.strip() else []


class Registrations:
    """What was registered with the bridge and has to be registered again after it was lost."""

    _of_connection = {
        "setJWTProvider",
        "setAPNSTokenProvider",
        "setFCMTokenProvider",
        "setHMSTokenProvider",
        "notificationManager.setCustomPushProcessing",
        "notificationManager.setCustomClickProcessing",
    }
    # These are forgotten only with the process. A connection that comes back to the same process
    # leaves them alone: another host may have changed them.
    _of_process = {
        "setAppGroup",
        "notificationManager.setPermission",
        "backgroundTasks.registerBackgroundTask",
        "bridge.setLogLevel",
    }
    _other_names = {"nse.setAppGroup": "setAppGroup", "nse.setJWTProvider": "setJWTProvider"}

    def __init__(self) -> None:
        self._calls: Dict[str, Dict[str, Any]] = {}

    def note(self, method: str, parameters: Dict[str, Any]) -> None:
        """Keeps a call that has succeeded where it registers something; the last one counts."""
        method = self._other_names.get(method, method)
        if method in self._of_connection or method in self._of_process:
            self._calls.pop(method, None)
            self._calls[method] = parameters

    def again(self, is_new_process: bool) -> Dict[str, Dict[str, Any]]:
        """The calls to make again, in order: the app group first, as the others may go by it."""
        calls = {
            method: parameters
            for method, parameters in self._calls.items()
            if is_new_process or method not in self._of_process
        }
        return {method: calls[method] for method in sorted(calls, key=lambda m: m != "setAppGroup")}


class Subscription:
    """The subscription to events, and how far it has come."""

    def __init__(self) -> None:
        self._parameters: Optional[Dict[str, Any]] = None
        self._epoch: Optional[str] = None
        self._seq = 0

    def answered(self, parameters: Dict[str, Any], position: types.EventPosition) -> None:
        """It begins, or begins again: what follows is the first event that is not known."""
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

    def passed(self, epoch: Any, seq: Any) -> None:
        """The events of that run up to that one were told, or are known to be missing."""
        if epoch == self._epoch and isinstance(seq, int):
            self._seq = max(self._seq, seq)

    def ended(self) -> None:
        """There is none any more."""
        self._parameters = None

    @property
    def again(self) -> Optional[Dict[str, Any]]:
        """What to subscribe with so that it goes on where it ended; None without one."""
        if self._parameters is None:
            return None
        return {**self._parameters, "since": self._seq, "epoch": self._epoch}
