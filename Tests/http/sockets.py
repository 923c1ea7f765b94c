"""Servers of raw bytes, each connection in a thread of its own."""
import random, re, select, socket, ssl, struct, threading, time


class Listener:
    """Accepts connections, and serves each by `serve(connection)`."""

    def __init__(self, serve, context=None, host="127.0.0.1", taken=None):
        self.socket = taken or taken_port(host)
        self.socket.listen(512)
        self.port, self.serve, self.context = self.socket.getsockname()[1], serve, context
        name = f"[{host}]" if ":" in host else host
        self.url = f"http{'s' if context else ''}://{name}:{self.port}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                accepted, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.run, args=(accepted,), daemon=True).start()

    def run(self, accepted):
        accepted.settimeout(60)
        accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            # A function gives each connection a context of its own.
            context = self.context() if callable(self.context) else self.context
            if context:
                accepted = context.wrap_socket(accepted, server_side=True)
            self.serve(Connection(accepted))
        except (OSError, ValueError):
            # The other side has closed the connection, or its TLS fails.
            pass
        finally:
            accepted.close()

    def end(self):
        self.socket.close()


class Connection:
    """A connection that a server accepted, or that a proxy made."""

    def __init__(self, connected):
        self.socket, self.input, self.requests, self.drained = connected, b"", 0, 0

    def head(self):
        """Returns the next head, or None at the end."""
        while b"\r\n\r\n" not in self.input:
            more = self.socket.recv(1 << 16)
            if not more:
                return None
            self.input += more
        head, _, self.input = self.input.partition(b"\r\n\r\n")
        self.requests += 1
        return head.decode("latin-1")

    def next_head(self, seconds):
        """Returns the next head, or closes the connection after some seconds without one."""
        if self.requests and not self.input:
            self.socket.settimeout(seconds)
            try:
                self.input = self.socket.recv(1 << 16)
            except TimeoutError:
                self.close()
                return None
            self.socket.settimeout(60)
        return self.head()

    def body(self, head):
        """Returns the body that belongs to a head."""
        length = int(field(head, "content-length") or 0)
        while len(self.input) < length:
            more = self.socket.recv(1 << 16)
            if not more:
                raise ValueError("the body is cut")
            self.input += more
        body, self.input = self.input[:length], self.input[length:]
        return body

    def send(self, data):
        self.socket.sendall(data)

    def drain(self, seconds=60):
        """Reads until the other side closes, or for some seconds, and counts the bytes."""
        end, self.drained = time.monotonic() + seconds, len(self.input)
        try:
            while (left := end - time.monotonic()) > 0:
                self.socket.settimeout(left)
                more = self.socket.recv(1 << 16)
                if not more:
                    break
                self.drained += len(more)
        except OSError:
            pass

    def close(self):
        """Closes in order: the other side can read everything."""
        self.end_output()
        self.drain(2)
        self.socket.close()

    def end_output(self):
        """Closes the direction of sending only. Python ends TLS altogether in `SSLSocket.shutdown`."""
        socket.socket.shutdown(self.socket, socket.SHUT_WR)

    def reset(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def field(head, name):
    """Returns the value of a field of a head."""
    found = re.search(rf"(?im)^{name}:\s*(.*?)\s*$", head)
    return found and found[1]


def relay(one, other):
    """Copies the bytes of two plain sockets until one of them closes."""
    try:
        while True:
            for ready in select.select([one, other], [], [], 60)[0] or [None]:
                data = ready and ready.recv(1 << 16)
                if not data:
                    return
                (other if ready is one else one).sendall(data)
    finally:
        other.close()


class Platform:
    """A platform that answers each request with a status, and its ledger: which jobs it has seen, and which it has answered."""

    def __init__(self, context=None, host="127.0.0.1", taken=None, status=200):
        self.seen, self.answered, self.status, self.hangs_up = [], [], status, False
        self.listener = Listener(self.serve, context, host, taken)
        self.port, self.url = self.listener.port, self.listener.url

    def serve(self, connection):
        while head := connection.head():
            job = field(head, "request-id")
            connection.body(head)
            self.seen.append(job)
            if self.hangs_up:
                return
            self.answered.append(job)
            connection.send(b"HTTP/1.1 %d X\r\nContent-Length: 2\r\n\r\n{}" % self.status)

    def end(self):
        self.listener.end()


def server_context(chain, key, low=None, high=None):
    """Returns the TLS of a server, between two versions."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain, key)
    if low:
        context.minimum_version, context.maximum_version = low, high or low
    return context


def own_address():
    """Returns an address of this machine that is not loopback, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as unsent:
        try:
            # Nothing is sent: this only looks up a route, to an address of documentation.
            unsent.connect(("192.0.2.1", 9))
            return unsent.getsockname()[0]
        except OSError:
            return None


def taken_port(host="127.0.0.1", port=0):
    """Returns a socket with a port, at which nothing listens yet."""
    taken = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    taken.bind((host, port))
    return taken


def free_port():
    """Returns a port for another program, of those that no connection gets by chance."""
    while True:
        try:
            with taken_port(port=random.randrange(20_000, 32_000)) as taken:
                return taken.getsockname()[1]
        except OSError:
            continue
