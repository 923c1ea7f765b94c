"""The scenarios that every client plays: both forms, over a process and over a socket."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import unittest
from typing import Any, Awaitable, Callable, Dict, List, Optional, Tuple, Union
from urllib.parse import quote

import support
from altcraft_bridge import AsyncBridge, Bridge, BridgeClosedError, BridgeError, events
from altcraft_bridge.generated.errors import ERROR_CLASSES

SCENARIOS = json.loads((support.ROOT / "clients/conformance/scenarios.json").read_bytes())[
    "scenarios"
]

Step = Dict[str, Any]


class Player:
    """Plays the steps of one scenario."""

    def __init__(self, test: unittest.TestCase, way: str, form: str) -> None:
        self.test = test
        self.way = way
        self.form = form
        self.platform = support.Platform(test)
        self.directory = support.temporary_directory(test)
        self.asked: List[Tuple[str, Dict[str, Any]]] = []
        self.events: List[Dict[str, Any]] = []
        self.gaps: List[Any] = []
        self.reconnections = 0
        self.seen = 0
        self.calls: Dict[str, "asyncio.Future[Any]"] = {}
        self.served: Optional[support.Program] = None

    async def play(self, steps: List[Step]) -> None:
        if self.way == "socket":
            await asyncio.to_thread(self.serve)
        self.bridge = await self.open()
        try:
            self.bridge.on(events.Event, self.happened)
            self.bridge.on(events.UnknownEvent, lambda event: self.test.fail(event.name))
            self.bridge.on(events.Gap, self.missed)
            self.bridge.on(events.Reconnected, self.reconnected)
            for step in steps:
                with self.test.subTest(step=step):
                    await self.step(step)
        finally:
            if isinstance(self.bridge, AsyncBridge):
                await self.bridge.close()
            else:
                await asyncio.to_thread(self.bridge.close)

    async def open(self) -> Union[Bridge, AsyncBridge]:
        spawn: Dict[str, Any] = {
            "command": support.COMMAND,
            "data_dir": self.directory / "data",
            "args": support.LIMITS,
        }
        options = {"socket": self.socket} if self.way == "socket" else spawn
        kind: Any = Bridge if self.form == "sync" else AsyncBridge
        opener = kind.connect if self.way == "socket" else kind.spawn
        if self.form == "sync":
            bridge: Union[Bridge, AsyncBridge] = await asyncio.to_thread(opener, **options)
        else:
            bridge = await opener(**options)
        return bridge

    @property
    def socket(self) -> str:
        return str(self.directory / "run" / "bridge.sock")

    def serve(self) -> None:
        where = ["--socket", self.socket, "--data-dir", str(self.directory / "data")]
        self.served = support.Program(self.test, "serve", *where, *support.LIMITS)

    def happened(self, event: events.Event) -> None:
        wire = {**vars(event), "requestId": event.request_id}
        self.test.assertEqual(type(event), events.EVENT_CLASSES[event.name])
        self.events.append(wire)

    def missed(self, gap: events.Gap) -> None:
        self.gaps.append(gap.missing)

    def reconnected(self, _: events.Reconnected) -> None:
        self.reconnections += 1

    def begin(self, method: str, parameters: Dict[str, Any]) -> "asyncio.Future[Any]":
        if isinstance(self.bridge, Bridge):
            return asyncio.wrap_future(self.bridge.begin(method, parameters))
        return asyncio.ensure_future(self.bridge.call(method, parameters))

    def given(self, step: Step) -> Dict[str, Any]:
        text = json.dumps(step.get("with", {}))
        parameters: Dict[str, Any] = json.loads(text.replace("$PLATFORM", self.platform.url))
        return parameters

    async def step(self, step: Step) -> None:
        if "call" in step:
            await self.expect(self.begin(step["call"], self.given(step)), step)
        elif "begin" in step:
            call = self.begin(step["begin"], self.given(step))
            self.calls[step["as"]] = call
        elif "end" in step:
            await self.expect(self.calls[step["end"]], step)
        elif "handle" in step:
            self.bridge._handle(step["handle"], self.answer(step))
        elif "asked" in step:
            await support.eventually(
                f"{step['asked']} is asked",
                lambda: any(
                    name == step["asked"] and support.is_like(step.get("with", {}), parameters)
                    for name, parameters in self.asked
                ),
            )
        elif "subscribe" in step:
            if isinstance(self.bridge, AsyncBridge):
                await self.bridge.events.subscribe(**step["subscribe"])
            else:
                await asyncio.to_thread(lambda: self.subscribe(step["subscribe"]))
        elif "event" in step:
            await support.eventually(
                f"event {step['event']}",
                lambda: any(
                    event["name"] == step["event"] and support.is_like(step.get("like", {}), event)
                    for event in self.events
                ),
            )
        elif "gap" in step:
            await support.eventually(
                "a gap", lambda: any(support.is_like(step["gap"], gap) for gap in self.gaps)
            )
        elif "platform" in step:
            answer = await asyncio.to_thread(self.platform.ask, "/__script", step["platform"])
            self.test.assertEqual(answer, {"ok": True})
        elif "sent" in step:
            path = f"/__requests?path={quote(step['sent'], safe='')}&count={step['count']}"
            requests = (await asyncio.to_thread(self.platform.ask, path))["requests"]
            self.test.assertEqual(len(requests), step["count"])
            self.test.assertTrue(support.is_like(step.get("like", {}), requests[-1]), requests[-1])
        elif "kill" in step:
            await self.kill()
        elif "reconnected" in step:
            await support.eventually("reconnected", lambda: self.reconnections > self.seen)
        else:
            self.test.fail(f"a step nobody knows: {step}")

    def subscribe(self, parameters: Dict[str, Any]) -> None:
        assert isinstance(self.bridge, Bridge)
        self.bridge.events.subscribe(**parameters)

    def answer(self, step: Step) -> Callable[..., Awaitable[Any]]:
        from altcraft_bridge.generated.callbacks import CALLBACK_PARAMETERS

        async def answer(*arguments: Any) -> Any:
            names = CALLBACK_PARAMETERS[step["handle"]]
            self.asked.append((step["handle"], dict(zip(names, arguments))))
            if step.get("never"):
                await asyncio.sleep(3600)
            if "fails" in step:
                raise RuntimeError(step["fails"])
            return step["answer"]

        return answer

    async def kill(self) -> None:
        self.seen = self.reconnections
        os.kill(self.bridge.info["pid"], signal.SIGKILL)
        if self.served is not None:
            await asyncio.to_thread(self.served.process.wait)
            await asyncio.to_thread(self.serve)

    async def expect(self, call: Awaitable[Any], step: Step) -> None:
        try:
            result = await call
        except BridgeClosedError:
            self.test.assertTrue(step.get("closed"))
        except BridgeError as error:
            self.test.assertIn("error", step, error)
            self.test.assertIs(type(error), ERROR_CLASSES[error.reason])
            found = {name: getattr(error, name) for name in ("reason", "code", "retryable", "data")}
            self.test.assertTrue(support.is_like(step["error"], found), found)
        else:
            self.test.assertFalse("error" in step or "closed" in step, result)
            if "result" in step:
                self.test.assertTrue(support.is_like(step["result"], result), result)


class ConformanceTests(unittest.TestCase):
    """Has a test for each scenario, way and form; they are made below."""


def _test(scenario: Dict[str, Any], way: str, form: str) -> Callable[[unittest.TestCase], None]:
    def test(self: unittest.TestCase) -> None:
        with support.quiet(self):
            player = Player(self, way, form)
            asyncio.run(asyncio.wait_for(player.play(scenario["steps"]), 60))

    test.__doc__ = f"{form}, {way}: {scenario['name']}"
    return test


for _form in ("sync", "async"):
    for _way in ("spawn", "socket"):
        for _index, _scenario in enumerate(SCENARIOS, 1):
            _name = f"test_{_form}_{_way}_{_index:02}"
            setattr(ConformanceTests, _name, _test(_scenario, _way, _form))


if __name__ == "__main__":
    unittest.main()
