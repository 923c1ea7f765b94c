"""The helpers for tests of a host: the simulated platform, and JWTs for it."""

from __future__ import annotations

import base64
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import unittest
import urllib.error
import urllib.request
from typing import Any, Dict, List, Tuple

import support
from altcraft_bridge import Bridge
from altcraft_bridge.testing import SimulatedPlatform, jwt

LOST = (http.client.HTTPException, OSError)


def send(
    platform: SimulatedPlatform, event: str = "open", request_id: str = "r"
) -> Tuple[int, bytes]:
    """Sends an event about a push, as the bridge does; returns the status and the body."""
    headers = {
        "Authorization": "Bearer " + jwt({"db_id": 1, "email": "ann@example.com"}),
        "Content-Type": "application/json",
        "Request-ID": request_id,
    }
    connection = http.client.HTTPConnection(platform.url.replace("http://", ""), timeout=30)
    try:
        body = '{"smid":"m-1","time":1700000000}'
        connection.request("POST", f"/event/push/{event}?matching_mode=email", body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def opens(platform: SimulatedPlatform) -> List[int]:
    return [message["open"] for message in platform.state()["pushEvents"]]


def is_over(url: str) -> bool:
    try:
        urllib.request.urlopen(url + "/__state", timeout=30).close()
    except OSError:
        return True
    return False


class SimulatedPlatformTests(unittest.TestCase):
    """The platform in its own process."""

    def start(self, **options: Any) -> SimulatedPlatform:
        platform = SimulatedPlatform.start(**{"command": support.COMMAND, **options})
        self.addCleanup(platform.stop)
        return platform

    def test_an_answer_is_replaced_for_as_many_requests_as_the_test_says(self) -> None:
        platform = self.start()

        platform.fail(path="/event/push/delivery", status=500)
        platform.fail(path="/event/*", method="POST", times=1, status=503, body={"big": 2**63})
        platform.fail(request_id="other", nth=1, redirect="http://127.0.0.1:9/")
        answers = [send(platform), send(platform), send(platform, request_id="other")]

        self.assertEqual([status for status, _ in answers], [503, 200, 307])
        self.assertEqual(answers[0][1], b'{"big":9223372036854775808}')
        self.assertEqual([send(platform, "delivery")[0] for _ in range(2)], [500, 500])
        self.assertEqual(opens(platform), [1])

    def test_it_fails_in_each_way(self) -> None:
        platform = self.start()
        faults: List[Tuple[Dict[str, Any], List[int]]] = [
            ({"drop": "before"}, []), ({"drop": "after"}, [1]), ({"truncate_body": 3}, [1])
        ]
        for fault, executed in faults:
            with self.subTest(fault):
                platform.reset()
                platform.fail(times=1, **fault)

                self.assertRaises(LOST, send, platform)
                self.assertEqual(opens(platform), executed)
                self.assertEqual(send(platform)[0], 200)

    def test_it_answers_late_or_never(self) -> None:
        platform = self.start()
        platform.fail(path="/event/push/delivery", delay_ms=200)
        platform.fail(path="/event/push/open", hang=True, status=None)
        begin = time.monotonic()
        self.assertEqual(send(platform, "delivery")[0], 200)
        self.assertGreater(time.monotonic() - begin, 0.19)

        errors: List[BaseException] = []

        def hang() -> None:
            try:
                send(platform)
            except LOST as error:
                errors.append(error)

        thread = threading.Thread(target=hang)
        thread.start()
        (request,) = platform.wait_for_requests(1, path="/event/push/open")
        platform.stop()
        thread.join(30)

        self.assertEqual((request["status"], request["fault"]), (None, {"hang": True}))
        self.assertEqual(len(errors), 1)

    def test_requests_are_waited_for_and_named_if_they_are_too_few(self) -> None:
        platform = self.start()
        sending = [threading.Thread(target=send, args=(platform, "open", id)) for id in ("a", "b")]
        for thread in sending:
            thread.start()

        self.assertEqual(len(platform.wait_for_requests(2, method="POST")), 2)
        for thread in sending:
            thread.join()
        send(platform, "delivery", "a")
        requests = platform.requests(request_id="a")
        attempts = [(one["attempt"], one["body"]["smid"]) for one in requests]
        self.assertEqual(attempts, [(1, "m-1"), (2, "m-1")])
        with self.assertRaises(AssertionError) as raised:
            platform.wait_for_requests(2, path="/event/push/open", request_id="a", timeout=0.01)
        self.assertEqual(
            str(raised.exception),
            "1 of 2 requests arrived within 0.01 s\nPOST /event/push/open a: 200",
        )

    def test_a_script_changes_the_settings_and_a_reset_removes_everything(self) -> None:
        platform = self.start()
        platform.script({"rules": [{"times": 1, "fault": {"status": 503}}]})

        self.assertEqual([send(platform)[0], send(platform)[0]], [503, 200])
        platform.reset()

        self.assertEqual((opens(platform), platform.requests()), ([], []))

    def test_a_push_is_sent_received_once_in_its_order_taken_and_counted(self) -> None:
        platform = self.start()
        data = support.temporary_directory(self) / "data"
        with Bridge.spawn(command=support.COMMAND, data_dir=data) as bridge:
            bridge.initialization({"apiUrl": platform.url, "rToken": "r"})
            bridge.set_push_token("ios-apns", "a b&c")
            bridge.push_subscribe(wait="outcome")

            everyone = {"token": "a b&c"}
            sent = platform.send_push({"title": "First"}, structure="apns", audience=everyone)
            platform.send_push({"title": "Second"})
            received = platform.wait_for_push("a b&c")
            shown = bridge.take_push(received["message"]) or self.fail("it is foreign")
            (delivered,) = platform.wait_for_requests(1, path="/event/push/delivery")

            self.assertEqual((received["campaign"], sent["pushes"]), (sent["id"], 1))
            self.assertEqual((shown["title"], shown["uid"]), ("First", delivered["body"]["smid"]))
            second = platform.wait_for_push("a b&c")["message"]
            parsed = bridge.parse_push(second) or self.fail("it is foreign")
            self.assertEqual(parsed["title"], "Second")
            with self.assertRaisesRegex(AssertionError, "no push arrived within 0.01 s"):
                platform.wait_for_push("a b&c", timeout=0.01)

    def test_an_unknown_fault_is_refused_in_the_words_of_the_platform(self) -> None:
        platform = self.start()
        for fault, message in (
            ({"times": 1}, r"POST /__script: script \$\.rules\[0\]\.fault: must have one of"),
            ({"drop": "later"}, "must be one of before, after"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                platform.fail(**fault)

    def test_a_platform_that_cannot_start_is_an_error_with_its_reason(self) -> None:
        address = self.start().url.replace("http://", "")

        with self.assertRaisesRegex(RuntimeError, f"{address} is already in use"):
            self.start(args=["--listen", address])
        with self.assertRaises(FileNotFoundError):
            self.start(command="/none")

    def test_it_ends_with_stop_with_its_block_and_with_a_killed_process(self) -> None:
        with self.start() as platform:
            self.assertFalse(is_over(platform.url))
        self.assertTrue(is_over(platform.url))
        platform.stop()

        program = (
            "from altcraft_bridge.testing import SimulatedPlatform\n"
            "print(SimulatedPlatform.start().url, flush=True)\ninput()\n"
        )
        paths = {"PYTHONPATH": str(support.CLIENT / "src"), "ALTCRAFT_BRIDGE": support.COMMAND}
        test = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **paths},
        )
        assert test.stdout is not None
        url = test.stdout.readline().decode().strip()
        self.assertFalse(is_over(url))
        test.send_signal(signal.SIGKILL)
        test.communicate()

        support.soon("its end", lambda: is_over(url))


class JWTTests(unittest.TestCase):
    """The JWT of the command `altcraft-bridge jwt`."""

    cases: Dict[str, List[Dict[str, Any]]] = json.loads(
        (support.ROOT / "clients/conformance/jwt.json").read_text(encoding="utf-8")
    )

    @staticmethod
    def printed(claims: Dict[str, Any]) -> "subprocess.CompletedProcess[str]":
        words = [f"{name}={value}" for name, value in claims.items()]
        return subprocess.run([support.COMMAND, "jwt", *words], capture_output=True, text=True)

    @staticmethod
    def parts(text: str) -> List[Any]:
        return [
            json.loads(base64.urlsafe_b64decode(part + "===") or "null")
            for part in text.strip().split(".")
        ]

    def test_it_has_the_claims_that_the_command_gives_it(self) -> None:
        self.assertGreater(len(self.cases["accepted"]), 5)
        for claims in self.cases["accepted"]:
            with self.subTest(claims):
                self.assertEqual(self.parts(jwt(claims)), self.parts(self.printed(claims).stdout))

    def test_the_claims_that_the_command_refuses_are_refused(self) -> None:
        self.assertGreater(len(self.cases["refused"]), 5)
        for claims in self.cases["refused"]:
            with self.subTest(claims):
                self.assertRaises(ValueError, jwt, claims)
                self.assertEqual(self.printed(claims).returncode, 64)


class ReadmeTests(unittest.TestCase):
    """The test of a lost answer in the README."""

    def run_readme(self, **changes: str) -> "subprocess.CompletedProcess[str]":
        text = (support.CLIENT / "README.md").read_text(encoding="utf-8")
        (block,) = re.findall(r"```python\n((?:(?!```).)*unittest\.TestCase.*?)```", text, re.S)
        for old, new in changes.items():
            block = re.sub(rf"\b{old}=[^,)]*", new, block)
        directory = support.temporary_directory(self)
        (directory / "test_lost.py").write_text(block, encoding="utf-8")
        paths = {"PYTHONPATH": str(support.CLIENT / "src"), "ALTCRAFT_BRIDGE": support.COMMAND}
        return subprocess.run(
            [sys.executable, "-W", "error", "-m", "unittest", "test_lost"],
            cwd=directory, env={**os.environ, **paths}, capture_output=True, text=True, timeout=120,
        )

    def test_it_passes_and_fails_without_the_fault(self) -> None:
        passed = self.run_readme()
        self.assertEqual(passed.returncode, 0, passed.stderr)
        self.assertIn("Ran 1 test", passed.stderr)

        failed = self.run_readme(drop="delay_ms=1", request_id="timeout=0.1")
        self.assertIn("1 of 2 requests arrived within 0.1 s", failed.stderr)


if __name__ == "__main__":
    unittest.main()
