"""The engine of both forms: one connection at a time, opened again when it is lost.

It runs on one loop. What a host hands in may be run elsewhere: see `Hands`.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import itertools
import logging
from dataclasses import dataclass
from typing import Any, Awaitable, Callable, Dict, List, Optional, Protocol, Tuple, Union

from . import protocol
from .failures import BridgeClosedError, CallTimeoutError
from .generated import types
from .generated.callbacks import CALLBACK_PARAMETERS
from .generated.schema import INTERFACE_VERSION, SCHEMA_DIGEST
from .happenings import Disconnected, Event, Gap, Reconnected
from .transport import Opener

logger = logging.getLogger("altcraft_bridge")

# How many seconds a bridge may take to say who it is, and to take each registration.
HANDSHAKE = 30.0

# The pauses between attempts to come back, in seconds.
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 10.0

AnyFuture = Union["asyncio.Future[Any]", "concurrent.futures.Future[Any]"]
Listener = Callable[[Any], object]
Kind = Union[type, str]


class Hands(Protocol):
    """Runs what the host has handed in."""

    def tell(self, listener: Listener, happening: object) -> None:
        """Never waits, and never raises."""

    async def ask(self, answer: Callable[..., Any], arguments: Tuple[Any, ...]) -> Any:
        """What it answers."""


@dataclass
class _Pending:
    future: AnyFuture
    method: str
    parameters: Dict[str, Any]


class Link:
    """One connection, from its opening to its end: matches answers to calls, answers questions."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._loop = asyncio.get_running_loop()
        self._pending: Dict[int, _Pending] = {}
        self._ids = itertools.count(1)
        self._questions: "set[asyncio.Task[None]]" = set()
        self.end: Optional[BridgeClosedError] = None
        self.longest: Optional[int] = None

    async def open(self, opener: Opener) -> None:
        """Opens it by that way."""
        self._transport = opener(self)
        await self._transport.open()

    async def close(self) -> None:
        """Ends it in an orderly way."""
        if self.end is None:
            await self._transport.close()

    def begin(self, method: str, parameters: Dict[str, Any], future: AnyFuture) -> None:
        """Makes a call whose answer settles the future. Whoever settles it first gives the call up.

        Any thread may, where the future is of none.
        """
        call_id = next(self._ids)
        try:
            line = protocol.write({"id": call_id, "method": method, "params": parameters})
        except (TypeError, ValueError, RecursionError) as error:
            return settle(future, None, error)
        if self.longest is not None and len(line) - len(b"\n") > self.longest:
            return settle(future, None, protocol.too_large(self.longest))
        self._pending[call_id] = _Pending(future, method, parameters)
        if self.end is not None:  # It may have come before the call was among those it fails.
            return self._fail(call_id, self.end)
        self._transport.wire.send(line)
        future.add_done_callback(lambda _: self._done(call_id))

    def read_until(self, is_done: Callable[[], bool], end: float) -> None:
        """Reads until it is done or that time has come, unless another thread does."""
        self._transport.wire.read_until(is_done, end)

    async def call(self, method: str, parameters: Dict[str, Any]) -> Any:
        """The same for those who wait on this loop, and not for ever."""
        future: "asyncio.Future[Any]" = self._loop.create_future()
        self.begin(method, parameters, future)
        self._line.limit(future, method, HANDSHAKE)
        return await future

    def received(self, line: bytes) -> None:
        try:
            self._take_in(protocol.read(line))
        except Exception as error:  # The connection outlives what one message does.
            logger.warning("the bridge wrote what cannot be read: %r: %r", line[:200], error)

    def logged(self, line: str) -> None:
        self._line.logged(line)

    def _take_in(self, message: protocol.Message) -> None:
        if isinstance(message, protocol.Answered):
            self._answered(message)
        elif isinstance(message, protocol.Told):
            self._line.told(message.method, message.parameters)
        else:
            self._loop.call_soon_threadsafe(self._ask, message)

    def closed(self, error: BridgeClosedError) -> None:
        self.end = error
        for question in list(self._questions):
            question.cancel()
        for call_id in list(self._pending):
            self._fail(call_id, error)
        self._line.closed(self, error)

    def _fail(self, call_id: int, error: BridgeClosedError) -> None:
        pending = self._pending.pop(call_id, None)
        if pending is not None:
            settle(pending.future, None, error)

    def _answered(self, message: protocol.Answered) -> None:
        pending = self._pending.pop(message.id, None) if isinstance(message.id, int) else None
        if pending is None:
            if message.error is not None and message.id is None:
                logger.warning("the bridge refused a message: %s", message.error)
            return
        if message.error is None:
            # Before any message after this one is looked at.
            self._line.succeeded(pending.method, pending.parameters, message.result)
        settle(pending.future, message.result, message.error)

    def _ask(self, question: protocol.Asked) -> None:
        task = self._loop.create_task(self._answer(question))
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _answer(self, question: protocol.Asked) -> None:
        try:
            result = await self._line.asked(question.method, question.parameters)
            line = protocol.write({"id": question.id, "result": result})
        except Exception as error:  # Whatever it is, it is the host's, and the bridge is told.
            failure = {"code": -32000, "message": _printable(error)}
            line = protocol.write({"id": question.id, "error": failure})
        if self.end is None:
            self._transport.wire.send(line)

    def _done(self, call_id: int) -> None:
        """One that has its answer is not here any more."""
        if self._pending.pop(call_id, None) is not None and self.end is None:
            cancel = {"method": "$/cancelRequest", "params": {"id": call_id}}
            self._transport.wire.send(protocol.write(cancel))


def settle(future: AnyFuture, result: Any, error: Optional[BaseException]) -> None:
    """Without effect on one that is settled."""
    try:
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
    except (asyncio.InvalidStateError, concurrent.futures.InvalidStateError):
        pass  # Whoever waited has given up.


def _printable(error: Exception) -> str:
    return str(error).encode("utf-8", "replace").decode("utf-8") or type(error).__name__


class Line:
    """The way to the bridge, across connections: handlers, listeners, registrations, events."""

    info: types.BridgeInfo

    def __init__(
        self,
        opener: Opener,
        hands: Hands,
        token: Callable[[], Optional[str]],
        reconnects: bool,
        on_log: Optional[Callable[[str], object]],
    ) -> None:
        self._opener = opener
        self._hands = hands
        self._token = token
        self._reconnects = reconnects
        self._on_log = on_log
        self._registrations = protocol.Registrations()
        self._subscription = protocol.Subscription()
        self._listeners: List[Tuple[Kind, Listener]] = []
        self._reopening: Optional["asyncio.Task[None]"] = None
        self._is_closing = False
        self.handlers: Dict[str, Callable[..., Any]] = {}

    async def open(self) -> None:
        """Opens the first connection."""
        self._link, self.info = await self._connect()

    def begin(self, method: str, parameters: Dict[str, Any], future: AnyFuture) -> Link:
        """Makes a call by the connection that is open now."""
        link = self._link
        link.begin(method, parameters, future)
        return link

    def limit(self, future: AnyFuture, method: str, seconds: float) -> None:
        """Gives a call up when its time is over. On the loop."""
        loop = asyncio.get_running_loop()
        error = CallTimeoutError(method, seconds)
        timer = loop.call_later(seconds, settle, future, None, error)
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(timer.cancel))

    async def close(self) -> None:
        """Ends in an orderly way: what is in flight is answered."""
        self._is_closing = True
        if self._reopening is not None:
            self._reopening.cancel()
            await asyncio.wait([self._reopening])
        await self._link.close()

    def listen(self, kind: Kind, listener: Listener) -> Callable[[], None]:
        """May be called from any thread, as may what it returns."""
        entry = (kind, listener)
        self._listeners = [*self._listeners, entry]

        def unlisten() -> None:
            self._listeners = [other for other in self._listeners if other is not entry]

        return unlisten

    # What links say.

    def logged(self, line: str) -> None:
        """A process of our own has logged something."""
        if self._on_log is not None:
            self._hands.tell(self._on_log, line)

    def told(self, method: str, parameters: Any) -> None:
        """A notification has come."""
        if method == "events.gap":
            self._subscription.passed(parameters.get("epoch"), parameters.get("to"))
            self._tell(Gap(parameters))
        elif method == "event" and isinstance(parameters, dict):
            event = protocol.event_of(parameters)
            self._subscription.passed(event.epoch, event.seq)
            self._tell(event)

    def asked(self, method: str, parameters: Any) -> Awaitable[Any]:
        """A question has come."""
        handler = self.handlers.get(method)
        if handler is None:
            raise LookupError(f"nobody answers {method} here")
        given = parameters if isinstance(parameters, dict) else {}
        names = CALLBACK_PARAMETERS.get(method, tuple(given))
        return self._hands.ask(handler, tuple(given.get(name) for name in names))

    def succeeded(self, method: str, parameters: Dict[str, Any], result: Any) -> None:
        """A call has succeeded."""
        self._registrations.note(method, parameters)
        if method in ("events.subscribe", "subscribeToEvents"):
            self._subscription.answered(parameters, result)
            if result["gap"] is not None:
                self._tell(Gap(result["gap"]))
        elif method in ("events.unsubscribe", "unsubscribeFromEvent"):
            self._subscription.ended()
        elif method == "bridge.shutdown":
            self._reconnects = False

    def closed(self, link: Link, error: BridgeClosedError) -> None:
        """A connection has ended. One that is being opened is the business of whoever opens it."""
        if self._is_closing or link is not getattr(self, "_link", None) or not self._reconnects:
            return
        self._tell(Disconnected(error))
        self._reopening = asyncio.get_running_loop().create_task(self._reopen())

    # How it comes, and comes back.

    async def _connect(self) -> Tuple[Link, types.BridgeInfo]:
        link = Link(self)
        await link.open(self._opener)
        try:
            # A bridge that was started again has another token.
            token = self._token()
            if token is not None:
                await link.call("bridge.authenticate", {"token": token})
            info: types.BridgeInfo = await link.call("bridge.info", {})
        except BaseException:
            await link.close()
            raise
        if info["schemaDigest"] != SCHEMA_DIGEST:
            logger.warning(
                "the bridge has version %s of the interface (%s), this client %s (%s)",
                info["version"],
                info["schemaDigest"],
                INTERFACE_VERSION,
                SCHEMA_DIGEST,
            )
        longest = info["limits"].get("frameBytes")
        link.longest = longest if isinstance(longest, int) else None
        return link, info

    async def _reopen(self) -> None:
        """Tries until it succeeds or is closed, less and less often."""
        pause = FIRST_PAUSE
        while True:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                link, info = await self._connect()
            except (BridgeClosedError, OSError) as error:
                logger.info("not yet: %s", error)
                continue
            except Exception as error:
                logger.warning("the bridge does not let us come back: %s", error)
                continue
            try:
                position = await self._resume(link, info["epoch"] != self.info["epoch"])
            except asyncio.CancelledError:
                await link.close()
                raise
            except BridgeClosedError:
                continue
            except Exception as error:
                logger.warning("events cannot be subscribed to again: %s", error)
                await link.close()
                continue
            if link.end is None:
                self._link, self.info = link, info
                self._tell(Reconnected(position))
                return

    async def _resume(self, link: Link, is_new_process: bool) -> Optional[types.EventPosition]:
        for method, parameters in self._registrations.again(is_new_process).items():
            try:
                await link.call(method, parameters)
            except (BridgeClosedError, CallTimeoutError):
                raise
            except Exception as error:
                logger.warning("%s could not be registered again: %s", method, error)
        parameters = self._subscription.again or {}
        if not parameters:
            return None
        position: types.EventPosition = await link.call("events.subscribe", parameters)
        return position

    def _tell(self, happening: object) -> None:
        name = happening.name if isinstance(happening, Event) else None
        for kind, listener in self._listeners:
            if kind == name if isinstance(kind, str) else isinstance(happening, kind):
                self._hands.tell(listener, happening)
