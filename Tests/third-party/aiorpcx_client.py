"""aiorpcX, over a Unix socket, TCP and WebSocket."""
import asyncio, os
from aiorpcx import Notification, RPCError, RPCSession, connect_rs, connect_us, connect_ws

answers, place = ["token-1"], os.environ["PLACE"]
events = asyncio.Event()

# with: begin
class Bridge(RPCSession):
    async def handle_request(self, request):
        if isinstance(request, Notification):
            events.set()
            return None
        return answers.pop() if answers else None

def open_bridge():
    if place.isdigit():
        return connect_rs("127.0.0.1", int(place), session_factory=Bridge)
    if place.startswith("/"):
        return connect_us(place, session_factory=Bridge)
    with open(os.environ["TOKEN"], encoding="ascii") as file:
        token = file.read().strip()
    subprotocols = ["altcraft-bridge.v1", "altcraft-bridge.token." + token]
    connection = connect_ws(place + "/rpc", subprotocols=subprotocols)
    connection.kwargs["session_factory"] = Bridge
    return connection
# with: end

async def scenario(bridge):
    bridge.sent_request_timeout = 20
    assert await bridge.send_request("bridge.ping") == "pong"
    print("call")
    await bridge.send_request("setFCMTokenProvider", {"provider": "callback"})
    assert (await bridge.send_request("getPushToken"))["token"] == "token-1"
    print("callback")
    await bridge.send_request("events.subscribe")
    try:
        await bridge.send_request("pushSubscribe")
    except RPCError as error:
        assert error.code == 501
    await events.wait()
    print("events")
    calls = (bridge.send_request("bridge.ping") for _ in range(1000))
    assert await asyncio.gather(*calls) == ["pong"] * 1000
    print("pipelined")
    # The library numbers its requests from 0 and does not show the number.
    pending = asyncio.create_task(bridge.send_request("getPushToken"))
    await asyncio.sleep(0)
    await bridge.send_notification("$/cancelRequest", {"id": 1005})
    try:
        await pending
        raise AssertionError("not cancelled")
    except RPCError as error:
        assert error.code == -32800, error
    print("cancel", flush=True)

async def main():
    async with open_bridge() as bridge:
        await scenario(bridge)
    os._exit(0)

asyncio.run(main())
