"""The client in two forms: `Bridge` blocks until the answer, `AsyncBridge` is for asyncio."""

from __future__ import annotations

import asyncio
import concurrent.futures
import inspect
import math
import queue
import threading
import time
from types import TracebackType
from typing import (
    Any,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Dict,
    Iterator,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
    overload,
)

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
from .connection import Listener, ReconnectingConnection, logger
from .generated import types
from .generated.async_methods import AsyncMethods
from .generated.callbacks import Callbacks
from .generated.methods import Methods
from .transport import (
    Address,
    EXIT_TIMEOUT,
    Opener,
    ProcessTransport,
    SocketTransport,
    SpawnOptions,
    StrPath,
    read_token,
)

T = TypeVar("T")
EventT = TypeVar(
    "EventT",
    bound=Union[Event, Gap, OutcomeReceived, OutcomeGap, Closed, Disconnected, Reconnected],
)


class _Host(Callbacks):
    """The part that both forms share: handlers and listeners."""

    _connection: ReconnectingConnection

    @property
    def info(self) -> types.BridgeInfo:
        """The information of the connected bridge about itself."""
        return self._connection.info

    @overload
    def on(
        self, kind: Type[EventT], listener: Callable[[EventT], object]
    ) -> Callable[[], None]: ...

    @overload
    def on(self, kind: str, listener: Callable[[Event], object]) -> Callable[[], None]: ...

    def on(self, kind: Union[type, str], listener: Listener) -> Callable[[], None]:
        """Calls `listener` for notifications of that class, or for events of that name.

        `events.Event` matches every event, `events.UnknownEvent` those that this version of the
        interface does not know. The returned function removes the listener.
        """
        return self._connection.listen(kind, listener)

    def _handle(self, name: str, handler: Callable[..., Any]) -> None:
        self._connection.handlers[name] = handler


class AsyncBridge(AsyncMethods, _Host):
    """The bridge for asyncio: every method of the SDK, its events, and its callbacks.

        async with await AsyncBridge.spawn(data_dir="/var/lib/app/altcraft") as bridge:
            bridge.handle("provider.getToken", lambda provider: token)
            bridge.on(events.PushSubscribeSucceeded, lambda event: print(event.value))
            await bridge.events.subscribe()

    It belongs to the loop on which it was opened. Listeners and handlers run there, and may be
    coroutine functions. Cancelling a call cancels the request.
    """

    def __init__(self, connection: ReconnectingConnection) -> None:
        super().__init__(self._call_given)
        self._connection = connection

    @classmethod
    async def spawn(
        cls,
        *,
        data_dir: Optional[StrPath] = None,
        command: Optional[StrPath] = None,
        args: Sequence[str] = (),
        env: Optional[Dict[str, str]] = None,
        on_log: Optional[Callable[[str], object]] = None,
        reconnects: bool = True,
    ) -> AsyncBridge:
        """Starts a bridge as a child process; it ends with this process.

        Args:
            data_dir: The data directory.
            command: The program; by default `ALTCRAFT_BRIDGE`, that of this package, or the one
                on the PATH.
            args: More arguments for `serve`.
            env: Additional environment variables.
            on_log: Receives each line of the standard error of the process.
            reconnects: If true, starts the process again if it ends by itself.
        """
        options = SpawnOptions(command, data_dir, args, env)
        return await cls._open(
            lambda host: ProcessTransport(host, options), _token(), reconnects, on_log
        )

    @classmethod
    async def connect(
        cls,
        *,
        socket: Optional[StrPath] = None,
        url: Optional[str] = None,
        port: int = 0,
        host: str = "127.0.0.1",
        token: Optional[str] = None,
        token_file: Optional[StrPath] = None,
        reconnects: bool = True,
    ) -> AsyncBridge:
        """Connects to a bridge on a socket, a WebSocket or a port.

        Args:
            socket: The path of a Unix socket.
            url: Or the address of a WebSocket, `ws://127.0.0.1:PORT`. It requires the token.
            port: Or a TCP port of this machine.
            host: The address of the port, on this machine.
            token: The token of the port, if it requires one.
            token_file: The file with the token, `rpc.token` in the data directory; it is read for
                each connection, because each start of the bridge writes a new token.
            reconnects: If true, reconnects after the connection is lost.
        """
        address = Address(socket, url, host, port)
        return await cls._open(
            lambda host: SocketTransport(host, address),
            _token(token, token_file),
            reconnects,
        )

    @classmethod
    async def _open(
        cls,
        opener: Opener,
        token: Callable[[], Optional[str]],
        reconnects: bool,
        on_log: Optional[Callable[[str], object]] = None,
    ) -> AsyncBridge:
        connection = ReconnectingConnection(opener, _LoopExecutor(), token, reconnects, on_log)
        await connection.open()
        return cls(connection)

    async def call(
        self,
        method: str,
        parameters: Optional[types.JSONObject] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Any:
        """Calls a method by name, even one that this version of the interface does not know."""
        future: "asyncio.Future[Any]" = asyncio.get_running_loop().create_future()
        self._connection.begin(method, parameters or {}, future)
        if timeout is not None:
            self._connection.limit(future, method, timeout)
        return await future

    async def outcome_stream(
        self, after: Optional[int] = None, epoch: Optional[str] = None
    ) -> AsyncIterator[Union[types.NumberedOutcome, OutcomeGap]]:
        """Reads the outcomes in order, over lost connections, until the client is closed.

            async for outcome in bridge.outcome_stream(after):
                if not isinstance(outcome, events.OutcomeGap):
                    store(outcome)

        The subscription ends with the generator: `aclose` ends it at once. One stream at a time.
        Store `outcome` and `epoch` of each one that was processed: with them a later process misses
        and repeats none. An `OutcomeGap` is a range of outcomes that are no longer kept; with the
        reason `rolledBack` all kept ones follow.

        Args:
            after: The number of the last outcome that the host has processed; 0 for all that are
                kept, without it only new outcomes.
            epoch: The epoch of that outcome. With it the stream notices that an older copy of the
                data directory was put back.
        """
        items: "asyncio.Queue[Any]" = asyncio.Queue()
        kinds = (OutcomeReceived, OutcomeGap, Reconnected, Closed)
        removals = [self._connection.listen(kind, items.put_nowait) for kind in kinds]
        try:
            position = await self.call("outcomes.subscribe", _place(after, epoch))
            last: int = position["last"] if after is None else after
            last_epoch: Optional[str] = position.get("epoch") if after is None else epoch
            while True:
                item = await items.get()
                if isinstance(item, Closed):
                    return
                if isinstance(item, Reconnected):
                    try:
                        await self.call("outcomes.subscribe", _place(last, last_epoch))
                    except BridgeClosedError:
                        pass  # The connection was lost again.
                elif isinstance(item, OutcomeGap):
                    if item.last > last or item.reason == "rolledBack":
                        last, last_epoch = item.last, item.epoch
                        yield item
                elif item.outcome["outcome"] > last:
                    last, last_epoch = item.outcome["outcome"], item.outcome.get("epoch")
                    yield item.outcome
        finally:
            for remove in removals:
                remove()
            unanswered: "asyncio.Future[Any]" = asyncio.get_running_loop().create_future()
            unanswered.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._connection.begin("outcomes.unsubscribe", {}, unanswered)

    async def close(self) -> None:
        """Closes the client: calls in flight are answered.

        A process that `spawn` started has exited.
        """
        await self._connection.close()

    async def __aenter__(self) -> AsyncBridge:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.close()

    def _call_given(
        self,
        method: str,
        required: types.JSONObject,
        optional: types.JSONObject,
        timeout: Optional[float],
    ) -> Awaitable[Any]:
        return self.call(method, _given(required, optional), timeout=timeout)


class Bridge(Methods, _Host):
    """The bridge: every method of the SDK, its events, and its callbacks.

        with Bridge.spawn(data_dir="/var/lib/app/altcraft") as bridge:
            bridge.handle("provider.getToken", lambda provider: token)
            bridge.on(events.PushSubscribeSucceeded, lambda event: print(event.value))
            bridge.events.subscribe()

    Several threads may use it. Listeners run one after the other on one thread, and each handler
    on another; both may make calls.
    """

    def __init__(
        self, connection: ReconnectingConnection, executor: _ThreadExecutor, runner: _Runner
    ) -> None:
        super().__init__(self._call_given)
        self._connection = connection
        self._executor = executor
        self._runner = runner
        self._closing = threading.RLock()

    @classmethod
    def spawn(
        cls,
        *,
        data_dir: Optional[StrPath] = None,
        command: Optional[StrPath] = None,
        args: Sequence[str] = (),
        env: Optional[Dict[str, str]] = None,
        on_log: Optional[Callable[[str], object]] = None,
        reconnects: bool = True,
    ) -> Bridge:
        """Starts a bridge as a child process; it ends with this process.

        Args:
            data_dir: The data directory.
            command: The program; by default `ALTCRAFT_BRIDGE`, that of this package, or the one
                on the PATH.
            args: More arguments for `serve`.
            env: Additional environment variables.
            on_log: Receives each line of the standard error of the process.
            reconnects: If true, starts the process again if it ends by itself.
        """
        options = SpawnOptions(command, data_dir, args, env)
        return cls._open(lambda host: ProcessTransport(host, options), _token(), reconnects, on_log)

    @classmethod
    def connect(
        cls,
        *,
        socket: Optional[StrPath] = None,
        url: Optional[str] = None,
        port: int = 0,
        host: str = "127.0.0.1",
        token: Optional[str] = None,
        token_file: Optional[StrPath] = None,
        reconnects: bool = True,
    ) -> Bridge:
        """Connects to a bridge on a socket, a WebSocket or a port.

        Args:
            socket: The path of a Unix socket.
            url: Or the address of a WebSocket, `ws://127.0.0.1:PORT`. It requires the token.
            port: Or a TCP port of this machine.
            host: The address of the port, on this machine.
            token: The token of the port, if it requires one.
            token_file: The file with the token, `rpc.token` in the data directory; it is read for
                each connection, because each start of the bridge writes a new token.
            reconnects: If true, reconnects after the connection is lost.
        """
        address = Address(socket, url, host, port)
        return cls._open(
            lambda host: SocketTransport(host, address),
            _token(token, token_file),
            reconnects,
        )

    @classmethod
    def _open(
        cls,
        opener: Opener,
        token: Callable[[], Optional[str]],
        reconnects: bool,
        on_log: Optional[Callable[[str], object]] = None,
    ) -> Bridge:
        executor = _ThreadExecutor()
        connection = ReconnectingConnection(opener, executor, token, reconnects, on_log)
        runner = _Runner()
        try:
            runner.run(connection.open())
        except BaseException:
            runner.stop()
            executor.stop()
            raise
        return cls(connection, executor, runner)

    def call(
        self,
        method: str,
        parameters: Optional[types.JSONObject] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Any:
        """Calls a method by name, even one that this version of the interface does not know."""
        seconds = math.inf if timeout is None else timeout
        end = time.monotonic() + seconds
        future: "concurrent.futures.Future[Any]" = concurrent.futures.Future()
        connection = self._connection.begin(method, parameters or {}, future)
        try:
            connection.read_until(future.done, end)
            return future.result(None if timeout is None else max(0, end - time.monotonic()))
        except concurrent.futures.TimeoutError:
            raise CallTimeoutError(method, seconds) from None
        finally:
            future.cancel()  # Cancels the call after a timeout or an interrupt.

    def begin(
        self,
        method: str,
        parameters: Optional[types.JSONObject] = None,
        *,
        timeout: Optional[float] = None,
    ) -> "concurrent.futures.Future[Any]":
        """Makes a call without waiting for it. Cancelling the future cancels the request."""
        future: "concurrent.futures.Future[Any]" = concurrent.futures.Future()
        self._connection.begin(method, parameters or {}, future)
        if timeout is not None and not future.done():
            self._runner.soon(self._connection.limit, future, method, timeout)
        return future

    def outcome_stream(
        self, after: Optional[int] = None, epoch: Optional[str] = None
    ) -> Iterator[Union[types.NumberedOutcome, OutcomeGap]]:
        """Reads the outcomes in order, over lost connections, until the client is closed.

        It is `AsyncBridge.outcome_stream` for a loop of this thread, which waits for each outcome.

            for outcome in bridge.outcome_stream(after):
                if not isinstance(outcome, events.OutcomeGap):
                    store(outcome)
        """
        items: "queue.SimpleQueue[Any]" = queue.SimpleQueue()
        kinds = (OutcomeReceived, OutcomeGap, Reconnected, Closed)
        removals = [self._connection.listen(kind, items.put) for kind in kinds]
        try:
            position = self.call("outcomes.subscribe", _place(after, epoch))
            last: int = position["last"] if after is None else after
            last_epoch: Optional[str] = position.get("epoch") if after is None else epoch
            while True:
                item = items.get()
                if isinstance(item, Closed):
                    return
                if isinstance(item, Reconnected):
                    try:
                        self.call("outcomes.subscribe", _place(last, last_epoch))
                    except BridgeClosedError:
                        pass  # The connection was lost again.
                elif isinstance(item, OutcomeGap):
                    if item.last > last or item.reason == "rolledBack":
                        last, last_epoch = item.last, item.epoch
                        yield item
                elif item.outcome["outcome"] > last:
                    last, last_epoch = item.outcome["outcome"], item.outcome.get("epoch")
                    yield item.outcome
        finally:
            for remove in removals:
                remove()
            self.begin("outcomes.unsubscribe")

    def close(self) -> None:
        """Closes the client: calls in flight are answered, and all notifications are delivered.

        A process that `spawn` started has exited.
        """
        with self._closing:
            if not self._runner.is_running:
                return
            self._runner.run(self._connection.close())
            if self._runner.is_running:  # A handler of a signal may have closed it meanwhile.
                self._runner.stop()
        self._executor.stop()

    def __enter__(self) -> Bridge:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def _call_given(
        self,
        method: str,
        required: types.JSONObject,
        optional: types.JSONObject,
        timeout: Optional[float],
    ) -> Any:
        return self.call(method, _given(required, optional), timeout=timeout)


def _place(after: Optional[int], epoch: Optional[str]) -> types.JSONObject:
    if after is None:
        return {}
    return {"after": after} if epoch is None else {"after": after, "epoch": epoch}


def _given(required: types.JSONObject, optional: types.JSONObject) -> types.JSONObject:
    return {**required, **{name: value for name, value in optional.items() if value is not None}}


def _token(
    token: Optional[str] = None, file: Optional[StrPath] = None
) -> Callable[[], Optional[str]]:
    return lambda: token if file is None else read_token(file)


class _LoopExecutor:
    """Runs listeners and handlers on the loop."""

    def __init__(self) -> None:
        self._tasks: "set[asyncio.Future[Any]]" = set()

    def run_listener(self, listener: Listener, event: object) -> None:
        try:
            result = listener(event)
        except Exception:
            logger.exception("a listener raised")
            return
        if inspect.isawaitable(result):
            task = asyncio.ensure_future(result)
            self._tasks.add(task)
            task.add_done_callback(self._listener_done)

    def _listener_done(self, task: "asyncio.Future[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a listener raised", exc_info=task.exception())

    async def run_handler(self, handler: Callable[..., Any], arguments: Tuple[Any, ...]) -> Any:
        result = handler(*arguments)
        return await result if inspect.isawaitable(result) else result


class _ThreadExecutor:
    """Runs listeners on one thread, in order, and each handler on its own thread."""

    def __init__(self) -> None:
        self._queue: "queue.SimpleQueue[Optional[Tuple[Listener, object]]]" = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._listen, name="altcraft-listeners", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread of the listeners after the last notification, or after a time limit."""
        self._queue.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join(EXIT_TIMEOUT)

    def run_listener(self, listener: Listener, event: object) -> None:
        self._queue.put((listener, event))

    def _listen(self) -> None:
        while True:
            entry = self._queue.get()
            if entry is None:
                return
            listener, event = entry
            try:
                _finish(listener(event))
            except BaseException:  # SystemExit would end this thread.
                logger.exception("a listener raised")

    async def run_handler(self, handler: Callable[..., Any], arguments: Tuple[Any, ...]) -> Any:
        future: "concurrent.futures.Future[Any]" = concurrent.futures.Future()

        def run() -> None:
            try:
                result = _finish(handler(*arguments))
            except BaseException as error:
                # SystemExit would end the loop; a future refuses StopIteration, or is cancelled.
                lost = (StopIteration, concurrent.futures.CancelledError)
                if not isinstance(error, Exception) or isinstance(error, lost):
                    error = RuntimeError(f"the handler raised {error!r}")
                if not future.cancelled():
                    future.set_exception(error)
            else:
                if not future.cancelled():
                    future.set_result(result)

        # A daemon: a handler that never returns does not keep the process running.
        threading.Thread(target=run, name="altcraft-answer", daemon=True).start()
        return await asyncio.wrap_future(future)


def _finish(result: Any) -> Any:
    """Returns the result of a coroutine function of the host."""
    return asyncio.run(_await(result)) if inspect.isawaitable(result) else result


async def _await(result: Awaitable[T]) -> T:
    return await result


class _Runner:
    """An event loop on its own thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self.is_running = True
        self._thread = threading.Thread(target=self._run, name="altcraft-bridge", daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Returns the result of the coroutine."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def soon(self, function: Callable[..., object], *arguments: Any) -> None:
        """Runs the function on the loop."""
        self._loop.call_soon_threadsafe(function, *arguments)

    def stop(self) -> None:
        """Ends the loop and its thread."""
        self.is_running = False
        self._loop.call_soon_threadsafe(self._loop.stop)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            tasks = asyncio.all_tasks(self._loop)
            for task in tasks:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()
