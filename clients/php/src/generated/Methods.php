<?php

// Written by `altcraft-bridge generate php` from the OpenRPC document. Do not edit.

declare(strict_types=1);

namespace Altcraft\Bridge;

/** The methods whose names start with `trace.`. */
final class TraceMethods {
    public function __construct(private Bridge $caller) {}

    /**
     * Subscribes this connection to a trace of all messages and jobs: each item comes as a notification `trace`.
     *
     * Replaces this connection's earlier subscription. The answer comes before the first item. Items are recorded from
     * the first subscription to the end of the last one, and cover secrets as `--trace-wire` does. A subscriber that
     * does not keep up loses items, never responses, and is told which by `trace.gap`.
     *
     * @param list<'wire'|'job'>|null $kinds The kinds of items to receive: wire for the messages of connections, job
     * for the steps of jobs; without it: both. Items of other kinds do not count as a gap. Example: `["job"]`.
     * @param int|null $since The `seq` of the last item that the client has; the kept items after it follow. Without
     * it: only new items. Example: `17`.
     * @param string|null $epoch The `epoch` of the item that `since` comes from. It identifies the run of the process.
     * Example: `"9f2c4b1e"`.
     * @return EventPosition
     */
    public function subscribe(?array $kinds = null, ?int $since = null, ?string $epoch = null): EventPosition {
        $given = array_filter(["kinds" => $kinds, "since" => $since, "epoch" => $epoch], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("trace.subscribe", $given), "EventPosition");
    }

    /**
     * Ends this connection's subscription to the trace.
     *
     * @return true
     */
    public function unsubscribe(): bool {
        return Record::read($this->caller->call("trace.unsubscribe", []), "bool");
    }
}

/** The methods whose names start with `rpc.`. */
final class RpcMethods {
    public function __construct(private Bridge $caller) {}

    /**
     * Returns this document.
     *
     * @return \stdClass
     */
    public function discover(): \stdClass {
        return Record::read($this->caller->call("rpc.discover", []), "object");
    }
}

/** The methods whose names start with `push.`. */
final class PushMethods {
    public function __construct(private Bridge $caller) {}

    /**
     * Asks for the pushes of a simulated platform: each comes as a notification `push.simulated`.
     *
     * For tests without a device: `apiUrl` must be the address of `altcraft-bridge platform` on this machine. The
     * pushes are those for the token of the subscription that was delivered last; pushes that were sent before this
     * call come first. A subscription ends with its connection.
     *
     * Refused with `ConfigurationMissingError`, `NoSimulatorError`.
     *
     * @return true
     */
    public function simulatedSubscribe(): bool {
        return Record::read($this->caller->call("push.simulated.subscribe", []), "bool");
    }

    /**
     * Ends this connection's subscription to the pushes of a simulated platform.
     *
     * @return true
     */
    public function simulatedUnsubscribe(): bool {
        return Record::read($this->caller->call("push.simulated.unsubscribe", []), "bool");
    }
}

/** The methods whose names start with `outcomes.`. */
final class OutcomesMethods {
    public function __construct(private Bridge $caller) {}

    /**
     * Returns the kept outcomes of jobs after a number, in order.
     *
     * The last `finishedRecords` (10 000) outcomes are kept; the outcome of a job that was retried since is not. A page
     * may be short, or empty: repeat the call with its `next` as `after` and its `epoch` until `next` is `last`.
     *
     * @param int|null $after The number of the last outcome that the host has processed, or `next` of the previous
     * page. Example: `17`.
     * @param string|null $epoch The `epoch` of the outcome that `after` comes from. With it a position that is not of
     * this data directory, as after an older copy of it was put back, is reported and not refused. Example:
     * `"9f2c4b1e"`.
     * @param int|null $limit The largest number of items in the answer, from 1 to 1000; by default 100. Example: `10`.
     * @param list<'delivered'|'rejected'|'expired'|'cleared'|'lost'>|null $state Lists only outcomes with these states.
     * Example: `["rejected", "expired"]`.
     * @param list<string>|null $method Lists only outcomes of these methods. Example: `["mobileEvent"]`.
     * @param string|null $requestId Lists only jobs whose id starts with this text. Example: `"order-"`.
     * @return OutcomePage
     */
    public function list(
        ?int $after = null,
        ?string $epoch = null,
        ?int $limit = null,
        ?array $state = null,
        ?array $method = null,
        ?string $requestId = null,
    ): OutcomePage {
        $given = array_filter(["after" => $after, "epoch" => $epoch, "limit" => $limit, "state" => $state, "method" => $method, "requestId" => $requestId], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("outcomes.list", $given), "OutcomePage");
    }

    /**
     * Subscribes this connection to outcomes: each arrives as a notification `outcome`.
     *
     * Replaces this connection's earlier subscription. The answer comes before the first notification. Outcomes arrive
     * in order, once they are durable; `outcomes.gap` reports numbers that are no longer kept, and a position of
     * another copy of the data directory. A subscriber that does not keep up gets them later. The subscription is to
     * the app group in use: subscribe again after setAppGroup.
     *
     * @param int|null $after The number of the last outcome that the host has processed; without it: only new outcomes.
     * Example: `17`.
     * @param string|null $epoch The `epoch` of the outcome that `after` comes from. With it a position that is not of
     * this data directory, as after an older copy of it was put back, is reported and not refused. Example:
     * `"9f2c4b1e"`.
     * @return OutcomePosition
     */
    public function subscribe(?int $after = null, ?string $epoch = null): OutcomePosition {
        $given = array_filter(["after" => $after, "epoch" => $epoch], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("outcomes.subscribe", $given), "OutcomePosition");
    }

    /**
     * Ends this connection's subscription to outcomes.
     *
     * @return true
     */
    public function unsubscribe(): bool {
        return Record::read($this->caller->call("outcomes.unsubscribe", []), "bool");
    }
}

/** The methods whose names start with `outbox.`. */
final class OutboxMethods {
    public function __construct(private Bridge $caller) {}

    /**
     * Returns state and outcome of one job, also after it has ended.
     *
     * The last `finishedRecords` (10 000) ended jobs are kept, across restarts too.
     *
     * @param string $requestId The id of the job, from the answer of the durable call. Example: `"example-1"`.
     * @return Job|null
     */
    public function get(string $requestId): ?Job {
        return Record::read($this->caller->call("outbox.get", ["requestId" => $requestId]), "?Job");
    }

    /**
     * Returns pending jobs, and rejected ones that can still be retried, in order of acceptance.
     *
     * @param int|null $limit The largest number of items in the answer, from 1 to 1000; by default 100. Example: `10`.
     * @param string|null $after The `next` of the previous page; without it: the first page. Example: `"example-1"`.
     * @param 'pending'|'rejected'|null $state Lists only jobs in this state; without it: both. Example: `"rejected"`.
     * @return JobPage
     */
    public function list(?int $limit = null, ?string $after = null, ?string $state = null): JobPage {
        $given = array_filter(["limit" => $limit, "after" => $after, "state" => $state], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("outbox.list", $given), "JobPage");
    }

    /**
     * Starts the next attempt of all waiting jobs now.
     *
     * Ends all pauses between attempts, including a pause that the platform requested.
     *
     * @param bool|null $wait True to answer after each waiting job has had its attempt, false to answer immediately.
     * Example: `true`.
     * @return PendingCount
     */
    public function flush(?bool $wait = null): PendingCount {
        $given = array_filter(["wait" => $wait], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("outbox.flush", $given), "PendingCount");
    }

    /**
     * Moves rejected jobs back to pending, with the same id and a new time to live.
     *
     * A rejected job can be retried while it is among the last `finishedRecords` (10 000) ended jobs and its body is
     * kept: new jobs displace the oldest rejected body. Needs a configuration. Takes one `requestId`, or a `filter`.
     *
     * Refused with `StorageFailedError`, `NotInitializedError`, `OutboxFullError`.
     *
     * @param string|null $requestId The id of the job, from the answer of the durable call. Example: `"example-1"`.
     * @param OutboxFilter|null $filter A choice of jobs, in place of `requestId`. Example: `{"method":
     * ["mobileEvent"]}`.
     * @param bool|null $dryRun True to count the jobs that `filter` chooses, and change nothing. Example: `true`.
     * @return true|OutboxChanges
     */
    public function retry(
        ?string $requestId = null,
        array|OutboxFilter|null $filter = null,
        ?bool $dryRun = null,
    ): mixed {
        $given = array_filter(["requestId" => $requestId, "filter" => $filter, "dryRun" => $dryRun], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("outbox.retry", $given), "mixed");
    }

    /**
     * Ends pending jobs, or drops the bodies of rejected ones: they are never sent.
     *
     * A pending job ends in state cleared, with event 601 whose value has `cause` "discarded". One that is being sent
     * is refused with -32602. A rejected job still counts as rejected, and `outbox.get` still returns its outcome.
     * Takes one `requestId`, or a `filter`.
     *
     * Refused with `StorageFailedError`.
     *
     * @param string|null $requestId The id of the job, from the answer of the durable call. Example: `"example-1"`.
     * @param OutboxFilter|null $filter A choice of jobs, in place of `requestId`. Example: `{"method":
     * ["mobileEvent"]}`.
     * @param bool|null $dryRun True to count the jobs that `filter` chooses, and change nothing. Example: `true`.
     * @return true|OutboxChanges
     */
    public function discard(
        ?string $requestId = null,
        array|OutboxFilter|null $filter = null,
        ?bool $dryRun = null,
    ): mixed {
        $given = array_filter(["requestId" => $requestId, "filter" => $filter, "dryRun" => $dryRun], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("outbox.discard", $given), "mixed");
    }
}

/** The methods whose names start with `nse.`. */
final class NseMethods {
    public function __construct(private Bridge $caller) {}

    /**
     * Checks whether a push comes from the platform.
     *
     * True for a push with the SDK's marker `_ac_push`, with a `hub_link` that has `open` or `ack`, or with both `uid`
     * and `launch_id`. Takes a `request` or a `message`.
     *
     * @param NotificationRequest|null $request The notification request from the operating system, as JSON. It takes
     * precedence over `message`. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo":
     * {"_ac_push": "true", "_uid": "uid-1"}}}`.
     * @param \stdClass|null $message The push: the data map as it arrived on the device, or the whole message of a
     * provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
     * @return bool
     */
    public function isAltcraftPush(
        array|NotificationRequest|null $request = null,
        array|\stdClass|null $message = null,
    ): bool {
        $given = array_filter(["request" => $request, "message" => $message], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("nse.isAltcraftPush", $given), "bool");
    }

    /**
     * Returns the content to show for a notification, with the buttons and the image of the push.
     *
     * Title, text, badge, sound and userInfo do not change. The delivery event is registered once for each uid and is
     * on disk when the call is answered; if it cannot be registered, an event (451, 402, 403 or 501) gives the reason
     * and the call is answered all the same. Event 204 follows; event 453 before it means that the image has no valid
     * URL. The content of a push of another sender does not change: nothing is registered, and event 202 follows.
     *
     * @param NotificationRequest $request The notification request from the operating system, as JSON. Example:
     * `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
     * @return ShownContent
     */
    public function handleNotificationRequest(array|NotificationRequest $request): ShownContent {
        return Record::read($this->caller->call("nse.handleNotificationRequest", ["request" => $request]), "ShownContent");
    }

    /**
     * Returns the best content so far: that of the latest request of this connection, or null without one.
     *
     * @return ShownContent|null
     */
    public function serviceExtensionTimeWillExpire(): ?ShownContent {
        return Record::read($this->caller->call("nse.serviceExtensionTimeWillExpire", []), "?ShownContent");
    }
}

/** The methods whose names start with `notificationManager.`. */
final class NotificationManagerMethods {
    public function __construct(private Bridge $caller) {}

    /**
     * Returns how to show a push that arrives while the app is in the foreground.
     *
     * Returns the standard options, unless a connection has called notificationManager.setCustomPushProcessing and
     * answers with others.
     *
     * @param NotificationRequest $request The notification request from the operating system, as JSON. Example:
     * `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
     * @return PresentationOptions
     */
    public function willPresent(array|NotificationRequest $request): PresentationOptions {
        return Record::read($this->caller->call("notificationManager.willPresent", ["request" => $request]), "PresentationOptions");
    }

    /**
     * Processes a tap on a notification: registers the open event and returns what to open.
     *
     * A tap opens the click URL of the push, a button its link. If there is none, event 454, 455 or 457 gives the
     * reason. The open event is registered in any case, once for each uid, and is on disk when the call is answered; if
     * it cannot be registered, an event (451, 402, 403 or 501) gives the reason. A connection that has called
     * notificationManager.setCustomClickProcessing processes the tap itself. For a push of another sender nothing is
     * registered, and event 202 follows. A dismissal is not a tap: nothing is registered.
     *
     * @param NotificationResponse $response The response of the user, from the operating system, as JSON. Example:
     * `{"actionIdentifier": "button0", "request": {"content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}}`.
     * @return ClickResult
     */
    public function didReceive(array|NotificationResponse $response): ClickResult {
        return Record::read($this->caller->call("notificationManager.didReceive", ["response" => $response]), "ClickResult");
    }

    /**
     * Sets whether the user allows notifications; the initial state is granted.
     *
     * Without the permission subscriptions wait (event 504); they are sent when it is granted. All other jobs, also a
     * suspend or an unsubscribe, need no permission. It is stored for all app groups of the data directory: a denial
     * holds after a restart, after `clear`, and in every other group, until the host grants it.
     *
     * Refused with `StorageFailedError`.
     *
     * @param bool $granted True if the user allows notifications, from the operating system of the device. Example:
     * `true`.
     * @return true
     */
    public function setPermission(bool $granted): bool {
        return Record::read($this->caller->call("notificationManager.setPermission", ["granted" => $granted]), "bool");
    }

    /**
     * Makes the bridge ask this connection how to show pushes that arrive while the app is in the foreground.
     *
     * Applies to the latest connection that called it and is open. When that connection ends, the one that called
     * before it is asked again.
     *
     * @param bool $enabled True if this connection decides and the bridge waits for its answer; false if the bridge
     * only informs it. Example: `true`.
     * @return true
     */
    public function setCustomPushProcessing(bool $enabled): bool {
        return Record::read($this->caller->call("notificationManager.setCustomPushProcessing", ["enabled" => $enabled]), "bool");
    }

    /**
     * Makes this connection process taps on notifications.
     *
     * Applies to the latest connection that called it and is open. When that connection ends, the one that called
     * before it is asked again.
     *
     * @param bool $enabled True if this connection decides and the bridge waits for its answer; false if the bridge
     * only informs it. Example: `true`.
     * @return true
     */
    public function setCustomClickProcessing(bool $enabled): bool {
        return Record::read($this->caller->call("notificationManager.setCustomClickProcessing", ["enabled" => $enabled]), "bool");
    }

    /**
     * Makes the host ask the user to allow notifications.
     *
     * Calls notificationManager.requestAuthorization on this connection. Without a valid answer the permission does not
     * change. `error` is the text in the answer of the host.
     *
     * Refused with `StorageFailedError`.
     *
     * @return Permission
     */
    public function registerForPushNotifications(): Permission {
        return Record::read($this->caller->call("notificationManager.registerForPushNotifications", []), "Permission");
    }
}

/** The methods whose names start with `events.`. */
final class EventsMethods {
    public function __construct(private Bridge $caller) {}

    /**
     * Subscribes this connection to SDK events: each comes as a notification `event`.
     *
     * Replaces this connection's earlier subscription. The answer comes before the first event. A `since` of another
     * epoch is a cursor of an earlier run: `gap` says "restart", and all that is kept of this run follows. A subscriber
     * that does not keep up loses events, never responses, and is told which by `events.gap`.
     *
     * @param int|null $since The `seq` of the last event that the host has processed; the kept events after it follow.
     * Without it: only new events. Example: `17`.
     * @param string|null $epoch The `epoch` of the event that `since` comes from. It identifies the run of the process.
     * Example: `"9f2c4b1e"`.
     * @param list<int>|null $codes The event codes to receive; without it: all. Events of other codes do not count as a
     * gap. Example: `[230, 430]`.
     * @return EventPosition
     */
    public function subscribe(?int $since = null, ?string $epoch = null, ?array $codes = null): EventPosition {
        $given = array_filter(["since" => $since, "epoch" => $epoch, "codes" => $codes], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("events.subscribe", $given), "EventPosition");
    }

    /**
     * Ends this connection's subscription to SDK events.
     *
     * @return true
     */
    public function unsubscribe(): bool {
        return Record::read($this->caller->call("events.unsubscribe", []), "bool");
    }

    /**
     * Returns the kept SDK events, oldest first.
     *
     * A page has fewer events than `limit` if more would exceed the limit outQueueBytes. To read all events, repeat the
     * call with the `seq` of the last event as `since`, until a page is empty.
     *
     * @param int|null $since The `seq` of the last event that the host has processed; the kept events after it follow.
     * Without it: all kept events, from the oldest. Example: `17`.
     * @param int|null $limit The largest number of items in the answer, from 1 to 1000; by default 100. Example: `10`.
     * @param string|null $epoch The `epoch` of the event that `since` comes from. It identifies the run of the process.
     * Example: `"9f2c4b1e"`.
     * @param list<int>|null $codes The event codes to receive; without it: all. Events of other codes do not count as a
     * gap. Example: `[230, 430]`.
     * @return EventPage
     */
    public function list(
        ?int $since = null,
        ?int $limit = null,
        ?string $epoch = null,
        ?array $codes = null,
    ): EventPage {
        $given = array_filter(["since" => $since, "limit" => $limit, "epoch" => $epoch, "codes" => $codes], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("events.list", $given), "EventPage");
    }

    /**
     * Returns every event code with its name, class and meaning, and whether the bridge emits it.
     *
     * @return list<EventCode>
     */
    public function catalog(): array {
        return Record::read($this->caller->call("events.catalog", []), "EventCode[]");
    }
}

/** The methods whose names start with `bridge.`. */
final class BridgeMethods {
    public function __construct(private Bridge $caller) {}

    /**
     * Returns the value that setUserDefaultsValue stored, or null.
     *
     * @param string $suiteName The name of the suite that holds the value, chosen by the host. Example: `"app"`.
     * @param string $key The key of the value in its suite. Example: `"theme"`.
     * @return mixed
     */
    public function getUserDefaultsValue(string $suiteName, string $key): mixed {
        return Record::read($this->caller->call("bridge.getUserDefaultsValue", ["suiteName" => $suiteName, "key" => $key]), "mixed");
    }

    /**
     * Returns version, schema digest, transports, data directory and limits of this process.
     *
     * @return BridgeInfo
     */
    public function info(): BridgeInfo {
        return Record::read($this->caller->call("bridge.info", []), "BridgeInfo");
    }

    /**
     * Returns counters: accepted = delivered + rejected + expired + cleared + lost + pending, at all times.
     *
     * The counters of the outbox belong to the app group and survive restarts; all others count from the start of the
     * process.
     *
     * @return BridgeStats
     */
    public function stats(): BridgeStats {
        return Record::read($this->caller->call("bridge.stats", []), "BridgeStats");
    }

    /**
     * Returns the counters of bridge.stats in the text format of Prometheus.
     *
     * The counters of the outbox have the app group as a label and survive restarts; all others count from the start of
     * the process.
     *
     * @return BridgeMetrics
     */
    public function metrics(): BridgeMetrics {
        return Record::read($this->caller->call("bridge.metrics", []), "BridgeMetrics");
    }

    /**
     * Returns "pong".
     *
     * @return string
     */
    public function ping(): string {
        return Record::read($this->caller->call("bridge.ping", []), "string");
    }

    /**
     * Checks a call without executing it: true, or the error that the call would get.
     *
     * Checks parameters and the rules of the SDK; calls no callback. It does not check the role of the connection.
     *
     * Refused with `MethodNotFoundError`.
     *
     * @param string $method The name of the method to check. Example: `"setPushToken"`.
     * @param \stdClass|list<mixed>|null $params The parameters for that method, by name or by position. Example:
     * `{"provider": "ios-apns", "pushToken": null}`.
     * @return true
     */
    public function check(string $method, mixed $params = null): bool {
        $given = array_filter(["params" => $params], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("bridge.check", ["method" => $method] + $given), "bool");
    }

    /**
     * Authenticates a connection by a token or a ticket, which also determine its role.
     *
     * Over WebSocket it is the first call, unless the handshake had a token. Over TCP a client of another user must
     * send it first; with `--require-token` every TCP client must. It must be sent alone, not in a batch, in a message
     * of at most 4 KiB. If it is not required, the proof is checked all the same, and its role applies from then on;
     * without TCP and WebSocket the answer to a token is true. The answer to a ticket has the role and a token of this
     * role.
     *
     * Refused with `UnauthorizedError`.
     *
     * @param string|null $token The token of this run of the bridge: the content of the file `rpc.token` in the data
     * directory, or of `rpc.observer-token` to read only; or the `session` of an earlier answer. Example:
     * `"0123456789abcdef"`.
     * @param string|null $ticket The ticket from the URL of `bridge.ticket`, instead of a token. Example:
     * `"3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"`.
     * @return true|BridgeSession
     */
    public function authenticate(?string $token = null, ?string $ticket = null): mixed {
        $given = array_filter(["token" => $token, "ticket" => $ticket], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("bridge.authenticate", $given), "mixed");
    }

    /**
     * Makes a URL with a ticket, which opens one connection of a page.
     *
     * The page passes the ticket to `bridge.authenticate`, once and within 60 seconds. The ticket is in the fragment of
     * the URL, which no browser sends. A limit, `tickets`, applies to the unused tickets of each role.
     *
     * Refused with `UnauthorizedError`, `NoWebSocketError`.
     *
     * @param 'control'|'observer'|null $role The role of the connection that uses the ticket: `observer` may only read.
     * An observer can only make tickets of this role. Example: `"observer"`.
     * @return BridgeTicket
     */
    public function ticket(?string $role = null): BridgeTicket {
        $given = array_filter(["role" => $role], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("bridge.ticket", $given), "BridgeTicket");
    }

    /**
     * Sets the level of the log on standard error.
     *
     * @param 'error'|'notice'|'info'|'debug' $level The least severe level to log; notice at the start. Example:
     * `"info"`.
     * @return true
     */
    public function setLogLevel(string $level): bool {
        return Record::read($this->caller->call("bridge.setLogLevel", ["level" => $level]), "bool");
    }

    /**
     * Stops the process: answers the calls in flight and exits with status 0 within five seconds.
     *
     * Accepted jobs are kept: pending jobs are delivered after the next start.
     *
     * @return true
     */
    public function shutdown(): bool {
        return Record::read($this->caller->call("bridge.shutdown", []), "bool");
    }
}

/** The methods whose names start with `backgroundTasks.`. */
final class BackgroundTasksMethods {
    public function __construct(private Bridge $caller) {}

    /**
     * Runs a background pass at an interval: a token update, and one attempt for all pending jobs.
     *
     * Each pass emits event 208 when it starts and event 209 when all its attempts have ended. If a pass is still
     * running when the next one is due, event 505 is emitted and the next one is skipped. Registering again replaces
     * the interval. `clear` ends the task.
     *
     * @param int|float|BigInteger|null $intervalSeconds The time from the start of one pass to the start of the next,
     * in seconds: from one second to a year, by default three hours. Example: `600`.
     * @return true
     */
    public function registerBackgroundTask(int|float|null $intervalSeconds = null): bool {
        $given = array_filter(["intervalSeconds" => $intervalSeconds], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("backgroundTasks.registerBackgroundTask", $given), "bool");
    }
}

/** Every method of the bridge. */
abstract class Methods {
    public readonly BackgroundTasksMethods $backgroundTasks;
    public readonly BridgeMethods $bridge;
    public readonly EventsMethods $events;
    public readonly NotificationManagerMethods $notificationManager;
    public readonly NseMethods $nse;
    public readonly OutboxMethods $outbox;
    public readonly OutcomesMethods $outcomes;
    public readonly PushMethods $push;
    public readonly RpcMethods $rpc;
    public readonly TraceMethods $trace;
    public function __construct(private Bridge $caller) {
        $this->backgroundTasks = new BackgroundTasksMethods($caller);
        $this->bridge = new BridgeMethods($caller);
        $this->events = new EventsMethods($caller);
        $this->notificationManager = new NotificationManagerMethods($caller);
        $this->nse = new NseMethods($caller);
        $this->outbox = new OutboxMethods($caller);
        $this->outcomes = new OutcomesMethods($caller);
        $this->push = new PushMethods($caller);
        $this->rpc = new RpcMethods($caller);
        $this->trace = new TraceMethods($caller);
    }

    /**
     * Checks the configuration, stores it, and starts delivery.
     *
     * Pending jobs of an earlier run are delivered from the start of the process on and do not need this call. A change
     * of the rToken ends the pending subscription, mobile event and profile jobs of the old one in state cleared, with
     * an event 601 each.
     *
     * Refused with `ConfigurationNotSetError`, `ApiUrlInvalidError`, `RTokenInvalidError`, `ProviderInvalidError`,
     * `StorageFailedError`.
     *
     * @param Configuration|null $configuration The configuration: at least the address of the platform, which the
     * Altcraft account shows. It replaces the stored one as a whole and is stored with the app group. Null is refused
     * with 401. Example: `{"apiUrl": "https://pxl.example.com", "rToken": "resource-token"}`.
     * @return true
     */
    public function initialization(array|Configuration|null $configuration): bool {
        return Record::read($this->caller->call("initialization", ["configuration" => $configuration]), "bool");
    }

    /**
     * Deletes all data of the app group: configuration, tokens, stored values and pending jobs.
     *
     * A barrier: after the answer no request for an earlier call starts, none of its data is on disk, and no event
     * other than 205 reports it. Pending jobs end in state cleared; a request that is being sent may still reach the
     * platform. The background task ends; backgroundTasks.registerBackgroundTask starts it again. Providers, event
     * subscribers and the selected group stay. The files are unlinked, not overwritten.
     *
     * Refused with `StorageFailedError`.
     *
     * @return true
     */
    public function clear(): bool {
        return Record::read($this->caller->call("clear", []), "bool");
    }

    /**
     * Allows the next initialization to run the initial operations again.
     *
     * Has no effect: here every initialization runs them.
     *
     * @return true
     */
    public function unlockInitialOperationsInThisSession(): bool {
        return Record::read($this->caller->call("unlockInitialOperationsInThisSession", []), "bool");
    }

    /**
     * Selects the app group whose data the bridge uses.
     *
     * Configuration, tokens set by setPushToken, stored values, outbox and counters belong to the group; providers and
     * the event stream belong to the process. Pending jobs of a group that is not selected stay on disk until the group
     * is selected again. The bridge closes a group one minute after another one was selected, or later if the group is
     * still in use. Beyond the limit `appGroups` it opens no further group: the answer is `busy`, and the selected
     * group stays selected.
     *
     * Refused with `AppGroupMissingError`, `StorageFailedError`.
     *
     * @param string $groupName The name of the app group to use, as the app registers it with its operating system; at
     * most 1 KiB. Example: `"group.com.example.app"`.
     * @return true
     */
    public function setAppGroup(string $groupName): bool {
        return Record::read($this->caller->call("setAppGroup", ["groupName" => $groupName]), "bool");
    }

    /**
     * Sets how the bridge gets the current user's JWT.
     *
     * With "callback" the bridge calls provider.getJWT on this connection whenever it needs a JWT. The latest
     * registration whose connection is open is used, callback or fixed token. A fixed token outlives its connection: it
     * is used again while no open connection has a registration. null ends the registration of this connection, and a
     * fixed token whose connection has closed. A fixed JWT that has expired leaves it to the registration before it. A
     * JWT is checked when it is used, so any string is accepted here. An expired JWT still names the user: calls are
     * accepted, and their jobs wait for a valid JWT of that user. provider.getJWT says what a JWT must hold. With a
     * resource token no JWT is needed.
     *
     * @param 'callback'|ProviderSourceToken|null $provider The source: "callback" to answer a request of the bridge
     * each time, an object with a fixed token, or null to remove the source. Example: `{"token":
     * "eyJhbGciOiJub25lIn0.eyJtYXRjaGluZyI6Int9In0.sig"}`.
     * @return true
     */
    public function setJWTProvider(mixed $provider): bool {
        return Record::read($this->caller->call("setJWTProvider", ["provider" => $provider]), "bool");
    }

    /**
     * Sets how the bridge gets push tokens of APNs (ios-apns).
     *
     * Registering requests no token. The bridge requests one when it needs it, and emits event 201 when it differs from
     * the last one reported. A token has at most 4096 bytes. The latest registration whose connection is open is used,
     * callback or fixed token. A fixed token outlives its connection: it is used again while no open connection has a
     * registration. null ends the registration of this connection, and a fixed token whose connection has closed.
     * Registering makes the bridge forget a token set by setPushToken. While no provider is connected, a fixed token
     * that is older than the last one from a provider does not replace the token that the platform has.
     *
     * Refused with `StorageFailedError`.
     *
     * @param 'callback'|ProviderSourceToken|null $provider The source: "callback" to answer a request of the bridge
     * each time, an object with a fixed token, or null to remove the source. Example: `{"token": "apns-token-1"}`.
     * @return true
     */
    public function setAPNSTokenProvider(mixed $provider): bool {
        return Record::read($this->caller->call("setAPNSTokenProvider", ["provider" => $provider]), "bool");
    }

    /**
     * Sets how the bridge gets push tokens of Firebase (ios-firebase).
     *
     * Registering requests no token. The bridge requests one when it needs it, and emits event 201 when it differs from
     * the last one reported. A token has at most 4096 bytes. The latest registration whose connection is open is used,
     * callback or fixed token. A fixed token outlives its connection: it is used again while no open connection has a
     * registration. null ends the registration of this connection, and a fixed token whose connection has closed.
     * Registering makes the bridge forget a token set by setPushToken. While no provider is connected, a fixed token
     * that is older than the last one from a provider does not replace the token that the platform has.
     *
     * Refused with `StorageFailedError`.
     *
     * @param 'callback'|ProviderSourceToken|null $provider The source: "callback" to answer a request of the bridge
     * each time, an object with a fixed token, or null to remove the source. Example: `{"token": "fcm-token-1"}`.
     * @return true
     */
    public function setFCMTokenProvider(mixed $provider): bool {
        return Record::read($this->caller->call("setFCMTokenProvider", ["provider" => $provider]), "bool");
    }

    /**
     * Sets how the bridge gets push tokens of Huawei (ios-huawei).
     *
     * Registering requests no token. The bridge requests one when it needs it, and emits event 201 when it differs from
     * the last one reported. A token has at most 4096 bytes. The latest registration whose connection is open is used,
     * callback or fixed token. A fixed token outlives its connection: it is used again while no open connection has a
     * registration. null ends the registration of this connection, and a fixed token whose connection has closed.
     * Registering makes the bridge forget a token set by setPushToken. While no provider is connected, a fixed token
     * that is older than the last one from a provider does not replace the token that the platform has.
     *
     * Refused with `StorageFailedError`.
     *
     * @param 'callback'|ProviderSourceToken|null $provider The source: "callback" to answer a request of the bridge
     * each time, an object with a fixed token, or null to remove the source. Example: `{"token": "hms-token-1"}`.
     * @return true
     */
    public function setHMSTokenProvider(mixed $provider): bool {
        return Record::read($this->caller->call("setHMSTokenProvider", ["provider" => $provider]), "bool");
    }

    /**
     * Sets the push token, for hosts that register no provider.
     *
     * Answers false, without an effect, while a provider of any push service is registered. Registering one makes the
     * bridge forget the token, on disk too. A token set after the last provider has left is newer than its tokens: the
     * platform gets it by a token update.
     *
     * Refused with `ProviderInvalidError`, `StorageFailedError`.
     *
     * @param 'ios-apns'|'ios-firebase'|'ios-huawei' $provider The push service that issued the token: ios-apns,
     * ios-firebase or ios-huawei, in any letter case; any other is refused with 473. Example: `"ios-firebase"`.
     * @param string|null $pushToken The push token that the push service issued for this device, at most 4096 bytes as
     * it is stored; null or an empty string removes it. Example: `"fcm-token-1"`.
     * @param 'text'|'hex'|'base64'|null $encoding The encoding of `pushToken`: text as it is; hex or base64 for binary
     * tokens, which are stored as lower-case hex. Example: `"hex"`.
     * @return bool
     */
    public function setPushToken(string $provider, ?string $pushToken, ?string $encoding = null): bool {
        $given = array_filter(["encoding" => $encoding], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("setPushToken", ["provider" => $provider, "pushToken" => $pushToken] + $given), "bool");
    }

    /**
     * Returns the push token in use, or null if there is none.
     *
     * Calls the registered providers in the order of the priority list and returns the first token. Without a provider
     * it returns the token of setPushToken.
     *
     * @return TokenData|null
     */
    public function getPushToken(): ?TokenData {
        return Record::read($this->caller->call("getPushToken", []), "?TokenData");
    }

    /**
     * Sets which push providers the bridge asks for a token, and in which order.
     *
     * Stored with the configuration; the next initialization overwrites it. If the token in use changes, a job named
     * tokenUpdate reports the new one to the platform.
     *
     * Refused with `ProviderInvalidError`, `ConfigurationMissingError`, `StorageFailedError`.
     *
     * @param list<'ios-apns'|'ios-firebase'|'ios-huawei'> $list The push providers to ask for a token, the first one
     * first; an empty list restores the default order. Example: `["ios-huawei", "ios-firebase"]`.
     * @return true
     */
    public function changePushProviderPriorityList(array $list): bool {
        return Record::read($this->caller->call("changePushProviderPriorityList", ["list" => $list]), "bool");
    }

    /**
     * Deletes the token of this device at a push provider.
     *
     * Calls provider.deleteToken on the host that registered with "callback" and ignores its answer; a fixed token, and
     * one of that provider set by setPushToken, is removed. Nothing is sent to the platform.
     *
     * Refused with `ProviderInvalidError`, `TokenUpdateUnsupportedError`, `StorageFailedError`.
     *
     * @param 'ios-apns'|'ios-firebase'|'ios-huawei' $provider The push provider whose token is deleted: ios-firebase or
     * ios-huawei, in any letter case. Example: `"ios-firebase"`.
     * @return true
     */
    public function deleteDeviceToken(string $provider): bool {
        return Record::read($this->caller->call("deleteDeviceToken", ["provider" => $provider]), "bool");
    }

    /**
     * Deletes the token at the provider in use, requests a new one, and reports it to the platform.
     *
     * Answered after the first attempt to report the token; there is none if the token did not change. If the attempt
     * fails and can be retried, delivery continues in the outbox as a job named tokenUpdate. A token set by
     * setPushToken is removed; there is no other to report. Refused under APNs (406), without an update.
     *
     * Refused with `ConfigurationMissingError`, `PushTokenMissingError`, `TokenUpdateUnsupportedError`,
     * `UserTagMissingError`, `CallbackTimeoutError`, `StorageFailedError`.
     *
     * @return true
     */
    public function forcedTokenUpdate(): bool {
        return Record::read($this->caller->call("forcedTokenUpdate", []), "bool");
    }

    /**
     * Subscribes the device to push notifications.
     *
     * Answered when the job is on disk; its outcome is an event, or the answer itself with `wait` "outcome". Delivered
     * in order with all other changes of the user's profile and subscription, and retried until the platform answers.
     *
     * Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
     * `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`, `CallbackTimeoutError`.
     *
     * @param bool|null $sync True if the platform answers with the final result and the profile; false if it answers as
     * soon as it has accepted the request. Example: `true`.
     * @param \stdClass|null $profileFields Fields of the profile to set, by name, as the database of the platform
     * defines them: any JSON, including objects returned by `actionField`. Example: `{"_fname": "Ann"}`.
     * @param array<string, string|int|float|BigInteger|bool|null>|null $customFields Custom fields of the subscription
     * by name, as the resource of the platform defines them. Values are strings, numbers, booleans or null; any other
     * is refused with 475. Example: `{"plan": "pro"}`.
     * @param list<string|Category>|null $cats Categories of the subscription, as the resource of the platform defines
     * them. A plain string means an active category with that name. Example: `[{"name": "news", "active": true},
     * "offers"]`.
     * @param bool|null $replace True to unsubscribe the subscriptions of other profiles of the database with the same
     * push token. Example: `true`.
     * @param bool|null $skipTriggers True if triggers of mailings and scenarios must ignore the profile for this
     * change. Example: `true`.
     * @param string|null $requestId The caller's idempotency key, unique within the app group; it is also the header
     * Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID.
     * Example: `"order-7"`.
     * @param 'accepted'|'outcome'|null $wait The moment of the answer: accepted, when the job is on disk; outcome, when
     * the platform has answered. Example: `"outcome"`.
     * @param int|null $waitTimeoutMs The longest time to wait for the outcome, in milliseconds; after it the answer has
     * state pending. Example: `5000`.
     * @return Receipt
     */
    public function pushSubscribe(
        ?bool $sync = null,
        array|\stdClass|null $profileFields = null,
        array|\stdClass|null $customFields = null,
        ?array $cats = null,
        ?bool $replace = null,
        ?bool $skipTriggers = null,
        ?string $requestId = null,
        ?string $wait = null,
        ?int $waitTimeoutMs = null,
    ): Receipt {
        $given = array_filter(["sync" => $sync, "profileFields" => $profileFields, "customFields" => $customFields, "cats" => $cats, "replace" => $replace, "skipTriggers" => $skipTriggers, "requestId" => $requestId, "wait" => $wait, "waitTimeoutMs" => $waitTimeoutMs], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("pushSubscribe", $given), "Receipt");
    }

    /**
     * Suspends the subscription of the device.
     *
     * Answered when the job is on disk; its outcome is an event, or the answer itself with `wait` "outcome". Delivered
     * in order with all other changes of the user's profile and subscription, and retried until the platform answers.
     *
     * Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
     * `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`, `CallbackTimeoutError`.
     *
     * @param bool|null $sync True if the platform answers with the final result and the profile; false if it answers as
     * soon as it has accepted the request. Example: `true`.
     * @param \stdClass|null $profileFields Fields of the profile to set, by name, as the database of the platform
     * defines them: any JSON, including objects returned by `actionField`. Example: `{"_fname": "Ann"}`.
     * @param array<string, string|int|float|BigInteger|bool|null>|null $customFields Custom fields of the subscription
     * by name, as the resource of the platform defines them. Values are strings, numbers, booleans or null; any other
     * is refused with 475. Example: `{"plan": "pro"}`.
     * @param list<string|Category>|null $cats Categories of the subscription, as the resource of the platform defines
     * them. A plain string means an active category with that name. Example: `[{"name": "news", "active": true},
     * "offers"]`.
     * @param bool|null $replace True to unsubscribe the subscriptions of other profiles of the database with the same
     * push token. Example: `true`.
     * @param bool|null $skipTriggers True if triggers of mailings and scenarios must ignore the profile for this
     * change. Example: `true`.
     * @param string|null $requestId The caller's idempotency key, unique within the app group; it is also the header
     * Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID.
     * Example: `"order-7"`.
     * @param 'accepted'|'outcome'|null $wait The moment of the answer: accepted, when the job is on disk; outcome, when
     * the platform has answered. Example: `"outcome"`.
     * @param int|null $waitTimeoutMs The longest time to wait for the outcome, in milliseconds; after it the answer has
     * state pending. Example: `5000`.
     * @return Receipt
     */
    public function pushSuspend(
        ?bool $sync = null,
        array|\stdClass|null $profileFields = null,
        array|\stdClass|null $customFields = null,
        ?array $cats = null,
        ?bool $replace = null,
        ?bool $skipTriggers = null,
        ?string $requestId = null,
        ?string $wait = null,
        ?int $waitTimeoutMs = null,
    ): Receipt {
        $given = array_filter(["sync" => $sync, "profileFields" => $profileFields, "customFields" => $customFields, "cats" => $cats, "replace" => $replace, "skipTriggers" => $skipTriggers, "requestId" => $requestId, "wait" => $wait, "waitTimeoutMs" => $waitTimeoutMs], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("pushSuspend", $given), "Receipt");
    }

    /**
     * Ends the subscription of the device.
     *
     * Answered when the job is on disk; its outcome is an event, or the answer itself with `wait` "outcome". Delivered
     * in order with all other changes of the user's profile and subscription, and retried until the platform answers.
     *
     * Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
     * `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`, `CallbackTimeoutError`.
     *
     * @param bool|null $sync True if the platform answers with the final result and the profile; false if it answers as
     * soon as it has accepted the request. Example: `true`.
     * @param \stdClass|null $profileFields Fields of the profile to set, by name, as the database of the platform
     * defines them: any JSON, including objects returned by `actionField`. Example: `{"_fname": "Ann"}`.
     * @param array<string, string|int|float|BigInteger|bool|null>|null $customFields Custom fields of the subscription
     * by name, as the resource of the platform defines them. Values are strings, numbers, booleans or null; any other
     * is refused with 475. Example: `{"plan": "pro"}`.
     * @param list<string|Category>|null $cats Categories of the subscription, as the resource of the platform defines
     * them. A plain string means an active category with that name. Example: `[{"name": "news", "active": true},
     * "offers"]`.
     * @param bool|null $replace True to unsubscribe the subscriptions of other profiles of the database with the same
     * push token. Example: `true`.
     * @param bool|null $skipTriggers True if triggers of mailings and scenarios must ignore the profile for this
     * change. Example: `true`.
     * @param string|null $requestId The caller's idempotency key, unique within the app group; it is also the header
     * Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID.
     * Example: `"order-7"`.
     * @param 'accepted'|'outcome'|null $wait The moment of the answer: accepted, when the job is on disk; outcome, when
     * the platform has answered. Example: `"outcome"`.
     * @param int|null $waitTimeoutMs The longest time to wait for the outcome, in milliseconds; after it the answer has
     * state pending. Example: `5000`.
     * @return Receipt
     */
    public function pushUnSubscribe(
        ?bool $sync = null,
        array|\stdClass|null $profileFields = null,
        array|\stdClass|null $customFields = null,
        ?array $cats = null,
        ?bool $replace = null,
        ?bool $skipTriggers = null,
        ?string $requestId = null,
        ?string $wait = null,
        ?int $waitTimeoutMs = null,
    ): Receipt {
        $given = array_filter(["sync" => $sync, "profileFields" => $profileFields, "customFields" => $customFields, "cats" => $cats, "replace" => $replace, "skipTriggers" => $skipTriggers, "requestId" => $requestId, "wait" => $wait, "waitTimeoutMs" => $waitTimeoutMs], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("pushUnSubscribe", $given), "Receipt");
    }

    /**
     * Hands the device over to the current user: resumes their subscriptions and suspends those of other users.
     *
     * Sent immediately; not stored and not retried. The answer is null if the platform did not answer or the request
     * could not be built; an event gives the reason. If the answer has no subscription, call pushSubscribe.
     *
     * Refused with `ConfigurationMissingError`, `CallbackTimeoutError`.
     *
     * @return ResponseWithHttp|null
     */
    public function unSuspendPushSubscription(): ?ResponseWithHttp {
        return Record::read($this->caller->call("unSuspendPushSubscription", []), "?ResponseWithHttp");
    }

    /**
     * Returns the latest subscription of the user's profile.
     *
     * Sent immediately; not stored and not retried. The answer is null if the platform did not answer or the request
     * could not be built; an event gives the reason. Asks for no push token.
     *
     * Refused with `ConfigurationMissingError`, `CallbackTimeoutError`.
     *
     * @return ResponseWithHttp|null
     */
    public function getStatusOfLatestSubscription(): ?ResponseWithHttp {
        return Record::read($this->caller->call("getStatusOfLatestSubscription", []), "?ResponseWithHttp");
    }

    /**
     * Returns the subscription of the push token in use.
     *
     * Sent immediately; not stored and not retried. The answer is null if the platform did not answer or the request
     * could not be built; an event gives the reason. The token is the one that the platform has; the providers are
     * asked, once, only if there is none.
     *
     * Refused with `ConfigurationMissingError`, `CallbackTimeoutError`.
     *
     * @return ResponseWithHttp|null
     */
    public function getStatusForCurrentSubscription(): ?ResponseWithHttp {
        return Record::read($this->caller->call("getStatusForCurrentSubscription", []), "?ResponseWithHttp");
    }

    /**
     * Returns the latest subscription of the user's profile with one push provider.
     *
     * Sent immediately; not stored and not retried. The answer is null if the platform did not answer or the request
     * could not be built; an event gives the reason. Asks for no token if `provider` is given. The token is the one
     * that the platform has; the providers are asked, once, only if there is none.
     *
     * Refused with `ProviderInvalidError`, `ConfigurationMissingError`, `CallbackTimeoutError`.
     *
     * @param 'ios-apns'|'ios-firebase'|'ios-huawei'|null $provider The push provider of the subscription: ios-apns,
     * ios-firebase or ios-huawei, in any letter case. Without it: the provider of the token in use. Example:
     * `"ios-firebase"`.
     * @return ResponseWithHttp|null
     */
    public function getStatusOfLatestSubscriptionForProvider(?string $provider = null): ?ResponseWithHttp {
        $given = array_filter(["provider" => $provider], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("getStatusOfLatestSubscriptionForProvider", $given), "?ResponseWithHttp");
    }

    /**
     * Records a mobile event.
     *
     * Answered when the event is on disk. The events of one user reach the platform in the order of acceptance,
     * independently of subscriptions.
     *
     * Refused with `ValuesNotScalarError`, `SubscriptionTypeUnsupportedError`, `ConfigurationMissingError`,
     * `UserTagMissingError`, `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
     * `CallbackTimeoutError`.
     *
     * @param string $sid The identifier of the pixel that records the event, from the settings of the pixel in the
     * Altcraft account. Example: `"px-1"`.
     * @param string $eventName The name of the event, as scenarios and segments of the platform expect it; not empty.
     * Example: `"signup"`.
     * @param string|null $sendMessageId The identifier (SMID) of the message that led to the event, from the data of
     * that message; it ties the event to its mailing. Example: `"m-7"`.
     * @param array<string, string|int|float|BigInteger|bool|null>|null $payload Data of the event, chosen by the host.
     * Values are strings, numbers, booleans or null; any other is refused with 475. Example: `{"amount": 12,
     * "currency": "EUR"}`.
     * @param \stdClass|null $matching Identifiers of the user by type, from the host's own data of the user; the
     * platform finds the profile by them. Example: `{"email": "ann@example.com"}`.
     * @param string|null $matchingType The type of the identifier in `matching` by which the platform finds the
     * profile, as the platform names it: email, phone, profile_id and others. Example: `"email"`.
     * @param \stdClass|null $profileFields Fields of the profile to set, by name, as the database of the platform
     * defines them. Example: `{"_fname": "Ann"}`.
     * @param EmailSubscription|SmsSubscription|PushSubscription|CcDataSubscription|null $subscription A subscription to
     * add to the profile with the event. An unknown channel is refused with 476. Example: `{"channel": "email",
     * "resource_id": 1, "email": "ann@example.com"}`.
     * @param UTM|null $utm The UTM tags of the link that led the user to the app, from that link or from the
     * attribution service of the host. Example: `{"campaign": "spring", "source": "newsletter"}`.
     * @param string|null $requestId The caller's idempotency key, unique within the app group; it is also the header
     * Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID.
     * Example: `"order-7"`.
     * @param 'accepted'|'outcome'|null $wait The moment of the answer: accepted, when the job is on disk; outcome, when
     * the platform has answered. Example: `"outcome"`.
     * @param int|null $waitTimeoutMs The longest time to wait for the outcome, in milliseconds; after it the answer has
     * state pending. Example: `5000`.
     * @return Receipt
     */
    public function mobileEvent(
        string $sid,
        string $eventName,
        ?string $sendMessageId = null,
        array|\stdClass|null $payload = null,
        array|\stdClass|null $matching = null,
        ?string $matchingType = null,
        array|\stdClass|null $profileFields = null,
        mixed $subscription = null,
        array|UTM|null $utm = null,
        ?string $requestId = null,
        ?string $wait = null,
        ?int $waitTimeoutMs = null,
    ): Receipt {
        $given = array_filter(["sendMessageId" => $sendMessageId, "payload" => $payload, "matching" => $matching, "matchingType" => $matchingType, "profileFields" => $profileFields, "subscription" => $subscription, "utm" => $utm, "requestId" => $requestId, "wait" => $wait, "waitTimeoutMs" => $waitTimeoutMs], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("mobileEvent", ["sid" => $sid, "eventName" => $eventName] + $given), "Receipt");
    }

    /**
     * Updates fields of the current user's profile.
     *
     * Answered when the job is on disk. Delivered in order with all other changes of the user's profile and
     * subscription.
     *
     * Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
     * `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`, `CallbackTimeoutError`.
     *
     * @param array<string, string|int|float|BigInteger|bool|null|ActionField>|null $profileFields Fields of the profile
     * by name, as the database of the platform defines them. A value is a string, a number, a boolean, null, or an
     * object returned by `actionField`; any other is refused with 475. Example: `{"_fname": "Ann", "visits": {"action":
     * "incr", "value": 1}}`.
     * @param bool|null $skipTriggers True if triggers of mailings and scenarios must ignore the profile for this
     * change. Example: `true`.
     * @param string|null $requestId The caller's idempotency key, unique within the app group; it is also the header
     * Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID.
     * Example: `"order-7"`.
     * @param 'accepted'|'outcome'|null $wait The moment of the answer: accepted, when the job is on disk; outcome, when
     * the platform has answered. Example: `"outcome"`.
     * @param int|null $waitTimeoutMs The longest time to wait for the outcome, in milliseconds; after it the answer has
     * state pending. Example: `5000`.
     * @return Receipt
     */
    public function updateProfileFields(
        array|\stdClass|null $profileFields = null,
        ?bool $skipTriggers = null,
        ?string $requestId = null,
        ?string $wait = null,
        ?int $waitTimeoutMs = null,
    ): Receipt {
        $given = array_filter(["profileFields" => $profileFields, "skipTriggers" => $skipTriggers, "requestId" => $requestId, "wait" => $wait, "waitTimeoutMs" => $waitTimeoutMs], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("updateProfileFields", $given), "Receipt");
    }

    /**
     * Builds the value for `profileFields` that makes the platform change a field: set, unset, incr, add, delete or
     * upsert.
     *
     * Pass the answer as `profileFields`; merge the answers of several calls into one object.
     *
     * @param string $key The name of the field, as the database of the platform defines it. Example: `"_fname"`.
     * @param 'set'|'unset'|'incr'|'add'|'delete'|'upsert' $action The operation on the field: set or unset it, incr a
     * number, add to or delete from a list, upsert into a list without duplicates. Example: `"incr"`.
     * @param mixed|null $value The operand: the new value, the number to add, or the list element; null for unset.
     * Example: `"Andrey"`.
     * @return \stdClass
     */
    public function actionField(string $key, string $action, mixed $value = null): \stdClass {
        $given = array_filter(["value" => $value], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("actionField", ["key" => $key, "action" => $action] + $given), "object");
    }

    /**
     * Stores a value with the app group.
     *
     * Refused with `StorageFailedError`.
     *
     * @param string $suiteName The name of the suite that holds the value, chosen by the host. Example: `"app"`.
     * @param string $key The key of the value in its suite, chosen by the host; a blank key is ignored. Example:
     * `"theme"`.
     * @param mixed|null $value The value to store: any JSON up to 64 KiB; null removes the stored one. Example:
     * `"dark"`.
     * @return true
     */
    public function setUserDefaultsValue(string $suiteName, string $key, mixed $value = null): bool {
        $given = array_filter(["value" => $value], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("setUserDefaultsValue", ["suiteName" => $suiteName, "key" => $key] + $given), "bool");
    }

    /**
     * Reports to the platform that a push arrived.
     *
     * Takes a `request`, a `message` or a `messageUID`. Answered when the event is on disk. Every call is a separate
     * event. A push of another sender without `messageUID` is not reported: the answer is null, and event 202 follows.
     *
     * Refused with `PushUidMissingError`, `ConfigurationMissingError`, `UserTagMissingError`,
     * `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`, `CallbackTimeoutError`.
     *
     * @param NotificationRequest|null $request The notification request from the operating system, as JSON. It takes
     * precedence over `message`. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo":
     * {"_ac_push": "true", "_uid": "uid-1"}}}`.
     * @param \stdClass|null $message The push: the data map as it arrived on the device, or the whole message of a
     * provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
     * @param string|null $messageUID The uid of the push, from the `uid` or `_uid` of its data. Without it: the one in
     * `request` or `message`. Example: `"uid-1"`.
     * @param string|null $requestId The caller's idempotency key, unique within the app group; it is also the header
     * Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID.
     * Example: `"order-7"`.
     * @param 'accepted'|'outcome'|null $wait The moment of the answer: accepted, when the job is on disk; outcome, when
     * the platform has answered. Example: `"outcome"`.
     * @param int|null $waitTimeoutMs The longest time to wait for the outcome, in milliseconds; after it the answer has
     * state pending. Example: `5000`.
     * @return Receipt|null
     */
    public function deliveryEvent(
        array|NotificationRequest|null $request = null,
        array|\stdClass|null $message = null,
        ?string $messageUID = null,
        ?string $requestId = null,
        ?string $wait = null,
        ?int $waitTimeoutMs = null,
    ): ?Receipt {
        $given = array_filter(["request" => $request, "message" => $message, "messageUID" => $messageUID, "requestId" => $requestId, "wait" => $wait, "waitTimeoutMs" => $waitTimeoutMs], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("deliveryEvent", $given), "?Receipt");
    }

    /**
     * Reports to the platform that a push was opened.
     *
     * Takes a `request`, a `message` or a `messageUID`. Answered when the event is on disk. Every call is a separate
     * event. A push of another sender without `messageUID` is not reported: the answer is null, and event 202 follows.
     *
     * Refused with `PushUidMissingError`, `ConfigurationMissingError`, `UserTagMissingError`,
     * `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`, `CallbackTimeoutError`.
     *
     * @param NotificationRequest|null $request The notification request from the operating system, as JSON. It takes
     * precedence over `message`. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo":
     * {"_ac_push": "true", "_uid": "uid-1"}}}`.
     * @param \stdClass|null $message The push: the data map as it arrived on the device, or the whole message of a
     * provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
     * @param string|null $messageUID The uid of the push, from the `uid` or `_uid` of its data. Without it: the one in
     * `request` or `message`. Example: `"uid-1"`.
     * @param string|null $requestId The caller's idempotency key, unique within the app group; it is also the header
     * Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID.
     * Example: `"order-7"`.
     * @param 'accepted'|'outcome'|null $wait The moment of the answer: accepted, when the job is on disk; outcome, when
     * the platform has answered. Example: `"outcome"`.
     * @param int|null $waitTimeoutMs The longest time to wait for the outcome, in milliseconds; after it the answer has
     * state pending. Example: `5000`.
     * @return Receipt|null
     */
    public function openEvent(
        array|NotificationRequest|null $request = null,
        array|\stdClass|null $message = null,
        ?string $messageUID = null,
        ?string $requestId = null,
        ?string $wait = null,
        ?int $waitTimeoutMs = null,
    ): ?Receipt {
        $given = array_filter(["request" => $request, "message" => $message, "messageUID" => $messageUID, "requestId" => $requestId, "wait" => $wait, "waitTimeoutMs" => $waitTimeoutMs], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("openEvent", $given), "?Receipt");
    }

    /**
     * Checks whether a push comes from the platform.
     *
     * True for a push with the SDK's marker `_ac_push`, with a `hub_link` that has `open` or `ack`, or with both `uid`
     * and `launch_id`. Takes a `request` or a `message`.
     *
     * @param NotificationRequest|null $request The notification request from the operating system, as JSON. It takes
     * precedence over `message`. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo":
     * {"_ac_push": "true", "_uid": "uid-1"}}}`.
     * @param \stdClass|null $message The push: the data map as it arrived on the device, or the whole message of a
     * provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
     * @return bool
     */
    public function isAltcraftPush(
        array|NotificationRequest|null $request = null,
        array|\stdClass|null $message = null,
    ): bool {
        $given = array_filter(["request" => $request, "message" => $message], static fn ($value) => $value !== null);
        return Record::read($this->caller->call("isAltcraftPush", $given), "bool");
    }

    /**
     * Converts a push of any structure of the platform into one form.
     *
     * Reads messages with the SDK's marker, those of APNs, Firebase (legacy and v1), HMS, AppMetrica and RuStore, and
     * the flat maps that arrive on devices. A push of another sender is read as far as possible, with `isAltcraft`
     * false. Nothing is lost: `rest` has the members without a name here. Nothing is registered and nothing is fetched.
     *
     * @param \stdClass $message The push: the data map as it arrived on the device, or the whole message of a provider.
     * Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
     * @return ParsedPush
     */
    public function parsePush(array|\stdClass $message): ParsedPush {
        return Record::read($this->caller->call("parsePush", ["message" => $message]), "ParsedPush");
    }

    /**
     * Processes a push that arrived: registers the delivery event and returns what to show.
     *
     * For a push of another sender the answer is null, with event 202; for one of the platform events 203 and 204
     * follow, for a silent one only 203. The delivery event is registered once for each uid and is on disk when the
     * call is answered; if it cannot be registered, an event (451, 402, 403 or 501) gives the reason and the call is
     * answered all the same.
     *
     * @param \stdClass $message The push: the data map as it arrived on the device, or the whole message of a provider.
     * Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
     * @return ParsedPush|null
     */
    public function takePush(array|\stdClass $message): ?ParsedPush {
        return Record::read($this->caller->call("takePush", ["message" => $message]), "?ParsedPush");
    }

    /**
     * Makes the host ask the user to allow notifications.
     *
     * Calls notificationManager.requestAuthorization on this connection. Without a valid answer the permission does not
     * change. `error` is the text in the answer of the host.
     *
     * Refused with `StorageFailedError`.
     *
     * @return Permission
     */
    public function requestNotificationPermission(): Permission {
        return Record::read($this->caller->call("requestNotificationPermission", []), "Permission");
    }
}
