"""The transports to a bridge, line by line. They run on the loop that opened them; see `Wire`."""

from __future__ import annotations

import asyncio
import os
import select
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Deque, Dict, Optional, Protocol, Sequence, Tuple, Union

from .base_errors import BridgeClosedError
from .protocol import LineFraming, LineSplitter
from .websocket import WebSocketFraming, address_of

# The time that a bridge may take to exit by itself: it guarantees five seconds.
EXIT_TIMEOUT = 6.0

# The time for the answer to the request of a WebSocket, which comes at once.
OPEN_TIMEOUT = 30.0

# The time to read the output of an ended process while another process holds it open.
DRAIN_TIMEOUT = 0.5

StrPath = Union[str, "os.PathLike[str]"]


class Host(Protocol):
    """Receives the output of the other side."""

    def received(self, line: bytes) -> None:
        """Handles a message."""

    def logged(self, line: str) -> None:
        """Handles a line of the standard error of the bridge process."""

    def closed(self, error: BridgeClosedError) -> None:
        """Called once, when no further message will arrive."""


class Transport(Protocol):
    """A transport to a bridge."""

    wire: Wire
    """Available when the transport is open."""

    async def open(self) -> None:
        """Opens the transport. Raises `BridgeClosedError` if there is no bridge."""

    async def close(self) -> None:
        """Closes the write side; returns when the other side has ended."""


Opener = Callable[[Host], Transport]


def read_token(path: StrPath) -> str:
    """Returns the token in the file that the bridge writes for its TCP port."""
    return Path(path).read_text(encoding="ascii").strip()


def bridge_command() -> str:
    """The program to start: that of `ALTCRAFT_BRIDGE`, of this package, or on the PATH."""
    named = os.environ.get("ALTCRAFT_BRIDGE")
    if named:
        return named
    packaged = Path(__file__).parent / "bin" / "altcraft-bridge"
    if packaged.exists():
        return str(packaged)
    return shutil.which("altcraft-bridge") or "altcraft-bridge"


@dataclass(frozen=True)
class SpawnOptions:
    """Options for starting a bridge."""

    command: Optional[StrPath] = None
    data_dir: Optional[StrPath] = None
    args: Sequence[str] = ()
    env: Optional[Dict[str, str]] = None

    @property
    def arguments(self) -> Tuple[str, ...]:
        """Returns the whole command line."""
        where = () if self.data_dir is None else ("--data-dir", os.fspath(self.data_dir))
        command = os.fspath(self.command or bridge_command())
        return (command, "serve", "--stdio", *self.args, *where)


class Wire:
    """Two descriptors: any thread may write to one, and one thread at a time reads the other.

    The thread of the loop reads while no caller waits. A thread that waits for a response reads
    itself, because a response passed between threads takes three times as long.
    """

    def __init__(
        self,
        reading: int,
        writing: int,
        received: Callable[[bytes], None],
        cut: Callable[[], object],
        framing: Union[LineFraming, WebSocketFraming],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._received = received
        self._cut = cut
        self._is_over = False
        self.ended = asyncio.Event()

        os.set_blocking(reading, False)
        self._input = reading
        self._framing = framing
        framing.reply = self._put
        self._reading = threading.Lock()
        self._poll = select.poll()
        self._poll.register(reading, select.POLLIN)
        # The loop watches this descriptor in place of the input: any thread can make the loop leave
        # the input alone.
        self._watch = select.epoll()
        self._watch.register(reading, select.EPOLLIN | select.EPOLLONESHOT)
        self._loop.add_reader(self._watch.fileno(), self._readable)

        os.set_blocking(writing, False)
        self._output = writing
        self._writing = threading.Lock()
        self._unsent = bytearray()
        self._is_full = False
        self._finish: Optional[Callable[[], None]] = None

    def send(self, line: bytes) -> None:
        """Never blocks."""
        self._put(self._framing.frame(line))

    def finish(self, finish: Callable[[], None]) -> None:
        """Calls the function when everything is written; nothing can be written after this."""
        with self._writing:
            if self._finish is None:
                self._unsent += self._framing.last()
            self._finish = finish
            self._flush()

    def read_until(self, is_done: Callable[[], bool], end: float) -> None:
        """Reads until `done`, the deadline or the end; not if another thread reads."""
        if not self._reading.acquire(blocking=False):
            return
        try:
            if not self._is_over:
                self._watch.modify(self._input, select.EPOLLONESHOT)
            while not (is_done() or self._is_over):
                # With a limit, because it may be closed in the meantime.
                left = min(end - time.monotonic(), DRAIN_TIMEOUT)
                if left <= 0:
                    return
                if self._poll.poll(left * 1000):
                    self._read_whole()
        finally:
            self._reading.release()
            self._watch_on()

    def take(self, data: bytes) -> None:
        """Handles input. Only for the thread that reads."""
        for message in self._framing.push(data):
            self._received(message)

    def close(self) -> None:
        """Stops reading and writing, so that the descriptors can be closed. On the loop."""
        self._is_over = True
        with self._reading:
            if not self._watch.closed:
                self._loop.remove_reader(self._watch.fileno())
                self._watch.close()
        with self._writing:
            self._finish = self._finish or _nothing
            self._unsent.clear()
            self._loop.remove_writer(self._output)
        self.ended.set()

    def _put(self, data: bytes) -> None:
        with self._writing:
            if self._finish is None:
                self._unsent += data
                self._flush()

    def _read_whole(self) -> None:
        try:
            self._read()
        except BaseException:
            # An interrupt from the keyboard may have lost a part of a message.
            self._cut()
            raise

    def _readable(self) -> None:
        if self._reading.acquire(blocking=False):
            try:
                self._read()
            finally:
                self._reading.release()
                self._watch_on()

    def _watch_on(self) -> None:
        try:
            self._watch.modify(self._input, select.EPOLLIN | select.EPOLLONESHOT)
        except (ValueError, OSError):
            pass  # It or its descriptor was closed in the meantime.

    def _read(self) -> None:
        try:
            data = os.read(self._input, 1 << 18)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self.take(data)
        if (not data or self._framing.is_over) and not self._is_over:
            self._is_over = True
            self._loop.call_soon_threadsafe(self.close)

    def _flush(self) -> None:
        try:
            while self._unsent:
                del self._unsent[: os.write(self._output, self._unsent)]
        except BlockingIOError:
            if not self._is_full:
                self._is_full = True
                self._loop.call_soon_threadsafe(self._await_room)
            return
        except OSError:
            self._unsent.clear()  # The reader sees the end too, and its reason.
        if self._finish is not None:
            finish, self._finish = self._finish, _nothing
            finish()

    def _await_room(self) -> None:
        if not self._is_over:
            self._loop.add_writer(self._output, self._writable)

    def _writable(self) -> None:
        with self._writing:
            self._loop.remove_writer(self._output)
            self._is_full = False
            self._flush()


def _nothing() -> None:
    pass


class _Log(asyncio.Protocol):
    """Splits the log of a process into lines."""

    def __init__(self, line: Callable[[bytes], None]) -> None:
        self._line = line
        self._splitter = LineSplitter()
        self.ended = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        for line in self._splitter.push(data):
            self._line(line)

    def connection_lost(self, error: Optional[Exception]) -> None:
        for line in self._splitter.flush():
            self._line(line)
        self.ended.set()


class ProcessTransport:
    """A child process with its standard input and output."""

    def __init__(self, host: Host, options: SpawnOptions) -> None:
        self._host = host
        self._options = options
        self._tail: Deque[str] = deque(maxlen=20)
        self._over = asyncio.Event()

    async def open(self) -> None:
        """Starts the process."""
        loop = asyncio.get_running_loop()
        options = self._options
        try:
            # Its own session, and so its own process group: this process handles an interrupt from
            # the keyboard.
            process = subprocess.Popen(
                options.arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=None if options.env is None else {**os.environ, **options.env},
            )
        except OSError as error:
            raise BridgeClosedError(f"the bridge cannot be started: {error}") from error
        self._process = process
        assert process.stdin and process.stdout
        try:
            self._log, self._logged_all = await loop.connect_read_pipe(
                lambda: _Log(self._logged), process.stderr
            )
        except BaseException:  # The caller has cancelled the start.
            process.kill()
            process.wait()
            raise
        reading, writing = process.stdout.fileno(), process.stdin.fileno()
        self.wire = Wire(reading, writing, self._host.received, process.kill, LineFraming())
        threading.Thread(target=self._wait, args=(loop,), daemon=True).start()

    async def close(self) -> None:
        assert self._process.stdin
        self.wire.finish(self._process.stdin.close)
        try:
            await asyncio.wait_for(self._over.wait(), EXIT_TIMEOUT)
        except asyncio.TimeoutError:
            self._process.kill()
            await self._over.wait()

    def _logged(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace").rstrip("\r")
        self._tail.append(text)
        self._host.logged(text)

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        self._process.wait()
        try:
            loop.call_soon_threadsafe(lambda: loop.create_task(self._ended()))
        except RuntimeError:
            pass  # The loop has ended before the process.

    async def _ended(self) -> None:
        outputs = [
            asyncio.ensure_future(output.ended.wait()) for output in (self.wire, self._logged_all)
        ]
        await asyncio.wait(outputs, timeout=DRAIN_TIMEOUT)
        self.wire.close()
        self._log.close()
        await asyncio.wait(outputs)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            pipe.close()
        self._over.set()
        status = self._process.returncode
        how = f"status {status}" if status >= 0 else f"signal {_signal_name(-status)}"
        tail = "\n".join(self._tail)[-4096:]
        self._host.closed(BridgeClosedError(f"the bridge has ended with {how}", status, tail))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


@dataclass(frozen=True)
class Address:
    """The address of a running bridge: that of its Unix socket, WebSocket or TCP port."""

    socket: Optional[StrPath]
    url: Optional[str]
    host: str
    port: int


class SocketTransport:
    """A connection to a running bridge."""

    def __init__(self, host: Host, address: Address) -> None:
        self._host = host
        self._url = address.url
        self._address: Union[str, Tuple[str, int]] = address.host, address.port
        if address.url is not None:
            self._address = address_of(address.url)
        self._family = socket.AF_INET6 if ":" in self._address[0] else socket.AF_INET
        if address.socket is not None:
            self._address, self._family = os.fspath(address.socket), socket.AF_UNIX

    async def open(self) -> None:
        """Connects."""
        self._peer = socket.socket(self._family)
        self._peer.setblocking(False)
        framing: Union[LineFraming, WebSocketFraming] = LineFraming()
        rest = b""
        try:
            await asyncio.get_running_loop().sock_connect(self._peer, self._address)
            if self._family != socket.AF_UNIX:
                self._peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._url is not None:
                framing = WebSocketFraming()
                handshake = framing.shake_hands(self._peer, self._url)
                rest = await asyncio.wait_for(handshake, OPEN_TIMEOUT)
        except BaseException as error:
            self._peer.close()
            if not isinstance(error, (OSError, asyncio.TimeoutError)):
                raise
            raise BridgeClosedError(f"the bridge cannot be reached: {error}") from error
        descriptor = self._peer.fileno()
        self.wire = Wire(descriptor, descriptor, self._host.received, self._shut, framing)
        if rest:
            self.wire.take(rest)
        self._watcher = asyncio.ensure_future(self._wait())

    async def close(self) -> None:
        self.wire.finish(lambda: self._shut(socket.SHUT_WR))
        await asyncio.wait([self._watcher], timeout=EXIT_TIMEOUT)
        self.wire.close()
        await self._watcher

    def _shut(self, how: int = socket.SHUT_RDWR) -> None:
        try:
            self._peer.shutdown(how)
        except OSError:
            pass  # The other side has already closed it.

    async def _wait(self) -> None:
        await self.wire.ended.wait()
        self._peer.close()
        self._host.closed(BridgeClosedError("the connection to the bridge has ended"))
