"""A program for mypy --strict, with errors in the expected places."""

from __future__ import annotations

from typing import Optional

from altcraft_bridge import AsyncBridge, Bridge, errors, events, types


def blocking(bridge: Bridge) -> None:
    job: Optional[types.Job] = bridge.outbox.get("id")
    if job is not None and job["lastError"] is not None:
        code: int = job["lastError"]["code"]
        print(code)
    receipt = bridge.push_subscribe(cats=["news", {"name": "sales"}], wait="outcome", timeout=5)
    if "outcome" in receipt:
        print(receipt["outcome"]["state"] == "delivered")
    subscription: types.EmailSubscription = {"resource_id": 1, "email": "a@b.c"}
    bridge.mobile_event("sid", "buy", subscription=subscription, utm={"campaign": "x"})
    for job in bridge.outbox.list(limit=10)["items"]:
        print(job["state"])

    bridge.push_subscribe(wait="never")  # type: ignore
    bridge.push_subscribe(catz=[])  # type: ignore
    bridge.outbox.get()  # type: ignore
    bridge.initialization({"apiURL": "https://example.com"})  # type: ignore
    print(bridge.info["nothing"])  # type: ignore


def listeners(bridge: Bridge) -> None:
    bridge.on(events.PushSubscribeSucceeded, answered)
    bridge.on(
        events.PushSubscribeSucceeded, lambda event: print(event.value["response_with_http_code"])
    )
    bridge.on("pushSubscribe.succeeded", lambda event: print(event.request_id))
    bridge.on(events.Gap, lambda gap: print(gap.missing["from"]))
    bridge.on(events.DataCleared, answered)  # type: ignore
    bridge.on(int, print)  # type: ignore


def answered(event: events.PushSubscribeSucceeded) -> None:
    status: int = event.value["response_with_http_code"]["httpCode"]
    print(status, event.value["nothing"])  # type: ignore


def handlers(bridge: Bridge) -> None:
    bridge.handle("provider.getJWT", lambda reason: "jwt" if reason == "expired" else None)
    bridge.handle("provider.getToken", token)
    bridge.handle("notificationManager.onForegroundNotification", shown)
    bridge.handle("provider.getJWT", lambda: None)  # type: ignore
    bridge.handle("provider.getToken", len)  # type: ignore
    bridge.handle("provider.nothing", print)  # type: ignore


async def token(provider: str) -> Optional[str]:
    return provider


def shown(request: types.NotificationRequest) -> types.PresentationOptions:
    return {"options": [] if request["content"].get("title") else ["badge"]}


async def awaited(bridge: AsyncBridge) -> None:
    position: types.EventPosition = await bridge.events.subscribe(codes=[230])
    print(position["seq"], (await bridge.bridge.info())["limits"])
    bridge.outbox.get("id")["state"]  # type: ignore


def refused(bridge: Bridge) -> Optional[int]:
    try:
        bridge.push_suspend()
    except errors.OutboxFullError as error:
        return error.retry_after_ms
    except errors.BridgeError as error:
        print(error.reason, error.retryable)
    except (errors.BridgeClosedError, errors.CallTimeoutError):
        pass
    return None
