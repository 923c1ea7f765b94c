"""A peer without a library: HTTP and frames as bytes, right or wrong."""
import json, socket, time

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
TIMEOUT = 5
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def frame(payload, first=0x80 | TEXT, key=b"\x11\x22\x33\x44", length=None):
    """Returns a frame. `key` None leaves it unmasked; `length` is the field as it is sent."""
    if isinstance(payload, str):
        payload = payload.encode()
    count, mask = len(payload), 0 if key is None else 0x80
    if length is None:
        size = 0 if count < 126 else 2 if count < 65_536 else 8
        length = bytes((mask | (count if size == 0 else 126 if size == 2 else 127),))
        length += count.to_bytes(size, "big") if size else b""
    if key is not None:
        repeated = (key * (count // 4 + 1))[:count]
        masked = int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")
        payload = key + masked.to_bytes(count, "big")
    return bytes((first,)) + length + payload


class Peer:
    """A TCP connection to the port of the WebSocket."""

    def __init__(self, port, data=b""):
        self.port, self.input, self.is_over = port, b"", False
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if data:
            self.send(data)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            pass  # The answer says why the other side has closed it.

    def more(self):
        """Reads; returns False at the end."""
        try:
            data = self.socket.recv(65_536)
        except ConnectionError:
            data = b""
        self.input += data
        self.is_over = not data
        return bool(data)

    def head(self):
        """Returns the status of the answer and its header lines as a dictionary; 0 for none."""
        while b"\r\n\r\n" not in self.input:
            if not self.more():
                return 0, {}
        head, _, self.input = self.input.partition(b"\r\n\r\n")
        status, *lines = head.decode("latin-1").split("\r\n")
        fields = {}
        for line in lines:
            name, _, value = line.partition(":")
            fields[name.lower()] = value.strip()
        return int(status.split(" ")[1]), fields

    def body(self):
        while self.more():
            pass
        return self.input.decode("utf-8", "replace")

    def frame(self):
        """Returns kind and payload of the next frame; (None, b"") at the end."""
        while True:
            data = self.input
            if len(data) > 1:
                count, start = data[1], 2
                if count > 125:
                    start = 4 if count == 126 else 10
                    count = int.from_bytes(data[2:start], "big")
                if len(data) >= max(start, start + count):
                    self.input = data[start + count :]
                    return data[0] & 15, data[start : start + count]
            if not self.more():
                return None, b""

    def outcome(self):
        """Returns what the bridge sends until the end: codes of errors, `result` and the code of the close frame."""
        words, end = [], time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            kind, payload = self.frame()
            if kind == TEXT:
                answers = json.loads(payload)
                for answer in answers if isinstance(answers, list) else [answers]:
                    words.append(str(answer["error"]["code"]) if "error" in answer else "result")
            elif kind == CLOSE:
                words.append(f"close {int.from_bytes(payload[:2], 'big')}")
                return ", ".join(words)
            elif kind is None:
                return ", ".join([*words, "end"])
        return ", ".join([*words, "open"])


def handshake(port, protocols=(), path="/rpc", version="HTTP/1.1", drop=(), more=(), **fields):
    """Returns a request for the WebSocket; `drop` leaves fields out, `more` are lines as they are sent."""
    named = {
        "Host": f"127.0.0.1:{port}", "Connection": "Upgrade", "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY,
    }
    if protocols:
        named["Sec-WebSocket-Protocol"] = ", ".join(protocols)
    named.update({name.replace("_", "-"): value for name, value in fields.items()})
    lines = [f"{name}: {value}" for name, value in named.items() if name not in drop]
    return "\r\n".join([f"GET {path} {version}", *lines, *more, "", ""]).encode("latin-1")


V1 = "altcraft-bridge.v1"


def bearing(token):
    """Returns the subprotocols that carry a token."""
    return V1, f"altcraft-bridge.token.{token}"


def opened(bridge, token=None):
    """Returns a peer whose WebSocket is open. Waits for room: the connections of the attack before may not have ended yet."""
    for _ in range(10):
        peer = Peer(bridge.port, handshake(bridge.port, bearing(token) if token is not None else (V1,)))
        status, fields = peer.head()
        if status != 503:
            break
        peer.socket.close()
        time.sleep(int(fields["retry-after"]))
    assert status == 101, f"status {status}"
    assert fields.get("sec-websocket-protocol") == V1, fields
    assert "sec-websocket-extensions" not in fields, fields
    return peer
