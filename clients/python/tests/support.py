"""Shared by the tests: the programs, a platform, a bridge on a socket, and the comparison."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path
from typing import Any, Awaitable, Callable, Dict, List, Optional, Union

CLIENT = Path(__file__).resolve().parent.parent
ROOT = CLIENT.parent.parent
COMMAND = os.environ.get("ALTCRAFT_BRIDGE") or str(ROOT / ".build/debug/altcraft-bridge")

sys.path.insert(0, str(CLIENT / "src"))

LIMITS = [
    argument
    for limit in ("retryFirstSeconds=0.05", "retryMaxSeconds=0.2", "callbackSeconds=1")
    for argument in ("--limit", limit)
]


def temporary_directory(test: unittest.TestCase) -> Path:
    path = tempfile.mkdtemp(prefix="altcraft-bridge-py-")
    test.addCleanup(shutil.rmtree, path, ignore_errors=True)
    return Path(path)


class Program:
    """A program of this project, once it is ready; it ends with the test."""

    def __init__(self, test: unittest.TestCase, *args: str) -> None:
        self.process = subprocess.Popen(
            [COMMAND, *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        test.addCleanup(self.end)
        assert self.process.stderr is not None
        self.log = self.process.stderr
        lines: List[bytes] = []
        for line in self.log:
            lines.append(line)
            if line.startswith(b"{"):
                self.ready: Dict[str, Any] = json.loads(line)
                return
        raise AssertionError(f"{args[0]} ended: {lines!r}")

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.log.close()


class Platform(Program):
    """The simulated platform."""

    def __init__(self, test: unittest.TestCase) -> None:
        super().__init__(test, "platform")
        self.url: str = self.ready["url"]

    def request(self, path: str, body: Optional[object] = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(self.url + path, data=data, timeout=30) as answer:
            return json.load(answer)


async def eventually(what: str, found: Callable[[], Union[object, Awaitable[object]]]) -> None:
    """Waits up to ten seconds for the condition."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        is_so = found()
        if await is_so if inspect.isawaitable(is_so) else is_so:
            return
        await asyncio.sleep(0.005)
    raise AssertionError(f"it never happened: {what}")


def soon(what: str, found: Callable[[], object]) -> None:
    """The same for coroutines."""
    asyncio.run(eventually(what, found))


def is_like(sample: Any, value: Any) -> bool:
    """Returns True if a value has all members of the sample."""
    if isinstance(sample, list):
        return (
            isinstance(value, list)
            and len(sample) == len(value)
            and all(is_like(item, other) for item, other in zip(sample, value))
        )
    if isinstance(sample, dict):
        return isinstance(value, dict) and all(
            name in value and is_like(member, value[name]) for name, member in sample.items()
        )
    return type(sample) is type(value) and bool(sample == value)


@contextlib.contextmanager
def quiet(test: unittest.TestCase) -> Any:
    """Fails on a warning of the client."""
    import logging

    from altcraft_bridge.connection import logger

    warnings: List[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            warnings.append(record.getMessage())

    handler = Handler(logging.WARNING)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
    test.assertEqual(warnings, [])


def record(**result: object) -> None:
    """Adds a line to the results, from which the table of capabilities is made."""
    folder = os.environ.get("CONFORMANCE_RESULTS")
    if folder:
        with open(Path(folder) / "python.jsonl", "a", encoding="utf-8") as results:
            results.write(json.dumps(result) + "\n")
