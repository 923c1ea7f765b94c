"""What can be listened to: events of the SDK, and what becomes of the connection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from .failures import BridgeClosedError
from .generated import types


@dataclass(frozen=True)
class Event:
    """Something that happened. Each name has a class of its own in `events`."""

    epoch: str
    """The run of the process."""
    seq: int
    """Its number, one more than that of the event before."""
    type: str
    """`event`: success or news, `error`: final failure, `retryError`: one that is tried again."""
    code: int
    """The code, in the numbering the configuration chose."""
    name: str
    """The name of the code, the same in both numberings."""
    function: str
    """The public function, or processResponse for every HTTP outcome."""
    message: str
    """For people."""
    value: Any
    """What belongs to it, with the names it has on the wire."""
    date: str
    """When it happened."""
    request_id: Optional[str]
    """The work it is about; None when it is about none."""


class UnknownEvent(Event):
    """An event whose name this version of the interface does not know."""


@dataclass(frozen=True)
class Gap:
    """Events that were missed; `events.list` may still have them."""

    missing: types.EventGap


@dataclass(frozen=True)
class Disconnected:
    """The connection was lost; it is being opened again."""

    error: BridgeClosedError


@dataclass(frozen=True)
class Reconnected:
    """It is open again: providers are registered, and events go on where they ended."""

    position: Optional[types.EventPosition]
    """Of the subscription, where there is one."""
