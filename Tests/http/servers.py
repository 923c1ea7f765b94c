"""nginx and haproxy: connections that end while jobs go over them, and answers of their own. A ledger behind them counts."""
import collections, os, shutil, signal, socket, threading, time
from concurrent.futures import ThreadPoolExecutor

from bridges import DELIVERED, NEVER, REJECTED, RETRY, Bridge, start
from sockets import Listener, Platform, field, free_port, taken_port

NGINX = """
daemon off; worker_processes 2; pid {folder}/pid; error_log {folder}/errors; {user}
events {{ worker_connections 256; }}
http {{
  access_log off; client_body_temp_path {folder}/t; proxy_temp_path {folder}/t; fastcgi_temp_path {folder}/t;
  uwsgi_temp_path {folder}/t; scgi_temp_path {folder}/t;
  ssl_certificate {chain}; ssl_certificate_key {key};
  upstream ledger {{ server 127.0.0.1:{ledger}; keepalive 8; }}
  proxy_http_version 1.1; proxy_set_header Connection "";
  {servers}
}}
"""
NGINX_SERVER = """
  server {{
    listen 127.0.0.1:{port} ssl{http2}; keepalive_requests {requests}; add_trailer X-Sum done;
    location / {{ proxy_pass http://ledger; }}
    location /small/ {{ client_max_body_size 1k; proxy_pass http://ledger; }}
    location /dead/ {{ proxy_pass http://127.0.0.1:{dead}; }}
    location /moved/ {{ return 301 /elsewhere; }}
  }}
"""
HAPROXY = """
global
  maxconn 200
defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 10s
  timeout server 10s
  timeout http-request 2s
  timeout http-keep-alive 200ms
frontend platform
  bind 127.0.0.1:{two} ssl crt {both} alpn h2,http/1.1
  bind 127.0.0.1:{one} ssl crt {both} alpn http/1.1
  http-request early-hint Link "</a>; rel=preload" if {{ path_beg /hint }}
  http-request early-hint Link "</b>; rel=preload" if {{ path_beg /hint }}
  http-request return status 408 if {{ path_beg /408 }}
  http-request return status 429 hdr Retry-After 1 if {{ path_beg /429 }}
  http-request deny deny_status 403 if {{ path_beg /403 }}
  http-request reject if {{ path_beg /reject }}
  http-request silent-drop if {{ path_beg /drop }}
  use_backend dead if {{ path_beg /dead }}
  default_backend ledger
backend ledger
  server ledger 127.0.0.1:{ledger}
backend dead
  server dead 127.0.0.1:{dead}
"""


class Server:
    """A server of Debian before a ledger, with ports for HTTP/1.1 and HTTP/2."""

    def __init__(self, command, folder, ports):
        self.ledger, self.ports, self.folder = None, ports, folder
        with open(folder + "/log", "wb") as log:
            self.process = start(command, log)
        for _ in range(500):
            if self.process.poll() is not None:
                break
            if all(self.answers(port) for port in ports):
                return
            time.sleep(0.01)
        with open(folder + "/log", encoding="utf-8", errors="replace") as log:
            raise AssertionError(f"{command[0]} does not start: {log.read()}")

    def answers(self, port):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    def end(self):
        self.process.terminate()
        self.process.wait()


def start_nginx(folder, authority, ledger, dead, requests):
    os.makedirs(folder)
    ports = free_port(), free_port()
    servers = "".join(NGINX_SERVER.format(port=port, http2=http2, requests=requests, dead=dead.getsockname()[1])
                      for port, http2 in zip(ports, ("", " http2")))
    with open(folder + "/conf", "w", encoding="ascii") as file:
        file.write(NGINX.format(
            folder=folder, chain=authority.chain("good"), key=authority.key("good"), ledger=ledger, servers=servers,
            user="user root;" if os.geteuid() == 0 else ""))
    return Server([program("nginx"), "-p", folder, "-c", folder + "/conf", "-e", folder + "/errors"], folder, ports)


def start_haproxy(folder, authority, ledger, dead):
    os.makedirs(folder)
    ports = free_port(), free_port()
    with open(folder + "/conf", "w", encoding="ascii") as file:
        file.write(HAPROXY.format(
            one=ports[0], two=ports[1], both=authority.folder + "/both.pem", ledger=ledger, dead=dead.getsockname()[1]))
    return Server([program("haproxy"), "-db", "-f", folder + "/conf"], folder, ports)


def program(name):
    """Returns the path of a program, also of one for administrators; None without it."""
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


class Cases:
    """The cases of one server over one version of HTTP."""

    def __init__(self, folder, authority):
        self.folder, self.authority, self.count = folder, authority, 0

    def bridge(self, port, path="", **options):
        self.count += 1
        return Bridge(f"{self.folder}/bridge-{port}-{self.count}", f"https://127.0.0.1:{port}{path}",
                      environment=self.authority.trusted, **options)

    def load(self, port, ledger, name, count, pause, act=lambda number: None):
        """Sends jobs, sixteen at a time. The first attempt of each delivers it, and the ledger has each once."""
        bridge, jobs = self.bridge(port, concurrency=16), [f"{name}-{port}-{number}" for number in range(count)]
        for number, job in enumerate(jobs):
            bridge.post_alone(job)
            act(number)
            time.sleep(pause(number))
        outcomes = bridge.outcomes(jobs)
        bridge.end()
        seen = collections.Counter(job for job in ledger.answered if job in outcomes)
        wrong = [f"{job}: {outcome}, seen {seen[job]} times" for job, outcome in outcomes.items()
                 if outcome.kind != DELIVERED or seen[job] != 1]
        return f"{len(wrong)} of {count}: {wrong[0]}" if wrong else None

    def answer(self, port, ledger, path, wanted, status=None, size=0, is_lost=False):
        """An answer of the server itself, or one that it passes on. If it may be lost, an attempt after the first brings it."""
        bridge, job = self.bridge(port, path, seconds=3, retry=0.05 if is_lost else NEVER), f"{path[1:]}-{port}-{size}"
        bridge.post(job, size)
        outcome = bridge.outcome(job, is_final=is_lost and wanted != RETRY)
        bridge.end()
        if is_lost and wanted == RETRY:
            status = outcome.status
        if (outcome.kind, outcome.status) != (wanted, status) or (job in ledger.answered) != (wanted == DELIVERED):
            return f"{outcome} instead of {wanted} {status}, seen: {job in ledger.answered}"
        return None

    def revival(self, port, dead):
        """A job that a dead backend did not get is delivered when it lives."""
        bridge, job = self.bridge(port, "/dead", retry=1), f"dead-{port}"
        bridge.post(job)
        first, revived = bridge.outcome(job), Platform(taken=dead)
        last = bridge.outcome(job, is_final=True)
        bridge.end()
        revived.end()
        if first.kind != RETRY or first.status not in (502, 503, None) or last.kind != DELIVERED or job not in revived.answered:
            return f"{first}, then {last}, seen: {revived.answered}"
        return None


def frame(kind, flags, stream, payload=b""):
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def answer_stream(connection, stream):
    """Answers ":status: 200" without a body, and ends the stream."""
    connection.send(frame(1, 5, stream, b"\x88"))


def serve_streams(connection, act=answer_stream):
    """Serves a connection of HTTP/2: calls `act` for each request that has ended."""
    read = connection.socket.makefile("rb").read
    read(24)
    connection.send(frame(4, 0, 0))
    while head := read(9):
        length, kind, flags, stream = int.from_bytes(head[:3], "big"), head[3], head[4], int.from_bytes(head[5:], "big")
        read(length)
        if kind == 4 and not flags & 1:
            connection.send(frame(4, 1, 0))
        # The end of a request: HEADERS or DATA with END_STREAM.
        if kind in (0, 1) and flags & 1:
            act(connection, stream)


def hung_fault(folder, authority):
    """The first connection of HTTP/2 takes requests and never answers. The jobs are delivered over others, of which the last is kept."""
    context, connections = authority.context(), []
    context.set_alpn_protocols(["h2"])

    def serve(connection):
        connections.append(connection)
        serve_streams(connection, answer_stream if len(connections) > 1 else lambda *_: None)

    listener = Listener(serve, context)
    bridge = Bridge(folder, f"https://127.0.0.1:{listener.port}", environment=authority.trusted, seconds=1, retry=0.05)
    outcomes = {}
    for jobs in [["hung-0", "hung-1", "hung-2", "hung-3"]] + [[f"later-{number}"] for number in range(20)]:
        for job in jobs:
            bridge.post_alone(job)
        outcomes |= bridge.outcomes(jobs, is_final=True)
    bridge.end()
    listener.end()
    wrong = [f"{job}: {outcome}" for job, outcome in outcomes.items() if outcome.kind != DELIVERED]
    if wrong or len(connections) > 8:
        return f"{wrong[:1]}, {len(connections)} connections"
    return None


def ended_fault(folder, authority):
    """The server of HTTP/2 ends each connection after twenty requests, without a word. No more connections than `concurrency` are open."""
    context, lock, count = authority.context(), threading.Lock(), collections.Counter()
    context.set_alpn_protocols(["h2"])

    def answer(connection, stream):
        try:
            answer_stream(connection, stream)
        except OSError:
            pass  # The connection has been ended.

    def act(connection, stream):
        if stream > 40:
            return connection.socket.shutdown(socket.SHUT_RDWR)
        threading.Timer(0.02, answer, (connection, stream)).start()

    def serve(connection):
        with lock:
            count["open"] += 1
            count["most"] = max(count["most"], count["open"])
        try:
            serve_streams(connection, act)
        finally:
            with lock:
                count["open"] -= 1

    listener = Listener(serve, context)
    bridge = Bridge(folder, f"https://127.0.0.1:{listener.port}", environment=authority.trusted, seconds=2, retry=0.05, concurrency=16)
    jobs = [f"ended-{number}" for number in range(800)]
    for job in jobs:
        bridge.post_alone(job)
    outcomes = bridge.outcomes(jobs, is_final=True)
    bridge.end()
    listener.end()
    wrong = [f"{job}: {outcome}" for job, outcome in outcomes.items() if outcome.kind != DELIVERED]
    # The server notices the end of a connection later than the bridge.
    if wrong or count["most"] > 24:
        return f"{wrong[:1]}, {count['most']} connections at a time"
    return None


def refused_fault(folder, authority):
    """The server of HTTP/2 resets each stream but the first of a connection, which lives on. Each attempt sends its request once."""
    context, streams = authority.context(), []
    context.set_alpn_protocols(["h2"])

    def act(connection, stream):
        streams.append(stream)
        if stream == 1:
            return answer_stream(connection, stream)
        # RST_STREAM with ENHANCE_YOUR_CALM.
        connection.send(frame(3, 0, stream, (11).to_bytes(4, "big")))

    listener = Listener(lambda connection: serve_streams(connection, act), context)
    bridge = Bridge(folder, f"https://127.0.0.1:{listener.port}", environment=authority.trusted, seconds=2)
    outcomes = []
    # After five failures the bridge would pause.
    for number in range(5):
        bridge.post_alone(f"refused-{number}")
        outcomes.append(bridge.outcome(f"refused-{number}"))
    bridge.end()
    listener.end()
    if len(streams) != 5 or [outcome.kind for outcome in outcomes] != [DELIVERED] + [RETRY] * 4:
        return f"{[str(outcome) for outcome in outcomes]}, streams {streams}"
    return None


def mixed_fault(folder, authority):
    """The first backend speaks only HTTP/1.1 and answers its request late, the others also HTTP/2: it gets no second request meanwhile."""
    contexts, taken, answers = [], [], threading.Event()
    for protocols in (["http/1.1"], ["h2", "http/1.1"]):
        context = authority.context()
        context.set_alpn_protocols(protocols)
        contexts.append(context)

    def serve(connection):
        if connection.socket.selected_alpn_protocol() == "h2":
            return serve_streams(connection)
        is_slow = not taken
        while head := connection.head():
            connection.body(head)
            if is_slow:
                taken.append(field(head, "request-id"))
                answers.wait(20)
            connection.send(b"HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n" % (b"202 Late" if is_slow else b"200 OK"))

    listener = Listener(serve, lambda: contexts[bool(taken)])
    bridge = Bridge(folder, f"https://127.0.0.1:{listener.port}", environment=authority.trusted, seconds=2)
    bridge.post_alone("slow")
    while not taken:
        time.sleep(0.01)
    outcomes = {}
    for job in ("second", "third"):
        bridge.post_alone(job)
        outcomes[job] = bridge.outcome(job)
    first = bridge.outcome("slow")
    answers.set()
    bridge.end()
    listener.end()
    if first.kind != RETRY or taken != ["slow"] or any(outcome.status != 200 for outcome in outcomes.values()):
        return f"{first}, {[str(outcome) for outcome in outcomes.values()]}, on the busy connection: {taken}"
    return None


def run(folder, authority, results, options):
    faults, servers, ledger = [], [], Platform()
    try:
        with ThreadPoolExecutor(4) as workers:
            faults.append(("servers: a connection of HTTP/2 that hangs", workers.submit(hung_fault, folder + "/hung", authority)))
            faults.append(("servers: connections of HTTP/2 that end", workers.submit(ended_fault, folder + "/ended", authority)))
            faults.append(("servers: streams of HTTP/2 that are reset", workers.submit(refused_fault, folder + "/refused", authority)))
            faults.append(("servers: a busy connection of HTTP/1.1", workers.submit(mixed_fault, folder + "/mixed", authority)))
            for name, check in (("nginx", check_nginx), ("haproxy", check_haproxy)):
                if program(name):
                    check(f"{folder}/{name}", authority, ledger, servers, lambda title, *call: faults.append(
                        (f"servers: {title}", workers.submit(*call))))
                else:
                    results.skip(f"a platform behind {name}, which is not installed")
    finally:
        for server in servers:
            server.end()
    results.check_all("servers", faults)


def check_nginx(folder, authority, ledger, servers, add):
    cases = Cases(folder, authority)
    for index, version in enumerate(("HTTP/1.1", "HTTP/2")):
        # One for each version: its backend starts late, and it reads its configuration again.
        dead = taken_port()
        server = start_nginx(f"{folder}-{index}", authority, ledger.port, dead, requests=3)
        lasting = start_nginx(f"{folder}-lasting-{index}", authority, ledger.port, dead, requests=1000)
        servers += [server, lasting]
        port, busy = server.ports[index], lasting.ports[index]

        def reload(number, lasting=lasting):
            if number % 40 == 20:
                lasting.process.send_signal(signal.SIGHUP)

        add(f"nginx closes each connection after 3 requests, {version}", cases.load, port, ledger, "three", 150, lambda _: 0.005)
        add(f"nginx reads its configuration again, {version}", cases.load, busy, ledger, "reload", 200, lambda _: 0.01, reload)
        add(f"nginx finds the body too long, {version}", cases.answer, port, ledger, "/small", REJECTED, 413, 5000)
        add(f"nginx finds the body far too long, {version}", cases.answer, port, ledger, "/small", REJECTED, 413, 200_000)
        add(f"nginx passes a small body on, {version}", cases.answer, port, ledger, "/small", DELIVERED, 200)
        add(f"nginx redirects, {version}", cases.answer, port, ledger, "/moved", REJECTED, 301)
        add(f"nginx without its backend, {version}", cases.revival, port, dead)


def check_haproxy(folder, authority, ledger, servers, add):
    cases = Cases(folder, authority)
    for index, version in enumerate(("HTTP/1.1", "HTTP/2")):
        dead = taken_port()
        server = start_haproxy(f"{folder}-{index}", authority, ledger.port, dead)
        servers.append(server)
        port = server.ports[index]
        # The pauses are around the time after which haproxy closes an idle connection.
        add(f"haproxy closes idle connections, {version}", cases.load, port, ledger, "idle", 40, lambda number: 0.19 + number % 5 * 0.005)
        # haproxy answers before it has read the body, and resets the stream of HTTP/2 then: libcurl 7.88 and curl lose the answer
        # in most attempts.
        for path, wanted, status in (("/hint", DELIVERED, 200), ("/408", REJECTED, 408), ("/429", REJECTED, 429), ("/403", REJECTED, 403),
                                     ("/reject", RETRY, None), ("/drop", RETRY, None), ("/dead", RETRY, 503)):
            add(f"haproxy, {path}, {version}", cases.answer, port, ledger, path, wanted, status, 0, index == 1)
        add(f"haproxy without its backend, {version}", cases.revival, port, dead)
