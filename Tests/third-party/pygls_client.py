"""pygls, over standard input and output, or TCP."""
import asyncio, os
from pygls.client import JsonRPCClient
from pygls.exceptions import JsonRpcException

answers, place = ["token-1"], os.environ["PLACE"]

# with: begin
class Bridge(JsonRPCClient):
    async def start(self):
        if place == "stdio":
            await self.start_io(os.environ["BRIDGE"], "serve", "--data-dir", os.environ["DATA"])
        else:
            await self.start_tcp("127.0.0.1", int(place))
        return self.protocol.send_request_async

bridge = Bridge()

@bridge.feature("event")
def on_event(params):
    events.set()

@bridge.feature("provider.getToken")
def get_token(params):
    return answers.pop() if answers else None
# with: end

async def main():
    global events
    events = asyncio.Event()
    call = await bridge.start()
    assert await call("bridge.ping") == "pong"
    print("call")
    await call("setFCMTokenProvider", {"provider": "callback"})
    assert (await call("getPushToken")).token == "token-1"
    print("callback")
    await call("events.subscribe")
    try:
        await call("pushSubscribe")
    except JsonRpcException as error:
        assert error.code == 501
    await events.wait()
    print("events")
    assert await asyncio.gather(*(call("bridge.ping") for _ in range(1000))) == ["pong"] * 1000
    print("pipelined")
    pending = bridge.protocol.send_request("getPushToken", msg_id="cancelled")
    bridge.protocol.notify("$/cancelRequest", {"id": "cancelled"})
    try:
        await asyncio.wait_for(asyncio.wrap_future(pending), 20)
        raise AssertionError("not cancelled")
    except JsonRpcException as error:
        assert error.code == -32800
    print("cancel", flush=True)
    os._exit(0)

asyncio.run(main())
