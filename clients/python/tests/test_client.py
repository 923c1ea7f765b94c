"""Features specific to this client: arguments, endings, threads and loops, numbers, lines."""

from __future__ import annotations

import asyncio
import concurrent.futures
import json
import os
import signal
import socket
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple
from unittest import mock

import support
from altcraft_bridge import (
    SCHEMA_DIGEST,
    AsyncBridge,
    Bridge,
    BridgeClosedError,
    BridgeError,
    CallTimeoutError,
    errors,
    events,
    protocol,
    transport,
)
from altcraft_bridge.connection import ReconnectingConnection
from altcraft_bridge.generated.errors import ERROR_CLASSES
from altcraft_bridge.generated.events import EVENT_CLASSES

CONFIGURATION: Any = {"apiUrl": "https://platform.example", "rToken": "r"}


def options(test: unittest.TestCase) -> Dict[str, Any]:
    return {
        "command": support.COMMAND,
        "data_dir": support.temporary_directory(test) / "data",
        "args": support.LIMITS,
    }


class BridgeTests(unittest.TestCase):
    """The synchronous form."""

    def open(self, **more: Any) -> Bridge:
        bridge = Bridge.spawn(**{**options(self), **more})
        self.addCleanup(bridge.close)
        return bridge

    def test_methods_are_functions_with_typed_answers(self) -> None:
        bridge = self.open()

        self.assertEqual(bridge.bridge.ping(), "pong")
        self.assertEqual(
            bridge.action_field("_fname", "set", value="Ann"),
            {"_fname": {"action": "set", "value": "Ann"}},
        )
        self.assertIsNone(bridge.outbox.list(limit=5)["next"])
        self.assertEqual(bridge.info["name"], "altcraft-bridge")
        bridge.set_user_defaults_value("s", "big", value=[2**64 - 1, -(2**63), 2**53 + 1])
        self.assertEqual(
            bridge.bridge.get_user_defaults_value("s", "big"), [2**64 - 1, -(2**63), 2**53 + 1]
        )

    def test_required_parameters_may_be_none_and_optional_ones_are_omitted(self) -> None:
        bridge = self.open()

        with mock.patch.object(bridge, "call", return_value=True) as call:
            bridge.set_push_token("ios-firebase", None)
            bridge.mobile_event("sid", "buy", payload={"price": 1}, timeout=3)

        self.assertEqual(
            call.mock_calls[0].args[1], {"provider": "ios-firebase", "pushToken": None}
        )
        self.assertEqual(
            call.mock_calls[1],
            mock.call(
                "mobileEvent",
                {"sid": "sid", "eventName": "buy", "payload": {"price": 1}},
                timeout=3,
            ),
        )

    def test_a_call_can_be_cancelled_by_a_time_limit_and_by_its_future(self) -> None:
        bridge = self.open()
        bridge.initialization(CONFIGURATION)

        with self.assertRaises(CallTimeoutError) as caught:
            bridge.push_subscribe(wait="outcome", timeout=0.05)
        self.assertIn("pushSubscribe", str(caught.exception))
        before = bridge.bridge.stats()["calls"]["errors"]
        future = bridge.begin("pushSubscribe", {"wait": "outcome"})
        bridge.bridge.ping()
        self.assertTrue(future.cancel())

        # The bridge has answered it as cancelled.
        support.soon("it is cancelled", lambda: bridge.bridge.stats()["calls"]["errors"] > before)
        self.assertEqual(bridge.bridge.ping(timeout=10), "pong")

    def test_a_value_that_json_cannot_express_is_rejected_at_the_call(self) -> None:
        bridge = self.open()

        for value in (float("nan"), "\ud800", object(), {1, 2}):
            with self.subTest(value=value), self.assertRaises((TypeError, ValueError)):
                bridge.set_user_defaults_value("s", "k", value=value)
        self.assertEqual(bridge.bridge.ping(), "pong")

    def test_a_call_larger_than_a_frame_is_rejected_at_once(self) -> None:
        bridge = self.open(args=["--limit", "frameBytes=2000"])

        with self.assertRaises(errors.TooLargeError) as caught:
            bridge.set_user_defaults_value("s", "k", value="x" * 3000)

        self.assertEqual((caught.exception.limit, caught.exception.max), ("frameBytes", 2000))
        # The longest allowed message: it has the third id, after that of the rejected call.
        parameters = {"suiteName": "s", "key": "k", "value": ""}
        call = {"id": 3, "method": "setUserDefaultsValue", "params": parameters}
        room = 2000 - len(protocol.write(call).rstrip())
        for more, is_refused in ((0, False), (1, True)):
            parameters["value"] = "x" * (room + more)
            refused = bridge.begin("setUserDefaultsValue", parameters).exception(10)
            self.assertEqual(isinstance(refused, errors.TooLargeError), is_refused)

    def test_a_failed_start_and_an_exit_are_reported_with_the_reason(self) -> None:
        with self.assertRaisesRegex(BridgeClosedError, "cannot be started"):
            Bridge.spawn(command="/nowhere/altcraft-bridge")
        with self.assertRaises(BridgeClosedError) as caught:
            Bridge.spawn(**{**options(self), "args": ["--limit", "nonsense=1"]})
        self.assertEqual(caught.exception.exit_code, 64)
        self.assertIn("nonsense", caught.exception.stderr_tail)
        with self.assertRaisesRegex(BridgeClosedError, "cannot be reached"):
            Bridge.connect(socket="/nowhere/bridge.sock")

    def test_a_killed_process_fails_the_calls_in_flight(self) -> None:
        bridge = self.open(reconnects=False)
        bridge.initialization(CONFIGURATION)
        waiting = bridge.begin("pushSubscribe", {"wait": "outcome"})
        bridge.bridge.ping()

        os.kill(bridge.info["pid"], signal.SIGKILL)

        with self.assertRaises(BridgeClosedError) as caught:
            waiting.result(10)
        self.assertEqual(caught.exception.exit_code, -signal.SIGKILL)
        self.assertIn('"ready":true', caught.exception.stderr_tail)
        with self.assertRaises(BridgeClosedError):
            bridge.bridge.ping()

    def test_each_call_that_fails_has_its_own_error(self) -> None:
        bridge = self.open(reconnects=False)
        bridge.initialization(CONFIGURATION)
        calls = [bridge.begin("pushSubscribe", {"wait": "outcome"}) for _ in range(2)]

        os.kill(bridge.info["pid"], signal.SIGKILL)
        failures = [call.exception(10) for call in calls]
        failures += [bridge.begin("bridge.ping").exception(10) for _ in range(2)]

        self.assertEqual(len({id(failure) for failure in failures}), 4)
        for failure in failures:
            assert isinstance(failure, BridgeClosedError)
            self.assertEqual(failure.exit_code, -signal.SIGKILL)
            self.assertEqual(str(failure), str(failures[0]))

    def test_the_process_has_its_own_process_group_and_stops_in_order(self) -> None:
        bridge = self.open()
        pid = bridge.info["pid"]
        self.assertEqual(os.getpgid(pid), pid)

        bridge.close()

        with self.assertRaises(ProcessLookupError):
            os.kill(pid, 0)
        with self.assertRaises(BridgeClosedError):
            bridge.bridge.ping()
        bridge.close()

    def test_calls_in_flight_are_answered_when_the_bridge_is_closed(self) -> None:
        bridge = self.open()
        bridge.initialization(CONFIGURATION)
        waiting = bridge.begin("pushSubscribe", {"wait": "outcome"})
        bridge.bridge.ping()

        bridge.close()

        self.assertEqual(waiting.result(10)["outcome"]["state"], "pending")

    def test_the_log_of_the_process_is_available(self) -> None:
        lines: List[str] = []
        self.open(on_log=lines.append)

        support.soon("a ready line", lambda: any('"ready":true' in line for line in lines))

    def test_an_answer_and_a_listener_may_make_calls(self) -> None:
        bridge = self.open()
        found: List[Any] = []
        bridge.on("configuration.installed", lambda event: found.append(bridge.bridge.ping()))
        bridge.events.subscribe()

        def token(provider: str) -> str:
            return f"{provider} {bridge.bridge.ping()}"

        bridge.handle("provider.getToken", token)
        bridge.initialization(CONFIGURATION)
        bridge.set_fcm_token_provider("callback")

        self.assertEqual(
            bridge.get_push_token(), {"provider": "ios-firebase", "token": "ios-firebase pong"}
        )
        support.soon("the listener has its answer", lambda: found == ["pong"])

    def test_threads_may_share_it(self) -> None:
        bridge = self.open()

        def store(number: int) -> bool:
            bridge.set_user_defaults_value("s", str(number), value=number)
            return bool(bridge.bridge.get_user_defaults_value("s", str(number)) == number)

        with concurrent.futures.ThreadPoolExecutor(16) as threads:
            self.assertTrue(all(threads.map(store, range(200))))

    def test_a_waiting_thread_does_not_delay_the_answers_of_others(self) -> None:
        bridge = self.open()
        bridge.initialization(CONFIGURATION)

        with concurrent.futures.ThreadPoolExecutor(2) as threads:
            waits = [
                threads.submit(bridge.push_subscribe, wait="outcome", timeout=0.5) for _ in "ab"
            ]
            answers = {bridge.bridge.ping(timeout=10) for _ in range(100)}

        self.assertEqual(answers, {"pong"})
        self.assertEqual({type(wait.exception()) for wait in waits}, {CallTimeoutError})

    def test_an_interrupt_within_a_message_ends_the_connection_and_no_more(self) -> None:
        for way in ("spawn", "socket"):
            with self.subTest(way):
                bridge = self.open() if way == "spawn" else self.connected()
                is_back = threading.Event()
                bridge.on(events.Reconnected, lambda _: is_back.set())
                future: "concurrent.futures.Future[Any]" = concurrent.futures.Future()
                wire = bridge._connection._current._transport.wire

                with mock.patch.object(wire, "_received", side_effect=KeyboardInterrupt):
                    wire._watch.modify(wire._input, 0)  # The loop reads none of the answer.
                    bridge._connection.begin("bridge.ping", {}, future)
                    with self.assertRaises(KeyboardInterrupt):
                        wire.read_until(future.done, time.monotonic() + 10)

                with self.assertRaises(BridgeClosedError):
                    future.result(10)
                self.assertTrue(is_back.wait(10))
                self.assertEqual(bridge.bridge.ping(timeout=10), "pong")

    def connected(self) -> Bridge:
        directory = support.temporary_directory(self)
        path = str(directory / "run/s")
        support.Program(self, "serve", "--socket", path, "--data-dir", str(directory / "data"))
        bridge = Bridge.connect(socket=path)
        self.addCleanup(bridge.close)
        return bridge

    def test_a_missing_answer_does_not_prevent_closing(self) -> None:
        bridge = self.open()
        never = threading.Event()
        self.addCleanup(never.set)
        bridge.handle("provider.getToken", lambda provider: str(never.wait()))
        bridge.initialization(CONFIGURATION)
        bridge.set_fcm_token_provider("callback")
        pending = bridge.begin("getPushToken")
        bridge.bridge.ping()

        bridge.close()

        self.assertTrue(pending.done())

    def test_a_listener_that_raises_and_a_removed_one_do_not_affect_others(self) -> None:
        bridge = self.open()
        seen: List[str] = []

        def broken(event: events.Event) -> None:
            raise RuntimeError("a listener's own fault")

        bridge.on(events.Event, broken)
        take_back = bridge.on(events.Event, lambda event: seen.append("taken back"))
        bridge.on(events.ConfigurationInstalled, lambda event: seen.append(event.name))
        take_back()
        bridge.events.subscribe()
        with self.assertLogs("altcraft_bridge", "ERROR"):
            bridge.initialization(CONFIGURATION)
            support.soon("it is received", lambda: "configuration.installed" in seen)

        self.assertEqual(seen, ["configuration.installed"])

    def test_all_events_have_been_delivered_when_the_bridge_is_closed(self) -> None:
        bridge = self.open()
        received: List[str] = []
        may_go_on = threading.Event()

        def slow(event: events.Event) -> None:
            may_go_on.wait(10)
            received.append(event.name)

        bridge.on(events.Event, slow)
        bridge.events.subscribe()
        bridge.initialization(CONFIGURATION)
        bridge.bridge.ping()
        threading.Timer(0.1, may_go_on.set).start()

        bridge.close()

        self.assertEqual(received, ["configuration.installed"])

    def test_a_restarted_process_is_in_the_app_group_again(self) -> None:
        bridge = self.open()
        is_back = threading.Event()
        bridge.on(events.Reconnected, lambda _: is_back.set())
        bridge.set_app_group("group.other")
        bridge.set_user_defaults_value("s", "k", value=1)

        os.kill(bridge.info["pid"], signal.SIGKILL)

        self.assertTrue(is_back.wait(10))
        self.assertEqual(bridge.bridge.get_user_defaults_value("s", "k"), 1)
        self.assertEqual(bridge.bridge.info()["appGroup"], "group.other")

    def test_a_refused_reconnection_is_retried(self) -> None:
        bridge = self.open()
        is_back = threading.Event()
        bridge.on(events.Reconnected, lambda _: is_back.set())
        bridge.events.subscribe()
        resume, refusals = ReconnectingConnection._resume, [errors.BusyError(-32002, "busy")]

        async def refused_once(connection: ReconnectingConnection, *more: Any) -> Any:
            if refusals:
                raise refusals.pop()
            return await resume(connection, *more)

        with mock.patch.object(ReconnectingConnection, "_resume", refused_once):
            with self.assertLogs("altcraft_bridge", "WARNING"):
                os.kill(bridge.info["pid"], signal.SIGKILL)
                self.assertTrue(is_back.wait(10))
        self.assertEqual(bridge.bridge.ping(), "pong")

    def test_a_second_loss_delivers_no_event_twice(self) -> None:
        bridge = self.open()
        received: List[object] = []
        is_back = threading.Semaphore(0)
        bridge.on(events.Event, received.append)
        bridge.on(events.Gap, received.append)
        bridge.on(events.Reconnected, lambda _: is_back.release())
        bridge.events.subscribe()
        bridge.initialization(CONFIGURATION)
        support.soon("received", lambda: received)
        received.clear()

        for _ in range(2):
            os.kill(bridge.info["pid"], signal.SIGKILL)
            self.assertTrue(is_back.acquire(timeout=10))

        gaps = [it for it in received if isinstance(it, events.Gap)]
        names = [(it.epoch, it.seq) for it in received if isinstance(it, events.Event)]
        self.assertEqual([gap.missing["reason"] for gap in gaps], ["restart", "restart"])
        self.assertEqual(len(names), len(set(names)))

    def test_tcp_requires_the_token_which_changes_with_a_restart(self) -> None:
        directory = support.temporary_directory(self) / "data"
        token = directory / "rpc.token"

        def serve(port: int) -> support.Program:
            where = [
                "--listen",
                f"127.0.0.1:{port}",
                "--require-token",
                "--data-dir",
                str(directory),
            ]
            return support.Program(self, "serve", *where)

        served = serve(0)
        port = int(served.ready["listen"][0].rsplit(":", 1)[1])
        with self.assertRaises(errors.UnauthorizedError):
            Bridge.connect(port=port, token="wrong")
        with Bridge.connect(port=port, token=token.read_text().strip()) as bridge:
            self.assertEqual(bridge.bridge.ping(), "pong")

        with Bridge.connect(port=port, token_file=token) as bridge:
            is_back = threading.Event()
            bridge.on(events.Reconnected, lambda _: is_back.set())
            served.end()
            serve(port)
            self.assertTrue(is_back.wait(10))
            self.assertEqual(bridge.bridge.ping(), "pong")

    def test_an_interface_of_another_version_is_a_warning(self) -> None:
        with mock.patch("altcraft_bridge.connection.SCHEMA_DIGEST", "sha256:0"):
            with self.assertLogs("altcraft_bridge", "WARNING") as logs:
                bridge = self.open()
        self.assertRegex(
            logs.output[0], "has version .* of the interface .* this client .*sha256:0"
        )
        self.assertEqual(bridge.bridge.ping(), "pong")

    def test_no_thread_and_no_file_is_left_behind(self) -> None:
        self.open().close()
        threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))

        for _ in range(3):
            self.open().close()

        support.soon("threads are gone", lambda: threading.active_count() <= threads)
        self.assertLessEqual(len(os.listdir("/proc/self/fd")), files)


class AsyncBridgeTests(unittest.IsolatedAsyncioTestCase):
    """The form for asyncio."""

    async def open(self, **more: Any) -> AsyncBridge:
        bridge = await AsyncBridge.spawn(**{**options(self), **more})
        self.addAsyncCleanup(bridge.close)
        return bridge

    async def test_calls_run_concurrently(self) -> None:
        bridge = await self.open()

        answers = await asyncio.gather(*(bridge.bridge.ping() for _ in range(100)))

        self.assertEqual(answers, ["pong"] * 100)

    async def test_a_handler_that_raises_a_cancellation_is_answered(self) -> None:
        bridge = await self.open(args=["--limit", "callbackSeconds=60"])

        async def answer(provider: str) -> str:
            raise asyncio.CancelledError

        bridge.handle("provider.getToken", answer)
        await bridge.set_fcm_token_provider("callback")

        # Without an answer, the bridge waits for a minute.
        await bridge.call("getPushToken", {}, timeout=10)

    async def test_cancelling_a_call_cancels_the_request(self) -> None:
        bridge = await self.open()
        await bridge.initialization(CONFIGURATION)
        before = (await bridge.bridge.stats())["calls"]["errors"]

        task = asyncio.ensure_future(bridge.push_subscribe(wait="outcome"))
        await bridge.bridge.ping()
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        with self.assertRaises(CallTimeoutError):
            await bridge.push_subscribe(wait="outcome", timeout=0.05)
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(bridge.push_subscribe(wait="outcome"), 0.05)

        for _ in range(200):
            if (await bridge.bridge.stats())["calls"]["errors"] >= before + 3:
                return
            await asyncio.sleep(0.01)
        self.fail("the bridge has not received the cancellation")

    async def test_listeners_and_answers_may_be_coroutine_functions(self) -> None:
        bridge = await self.open()
        seen: "asyncio.Future[object]" = asyncio.get_running_loop().create_future()

        async def installed(event: events.ConfigurationInstalled) -> None:
            seen.set_result(await bridge.bridge.ping())

        async def token(provider: str) -> Optional[str]:
            return await bridge.bridge.ping()

        bridge.on(events.ConfigurationInstalled, installed)
        bridge.handle("provider.getToken", token)
        await bridge.events.subscribe()
        await bridge.initialization(CONFIGURATION)
        await bridge.set_hms_token_provider("callback")

        self.assertEqual(await asyncio.wait_for(seen, 10), "pong")
        self.assertEqual(await bridge.get_push_token(), {"provider": "ios-huawei", "token": "pong"})

    async def test_closing_during_a_reconnection_leaves_nothing_running(self) -> None:
        bridge = await self.open()
        lost = asyncio.Event()
        bridge.on(events.Disconnected, lambda _: lost.set())
        os.kill(bridge.info["pid"], signal.SIGKILL)
        await asyncio.wait_for(lost.wait(), 10)

        await bridge.close()

        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.sleep(0.3)
        self.assertEqual(
            [task for task in others if not task.done() and "Connection" in repr(task)], []
        )
        with self.assertRaises(BridgeClosedError):
            await bridge.bridge.ping()


class OutcomeStreamTests(unittest.IsolatedAsyncioTestCase):
    """Outcomes: in order, over lost connections."""

    async def end(self, bridge: AsyncBridge, count: int) -> None:
        await bridge.initialization(CONFIGURATION)
        for _ in range(count):
            await bridge.push_subscribe()
        await bridge.clear()

    async def test_each_outcome_arrives_once_also_when_the_process_is_killed(self) -> None:
        bridge = await AsyncBridge.spawn(
            command=support.COMMAND,
            data_dir=support.temporary_directory(self) / "data",
            args=support.LIMITS,
        )
        self.addAsyncCleanup(bridge.close)
        await self.end(bridge, 3)
        numbers: List[int] = []
        back = asyncio.Event()
        bridge.on(events.Reconnected, lambda _: back.set())

        async def read() -> None:
            async for outcome in bridge.outcome_stream(1):
                assert not isinstance(outcome, events.OutcomeGap)
                numbers.append(outcome["outcome"])

        reading = asyncio.ensure_future(read())
        await support.eventually("the first outcomes", lambda: len(numbers) == 2)
        os.kill(bridge.info["pid"], signal.SIGKILL)
        await asyncio.wait_for(back.wait(), 30)
        await self.end(bridge, 2)
        await support.eventually("the last outcomes", lambda: len(numbers) == 4)
        self.assertEqual(numbers, [2, 3, 4, 5])
        await bridge.close()
        await asyncio.wait_for(reading, 30)

    async def test_a_gap_is_an_item_and_repeated_outcomes_are_dropped(self) -> None:
        bridge = await AsyncBridge.spawn(
            command=support.COMMAND, data_dir=support.temporary_directory(self) / "data"
        )
        self.addAsyncCleanup(bridge.close)
        stream = bridge.outcome_stream(0)
        first = asyncio.ensure_future(stream.__anext__())
        await asyncio.sleep(0)
        connection = bridge._connection
        connection.notified("outcomes.gap", {"from": 1, "to": 6})
        self.assertEqual(await asyncio.wait_for(first, 30), events.OutcomeGap(1, 6))
        connection.notified("outcome", {"outcome": 6})
        connection.notified("outcome", {"outcome": 7})
        self.assertEqual(await asyncio.wait_for(stream.__anext__(), 30), {"outcome": 7})
        # An older copy of the data directory was put back: the numbers begin again.
        gap = {"epoch": "e-1", "from": 1, "to": 2, "reason": "rolledBack"}
        connection.notified("outcomes.gap", gap)
        connection.notified("outcome", {"outcome": 3})
        expected = events.OutcomeGap(1, 2, "e-1", "rolledBack")
        self.assertEqual(await asyncio.wait_for(stream.__anext__(), 30), expected)
        self.assertEqual(await asyncio.wait_for(stream.__anext__(), 30), {"outcome": 3})

    async def test_the_stream_passes_the_epoch_of_its_position(self) -> None:
        bridge = await AsyncBridge.spawn(
            command=support.COMMAND, data_dir=support.temporary_directory(self) / "data"
        )
        self.addAsyncCleanup(bridge.close)
        stream = bridge.outcome_stream(9, "another")
        gap = await asyncio.wait_for(stream.__anext__(), 30)
        self.assertEqual(gap, events.OutcomeGap(1, 0, "0", "rolledBack"))

    async def test_the_end_of_the_stream_ends_the_subscription(self) -> None:
        bridge = await AsyncBridge.spawn(
            command=support.COMMAND, data_dir=support.temporary_directory(self) / "data"
        )
        self.addAsyncCleanup(bridge.close)
        received: List[object] = []
        bridge.on(events.OutcomeReceived, received.append)
        await self.end(bridge, 1)
        stream = bridge.outcome_stream(0)
        outcome = await asyncio.wait_for(stream.__anext__(), 30)
        assert not isinstance(outcome, events.OutcomeGap)
        self.assertEqual(outcome["outcome"], 1)
        await stream.aclose()  # type: ignore[attr-defined]
        await self.end(bridge, 1)
        await bridge.call("outcomes.subscribe", {"after": 1})
        await support.eventually("the second end", lambda: len(received) >= 2)
        await bridge.bridge.ping()
        self.assertEqual(len(received), 2)

    async def test_a_position_that_the_bridge_refuses_is_an_error(self) -> None:
        bridge = await AsyncBridge.spawn(
            command=support.COMMAND, data_dir=support.temporary_directory(self) / "data"
        )
        self.addAsyncCleanup(bridge.close)
        with self.assertRaises(errors.InvalidParamsError):
            async for _ in bridge.outcome_stream(9):
                pass


class BlockingOutcomeStreamTests(unittest.TestCase):
    """Outcomes in a loop of the blocking form."""

    def test_ends_come_in_order_until_the_client_is_closed(self) -> None:
        with Bridge.spawn(
            command=support.COMMAND, data_dir=support.temporary_directory(self) / "data"
        ) as bridge:
            bridge.initialization(CONFIGURATION)
            for _ in range(3):
                bridge.push_subscribe()
            bridge.clear()
            numbers: List[int] = []
            for outcome in bridge.outcome_stream(1):
                assert not isinstance(outcome, events.OutcomeGap)
                numbers.append(outcome["outcome"])
                if len(numbers) == 2:
                    break
            self.assertEqual(numbers, [2, 3])
            stream = bridge.outcome_stream(2)
            outcome = next(stream)
            assert not isinstance(outcome, events.OutcomeGap)
            self.assertEqual(outcome["outcome"], 3)
            bridge.close()
            self.assertEqual(list(stream), [])


class StrangeBridgeTests(unittest.TestCase):
    """Messages of a bridge of another version, and invalid messages."""

    def open(
        self, *lines: bytes, then: Optional[threading.Event] = None, end: bytes = b""
    ) -> Bridge:
        """A bridge that sends these lines at the second call, and reads on only after `then`.

        With `end` it sends that without the end of a line, and closes the connection.
        """
        path = str(support.temporary_directory(self) / "bridge.sock")
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(path)
        server.listen()
        info = {"schemaDigest": SCHEMA_DIGEST, "version": "9", "limits": {}, "epoch": "e", "pid": 0}

        def respond() -> None:
            peer, _ = server.accept()
            with peer:
                peer.recv(65536)
                peer.sendall(json.dumps({"id": 1, "result": info}).encode() + b"\n")
                peer.recv(65536)
                peer.sendall(b"".join(line + b"\n" for line in lines) + end)
                if end:
                    return
                if then is not None:
                    then.wait(10)
                while chunk := peer.recv(65536):
                    self.read += chunk

        self.read = b""
        thread = threading.Thread(target=respond, daemon=True)
        thread.start()
        self.addCleanup(thread.join, 5)
        bridge = Bridge.connect(socket=path, reconnects=False)
        self.addCleanup(bridge.close)
        return bridge

    def test_an_undeclared_event_is_unknown_and_raises_no_error(self) -> None:
        event = {
            "epoch": "e",
            "seq": 1,
            "type": "event",
            "code": 999,
            "name": "new.one",
            "value": 1,
        }
        known = {"name": "pushSubscribe.succeeded", "value": "of another kind", "more": True}
        notifications = [
            ("some.notice", {}),
            ("event", None),
            ("event", {"name": ["odd"]}),
            ("event", event),
            ("event", known),
        ]
        bridge = self.open(
            *(
                json.dumps({"method": name, "params": params}).encode()
                for name, params in notifications
            )
        )
        unknown: List[events.UnknownEvent] = []
        by_name: List[events.Event] = []
        last: List[events.PushSubscribeSucceeded] = []
        bridge.on(events.UnknownEvent, unknown.append)
        bridge.on("new.one", by_name.append)
        bridge.on(events.PushSubscribeSucceeded, last.append)

        with support.quiet(self):
            bridge.begin("go")
            support.soon("all are received", lambda: last)

        self.assertEqual([event.name for event in unknown], [["odd"], "new.one"])
        self.assertEqual([event.value for event in by_name], [1])
        self.assertEqual((last[0].value, last[0].seq), ("of another kind", None))

    def test_a_bridge_that_never_identifies_itself_is_dropped(self) -> None:
        path = str(support.temporary_directory(self) / "bridge.sock")
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(path)
        server.listen()

        with mock.patch("altcraft_bridge.connection.HANDSHAKE", 0.05):
            with mock.patch("altcraft_bridge.transport.EXIT_TIMEOUT", 0.05):
                with self.assertRaisesRegex(CallTimeoutError, "bridge.info"):
                    Bridge.connect(socket=path)

    def test_a_gap_advances_the_cursor_like_its_events(self) -> None:
        position = {"epoch": "e", "seq": 4, "oldest": 1, "gap": None}
        missing = {"epoch": "e", "from": 8, "to": 9, "count": 2, "reason": "overflow"}
        messages = [
            {"id": 2, "result": position},
            {"method": "event", "params": {"epoch": "e", "seq": 7, "name": "new.one"}},
            {"method": "events.gap", "params": missing},
        ]
        bridge = self.open(*(json.dumps(message).encode() for message in messages))
        gaps: List[events.Gap] = []
        bridge.on(events.Gap, gaps.append)

        bridge.events.subscribe(timeout=10)

        support.soon("the gap is received", lambda: gaps)
        self.assertEqual(
            bridge._connection._subscription.resume_parameters, {"since": 9, "epoch": "e"}
        )

    def test_messages_to_a_slow_reader_arrive_complete_and_in_order(self) -> None:
        reads_on = threading.Event()
        bridge = self.open(b'{"id":2,"result":"gone"}', then=reads_on)
        bridge.call("go", timeout=10)

        for number in range(20):
            bridge.begin("long", {"number": number, "text": "x" * 300_000})
        reads_on.set()
        bridge.close()

        calls = [json.loads(line) for line in self.read.splitlines()]
        self.assertEqual([call["params"]["number"] for call in calls], list(range(20)))

    def test_half_a_line_at_the_end_of_a_connection_is_no_message(self) -> None:
        bridge = self.open(end=b'{"jsonrpc":"2.0","id":2,"result":"go')

        with mock.patch("altcraft_bridge.connection.logger.warning") as warning:
            with self.assertRaises(BridgeClosedError):
                bridge.call("go", timeout=10)

        warning.assert_not_called()

    def test_an_invalid_message_is_a_warning(self) -> None:
        lines = [b"no JSON at all", b"[1]", b'{"id":99,"result":1}', b'{"id":2,"result":"gone"}']
        bridge = self.open(*lines)

        with self.assertLogs("altcraft_bridge", "WARNING") as logs:
            self.assertEqual(bridge.call("go", timeout=10), "gone")

        self.assertEqual(len(logs.output), 2)


class ProtocolTests(unittest.TestCase):
    """The part without input and output."""

    def test_lines_may_be_long_and_may_arrive_in_any_pieces(self) -> None:
        splitter = protocol.LineSplitter()
        whole = "a\n\U0001f600\n\n".encode() + b"x" * 5_000_000 + b"\nrest"
        lines: List[bytes] = []

        for at in range(0, len(whole), 65_537):
            lines += splitter.push(whole[at : at + 65_537])
        lines += splitter.flush()

        self.assertEqual([len(line) for line in lines], [1, 4, 5_000_000, 4])

    def test_an_error_has_the_class_of_its_reason(self) -> None:
        full = protocol.error_of(
            {
                "code": -32010,
                "message": "m",
                "data": {"reason": "outboxFull", "retryable": True, "retryAfterMs": 7},
            }
        )
        assert isinstance(full, errors.OutboxFullError)
        self.assertEqual((full.retry_after_ms, full.retryable, full.used), (7, True, None))
        other = protocol.error_of({"code": 1, "message": "m", "data": {"reason": "ofTomorrow"}})
        self.assertIs(type(other), BridgeError)
        self.assertEqual(protocol.error_of({"code": 1, "message": "m", "data": 5}).data, {})

    def test_an_error_that_is_no_object_fails_its_call(self) -> None:
        for error in ('"broken"', '""', "0", "[]", "{}"):
            response = protocol.read(f'{{"jsonrpc":"2.0","id":1,"error":{error}}}'.encode())
            assert isinstance(response, protocol.Response)
            self.assertIs(type(response.error), BridgeError, error)

    def test_the_catalogues_match_the_schema(self) -> None:
        document = json.loads((support.ROOT / "schema/openrpc.json").read_bytes())
        self.assertEqual(
            {error["reason"]: error["retryable"] for error in document["x-errors"]},
            {reason: kind.retryable for reason, kind in ERROR_CLASSES.items()},
        )
        emitted = {event["name"] for event in document["x-events"] if event.get("emitted", True)}
        self.assertEqual(emitted, set(EVENT_CLASSES))

    def test_a_subscription_continues_at_its_cursor(self) -> None:
        def position(seq: int, oldest: Optional[int], reason: Optional[str] = None) -> Any:
            gap = reason and {"from": 1, "to": None, "count": None, "reason": reason}
            return {"epoch": "new", "seq": seq, "oldest": oldest, "gap": gap}

        cases: Tuple[Tuple[str, Dict[str, Any], Any, int], ...] = (
            ("from now on", {}, position(9, 1), 9),
            ("after one that is kept", {"since": 4, "epoch": "new"}, position(9, 1), 4),
            (
                "after one of an earlier run",
                {"since": 4, "epoch": "old"},
                position(9, 3, "restart"),
                2,
            ),
            (
                "of a run without events",
                {"since": 4, "epoch": "old"},
                position(0, None, "restart"),
                0,
            ),
        )
        for name, parameters, answer, since in cases:
            with self.subTest(name):
                subscription = protocol.Subscription()
                self.assertIsNone(subscription.resume_parameters)
                subscription.begin({"codes": [230], **parameters}, answer)
                self.assertEqual(
                    subscription.resume_parameters, {"codes": [230], "since": since, "epoch": "new"}
                )

    def test_only_lost_registrations_are_repeated(self) -> None:
        registrations = protocol.Registrations()
        registrations.record("setJWTProvider", {"provider": "callback"})
        registrations.record("bridge.setLogLevel", {"level": "info"})
        registrations.record("setAppGroup", {"groupName": "g"})
        registrations.record("pushSubscribe", {})
        registrations.record("nse.setJWTProvider", {"provider": {"token": "t"}})

        self.assertEqual(
            registrations.to_repeat(False), {"setJWTProvider": {"provider": {"token": "t"}}}
        )
        self.assertEqual(
            list(registrations.to_repeat(True)),
            ["setAppGroup", "bridge.setLogLevel", "setJWTProvider"],
        )

    def test_the_program_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "altcraft-bridge"
            program.touch(0o755)
            with mock.patch.dict(os.environ, {"PATH": folder, "ALTCRAFT_BRIDGE": ""}):
                self.assertEqual(transport.bridge_command(), str(program))
            with mock.patch.dict(os.environ, {"PATH": folder, "ALTCRAFT_BRIDGE": "/named"}):
                self.assertEqual(transport.bridge_command(), "/named")
                self.assertEqual(transport.SpawnOptions(command="/given").arguments[0], "/given")
            package = Path(folder) / "package"
            (package / "bin").mkdir(parents=True)
            (package / "bin/altcraft-bridge").touch(0o755)
            with mock.patch.dict(os.environ, {"PATH": folder, "ALTCRAFT_BRIDGE": ""}):
                with mock.patch.object(transport, "__file__", str(package / "transport.py")):
                    self.assertEqual(
                        transport.bridge_command(), str(package / "bin/altcraft-bridge")
                    )


if __name__ == "__main__":
    unittest.main()
