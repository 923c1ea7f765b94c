"""A host that logs a user in and out, survives a restart of its bridge, and prints events.

Usage: host.py PLATFORM-URL DATA-DIR
"""

from __future__ import annotations

import base64
import json
import os
import signal
import sys
import threading

from altcraft_bridge import Bridge, errors, events


def jwt(**matching: object) -> str:
    """A token as the server of the app would make it. This one is not signed."""
    claims = {"matching": json.dumps({"db_id": 1, **matching})}
    parts = ({"alg": "none", "typ": "JWT"}, claims)
    encoded = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=") for part in parts]
    return b".".join([*encoded, b"signature"]).decode()


def main(platform: str, data_dir: str) -> None:
    is_back = threading.Event()
    user = {"jwt": jwt(matching="email", email="ann@example.com")}

    with Bridge.spawn(data_dir=data_dir) as bridge:
        bridge.on(events.Event, lambda event: say("event", event.code, event.name))
        bridge.on(events.Gap, lambda gap: say("missed events:", gap.missing["reason"]))
        bridge.on(events.Disconnected, lambda lost: say("lost the bridge:", lost.error.exit_code))
        bridge.on(events.Reconnected, lambda _: is_back.set())
        bridge.handle("provider.getJWT", lambda reason: user["jwt"])
        bridge.handle("provider.getToken", lambda provider: "device-token-1")
        bridge.events.subscribe()

        bridge.initialization({"apiUrl": platform})
        bridge.set_jwt_provider("callback")
        bridge.set_fcm_token_provider("callback")

        # Logging in: the device belongs to the user that the JWT names.
        say("log in:", outcome(bridge))

        # Another user logs in on this device: what the device had is taken up again if there is
        # something, else it is subscribed anew.
        user["jwt"] = jwt(matching="profile_id", profile_id="p123")
        status = bridge.un_suspend_push_subscription()
        profile = status and status["response"] and status["response"]["profile"]
        if not (profile and profile["subscription"]):
            say("log in as p123:", outcome(bridge))

        # The bridge is killed with work in hand. It comes back by itself, and so do we.
        bridge.mobile_event("pixel", "purchase", payload={"price": 12.5}, request_id="purchase-1")
        os.kill(bridge.info["pid"], signal.SIGKILL)
        is_back.wait(30)
        bridge.outbox.flush(wait=True)
        work = bridge.outbox.get("purchase-1")
        say("the purchase is", work["state"] if work else "lost")

        # Logging out.
        say("log out:", bridge.push_suspend(wait="outcome")["outcome"]["state"])
        bridge.clear()
        try:
            bridge.push_subscribe()
        except errors.ConfigurationMissingError as error:
            say("logged out:", error.reason)


def say(*words: object) -> None:
    """Prints a line as a whole: listeners are on a thread of their own."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def outcome(bridge: Bridge) -> str:
    receipt = bridge.push_subscribe(cats=["news"], wait="outcome")
    return receipt["outcome"]["state"]


if __name__ == "__main__":
    main(*sys.argv[1:])
