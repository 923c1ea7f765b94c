"""Makes calls and prints the duration of each, in nanoseconds. overhead/run starts it for Python."""

import asyncio
import socket
import sys
import time
from pathlib import Path
from typing import List

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python/src"))

from altcraft_bridge import AsyncBridge, Bridge  # noqa: E402

PING = b'{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}\n'


def raw(peer: socket.socket, count: int) -> List[int]:
    times = []
    for _ in range(count):
        start = time.perf_counter_ns()
        peer.sendall(PING)
        while not peer.recv(65536).endswith(b"\n"):
            pass
        times.append(time.perf_counter_ns() - start)
    return times


def client(bridge: Bridge, count: int) -> List[int]:
    times = []
    for _ in range(count):
        start = time.perf_counter_ns()
        bridge.bridge.ping()
        times.append(time.perf_counter_ns() - start)
    return times


async def awaited(bridge: AsyncBridge, count: int) -> List[int]:
    times = []
    for _ in range(count):
        start = time.perf_counter_ns()
        await bridge.bridge.ping()
        times.append(time.perf_counter_ns() - start)
    return times


async def main(path: str) -> None:
    peer = socket.socket(socket.AF_UNIX)
    peer.connect(path)
    for line in sys.stdin:
        way, count = line.split()
        if way == "raw":
            times = raw(peer, int(count))
        elif way == "client":
            with Bridge.connect(socket=path) as bridge:
                times = client(bridge, int(count))
        else:
            async with await AsyncBridge.connect(socket=path) as other:
                times = await awaited(other, int(count))
        print(*times, flush=True)


asyncio.run(main(sys.argv[1]))
