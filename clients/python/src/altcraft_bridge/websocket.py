"""WebSocket (RFC 6455) for a client, without any library: the handshake, and messages as frames."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
import socket
from typing import Callable, List, Optional, Tuple
from urllib.parse import urlsplit

from .base_errors import BridgeClosedError

_SUBPROTOCOL = "altcraft-bridge.v1"
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_CONTINUATION, _TEXT, _CLOSE, _PING, _PONG = 0x0, 0x1, 0x8, 0x9, 0xA
_FINAL, _MASKED, _LONGEST_ANSWER = 0x80, 0x80, 1 << 14
_SWITCHED = b"HTTP/1.1 101 "


def address_of(url: str) -> Tuple[str, int]:
    """Returns host and port of `ws://HOST:PORT[/rpc]`. Raises `ValueError` for anything else."""
    parts = urlsplit(url)
    is_path = parts.path in ("", "/", "/rpc")
    if parts.scheme != "ws" or not parts.hostname or not parts.port or not is_path:
        raise ValueError(f"the URL of a bridge is ws://HOST:PORT, not {url}")
    return parts.hostname, parts.port


class WebSocketFraming:
    """Messages as frames; it has the same functions as `LineFraming`."""

    def __init__(self) -> None:
        self._input = bytearray()
        self._message: Optional[bytearray] = None
        self.reply: Callable[[bytes], object] = lambda _: None
        self.is_over = False

    async def shake_hands(self, peer: socket.socket, url: str) -> bytes:
        """Requests the WebSocket, and returns the bytes that follow the answer.

        Raises `BridgeClosedError` with the sentence of the bridge if it refuses.
        """
        loop, key = asyncio.get_running_loop(), base64.b64encode(os.urandom(16))
        request = (
            f"GET /rpc HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: {_SUBPROTOCOL}\r\nSec-WebSocket-Key: {key.decode()}\r\n\r\n"
        )
        await loop.sock_sendall(peer, request.encode("ascii"))
        answer = b""
        while b"\r\n\r\n" not in answer or not answer.startswith(_SWITCHED):
            data = await loop.sock_recv(peer, 4096) if len(answer) < _LONGEST_ANSWER else b""
            if not data:
                break
            answer += data
        header, _, rest = answer.partition(b"\r\n\r\n")
        status, *lines = header.decode("latin-1").split("\r\n")
        if not answer.startswith(_SWITCHED):
            sentence = rest.decode("utf-8", "replace").strip()
            raise BridgeClosedError(f"the bridge refused the WebSocket: {status}: {sentence}")
        pairs = (line.partition(":") for line in lines)
        fields = {name.strip().lower(): value.strip() for name, _, value in pairs}
        proof = base64.b64encode(hashlib.sha1(key + _GUID).digest()).decode()
        if (
            fields.get("upgrade", "").lower() != "websocket"
            or fields.get("sec-websocket-accept") != proof
            or fields.get("sec-websocket-protocol") != _SUBPROTOCOL
            or "sec-websocket-extensions" in fields
        ):
            raise BridgeClosedError(f"no bridge answers at {url}")
        return rest

    def frame(self, line: bytes) -> bytes:
        """Returns the frame of a message, without the end of its line."""
        return _masked(_TEXT, line[:-1])

    def last(self) -> bytes:
        """Returns the frame that closes the connection."""
        return _masked(_CLOSE, (1000).to_bytes(2, "big"))

    def push(self, chunk: bytes) -> List[bytes]:
        """Returns the messages that end with this chunk, and answers pings and the end."""
        self._input += chunk
        messages: List[bytes] = []
        try:
            while not self.is_over:
                frame = self._next()
                if frame is None:
                    break
                self._handle(*frame, messages)
        except ValueError as error:
            code = 1007 if isinstance(error, UnicodeDecodeError) else 1002
            self._close(code.to_bytes(2, "big"))
        return messages

    def _next(self) -> Optional[Tuple[int, bytes]]:
        """Returns the first byte and the payload of the next frame, if it is complete."""
        head, start = self._input, 2
        if len(head) < start:
            return None
        length, shortest = head[1], 0
        if 125 < length < _MASKED:
            start, shortest = (4, 126) if length == 126 else (10, 1 << 16)
            if len(head) < start:
                return None
            length = int.from_bytes(head[2:start], "big")
        is_bad_control = head[0] & 0x8 and (length > 125 or not head[0] & _FINAL)
        if head[1] & _MASKED or head[0] & 0x70 or length < shortest or is_bad_control:
            raise ValueError("a frame that RFC 6455 does not allow")
        if len(head) < start + length:
            return None
        first, payload = head[0], bytes(head[start : start + length])
        del head[: start + length]
        return first, payload

    def _handle(self, first: int, payload: bytes, messages: List[bytes]) -> None:
        kind = first & 0xF
        if kind == _PING:
            self.reply(_masked(_PONG, payload))
        elif kind == _CLOSE:
            self._close(payload[:2])
        elif kind in (_TEXT, _CONTINUATION) and (kind == _TEXT) == (self._message is None):
            self._message = self._message or bytearray()
            self._message += payload
            if first & _FINAL:
                message, self._message = bytes(self._message), None
                message.decode("utf-8")
                messages.append(message)
        elif kind != _PONG:
            raise ValueError("a kind of frame that was not expected")

    def _close(self, payload: bytes) -> None:
        self.is_over = True
        self.reply(_masked(_CLOSE, payload))


def _masked(kind: int, payload: bytes) -> bytes:
    count, key = len(payload), os.urandom(4)
    size = 0 if count < 126 else 2 if count < 1 << 16 else 8
    short = count if size == 0 else 126 if size == 2 else 127
    head = bytes((_FINAL | kind, _MASKED | short)) + (count.to_bytes(size, "big") if size else b"")
    mask = (key * (count // 4 + 1))[:count]
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(mask, "big")
    return head + key + masked.to_bytes(count, "big")
