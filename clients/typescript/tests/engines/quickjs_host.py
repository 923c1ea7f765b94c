"""Runs a bundle in QuickJS with the globals of React Native: quickjs_host.py SHIM BUNDLE.

Lines of standard input are commands for the agent in the bundle, and `reload`. Lines of standard output are its messages.
A reload leaves the connections of the old context open and unread, as a phone does.
"""

import base64
import heapq
import os
import queue
import socket
import sys
import threading
import time
from urllib.parse import urlsplit

import quickjs


class WebSocket:
    """A connection of React Native: it sends its target as origin."""

    def __init__(self, app: "App", number: int, url: str, protocols: str) -> None:
        self.app, self.number, self.url, self.protocols = app, number, url, protocols
        self.connection = socket.socket()
        threading.Thread(target=self.run, daemon=True).start()

    def emit(self, kind: str, detail: str = "", code: int = 0) -> None:
        self.app.inbox.put((self.app, kind, self.number, detail, code))

    def run(self) -> None:
        code, reason = 1006, ""
        try:
            parts = urlsplit(self.url)
            self.connection = socket.create_connection((parts.hostname, parts.port))
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.stream = self.connection.makefile("rb")
            self.open(parts.netloc, parts.path)
            self.emit("open")
            code, reason = self.read()
        except (OSError, EOFError) as error:
            self.emit("error", str(error))
        self.connection.close()
        self.emit("close", reason, code)

    def open(self, host: str, path: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self.connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: {self.protocols}\r\n\r\n".encode()
        )
        status = self.stream.readline().decode().split(None, 1)
        while self.stream.readline().strip():
            pass
        if not status or not status[1].startswith("101"):
            raise OSError(f"Expected HTTP 101 response but was '{''.join(status[1:]).strip()}'")

    def read(self) -> "tuple[int, str]":
        """Reads frames until the peer closes; returns the code and the reason."""
        message = b""
        while True:
            first, second = self.exactly(2)
            size = second & 127
            if size > 125:
                size = int.from_bytes(self.exactly(2 if size == 126 else 8), "big")
            payload = self.exactly(size)
            opcode = first & 15
            if self.app.is_left:
                threading.Event().wait()
            if opcode == 8:
                self.write(8, payload)
                return int.from_bytes(payload[:2] or b"\x03\xed", "big"), payload[2:].decode()
            if opcode == 9:
                self.write(10, payload)
            if opcode < 3:
                message += payload
                if first & 128:
                    self.emit("message", message.decode())
                    message = b""

    def exactly(self, size: int) -> bytes:
        data = self.stream.read(size)
        if len(data) < size:
            raise EOFError("the connection has ended")
        return data

    def write(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes([128 | opcode])
        if size < 126:
            head += bytes([128 | size])
        elif size < 65536:
            head += bytes([254]) + size.to_bytes(2, "big")
        else:
            head += bytes([255]) + size.to_bytes(8, "big")
        mask = os.urandom(4)
        stretched = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload, "big") ^ int.from_bytes(stretched, "big")).to_bytes(size, "big")
        try:
            self.connection.sendall(head + mask + masked)
        except OSError:
            pass  # The reader reports the end.


class App:
    """One start of the app."""

    def __init__(self, inbox: "queue.Queue", sources: "list[str]") -> None:
        self.inbox = inbox
        self.is_left = False
        self.timers: "list[tuple[float, int]]" = []
        self.sockets: "dict[int, WebSocket]" = {}
        self.context = quickjs.Context()
        for function in (self.host_timer, self.host_connect, self.host_send, self.host_close):
            self.context.add_callable(function.__name__, function)
        self.context.add_callable("host_tell", lambda text: print(text, flush=True))
        self.context.add_callable("host_log", lambda text: print(text, file=sys.stderr, flush=True))
        for source in sources:
            self.context.eval(source)
            self.finish()

    def host_timer(self, number: int, milliseconds: float) -> None:
        heapq.heappush(self.timers, (time.monotonic() + milliseconds / 1000, number))

    def host_connect(self, number: int, url: str, protocols: str) -> None:
        self.sockets[number] = WebSocket(self, number, url, protocols)

    def host_send(self, number: int, text: str) -> None:
        self.sockets[number].write(1, text.encode())

    def host_close(self, number: int, code: int) -> None:
        self.sockets[number].write(8, int(code).to_bytes(2, "big"))

    def finish(self) -> None:
        """Runs the callbacks of promises."""
        while self.context.execute_pending_job():
            pass

    def event(self, kind: str, number: int, detail: str, code: int) -> None:
        self.context.get("host_event")(kind, number, detail, code)
        self.finish()

    def run_timers(self) -> "float | None":
        """Runs the timers that are due; returns the time to the next one."""
        while self.timers:
            rest = self.timers[0][0] - time.monotonic()
            if rest > 0:
                return rest
            self.event("timer", heapq.heappop(self.timers)[1], "", 0)
        return None


def main() -> None:
    sources = [open(path, encoding="utf-8").read() for path in sys.argv[1:]]
    inbox: "queue.Queue" = queue.Queue()
    app = App(inbox, sources)

    def read() -> None:
        for line in sys.stdin:
            inbox.put(line.rstrip("\n"))
        inbox.put(None)

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            item = inbox.get(timeout=app.run_timers())
        except queue.Empty:
            continue
        if item is None:
            os._exit(0)
        if item == "reload":
            app.is_left = True
            app = App(inbox, sources)
        elif isinstance(item, str):
            app.event("command", 0, item, 0)
        elif item[0] is app:
            app.event(*item[1:])


main()
