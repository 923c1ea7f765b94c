"""Attacks by number and by patience. Meanwhile a phone with the token can connect and call."""
import resource, select, socket

from messages import attack, request
from peer import V1, Peer, bearing, frame, handshake, opened

COUNT = 10_000
# Enough where the number is not demanded: many times as many as the bridge keeps.
FEWER = 1_000
# Connections that are opened at a time.
BATCH = 50


def phone(bridge):
    """Returns how a phone with the token fails, or None. Each of its steps must end in the time of a peer."""
    try:
        with opened(bridge, bridge.token()) as peer:
            peer.send(frame(request("bridge.ping")))
            kind, payload = peer.frame()
    except (AssertionError, OSError) as error:
        return f"a phone cannot connect: {error}"
    return None if b'"pong"' in payload else f"a phone gets {payload!r}"


def flood(bridge, data, count):
    """Opens connections that send `data` and wait, half of them to the end; returns how a phone or the bound of the bridge failed, or None."""
    held = []
    for _ in range(count // BATCH):
        batch = [connecting(bridge.port) for _ in range(BATCH)]
        for peer in batch:
            deliver(peer, data)
        failure = phone(bridge)
        if failure:
            return failure
        held += batch
        for old in held[: -count // 2]:
            old.close()
        held = held[-count // 2 :]
    failure = bridge.growth()
    for peer in held:
        peer.close()
    return failure


def connecting(port):
    peer = socket.socket()
    peer.setblocking(False)
    peer.connect_ex(("127.0.0.1", port))
    return peer


def deliver(peer, data):
    poll = select.poll()
    poll.register(peer, select.POLLOUT)
    if poll.poll(2000):
        try:
            peer.send(data)
        except OSError:
            pass  # The bridge has closed it in favour of a newer one.


@attack("load:half-open", f"{COUNT:,} connections that send half a request", "a phone can call")
def half_open(bridge, name):
    return flood(bridge, b"GET /rpc HTTP/1.1\r\nHost: ", COUNT) or "a phone can call"


@attack("load:silent", f"{FEWER:,} connections that send nothing", "a phone can call")
def silent(bridge, name):
    return flood(bridge, b"", FEWER) or "a phone can call"


@attack("load:unauthenticated", f"{FEWER:,} WebSockets without a token", "a phone can call")
def unauthenticated(bridge, name):
    return flood(bridge, handshake(bridge.port, (V1,)), FEWER) or "a phone can call"


@attack("load:slow-header", "a header block of one byte every 50 ms", "408")
def slow_header(bridge, name):
    data = handshake(bridge.port, bearing(bridge.token()))
    with Peer(bridge.port) as peer:
        peer.socket.settimeout(0.05)
        for at in range(min(len(data) - 1, 100)):
            peer.send(data[at : at + 1])
            try:
                if not peer.more() or peer.input:
                    break
            except TimeoutError:
                pass
        peer.socket.settimeout(5)
        return str(peer.head()[0])


@attack("load:pipelined", "1,000 requests in one connection", "one answer")
def pipelined(bridge, name):
    get = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{bridge.port}\r\n\r\n".encode()
    with Peer(bridge.port, get * 1_000) as peer:
        status, _ = peer.head()
        answers = 1 + peer.body().count("HTTP/1.1 ")
        return "one answer" if (status, answers) == (200, 1) else f"{answers} answers, the first {status}"


@attack("load:pings", "10,000 pings of 125 bytes that are not read", "a phone can call")
def pings(bridge, name):
    with opened(bridge, bridge.token()) as peer:
        peer.socket.settimeout(0.5)
        try:
            peer.socket.sendall(frame(b"x" * 125, 0x89) * 10_000)
        except OSError:
            pass  # The bridge reads no further, or has closed the connection.
        return phone(bridge) or "a phone can call"


def raise_descriptors():
    """Allows this process as many descriptors as the system does."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
