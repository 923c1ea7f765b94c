"""The end of the client, and faults of the host that must not end it."""

from __future__ import annotations

import sys
import threading
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
        bridge.handle("provider.getToken", lambda provider: sys.exit(3))
        bridge.set_fcm_token_provider("callback")
        seen = threading.Semaphore(0)

        def listen(event: events.Event) -> None:
            seen.release()
            sys.exit(3)

        bridge.on(events.Event, listen)
        bridge.events.subscribe()

        with mock.patch("altcraft_bridge.bridge.logger.exception"):
            bridge.call("getPushToken", {}, timeout=5)
            for _ in range(2):
                bridge.initialization(CONFIGURATION)
                self.assertTrue(seen.acquire(timeout=5))

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
