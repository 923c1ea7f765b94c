"""Proxies: those that fail in each way, those that the environment names, and a real one that is killed."""
import os, shutil, socket, time
from concurrent.futures import ThreadPoolExecutor

from bridges import DELIVERED, REJECTED, RETRY, Bridge, start
from sockets import Listener, Platform, free_port, own_address, relay

PASSWORD = "hidden-word"
# The answers to CONNECT; those that are no bytes are a way to end.
STATUSES = {
    "200": b"HTTP/1.1 200 Connection established\r\n\r\n",
    "200 with fields": b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Proxy: a\r\n\r\n",
    "200 with a body": b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    "200 behind 100": b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
    **{str(status): b"HTTP/1.1 %d No\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}" % status
       for status in (301, 302, 400, 401, 403, 404, 408, 429, 500, 502, 503, 504)},
    "407": b"HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"a\"\r\nContent-Length: 2\r\n\r\n{}",
    "204": b"HTTP/1.1 204 No\r\n\r\n",
    "garbage": b"\x00\xffSSH-2.0-proxy\r\n\r\n",
    "half a head": b"HTTP/1.1 200 OK\r\nX",
    "silence": "silence", "close": "close", "reset": "reset",
}
BEHIND = ["TLS fails", "closes", "hangs up after the request", "silence", "good"]
# With these the tunnel is there; after 100 it depends on the version of libcurl.
TUNNELS, DOUBTFUL = {"200", "200 with fields", "204"}, {"200 behind 100"}


class Proxy:
    """A proxy of raw bytes, and the targets it was asked for. It takes the name of the platform for this machine."""

    def __init__(self, status):
        self.status, self.behind, self.targets, self.held = status, "good", [], []
        self.listener = Listener(self.serve)
        self.url = f"http://user:{PASSWORD}@127.0.0.1:{self.listener.port}"

    def serve(self, connection):
        head = connection.head()
        if not head:
            return
        self.targets.append(head.split()[1])
        if self.status == "close":
            return connection.close()
        if self.status == "reset":
            return connection.reset()
        if self.status == "silence":
            return connection.drain(8)
        connection.send(self.status)
        if not head.startswith("CONNECT"):
            return connection.close()
        if self.behind == "TLS fails":
            connection.send(b"\x15\x03\x01\x00\x02\x02\x28")
            connection.close()
        elif self.behind == "closes":
            connection.close()
        elif self.behind == "silence":
            connection.drain(8)
        else:
            host, _, port = self.targets[-1].rpartition(":")
            host = "127.0.0.1" if host == "platform.test" else host
            relay(connection.socket, socket.create_connection((host, int(port))))


def status_faults(folder, authority, name, status):
    """Returns the faults of a proxy with that answer, for each failure behind it."""
    platform, proxy, faults = Platform(authority.context()), Proxy(status), []
    environment = authority.trusted | {"https_proxy": proxy.url}
    bridge = Bridge(folder, f"https://platform.test:{platform.port}", environment=environment, seconds=3)
    for behind in BEHIND:
        proxy.behind, platform.hangs_up = behind, behind.startswith("hangs up")
        job = behind.replace(" ", "-")
        try:
            outcome = bridge.attempt(job)
        except (AssertionError, OSError) as error:
            faults.append((behind, str(error)))
            break
        wanted = DELIVERED if name in TUNNELS and behind == "good" else RETRY
        found = None
        if outcome.kind != RETRY and job not in platform.answered:
            found = f"the platform has not answered it, but {outcome}"
        elif outcome.kind != wanted and name not in DOUBTFUL:
            found = f"{outcome} instead of {wanted}"
        elif name.isdigit() and name not in TUNNELS and not (name in outcome.message and "127.0.0.1" in outcome.message):
            found = f"the message does not name the proxy and its status: {outcome}"
        elif PASSWORD in outcome.message:
            found = f"the message has the password: {outcome}"
        faults.append((behind, found))
    if PASSWORD in bridge.log():
        faults.append(("log", "it has the password"))
    bridge.end()
    return [(f"proxy: {name}, behind it: {behind}", fault) for behind, fault in faults]


def tunnel_fault(folder, authority, name):
    """A kept tunnel ends at the second request, and the proxy refuses the next tunnel: the fault is that of the proxy."""
    platform, proxy = Platform(authority.context()), Proxy(STATUSES["200"])
    bridge = Bridge(folder, f"https://platform.test:{platform.port}", environment=authority.trusted | {"https_proxy": proxy.url}, seconds=3)
    first = bridge.attempt("first")
    platform.hangs_up, proxy.status = True, STATUSES[name]
    second = bridge.attempt("second")
    bridge.end()
    if first.kind != DELIVERED or second.kind != RETRY or not second.message.startswith(f"proxy 127.0.0.1:{proxy.listener.port}: "):
        return f"{first}, then {second}"
    return None


def redirect_fault(folder, authority, status):
    """A redirect without Location that comes by a proxy is that of the platform."""
    platform, proxy = Platform(authority.context(), status=status), Proxy(STATUSES["200"])
    environment = authority.trusted | {"https_proxy": proxy.url}
    bridge = Bridge(folder, f"https://platform.test:{platform.port}", environment=environment, seconds=5)
    outcome = bridge.attempt("redirected")
    bridge.end()
    return None if (outcome.kind, outcome.status) == (REJECTED, status) else f"{outcome} instead of rejected {status}"


def plain_fault(folder, authority, status, wanted):
    """A proxy for http: answers in the name of the platform, but not with 407."""
    proxy = Proxy(STATUSES[status])
    bridge = Bridge(folder, "http://platform.test", environment={"http_proxy": proxy.url}, seconds=5)
    outcome = bridge.attempt("plain")
    bridge.end()
    return None if outcome.kind == wanted and proxy.targets else f"{outcome} instead of {wanted}, {proxy.targets}"


# The environment, the options, the scheme, whether the host is loopback, and whether it goes by the proxy. P is the proxy.
CHOICES = [
    ({"https_proxy": "P"}, (), "https", False, True),
    ({"HTTPS_PROXY": "P"}, (), "https", False, True),
    ({"all_proxy": "P"}, (), "https", False, True),
    ({"ALL_PROXY": "P"}, (), "https", False, True),
    ({"http_proxy": "P"}, (), "http", False, True),
    ({"HTTP_PROXY": "P"}, (), "http", False, False),
    ({"http_proxy": "P"}, (), "https", False, False),
    ({"https_proxy": "P", "no_proxy": "*"}, (), "https", False, False),
    ({"https_proxy": "P", "NO_PROXY": "*"}, (), "https", False, False),
    ({"https_proxy": "P", "no_proxy": "other.test,HOST"}, (), "https", False, False),
    ({"https_proxy": "P", "no_proxy": "other.test"}, (), "https", False, True),
    ({"https_proxy": "P"}, (), "https", True, False),
    ({"all_proxy": "P"}, (), "http", True, False),
    ({}, ("--proxy", "P"), "https", True, True),
    ({"https_proxy": "http://127.0.0.1:1"}, ("--proxy", "P"), "https", False, True),
    ({"ALTCRAFT_BRIDGE_PROXY": "P"}, (), "https", True, True),
    ({}, ("--config", '{"proxy": "P"}'), "https", True, True),
]


def choice_fault(folder, authority, own, choice):
    environment, options, scheme, is_loopback, goes_by_proxy = choice
    host = "127.0.0.1" if is_loopback else own
    platform = Platform(authority.context() if scheme == "https" else None, host)
    # The proxy answers requests for http itself.
    proxy = Proxy(STATUSES["200" if scheme == "https" else "200 with fields"])
    environment = {name: proxy.url if value == "P" else value.replace("HOST", host) for name, value in environment.items()}
    options = [proxy.url if word == "P" else word.replace('"P"', f'"{proxy.url}"') for word in options]
    bridge = Bridge(folder, platform.url, *options, environment=authority.trusted | environment, seconds=5)
    outcome, targets, said = bridge.attempt("chosen"), list(proxy.targets), bridge.doctor()
    bridge.end()
    if PASSWORD in bridge.log() + said:
        return f"the log or doctor has the password: {bridge.log()} {said}"
    if outcome.kind != DELIVERED:
        return str(outcome)
    if bool(targets) != goes_by_proxy:
        return f"the proxy got {targets}"
    if goes_by_proxy and f"127.0.0.1:{proxy.listener.port}" not in said:
        return f"doctor does not name the proxy: {said}"
    return None


def tinyproxy_fault(folder, authority):
    """A real proxy is killed and started again while jobs go by it."""
    os.makedirs(folder)
    port = free_port()
    with open(folder + "/conf", "w", encoding="ascii") as file:
        file.write(f"Port {port}\nListen 127.0.0.1\nAllow 127.0.0.1\nTimeout 60\nMaxClients 100\nLogLevel Error\n")

    platform, command = Platform(authority.context()), ["tinyproxy", "-d", "-c", folder + "/conf"]
    bridge = Bridge(folder + "/bridge", platform.url, "--proxy", f"http://127.0.0.1:{port}", environment=authority.trusted,
                    seconds=5, retry=0.1)
    jobs, tinyproxy = [f"job-{number}" for number in range(90)], start(command)
    try:
        for number, job in enumerate(jobs):
            bridge.post_alone(job)
            time.sleep(0.03)
            if number in (30, 60):
                tinyproxy.kill()
                tinyproxy.wait()
            if number in (40, 70):
                tinyproxy = start(command)
        outcomes = bridge.outcomes(jobs, is_final=True)
    finally:
        tinyproxy.terminate()
        tinyproxy.wait()
        bridge.end()
    wrong = [f"{job}: {outcome}" for job, outcome in outcomes.items() if outcome.kind != DELIVERED or job not in platform.answered]
    return ", ".join(wrong) or None


def run(folder, authority, results, options):
    os.makedirs(folder, exist_ok=True)
    own, faults = own_address(), []
    with ThreadPoolExecutor(12) as workers:
        def add(title, check, *arguments):
            faults.append(("proxy: " + title, workers.submit(check, f"{folder}/{len(faults)}", authority, *arguments)))

        by_status = [workers.submit(status_faults, f"{folder}/status-{number}", authority, name, status)
                     for number, (name, status) in enumerate(STATUSES.items())]
        for status in (301, 302, 307, 308):
            add(f"the platform answers {status} without Location", redirect_fault, status)
        for status in ("407", "502", "close"):
            add(f"a kept tunnel ends, then {status}", tunnel_fault, status)
        for status, wanted in (("407", RETRY), ("502", RETRY), ("504", RETRY), ("close", RETRY), ("403", REJECTED)):
            add(f"plain, {status}", plain_fault, status, wanted)
        for choice in CHOICES:
            if choice[3] or own:
                add(" ".join(f"{name}={value}" for name, value in choice[0].items()) + " " + " ".join(choice[1]) +
                    f" for {choice[2]}{' on loopback' if choice[3] else ''}", choice_fault, own, choice)
        if not own:
            results.skip("proxies for another address than loopback (this machine has none)")
        if shutil.which("tinyproxy"):
            add("tinyproxy is killed", tinyproxy_fault)
        else:
            results.skip("a real proxy (there is no tinyproxy)")
        faults += [item for found in by_status for item in found.result()]
    results.check_all("proxies", faults)
