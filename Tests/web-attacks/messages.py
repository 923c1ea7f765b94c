"""Attacks by messages: on an open WebSocket without a token, with the wrong rights, or with frames that are wrong."""
import json, struct

from peer import BINARY, CLOSE, PING, TEXT, V1, Peer, bearing, frame, handshake, opened
from service import attempt

attacks = []


def attack(name, title, expected):
    """Adds an attack. Its function gets the bridge and the name, and returns what the bridge answered."""
    def add(function):
        attacks.append((name, title, expected, function))
        return function
    return add


def request(method, identifier=1, **params):
    return json.dumps({"jsonrpc": "2.0", "id": identifier, "method": method, "params": params})


def authenticate(token):
    return request("bridge.authenticate", 0, token=token)


def exchange(bridge, *data, token=None):
    """Sends frames on a new WebSocket; returns the outcome after a close frame."""
    with opened(bridge, token) as peer:
        peer.send(b"".join(data) + frame(struct.pack(">H", 1000), 0x80 | CLOSE))
        return peer.outcome()


REFUSED = "-32001, close 1008"


# Without a token.

@attack("first:call", "a call as the first message", REFUSED)
def first_call(bridge, name):
    return exchange(bridge, frame(attempt(name)))


@attack("first:notification", "a notification as the first message", "close 1008|" + REFUSED)
def first_notification(bridge, name):
    return exchange(bridge, frame(attempt(name).replace('"id":1,', "")))


@attack("first:batch", "a batch of authentication and call", REFUSED)
def first_batch(bridge, name):
    return exchange(bridge, frame(f"[{authenticate(bridge.token())},{attempt(name)}]"))


@attack("first:wrong", "a wrong token, and the call behind it", REFUSED)
def first_wrong(bridge, name):
    return exchange(bridge, frame(authenticate("0" * 64)), frame(attempt(name)))


@attack("first:bit", "a token with one wrong bit as the first message", REFUSED)
def first_bit(bridge, name):
    token = bridge.token()
    return exchange(bridge, frame(authenticate(token[:-1] + chr(ord(token[-1]) ^ 1))), frame(attempt(name)))


@attack("first:empty", "an empty token as the first message", REFUSED)
def first_empty(bridge, name):
    return exchange(bridge, frame(authenticate("")), frame(attempt(name)))


@attack("first:mib", "a token of 1 MiB as the first message", "-32001, close 1008|-32003, close 1009|close 1009|close 1008")
def first_mib(bridge, name):
    return exchange(bridge, frame(authenticate("a" * (1 << 20))), frame(attempt(name)))


@attack("first:types", "tokens that are not texts", REFUSED)
def first_types(bridge, name):
    for token in (None, True, 0, [bridge.token()], {"$ne": ""}):
        outcome = exchange(bridge, frame(authenticate(token)), frame(attempt(name)))
        if outcome != REFUSED:
            return f"{token!r:.20}: {outcome}"
    return REFUSED


@attack("first:members", "the right token beside a call in one object", REFUSED)
def first_members(bridge, name):
    call = attempt(name)[:-1] + f',"token":"{bridge.token()}"}}'
    return exchange(bridge, frame(call))


@attack("first:binary", "a call as a binary message", "close 1003")
def first_binary(bridge, name):
    return exchange(bridge, frame(attempt(name), 0x80 | BINARY))


@attack("first:fragments", "a call in fragments of one byte", REFUSED)
def first_fragments(bridge, name):
    call = attempt(name).encode()
    pieces = [frame(call[:1], TEXT)] + [frame(call[at : at + 1], 0) for at in range(1, len(call) - 1)]
    return exchange(bridge, *pieces, frame(call[-1:], 0x80))


@attack("first:silence", "no message at all", REFUSED)
def first_silence(bridge, name):
    with opened(bridge) as peer:
        return peer.outcome()


@attack("first:pings", "pings instead of a token", REFUSED)
def first_pings(bridge, name):
    with opened(bridge) as peer:
        peer.send(frame(b"", 0x80 | PING) * 10_000)
        return peer.outcome()


@attack("first:query", "the token in the URL", REFUSED)
def first_query(bridge, name):
    with Peer(bridge.port, handshake(bridge.port, (V1,), path=f"/rpc?token={bridge.token()}")) as peer:
        status, _ = peer.head()
        if status != 101:
            return REFUSED if status in (400, 404) else str(status)
        peer.send(frame(attempt(name)))
        return peer.outcome()


@attack("first:bearer", "the token as Authorization of the handshake", REFUSED)
def first_bearer(bridge, name):
    with Peer(bridge.port, handshake(bridge.port, (V1,), Authorization=f"Bearer {bridge.token()}")) as peer:
        status, _ = peer.head()
        peer.send(frame(attempt(name)))
        return peer.outcome() if status == 101 else str(status)


@attack("first:cookie", "the token as a cookie", REFUSED)
def first_cookie(bridge, name):
    with Peer(bridge.port, handshake(bridge.port, (V1,), Cookie=f"token={bridge.token()}")) as peer:
        status, _ = peer.head()
        peer.send(frame(attempt(name)))
        return peer.outcome() if status == 101 else str(status)


# The token of an observer.

@attack("observer:call", "a call that writes", "-32001, close 1000")
def observer_call(bridge, name):
    return exchange(bridge, frame(attempt(name)), token=bridge.token("observer"))


@attack("observer:notification", "a notification that writes", "close 1000")
def observer_notification(bridge, name):
    return exchange(bridge, frame(attempt(name).replace('"id":1,', "")), token=bridge.token("observer"))


@attack("observer:batch", "a call that writes in a batch with one that reads", "-32001, close 1000, result")
def observer_batch(bridge, name):
    batch = f'[{request("bridge.ping", 2)},{attempt(name)}]'
    words = exchange(bridge, frame(batch), token=bridge.token("observer"))
    return ", ".join(sorted(words.split(", ")))


@attack("observer:again", "an observer that sends its token once more", "result, -32001, close 1000|-32001, -32001, close 1000")
def observer_again(bridge, name):
    token = bridge.token("observer")
    return exchange(bridge, frame(authenticate(token)), frame(attempt(name)), token=token)


@attack("observer:service", "an observer that stops the bridge, or changes it", "refused")
def observer_service(bridge, name):
    calls = [
        ("bridge.shutdown", {}), ("bridge.setLogLevel", {"level": "debug"}), ("clear", {}), ("outbox.retry", {"requestId": "a"}),
        ("setUserDefaultsValue", {"suiteName": "s", "key": "k", "value": "v"}), ("setJWTProvider", {"provider": "callback"}),
        ("bridge.ticket", {"role": "control"}), ("initialization", {"configuration": {"apiUrl": "http://evil.test", "rToken": "r"}}),
    ]
    for method, params in calls:
        outcome = exchange(bridge, frame(request(method, **params)), token=bridge.token("observer"))
        if outcome != "-32001, close 1000":
            return f"{method}: {outcome}"
    return "refused"


# Tickets.

@attack("ticket:twice", "a ticket for a second time", REFUSED)
def ticket_twice(bridge, name):
    ticket = bridge.ticket()
    first = exchange(bridge, frame(request("bridge.authenticate", 0, ticket=ticket)))
    assert first == "result, close 1000", first
    return exchange(bridge, frame(request("bridge.authenticate", 0, ticket=ticket)), frame(attempt(name)))


@attack("ticket:wrong", "a ticket with one wrong character", REFUSED)
def ticket_wrong(bridge, name):
    ticket = bridge.ticket()
    wrong = ("A" if ticket[0] != "A" else "B") + ticket[1:]
    return exchange(bridge, frame(request("bridge.authenticate", 0, ticket=wrong)), frame(attempt(name)))


@attack("ticket:observer", "an observer's ticket for a call that writes", "result, -32001, close 1000")
def ticket_observer(bridge, name):
    message = request("bridge.authenticate", 0, ticket=bridge.ticket("observer"))
    return exchange(bridge, frame(message), frame(attempt(name)))


@attack("ticket:as-token", "a ticket in place of the token", REFUSED)
def ticket_as_token(bridge, name):
    return exchange(bridge, frame(authenticate(bridge.ticket())), frame(attempt(name)))


@attack("ticket:subprotocol", "a ticket as subprotocol", "401")
def ticket_subprotocol(bridge, name):
    with Peer(bridge.port, handshake(bridge.port, bearing(bridge.ticket()))) as peer:
        return str(peer.head()[0])


def late_ticket(bridge, ticket, name):
    """Uses a ticket that has expired."""
    return exchange(bridge, frame(request("bridge.authenticate", 0, ticket=ticket)), frame(attempt(name)))


# Frames that are wrong. Each of these peers has the token, so that only the frame refuses the call.

WRONG = {
    "unmasked": ("a call without a mask", lambda call: frame(call, key=None), "close 1002"),
    "reserved": ("a call with a reserved bit", lambda call: frame(call, 0x80 | 0x40 | TEXT), "close 1002"),
    "compressed": (
        "a compressed call: no extension is agreed", lambda call: frame(b"\xec\xc1\x01\x01" + call.encode(), 0xC0 | TEXT),
        "close 1002"),
    "opcode": ("a call with an unknown opcode", lambda call: frame(call, 0x83), "close 1002"),
    "control": ("a call in a long control frame", lambda call: frame(call.ljust(126), 0x80 | PING), "close 1002"),
    "fragmented-ping": ("a fragmented ping before a call", lambda call: frame(b"a", PING) + frame(call), "close 1002"),
    "continuation": ("a call as the continuation of nothing", lambda call: frame(call, 0x80), "close 1002"),
    "nested": ("a call within an unfinished message", lambda call: frame("1", TEXT) + frame(call), "close 1002"),
    "length": (
        "a call whose length is not the shortest form",
        lambda call: frame(call, length=b"\xff" + struct.pack(">Q", len(call))), "close 1002"),
    "top-bit": (
        "a call of 2^63 bytes", lambda call: frame(call, length=b"\xff\x80" + bytes(6) + bytes((len(call),))), "close 1002"),
    "huge": (
        "a call of 2^62 bytes", lambda call: frame(call.ljust(8192), length=b"\xff\x40" + bytes(7)),
        "-32003, close 1009"),
    "utf-8": ("a call with bytes that are not UTF-8", lambda call: frame(call.encode()[:-1] + b',"a":"\xc3("}'), "close 1007"),
    "mark": ("a call behind a byte order mark", lambda call: frame(b"\xef\xbb\xbf" + call.encode()), "-32700, close 1000"),
    "binary": ("a call as a binary message", lambda call: frame(call, 0x80 | BINARY), "close 1003"),
    "closed": ("a call after the close frame", lambda call: frame(struct.pack(">H", 1000), 0x88) + frame(call), "close 1000"),
    "close-code": ("a close frame with a code that is reserved", lambda call: frame(struct.pack(">H", 1005), 0x88) + frame(call), "close 1002"),
    "close-byte": ("a close frame of one byte", lambda call: frame(b"\x03", 0x88) + frame(call), "close 1002"),
    "zero-mask": (
        "a request of HTTP behind a mask of zeros", lambda call: frame(f"POST /rpc HTTP/1.1\r\n\r\n{call}", key=bytes(4)),
        "-32700, close 1000"),
    "lines": ("two calls as lines in one message", lambda call: frame(call + "\n" + call), "-32700, close 1000"),
    "raw": ("a call without a frame", lambda call: call.encode() + b"\n", "close 1002"),
}
for _name, (_title, _data, _expected) in WRONG.items():
    @attack("frame:" + _name, _title, _expected)
    def wrong(bridge, name, data=_data):
        return exchange(bridge, data(attempt(name)), token=bridge.token())


@attack("frame:cut", "a call that ends at every byte", "not executed")
def cut(bridge, name):
    whole = handshake(bridge.port, bearing(bridge.token())) + frame(attempt(name))
    for at in range(1, len(whole)):
        with Peer(bridge.port, whole[:at]):
            pass
    return "not executed"


@attack("frame:half", "a call whose last byte is late", "-32600, close 1008")
def half(bridge, name):
    with opened(bridge, bridge.token()) as peer:
        peer.send(frame(attempt(name))[:-1])
        return peer.outcome()


# The call that the rules allow is executed. Without it no attack above proves anything.

@attack("control:zeros", "a call behind a mask of zeros is executed", "result, close 1000")
def control_zeros(bridge, name):
    return exchange(bridge, frame(attempt(name), key=bytes(4)), token=bridge.token())


@attack("control:bytes", "a call that arrives byte by byte is executed", "result, close 1000")
def control_bytes(bridge, name):
    with opened(bridge, bridge.token()):
        pass
    with Peer(bridge.port) as peer:
        data = handshake(bridge.port, bearing(bridge.token())) + frame(attempt(name)) + frame(struct.pack(">H", 1000), 0x88)
        for at in range(len(data)):
            peer.send(data[at : at + 1])
        return peer.outcome() if peer.head()[0] == 101 else "refused"


@attack("control:origin", "a call from the allowed origin is executed", "result, close 1000")
def control_origin(bridge, name):
    with opened(bridge, bridge.token()):
        pass
    shake = handshake(bridge.port, bearing(bridge.token()), Origin="http://allowed.test:4000")
    with Peer(bridge.port, shake + frame(attempt(name)) + frame(struct.pack(">H", 1000), 0x88)) as peer:
        return peer.outcome() if peer.head()[0] == 101 else "refused"
