"""The end of the client, and faults of the host that must not end it."""

from __future__ import annotations

import concurrent.futures
import os
import signal
import sys
import threading
import time
import unittest
from typing import Any, List
from unittest import mock

import support
from altcraft_bridge import Bridge, events

CONFIGURATION: Any = {"apiUrl": "http://127.0.0.1:9", "rToken": "r-1"}


class LifetimeTests(unittest.TestCase):
    def open(self) -> Bridge:
        bridge = Bridge.spawn(
            command=support.COMMAND, data_dir=support.temporary_directory(self), args=support.LIMITS
        )
        self.addCleanup(bridge.close)
        return bridge

    def test_a_handler_or_listener_that_ends_its_thread_does_not_end_the_client(self) -> None:
        bridge = self.open()
        faults = iter([SystemExit(3), StopIteration(), concurrent.futures.CancelledError()])

        def answer(provider: str) -> str:
            raise next(faults)

        bridge.handle("provider.getToken", answer)
        bridge.set_fcm_token_provider("callback")
        seen = threading.Semaphore(0)

        def listen(event: events.Event) -> None:
            seen.release()
            sys.exit(3)

        bridge.on(events.Event, listen)
        bridge.events.subscribe()

        with mock.patch("altcraft_bridge.bridge.logger.exception"):
            start = time.monotonic()
            bridge.call("getPushToken", {}, timeout=5)
            # Each fault is an answer; without one, the bridge waits for a second.
            taken = time.monotonic() - start
            for _ in range(2):
                bridge.initialization(CONFIGURATION)
                self.assertTrue(seen.acquire(timeout=5))

        self.assertLess(taken, 3)
        self.assertEqual(bridge.bridge.ping(timeout=5), "pong")
        bridge.close()

    def test_several_threads_may_close_the_client_at_once(self) -> None:
        for _ in range(10):
            bridge = self.open()
            failures: List[BaseException] = []

            def close() -> None:
                try:
                    bridge.close()
                except BaseException as error:
                    failures.append(error)

            threads = [threading.Thread(target=close) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(10)

            self.assertEqual(failures, [])

    def test_the_handler_of_a_signal_may_close_the_client_while_it_closes(self) -> None:
        bridge = self.open()
        pid = bridge.info["pid"]
        before = signal.signal(signal.SIGUSR1, lambda number, frame: bridge.close())
        self.addCleanup(signal.signal, signal.SIGUSR1, before)
        os.kill(pid, signal.SIGSTOP)
        timers = [
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGUSR1)),
            threading.Timer(0.6, os.kill, (pid, signal.SIGCONT)),
        ]
        for timer in timers:
            timer.start()

        bridge.close()

        for timer in timers:
            timer.join()
