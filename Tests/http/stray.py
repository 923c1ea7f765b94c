"""Bytes that arrive on a kept connection behind an answer are never the answer of the next job."""
import ssl, threading, time
from concurrent.futures import ThreadPoolExecutor

from answers import with_length
from bridges import DELIVERED, Bridge
from sockets import Listener, field

# The stray bytes, and whether the connection is closed behind them.
STRAYS = {
    "a late 408, then the end": (with_length(408, b"late", b"Connection: close"), True),
    "a late 408": (with_length(408, b"late"), False),
    "a second 200": (with_length(200, b'{"error":0,"errorText":"stray"}'), False),
    "half a head": (b"HTTP/1.1 20", False),
    "a line end": (b"\r\n", False),
}
# The seconds behind the answer; None is in the same write, and WITH_BODY in that of the body, which follows the head.
WITH_BODY = -1
DELAYS = [None, WITH_BODY, 0, 0.1, 0.5, 3]
VERSIONS = {"plain": None, "TLS 1.2": ssl.TLSVersion.TLSv1_2, "TLS 1.3": ssl.TLSVersion.TLSv1_3}


class Stray:
    """A server that sends stray bytes once, and serves no further request on that connection."""

    def __init__(self, stray, closes, delay, context):
        self.stray, self.closes, self.delay = stray, closes, delay
        self.seen, self.sent, self.first = [], threading.Event(), None
        self.listener = Listener(self.serve, context)

    def serve(self, connection):
        while request := connection.head():
            job = field(request, "request-id")
            connection.body(request)
            is_first, answer = not self.seen, with_length(200)
            self.seen.append(job)
            if is_first and self.delay == WITH_BODY:
                head, end, body = answer.partition(b"\r\n\r\n")
                connection.send(head + end)
                connection.send(body + self.stray)
            else:
                connection.send(answer + self.stray if is_first and self.delay is None else answer)
            if is_first:
                self.first = connection
                return self.go_astray(connection)

    def go_astray(self, connection):
        try:
            if self.delay is not None and self.delay != WITH_BODY:
                time.sleep(self.delay)
                connection.send(self.stray)
            if self.closes:
                connection.end_output()
        except OSError:
            # The bridge has closed it, so it is not used again.
            pass
        self.sent.set()
        connection.drain(15)


def fault(folder, authority, stray, closes, delay, version):
    context = authority.context(version=version) if version else None
    server = Stray(stray, closes, delay, context)
    bridge = Bridge(folder, server.listener.url, environment=authority.trusted, seconds=5, retry=0.2)
    try:
        bridge.post("first")
        first = bridge.outcome("first")
        if first.kind != DELIVERED:
            return f"first: {first}"
        if not server.sent.wait(20):
            return "the stray bytes were not sent"
        # They arrive within this time.
        time.sleep(0.1)
        bridge.post("second")
        second = bridge.outcome("second", is_final=True)
        if "second" not in server.seen:
            return f"not seen, but {second}"
        if second.kind != DELIVERED or second.status != 200:
            return str(second)
        if server.first.drained:
            return f"the connection is used again, for {server.first.drained} bytes"
        return None
    finally:
        bridge.end()
        server.listener.end()


def kept_fault(folder, authority, version):
    """Without stray bytes a connection is kept: jobs that follow each other at once share it."""
    connections = []

    def serve(connection):
        connections.append(connection)
        while request := connection.head():
            connection.body(request)
            connection.send(with_length(200))

    server = Listener(serve, authority.context(version=version) if version else None)
    bridge = Bridge(folder, server.url, environment=authority.trusted)
    jobs = [f"job-{number}" for number in range(20)]
    for job in jobs:
        bridge.post(job)
    outcomes = bridge.outcomes(jobs)
    bridge.end()
    if wrong := [str(outcome) for outcome in outcomes.values() if outcome.kind != DELIVERED]:
        return wrong[0]
    return f"{len(connections)} connections for 20 jobs" if len(connections) > 4 else None


def run(folder, authority, results, options):
    faults = []
    with ThreadPoolExecutor(20) as workers:
        # The long ones first.
        for delay in reversed(DELAYS):
            for title, (stray, closes) in STRAYS.items():
                for name, version in VERSIONS.items():
                    place = f"{folder}/{len(faults)}"
                    when = {None: "in the same write", WITH_BODY: "with the body"}.get(delay, f"{delay} s later")
                    job = workers.submit(fault, place, authority, stray, closes, delay, version)
                    faults.append((f"stray: {name}, {title}, {when}", job))
        for name, version in VERSIONS.items():
            faults.append((f"stray: {name}, a connection is kept", workers.submit(
                kept_fault, f"{folder}/{len(faults)}", authority, version)))
    results.check_all("stray", faults)
