"""The scenarios of clients/conformance over WebSocket, with the handshake and the frames of another library.

The argument is `websockets` or `wsproto`. The client for Python runs the scenarios; only its own WebSocket is replaced.
"""
import os, sys, unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
os.environ.setdefault("ALTCRAFT_BRIDGE", os.environ.get("BRIDGE", ""))
sys.path[:0] = [ROOT + "/clients/python/src", ROOT + "/clients/python/tests"]

import asyncio
import test_conformance
from altcraft_bridge import BridgeClosedError, transport

PROTOCOL = "altcraft-bridge.v1"


class Framing:
    """The part that both libraries share: what is received goes into the library, what it wants to send goes out."""

    def __init__(self):
        self.is_over, self.reply = False, None

    async def shake_hands(self, peer, url):
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(peer, self.begin(url + "/rpc"))
        while not self.is_open():
            data = await loop.sock_recv(peer, 65_536)
            if not data:
                raise BridgeClosedError("the bridge has closed the connection during the handshake")
            assert self.receive(data) == [], "the bridge speaks only when it is asked"
        return b""

    def frame(self, line):
        return b"" if self.is_over else self.send(line[:-1])

    def last(self):
        return b"" if self.is_over else self.send_close()

    def flush(self):
        return []


class Websockets(Framing):
    """The library `websockets`."""

    def begin(self, url):
        from websockets.client import ClientProtocol
        from websockets.uri import parse_uri

        self.protocol = ClientProtocol(parse_uri(url), subprotocols=[PROTOCOL], max_size=None)
        self.protocol.send_request(self.protocol.connect())
        self.parts = []
        return self.output()

    def output(self):
        return b"".join(self.protocol.data_to_send())

    def is_open(self):
        from websockets.protocol import State

        if self.protocol.handshake_exc is not None:
            raise BridgeClosedError(f"the handshake failed: {self.protocol.handshake_exc}")
        return self.protocol.state is State.OPEN and self.protocol.subprotocol == PROTOCOL

    def receive(self, data):
        from websockets.frames import Frame, Opcode

        self.protocol.receive_data(data)
        messages = []
        for event in self.protocol.events_received():
            if isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.CONT):
                self.parts.append(bytes(event.data))
                if event.fin:
                    messages.append(b"".join(self.parts))
                    self.parts = []
        return messages

    def push(self, data):
        messages = self.receive(data)
        self.reply(self.output())
        self.is_over = self.protocol.close_rcvd is not None
        return messages

    def send(self, message):
        self.protocol.send_text(message)
        return self.output()

    def send_close(self):
        self.protocol.send_close(1000)
        return self.output()


class WSProto(Framing):
    """The library `wsproto`."""

    def begin(self, url):
        from urllib.parse import urlsplit

        from wsproto import ConnectionType, WSConnection
        from wsproto.events import Request

        self.protocol, self.text = WSConnection(ConnectionType.CLIENT), ""
        self.accepted = self.refusal = None
        host = urlsplit(url).netloc
        return self.protocol.send(Request(host=host, target="/rpc", subprotocols=[PROTOCOL]))

    def is_open(self):
        if self.refusal is not None:
            raise BridgeClosedError(f"the handshake failed: {self.refusal}")
        return self.accepted == PROTOCOL

    def receive(self, data):
        from wsproto import events

        self.protocol.receive_data(data)
        messages = []
        for event in self.protocol.events():
            if isinstance(event, events.AcceptConnection):
                self.accepted = event.subprotocol
            elif isinstance(event, events.RejectConnection):
                self.refusal = event.status_code
            elif isinstance(event, events.TextMessage):
                self.text += event.data
                if event.message_finished:
                    messages.append(self.text.encode())
                    self.text = ""
            elif isinstance(event, events.Ping):
                self.reply(self.protocol.send(event.response()))
            elif isinstance(event, events.CloseConnection):
                from wsproto.connection import ConnectionState

                if self.protocol.state is ConnectionState.REMOTE_CLOSING:
                    self.reply(self.protocol.send(event.response()))
                self.is_over = True
        return messages

    def push(self, data):
        return self.receive(data)

    def send(self, message):
        from wsproto.events import TextMessage

        return self.protocol.send(TextMessage(data=message.decode()))

    def send_close(self):
        from wsproto.events import CloseConnection

        return self.protocol.send(CloseConnection(code=1000))


transport.WebSocketFraming = {"websockets": Websockets, "wsproto": WSProto}[sys.argv[1]]
names = [name for name in dir(test_conformance.ConformanceTests) if name.startswith("test_async_websocket")]
suite = unittest.TestSuite(test_conformance.ConformanceTests(name) for name in names)
result = unittest.TextTestRunner(verbosity=0).run(suite)
print(result.testsRun)
sys.exit(not result.wasSuccessful())
