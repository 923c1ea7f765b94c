"""Helpers for tests of a host: a simulated platform that fails on request, and JWTs for it."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from types import TracebackType
from typing import Any, Dict, List, Mapping, Optional, Sequence, Type, TypedDict, Union, cast

from .transport import StrPath, bridge_command
from .types import JSONObject

# A proxy could not reach the platform, which listens on the loopback only.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class RecordedRequest(TypedDict, total=False):
    """A request that reached the platform. A form has `parts`, other content than JSON `text`."""

    index: int
    time: int
    """Milliseconds since 1970."""
    method: str
    path: str
    query: Dict[str, str]
    headers: Dict[str, str]
    requestId: Optional[str]
    attempt: int
    """The number of this request, from 1, among those with its `Request-ID`."""
    body: Any
    parts: JSONObject
    text: str
    status: Optional[int]
    """None if no answer was sent."""
    errorText: Optional[str]
    fault: Optional[JSONObject]


class Push(TypedDict):
    """A push for one device. Pass its `message` to `take_push`."""

    number: int
    time: int
    token: str
    campaign: Optional[str]
    message: JSONObject


class SimulatedPlatform:
    """A simulated platform in its own process, which ends with that of the tests at the latest.

        with SimulatedPlatform.start() as platform:
            platform.fail(path="/event/post", drop="after", times=1)

    Its functions block: in a coroutine, run them with `asyncio.to_thread`.
    """

    url: str
    """The `apiUrl` of a configuration."""

    def __init__(self, process: subprocess.Popen[bytes], url: str) -> None:
        self._process = process
        self.url = url

    @classmethod
    def start(
        cls, command: Optional[StrPath] = None, args: Sequence[str] = ()
    ) -> SimulatedPlatform:
        """Starts a platform on a free port, with the program of `Bridge.spawn` and more `args`."""
        process = subprocess.Popen(
            [command or bridge_command(), "platform", "--parent-pid", str(os.getpid()), *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        assert process.stderr is not None
        log = b""
        for line in process.stderr:
            if line.startswith(b"{"):
                return cls(process, json.loads(line)["url"])
            log += line
        process.communicate()
        raise RuntimeError(f"the simulated platform cannot be started: {log.decode().strip()}")

    def stop(self) -> None:
        """Ends the platform and its process."""
        assert self._process.stderr is not None
        self._process.stderr.close()
        self._process.terminate()
        self._process.wait()

    def __enter__(self) -> SimulatedPlatform:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.stop()

    def fail(
        self,
        *,
        path: Optional[str] = None,
        method: Optional[str] = None,
        request_id: Optional[str] = None,
        nth: Optional[int] = None,
        times: Optional[int] = None,
        status: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
        body: Any = None,
        drop: Optional[str] = None,
        truncate_body: Optional[int] = None,
        redirect: Optional[str] = None,
        hang: Optional[bool] = None,
        delay_ms: Optional[int] = None,
    ) -> None:
        """Makes requests fail. Of the faults so far, the first that applies to a request is used.

        Args:
            path: The exact path, or its start before a `*`, such as `/subscription/*`.
            nth: The number, from 1, of the only request that fails, among those that match.
            times: The number of requests that fail; without it all of them, until `reset`.
            status: Answers with this status, `headers` and `body`; the request is not executed.
            drop: Resets the connection "before" or "after" the request is executed.
            truncate_body: Ends the answer after this number of bytes of its body.
            redirect: Redirects to this URL.
            hang: Never answers.
            delay_ms: Answers this much later, alone or with any other fault.
        """
        match = _given(path=path, method=method, requestId=request_id, nth=nth)
        fault = _given(
            status=status, headers=headers, body=body, drop=drop, truncateBody=truncate_body,
            redirect=redirect, hang=hang, delayMs=delay_ms,
        )
        self.script({"rules": [{"match": match, "fault": fault, **_given(times=times)}]})

    def script(self, script: Mapping[str, Any]) -> None:
        """Adds the content of a file for `altcraft-bridge platform --script`."""
        self._control("POST", "/__script", script)

    def requests(
        self,
        *,
        path: Optional[str] = None,
        method: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> List[RecordedRequest]:
        """Returns the requests that have arrived and match, the oldest first."""
        return self._recorded(path=path, method=method, requestId=request_id)

    def wait_for_requests(
        self,
        count: int,
        *,
        path: Optional[str] = None,
        method: Optional[str] = None,
        request_id: Optional[str] = None,
        timeout: float = 10,
    ) -> List[RecordedRequest]:
        """Waits for this number of requests; raises an `AssertionError` if fewer arrive in time.

        Args:
            timeout: The time in seconds, at most 60.
        """
        found = self._recorded(
            path=path, method=method, requestId=request_id,
            count=count, waitMs=round(timeout * 1000),
        )
        if len(found) >= count:
            return found
        text = f"{len(found)} of {count} requests arrived within {timeout} s"
        for one in found:
            text += f"\n{one['method']} {one['path']} {one['requestId']}: {one['status']}"
        raise AssertionError(text)

    def send_push(
        self,
        message: Mapping[str, Any],
        *,
        audience: Optional[Mapping[str, Any]] = None,
        structure: Optional[str] = None,
        form: Optional[str] = None,
        fault: Optional[str] = None,
        utm: Optional[str] = None,
    ) -> JSONObject:
        """Sends a campaign; returns its `id` and the number of its `pushes`.

        Args:
            message: The values of the message, such as `title`, `body` and `clickUrl`.
            audience: The `databaseId`, `profileId`, `provider`, `token` and `category` of the
                subscriptions that get it; by default all do.
            structure: One of the ten structures; by default that of the subscription's provider.
            form: As it arrives on a "device", or as the platform sends it to the "provider".
            fault: The pushes get lost ("lose") or come twice ("repeat").
            utm: The UTM campaign; by default the id.
        """
        optional = _given(audience=audience, structure=structure, form=form, fault=fault, utm=utm)
        return self._control("POST", "/__campaigns", {"message": message, **optional})

    def wait_for_push(self, token: str, *, timeout: float = 10) -> Push:
        """Receives a push as the device with this push token; raises an `AssertionError` if none
        arrives in time.
        """
        path = "/__pushes?" + urllib.parse.urlencode({"token": token})
        answer = self._control("GET", f"{path}&waitMs={round(timeout * 1000)}")
        if not answer["pushes"]:
            raise AssertionError(f"no push arrived within {timeout} s")
        push = cast(Push, answer["pushes"][0])
        self._control("GET", f"{path}&since={push['number']}")
        return push

    def state(self) -> JSONObject:
        """Returns the `databases` with their profiles, the `mobileEvents` and the `pushEvents`."""
        return self._control("GET", "/__state")

    def reset(self) -> None:
        """Removes all faults, requests, profiles and events, and restores the settings."""
        self._control("POST", "/__reset")

    def _recorded(self, **query: Union[str, int, None]) -> List[RecordedRequest]:
        path = "/__requests?" + urllib.parse.urlencode(_given(**query))
        return cast(List[RecordedRequest], self._control("GET", path)["requests"])

    def _control(self, method: str, path: str, body: Optional[object] = None) -> JSONObject:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, method=method)
        try:
            with _opener.open(request) as answer:
                return cast(JSONObject, json.load(answer))
        except urllib.error.HTTPError as error:
            with error:
                reason = json.load(error)["error_text"]
            raise ValueError(f"{method} {path}: {reason}") from None


def _given(**members: Any) -> Dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


_MATCHINGS = {
    "email": ("email",),
    "phone": ("phone",),
    "profile_id": ("profile_id",),
    "custom": ("field_name", "field_value"),
    "push_sub": ("provider", "subscription_id"),
}
_INTEGERS = ("db_id", "exp", "iat", "nbf")
_REGISTERED = ("exp", "iat", "nbf", "iss", "sub", "aud", "jti")
_NAMES = {"db_id", "matching", *_REGISTERED}.union(*_MATCHINGS.values())


def jwt(claims: Mapping[str, Union[str, int]]) -> str:
    """Returns an unsigned JWT, as `altcraft-bridge jwt` prints it, which a real platform rejects.

    Args:
        claims: `db_id` and an identifier: `email`, `phone`, `profile_id`, `field_name` with
            `field_value`, or `provider` with `subscription_id`. The claim `matching` follows from
            the identifier unless it is given. Registered claims such as `exp` are allowed too.
    """
    for name, value in claims.items():
        if name not in _NAMES:
            raise ValueError(f"{name}: unknown claim")
        if name in _INTEGERS:
            if type(value) is not int or value < 0:
                raise ValueError(f"{name}: must be an integer from 0")
        elif not isinstance(value, str) or not value.strip():
            raise ValueError(f"{name}: must be a text that is not empty")
    used = [kind for kind, names in _MATCHINGS.items() if any(name in claims for name in names)]
    missing = [name for kind in used for name in _MATCHINGS[kind] if name not in claims]
    if missing:
        raise ValueError(f"{missing[0]}: is missing")
    if "db_id" not in claims or not used:
        raise ValueError("jwt: needs db_id and an identifier, such as email")
    payload: JSONObject = {name: claims[name] for name in claims if name in _REGISTERED}
    members = {name: claims[name] for name in claims if name not in _REGISTERED}
    payload["matching"] = {"matching": used[0], **members}
    parts = [json.dumps(part).encode() for part in ({"alg": "none", "typ": "JWT"}, payload)]
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts) + "."
