"""The engine of both forms: one connection at a time, reopened when it is lost.

It runs on one loop. Listeners and handlers of the host may run elsewhere: see `CallbackExecutor`.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import copy
import itertools
import logging
from dataclasses import dataclass
from typing import Any, Awaitable, Callable, Dict, List, Optional, Protocol, Tuple, Union

from . import protocol
from .base_errors import BridgeClosedError, CallTimeoutError
from .base_events import (
    Closed,
    Disconnected,
    Event,
    Gap,
    OutcomeGap,
    OutcomeReceived,
    Reconnected,
)
from .generated import types
from .generated.callbacks import CALLBACK_PARAMETERS
from .generated.schema import INTERFACE_VERSION, SCHEMA_DIGEST
from .transport import Opener

logger = logging.getLogger("altcraft_bridge")

# The time for the first call on a connection and for each registration, in seconds.
HANDSHAKE = 30.0

# The pauses between attempts to reconnect, in seconds.
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 10.0

AnyFuture = Union["asyncio.Future[Any]", "concurrent.futures.Future[Any]"]
Listener = Callable[[Any], object]
Kind = Union[type, str]


class CallbackExecutor(Protocol):
    """Runs the listeners and handlers of the host."""

    def run_listener(self, listener: Listener, event: object) -> None:
        """Runs a listener. Never blocks, and never raises."""

    async def run_handler(self, handler: Callable[..., Any], arguments: Tuple[Any, ...]) -> Any:
        """Returns the answer of a handler."""


@dataclass
class _Pending:
    future: AnyFuture
    method: str
    parameters: Dict[str, Any]


class Connection:
    """One connection, from start to end: matches responses to calls, answers requests."""

    def __init__(self, owner: ReconnectingConnection) -> None:
        self._owner = owner
        self._loop = asyncio.get_running_loop()
        self._pending: Dict[int, _Pending] = {}
        self._ids = itertools.count(1)
        self._requests: "set[asyncio.Task[None]]" = set()
        self.end: Optional[BridgeClosedError] = None
        self.longest: Optional[int] = None

    async def open(self, opener: Opener) -> None:
        """Opens the connection over that transport."""
        self._transport = opener(self)
        await self._transport.open()

    async def close(self) -> None:
        """Closes the connection; calls in flight are answered."""
        if self.end is None:
            await self._transport.close()

    def begin(self, method: str, parameters: Dict[str, Any], future: AnyFuture) -> None:
        """Makes a call whose response settles the future. Settling it earlier cancels the call.

        Any thread may call this if the future belongs to none.
        """
        call_id = next(self._ids)
        try:
            line = protocol.write({"id": call_id, "method": method, "params": parameters})
        except (TypeError, ValueError, RecursionError) as error:
            return settle(future, None, error)
        if self.longest is not None and len(line) - len(b"\n") > self.longest:
            return settle(future, None, protocol.too_large(self.longest))
        self._pending[call_id] = _Pending(future, method, parameters)
        if self.end is not None:  # The end may precede the registration of the call.
            return self._fail(call_id, self.end)
        self._transport.wire.send(line)
        future.add_done_callback(lambda _: self._done(call_id))

    def read_until(self, is_done: Callable[[], bool], end: float) -> None:
        """Reads until `done` or the deadline, unless another thread reads."""
        self._transport.wire.read_until(is_done, end)

    async def call(self, method: str, parameters: Dict[str, Any]) -> Any:
        """The same for callers on this loop, with a time limit."""
        future: "asyncio.Future[Any]" = self._loop.create_future()
        self.begin(method, parameters, future)
        self._owner.limit(future, method, HANDSHAKE)
        return await future

    def received(self, line: bytes) -> None:
        try:
            self._dispatch(protocol.read(line))
        except Exception as error:  # One message must not end the connection.
            logger.warning("the bridge sent an invalid message: %r: %r", line[:200], error)

    def logged(self, line: str) -> None:
        self._owner.logged(line)

    def _dispatch(self, message: protocol.Message) -> None:
        if isinstance(message, protocol.Response):
            self._complete(message)
        elif isinstance(message, protocol.Notification):
            self._owner.notified(message.method, message.parameters)
        else:
            self._loop.call_soon_threadsafe(self._handle, message)

    def closed(self, error: BridgeClosedError) -> None:
        self.end = error
        for request in list(self._requests):
            request.cancel()
        for call_id in list(self._pending):
            self._fail(call_id, error)
        self._owner.closed(self, error)

    def _fail(self, call_id: int, error: BridgeClosedError) -> None:
        pending = self._pending.pop(call_id, None)
        if pending is not None:
            # Each call has its own, because an error grows each time that it is raised.
            settle(pending.future, None, copy.copy(error))

    def _complete(self, message: protocol.Response) -> None:
        pending = self._pending.pop(message.id, None) if isinstance(message.id, int) else None
        if pending is None:
            if message.error is not None and message.id is None:
                logger.warning("the bridge refused a message: %s", message.error)
            return
        if message.error is None:
            # Before any later message is processed.
            self._owner.succeeded(pending.method, pending.parameters, message.result)
        settle(pending.future, message.result, message.error)

    def _handle(self, request: protocol.Request) -> None:
        task = self._loop.create_task(self._respond(request))
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)

    async def _respond(self, request: protocol.Request) -> None:
        try:
            result = await self._owner.requested(request.method, request.parameters)
            line = protocol.write({"id": request.id, "result": result})
        except (Exception, asyncio.CancelledError) as error:  # Sent to the bridge.
            failure = {"code": -32000, "message": _printable(error)}
            line = protocol.write({"id": request.id, "error": failure})
        if self.end is None:
            self._transport.wire.send(line)

    def _done(self, call_id: int) -> None:
        """Forgets a call that has its response."""
        if self._pending.pop(call_id, None) is not None and self.end is None:
            cancel = {"method": "$/cancelRequest", "params": {"id": call_id}}
            self._transport.wire.send(protocol.write(cancel))


def settle(future: AnyFuture, result: Any, error: Optional[BaseException]) -> None:
    """Has no effect on a settled future."""
    try:
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
    except (asyncio.InvalidStateError, concurrent.futures.InvalidStateError):
        pass  # The caller has cancelled it.


def _printable(error: BaseException) -> str:
    return str(error).encode("utf-8", "replace").decode("utf-8") or type(error).__name__


class ReconnectingConnection:
    """The state across connections: handlers, listeners, registrations, events."""

    info: types.BridgeInfo

    def __init__(
        self,
        opener: Opener,
        executor: CallbackExecutor,
        token: Callable[[], Optional[str]],
        reconnects: bool,
        on_log: Optional[Callable[[str], object]],
    ) -> None:
        self._opener = opener
        self._executor = executor
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
        self._current, self.info = await self._connect()

    def begin(self, method: str, parameters: Dict[str, Any], future: AnyFuture) -> Connection:
        """Makes a call on the open connection."""
        connection = self._current
        connection.begin(method, parameters, future)
        return connection

    def limit(self, future: AnyFuture, method: str, seconds: float) -> None:
        """Cancels a call after its time limit. On the loop."""
        loop = asyncio.get_running_loop()
        error = CallTimeoutError(method, seconds)
        timer = loop.call_later(seconds, settle, future, None, error)
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(timer.cancel))

    async def close(self) -> None:
        """Closes the client; calls in flight are answered."""
        self._is_closing = True
        if self._reopening is not None:
            self._reopening.cancel()
            await asyncio.wait([self._reopening])
        await self._current.close()
        self._emit(Closed())

    def listen(self, kind: Kind, listener: Listener) -> Callable[[], None]:
        """Any thread may call this, and the function that it returns."""
        entry = (kind, listener)
        self._listeners = [*self._listeners, entry]

        def unlisten() -> None:
            self._listeners = [other for other in self._listeners if other is not entry]

        return unlisten

    # Notifications of connections.

    def logged(self, line: str) -> None:
        """Handles a line of the log of the process."""
        if self._on_log is not None:
            self._executor.run_listener(self._on_log, line)

    def notified(self, method: str, parameters: Any) -> None:
        """Handles a notification."""
        if method == "events.gap":
            self._subscription.advance(parameters.get("epoch"), parameters.get("to"))
            self._emit(Gap(parameters))
        elif method == "outcome":
            self._emit(OutcomeReceived(parameters))
        elif method == "outcomes.gap":
            epoch, reason = parameters.get("epoch", ""), parameters.get("reason", "notKept")
            self._emit(OutcomeGap(parameters["from"], parameters["to"], epoch, reason))
        elif method == "event" and isinstance(parameters, dict):
            event = protocol.event_of(parameters)
            self._subscription.advance(event.epoch, event.seq)
            self._emit(event)

    def requested(self, method: str, parameters: Any) -> Awaitable[Any]:
        """Handles a request of the bridge."""
        handler = self.handlers.get(method)
        if handler is None:
            raise LookupError(f"no handler for {method}")
        given = parameters if isinstance(parameters, dict) else {}
        names = CALLBACK_PARAMETERS.get(method, tuple(given))
        return self._executor.run_handler(handler, tuple(given.get(name) for name in names))

    def succeeded(self, method: str, parameters: Dict[str, Any], result: Any) -> None:
        """Handles the success of a call."""
        self._registrations.record(method, parameters)
        if method in ("events.subscribe", "subscribeToEvents"):
            self._subscription.begin(parameters, result)
            if result["gap"] is not None:
                self._emit(Gap(result["gap"]))
        elif method in ("events.unsubscribe", "unsubscribeFromEvent"):
            self._subscription.end()
        elif method == "bridge.shutdown":
            self._reconnects = False

    def closed(self, connection: Connection, error: BridgeClosedError) -> None:
        """Handles the end of a connection. The opener handles one that is being opened."""
        is_current = connection is getattr(self, "_current", None)
        if self._is_closing or not is_current:
            return
        if not self._reconnects:
            self._emit(Closed())
            return
        self._emit(Disconnected(error))
        self._reopening = asyncio.get_running_loop().create_task(self._reopen())

    # Connecting and reconnecting.

    async def _connect(self) -> Tuple[Connection, types.BridgeInfo]:
        connection = Connection(self)
        await connection.open(self._opener)
        try:
            # Each start of the bridge writes a new token.
            token = self._token()
            if token is not None:
                await connection.call("bridge.authenticate", {"token": token})
            info: types.BridgeInfo = await connection.call("bridge.info", {})
        except BaseException:
            await connection.close()
            raise
        if info["schemaDigest"] != SCHEMA_DIGEST:
            logger.warning(
                "the bridge has version %s of the interface (%s), this client has %s (%s)",
                info["version"],
                info["schemaDigest"],
                INTERFACE_VERSION,
                SCHEMA_DIGEST,
            )
        longest = info["limits"].get("frameBytes")
        connection.longest = longest if isinstance(longest, int) else None
        return connection, info

    async def _reopen(self) -> None:
        """Retries with growing pauses until it succeeds or is closed."""
        pause = FIRST_PAUSE
        while True:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                connection, info = await self._connect()
            except (BridgeClosedError, OSError) as error:
                logger.info("reconnecting failed: %s", error)
                continue
            except Exception as error:
                logger.warning("the bridge refused the connection: %s", error)
                continue
            try:
                position = await self._resume(connection, info["epoch"] != self.info["epoch"])
            except asyncio.CancelledError:
                await connection.close()
                raise
            except BridgeClosedError:
                continue
            except Exception as error:
                logger.warning("the subscription to events could not be resumed: %s", error)
                await connection.close()
                continue
            if connection.end is None:
                self._current, self.info = connection, info
                self._emit(Reconnected(position))
                return

    async def _resume(
        self, connection: Connection, is_new_process: bool
    ) -> Optional[types.EventPosition]:
        for method, parameters in self._registrations.to_repeat(is_new_process).items():
            try:
                await connection.call(method, parameters)
            except (BridgeClosedError, CallTimeoutError):
                raise
            except Exception as error:
                logger.warning("%s could not be registered again: %s", method, error)
        parameters = self._subscription.resume_parameters or {}
        if not parameters:
            return None
        position: types.EventPosition = await connection.call("events.subscribe", parameters)
        return position

    def _emit(self, event: object) -> None:
        name = event.name if isinstance(event, Event) else None
        for kind, listener in self._listeners:
            if kind == name if isinstance(kind, str) else isinstance(event, kind):
                self._executor.run_listener(listener, event)
