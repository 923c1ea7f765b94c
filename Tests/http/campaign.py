"""The bridge and curl get the same answers, and agree by the class of each outcome."""
import os, re, shutil, subprocess, threading, time
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, Queue

import answers
from bridges import DELIVERED, REJECTED, RETRY, Bridge, Outcome
from sockets import Listener, field

# The bridges that take cases at the same time, and those for cases that end with silence, which take all of the time.
PATIENT, SILENT = 8, 10
SILENT_SECONDS = 3
# The time after which a kept connection is closed: some answers end only with it.
KEPT_SECONDS = 1
MAX_HEAD = 64 << 10

# The differences that are meant: the reason, the cases, and the outcome with the bridge.
MEANT = [
    ("a head has at most 64 KiB", lambda case, curl: head_length(case.bytes) > MAX_HEAD, RETRY),
    ("curl takes a line without a status for 200", lambda case, curl: curl.status and not has_status(case.bytes, curl.status), RETRY),
    ("a proxy's refusal is never the answer of the platform", lambda case, curl: curl.status == 407, RETRY),
    ("101 ends the heads, and the platform documents all but 5xx as final", lambda case, curl: curl.status == 101, REJECTED),
]


def has_status(data, status):
    """Returns true if a line of the answer says this status."""
    return re.search(rb"(?m)^\s*HTTP/\d(\.\d)?\s+%03d" % status, data)


def head_length(data):
    """Returns the length of all heads before a body."""
    length = 0
    while True:
        end = re.compile(rb"\n\r*\n").search(data, length)
        if not end:
            return len(data) if length == 0 else length
        is_interim = re.match(rb"HTTP/1\.1 1\d\d", data[length:])
        length = end.end()
        if not is_interim:
            return length


class Players:
    """The servers that play the cases, and how often the bridge has sent each job, with the place of each request on its connection."""

    def __init__(self, cases, context):
        self.cases, self.requests, self.lock = {case.name: case for case in cases}, {}, threading.Lock()
        self.servers = {
            (host, is_secure): Listener(self.serve, context if is_secure else None, host)
            for host in ("127.0.0.1", "::1") for is_secure in (False, True)}

    def url(self, case):
        return self.servers[case.host, case.is_secure].url

    def serve(self, connection):
        while head := connection.next_head(KEPT_SECONDS):
            name = field(head, "request-id") or ""
            case = self.cases[name.removeprefix("curl-")]
            with self.lock:
                self.requests.setdefault(name, []).append(connection.requests)
            if not case.is_early:
                connection.body(head)
            for piece in case.pieces:
                if isinstance(piece, bytes):
                    connection.send(piece)
                else:
                    time.sleep(piece)
            if case.end != "keep":
                return self.end(connection, case.end)

    def end(self, connection, end):
        if end == "silence":
            # A further request closes it: silence is the fault of one answer.
            connection.socket.recv(1)
        elif end == "close":
            connection.close()
        else:
            # The bytes have to arrive before the reset.
            time.sleep(0.15)
            connection.reset()


def ask_curl(case, url, folder, authority):
    """Returns the outcome by the answer that curl of the system finds in the same bytes."""
    dump = f"{folder}/{case.name}.head"
    result = subprocess.run(
        ["curl", "-q", "-g", "-sS", "--compressed", "--cacert", authority.certificate, "--http1.1", "--noproxy", "*",
         "--max-time", str(SILENT_SECONDS if case.end == "silence" else 20), "-X", "POST", "--data-binary", "@-",
         "-H", f"Request-ID: curl-{case.name}", "-H", "Expect:", "-o", "/dev/null", "-w", "%{http_code} %{exitcode}",
         "-D", dump, url + "/event/post"],
        input=b"x" * max(100, case.size), capture_output=True, env={"PATH": "/usr/bin:/bin"})
    status = None
    if os.path.exists(dump):
        with open(dump, "rb") as file:
            if has_final_head(file.read()):
                status = int(result.stdout.split()[0])
    words = result.stdout.decode() + " " + result.stderr.decode(errors="replace").strip()
    kind = RETRY if status is None or 500 <= status <= 599 else DELIVERED if 200 <= status <= 299 else REJECTED
    return Outcome(kind, status, words)


def has_final_head(dump):
    """Returns true if curl has written a whole head that is not an interim one."""
    # A line that begins with its end is the last one of a head.
    heads = re.findall(rb"(?i)HTTP/[^\n]*\n(?:[^\r\n][^\n]*\n)*[\r\n]", dump)
    return any(not re.match(rb"HTTP/\S+\s+1(?!01)\d\d", head) for head in heads)


def fault(case, bridge, curl, requests):
    """Returns how the outcomes differ, or None."""
    reason, wanted = "as curl", curl.kind
    for text, is_meant, kind in MEANT:
        if is_meant(case, curl):
            reason, wanted = text, kind
            break
    if case.expected:
        reason, wanted = "by the table", case.expected
    if bridge.kind != wanted:
        return f"{wanted}, {reason}"
    if bridge.kind == RETRY:
        # A job may be retried whether the server has seen it or not.
        return None
    if bridge.status != curl.status:
        return f"status {curl.status}, as curl"
    # A request that failed on a kept connection is repeated once.
    if not 1 <= len(requests) <= (2 if max(requests, default=0) > 1 else 1):
        return f"one request instead of {len(requests)}, the {requests} of their connections"
    return None


class Campaign:
    def __init__(self, folder, authority, results, cases):
        self.folder, self.authority, self.results, self.cases = folder, authority, results, cases
        self.players = Players(cases, authority.context())

    def run(self):
        bridges, jobs = {}, {False: Queue(), True: Queue()}
        for case in self.cases:
            jobs[case.end == "silence"].put(case)
        with ThreadPoolExecutor(4) as curls, ThreadPoolExecutor(PATIENT + SILENT) as workers:
            asked = {case.name: curls.submit(ask_curl, case, self.players.url(case), self.folder, self.authority)
                     for case in self.cases}
            running = [workers.submit(self.work, number, jobs[number >= PATIENT], bridges) for number in range(PATIENT + SILENT)]
            for worker in running:
                worker.result()
        faults = 0
        for case in self.cases:
            bridge, curl = bridges.get(case.name), asked[case.name].result()
            found = fault(case, bridge, curl, self.players.requests.get(case.name, []))
            if found:
                faults += 1
                sent = case.bytes if len(case.bytes) < 500 else case.bytes[:300] + b"..." + case.bytes[-60:]
                self.results.fail(f"answer {case.name} ({case.title}; {case.end}): {bridge}; expected {found}; curl: {curl}; {sent!r}")
        self.results.add("answers", len(self.cases), faults)

    def work(self, number, cases, bridges):
        """Takes cases one after the other, on one bridge for all of them."""
        bridge, count = None, 0
        is_silent = number >= PATIENT
        try:
            while True:
                try:
                    case = cases.get_nowait()
                except Empty:
                    return
                try:
                    if bridge is None:
                        count += 1
                        bridge = Bridge(f"{self.folder}/bridge-{number}-{count}", self.players.url(case),
                                        environment=self.authority.trusted, seconds=SILENT_SECONDS if is_silent else 20)
                    bridge.direct(self.players.url(case))
                    bridges[case.name] = bridge.attempt(case.name, case.size)
                except (AssertionError, OSError) as error:
                    bridges[case.name] = Outcome("fault", None, f"{type(error).__name__}: {error}")
                    bridge and bridge.end()
                    bridge = None
        finally:
            bridge and bridge.end()


def run(folder, authority, results, options):
    if not shutil.which("curl"):
        return results.skip("answers (there is no curl)")
    cases = [*answers.rows(), *answers.mutated(options.seed, options.count)]
    if options.case:
        cases = [case for case in cases if case.name in options.case]
    Campaign(folder, authority, results, cases).run()
