"""The scenarios that every client runs: both forms, over each kind of connection."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import unittest
from typing import Any, Awaitable, Callable, Dict, List, Optional, Tuple, Union
from urllib.parse import quote

import support
from altcraft_bridge import (
    AsyncBridge,
    Bridge,
    BridgeClosedError,
    BridgeError,
    CallTimeoutError,
    events,
)
from altcraft_bridge.generated.errors import ERROR_CLASSES

SCENARIOS = json.loads((support.ROOT / "clients/conformance/scenarios.json").read_bytes())[
    "scenarios"
]

Step = Dict[str, Any]

WAYS = ("spawn", "socket", "tcp", "websocket")

# The ways to which the member `only` of a scenario limits it.
ONLY = {"spawn": ("spawn",), "tcp": ("tcp", "websocket")}

# The members of each step, beside the one that names the kind of step.
STEPS = {
    "call": {"with", "result", "error", "until", "timesOut"},
    "begin": {"with", "as"},
    "cancel": set(),
    "end": {"result", "error", "cancelled", "closed"},
    "handle": {"answer", "afterMs", "fails", "never"},
    "asked": {"with"},
    "subscribe": set(),
    "event": {"like"},
    "unknown": {"like"},
    "gap": {"count"},
    "outcomes": {"ends"},
    "platform": set(),
    "sent": {"count", "like"},
    "kill": set(),
    "reconnected": set(),
    "gone": set(),
    "says": set(),
    "start": {"status", "log"},
    "connect": {"error"},
}


class Player:
    """Runs the steps of one scenario."""

    def __init__(
        self, test: unittest.TestCase, way: str, form: str, scenario: Dict[str, Any]
    ) -> None:
        self.test = test
        self.way = way
        self.form = form
        self.steps: List[Step] = scenario["steps"]
        limits = [
            argument for limit in scenario.get("limits", []) for argument in ("--limit", limit)
        ]
        self.limits = [*support.LIMITS, *limits]
        self.simulated = support.Platform(test)
        self.directory = support.temporary_directory(test)
        self.asked_for: List[Tuple[str, Dict[str, Any]]] = []
        self.events: List[Dict[str, Any]] = []
        self.unknown_events: List[Dict[str, Any]] = []
        self.gaps: List[Any] = []
        self.losses = 0
        self.reconnections = 0
        self.seen = 0
        self.calls: Dict[str, "asyncio.Future[Any]"] = {}
        self.served: Optional[support.Program] = None
        self.port = 0

    async def play(self) -> None:
        if self.way != "spawn":
            await asyncio.to_thread(self.serve)
        self.bridge = await self.open()
        try:
            self.bridge.on(events.Event, self.happened)
            self.bridge.on(events.Gap, self.missed)
            self.bridge.on(events.Disconnected, self.went)
            self.bridge.on(events.Reconnected, self.came_back)
            for step in self.steps:
                with self.test.subTest(step=step):
                    kind = next(iter(step))
                    self.test.assertIn(kind, STEPS)
                    self.test.assertLessEqual(step.keys() - {kind}, STEPS[kind])
                    await getattr(self, kind)(step)
            named = {step["unknown"] for step in self.steps if "unknown" in step}
            self.test.assertEqual({event["name"] for event in self.unknown_events}, named)
        finally:
            if isinstance(self.bridge, AsyncBridge):
                await self.bridge.close()
            else:
                await asyncio.to_thread(self.bridge.close)

    async def open(self, **more: Any) -> Union[Bridge, AsyncBridge]:
        ways: Dict[str, Dict[str, Any]] = {
            "spawn": {
                "command": support.COMMAND,
                "data_dir": self.directory / "data",
                "args": self.limits,
            },
            "socket": {"socket": self.socket},
            "tcp": {"port": self.port, "token_file": self.directory / "data/rpc.token"},
            "websocket": {
                "url": f"ws://127.0.0.1:{self.port}",
                "token_file": self.directory / "data/rpc.token",
            },
        }
        options = ways[self.way]
        if any("says" in step for step in self.steps):
            options["command"] = support.ROOT / "clients/conformance/newer-bridge"
            options["env"] = {"BRIDGE": support.COMMAND, "SAYS": str(self.directory / "says")}
        options.update(more)
        kind: Any = Bridge if self.form == "sync" else AsyncBridge
        opener = kind.spawn if self.way == "spawn" else kind.connect
        if self.form == "sync":
            bridge: Union[Bridge, AsyncBridge] = await asyncio.to_thread(opener, **options)
        else:
            bridge = await opener(**options)
        return bridge

    @property
    def socket(self) -> str:
        return str(self.directory / "run" / "bridge.sock")

    def serve(self) -> None:
        where = {
            "tcp": ["--listen", f"127.0.0.1:{self.port}", "--require-token"],
            "websocket": ["--websocket", f"127.0.0.1:{self.port}"],
            "socket": ["--socket", self.socket],
        }[self.way]
        data = ["--data-dir", str(self.directory / "data")]
        self.served = support.Program(self.test, "serve", *where, *data, *self.limits)
        if self.way != "socket":
            self.port = int(self.served.ready["listen"][0].rsplit(":", 1)[1])

    def happened(self, event: events.Event) -> None:
        wire = {**vars(event), "requestId": event.request_id}
        if isinstance(event, events.UnknownEvent):
            self.unknown_events.append(wire)
        else:
            self.test.assertEqual(type(event), events.EVENT_CLASSES[event.name])
            self.events.append(wire)

    def missed(self, gap: events.Gap) -> None:
        self.gaps.append(gap.missing)

    def went(self, _: events.Disconnected) -> None:
        self.losses += 1

    def came_back(self, _: events.Reconnected) -> None:
        self.reconnections += 1

    def request(self, method: str, step: Step) -> "asyncio.Future[Any]":
        text = json.dumps(step.get("with", {}))
        text = text.replace("$PLATFORM", self.simulated.url).replace("$LONG", "x" * 65_536)
        seconds = step["timesOut"] / 1000 if "timesOut" in step else None
        if isinstance(self.bridge, Bridge):
            return asyncio.wrap_future(self.bridge.begin(method, json.loads(text), timeout=seconds))
        return asyncio.ensure_future(self.bridge.call(method, json.loads(text), timeout=seconds))

    # The steps.

    async def call(self, step: Step) -> None:
        if "until" not in step:
            return await self.expect(self.request(step["call"], step), step)

        async def is_so() -> bool:
            return support.is_like(step["until"], await self.request(step["call"], step))

        await support.eventually(f"{step['call']} answers that", is_so)

    async def begin(self, step: Step) -> None:
        self.calls[step["as"]] = self.request(step["begin"], step)
        await asyncio.sleep(0)

    async def cancel(self, step: Step) -> None:
        self.calls[step["cancel"]].cancel()

    async def end(self, step: Step) -> None:
        await self.expect(self.calls[step["end"]], step)

    async def handle(self, step: Step) -> None:
        from altcraft_bridge.generated.callbacks import CALLBACK_PARAMETERS

        async def answer(*arguments: Any) -> Any:
            names = CALLBACK_PARAMETERS[step["handle"]]
            self.asked_for.append((step["handle"], dict(zip(names, arguments))))
            if step.get("never"):
                await asyncio.sleep(3600)
            if "fails" in step:
                raise RuntimeError(step["fails"])
            await asyncio.sleep(step.get("afterMs", 0) / 1000)
            return step["answer"]

        self.bridge._handle(step["handle"], answer)

    async def asked(self, step: Step) -> None:
        await support.eventually(
            f"{step['asked']} is asked",
            lambda: any(
                name == step["asked"] and support.is_like(step.get("with", {}), parameters)
                for name, parameters in self.asked_for
            ),
        )

    async def subscribe(self, step: Step) -> None:
        if isinstance(self.bridge, AsyncBridge):
            await self.bridge.events.subscribe(**step["subscribe"])
        else:
            blocking = self.bridge.events.subscribe
            await asyncio.to_thread(lambda: blocking(**step["subscribe"]))

    async def event(self, step: Step) -> None:
        await self.among(self.events, step["event"], step)

    async def unknown(self, step: Step) -> None:
        await self.among(self.unknown_events, step["unknown"], step)

    async def among(self, found: List[Dict[str, Any]], name: str, step: Step) -> None:
        sample = {"name": name, **step.get("like", {})}
        await support.eventually(
            f"event {sample}", lambda: any(support.is_like(sample, event) for event in found)
        )

    async def gap(self, step: Step) -> None:
        await support.eventually(
            "a gap", lambda: any(support.is_like(step["gap"], gap) for gap in self.gaps)
        )
        if "count" in step:
            self.test.assertEqual(len(self.gaps), step["count"])
            self.test.assertTrue(support.is_like(step["gap"], self.gaps[-1]), self.gaps)

    async def outcomes(self, step: Step) -> None:
        ends: List[Any] = []
        bridge, count = self.bridge, len(step["ends"])
        if isinstance(bridge, AsyncBridge):
            stream = bridge.outcome_stream(step["outcomes"])
            while len(ends) < count:
                ends.append(await asyncio.wait_for(stream.__anext__(), 30))
            await stream.aclose()  # type: ignore[attr-defined]
        else:
            blocking = bridge.outcome_stream(step["outcomes"])
            ends = await asyncio.to_thread(lambda: list(itertools.islice(blocking, count)))
            await asyncio.to_thread(blocking.close)  # type: ignore[attr-defined]
        self.test.assertTrue(support.is_like(step["ends"], ends), ends)

    async def platform(self, step: Step) -> None:
        answer = await asyncio.to_thread(self.simulated.request, "/__script", step["platform"])
        self.test.assertEqual(answer, {"ok": True})

    async def sent(self, step: Step) -> None:
        path = f"/__requests?path={quote(step['sent'], safe='')}&count={step['count']}"
        requests = (await asyncio.to_thread(self.simulated.request, path))["requests"]
        self.test.assertEqual(len(requests), step["count"])
        self.test.assertTrue(support.is_like(step.get("like", {}), requests[-1]), requests[-1])

    async def kill(self, step: Step) -> None:
        self.seen = self.reconnections
        os.kill(self.bridge.info["pid"], signal.SIGKILL)
        if self.served is not None:
            await asyncio.to_thread(self.served.process.wait)
            await asyncio.to_thread(self.serve)

    async def reconnected(self, step: Step) -> None:
        await support.eventually("reconnected", lambda: self.reconnections > self.seen)

    async def gone(self, step: Step) -> None:
        async def is_so() -> bool:
            try:
                await self.request("bridge.ping", {})
            except (BridgeClosedError, BridgeError) as error:
                return isinstance(error, BridgeClosedError)
            return False

        await support.eventually("its end", is_so)
        await asyncio.sleep(0.3)
        self.test.assertEqual((self.losses, self.reconnections), (0, 0))

    async def says(self, step: Step) -> None:
        with (self.directory / "says").open("a", encoding="utf-8") as file:
            file.write(json.dumps(step["says"]) + "\n")

    async def start(self, step: Step) -> None:
        with self.test.assertRaises(BridgeClosedError) as caught:
            await self.open(data_dir=self.directory / "other", args=step["start"])
        self.test.assertEqual(caught.exception.exit_code, step["status"])
        self.test.assertIn(step["log"], caught.exception.stderr_tail)

    async def connect(self, step: Step) -> None:
        await self.expect(self.open(token_file=None, token=step["connect"]), step)

    async def expect(self, call: Awaitable[Any], step: Step) -> None:
        try:
            result = await call
        except asyncio.CancelledError:
            self.test.assertTrue(step.get("cancelled"))
        except CallTimeoutError:
            self.test.assertIn("timesOut", step)
        except BridgeClosedError as error:
            self.test.assertIn("closed", step, error)
            if self.way == "spawn":
                self.test.assertEqual(error.exit_code, -step["closed"]["signal"])
                self.test.assertIn(step["closed"]["log"], error.stderr_tail)
        except BridgeError as error:
            self.test.assertIn("error", step, error)
            self.test.assertIs(type(error), ERROR_CLASSES[error.reason])
            found = {name: getattr(error, name) for name in ("reason", "code", "retryable", "data")}
            self.test.assertTrue(support.is_like(step["error"], found), found)
        else:
            failures = {"error", "cancelled", "closed", "timesOut"} & step.keys()
            self.test.assertFalse(failures, result)
            if "result" in step:
                self.test.assertTrue(support.is_like(step["result"], result), result)


class ConformanceTests(unittest.TestCase):
    """Has a test for each scenario, connection and form; they are created below."""


def _test(scenario: Dict[str, Any], way: str, form: str) -> Callable[[unittest.TestCase], None]:
    def test(self: unittest.TestCase) -> None:
        with support.quiet(self):
            asyncio.run(asyncio.wait_for(Player(self, way, form, scenario).play(), 60))
        support.record(scenario=scenario["name"], way=way)

    test.__doc__ = f"{form}, {way}: {scenario['name']}"
    return test


for _form in ("sync", "async"):
    for _way in WAYS:
        for _index, _scenario in enumerate(SCENARIOS, 1):
            _name = f"test_{_form}_{_way}_{_index:02}"
            if _way in ONLY.get(_scenario.get("only", ""), WAYS):
                setattr(ConformanceTests, _name, _test(_scenario, _way, _form))


if __name__ == "__main__":
    unittest.main()
