"""The bridge in two forms: `Bridge` waits for its answers, `AsyncBridge` is for asyncio."""

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
    Awaitable,
    Callable,
    Coroutine,
    Dict,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
    overload,
)

from .connection import Line, Listener, logger
from .failures import CallTimeoutError
from .generated import types
from .generated.async_methods import AsyncMethods
from .generated.callbacks import Callbacks
from .generated.methods import Methods
from .happenings import Disconnected, Event, Gap, Reconnected
from .transport import (
    PATIENCE,
    Opener,
    ProcessTransport,
    SocketTransport,
    SpawnOptions,
    StrPath,
    read_token,
)

T = TypeVar("T")
Happening = TypeVar("Happening", bound=Union[Event, Gap, Disconnected, Reconnected])


class _Host(Callbacks):
    """What both forms have: answers to questions, and listeners."""

    _line: Line

    @property
    def info(self) -> types.BridgeInfo:
        """What the bridge at the other end says of itself."""
        return self._line.info

    @overload
    def on(
        self, kind: Type[Happening], listener: Callable[[Happening], object]
    ) -> Callable[[], None]: ...

    @overload
    def on(self, kind: str, listener: Callable[[Event], object]) -> Callable[[], None]: ...

    def on(self, kind: Union[type, str], listener: Listener) -> Callable[[], None]:
        """Calls `listener` for what is of that class, or for events of that name.

        `events.Event` is for every event, `events.UnknownEvent` for those that this version of the
        interface does not know. What is returned takes the listener back.
        """
        return self._line.listen(kind, listener)

    def _handle(self, name: str, answer: Callable[..., Any]) -> None:
        self._line.handlers[name] = answer


class AsyncBridge(AsyncMethods, _Host):
    """The bridge for asyncio: every method of the SDK, its events, and the questions it asks.

        async with await AsyncBridge.spawn(data_dir="/var/lib/app/altcraft") as bridge:
            bridge.handle("provider.getToken", lambda provider: token)
            bridge.on(events.PushSubscribeSucceeded, lambda event: print(event.value))
            await bridge.events.subscribe()

    All of it belongs to the loop on which it was opened. Listeners and answers run there, and may
    be coroutine functions. Whoever cancels a call cancels the request.
    """

    def __init__(self, line: Line) -> None:
        super().__init__(self._call_given)
        self._line = line

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
        """Starts a bridge of our own; it ends with this process.

        Args:
            data_dir: Where work is kept.
            command: The program; by default `ALTCRAFT_BRIDGE`, that of this package, or the one
                on the PATH.
            args: More arguments for `serve`.
            env: Variables beside those of this process.
            on_log: Gets each line of the standard error of the process.
            reconnects: Whether to start it again when it has ended by itself.
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
        port: int = 0,
        host: str = "127.0.0.1",
        token: Optional[str] = None,
        token_file: Optional[StrPath] = None,
        reconnects: bool = True,
    ) -> AsyncBridge:
        """Connects to a bridge that is served on a socket or a port.

        Args:
            socket: The path of a Unix socket.
            port: Or a TCP port of this machine.
            host: The address of this machine that the port is on.
            token: The token of the TCP port, where it asks for one.
            token_file: The file in which the bridge has it, `rpc.token` of its data directory;
                it is read for each connection, as a bridge that was started again has another.
            reconnects: Whether to come back after the connection is lost.
        """
        address = (host, port)
        return await cls._open(
            lambda host: SocketTransport(host, socket, address),
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
        line = Line(opener, _LoopHands(), token, reconnects, on_log)
        await line.open()
        return cls(line)

    async def call(
        self,
        method: str,
        parameters: Optional[types.JSONObject] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Any:
        """Calls a method by name, also one that this version of the interface does not know."""
        future: "asyncio.Future[Any]" = asyncio.get_running_loop().create_future()
        self._line.begin(method, parameters or {}, future)
        if timeout is not None:
            self._line.limit(future, method, timeout)
        return await future

    async def close(self) -> None:
        """Ends in an orderly way: what is in flight is answered.

        A process of our own has ended then.
        """
        await self._line.close()

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
    """The bridge: every method of the SDK, its events, and the questions it asks.

        with Bridge.spawn(data_dir="/var/lib/app/altcraft") as bridge:
            bridge.handle("provider.getToken", lambda provider: token)
            bridge.on(events.PushSubscribeSucceeded, lambda event: print(event.value))
            bridge.events.subscribe()

    It may be used by several threads. Listeners run one after the other on a thread of their own,
    and each answer to a question on another; both may make calls.
    """

    def __init__(self, line: Line, hands: _ThreadHands, runner: _Runner) -> None:
        super().__init__(self._call_given)
        self._line = line
        self._hands = hands
        self._runner = runner

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
        """Starts a bridge of our own; it ends with this process.

        Args:
            data_dir: Where work is kept.
            command: The program; by default `ALTCRAFT_BRIDGE`, that of this package, or the one
                on the PATH.
            args: More arguments for `serve`.
            env: Variables beside those of this process.
            on_log: Gets each line of the standard error of the process.
            reconnects: Whether to start it again when it has ended by itself.
        """
        options = SpawnOptions(command, data_dir, args, env)
        return cls._open(lambda host: ProcessTransport(host, options), _token(), reconnects, on_log)

    @classmethod
    def connect(
        cls,
        *,
        socket: Optional[StrPath] = None,
        port: int = 0,
        host: str = "127.0.0.1",
        token: Optional[str] = None,
        token_file: Optional[StrPath] = None,
        reconnects: bool = True,
    ) -> Bridge:
        """Connects to a bridge that is served on a socket or a port.

        Args:
            socket: The path of a Unix socket.
            port: Or a TCP port of this machine.
            host: The address of this machine that the port is on.
            token: The token of the TCP port, where it asks for one.
            token_file: The file in which the bridge has it, `rpc.token` of its data directory;
                it is read for each connection, as a bridge that was started again has another.
            reconnects: Whether to come back after the connection is lost.
        """
        address = (host, port)
        return cls._open(
            lambda host: SocketTransport(host, socket, address),
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
        hands = _ThreadHands()
        line = Line(opener, hands, token, reconnects, on_log)
        runner = _Runner()
        try:
            runner.run(line.open())
        except BaseException:
            runner.stop()
            hands.stop()
            raise
        return cls(line, hands, runner)

    def call(
        self,
        method: str,
        parameters: Optional[types.JSONObject] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Any:
        """Calls a method by name, also one that this version of the interface does not know."""
        seconds = math.inf if timeout is None else timeout
        end = time.monotonic() + seconds
        future: "concurrent.futures.Future[Any]" = concurrent.futures.Future()
        link = self._line.begin(method, parameters or {}, future)
        try:
            link.read_until(future.done, end)
            return future.result(None if timeout is None else max(0, end - time.monotonic()))
        except concurrent.futures.TimeoutError:
            raise CallTimeoutError(method, seconds) from None
        finally:
            future.cancel()  # Gives up what is not over: its time is, or there was an interrupt.

    def begin(
        self,
        method: str,
        parameters: Optional[types.JSONObject] = None,
        *,
        timeout: Optional[float] = None,
    ) -> "concurrent.futures.Future[Any]":
        """Makes a call without waiting for it. Whoever cancels the future cancels the request."""
        future: "concurrent.futures.Future[Any]" = concurrent.futures.Future()
        self._line.begin(method, parameters or {}, future)
        if timeout is not None and not future.done():
            self._runner.soon(self._line.limit, future, method, timeout)
        return future

    def close(self) -> None:
        """Ends in an orderly way: what is in flight is answered, and listeners have been told.

        A process of our own has ended then.
        """
        if self._runner.is_running:
            self._runner.run(self._line.close())
            self._runner.stop()
            self._hands.stop()

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


def _given(required: types.JSONObject, optional: types.JSONObject) -> types.JSONObject:
    return {**required, **{name: value for name, value in optional.items() if value is not None}}


def _token(
    token: Optional[str] = None, file: Optional[StrPath] = None
) -> Callable[[], Optional[str]]:
    return lambda: token if file is None else read_token(file)


class _LoopHands:
    """Runs listeners and answers on the loop."""

    def __init__(self) -> None:
        self._tasks: "set[asyncio.Future[Any]]" = set()

    def tell(self, listener: Listener, happening: object) -> None:
        try:
            result = listener(happening)
        except Exception:
            logger.exception("a listener raised")
            return
        if inspect.isawaitable(result):
            task = asyncio.ensure_future(result)
            self._tasks.add(task)
            task.add_done_callback(self._told)

    def _told(self, task: "asyncio.Future[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a listener raised", exc_info=task.exception())

    async def ask(self, answer: Callable[..., Any], arguments: Tuple[Any, ...]) -> Any:
        result = answer(*arguments)
        return await result if inspect.isawaitable(result) else result


class _ThreadHands:
    """Runs listeners on one thread, in order, and each answer on a thread of its own."""

    def __init__(self) -> None:
        self._queue: "queue.SimpleQueue[Optional[Tuple[Listener, object]]]" = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._listen, name="altcraft-listeners", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread of the listeners when they have been told all there was, or take long."""
        self._queue.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join(PATIENCE)

    def tell(self, listener: Listener, happening: object) -> None:
        self._queue.put((listener, happening))

    def _listen(self) -> None:
        while True:
            entry = self._queue.get()
            if entry is None:
                return
            listener, happening = entry
            try:
                _finish(listener(happening))
            except Exception:
                logger.exception("a listener raised")

    async def ask(self, answer: Callable[..., Any], arguments: Tuple[Any, ...]) -> Any:
        future: "concurrent.futures.Future[Any]" = concurrent.futures.Future()

        def run() -> None:
            try:
                result = _finish(answer(*arguments))
            except BaseException as error:
                if not future.cancelled():
                    future.set_exception(error)
            else:
                if not future.cancelled():
                    future.set_result(result)

        # A daemon: an answer that never comes keeps nobody from ending.
        threading.Thread(target=run, name="altcraft-answer", daemon=True).start()
        return await asyncio.wrap_future(future)


def _finish(result: Any) -> Any:
    """What a coroutine function of the host comes to."""
    return asyncio.run(_await(result)) if inspect.isawaitable(result) else result


async def _await(result: Awaitable[T]) -> T:
    return await result


class _Runner:
    """A loop on a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self.is_running = True
        self._thread = threading.Thread(target=self._run, name="altcraft-bridge", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What that comes to."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def soon(self, function: Callable[..., object], *arguments: Any) -> None:
        """Runs that on the loop."""
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
