# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The methods of the bridge, as coroutine functions for asyncio."""

from __future__ import annotations

from typing import Any, Awaitable, Callable, List, Literal, Mapping, Optional, Sequence

from . import types

AsyncCall = Callable[
    [str, types.JSONObject, types.JSONObject, Optional[float]],
    Awaitable[Any],
]
"""Makes a call: its name, required parameters, optional parameters, and time limit."""


class AsyncTraceMethods:
    """The methods whose names start with `trace.`."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def subscribe(
        self,
        *,
        kinds: Sequence[Literal["wire", "job"]] | None = None,
        since: int | None = None,
        epoch: str | None = None,
        timeout: float | None = None,
    ) -> types.EventPosition:
        """Subscribes this connection to a trace of all messages and jobs: each item comes as a
        notification `trace`.

        Replaces this connection's earlier subscription. The answer comes before the first item.
        Items are recorded from the first subscription to the end of the last one, and cover secrets
        as `--trace-wire` does. A subscriber that does not keep up loses items, never responses, and
        is told which by `trace.gap`.

        Args:
            kinds: The kinds of items to receive: wire for the messages of connections, job for
                the steps of jobs; without it: both. Items of other kinds do not count as a gap.
                Example: `["job"]`.
            since: The `seq` of the last item that the client has; the kept items after it
                follow. Without it: only new items. Example: `17`.
            epoch: The `epoch` of the item that `since` comes from. It identifies the run of the
                process. Example: `"9f2c4b1e"`.
        """
        answer: types.EventPosition = await self._call(
            "trace.subscribe",
            {},
            {"kinds": kinds, "since": since, "epoch": epoch},
            timeout,
        )
        return answer

    async def unsubscribe(self, *, timeout: float | None = None) -> Literal[True]:
        """Ends this connection's subscription to the trace."""
        answer: Literal[True] = await self._call("trace.unsubscribe", {}, {}, timeout)
        return answer


class AsyncRpcMethods:
    """The methods whose names start with `rpc.`."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def discover(self, *, timeout: float | None = None) -> types.JSONObject:
        """Returns this document."""
        answer: types.JSONObject = await self._call("rpc.discover", {}, {}, timeout)
        return answer


class AsyncPushMethods:
    """The methods whose names start with `push.`."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def simulated_subscribe(self, *, timeout: float | None = None) -> Literal[True]:
        """
        Asks for the pushes of a simulated platform: each comes as a notification `push.simulated`.

        For tests without a device: `apiUrl` must be the address of `altcraft-bridge platform` on
        this machine. The pushes are those for the token of the subscription that was delivered
        last; pushes that were sent before this call come first. A subscription ends with its
        connection.

        Refused with `ConfigurationMissingError`, `NoSimulatorError`.
        """
        answer: Literal[True] = await self._call("push.simulated.subscribe", {}, {}, timeout)
        return answer

    async def simulated_unsubscribe(self, *, timeout: float | None = None) -> Literal[True]:
        """Ends this connection's subscription to the pushes of a simulated platform."""
        answer: Literal[True] = await self._call("push.simulated.unsubscribe", {}, {}, timeout)
        return answer


class AsyncOutcomesMethods:
    """The methods whose names start with `outcomes.`."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list(
        self,
        *,
        after: int | None = None,
        epoch: str | None = None,
        limit: int | None = None,
        state: Sequence[Literal["delivered", "rejected", "expired", "cleared", "lost"]] | None = None,
        method: Sequence[str] | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> types.OutcomePage:
        """Returns the kept outcomes of jobs after a number, in order.

        The last `finishedRecords` (10 000) outcomes are kept; the outcome of a job that was retried
        since is not. A page may be short, or empty: repeat the call with its `next` as `after` and
        its `epoch` until `next` is `last`.

        Args:
            after: The number of the last outcome that the host has processed, or `next` of the
                previous page. Example: `17`.
            epoch: The `epoch` of the outcome that `after` comes from. With it a position that
                is not of this data directory, as after an older copy of it was put back, is
                reported and not refused. Example: `"9f2c4b1e"`.
            limit: The largest number of items in the answer, from 1 to 1000; by default 100.
                Example: `10`.
            state: Lists only outcomes with these states. Example: `["rejected", "expired"]`.
            method: Lists only outcomes of these methods. Example: `["mobileEvent"]`.
            request_id: Lists only jobs whose id starts with this text. Example: `"order-"`.
        """
        answer: types.OutcomePage = await self._call(
            "outcomes.list",
            {},
            {
                "after": after,
                "epoch": epoch,
                "limit": limit,
                "state": state,
                "method": method,
                "requestId": request_id,
            },
            timeout,
        )
        return answer

    async def subscribe(
        self,
        *,
        after: int | None = None,
        epoch: str | None = None,
        timeout: float | None = None,
    ) -> types.OutcomePosition:
        """Subscribes this connection to outcomes: each arrives as a notification `outcome`.

        Replaces this connection's earlier subscription. The answer comes before the first
        notification. Outcomes arrive in order, once they are durable; `outcomes.gap` reports
        numbers that are no longer kept, and a position of another copy of the data directory. A
        subscriber that does not keep up gets them later. The subscription is to the app group in
        use: subscribe again after setAppGroup.

        Args:
            after: The number of the last outcome that the host has processed; without it: only
                new outcomes. Example: `17`.
            epoch: The `epoch` of the outcome that `after` comes from. With it a position that
                is not of this data directory, as after an older copy of it was put back, is
                reported and not refused. Example: `"9f2c4b1e"`.
        """
        answer: types.OutcomePosition = await self._call(
            "outcomes.subscribe",
            {},
            {"after": after, "epoch": epoch},
            timeout,
        )
        return answer

    async def unsubscribe(self, *, timeout: float | None = None) -> Literal[True]:
        """Ends this connection's subscription to outcomes."""
        answer: Literal[True] = await self._call("outcomes.unsubscribe", {}, {}, timeout)
        return answer


class AsyncOutboxMethods:
    """The methods whose names start with `outbox.`."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def get(self, request_id: str, *, timeout: float | None = None) -> types.Job | None:
        """Returns state and outcome of one job, also after it has ended.

        The last `finishedRecords` (10 000) ended jobs are kept, across restarts too.

        Args:
            request_id: The id of the job, from the answer of the durable call. Example:
                `"example-1"`.
        """
        answer: types.Job | None = await self._call(
            "outbox.get",
            {"requestId": request_id},
            {},
            timeout,
        )
        return answer

    async def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        state: Literal["pending", "rejected"] | None = None,
        timeout: float | None = None,
    ) -> types.JobPage:
        """
        Returns pending jobs, and rejected ones that can still be retried, in order of acceptance.

        Args:
            limit: The largest number of items in the answer, from 1 to 1000; by default 100.
                Example: `10`.
            after: The `next` of the previous page; without it: the first page. Example:
                `"example-1"`.
            state: Lists only jobs in this state; without it: both. Example: `"rejected"`.
        """
        answer: types.JobPage = await self._call(
            "outbox.list",
            {},
            {"limit": limit, "after": after, "state": state},
            timeout,
        )
        return answer

    async def flush(
        self,
        *,
        wait: bool | None = None,
        timeout: float | None = None,
    ) -> types.PendingCount:
        """Starts the next attempt of all waiting jobs now.

        Ends all pauses between attempts, including a pause that the platform requested.

        Args:
            wait: True to answer after each waiting job has had its attempt, false to answer
                immediately. Example: `true`.
        """
        answer: types.PendingCount = await self._call("outbox.flush", {}, {"wait": wait}, timeout)
        return answer

    async def retry(
        self,
        *,
        request_id: str | None = None,
        filter: types.OutboxFilter | None = None,
        dry_run: bool | None = None,
        timeout: float | None = None,
    ) -> Literal[True] | types.OutboxChanges:
        """Moves rejected jobs back to pending, with the same id and a new time to live.

        A rejected job can be retried while it is among the last `finishedRecords` (10 000) ended
        jobs and its body is kept: new jobs displace the oldest rejected body. Needs a
        configuration. Takes one `requestId`, or a `filter`.

        Refused with `StorageFailedError`, `NotInitializedError`, `OutboxFullError`.

        Args:
            request_id: The id of the job, from the answer of the durable call. Example:
                `"example-1"`.
            filter: A choice of jobs, in place of `requestId`. Example: `{"method":
                ["mobileEvent"]}`.
            dry_run: True to count the jobs that `filter` chooses, and change nothing. Example:
                `true`.
        """
        answer: Literal[True] | types.OutboxChanges = await self._call(
            "outbox.retry",
            {},
            {"requestId": request_id, "filter": filter, "dryRun": dry_run},
            timeout,
        )
        return answer

    async def discard(
        self,
        *,
        request_id: str | None = None,
        filter: types.OutboxFilter | None = None,
        dry_run: bool | None = None,
        timeout: float | None = None,
    ) -> Literal[True] | types.OutboxChanges:
        """Ends pending jobs, or drops the bodies of rejected ones: they are never sent.

        A pending job ends in state cleared, with event 601 whose value has `cause` "discarded". One
        that is being sent is refused with -32602. A rejected job still counts as rejected, and
        `outbox.get` still returns its outcome. Takes one `requestId`, or a `filter`.

        Refused with `StorageFailedError`.

        Args:
            request_id: The id of the job, from the answer of the durable call. Example:
                `"example-1"`.
            filter: A choice of jobs, in place of `requestId`. Example: `{"method":
                ["mobileEvent"]}`.
            dry_run: True to count the jobs that `filter` chooses, and change nothing. Example:
                `true`.
        """
        answer: Literal[True] | types.OutboxChanges = await self._call(
            "outbox.discard",
            {},
            {"requestId": request_id, "filter": filter, "dryRun": dry_run},
            timeout,
        )
        return answer


class AsyncNseMethods:
    """The methods whose names start with `nse.`."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def is_altcraft_push(
        self,
        *,
        request: types.NotificationRequest | None = None,
        message: types.JSONObject | None = None,
        timeout: float | None = None,
    ) -> bool:
        """Checks whether a push comes from the platform.

        True for a push with the SDK's marker `_ac_push`, with a `hub_link` that has `open` or
        `ack`, or with both `uid` and `launch_id`. Takes a `request` or a `message`.

        Args:
            request: The notification request from the operating system, as JSON. It takes
                precedence over `message`. Example: `{"identifier": "request-1", "content":
                {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
            message: The push: the data map as it arrived on the device, or the whole message of
                a provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true",
                "_uid": "uid-1"}`.
        """
        answer: bool = await self._call(
            "nse.isAltcraftPush",
            {},
            {"request": request, "message": message},
            timeout,
        )
        return answer

    async def handle_notification_request(
        self,
        request: types.NotificationRequest,
        *,
        timeout: float | None = None,
    ) -> types.ShownContent:
        """
        Returns the content to show for a notification, with the buttons and the image of the push.

        Title, text, badge, sound and userInfo do not change. The delivery event is registered once
        for each uid and is on disk when the call is answered; if it cannot be registered, an event
        (451, 402, 403 or 501) gives the reason and the call is answered all the same. Event 204
        follows; event 453 before it means that the image has no valid URL. The content of a push of
        another sender does not change: nothing is registered, and event 202 follows.

        Args:
            request: The notification request from the operating system, as JSON. Example:
                `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push":
                "true", "_uid": "uid-1"}}}`.
        """
        answer: types.ShownContent = await self._call(
            "nse.handleNotificationRequest",
            {"request": request},
            {},
            timeout,
        )
        return answer

    async def service_extension_time_will_expire(
        self,
        *,
        timeout: float | None = None,
    ) -> types.ShownContent | None:
        """Returns the best content so far: that of the latest request of this connection, or null
        without one.
        """
        answer: types.ShownContent | None = await self._call(
            "nse.serviceExtensionTimeWillExpire",
            {},
            {},
            timeout,
        )
        return answer


class AsyncNotificationManagerMethods:
    """The methods whose names start with `notificationManager.`."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def will_present(
        self,
        request: types.NotificationRequest,
        *,
        timeout: float | None = None,
    ) -> types.PresentationOptions:
        """Returns how to show a push that arrives while the app is in the foreground.

        Returns the standard options, unless a connection has called
        notificationManager.setCustomPushProcessing and answers with others.

        Args:
            request: The notification request from the operating system, as JSON. Example:
                `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push":
                "true", "_uid": "uid-1"}}}`.
        """
        answer: types.PresentationOptions = await self._call(
            "notificationManager.willPresent",
            {"request": request},
            {},
            timeout,
        )
        return answer

    async def did_receive(
        self,
        response: types.NotificationResponse,
        *,
        timeout: float | None = None,
    ) -> types.ClickResult:
        """Processes a tap on a notification: registers the open event and returns what to open.

        A tap opens the click URL of the push, a button its link. If there is none, event 454, 455
        or 457 gives the reason. The open event is registered in any case, once for each uid, and is
        on disk when the call is answered; if it cannot be registered, an event (451, 402, 403 or
        501) gives the reason. A connection that has called
        notificationManager.setCustomClickProcessing processes the tap itself. For a push of another
        sender nothing is registered, and event 202 follows. A dismissal is not a tap: nothing is
        registered.

        Args:
            response: The response of the user, from the operating system, as JSON. Example:
                `{"actionIdentifier": "button0", "request": {"content": {"title": "Sale",
                "userInfo": {"_uid": "uid-1"}}}}`.
        """
        answer: types.ClickResult = await self._call(
            "notificationManager.didReceive",
            {"response": response},
            {},
            timeout,
        )
        return answer

    async def set_permission(self, granted: bool, *, timeout: float | None = None) -> Literal[True]:
        """Sets whether the user allows notifications; the initial state is granted.

        Without the permission subscriptions wait (event 504); they are sent when it is granted. All
        other jobs, also a suspend or an unsubscribe, need no permission. It is stored for all app
        groups of the data directory: a denial holds after a restart, after `clear`, and in every
        other group, until the host grants it.

        Refused with `StorageFailedError`.

        Args:
            granted: True if the user allows notifications, from the operating system of the
                device. Example: `true`.
        """
        answer: Literal[True] = await self._call(
            "notificationManager.setPermission",
            {"granted": granted},
            {},
            timeout,
        )
        return answer

    async def set_custom_push_processing(
        self,
        enabled: bool,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """
        Makes the bridge ask this connection how to show pushes that arrive while the app is in the
        foreground.

        Applies to the latest connection that called it and is open. When that connection ends, the
        one that called before it is asked again.

        Args:
            enabled: True if this connection decides and the bridge waits for its answer; false
                if the bridge only informs it. Example: `true`.
        """
        answer: Literal[True] = await self._call(
            "notificationManager.setCustomPushProcessing",
            {"enabled": enabled},
            {},
            timeout,
        )
        return answer

    async def set_custom_click_processing(
        self,
        enabled: bool,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Makes this connection process taps on notifications.

        Applies to the latest connection that called it and is open. When that connection ends, the
        one that called before it is asked again.

        Args:
            enabled: True if this connection decides and the bridge waits for its answer; false
                if the bridge only informs it. Example: `true`.
        """
        answer: Literal[True] = await self._call(
            "notificationManager.setCustomClickProcessing",
            {"enabled": enabled},
            {},
            timeout,
        )
        return answer

    async def register_for_push_notifications(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Permission:
        """Makes the host ask the user to allow notifications.

        Calls notificationManager.requestAuthorization on this connection. Without a valid answer
        the permission does not change. `error` is the text in the answer of the host.

        Refused with `StorageFailedError`.
        """
        answer: types.Permission = await self._call(
            "notificationManager.registerForPushNotifications",
            {},
            {},
            timeout,
        )
        return answer


class AsyncEventsMethods:
    """The methods whose names start with `events.`."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def subscribe(
        self,
        *,
        since: int | None = None,
        epoch: str | None = None,
        codes: Sequence[int] | None = None,
        timeout: float | None = None,
    ) -> types.EventPosition:
        """Subscribes this connection to SDK events: each comes as a notification `event`.

        Replaces this connection's earlier subscription. The answer comes before the first event. A
        `since` of another epoch is a cursor of an earlier run: `gap` says "restart", and all that
        is kept of this run follows. A subscriber that does not keep up loses events, never
        responses, and is told which by `events.gap`.

        Args:
            since: The `seq` of the last event that the host has processed; the kept events
                after it follow. Without it: only new events. Example: `17`.
            epoch: The `epoch` of the event that `since` comes from. It identifies the run of
                the process. Example: `"9f2c4b1e"`.
            codes: The event codes to receive; without it: all. Events of other codes do not
                count as a gap. Example: `[230, 430]`.
        """
        answer: types.EventPosition = await self._call(
            "events.subscribe",
            {},
            {"since": since, "epoch": epoch, "codes": codes},
            timeout,
        )
        return answer

    async def unsubscribe(self, *, timeout: float | None = None) -> Literal[True]:
        """Ends this connection's subscription to SDK events."""
        answer: Literal[True] = await self._call("events.unsubscribe", {}, {}, timeout)
        return answer

    async def list(
        self,
        *,
        since: int | None = None,
        limit: int | None = None,
        epoch: str | None = None,
        codes: Sequence[int] | None = None,
        timeout: float | None = None,
    ) -> types.EventPage:
        """Returns the kept SDK events, oldest first.

        A page has fewer events than `limit` if more would exceed the limit outQueueBytes. To read
        all events, repeat the call with the `seq` of the last event as `since`, until a page is
        empty.

        Args:
            since: The `seq` of the last event that the host has processed; the kept events
                after it follow. Without it: all kept events, from the oldest. Example: `17`.
            limit: The largest number of items in the answer, from 1 to 1000; by default 100.
                Example: `10`.
            epoch: The `epoch` of the event that `since` comes from. It identifies the run of
                the process. Example: `"9f2c4b1e"`.
            codes: The event codes to receive; without it: all. Events of other codes do not
                count as a gap. Example: `[230, 430]`.
        """
        answer: types.EventPage = await self._call(
            "events.list",
            {},
            {"since": since, "limit": limit, "epoch": epoch, "codes": codes},
            timeout,
        )
        return answer

    async def catalog(self, *, timeout: float | None = None) -> List[types.EventCode]:
        """
        Returns every event code with its name, class and meaning, and whether the bridge emits it.
        """
        answer: List[types.EventCode] = await self._call("events.catalog", {}, {}, timeout)
        return answer


class AsyncBridgeMethods:
    """The methods whose names start with `bridge.`."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def get_user_defaults_value(
        self,
        suite_name: str,
        key: str,
        *,
        timeout: float | None = None,
    ) -> Any:
        """Returns the value that setUserDefaultsValue stored, or null.

        Args:
            suite_name: The name of the suite that holds the value, chosen by the host. Example:
                `"app"`.
            key: The key of the value in its suite. Example: `"theme"`.
        """
        answer: Any = await self._call(
            "bridge.getUserDefaultsValue",
            {"suiteName": suite_name, "key": key},
            {},
            timeout,
        )
        return answer

    async def info(self, *, timeout: float | None = None) -> types.BridgeInfo:
        """Returns version, schema digest, transports, data directory and limits of this process."""
        answer: types.BridgeInfo = await self._call("bridge.info", {}, {}, timeout)
        return answer

    async def stats(self, *, timeout: float | None = None) -> types.BridgeStats:
        """
        Returns counters: accepted = delivered + rejected + expired + cleared + lost + pending, at
        all times.

        The counters of the outbox belong to the app group and survive restarts; all others count
        from the start of the process.
        """
        answer: types.BridgeStats = await self._call("bridge.stats", {}, {}, timeout)
        return answer

    async def metrics(self, *, timeout: float | None = None) -> types.BridgeMetrics:
        """Returns the counters of bridge.stats in the text format of Prometheus.

        The counters of the outbox have the app group as a label and survive restarts; all others
        count from the start of the process.
        """
        answer: types.BridgeMetrics = await self._call("bridge.metrics", {}, {}, timeout)
        return answer

    async def ping(self, *, timeout: float | None = None) -> str:
        """Returns "pong"."""
        answer: str = await self._call("bridge.ping", {}, {}, timeout)
        return answer

    async def check(
        self,
        method: str,
        *,
        params: types.JSONObject | List[Any] | None = None,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Checks a call without executing it: true, or the error that the call would get.

        Checks parameters and the rules of the SDK; calls no callback. It does not check the role of
        the connection.

        Refused with `MethodNotFoundError`.

        Args:
            method: The name of the method to check. Example: `"setPushToken"`.
            params: The parameters for that method, by name or by position. Example:
                `{"provider": "ios-apns", "pushToken": null}`.
        """
        answer: Literal[True] = await self._call(
            "bridge.check",
            {"method": method},
            {"params": params},
            timeout,
        )
        return answer

    async def authenticate(
        self,
        *,
        token: str | None = None,
        ticket: str | None = None,
        timeout: float | None = None,
    ) -> Literal[True] | types.BridgeSession:
        """Authenticates a connection by a token or a ticket, which also determine its role.

        Over WebSocket it is the first call, unless the handshake had a token. Over TCP a client of
        another user must send it first; with `--require-token` every TCP client must. It must be
        sent alone, not in a batch, in a message of at most 4 KiB. If it is not required, the proof
        is checked all the same, and its role applies from then on; without TCP and WebSocket the
        answer to a token is true. The answer to a ticket has the role and a token of this role.

        Refused with `UnauthorizedError`.

        Args:
            token: The token of this run of the bridge: the content of the file `rpc.token` in
                the data directory, or of `rpc.observer-token` to read only; or the `session` of an
                earlier answer. Example: `"0123456789abcdef"`.
            ticket: The ticket from the URL of `bridge.ticket`, instead of a token. Example:
                `"3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"`.
        """
        answer: Literal[True] | types.BridgeSession = await self._call(
            "bridge.authenticate",
            {},
            {"token": token, "ticket": ticket},
            timeout,
        )
        return answer

    async def ticket(
        self,
        *,
        role: Literal["control", "observer"] | None = None,
        timeout: float | None = None,
    ) -> types.BridgeTicket:
        """Makes a URL with a ticket, which opens one connection of a page.

        The page passes the ticket to `bridge.authenticate`, once and within 60 seconds. The ticket
        is in the fragment of the URL, which no browser sends. A limit, `tickets`, applies to the
        unused tickets of each role.

        Refused with `UnauthorizedError`, `NoWebSocketError`.

        Args:
            role: The role of the connection that uses the ticket: `observer` may only read. An
                observer can only make tickets of this role. Example: `"observer"`.
        """
        answer: types.BridgeTicket = await self._call("bridge.ticket", {}, {"role": role}, timeout)
        return answer

    async def set_log_level(
        self,
        level: Literal["error", "notice", "info", "debug"],
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Sets the level of the log on standard error.

        Args:
            level: The least severe level to log; notice at the start. Example: `"info"`.
        """
        answer: Literal[True] = await self._call(
            "bridge.setLogLevel",
            {"level": level},
            {},
            timeout,
        )
        return answer

    async def shutdown(self, *, timeout: float | None = None) -> Literal[True]:
        """
        Stops the process: answers the calls in flight and exits with status 0 within five seconds.

        Accepted jobs are kept: pending jobs are delivered after the next start.
        """
        answer: Literal[True] = await self._call("bridge.shutdown", {}, {}, timeout)
        return answer


class AsyncBackgroundTasksMethods:
    """The methods whose names start with `backgroundTasks.`."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def register_background_task(
        self,
        *,
        interval_seconds: float | None = None,
        timeout: float | None = None,
    ) -> Literal[True]:
        """
        Runs a background pass at an interval: a token update, and one attempt for all pending jobs.

        Each pass emits event 208 when it starts and event 209 when all its attempts have ended. If
        a pass is still running when the next one is due, event 505 is emitted and the next one is
        skipped. Registering again replaces the interval. `clear` ends the task.

        Args:
            interval_seconds: The time from the start of one pass to the start of the next, in
                seconds: from one second to a year, by default three hours. Example: `600`.
        """
        answer: Literal[True] = await self._call(
            "backgroundTasks.registerBackgroundTask",
            {},
            {"intervalSeconds": interval_seconds},
            timeout,
        )
        return answer


class AsyncMethods:
    """Every method of the bridge."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call
        self.background_tasks = AsyncBackgroundTasksMethods(call)
        self.bridge = AsyncBridgeMethods(call)
        self.events = AsyncEventsMethods(call)
        self.notification_manager = AsyncNotificationManagerMethods(call)
        self.nse = AsyncNseMethods(call)
        self.outbox = AsyncOutboxMethods(call)
        self.outcomes = AsyncOutcomesMethods(call)
        self.push = AsyncPushMethods(call)
        self.rpc = AsyncRpcMethods(call)
        self.trace = AsyncTraceMethods(call)

    async def initialization(
        self,
        configuration: types.Configuration | None,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Checks the configuration, stores it, and starts delivery.

        Pending jobs of an earlier run are delivered from the start of the process on and do not
        need this call. A change of the rToken ends the pending subscription, mobile event and
        profile jobs of the old one in state cleared, with an event 601 each.

        Refused with `ConfigurationNotSetError`, `ApiUrlInvalidError`, `RTokenInvalidError`,
        `ProviderInvalidError`, `StorageFailedError`.

        Args:
            configuration: The configuration: at least the address of the platform, which the
                Altcraft account shows. It replaces the stored one as a whole and is stored with the
                app group. Null is refused with 401. Example: `{"apiUrl": "https://pxl.example.com",
                "rToken": "resource-token"}`.
        """
        answer: Literal[True] = await self._call(
            "initialization",
            {"configuration": configuration},
            {},
            timeout,
        )
        return answer

    async def clear(self, *, timeout: float | None = None) -> Literal[True]:
        """Deletes all data of the app group: configuration, tokens, stored values and pending jobs.

        A barrier: after the answer no request for an earlier call starts, none of its data is on
        disk, and no event other than 205 reports it. Pending jobs end in state cleared; a request
        that is being sent may still reach the platform. The background task ends;
        backgroundTasks.registerBackgroundTask starts it again. Providers, event subscribers and the
        selected group stay. The files are unlinked, not overwritten.

        Refused with `StorageFailedError`.
        """
        answer: Literal[True] = await self._call("clear", {}, {}, timeout)
        return answer

    async def unlock_initial_operations_in_this_session(
        self,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Allows the next initialization to run the initial operations again.

        Has no effect: here every initialization runs them.
        """
        answer: Literal[True] = await self._call(
            "unlockInitialOperationsInThisSession",
            {},
            {},
            timeout,
        )
        return answer

    async def set_app_group(
        self,
        group_name: str,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Selects the app group whose data the bridge uses.

        Configuration, tokens set by setPushToken, stored values, outbox and counters belong to the
        group; providers and the event stream belong to the process. Pending jobs of a group that is
        not selected stay on disk until the group is selected again. The bridge closes a group one
        minute after another one was selected, or later if the group is still in use. Beyond the
        limit `appGroups` it opens no further group: the answer is `busy`, and the selected group
        stays selected.

        Refused with `AppGroupMissingError`, `StorageFailedError`.

        Args:
            group_name: The name of the app group to use, as the app registers it with its
                operating system; at most 1 KiB. Example: `"group.com.example.app"`.
        """
        answer: Literal[True] = await self._call(
            "setAppGroup",
            {"groupName": group_name},
            {},
            timeout,
        )
        return answer

    async def set_jwt_provider(
        self,
        provider: types.ProviderSource,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Sets how the bridge gets the current user's JWT.

        With "callback" the bridge calls provider.getJWT on this connection whenever it needs a JWT.
        The latest registration whose connection is open is used, callback or fixed token. A fixed
        token outlives its connection: it is used again while no open connection has a registration.
        null ends the registration of this connection, and a fixed token whose connection has
        closed. A fixed JWT that has expired leaves it to the registration before it. A JWT is
        checked when it is used, so any string is accepted here. An expired JWT still names the
        user: calls are accepted, and their jobs wait for a valid JWT of that user. provider.getJWT
        says what a JWT must hold. With a resource token no JWT is needed.

        Args:
            provider: The source: "callback" to answer a request of the bridge each time, an
                object with a fixed token, or null to remove the source. Example: `{"token":
                "eyJhbGciOiJub25lIn0.eyJtYXRjaGluZyI6Int9In0.sig"}`.
        """
        answer: Literal[True] = await self._call(
            "setJWTProvider",
            {"provider": provider},
            {},
            timeout,
        )
        return answer

    async def set_apns_token_provider(
        self,
        provider: types.ProviderSource,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Sets how the bridge gets push tokens of APNs (ios-apns).

        Registering requests no token. The bridge requests one when it needs it, and emits event 201
        when it differs from the last one reported. A token has at most 4096 bytes. The latest
        registration whose connection is open is used, callback or fixed token. A fixed token
        outlives its connection: it is used again while no open connection has a registration. null
        ends the registration of this connection, and a fixed token whose connection has closed.
        Registering makes the bridge forget a token set by setPushToken. While no provider is
        connected, a fixed token that is older than the last one from a provider does not replace
        the token that the platform has.

        Refused with `StorageFailedError`.

        Args:
            provider: The source: "callback" to answer a request of the bridge each time, an
                object with a fixed token, or null to remove the source. Example: `{"token":
                "apns-token-1"}`.
        """
        answer: Literal[True] = await self._call(
            "setAPNSTokenProvider",
            {"provider": provider},
            {},
            timeout,
        )
        return answer

    async def set_fcm_token_provider(
        self,
        provider: types.ProviderSource,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Sets how the bridge gets push tokens of Firebase (ios-firebase).

        Registering requests no token. The bridge requests one when it needs it, and emits event 201
        when it differs from the last one reported. A token has at most 4096 bytes. The latest
        registration whose connection is open is used, callback or fixed token. A fixed token
        outlives its connection: it is used again while no open connection has a registration. null
        ends the registration of this connection, and a fixed token whose connection has closed.
        Registering makes the bridge forget a token set by setPushToken. While no provider is
        connected, a fixed token that is older than the last one from a provider does not replace
        the token that the platform has.

        Refused with `StorageFailedError`.

        Args:
            provider: The source: "callback" to answer a request of the bridge each time, an
                object with a fixed token, or null to remove the source. Example: `{"token":
                "fcm-token-1"}`.
        """
        answer: Literal[True] = await self._call(
            "setFCMTokenProvider",
            {"provider": provider},
            {},
            timeout,
        )
        return answer

    async def set_hms_token_provider(
        self,
        provider: types.ProviderSource,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Sets how the bridge gets push tokens of Huawei (ios-huawei).

        Registering requests no token. The bridge requests one when it needs it, and emits event 201
        when it differs from the last one reported. A token has at most 4096 bytes. The latest
        registration whose connection is open is used, callback or fixed token. A fixed token
        outlives its connection: it is used again while no open connection has a registration. null
        ends the registration of this connection, and a fixed token whose connection has closed.
        Registering makes the bridge forget a token set by setPushToken. While no provider is
        connected, a fixed token that is older than the last one from a provider does not replace
        the token that the platform has.

        Refused with `StorageFailedError`.

        Args:
            provider: The source: "callback" to answer a request of the bridge each time, an
                object with a fixed token, or null to remove the source. Example: `{"token":
                "hms-token-1"}`.
        """
        answer: Literal[True] = await self._call(
            "setHMSTokenProvider",
            {"provider": provider},
            {},
            timeout,
        )
        return answer

    async def set_push_token(
        self,
        provider: types.Provider,
        push_token: str | None,
        *,
        encoding: Literal["text", "hex", "base64"] | None = None,
        timeout: float | None = None,
    ) -> bool:
        """Sets the push token, for hosts that register no provider.

        Answers false, without an effect, while a provider of any push service is registered.
        Registering one makes the bridge forget the token, on disk too. A token set after the last
        provider has left is newer than its tokens: the platform gets it by a token update.

        Refused with `ProviderInvalidError`, `StorageFailedError`.

        Args:
            provider: The push service that issued the token: ios-apns, ios-firebase or
                ios-huawei, in any letter case; any other is refused with 473. Example:
                `"ios-firebase"`.
            push_token: The push token that the push service issued for this device, at most
                4096 bytes as it is stored; null or an empty string removes it. Example:
                `"fcm-token-1"`.
            encoding: The encoding of `pushToken`: text as it is; hex or base64 for binary
                tokens, which are stored as lower-case hex. Example: `"hex"`.
        """
        answer: bool = await self._call(
            "setPushToken",
            {"provider": provider, "pushToken": push_token},
            {"encoding": encoding},
            timeout,
        )
        return answer

    async def get_push_token(self, *, timeout: float | None = None) -> types.TokenData | None:
        """Returns the push token in use, or null if there is none.

        Calls the registered providers in the order of the priority list and returns the first
        token. Without a provider it returns the token of setPushToken.
        """
        answer: types.TokenData | None = await self._call("getPushToken", {}, {}, timeout)
        return answer

    async def change_push_provider_priority_list(
        self,
        list: Sequence[types.Provider],
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Sets which push providers the bridge asks for a token, and in which order.

        Stored with the configuration; the next initialization overwrites it. If the token in use
        changes, a job named tokenUpdate reports the new one to the platform.

        Refused with `ProviderInvalidError`, `ConfigurationMissingError`, `StorageFailedError`.

        Args:
            list: The push providers to ask for a token, the first one first; an empty list
                restores the default order. Example: `["ios-huawei", "ios-firebase"]`.
        """
        answer: Literal[True] = await self._call(
            "changePushProviderPriorityList",
            {"list": list},
            {},
            timeout,
        )
        return answer

    async def delete_device_token(
        self,
        provider: types.Provider,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Deletes the token of this device at a push provider.

        Calls provider.deleteToken on the host that registered with "callback" and ignores its
        answer; a fixed token, and one of that provider set by setPushToken, is removed. Nothing is
        sent to the platform.

        Refused with `ProviderInvalidError`, `TokenUpdateUnsupportedError`, `StorageFailedError`.

        Args:
            provider: The push provider whose token is deleted: ios-firebase or ios-huawei, in
                any letter case. Example: `"ios-firebase"`.
        """
        answer: Literal[True] = await self._call(
            "deleteDeviceToken",
            {"provider": provider},
            {},
            timeout,
        )
        return answer

    async def forced_token_update(self, *, timeout: float | None = None) -> Literal[True]:
        """Deletes the token at the provider in use, requests a new one, and reports it to the
        platform.

        Answered after the first attempt to report the token; there is none if the token did not
        change. If the attempt fails and can be retried, delivery continues in the outbox as a job
        named tokenUpdate. A token set by setPushToken is removed; there is no other to report.
        Refused under APNs (406), without an update.

        Refused with `ConfigurationMissingError`, `PushTokenMissingError`,
        `TokenUpdateUnsupportedError`, `UserTagMissingError`, `CallbackTimeoutError`,
        `StorageFailedError`.
        """
        answer: Literal[True] = await self._call("forcedTokenUpdate", {}, {}, timeout)
        return answer

    async def push_subscribe(
        self,
        *,
        sync: bool | None = None,
        profile_fields: types.JSONObject | None = None,
        custom_fields: types.Scalars | None = None,
        cats: Sequence[str | types.Category] | None = None,
        replace: bool | None = None,
        skip_triggers: bool | None = None,
        request_id: types.RequestId | None = None,
        wait: Literal["accepted", "outcome"] | None = None,
        wait_timeout_ms: int | None = None,
        timeout: float | None = None,
    ) -> types.Receipt:
        """Subscribes the device to push notifications.

        Answered when the job is on disk; its outcome is an event, or the answer itself with `wait`
        "outcome". Delivered in order with all other changes of the user's profile and subscription,
        and retried until the platform answers.

        Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
        `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
        `CallbackTimeoutError`.

        Args:
            sync: True if the platform answers with the final result and the profile; false if
                it answers as soon as it has accepted the request. Example: `true`.
            profile_fields: Fields of the profile to set, by name, as the database of the
                platform defines them: any JSON, including objects returned by `actionField`.
                Example: `{"_fname": "Ann"}`.
            custom_fields: Custom fields of the subscription by name, as the resource of the
                platform defines them. Values are strings, numbers, booleans or null; any other is
                refused with 475. Example: `{"plan": "pro"}`.
            cats: Categories of the subscription, as the resource of the platform defines them.
                A plain string means an active category with that name. Example: `[{"name": "news",
                "active": true}, "offers"]`.
            replace: True to unsubscribe the subscriptions of other profiles of the database
                with the same push token. Example: `true`.
            skip_triggers: True if triggers of mailings and scenarios must ignore the profile
                for this change. Example: `true`.
            request_id: The caller's idempotency key, unique within the app group; it is also
                the header Request-ID of every attempt. Repeat a call with the same key and it has
                effect only once. Without it: a new UUID. Example: `"order-7"`.
            wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
                platform has answered. Example: `"outcome"`.
            wait_timeout_ms: The longest time to wait for the outcome, in milliseconds; after it
                the answer has state pending. Example: `5000`.
        """
        answer: types.Receipt = await self._call(
            "pushSubscribe",
            {},
            {
                "sync": sync,
                "profileFields": profile_fields,
                "customFields": custom_fields,
                "cats": cats,
                "replace": replace,
                "skipTriggers": skip_triggers,
                "requestId": request_id,
                "wait": wait,
                "waitTimeoutMs": wait_timeout_ms,
            },
            timeout,
        )
        return answer

    async def push_suspend(
        self,
        *,
        sync: bool | None = None,
        profile_fields: types.JSONObject | None = None,
        custom_fields: types.Scalars | None = None,
        cats: Sequence[str | types.Category] | None = None,
        replace: bool | None = None,
        skip_triggers: bool | None = None,
        request_id: types.RequestId | None = None,
        wait: Literal["accepted", "outcome"] | None = None,
        wait_timeout_ms: int | None = None,
        timeout: float | None = None,
    ) -> types.Receipt:
        """Suspends the subscription of the device.

        Answered when the job is on disk; its outcome is an event, or the answer itself with `wait`
        "outcome". Delivered in order with all other changes of the user's profile and subscription,
        and retried until the platform answers.

        Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
        `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
        `CallbackTimeoutError`.

        Args:
            sync: True if the platform answers with the final result and the profile; false if
                it answers as soon as it has accepted the request. Example: `true`.
            profile_fields: Fields of the profile to set, by name, as the database of the
                platform defines them: any JSON, including objects returned by `actionField`.
                Example: `{"_fname": "Ann"}`.
            custom_fields: Custom fields of the subscription by name, as the resource of the
                platform defines them. Values are strings, numbers, booleans or null; any other is
                refused with 475. Example: `{"plan": "pro"}`.
            cats: Categories of the subscription, as the resource of the platform defines them.
                A plain string means an active category with that name. Example: `[{"name": "news",
                "active": true}, "offers"]`.
            replace: True to unsubscribe the subscriptions of other profiles of the database
                with the same push token. Example: `true`.
            skip_triggers: True if triggers of mailings and scenarios must ignore the profile
                for this change. Example: `true`.
            request_id: The caller's idempotency key, unique within the app group; it is also
                the header Request-ID of every attempt. Repeat a call with the same key and it has
                effect only once. Without it: a new UUID. Example: `"order-7"`.
            wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
                platform has answered. Example: `"outcome"`.
            wait_timeout_ms: The longest time to wait for the outcome, in milliseconds; after it
                the answer has state pending. Example: `5000`.
        """
        answer: types.Receipt = await self._call(
            "pushSuspend",
            {},
            {
                "sync": sync,
                "profileFields": profile_fields,
                "customFields": custom_fields,
                "cats": cats,
                "replace": replace,
                "skipTriggers": skip_triggers,
                "requestId": request_id,
                "wait": wait,
                "waitTimeoutMs": wait_timeout_ms,
            },
            timeout,
        )
        return answer

    async def push_un_subscribe(
        self,
        *,
        sync: bool | None = None,
        profile_fields: types.JSONObject | None = None,
        custom_fields: types.Scalars | None = None,
        cats: Sequence[str | types.Category] | None = None,
        replace: bool | None = None,
        skip_triggers: bool | None = None,
        request_id: types.RequestId | None = None,
        wait: Literal["accepted", "outcome"] | None = None,
        wait_timeout_ms: int | None = None,
        timeout: float | None = None,
    ) -> types.Receipt:
        """Ends the subscription of the device.

        Answered when the job is on disk; its outcome is an event, or the answer itself with `wait`
        "outcome". Delivered in order with all other changes of the user's profile and subscription,
        and retried until the platform answers.

        Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
        `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
        `CallbackTimeoutError`.

        Args:
            sync: True if the platform answers with the final result and the profile; false if
                it answers as soon as it has accepted the request. Example: `true`.
            profile_fields: Fields of the profile to set, by name, as the database of the
                platform defines them: any JSON, including objects returned by `actionField`.
                Example: `{"_fname": "Ann"}`.
            custom_fields: Custom fields of the subscription by name, as the resource of the
                platform defines them. Values are strings, numbers, booleans or null; any other is
                refused with 475. Example: `{"plan": "pro"}`.
            cats: Categories of the subscription, as the resource of the platform defines them.
                A plain string means an active category with that name. Example: `[{"name": "news",
                "active": true}, "offers"]`.
            replace: True to unsubscribe the subscriptions of other profiles of the database
                with the same push token. Example: `true`.
            skip_triggers: True if triggers of mailings and scenarios must ignore the profile
                for this change. Example: `true`.
            request_id: The caller's idempotency key, unique within the app group; it is also
                the header Request-ID of every attempt. Repeat a call with the same key and it has
                effect only once. Without it: a new UUID. Example: `"order-7"`.
            wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
                platform has answered. Example: `"outcome"`.
            wait_timeout_ms: The longest time to wait for the outcome, in milliseconds; after it
                the answer has state pending. Example: `5000`.
        """
        answer: types.Receipt = await self._call(
            "pushUnSubscribe",
            {},
            {
                "sync": sync,
                "profileFields": profile_fields,
                "customFields": custom_fields,
                "cats": cats,
                "replace": replace,
                "skipTriggers": skip_triggers,
                "requestId": request_id,
                "wait": wait,
                "waitTimeoutMs": wait_timeout_ms,
            },
            timeout,
        )
        return answer

    async def un_suspend_push_subscription(
        self,
        *,
        timeout: float | None = None,
    ) -> types.ResponseWithHttp | None:
        """
        Hands the device over to the current user: resumes their subscriptions and suspends those of
        other users.

        Sent immediately; not stored and not retried. The answer is null if the platform did not
        answer or the request could not be built; an event gives the reason. If the answer has no
        subscription, call pushSubscribe.

        Refused with `ConfigurationMissingError`, `CallbackTimeoutError`.
        """
        answer: types.ResponseWithHttp | None = await self._call(
            "unSuspendPushSubscription",
            {},
            {},
            timeout,
        )
        return answer

    async def get_status_of_latest_subscription(
        self,
        *,
        timeout: float | None = None,
    ) -> types.ResponseWithHttp | None:
        """Returns the latest subscription of the user's profile.

        Sent immediately; not stored and not retried. The answer is null if the platform did not
        answer or the request could not be built; an event gives the reason. Asks for no push token.

        Refused with `ConfigurationMissingError`, `CallbackTimeoutError`.
        """
        answer: types.ResponseWithHttp | None = await self._call(
            "getStatusOfLatestSubscription",
            {},
            {},
            timeout,
        )
        return answer

    async def get_status_for_current_subscription(
        self,
        *,
        timeout: float | None = None,
    ) -> types.ResponseWithHttp | None:
        """Returns the subscription of the push token in use.

        Sent immediately; not stored and not retried. The answer is null if the platform did not
        answer or the request could not be built; an event gives the reason. The token is the one
        that the platform has; the providers are asked, once, only if there is none.

        Refused with `ConfigurationMissingError`, `CallbackTimeoutError`.
        """
        answer: types.ResponseWithHttp | None = await self._call(
            "getStatusForCurrentSubscription",
            {},
            {},
            timeout,
        )
        return answer

    async def get_status_of_latest_subscription_for_provider(
        self,
        *,
        provider: types.Provider | None = None,
        timeout: float | None = None,
    ) -> types.ResponseWithHttp | None:
        """Returns the latest subscription of the user's profile with one push provider.

        Sent immediately; not stored and not retried. The answer is null if the platform did not
        answer or the request could not be built; an event gives the reason. Asks for no token if
        `provider` is given. The token is the one that the platform has; the providers are asked,
        once, only if there is none.

        Refused with `ProviderInvalidError`, `ConfigurationMissingError`, `CallbackTimeoutError`.

        Args:
            provider: The push provider of the subscription: ios-apns, ios-firebase or
                ios-huawei, in any letter case. Without it: the provider of the token in use.
                Example: `"ios-firebase"`.
        """
        answer: types.ResponseWithHttp | None = await self._call(
            "getStatusOfLatestSubscriptionForProvider",
            {},
            {"provider": provider},
            timeout,
        )
        return answer

    async def mobile_event(
        self,
        sid: str,
        event_name: str,
        *,
        send_message_id: str | None = None,
        payload: types.Scalars | None = None,
        matching: types.JSONObject | None = None,
        matching_type: str | None = None,
        profile_fields: types.JSONObject | None = None,
        subscription: types.Subscription | None = None,
        utm: types.UTM | None = None,
        request_id: types.RequestId | None = None,
        wait: Literal["accepted", "outcome"] | None = None,
        wait_timeout_ms: int | None = None,
        timeout: float | None = None,
    ) -> types.Receipt:
        """Records a mobile event.

        Answered when the event is on disk. The events of one user reach the platform in the order
        of acceptance, independently of subscriptions.

        Refused with `ValuesNotScalarError`, `SubscriptionTypeUnsupportedError`,
        `ConfigurationMissingError`, `UserTagMissingError`, `DuplicateRequestIdError`,
        `TooLargeError`, `OutboxFullError`, `StorageFailedError`, `CallbackTimeoutError`.

        Args:
            sid: The identifier of the pixel that records the event, from the settings of the
                pixel in the Altcraft account. Example: `"px-1"`.
            event_name: The name of the event, as scenarios and segments of the platform expect
                it; not empty. Example: `"signup"`.
            send_message_id: The identifier (SMID) of the message that led to the event, from
                the data of that message; it ties the event to its mailing. Example: `"m-7"`.
            payload: Data of the event, chosen by the host. Values are strings, numbers,
                booleans or null; any other is refused with 475. Example: `{"amount": 12,
                "currency": "EUR"}`.
            matching: Identifiers of the user by type, from the host's own data of the user; the
                platform finds the profile by them. Example: `{"email": "ann@example.com"}`.
            matching_type: The type of the identifier in `matching` by which the platform finds
                the profile, as the platform names it: email, phone, profile_id and others. Example:
                `"email"`.
            profile_fields: Fields of the profile to set, by name, as the database of the
                platform defines them. Example: `{"_fname": "Ann"}`.
            subscription: A subscription to add to the profile with the event. An unknown
                channel is refused with 476. Example: `{"channel": "email", "resource_id": 1,
                "email": "ann@example.com"}`.
            utm: The UTM tags of the link that led the user to the app, from that link or from
                the attribution service of the host. Example: `{"campaign": "spring", "source":
                "newsletter"}`.
            request_id: The caller's idempotency key, unique within the app group; it is also
                the header Request-ID of every attempt. Repeat a call with the same key and it has
                effect only once. Without it: a new UUID. Example: `"order-7"`.
            wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
                platform has answered. Example: `"outcome"`.
            wait_timeout_ms: The longest time to wait for the outcome, in milliseconds; after it
                the answer has state pending. Example: `5000`.
        """
        answer: types.Receipt = await self._call(
            "mobileEvent",
            {"sid": sid, "eventName": event_name},
            {
                "sendMessageId": send_message_id,
                "payload": payload,
                "matching": matching,
                "matchingType": matching_type,
                "profileFields": profile_fields,
                "subscription": subscription,
                "utm": utm,
                "requestId": request_id,
                "wait": wait,
                "waitTimeoutMs": wait_timeout_ms,
            },
            timeout,
        )
        return answer

    async def update_profile_fields(
        self,
        *,
        profile_fields: Mapping[str, str | float | bool | None | types.ActionField] | None = None,
        skip_triggers: bool | None = None,
        request_id: types.RequestId | None = None,
        wait: Literal["accepted", "outcome"] | None = None,
        wait_timeout_ms: int | None = None,
        timeout: float | None = None,
    ) -> types.Receipt:
        """Updates fields of the current user's profile.

        Answered when the job is on disk. Delivered in order with all other changes of the user's
        profile and subscription.

        Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
        `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
        `CallbackTimeoutError`.

        Args:
            profile_fields: Fields of the profile by name, as the database of the platform
                defines them. A value is a string, a number, a boolean, null, or an object returned
                by `actionField`; any other is refused with 475. Example: `{"_fname": "Ann",
                "visits": {"action": "incr", "value": 1}}`.
            skip_triggers: True if triggers of mailings and scenarios must ignore the profile
                for this change. Example: `true`.
            request_id: The caller's idempotency key, unique within the app group; it is also
                the header Request-ID of every attempt. Repeat a call with the same key and it has
                effect only once. Without it: a new UUID. Example: `"order-7"`.
            wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
                platform has answered. Example: `"outcome"`.
            wait_timeout_ms: The longest time to wait for the outcome, in milliseconds; after it
                the answer has state pending. Example: `5000`.
        """
        answer: types.Receipt = await self._call(
            "updateProfileFields",
            {},
            {
                "profileFields": profile_fields,
                "skipTriggers": skip_triggers,
                "requestId": request_id,
                "wait": wait,
                "waitTimeoutMs": wait_timeout_ms,
            },
            timeout,
        )
        return answer

    async def action_field(
        self,
        key: str,
        action: Literal["set", "unset", "incr", "add", "delete", "upsert"],
        *,
        value: Any = None,
        timeout: float | None = None,
    ) -> types.JSONObject:
        """Builds the value for `profileFields` that makes the platform change a field: set, unset,
        incr, add, delete or upsert.

        Pass the answer as `profileFields`; merge the answers of several calls into one object.

        Args:
            key: The name of the field, as the database of the platform defines it. Example:
                `"_fname"`.
            action: The operation on the field: set or unset it, incr a number, add to or delete
                from a list, upsert into a list without duplicates. Example: `"incr"`.
            value: The operand: the new value, the number to add, or the list element; null for
                unset. Example: `"Andrey"`.
        """
        answer: types.JSONObject = await self._call(
            "actionField",
            {"key": key, "action": action},
            {"value": value},
            timeout,
        )
        return answer

    async def set_user_defaults_value(
        self,
        suite_name: str,
        key: str,
        *,
        value: Any = None,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Stores a value with the app group.

        Refused with `StorageFailedError`.

        Args:
            suite_name: The name of the suite that holds the value, chosen by the host. Example:
                `"app"`.
            key: The key of the value in its suite, chosen by the host; a blank key is ignored.
                Example: `"theme"`.
            value: The value to store: any JSON up to 64 KiB; null removes the stored one.
                Example: `"dark"`.
        """
        answer: Literal[True] = await self._call(
            "setUserDefaultsValue",
            {"suiteName": suite_name, "key": key},
            {"value": value},
            timeout,
        )
        return answer

    async def delivery_event(
        self,
        *,
        request: types.NotificationRequest | None = None,
        message: types.JSONObject | None = None,
        message_uid: str | None = None,
        request_id: types.RequestId | None = None,
        wait: Literal["accepted", "outcome"] | None = None,
        wait_timeout_ms: int | None = None,
        timeout: float | None = None,
    ) -> types.Receipt | None:
        """Reports to the platform that a push arrived.

        Takes a `request`, a `message` or a `messageUID`. Answered when the event is on disk. Every
        call is a separate event. A push of another sender without `messageUID` is not reported: the
        answer is null, and event 202 follows.

        Refused with `PushUidMissingError`, `ConfigurationMissingError`, `UserTagMissingError`,
        `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
        `CallbackTimeoutError`.

        Args:
            request: The notification request from the operating system, as JSON. It takes
                precedence over `message`. Example: `{"identifier": "request-1", "content":
                {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
            message: The push: the data map as it arrived on the device, or the whole message of
                a provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true",
                "_uid": "uid-1"}`.
            message_uid: The uid of the push, from the `uid` or `_uid` of its data. Without it:
                the one in `request` or `message`. Example: `"uid-1"`.
            request_id: The caller's idempotency key, unique within the app group; it is also
                the header Request-ID of every attempt. Repeat a call with the same key and it has
                effect only once. Without it: a new UUID. Example: `"order-7"`.
            wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
                platform has answered. Example: `"outcome"`.
            wait_timeout_ms: The longest time to wait for the outcome, in milliseconds; after it
                the answer has state pending. Example: `5000`.
        """
        answer: types.Receipt | None = await self._call(
            "deliveryEvent",
            {},
            {
                "request": request,
                "message": message,
                "messageUID": message_uid,
                "requestId": request_id,
                "wait": wait,
                "waitTimeoutMs": wait_timeout_ms,
            },
            timeout,
        )
        return answer

    async def open_event(
        self,
        *,
        request: types.NotificationRequest | None = None,
        message: types.JSONObject | None = None,
        message_uid: str | None = None,
        request_id: types.RequestId | None = None,
        wait: Literal["accepted", "outcome"] | None = None,
        wait_timeout_ms: int | None = None,
        timeout: float | None = None,
    ) -> types.Receipt | None:
        """Reports to the platform that a push was opened.

        Takes a `request`, a `message` or a `messageUID`. Answered when the event is on disk. Every
        call is a separate event. A push of another sender without `messageUID` is not reported: the
        answer is null, and event 202 follows.

        Refused with `PushUidMissingError`, `ConfigurationMissingError`, `UserTagMissingError`,
        `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
        `CallbackTimeoutError`.

        Args:
            request: The notification request from the operating system, as JSON. It takes
                precedence over `message`. Example: `{"identifier": "request-1", "content":
                {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
            message: The push: the data map as it arrived on the device, or the whole message of
                a provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true",
                "_uid": "uid-1"}`.
            message_uid: The uid of the push, from the `uid` or `_uid` of its data. Without it:
                the one in `request` or `message`. Example: `"uid-1"`.
            request_id: The caller's idempotency key, unique within the app group; it is also
                the header Request-ID of every attempt. Repeat a call with the same key and it has
                effect only once. Without it: a new UUID. Example: `"order-7"`.
            wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
                platform has answered. Example: `"outcome"`.
            wait_timeout_ms: The longest time to wait for the outcome, in milliseconds; after it
                the answer has state pending. Example: `5000`.
        """
        answer: types.Receipt | None = await self._call(
            "openEvent",
            {},
            {
                "request": request,
                "message": message,
                "messageUID": message_uid,
                "requestId": request_id,
                "wait": wait,
                "waitTimeoutMs": wait_timeout_ms,
            },
            timeout,
        )
        return answer

    async def is_altcraft_push(
        self,
        *,
        request: types.NotificationRequest | None = None,
        message: types.JSONObject | None = None,
        timeout: float | None = None,
    ) -> bool:
        """Checks whether a push comes from the platform.

        True for a push with the SDK's marker `_ac_push`, with a `hub_link` that has `open` or
        `ack`, or with both `uid` and `launch_id`. Takes a `request` or a `message`.

        Args:
            request: The notification request from the operating system, as JSON. It takes
                precedence over `message`. Example: `{"identifier": "request-1", "content":
                {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
            message: The push: the data map as it arrived on the device, or the whole message of
                a provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true",
                "_uid": "uid-1"}`.
        """
        answer: bool = await self._call(
            "isAltcraftPush",
            {},
            {"request": request, "message": message},
            timeout,
        )
        return answer

    async def parse_push(
        self,
        message: types.JSONObject,
        *,
        timeout: float | None = None,
    ) -> types.ParsedPush:
        """Converts a push of any structure of the platform into one form.

        Reads messages with the SDK's marker, those of APNs, Firebase (legacy and v1), HMS,
        AppMetrica and RuStore, and the flat maps that arrive on devices. A push of another sender
        is read as far as possible, with `isAltcraft` false. Nothing is lost: `rest` has the members
        without a name here. Nothing is registered and nothing is fetched.

        Args:
            message: The push: the data map as it arrived on the device, or the whole message of
                a provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true",
                "_uid": "uid-1"}`.
        """
        answer: types.ParsedPush = await self._call("parsePush", {"message": message}, {}, timeout)
        return answer

    async def take_push(
        self,
        message: types.JSONObject,
        *,
        timeout: float | None = None,
    ) -> types.ParsedPush | None:
        """Processes a push that arrived: registers the delivery event and returns what to show.

        For a push of another sender the answer is null, with event 202; for one of the platform
        events 203 and 204 follow, for a silent one only 203. The delivery event is registered once
        for each uid and is on disk when the call is answered; if it cannot be registered, an event
        (451, 402, 403 or 501) gives the reason and the call is answered all the same.

        Args:
            message: The push: the data map as it arrived on the device, or the whole message of
                a provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true",
                "_uid": "uid-1"}`.
        """
        answer: types.ParsedPush | None = await self._call(
            "takePush",
            {"message": message},
            {},
            timeout,
        )
        return answer

    async def request_notification_permission(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Permission:
        """Makes the host ask the user to allow notifications.

        Calls notificationManager.requestAuthorization on this connection. Without a valid answer
        the permission does not change. `error` is the text in the answer of the host.

        Refused with `StorageFailedError`.
        """
        answer: types.Permission = await self._call(
            "requestNotificationPermission",
            {},
            {},
            timeout,
        )
        return answer
