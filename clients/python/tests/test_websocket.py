"""WebSocket: the handshake, frames in any form, and what ends the connection."""

from __future__ import annotations

import base64
import hashlib
import socket
import threading
import unittest
from typing import List, Tuple

import support
from altcraft_bridge import Bridge, BridgeClosedError, BridgeError
from altcraft_bridge.websocket import WebSocketFraming, address_of


def frame(first: int, payload: bytes, length: bytes = b"") -> bytes:
    """Returns a frame of a server, with its shortest length or another one."""
    count = len(payload)
    if not length and count < 126:
        length = bytes((count,))
    elif not length:
        length = b"\x7e" + count.to_bytes(2, "big") if count < 65_536 else b""
        length = length or b"\x7f" + count.to_bytes(8, "big")
    return bytes((first,)) + length + payload


def unmasked(data: bytes) -> List[Tuple[int, bytes]]:
    """Returns first byte and payload of each frame of a client."""
    frames = []
    while data:
        assert data[1] & 0x80, "a client masks every frame"
        count, start = data[1] & 0x7F, 2
        if count > 125:
            start = 4 if count == 126 else 10
            count = int.from_bytes(data[2:start], "big")
        key, body = data[start : start + 4], data[start + 4 : start + 4 + count]
        frames.append((data[0], bytes(byte ^ key[at % 4] for at, byte in enumerate(body))))
        data = data[start + 4 + count :]
    return frames


class FramingTests(unittest.TestCase):
    """Frames, without a connection."""

    def setUp(self) -> None:
        self.framing = WebSocketFraming()
        self.replies: List[Tuple[int, bytes]] = []
        self.framing.reply = lambda data: self.replies.extend(unmasked(data))

    def test_a_message_of_any_length_arrives_in_any_pieces(self) -> None:
        messages = [b"x" * count for count in (0, 125, 126, 65_535, 65_536)]
        messages.append("\U0001f600".encode())
        whole = b"".join(frame(0x81, message) for message in messages)
        for size in (1, 7, 65_537, len(whole)):
            pieces = (whole[at : at + size] for at in range(0, len(whole), size))
            self.assertEqual([m for piece in pieces for m in self.framing.push(piece)], messages)

    def test_a_message_may_be_fragmented_with_pings_between(self) -> None:
        # The character is cut at the border of a fragment.
        text = '"\U0001f600"'.encode()
        pieces = frame(0x01, text[:3]) + frame(0x89, b"now") + frame(0x00, b"")
        self.assertEqual(self.framing.push(pieces), [])
        self.assertEqual(self.framing.push(frame(0x8A, b"?") + frame(0x80, text[3:])), [text])
        self.assertEqual(self.replies, [(0x8A, b"now")])
        self.assertFalse(self.framing.is_over)

    def test_a_message_is_sent_as_one_masked_frame(self) -> None:
        for count in (0, 1, 125, 126, 65_535, 65_536, 1 << 20):
            text = bytes(97 + at % 26 for at in range(count))
            sent = self.framing.frame(text + b"\n")
            self.assertEqual(unmasked(sent), [(0x81, text)])
        self.assertNotEqual(self.framing.frame(b"a\n"), self.framing.frame(b"a\n"))
        self.assertEqual(unmasked(self.framing.last()), [(0x88, (1000).to_bytes(2, "big"))])

    def test_the_end_is_answered_with_its_code(self) -> None:
        for payload in (b"", (1001).to_bytes(2, "big") + b"bye"):
            self.setUp()
            self.assertEqual(self.framing.push(frame(0x88, payload) + frame(0x81, b"late")), [])
            self.assertTrue(self.framing.is_over)
            self.assertEqual(self.replies, [(0x88, payload[:2])])

    def test_frames_that_the_standard_forbids_end_the_connection(self) -> None:
        cases = {
            "masked": (1002, frame(0x81, b"\0\0\0\0a", b"\x81")),
            "a reserved bit": (1002, frame(0xC1, b"a")),
            "an unknown kind": (1002, frame(0x83, b"a")),
            "a binary message": (1002, frame(0x82, b"a")),
            "an unknown control frame": (1002, frame(0x8B, b"")),
            "a long control frame": (1002, frame(0x89, b"x" * 126)),
            "a fragmented control frame": (1002, frame(0x09, b"")),
            "a length that is not the shortest": (1002, frame(0x81, b"a", b"\x7e\0\x01")),
            "a short length in eight bytes": (1002, b"\x81\x7f" + bytes(7) + b"\x01a"),
            "a continuation of nothing": (1002, frame(0x80, b"a")),
            "a message within a message": (1002, frame(0x01, b"a") + frame(0x81, b"a")),
            "text that is not UTF-8": (1007, frame(0x81, b"\xff")),
        }
        for name, (code, data) in cases.items():
            with self.subTest(name):
                self.setUp()
                self.assertEqual(self.framing.push(data), [])
                self.assertTrue(self.framing.is_over)
                self.assertEqual(self.replies, [(0x88, code.to_bytes(2, "big"))])


class HandshakeTests(unittest.TestCase):
    """The request for the WebSocket, and answers of other servers."""

    def serve(self, *answers: str) -> str:
        """Answers each connection with the text, in which $PROOF is the proof for its key."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.requests: List[str] = []

        def run() -> None:
            for answer in answers:
                peer, _ = listener.accept()
                with peer:
                    request = b""
                    while not request.endswith(b"\r\n\r\n"):
                        request += peer.recv(4096)
                    self.requests.append(request.decode())
                    key = request.split(b"Sec-WebSocket-Key: ")[1].split(b"\r\n")[0]
                    digest = hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
                    proof = base64.b64encode(digest).decode()
                    peer.sendall(answer.replace("$PROOF", proof).encode())

        thread = threading.Thread(target=run)
        thread.start()
        self.addCleanup(listener.close)
        self.addCleanup(thread.join)
        return f"ws://127.0.0.1:{listener.getsockname()[1]}"

    switched = (
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: WebSocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: $PROOF\r\nSec-WebSocket-Protocol: altcraft-bridge.v1\r\n\r\n"
    )

    def test_the_sentence_of_a_refusal_is_in_the_error(self) -> None:
        url = self.serve("HTTP/1.1 421 Misdirected Request\r\n\r\nAnother host.\n")

        with self.assertRaises(BridgeClosedError) as caught:
            Bridge.connect(url=url, token="t")

        self.assertIn("421 Misdirected Request: Another host.", str(caught.exception))
        self.assertIn(f"Host: {url[5:]}\r\n", self.requests[0])
        self.assertIn("Sec-WebSocket-Protocol: altcraft-bridge.v1\r\n", self.requests[0])

    def test_a_server_that_is_no_bridge_is_rejected(self) -> None:
        answers = [
            "SSH-2.0-Other\r\n",
            "",
            self.switched.replace("$PROOF", "AAAA"),
            self.switched.replace("altcraft-bridge.v1", "chat"),
            self.switched.replace("\r\n\r\n", "\r\nSec-WebSocket-Extensions: x\r\n\r\n"),
        ]
        url = self.serve(*answers)
        for answer in answers:
            with self.subTest(answer), self.assertRaises(BridgeClosedError):
                Bridge.connect(url=url, token="t")

    def test_frames_that_follow_the_answer_at_once_are_read(self) -> None:
        # The connection ends as the frame says, not by the time limit of the first call.
        url = self.serve(self.switched + frame(0x01, b"{").decode() * 2)
        with self.assertRaises(BridgeClosedError) as caught:
            Bridge.connect(url=url, token="t")
        self.assertIn("has ended", str(caught.exception))

    def test_a_url_names_host_and_port_only(self) -> None:
        self.assertEqual(address_of("ws://127.0.0.1:80/"), ("127.0.0.1", 80))
        self.assertEqual(address_of("ws://127.0.0.1:80/rpc"), ("127.0.0.1", 80))
        self.assertEqual(address_of("ws://[::1]:8091"), ("::1", 8091))
        for url in ("http://127.0.0.1:80", "ws://127.0.0.1", "ws://127.0.0.1:80/other", "wss://a:1"):
            with self.subTest(url), self.assertRaises(ValueError):
                address_of(url)


class BridgeTests(unittest.TestCase):
    """The connection to a bridge."""

    def setUp(self) -> None:
        self.data = support.temporary_directory(self) / "data"
        where = ["--websocket", "127.0.0.1:0", "--data-dir", str(self.data)]
        served = support.Program(self, "serve", *where)
        self.url = served.ready["listen"][0].replace("ws:", "ws://")

    def open(self) -> Bridge:
        bridge = Bridge.connect(url=self.url, token_file=self.data / "rpc.token")
        self.addCleanup(bridge.close)
        return bridge

    def test_calls_in_flight_are_answered_when_it_is_closed(self) -> None:
        bridge = self.open()
        pings = [bridge.begin("bridge.ping") for _ in range(1000)]

        bridge.close()

        self.assertEqual([ping.result(10) for ping in pings], ["pong"] * 1000)

    def test_a_wrong_token_is_refused(self) -> None:
        with self.assertRaises(BridgeError) as caught:
            Bridge.connect(url=self.url, token="wrong")
        self.assertEqual(caught.exception.code, -32001)

    def test_large_messages_pass_in_both_directions(self) -> None:
        bridge = self.open()
        text = "\U0001f600" * 60_000

        fields = bridge.action_field("_fname", "set", value=text)

        self.assertIn(text, str(fields))


if __name__ == "__main__":
    unittest.main()
