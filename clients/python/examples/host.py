"""A host that logs a user in and out, survives a restart of its bridge, and prints events.

It uses the platform at 127.0.0.1:8090 (altcraft-bridge platform --listen 127.0.0.1:8090) or the one given as the
argument. Run it in clients/python, with altcraft-bridge on the PATH or named by ALTCRAFT_BRIDGE:

    PYTHONPATH=src python3 examples/host.py
"""

from __future__ import annotations

import base64
import json
import os
import signal
import sys
import tempfile
import threading

from altcraft_bridge import Bridge, errors, events


def jwt(**matching: object) -> str:
    """Returns a JWT as the server of the app would create it. This one is not signed."""
    claims = {"matching": json.dumps({"db_id": 1, **matching})}
    parts = ({"alg": "none", "typ": "JWT"}, claims)
    encoded = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=") for part in parts]
    return b".".join([*encoded, b"signature"]).decode()


def main(platform: str, data_dir: str) -> None:
    is_back = threading.Event()
    user = {"jwt": jwt(matching="email", email="ann@example.com")}

    with Bridge.spawn(data_dir=data_dir) as bridge:
        bridge.on(events.Event, lambda event: log("event", event.code, event.name))
        bridge.on(events.Gap, lambda gap: log("missed events:", gap.missing["reason"]))
        bridge.on(events.Disconnected, lambda lost: log("lost the bridge:", lost.error.exit_code))
        bridge.on(events.Reconnected, lambda _: is_back.set())
        bridge.handle("provider.getJWT", lambda reason: user["jwt"])
        bridge.handle("provider.getToken", lambda provider: "device-token-1")
        bridge.events.subscribe()

        bridge.initialization({"apiUrl": platform})
        bridge.set_jwt_provider("callback")
        bridge.set_fcm_token_provider("callback")

        # Logging in: the device belongs to the user in the JWT.
        log("log in:", outcome(bridge))

        # Another user logs in on this device: an earlier subscription is resumed; without one, the
        # device is subscribed.
        user["jwt"] = jwt(matching="profile_id", profile_id="p123")
        status = bridge.un_suspend_push_subscription()
        profile = status and status["response"] and status["response"]["profile"]
        if not (profile and profile["subscription"]):
            log("log in as p123:", outcome(bridge))

        # The bridge is killed with pending jobs. The client starts it again.
        bridge.mobile_event("pixel", "purchase", payload={"price": 12.5}, request_id="purchase-1")
        os.kill(bridge.info["pid"], signal.SIGKILL)
        is_back.wait(30)
        bridge.outbox.flush(wait=True)
        job = bridge.outbox.get("purchase-1")
        log("the purchase is", job["state"] if job else "lost")

        # Logging out.
        log("log out:", bridge.push_suspend(wait="outcome")["outcome"]["state"])
        bridge.clear()
        try:
            bridge.push_subscribe()
        except errors.ConfigurationMissingError as error:
            log("logged out:", error.reason)


def log(*values: object) -> None:
    """Prints a whole line: listeners run on another thread."""
    sys.stdout.write(" ".join(map(str, values)) + "\n")
    sys.stdout.flush()


def outcome(bridge: Bridge) -> str:
    receipt = bridge.push_subscribe(cats=["news"], wait="outcome")
    return receipt["outcome"]["state"]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="altcraft-host-") as directory:
        main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8090", directory)
