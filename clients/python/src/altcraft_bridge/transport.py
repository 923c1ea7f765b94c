"""The ways to a bridge and back, line by line. All of it runs on the loop it was opened on."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import threading
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Deque, Dict, Optional, Protocol, Sequence, Tuple, Union

from .failures import BridgeClosedError
from .protocol import LineSplitter

# How long a bridge may take to end by itself: it promises five seconds.
PATIENCE = 6.0

# How long the output of a process that has ended is read on, where another still holds it.
LAST_WORDS = 0.5

StrPath = Union[str, "os.PathLike[str]"]


class Host(Protocol):
    """Gets what comes from the other side."""

    def received(self, line: bytes) -> None:
        """A message."""

    def logged(self, line: str) -> None:
        """What a process of our own wrote to its standard error."""

    def closed(self, error: BridgeClosedError) -> None:
        """Once, when no message will come any more."""


class Transport(Protocol):
    """A way to the bridge."""

    async def open(self) -> None:
        """Before anything else. Raises `BridgeClosedError` where there is no bridge."""

    def send(self, line: bytes) -> None:
        """Never waits."""

    async def close(self) -> None:
        """Says that nothing more will be sent; returns when the other side is done."""


Opener = Callable[[Host], Transport]


def read_token(path: StrPath) -> str:
    """The token in a file, as the bridge writes it for its TCP port."""
    return Path(path).read_text(encoding="ascii").strip()


def bridge_command() -> str:
    """The program to start: that of `ALTCRAFT_BRIDGE`, of this package, or of the PATH."""
    named = os.environ.get("ALTCRAFT_BRIDGE")
    if named:
        return named
    packaged = Path(__file__).parent / "bin" / "altcraft-bridge"
    if packaged.exists():
        return str(packaged)
    return shutil.which("altcraft-bridge") or "altcraft-bridge"


@dataclass(frozen=True)
class SpawnOptions:
    """How to start a bridge of our own."""

    command: Optional[StrPath] = None
    data_dir: Optional[StrPath] = None
    args: Sequence[str] = ()
    env: Optional[Dict[str, str]] = None

    @property
    def arguments(self) -> Tuple[str, ...]:
        """The whole command line."""
        where = () if self.data_dir is None else ("--data-dir", os.fspath(self.data_dir))
        command = os.fspath(self.command or bridge_command())
        return (command, "serve", "--stdio", *self.args, *where)


class _Lines(asyncio.Protocol):
    """Cuts what arrives into lines, and says when nothing more will."""

    def __init__(
        self,
        line: Callable[[bytes], None],
        over: Callable[[Optional[Exception]], None] = lambda error: None,
    ) -> None:
        self._line = line
        self._over = over
        self._splitter = LineSplitter()
        self.ended = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        for line in self._splitter.push(data):
            self._line(line)

    def connection_lost(self, error: Optional[Exception]) -> None:
        for line in self._splitter.flush():
            self._line(line)
        self.ended.set()
        self._over(error)


class ProcessTransport:
    """A process of our own, by its standard input and output."""

    def __init__(self, host: Host, options: SpawnOptions) -> None:
        self._host = host
        self._options = options
        self._tail: Deque[str] = deque(maxlen=20)
        self._over = asyncio.Event()

    async def open(self) -> None:
        """Starts it."""
        loop = asyncio.get_running_loop()
        options = self._options
        try:
            # A session, and so a process group, of its own: an interrupt from the keyboard is the
            # business of this process.
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
        self._pipes = []
        self._outputs = []
        try:
            self._input, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, process.stdin)
            for pipe, line in (
                (process.stdout, self._host.received),
                (process.stderr, self._logged),
            ):
                transport, output = await loop.connect_read_pipe(_lines(line), pipe)
                self._pipes.append(transport)
                self._outputs.append(output)
        except BaseException:  # Whoever opens it has given up.
            process.kill()
            process.wait()
            raise
        threading.Thread(target=self._wait, args=(loop,), daemon=True).start()

    def send(self, line: bytes) -> None:
        self._input.write(line)

    async def close(self) -> None:
        self._input.close()
        try:
            await asyncio.wait_for(self._over.wait(), PATIENCE)
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
            pass  # The loop has ended before the process: nobody is left to tell.

    async def _ended(self) -> None:
        outputs = [asyncio.ensure_future(output.ended.wait()) for output in self._outputs]
        await asyncio.wait(outputs, timeout=LAST_WORDS)
        for pipe in self._pipes:
            pipe.close()
        await asyncio.wait(outputs)
        self._input.close()
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


def _lines(line: Callable[[bytes], None]) -> Callable[[], _Lines]:
    return lambda: _Lines(line)


class SocketTransport:
    """A connection to a bridge that is there already."""

    def __init__(self, host: Host, socket: Optional[StrPath], address: Tuple[str, int]) -> None:
        self._host = host
        self._socket = socket
        self._address = address

    async def open(self) -> None:
        """Connects."""
        loop = asyncio.get_running_loop()

        def lines() -> _Lines:
            return _Lines(self._host.received, self._closed)

        try:
            if self._socket is not None:
                path = os.fspath(self._socket)
                self._transport, self._lines = await loop.create_unix_connection(lines, path)
            else:
                self._transport, self._lines = await loop.create_connection(lines, *self._address)
        except OSError as error:
            raise BridgeClosedError(f"the bridge cannot be reached: {error}") from error

    def send(self, line: bytes) -> None:
        self._transport.write(line)

    async def close(self) -> None:
        if not self._transport.is_closing():
            self._transport.write_eof()
        try:
            await asyncio.wait_for(self._lines.ended.wait(), PATIENCE)
        except asyncio.TimeoutError:
            self._transport.abort()

    def _closed(self, error: Optional[Exception]) -> None:
        reason = "the connection to the bridge has ended"
        self._host.closed(BridgeClosedError(f"{reason}: {error}" if error else reason))
