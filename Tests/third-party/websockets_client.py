"""websockets, over WebSocket."""
import asyncio, itertools, json, os
from websockets.asyncio.client import connect

answers, place = ["token-1"], os.environ["PLACE"]
ids, pending, events = itertools.count(), {}, asyncio.Event()

# with: begin
with open(os.environ["TOKEN"], encoding="ascii") as file:
    token = file.read().strip()

async def send(bridge, **members):
    await bridge.send(json.dumps({"jsonrpc": "2.0", **members}))

async def call(bridge, method, **params):
    number = next(ids)
    pending[number] = asyncio.get_running_loop().create_future()
    await send(bridge, id=number, method=method, params=params)
    return await pending[number]

async def read(bridge):
    async for text in bridge:
        message = json.loads(text)
        if "method" not in message:
            pending.pop(message["id"]).set_result(message.get("result", message.get("error")))
        elif "id" in message:
            await send(bridge, id=message["id"], result=answers.pop() if answers else None)
        else:
            events.set()

def open_bridge():
    return connect(place + "/rpc", subprotocols=["altcraft-bridge.v1", "altcraft-bridge.token." + token])
# with: end

async def main():
    async with open_bridge() as bridge:
        assert bridge.subprotocol == "altcraft-bridge.v1"
        reading = asyncio.create_task(read(bridge))
        assert await call(bridge, "bridge.ping") == "pong"
        print("call")
        await call(bridge, "setFCMTokenProvider", provider="callback")
        assert (await call(bridge, "getPushToken"))["token"] == "token-1"
        print("callback")
        await call(bridge, "events.subscribe")
        assert (await call(bridge, "pushSubscribe"))["code"] == 501
        await events.wait()
        print("events")
        calls = (call(bridge, "bridge.ping") for _ in range(1000))
        assert await asyncio.gather(*calls) == ["pong"] * 1000
        print("pipelined")
        cancelled = asyncio.create_task(call(bridge, "getPushToken"))
        await asyncio.sleep(0)
        await send(bridge, method="$/cancelRequest", params={"id": next(ids) - 1})
        assert (await cancelled)["code"] == -32800
        print("cancel", flush=True)
        await bridge.close()
        assert bridge.close_code == 1000
        await reading

asyncio.run(main())
