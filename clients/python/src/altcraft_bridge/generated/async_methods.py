# Written by `altcraft-bridge generate python` from the OpenRPC document. Not to be edited.
"""The methods of the bridge, in the form for asyncio."""

from __future__ import annotations

from typing import Any, Awaitable, Callable, List, Literal, Optional, Sequence

from . import types

AsyncCall = Callable[
    [str, types.JSONObject, types.JSONObject, Optional[float]],
    Awaitable[Any],
]
"""Makes a call: its name, what it must be given, what it may be given, and its time."""


class AsyncRpcMethods:
    """The methods whose names start with `rpc.`."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def discover(self, *, timeout: float | None = None) -> types.JSONObject:
        """Answers this document."""
        answer: types.JSONObject = await self._call("rpc.discover", {}, {}, timeout)
        return answer


class AsyncOutboxMethods:
    """The methods whose names start with `outbox.`."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def get(self, request_id: str, *, timeout: float | None = None) -> types.Work | None:
        """State and outcome of one piece of work, also after it has ended.

        The last 10 000 that ended are remembered, across restarts too.

        Args:
            request_id: The id that the durable call answered.
        """
        answer: types.Work | None = await self._call(
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
    ) -> types.WorkPage:
        """
        Work that is pending, and rejected work that can still be retried, in order of acceptance.

        Args:
            limit: How many at the most.
            after: The last id of the page before: its `next`.
            state: Only work of that state; both without it.
        """
        answer: types.WorkPage = await self._call(
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
        """Tries now what waits for its next attempt.

        Ends all waiting between attempts, a pause asked for by the platform included.

        Args:
            wait: Whether to answer when each piece that waited has had its attempt, or at once.
        """
        answer: types.PendingCount = await self._call("outbox.flush", {}, {"wait": wait}, timeout)
        return answer

    async def retry(self, request_id: str, *, timeout: float | None = None) -> Literal[True]:
        """Moves rejected work back to pending, with the same id and a new time to live.

        Rejected work can be retried while it is among the last 10 000 that ended and its body is
        kept: new work displaces the oldest rejected. Needs a configuration.

        Refused with `StorageFailedError`, `NotInitializedError`, `OutboxFullError`.

        Args:
            request_id: The id that the durable call answered.
        """
        answer: Literal[True] = await self._call(
            "outbox.retry",
            {"requestId": request_id},
            {},
            timeout,
        )
        return answer

    async def discard(self, request_id: str, *, timeout: float | None = None) -> Literal[True]:
        """Drops what is kept of rejected work: it is never sent again.

        It stays counted as rejected, and its outcome is still told by outbox.get.

        Refused with `StorageFailedError`.

        Args:
            request_id: The id that the durable call answered.
        """
        answer: Literal[True] = await self._call(
            "outbox.discard",
            {"requestId": request_id},
            {},
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
        """Whether a push was made by the platform.

        It was when it carries the SDK's marker `_ac_push`, a `hub_link` with `open` or `ack`, or a
        `uid` together with a `launch_id`.

        Args:
            request: The notification request; wins where both are given.
            message: The data map as it arrived on the device, or the whole message of a
                provider. Values may be texts that hold JSON.
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
        """What a notification is to show: its content with the buttons and the image of the push.

        Title, text, badge, sound and userInfo stay as they are. The delivery is registered once for
        each uid and is safely on disk when the call is answered; where it cannot be registered, an
        event (451, 402, 403, 501) says so and the call is answered all the same. Event 204 follows;
        event 453 before it says that the image is no URL.

        Args:
            request: The notification request the operating system handed over.
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
        """The best content so far: that of the latest request of this connection, null without one.
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
        """How to show a push that arrives while the app is in use.

        The standard options, unless a connection took this over with
        notificationManager.setCustomPushProcessing and answers with others.

        Args:
            request: The notification request the operating system handed over.
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
        """Takes a tap on a notification: registers the open and answers what to open.

        A tap leads to the click URL of the push, a button to its link. What cannot be resolved is
        told by event 454, 455 or 457, and the open is registered all the same: once for each uid,
        and safely on disk when the call is answered. Where it cannot be registered, an event (451,
        402, 403, 501) says so. A connection that took clicks over with
        notificationManager.setCustomClickProcessing does all of it. Of a push of someone else
        nothing is registered, and event 202 follows.

        Args:
            response: What the operating system reported.
        """
        answer: types.ClickResult = await self._call(
            "notificationManager.didReceive",
            {"response": response},
            {},
            timeout,
        )
        return answer

    async def set_permission(self, granted: bool, *, timeout: float | None = None) -> Literal[True]:
        """Says whether the user lets notifications be shown; granted until said otherwise.

        Without the permission subscriptions wait (event 504); they go out when it is granted. It
        holds for all app groups, until the process ends.

        Args:
            granted: Whether the user lets notifications be shown.
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
        """Has this connection asked how to show pushes that arrive while the app is in use.

        The latest connection to call it is the one, until it ends.

        Args:
            enabled: Whether this connection decides; otherwise it is told, and not waited for.
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
        """Hands clicks on notifications over to this connection, with all that follows them.

        The latest connection to call it is the one, until it ends.

        Args:
            enabled: Whether this connection decides; otherwise it is told, and not waited for.
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
        """Has the host ask the user whether notifications may be shown.

        Asks this connection by notificationManager.requestAuthorization. Without a usable answer
        the permission stays what it was.
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
        """Sends SDK events to this connection, as notifications `event`.

        Replaces this connection's earlier subscription. The answer comes before the first event. A
        `since` of another epoch is a cursor of an earlier run: `gap` says "restart", and all that
        is kept of this run follows. A subscriber that does not keep up loses events, never
        responses, and is told which by `events.gap`.

        Args:
            since: The seq of the last event that is known: what is still kept after it follows.
            epoch: The run of the process that `since` came from.
            codes: Only events of these codes; what this leaves out is no gap.
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
        """The SDK events that are kept, oldest first.

        A page has fewer events than `limit` where more would pass the limit outQueueBytes. To read
        all of them, call again with the `seq` of the last event as `since`, until a page is empty.

        Args:
            since: The seq of the last event that is known: what is still kept after it follows.
            limit: How many at the most.
            epoch: The run of the process that `since` came from.
            codes: Only events of these codes; what this leaves out is no gap.
        """
        answer: types.EventPage = await self._call(
            "events.list",
            {},
            {"since": since, "limit": limit, "epoch": epoch, "codes": codes},
            timeout,
        )
        return answer

    async def catalog(self, *, timeout: float | None = None) -> List[types.EventCode]:
        """Every event code: its name, class and meaning, and whether it can occur here."""
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
        """The value that setUserDefaultsValue kept, or null.

        Args:
            suite_name: The suite the value belongs to.
            key: Its key.
        """
        answer: Any = await self._call(
            "bridge.getUserDefaultsValue",
            {"suiteName": suite_name, "key": key},
            {},
            timeout,
        )
        return answer

    async def info(self, *, timeout: float | None = None) -> types.BridgeInfo:
        """What this process is: version, schema, transports, data directory, limits."""
        answer: types.BridgeInfo = await self._call("bridge.info", {}, {}, timeout)
        return answer

    async def stats(self, *, timeout: float | None = None) -> types.BridgeStats:
        """Counters: accepted = delivered + rejected + expired + cleared + lost + pending, at all
        times.

        Those of the outbox belong to the app group and survive restarts; all others count from the
        start of the process.
        """
        answer: types.BridgeStats = await self._call("bridge.stats", {}, {}, timeout)
        return answer

    async def metrics(self, *, timeout: float | None = None) -> types.BridgeMetrics:
        """The figures of bridge.stats in the text format of Prometheus.

        Those of the outbox carry the app group as a label and survive restarts; all others count
        from the start of the process.
        """
        answer: types.BridgeMetrics = await self._call("bridge.metrics", {}, {}, timeout)
        return answer

    async def ping(self, *, timeout: float | None = None) -> str:
        """Answers "pong"."""
        answer: str = await self._call("bridge.ping", {}, {}, timeout)
        return answer

    async def check(
        self,
        method: str,
        *,
        params: types.JSONObject | List[Any] | None = None,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Checks a call without doing anything: true, or the error the call would get.

        Checks parameters and the rules of the SDK; asks no callback.

        Refused with `MethodNotFoundError`.

        Args:
            method: The name of a method.
            params: Its parameters, by name or by position.
        """
        answer: Literal[True] = await self._call(
            "bridge.check",
            {"method": method},
            {"params": params},
            timeout,
        )
        return answer

    async def authenticate(self, token: str, *, timeout: float | None = None) -> Literal[True]:
        """Proves by the token of the data directory who the peer of a TCP port is.

        What a peer of another user must send first, and everyone under --require-token: alone, not
        in a batch, in a message of at most 4 KiB. Where it is not needed the token is checked all
        the same; without a TCP port it answers true.

        Refused with `UnauthorizedError`.

        Args:
            token: The content of `rpc.token` in the data directory.
        """
        answer: Literal[True] = await self._call(
            "bridge.authenticate",
            {"token": token},
            {},
            timeout,
        )
        return answer

    async def set_log_level(
        self,
        level: Literal["error", "notice", "info", "debug"],
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Sets what is logged to standard error.

        Args:
            level: error, notice (the default), info or debug.
        """
        answer: Literal[True] = await self._call(
            "bridge.setLogLevel",
            {"level": level},
            {},
            timeout,
        )
        return answer

    async def shutdown(self, *, timeout: float | None = None) -> Literal[True]:
        """Stops the process: answers what is in flight and exits with status 0 within five seconds.

        Nothing accepted is lost: what is pending goes out at the next start.
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
        Makes a background pass every so often: a token update, and one attempt at all that waits.

        Each pass begins with event 208 and ends with event 209, when all it tried has ended. A pass
        that is not over when the next is due is event 505, and takes its place. Registering again
        replaces the interval.

        Args:
            interval_seconds: How often, in seconds, from one second to a year; three hours by
                default.
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
        self.rpc = AsyncRpcMethods(call)

    async def initialization(
        self,
        configuration: types.Configuration | None,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Configures the SDK: checks the configuration, stores it, and starts to deliver.

        Work that is pending from an earlier run goes out at once; no initialization is needed for
        it. A change of the rToken ends the pending subscription, mobile event and profile work of
        the old one as cleared, with an event 601 each.

        Refused with `ConfigurationNotSetError`, `ApiUrlInvalidError`, `RTokenInvalidError`,
        `ProviderInvalidError`, `StorageFailedError`.

        Args:
            configuration: Replaces the stored configuration as a whole, and is stored with the
                app group.
        """
        answer: Literal[True] = await self._call(
            "initialization",
            {"configuration": configuration},
            {},
            timeout,
        )
        return answer

    async def clear(self, *, timeout: float | None = None) -> Literal[True]:
        """Forgets all data of the app group: configuration, tokens, stored values, pending work.

        A barrier: once it is answered no request for an earlier call begins, none of it is on disk,
        and no event tells of it except 205. Work that was pending ends as cleared; one request that
        is on the wire may still reach the platform. Providers, event subscribers and the selected
        group stay. The files are unlinked, not overwritten.

        Refused with `StorageFailedError`.
        """
        answer: Literal[True] = await self._call("clear", {}, {}, timeout)
        return answer

    async def unlock_initial_operations_in_this_session(
        self,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Lets the next initialization run the initial operations again.

        Here every initialization runs them anyway, so there is nothing to unlock.
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
        """Selects the app group whose data is in use.

        Configuration, tokens given by hand, stored values, outbox and counters belong to the group;
        providers and the event stream to the process. Work of a group that is not selected rests on
        disk. A group that was left stays open for a minute, and longer while it is in use. Beyond
        the limit `appGroups` no other is opened: the answer is `busy`, and the selected group
        stays.

        Refused with `AppGroupMissingError`, `StorageFailedError`.

        Args:
            group_name: The name of the app group, at most 1 KiB.
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
        provider: types.Provider,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Says where the JWT of the current user comes from.

        With "callback" this connection is asked by provider.getJWT whenever one is needed; the
        latest registration wins and goes with its connection. A JWT is judged when it is used, so
        any text is accepted here. Under a resource token no JWT is needed.

        Args:
            provider: "callback" to be asked, a token given once and for all, or null for none.
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
        provider: types.Provider,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Says where push tokens of APNs (ios-apns) come from.

        Registering asks nothing: a token is resolved when it is needed, and event 201 follows when
        it differs from the last one reported. A token has at most 4096 bytes.

        Args:
            provider: "callback" to be asked, a token given once and for all, or null for none.
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
        provider: types.Provider,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Says where push tokens of Firebase (ios-firebase) come from.

        Registering asks nothing: a token is resolved when it is needed, and event 201 follows when
        it differs from the last one reported. A token has at most 4096 bytes.

        Args:
            provider: "callback" to be asked, a token given once and for all, or null for none.
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
        provider: types.Provider,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Says where push tokens of Huawei (ios-huawei) come from.

        Registering asks nothing: a token is resolved when it is needed, and event 201 follows when
        it differs from the last one reported. A token has at most 4096 bytes.

        Args:
            provider: "callback" to be asked, a token given once and for all, or null for none.
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
        provider: str,
        push_token: str | None,
        *,
        encoding: Literal["text", "hex", "base64"] | None = None,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Sets the push token by hand, for hosts that register no provider.

        Providers come first: the token is in use while no provider is registered.

        Refused with `ProviderInvalidError`, `StorageFailedError`.

        Args:
            provider: ios-apns, ios-firebase or ios-huawei, in any letter case; anything else is
                refused with 473.
            push_token: The token, of at most 4096 bytes as it is kept; null or empty removes
                it.
            encoding: How the token is written here. A binary one is kept as lower-case hex.
        """
        answer: Literal[True] = await self._call(
            "setPushToken",
            {"provider": provider, "pushToken": push_token},
            {"encoding": encoding},
            timeout,
        )
        return answer

    async def get_push_token(self, *, timeout: float | None = None) -> types.TokenData | None:
        """The push token in use, or null when there is none.

        Registered providers are asked in the order of the priority list; the first that has a token
        wins. Without a provider the token given by hand is the answer.
        """
        answer: types.TokenData | None = await self._call("getPushToken", {}, {}, timeout)
        return answer

    async def change_push_provider_priority_list(
        self,
        list: Sequence[str],
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Changes which push providers are asked for a token, and in which order.

        Stored with the configuration; the next initialization overwrites it with its own. Where
        another token comes into use by it, the platform is told: a piece of work named tokenUpdate.

        Refused with `ProviderInvalidError`, `ConfigurationMissingError`, `StorageFailedError`.

        Args:
            list: Which providers are asked for a token, in this order; empty for the default
                order.
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
        provider: str,
        *,
        timeout: float | None = None,
    ) -> Literal[True]:
        """Has a push provider delete the token of this device.

        A host that registered with "callback" is asked (provider.deleteToken), and what it answers
        does not matter; a token given once and for all is forgotten. The platform is told nothing.

        Refused with `ProviderInvalidError`, `TokenUpdateUnsupportedError`.

        Args:
            provider: ios-firebase or ios-huawei, in any letter case.
        """
        answer: Literal[True] = await self._call(
            "deleteDeviceToken",
            {"provider": provider},
            {},
            timeout,
        )
        return answer

    async def forced_token_update(self, *, timeout: float | None = None) -> Literal[True]:
        """Has the provider in use delete its token, asks it for a new one, and tells the platform.

        Answered after the first attempt to tell the platform; when the token is the same there is
        none. An attempt that failed retryably goes on in the outbox, as work named tokenUpdate.

        Refused with `ConfigurationMissingError`, `PushTokenMissingError`,
        `TokenUpdateUnsupportedError`, `UserTagMissingError`, `CallbackTimeoutError`.
        """
        answer: Literal[True] = await self._call("forcedTokenUpdate", {}, {}, timeout)
        return answer

    async def push_subscribe(
        self,
        *,
        sync: bool | None = None,
        profile_fields: types.JSONObject | None = None,
        custom_fields: types.JSONObject | None = None,
        cats: Sequence[str | types.Category] | None = None,
        replace: bool | None = None,
        skip_triggers: bool | None = None,
        request_id: types.RequestId | None = None,
        wait: Literal["accepted", "outcome"] | None = None,
        wait_timeout_ms: int | None = None,
        timeout: float | None = None,
    ) -> types.Receipt:
        """Subscribes the device to push notifications.

        Answered when the work is safely on disk; its outcome is an event, or the answer itself with
        wait "outcome". Delivered in order with everything else that changes the user's profile or
        subscription, and tried until the platform answers.

        Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
        `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
        `CallbackTimeoutError`.

        Args:
            sync: Whether the platform answers with the final result and the profile, or only
                that it accepted.
            profile_fields: Fields of the profile: any JSON, also what actionField makes.
            custom_fields: Fields of the subscription. Values must be scalars, else the call is
                refused with 475.
            cats: Categories. A bare string is an active category of that name.
            replace: Whether subscriptions of other profiles with the same token are
                unsubscribed.
            skip_triggers: Whether triggers of campaigns and scenarios ignore the change.
            request_id: The caller's own idempotency key, which is also the Request-ID of every
                attempt. Without one a lower-case UUID is made.
            wait: Whether to answer when the work is safely on disk, or with its outcome.
            wait_timeout_ms: How long to wait for the outcome, in milliseconds; then its state
                is pending.
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
        custom_fields: types.JSONObject | None = None,
        cats: Sequence[str | types.Category] | None = None,
        replace: bool | None = None,
        skip_triggers: bool | None = None,
        request_id: types.RequestId | None = None,
        wait: Literal["accepted", "outcome"] | None = None,
        wait_timeout_ms: int | None = None,
        timeout: float | None = None,
    ) -> types.Receipt:
        """Suspends the subscription of the device.

        Answered when the work is safely on disk; its outcome is an event, or the answer itself with
        wait "outcome". Delivered in order with everything else that changes the user's profile or
        subscription, and tried until the platform answers.

        Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
        `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
        `CallbackTimeoutError`.

        Args:
            sync: Whether the platform answers with the final result and the profile, or only
                that it accepted.
            profile_fields: Fields of the profile: any JSON, also what actionField makes.
            custom_fields: Fields of the subscription. Values must be scalars, else the call is
                refused with 475.
            cats: Categories. A bare string is an active category of that name.
            replace: Whether subscriptions of other profiles with the same token are
                unsubscribed.
            skip_triggers: Whether triggers of campaigns and scenarios ignore the change.
            request_id: The caller's own idempotency key, which is also the Request-ID of every
                attempt. Without one a lower-case UUID is made.
            wait: Whether to answer when the work is safely on disk, or with its outcome.
            wait_timeout_ms: How long to wait for the outcome, in milliseconds; then its state
                is pending.
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
        custom_fields: types.JSONObject | None = None,
        cats: Sequence[str | types.Category] | None = None,
        replace: bool | None = None,
        skip_triggers: bool | None = None,
        request_id: types.RequestId | None = None,
        wait: Literal["accepted", "outcome"] | None = None,
        wait_timeout_ms: int | None = None,
        timeout: float | None = None,
    ) -> types.Receipt:
        """Ends the subscription of the device.

        Answered when the work is safely on disk; its outcome is an event, or the answer itself with
        wait "outcome". Delivered in order with everything else that changes the user's profile or
        subscription, and tried until the platform answers.

        Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
        `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
        `CallbackTimeoutError`.

        Args:
            sync: Whether the platform answers with the final result and the profile, or only
                that it accepted.
            profile_fields: Fields of the profile: any JSON, also what actionField makes.
            custom_fields: Fields of the subscription. Values must be scalars, else the call is
                refused with 475.
            cats: Categories. A bare string is an active category of that name.
            replace: Whether subscriptions of other profiles with the same token are
                unsubscribed.
            skip_triggers: Whether triggers of campaigns and scenarios ignore the change.
            request_id: The caller's own idempotency key, which is also the Request-ID of every
                attempt. Without one a lower-case UUID is made.
            wait: Whether to answer when the work is safely on disk, or with its outcome.
            wait_timeout_ms: How long to wait for the outcome, in milliseconds; then its state
                is pending.
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
        """Hands the device over to the current user: resumes their subscriptions, suspends those of
        others.

        Made at once, never stored nor retried. Null when the platform did not answer or the request
        could not be made; an event says why. When the answer has no subscription, subscribe.

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
        """The latest subscription of the user's profile.

        Asked at once, never stored nor retried. Null when the platform did not answer or the
        request could not be made; an event says why.

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
        """The subscription of the token in use.

        Asked at once, never stored nor retried. Null when the platform did not answer or the
        request could not be made; an event says why.

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
        provider: str | None = None,
        timeout: float | None = None,
    ) -> types.ResponseWithHttp | None:
        """The latest subscription of the user's profile with one provider.

        Asked at once, never stored nor retried. Null when the platform did not answer or the
        request could not be made; an event says why.

        Refused with `ProviderInvalidError`, `ConfigurationMissingError`, `CallbackTimeoutError`.

        Args:
            provider: ios-apns, ios-firebase or ios-huawei, in any letter case; without one that
                of the token in use.
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
        payload: types.JSONObject | None = None,
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

        Answered when the event is safely on disk. Events of one user reach the platform in the
        order in which they were accepted, independent of subscriptions.

        Refused with `ValuesNotScalarError`, `SubscriptionTypeUnsupportedError`,
        `ConfigurationMissingError`, `UserTagMissingError`, `DuplicateRequestIdError`,
        `TooLargeError`, `OutboxFullError`, `StorageFailedError`, `CallbackTimeoutError`.

        Args:
            sid: The pixel that records the event.
            event_name: What happened.
            send_message_id: The message that led to it.
            payload: Data of the event. Values must be scalars, else the call is refused with
                475.
            matching: How the platform finds the profile.
            matching_type: The kind of that matching.
            profile_fields: Fields of the profile.
            subscription: A subscription to be made with the event. An unknown channel is
                refused with 476.
            utm: Where the user came from.
            request_id: The caller's own idempotency key, which is also the Request-ID of every
                attempt. Without one a lower-case UUID is made.
            wait: Whether to answer when the work is safely on disk, or with its outcome.
            wait_timeout_ms: How long to wait for the outcome, in milliseconds; then its state
                is pending.
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
        profile_fields: types.JSONObject | None = None,
        skip_triggers: bool | None = None,
        request_id: types.RequestId | None = None,
        wait: Literal["accepted", "outcome"] | None = None,
        wait_timeout_ms: int | None = None,
        timeout: float | None = None,
    ) -> types.Receipt:
        """Updates fields of the user's profile.

        Answered when the work is safely on disk. Delivered in order with everything else that
        changes the user's profile or subscription.

        Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
        `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
        `CallbackTimeoutError`.

        Args:
            profile_fields: Fields of the profile: scalars, or what actionField makes; else 475.
            skip_triggers: Whether triggers of campaigns and scenarios ignore the change.
            request_id: The caller's own idempotency key, which is also the Request-ID of every
                attempt. Without one a lower-case UUID is made.
            wait: Whether to answer when the work is safely on disk, or with its outcome.
            wait_timeout_ms: How long to wait for the outcome, in milliseconds; then its state
                is pending.
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
        """Makes the value that tells the platform what to do to a field: set, unset, incr, add,
        delete, upsert.

        To be put into profileFields; several are combined by merging the objects.

        Args:
            key: The field of the profile.
            action: What is to be done to it.
            value: With what; null for nothing.
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
        """Keeps a value with the app group.

        Refused with `StorageFailedError`.

        Args:
            suite_name: The suite the value belongs to.
            key: Its key; a blank one is ignored.
            value: Any JSON up to 64 KiB; null removes.
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
        """Tells the platform that a push arrived.

        Answered when the event is safely on disk. Every call is an event of its own. A push of
        someone else that comes without messageUID is nothing to report: the answer is null, and
        event 202 follows.

        Refused with `PushUidMissingError`, `ConfigurationMissingError`, `UserTagMissingError`,
        `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
        `CallbackTimeoutError`.

        Args:
            request: The notification request; wins where both are given.
            message: The data map as it arrived on the device, or the whole message of a
                provider. Values may be texts that hold JSON.
            message_uid: The uid of the message; by default that of the request or message.
            request_id: The caller's own idempotency key, which is also the Request-ID of every
                attempt. Without one a lower-case UUID is made.
            wait: Whether to answer when the work is safely on disk, or with its outcome.
            wait_timeout_ms: How long to wait for the outcome, in milliseconds; then its state
                is pending.
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
        """Tells the platform that a push was opened.

        Answered when the event is safely on disk. Every call is an event of its own. A push of
        someone else that comes without messageUID is nothing to report: the answer is null, and
        event 202 follows.

        Refused with `PushUidMissingError`, `ConfigurationMissingError`, `UserTagMissingError`,
        `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
        `CallbackTimeoutError`.

        Args:
            request: The notification request; wins where both are given.
            message: The data map as it arrived on the device, or the whole message of a
                provider. Values may be texts that hold JSON.
            message_uid: The uid of the message; by default that of the request or message.
            request_id: The caller's own idempotency key, which is also the Request-ID of every
                attempt. Without one a lower-case UUID is made.
            wait: Whether to answer when the work is safely on disk, or with its outcome.
            wait_timeout_ms: How long to wait for the outcome, in milliseconds; then its state
                is pending.
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
        """Whether a push was made by the platform.

        It was when it carries the SDK's marker `_ac_push`, a `hub_link` with `open` or `ack`, or a
        `uid` together with a `launch_id`.

        Args:
            request: The notification request; wins where both are given.
            message: The data map as it arrived on the device, or the whole message of a
                provider. Values may be texts that hold JSON.
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
        """Reads a push of any structure the platform makes into one form.

        Knows messages with the SDK's marker, those of APNs, Firebase (legacy and v1), HMS,
        AppMetrica and RuStore, and the flat maps that arrive on devices. A push of someone else is
        read as well as it can be, with `isAltcraft` false. Nothing is registered and nothing
        fetched.

        Args:
            message: The data map as it arrived on the device, or the whole message of a
                provider. Values may be texts that hold JSON.
        """
        answer: types.ParsedPush = await self._call("parsePush", {"message": message}, {}, timeout)
        return answer

    async def take_push(
        self,
        message: types.JSONObject,
        *,
        timeout: float | None = None,
    ) -> types.ParsedPush | None:
        """Takes a push that arrived: registers its delivery and answers what to show.

        Null, with event 202, for a push of someone else; events 203 and 204 for one of the
        platform. The delivery is registered once for each uid and is safely on disk when the call
        is answered; where it cannot be registered, an event (451, 402, 403, 501) says so and the
        call is answered all the same.

        Args:
            message: The data map as it arrived on the device, or the whole message of a
                provider. Values may be texts that hold JSON.
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
        """Has the host ask the user whether notifications may be shown.

        Asks this connection by notificationManager.requestAuthorization. Without a usable answer
        the permission stays what it was.
        """
        answer: types.Permission = await self._call(
            "requestNotificationPermission",
            {},
            {},
            timeout,
        )
        return answer
