"""The notifications of a client: events of the SDK, and changes of the connection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from .base_errors import BridgeClosedError
from .generated import types


@dataclass(frozen=True)
class Event:
    """An event. Each name has its own class in `events`."""

    epoch: str
    """The run of the process."""
    seq: int
    """The number of the event in this run, one more than that of the event before."""
    type: str
    """`event`: success or notice, `error`: final failure, `retryError`: retried failure."""
    code: int
    """The code, in the numbering that the configuration selects."""
    name: str
    """The name of the code, the same in both numberings."""
    function: str
    """The public function, or processResponse for every HTTP outcome."""
    message: str
    """A description for people."""
    value: Any
    """The data of the event, with its names on the wire."""
    date: str
    """The time of the event."""
    request_id: Optional[str]
    """The `requestId` of the job that the event reports on; None if there is none."""


class UnknownEvent(Event):
    """An event whose name this version of the interface does not know."""


@dataclass(frozen=True)
class Gap:
    """Events that were missed; `events.list` may still have them."""

    missing: types.EventGap


@dataclass(frozen=True)
class OutcomeReceived:
    """The outcome of a job, after `outcomes.subscribe` was called."""

    outcome: types.NumberedOutcome


@dataclass(frozen=True)
class OutcomeGap:
    """Outcomes that are no longer kept, by their numbers.

    With the reason `rolledBack` the position is not of this data directory, because an older copy
    of it was put back: all kept outcomes follow.
    """

    first: int
    last: int
    epoch: str = ""
    """The epoch of `last`."""
    reason: str = "notKept"


@dataclass(frozen=True)
class Closed:
    """The client is closed, or the connection was lost and is not reopened."""


@dataclass(frozen=True)
class Disconnected:
    """The connection was lost; the client reopens it."""

    error: BridgeClosedError


@dataclass(frozen=True)
class Reconnected:
    """The connection is open again: providers are registered, and events resume."""

    position: Optional[types.EventPosition]
    """The position of the event stream; None without a subscription."""
