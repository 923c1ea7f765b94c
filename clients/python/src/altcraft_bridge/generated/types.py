# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The types of parameters, results and events, with their names on the wire."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, Optional, TypedDict, Union

__all__ = [
    "JSONObject",
    "Action",
    "ActionField",
    "AnswerValue",
    "AppInfo",
    "Attachment",
    "AuthorizationAnswer",
    "BridgeInfo",
    "BridgeMetrics",
    "BridgeSession",
    "BridgeStats",
    "BridgeStatsOutbox",
    "BridgeStatsConnections",
    "BridgeStatsBytes",
    "BridgeStatsCalls",
    "BridgeStatsEvents",
    "BridgeStatsDelivery",
    "BridgeStatsPlatform",
    "BridgeTicket",
    "ButtonValue",
    "Category",
    "CcDataSubscription",
    "ClearedValue",
    "ClickResult",
    "Configuration",
    "Device",
    "EmailSubscription",
    "EndedJobValue",
    "Event",
    "EventCode",
    "EventGap",
    "EventPage",
    "EventPosition",
    "EventValue",
    "ForeignPushValue",
    "HubLink",
    "Job",
    "JobLastError",
    "JobOutcome",
    "JobPage",
    "LatencyStep",
    "MemberValue",
    "MobileAnswerValue",
    "NotificationCategory",
    "NotificationContent",
    "NotificationRequest",
    "NotificationResponse",
    "NumberedOutcome",
    "OutboxChanges",
    "OutboxFilter",
    "Outcome",
    "OutcomePage",
    "OutcomePosition",
    "ParsedPush",
    "PendingCount",
    "Permission",
    "PresentationOptions",
    "ProfileData",
    "Provider",
    "ProviderSource",
    "ProviderSourceToken",
    "ProviderValue",
    "PushAnswerValue",
    "PushButton",
    "PushSubscription",
    "Receipt",
    "RequestId",
    "Response",
    "ResponseCategory",
    "ResponseWithHttp",
    "Retry",
    "Scalars",
    "ShownContent",
    "SmsSubscription",
    "StorageValue",
    "Subscription",
    "SubscriptionData",
    "TokenData",
    "TraceItem",
    "TraceItemPeer",
    "UTM",
    "UnknownButtonValue",
]

JSONObject = Dict[str, Any]
"""A JSON object with any members."""


class Action(TypedDict):
    """A button of a notification."""

    identifier: str
    """The identifier: button0 for the first button of the push."""
    title: str
    """The label of the button."""
    options: List[str]
    """The options of the button: foreground opens the app."""


class _ActionFieldRequired(TypedDict):
    action: Literal["set", "unset", "incr", "add", "delete", "upsert"]
    """The operation on the field. Example: `"incr"`."""


class ActionField(_ActionFieldRequired, total=False):
    """An operation on a field of the profile, as `actionField` returns it."""

    value: Any
    """The operand: the new value, the number to add, or the list element. Example: `1`."""


class AnswerValue(TypedDict):
    """The value of an event that reports the outcome of a request."""

    response_with_http_code: ResponseWithHttp
    """The answer of the platform."""


class AppInfo(TypedDict):
    """The app, as the platform shows it in the profile."""

    appID: str
    """The identifier of the app, from its bundle or package; sent as `_app_id`. Example:
    `"com.example.app"`.
    """
    appIID: str
    """The identifier of this installation, generated once by the host; sent as `_app_iid`. Example:
    `"6f1c2a90"`.
    """
    appVer: str
    """The version of the app, from its build; sent as `_app_ver`. Example: `"1.0.0"`."""


class Attachment(TypedDict):
    """An image to attach to a notification."""

    identifier: str
    """The identifier of the attachment: always img."""
    url: str
    """The address of the image. The bridge does not fetch it."""


class _AuthorizationAnswerRequired(TypedDict):
    granted: bool
    """
    True if the user allows notifications, from the operating system of the device. Example: `true`.
    """


class AuthorizationAnswer(_AuthorizationAnswerRequired, total=False):
    """The answer of a user who was asked to allow notifications."""

    error: str | None
    """The error of the operating system, as a text of the host; null if there is none."""


class BridgeInfo(TypedDict):
    """The program, its run and its settings."""

    name: str
    """The name of the program: always altcraft-bridge."""
    version: str
    """The version of the program."""
    protocol: int
    """The version of the protocol: 1."""
    schemaDigest: str
    """The digest of the document that `altcraft-bridge schema` prints: sha256: and hex digits."""
    pid: int
    """The id of the process."""
    epoch: str
    """The id of this run of the process, as in events."""
    startedAt: str
    """The time at which the process began to serve. A time in ISO 8601, UTC."""
    transports: List[str]
    """The endpoints: stdio, unix: with a path, tcp: and ws: with an address and a port."""
    dataDir: str
    """The directory that holds all data."""
    appGroup: str
    """The app group in use."""
    durability: str
    """
    The failures that accepted jobs survive: power for a power failure, process for a crash of the
    bridge only.
    """
    limits: Mapping[str, float]
    """The limits in force by name, in bytes, seconds or counts."""


class BridgeMetrics(TypedDict):
    """The counters of bridge.stats for a monitoring system."""

    contentType: str
    """The media type of `text`, for an HTTP header."""
    text: str
    """
    Families of samples in the text format of Prometheus. Names begin with altcraft_bridge_, units
    are seconds and bytes.
    """


class BridgeSession(TypedDict):
    """The answer to a ticket."""

    role: Literal["control", "observer"]
    """The role of this connection from now on."""
    session: str
    """A token of this role, for further connections until the bridge ends."""


class BridgeStats(TypedDict):
    """Counters. Those of the outbox belong to the app group and survive restarts; the others start
    with the process.
    """

    outbox: BridgeStatsOutbox
    """
    Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending.
    """
    durability: str
    """
    The failures that accepted jobs survive: power for a power failure, process for a crash of the
    bridge only.
    """
    uptimeSeconds: int
    """The time since the start of the process, in seconds."""
    connections: BridgeStatsConnections
    """Connections of hosts."""
    bytes: BridgeStatsBytes
    """The data of all connections, in bytes."""
    calls: BridgeStatsCalls
    """Messages from hosts."""
    events: BridgeStatsEvents
    """SDK events."""
    delivery: BridgeStatsDelivery
    """Requests to the platform."""
    platform: BridgeStatsPlatform
    """The platform of the app group."""
    latencyMicroseconds: List[LatencyStep]
    """The histogram of response times: from the last byte read to the answer written."""


class BridgeStatsOutbox(TypedDict):
    """
    Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending.
    """

    accepted: int
    """The number of accepted jobs."""
    delivered: int
    """The number of delivered jobs."""
    rejected: int
    """The number of jobs that the platform rejected."""
    expired: int
    """The number of jobs whose time to live ended first."""
    cleared: int
    """The number of jobs that `clear`, a new resource token, a later suspend or unsubscribe, or
    `outbox.discard` ended.
    """
    lost: int
    """The number of jobs lost to damaged storage."""
    pending: int
    """The number of pending jobs."""
    bytes: int
    """The size of the pending jobs, in bytes."""
    oldestPendingAt: str | None
    """
    The acceptance time of the oldest pending job; null if nothing is pending. A time in ISO 8601,
    UTC.
    """


class BridgeStatsConnections(TypedDict):
    """Connections of hosts."""

    open: int
    """The number of open connections."""
    opened: int
    """The number of connections opened since the start."""
    refused: int
    """The number of refused connections: beyond a limit, or not authorized."""


BridgeStatsBytes = TypedDict(
    "BridgeStatsBytes",
    {
        # The number of bytes read.
        "in": int,
        # The number of bytes written.
        "out": int,
    },
)
"""The data of all connections, in bytes."""


class BridgeStatsCalls(TypedDict):
    """Messages from hosts."""

    requests: int
    """The number of requests."""
    notifications: int
    """The number of notifications."""
    errors: int
    """The number of calls answered with an error, and of invalid messages."""
    ignoredResponses: int
    """The number of responses without an open request."""


class BridgeStatsEvents(TypedDict):
    """SDK events."""

    emitted: int
    """The number of emitted events."""
    dropped: int
    """The number of events that a subscriber did not receive, counted for each subscriber."""


class BridgeStatsDelivery(TypedDict):
    """Requests to the platform."""

    attempts: int
    """The number of requests sent."""
    connections: int
    """The number of connections opened for them."""


class BridgeStatsPlatform(TypedDict):
    """The platform of the app group."""

    url: str | None
    """Its address; null without a configuration."""
    state: Literal["untried", "well", "failing", "unreachable"]
    """
    The result of the last attempt: well for an answer, failing for an answer with 5xx, unreachable
    for none, untried before the first one to this address since the start.
    """


class BridgeTicket(TypedDict):
    """A URL that opens one connection."""

    url: str
    """The address of the pages of this bridge; the fragment `#ticket=` has the ticket."""
    expiresAt: str
    """
    The time after which the ticket is refused, 60 seconds after the call. A time in ISO 8601, UTC.
    """


class ButtonValue(TypedDict):
    """The value of the event for a button that the push does not have."""

    identifier: str
    """The identifier of the tapped button, from the host."""
    index: int
    """The index of the button, counted from 0; it is beyond the last button."""


class Category(TypedDict, total=False):
    """A category of the subscription. The platform reads only `name` and `active` of it."""

    name: str | None
    """The name of the category, as the resource of the platform defines it. Example: `"news"`."""
    title: str | None
    """The title of the category, as users see it. Example: `"News"`."""
    steady: bool | None
    """True if subscribers cannot turn the category off. Example: `false`."""
    active: bool | None
    """True if the category is turned on for this subscription. Example: `true`."""


class _CcDataSubscriptionRequired(TypedDict):
    channel: Literal["telegram_bot", "whatsapp", "viber", "notify"]
    """The channel of the subscription. Example: `"telegram_bot"`."""
    resource_id: int
    """The identifier of the resource that the subscription belongs to, from the Altcraft account.
    Example: `1`.
    """
    cc_data: JSONObject
    """The address of the recipient in the channel, as the platform expects it: a chat id or a phone
    number. Example: `{"chat_id": "4711"}`.
    """


class CcDataSubscription(_CcDataSubscriptionRequired, total=False):
    """A subscription to messages of a chat."""

    type: Literal["cc_data"] | None
    """The kind of the subscription, as the React Native SDK names it. Example: `"cc_data"`."""
    status: Literal["subscribed", "suspended", "unsubscribed"] | str | None
    """The status of the subscription. Example: `"subscribed"`."""
    priority: int | None
    """The priority of the subscription in delivery. Example: `0`."""
    custom_fields: JSONObject | None
    """Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`."""
    cats: List[str] | None
    """The names of the categories of the subscription. Example: `["news"]`."""


class ClearedValue(TypedDict):
    """The value of the event for cleared data."""

    cleared: int
    """The number of jobs that were ended."""


class ClickResult(TypedDict):
    """The result of a tap on a notification."""

    url: str | None
    """The address that the host must open; null if there is none."""
    handledBy: Literal["sdk", "app", "dismissed"]
    """sdk: the bridge has registered the open event. app: the connection that processes clicks has
    done everything. dismissed: the user dismissed the notification, which is not an open; nothing
    is sent.
    """


class _ConfigurationRequired(TypedDict):
    apiUrl: str
    """The address of the platform, from the Altcraft account: an https address, or http on this
    machine. A missing one is refused with 471. Example: `"https://pxl.example.com"`.
    """


class Configuration(_ConfigurationRequired, total=False):
    """The configuration of an app group."""

    rToken: str | None
    """
    The resource token, from the settings of the resource in the Altcraft account: printable ASCII,
    at most 512 characters. With it no JWT is needed. An empty string means none. Example:
    `"resource-token"`.
    """
    appInfo: AppInfo | None
    """The app, as the platform shows it in the profile. Example: `{"appID": "com.example.app",
    "appIID": "6f1c2a90", "appVer": "1.0.0"}`.
    """
    providerPriorityList: List[Provider] | None
    """
    The push providers to ask for a token, the first one first: ios-apns, ios-firebase, ios-huawei.
    Example: `["ios-firebase", "ios-apns"]`.
    """
    enableLogging: bool | None
    """Sets the log level to info if true, to error if false. Example: `true`."""
    device: Device | None
    """The device that the host stands for. Missing members are taken from this machine. Example:
    `{"osVersion": "18.6.2", "timeZone": "Europe/Berlin"}`.
    """
    eventCodes: Literal["current", "legacy"] | None
    """
    The numbering of event codes: current, that of today's SDKs, or legacy, that of the older table
    in the documentation. Example: `"current"`.
    """
    retry: Retry | None
    """The pauses between delivery attempts. They take precedence over the limits retryFirstSeconds,
    retryMaxSeconds and retryTotalSeconds. Example: `{"firstSeconds": 1, "maxSeconds": 60}`.
    """
    rTokenMatchingMode: Literal["push_sub", "rToken"] | None
    """The value of the query parameter matching_mode in requests that use the resource token:
    push_sub, or rToken for the token itself, as earlier SDKs for iOS send it. Example:
    `"push_sub"`.
    """
    android_icon: Any
    """
    A member of the React Native configuration. It is accepted and has no effect; any value will do.
    Example: `"icon"`.
    """
    android_usingService: Any
    """
    A member of the React Native configuration. It is accepted and has no effect; any value will do.
    Example: `"icon"`.
    """
    android_serviceMessage: Any
    """
    A member of the React Native configuration. It is accepted and has no effect; any value will do.
    Example: `"icon"`.
    """
    android_pushReceiverModules: Any
    """
    A member of the React Native configuration. It is accepted and has no effect; any value will do.
    Example: `"icon"`.
    """
    android_pushChannelName: Any
    """
    A member of the React Native configuration. It is accepted and has no effect; any value will do.
    Example: `"icon"`.
    """
    android_pushChannelDescription: Any
    """
    A member of the React Native configuration. It is accepted and has no effect; any value will do.
    Example: `"icon"`.
    """


class Device(TypedDict, total=False):
    """The device, as the bridge describes it to the platform."""

    os: str | None
    """The operating system; sent as `_os`. Without it: IOS, which fits the push providers. Example:
    `"IOS"`.
    """
    osVersion: str | None
    """The version of the operating system; sent as `_os_ver`. Without it: that of this machine.
    Example: `"18.6.2"`.
    """
    deviceModel: str | None
    """
    The model of the device, as its operating system reports it; sent as `_device_model`. Example:
    `"iPhone14,7"`.
    """
    deviceName: str | None
    """
    The name of the device, as its user sees it; sent as `_device_name`. Example: `"iPhone of Ann"`.
    """
    deviceType: str | None
    """The kind of device; sent as `_device_type`. Without it: mob. Example: `"mob"`."""
    language: str | None
    """The language of the operating system, as an ISO 639 code; sent as `_os_language`. Example:
    `"en"`.
    """
    adId: str | None
    """The advertising identifier, from the operating system; sent as `_ad_id` if `adTrack` is true.
    Example: `"6D92078A-8246-4BA4-AE5B-76104861E7DC"`.
    """
    adTrack: bool | None
    """True if the user allows tracking, from the operating system; sent as `_ad_track`. Example:
    `true`.
    """
    timeZone: str | None
    """The time zone: an IANA name, `Z`, `±hhmm` or `±hh:mm`, or such an offset behind UTC or GMT
    (`GMT+3`); sent as `_os_tz`. Without it: that of this machine. Example: `"Europe/Berlin"`.
    """


class _EmailSubscriptionRequired(TypedDict):
    resource_id: int
    """The identifier of the resource that the subscription belongs to, from the Altcraft account.
    Example: `1`.
    """
    email: str
    """The recipient's email address, from the user. Example: `"ann@example.com"`."""


class EmailSubscription(_EmailSubscriptionRequired, total=False):
    """A subscription to email."""

    channel: Literal["email"] | None
    """The channel of the subscription. Example: `"email"`."""
    type: Literal["email"] | None
    """The kind of the subscription, as the React Native SDK names it. Example: `"email"`."""
    status: Literal["subscribed", "suspended", "unsubscribed"] | str | None
    """The status of the subscription. Example: `"subscribed"`."""
    priority: int | None
    """The priority of the subscription in delivery. Example: `0`."""
    custom_fields: JSONObject | None
    """Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`."""
    cats: List[str] | None
    """The names of the categories of the subscription. Example: `["news"]`."""


class _EndedJobValueRequired(TypedDict):
    method: str
    """The method of the call."""
    createdAt: str
    """The time at which the call was accepted, in UTC. A time in ISO 8601, UTC."""


class EndedJobValue(_EndedJobValueRequired, total=False):
    """The value of an event for a job that ended without an answer: expired, cleared or lost."""

    cause: Literal["superseded", "discarded"]
    """Of event 601: superseded if a later suspend or unsubscribe of the user has passed the
    subscription, discarded after `outbox.discard`; absent for a change of the resource token, and
    of other events.
    """
    by: str
    """The `requestId` of the job that superseded this one; absent for any other cause."""


class Event(TypedDict):
    """An event of the SDK: an outcome, a refusal or a change."""

    epoch: str
    """The id of the run of the process that counts `seq`; it changes with every start. Example:
    `"9f2c4b1e"`.
    """
    seq: int
    """The number of the event in this run: 1, 2, 3 and so on, without holes. Example: `17`."""
    type: Literal["event", "error", "retryError"]
    """
    The class: event for a success or a notice, error for a final failure, retryError for a failure
    that is retried.
    """
    code: int
    """
    The code of the event, in the numbering that `eventCodes` of the configuration selects. Example:
    `230`.
    """
    name: str
    """The name of the event, the same in both numberings. Example: `"pushSubscribe.succeeded"`."""
    function: str
    """
    The function of the SDK that emits it: the called one, or processResponse for an answer of the
    platform. Example: `"pushSubscribe"`.
    """
    message: str
    """
    A description for people, in the words of the SDK where it has this event; programs use `name`.
    Example: `"successful request: push/subscribe"`.
    """
    value: EventValue
    """The data of the event, by its name: see x-events; null if it has none."""
    date: str
    """
    The time of the event, in UTC. Example: `"2026-11-20T12:00:00.123Z"`. A time in ISO 8601, UTC.
    """
    requestId: str | None
    """The `requestId` of the job that the event reports on; null if there is none. Example:
    `"order-7"`.
    """


EventCode = TypedDict(
    "EventCode",
    {
        # The number in today's SDKs.
        "code": int,
        # The number in the older table of the documentation; null if that has no such event.
        "legacyCode": "int | None",
        # The name, the same in both numberings.
        "name": str,
        # The class: event for a success or a notice, error for a final failure, retryError for a
        # failure that is retried.
        "class": 'Literal["event", "error", "retryError"]',
        # The meaning of the event.
        "meaning": str,
        # True if the bridge retries after it.
        "retried": bool,
        # True if the bridge emits it.
        "emitted": bool,
        # A remark, or the reason why the bridge never emits it; null if there is none.
        "note": "str | None",
    },
)
"""A row of the table of event codes."""


EventGap = TypedDict(
    "EventGap",
    {
        # The `seq` of the first missing event. Example: `18`.
        "from": int,
        # The `seq` of the last missing event; null if it is unknown. Example: `20`.
        "to": "int | None",
        # The number of missing events; null if it is unknown. Example: `3`.
        "count": "int | None",
        # The reason: overflow if the events are no longer kept or were not read in time, restart if
        # the cursor is of an earlier run.
        "reason": 'Literal["overflow", "restart"]',
    },
)
"""A range of events that a subscriber did not receive."""


class EventPage(TypedDict):
    """Kept events, and the position of the event stream."""

    epoch: str
    """The id of the run of the process that counts `seq`; it changes with every start. Example:
    `"9f2c4b1e"`.
    """
    seq: int
    """The `seq` of the last event so far; 0 if there is none."""
    oldest: int | None
    """The `seq` of the oldest kept event; null if there is none."""
    gap: EventGap | None
    """The events missing after `since`; null if none is missing."""
    events: List[Event]
    """The events, oldest first."""


class EventPosition(TypedDict):
    """The position of the event stream, and the missing events."""

    epoch: str
    """The id of the run of the process that counts `seq`; it changes with every start. Example:
    `"9f2c4b1e"`.
    """
    seq: int
    """The `seq` of the last event so far; 0 if there is none."""
    oldest: int | None
    """The `seq` of the oldest kept event; null if there is none."""
    gap: EventGap | None
    """The events missing after `since`; null if none is missing."""


EventValue = Union[
    "AnswerValue",
    "PushAnswerValue",
    "MobileAnswerValue",
    "ProviderValue",
    "MemberValue",
    "ForeignPushValue",
    "ClearedValue",
    "StorageValue",
    "ButtonValue",
    "UnknownButtonValue",
    "EndedJobValue",
    None,
]
"""The data of an event. The name of the event selects the type, see x-events."""


class ForeignPushValue(TypedDict):
    """The value of the event for a push of another sender."""

    message: JSONObject
    """The push. The value is null for one of more than 4 KiB."""


class HubLink(TypedDict):
    """Addresses of the platform that count opens and deliveries of a push."""

    open: str | None
    """The address whose request counts an open."""
    ack: str | None
    """The address whose request counts a delivery."""


class Job(TypedDict):
    """A job: one call that was accepted for delivery, with its state and outcome."""

    requestId: str
    """The id of the job, from the answer of the call; also the header Request-ID of every attempt.
    """
    method: str
    """The method of the call, or tokenUpdate."""
    state: Literal["pending", "delivered", "rejected", "expired", "cleared", "lost"]
    """The state: pending until the job ends, then its final state."""
    createdAt: str
    """The time at which the call was accepted, in UTC. A time in ISO 8601, UTC."""
    attempts: int
    """The number of attempts so far."""
    nextAttemptAt: str | None
    """The time of the next attempt; null if none is scheduled. A time in ISO 8601, UTC."""
    waitingFor: Literal["retry", "user", "token", "permission", "configuration", "lane"] | None
    """
    The reason why the job waits: a pause before the next attempt, a JWT of its user, a push token,
    the permission to notify, a configuration, or other jobs of its user before it (lane). Null if
    it is being tried or is the next of its user.
    """
    lastError: JobLastError | None
    """The result of the last failed attempt; null if none has failed."""
    outcome: JobOutcome | None
    """The outcome of the job; null while it is pending."""
    endedAt: str | None
    """The time at which the job ended; null while it is pending. A time in ISO 8601, UTC."""
    retryable: bool
    """True for a rejected job that `outbox.retry` accepts."""


class JobLastError(TypedDict):
    """The result of the last failed attempt; null if none has failed."""

    code: int
    """The code of the event that reported it."""
    httpCode: int | None
    """The HTTP status code; null without an answer."""
    message: str
    """A description of the failure for people; programs use `code`."""


class JobOutcome(TypedDict):
    """The outcome of the job; null while it is pending."""

    state: Literal["pending", "delivered", "rejected", "expired", "cleared", "lost"]
    """The final state of the job."""
    eventCode: int
    """The code of the event that reported it."""
    response: ResponseWithHttp | None
    """The answer of the platform; null if there is none."""


class JobPage(TypedDict):
    """A page of the jobs in the outbox."""

    items: List[Job]
    """The jobs in order of acceptance, without secrets; `response` of an outcome is null here."""
    next: str | None
    """The `after` of the next page; null on the last page."""


class LatencyStep(TypedDict):
    """A bucket of the histogram of response times."""

    le: int | None
    """The upper bound of the bucket, in microseconds; null for the last one."""
    count: int
    """The number of requests in this bucket and not in a lower one."""


class MemberValue(TypedDict):
    """The value of the event for a member that is not a scalar."""

    parameter: str
    """The path of the member. Example: `"payload.items"`."""


class MobileAnswerValue(TypedDict):
    """The value of an event that reports the outcome of a mobile event."""

    response_with_http_code: ResponseWithHttp
    """The answer of the platform."""
    name: str
    """The name of the mobile event."""


class NotificationCategory(TypedDict):
    """The buttons of a notification, as a category to register."""

    identifier: str
    """The identifier of the category: always Altcraft."""
    actions: List[Action]
    """The actions, one for each button."""


class NotificationContent(TypedDict, total=False):
    """The visible content and the data of a notification."""

    title: str | None
    """The title to show. Example: `"Sale"`."""
    subtitle: str | None
    """The line below the title. Example: `"Only today"`."""
    body: str | None
    """The text to show. Example: `"All shoes at half price"`."""
    badge: int | None
    """The number on the icon of the app. Example: `2`."""
    sound: str | None
    """The sound to play, a file of the app or default. Example: `"default"`."""
    categoryIdentifier: str | None
    """The category that the actions belong to. Example: `"Altcraft"`."""
    userInfo: JSONObject | None
    """The data of the push, as it arrived. Example: `{"_uid": "uid-1"}`."""


class _NotificationRequestRequired(TypedDict):
    content: NotificationContent
    """The visible content and the data of the notification. Example: `{"title": "Sale"}`."""


class NotificationRequest(_NotificationRequestRequired, total=False):
    """The request from the operating system for a push that arrived."""

    identifier: str | None
    """The identifier of the request, from the operating system. Example: `"request-1"`."""


class _NotificationResponseRequired(TypedDict):
    request: NotificationRequest
    """The notification request that was tapped, from the operating system. Example: `{"identifier":
    "request-1", "content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}`.
    """


class NotificationResponse(_NotificationResponseRequired, total=False):
    """The response of a user to a notification, from the operating system."""

    actionIdentifier: str | None
    """The tapped element, from the operating system: button0 for the first button,
    com.apple.UNNotificationDefaultActionIdentifier for the notification itself,
    com.apple.UNNotificationDismissActionIdentifier for a dismissal. Example: `"button0"`.
    """


class NumberedOutcome(TypedDict):
    """The outcome of a job, with its number."""

    epoch: str
    """The epoch of the number: each process that ends a job begins one. Keep it with the number and
    pass both, so that an older copy of the data directory that was put back is noticed. Example:
    `"9f2c4b1e"`.
    """
    outcome: int
    """The number of the outcome: 1, 2, 3 and so on in the app group, in the order in which the
    outcomes became durable, over restarts. Example: `17`.
    """
    requestId: str
    """The id of the job, from the answer of the call. Example: `"order-7"`."""
    method: str
    """The method of the call, or tokenUpdate. Example: `"pushSubscribe"`."""
    user: str | None
    """The start of the tag of the user; null for a job under a resource token, for a job that ended
    under an earlier version, and after `clear`. Example: `"5f1d7a84"`.
    """
    state: Literal["delivered", "rejected", "expired", "cleared", "lost"]
    """The state in which the job ended. Example: `"delivered"`."""
    eventCode: int
    """The code of the event that reported it. Example: `230`."""
    name: str
    """The name of that event. Example: `"pushSubscribe.succeeded"`."""
    httpCode: int | None
    """The HTTP status code of the last attempt; null without an answer. Example: `200`."""
    response: ResponseWithHttp | None
    """The answer of the platform; null if there is none."""
    acceptedAt: str
    """
    The time at which the call was accepted, in UTC. Example: `"2026-11-20T12:00:00.123Z"`. A time
    in ISO 8601, UTC.
    """
    endedAt: str
    """The time at which the job ended, in UTC. Example: `"2026-11-20T12:00:00.456Z"`. A time in ISO
    8601, UTC.
    """
    attempts: int
    """The number of attempts. Example: `1`."""
    trace: str | None
    """The id of the trace of the attempt that ended the job; null if there is none. Example:
    `"0af7651916cd43dd8448eb211c80319c"`.
    """


class OutboxChanges(TypedDict):
    """The jobs that a filter chose."""

    matched: int
    """The number of jobs that match."""
    done: int
    """The number of jobs that were changed: 0 with `dryRun`."""


class OutboxFilter(TypedDict, total=False):
    """A choice of jobs: those that match all members. At least one member is needed."""

    state: Literal["pending", "rejected"] | None
    """The state of the jobs. Example: `"rejected"`."""
    method: List[str] | None
    """
    The methods of the jobs. Token updates, which the bridge makes itself, match only if it contains
    tokenUpdate. Example: `["mobileEvent"]`.
    """
    code: List[int] | None
    """The codes of the events that reported the outcomes of the jobs, or the last errors of pending
    ones. Example: `[437]`.
    """
    acceptedBefore: str | None
    """The time in UTC before which the jobs were accepted. Example: `"2026-11-20T12:00:00Z"`."""
    acceptedAfter: str | None
    """The time in UTC at or after which the jobs were accepted. Example: `"2026-11-20"`."""


class Outcome(TypedDict):
    """The outcome of a durable call that waited for it."""

    state: Literal["pending", "delivered", "rejected", "expired", "cleared", "lost"]
    """The final state of the job; pending if the time to wait ended first."""
    eventCode: int | None
    """The code of the event that reports the outcome; null while the job is pending."""
    response: ResponseWithHttp | None
    """The answer of the platform; null if there is none."""


class OutcomePage(TypedDict):
    """Outcomes in the order of their numbers."""

    outcomes: List[NumberedOutcome]
    """The outcomes, oldest first."""
    next: int
    """The `after` of the next page. Example: `17`."""
    epoch: str
    """The epoch of `next`. Example: `"9f2c4b1e"`."""
    first: int
    """
    The number of the oldest outcome that is kept; one more than `last` if there is none. Example:
    `1`.
    """
    last: int
    """The number of the last outcome; 0 if there is none. Example: `17`."""
    rolledBack: bool
    """True if `after` and `epoch` are not of this data directory: the page begins with the oldest
    outcome.
    """


class OutcomePosition(TypedDict):
    """The numbers of the outcomes that are kept."""

    epoch: str
    """The epoch of `last`; "0" if there is none. Example: `"9f2c4b1e"`."""
    first: int
    """
    The number of the oldest outcome that is kept; one more than `last` if there is none. Example:
    `1`.
    """
    last: int
    """The number of the last outcome; 0 if there is none. Example: `17`."""


class ParsedPush(TypedDict):
    """A push of any provider in one form. A member that the push does not have is null."""

    isAltcraft: bool
    """True if the push comes from the platform."""
    structure: Literal[
        "sdk", "appMetricaIOS", "appMetricaAndroid", "hmsIOS", "fcmV1IOS", "hmsAndroid",
        "fcmV1Android", "ruStore", "fcmLegacyIOS", "fcmLegacyAndroid", "apns", "data",
    ] | None
    """
    The structure of the message: that of a provider, sdk for one with the SDK's marker, data for a
    flat map of the platform; null for a push of another sender.
    """
    uid: str | None
    """The id of the push; delivery and open events are registered under it."""
    launchId: str | None
    """The platform's id of this launch, unique within its mailing."""
    title: str | None
    """The title to show."""
    subtitle: str | None
    """The line below the title."""
    body: str | None
    """The text to show."""
    media: str | None
    """The address of the image to show. The bridge does not fetch it."""
    icon: str | None
    """The address of the icon to show. The bridge does not fetch it."""
    clickUrl: str | None
    """The address that a tap on the notification opens."""
    buttons: List[PushButton]
    """The buttons to show, in order; empty if there is none."""
    hubLink: HubLink | None
    """Addresses of the platform that count opens and deliveries. The bridge never requests them."""
    badge: int | None
    """The number on the icon of the app."""
    sound: str | None
    """The sound to play."""
    silent: bool
    """True for a push that shows nothing: one that says so, or one without a title and a text whose
    `contentAvailable` is true.
    """
    contentAvailable: bool | None
    """True if the push wakes the app in the background."""
    deeplink: str | None
    """The address in the app that a tap opens."""
    intent: str | None
    """The intent that a tap opens on a Huawei device."""
    color: str | None
    """The background color of the icon."""
    channelId: str | None
    """The notification channel of the app on Android."""
    importance: str | None
    """The importance of the notification on a Huawei device."""
    extra: JSONObject
    """The other data of the push."""
    rest: JSONObject
    """The members of the message that no other member here holds, nested as they came. A text that
    contains JSON is an object if a part of it is held.
    """


class PendingCount(TypedDict):
    """The number of jobs left to deliver."""

    pending: int
    """The number of pending jobs."""


class Permission(TypedDict):
    """The permission to show notifications."""

    granted: bool
    """
    True if the user allows notifications, from the operating system of the device. Example: `true`.
    """
    error: str | None
    """The error of the operating system, as a text of the host; null if there is none."""


class PresentationOptions(TypedDict):
    """The way to show a push while the app is in the foreground."""

    options: List[str]
    """
    Any of banner, badge and sound, also list and alert; empty to show nothing. Example: `["banner",
    "sound"]`.
    """


class ProfileData(TypedDict):
    """The profile that a subscription belongs to. A member that the platform did not send is null.
    """

    id: str | None
    """The platform's id of the profile."""
    status: Literal["subscribed", "suspended", "unsubscribed"] | str | None
    """The status of the profile."""
    isTest: bool | None
    """True for a test profile."""
    subscription: SubscriptionData | None
    """The push subscription that the answer describes; null if there is none."""


Provider = Literal["ios-apns", "ios-firebase", "ios-huawei"]
"""A push service. The bridge accepts any letter case, and answers in lower case."""


ProviderSource = Optional[Union[Literal["callback"], "ProviderSourceToken"]]
"""The source of JWTs or push tokens: "callback" calls this connection each time, an object holds a
fixed one, null removes the source.
"""


class ProviderSourceToken(TypedDict):
    """A form of ProviderSource."""

    token: str
    """The JWT from the server of the app, or the push token from the push service. Example:
    `"fcm-token-1"`.
    """


class ProviderValue(TypedDict):
    """The value of an event about a push provider."""

    provider: Literal["ios-apns", "ios-firebase", "ios-huawei"] | str
    """The push provider in use, or the refused name, cut at 16 characters."""


class PushAnswerValue(TypedDict):
    """The value of an event that reports the outcome of a delivery or open event."""

    response_with_http_code: ResponseWithHttp
    """The answer of the platform."""
    uid: str
    """The uid of the push."""
    type: Literal["delivery", "open"]
    """The kind of the push event."""


class PushButton(TypedDict):
    """A button of a push."""

    identifier: str
    """The identifier: button0 for the first button of the push."""
    label: str | None
    """The label of the button."""
    link: str | None
    """The address that a tap on the button opens; null if there is none."""


class _PushSubscriptionRequired(TypedDict):
    resource_id: int
    """The identifier of the resource that the subscription belongs to, from the Altcraft account.
    Example: `1`.
    """
    provider: Literal["ios-apns", "ios-firebase", "ios-huawei"] | str
    """The push service that issued the token. Example: `"ios-apns"`."""
    subscription_id: str
    """The push token that the push service issued. Example: `"apns-token-1"`."""


class PushSubscription(_PushSubscriptionRequired, total=False):
    """A subscription to push notifications."""

    channel: Literal["push"] | None
    """The channel of the subscription. Example: `"push"`."""
    type: Literal["push"] | None
    """The kind of the subscription, as the React Native SDK names it. Example: `"push"`."""
    status: Literal["subscribed", "suspended", "unsubscribed"] | str | None
    """The status of the subscription. Example: `"subscribed"`."""
    priority: int | None
    """The priority of the subscription in delivery. Example: `0`."""
    custom_fields: JSONObject | None
    """Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`."""
    cats: List[str] | None
    """The names of the categories of the subscription. Example: `["news"]`."""


class _ReceiptRequired(TypedDict):
    requestId: RequestId
    """The id of the job, for `outbox.get`; also the header Request-ID of every attempt."""


class Receipt(_ReceiptRequired, total=False):
    """The answer to a durable call: its job is on disk, and is retried until it ends."""

    outcome: Outcome
    """The outcome of the job. Present only if the call waited for it."""


RequestId = str
"""The id of one job: 1 to 128 of A-Z a-z 0-9 . _ : -, unique within the app group."""


class Response(TypedDict):
    """The body of the platform's answer."""

    error: int | None
    """The platform's error code: 0 for success, null if the answer has none."""
    errorText: str | None
    """The platform's error text: empty for success, null if the answer has none."""
    profile: ProfileData | None
    """The profile after the request; null if the request failed or was not synchronous."""


class ResponseCategory(TypedDict):
    """A category of a subscription. A member that the platform did not send is null."""

    name: str | None
    """The name of the category, as calls use it."""
    title: str | None
    """The title of the category, as users see it. Example: `"News"`."""
    steady: bool | None
    """True if subscribers cannot turn the category off."""
    active: bool | None
    """True if the category is turned on for this subscription."""


class ResponseWithHttp(TypedDict):
    """The platform's answer to a request."""

    httpCode: int
    """The HTTP status code."""
    response: Response | None
    """The body; null if it is not a JSON object."""


class Retry(TypedDict, total=False):
    """
    The pauses between delivery attempts, in seconds. The limits apply to members that are missing.
    """

    firstSeconds: float | None
    """
    The pause after the first failed attempt, in seconds; it grows with each further one. Example:
    `1`.
    """
    maxSeconds: float | None
    """The longest pause between two attempts, in seconds. Example: `60`."""
    totalSeconds: float | None
    """The time after which an undelivered job expires, in seconds. Example: `86400`."""


Scalars = Mapping[str, Optional[Union[str, float, bool]]]
"""Values by name: strings, numbers, booleans and nulls."""


class ShownContent(TypedDict):
    """The content to show for a push: that of its request, with its image and buttons."""

    title: str | None
    """The title to show. Example: `"Sale"`."""
    subtitle: str | None
    """The line below the title. Example: `"Only today"`."""
    body: str | None
    """The text to show. Example: `"All shoes at half price"`."""
    badge: int | None
    """The number on the icon of the app. Example: `2`."""
    sound: str | None
    """The sound to play, a file of the app or default. Example: `"default"`."""
    categoryIdentifier: str | None
    """The category that the actions belong to. Example: `"Altcraft"`."""
    userInfo: JSONObject | None
    """The data of the push, as it arrived. Example: `{"_uid": "uid-1"}`."""
    attachments: List[Attachment]
    """The image of the push; empty if it has none."""
    category: NotificationCategory | None
    """The category to register, named by `categoryIdentifier`; null without buttons."""


class _SmsSubscriptionRequired(TypedDict):
    resource_id: int
    """The identifier of the resource that the subscription belongs to, from the Altcraft account.
    Example: `1`.
    """
    phone: str
    """The phone number in international format, from the user. Example: `"+4915112345678"`."""


class SmsSubscription(_SmsSubscriptionRequired, total=False):
    """A subscription to text messages."""

    channel: Literal["sms"] | None
    """The channel of the subscription. Example: `"sms"`."""
    type: Literal["sms"] | None
    """The kind of the subscription, as the React Native SDK names it. Example: `"sms"`."""
    status: Literal["subscribed", "suspended", "unsubscribed"] | str | None
    """The status of the subscription. Example: `"subscribed"`."""
    priority: int | None
    """The priority of the subscription in delivery. Example: `0`."""
    custom_fields: JSONObject | None
    """Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`."""
    cats: List[str] | None
    """The names of the categories of the subscription. Example: `["news"]`."""


_StorageValueOptional = TypedDict(
    "_StorageValueOptional",
    {
        # The number of the first lost record; absent if none is lost.
        "from": int,
        # The number of the last lost record; absent if it is unknown.
        "to": int,
        # The number of lost records; absent if none is lost.
        "lost": int,
    },
    total=False,
)


class StorageValue(_StorageValueOptional):
    """The value of the event for storage that fails or works again."""

    cause: str
    """The cause: noSpace, readOnly, ioError or the damaged file; recovered if storage works again.
    """


Subscription = Union[
    "EmailSubscription",
    "SmsSubscription",
    "PushSubscription",
    "CcDataSubscription",
]
"""A subscription of the profile; `channel` selects one of four kinds. Members in camel case
(`resourceId`) are accepted too.
"""


class SubscriptionData(TypedDict):
    """
    A push subscription as the platform stores it. A member that the platform did not send is null.
    """

    subscriptionId: str | None
    """The push token that receives the pushes."""
    hashId: str | None
    """The platform's short id of the subscription, in hex digits."""
    provider: Literal["ios-apns", "ios-firebase", "ios-huawei"] | str | None
    """The push service."""
    status: Literal["subscribed", "suspended", "unsubscribed"] | str | None
    """The status of the subscription."""
    fields: JSONObject | None
    """Standard and custom fields by name, as the platform sent them."""
    cats: List[ResponseCategory]
    """The categories; empty if there is none."""


class TokenData(TypedDict):
    """The push token in use and the push service that issued it."""

    provider: Provider
    """The push service that issued the token."""
    token: str
    """The push token; a binary one is written in lower-case hex."""


class _TraceItemRequired(TypedDict):
    epoch: str
    """The id of the run of the process that counts `seq`. Example: `"9f2c4b1e"`."""
    seq: int
    """The number of the item in this run. Example: `17`."""
    at: int
    """The time of the item, in microseconds since 1970. Example: `1795176000123456`."""
    kind: Literal["wire", "job"]
    """The kind: wire for an event of a connection, job for a step of a job."""


class TraceItem(_TraceItemRequired, total=False):
    """An item of the trace: a message of a connection, or a step of a job."""

    connection: int | None
    """The number of the connection: that of the event, or of the call that was accepted; null for a
    job of the bridge itself. Example: `3`.
    """
    transport: str
    """Wire: the transport. Example: `"unix"`."""
    event: Literal["opened", "message", "dropped", "fault", "inputEnded", "closed"]
    """Wire: the event of the connection."""
    direction: Literal["received", "sent"]
    """Message: received from the client, or sent to it."""
    bytes: int
    """Message: its size. Example: `50`."""
    message: Any
    """Message: the message, with secrets covered; null for one that is longer than the limit
    traceMessageBytes. Absent with `fault`.
    """
    outline: Any
    """Message, if it is longer than the limit: its id, its method, and in `answer` whether it has a
    result or an error; of a batch a list of these. Absent if this is longer than 1024 bytes.
    Example: `{"id":7,"answer":"result"}`.
    """
    fault: str
    """The reason why the data is not a message. Example: `"not JSON at byte 4"`."""
    peer: TraceItemPeer
    """Opened: the process at the other end, if the transport knows it."""
    requestId: str
    """Job: its id. Example: `"order-7"`."""
    method: str
    """Job: the method of the call, or tokenUpdate. Example: `"mobileEvent"`."""
    user: str | None
    """Job: the start of the tag of its user; null under a resource token. Example: `"5f1d7a84"`."""
    appGroup: str
    """Job: its app group. Example: `"default"`."""
    step: Literal[
        "accepted", "refused", "durable", "attempt", "answer", "waiting", "ended", "retried",
    ]
    """Job: the step. accepted, then durable when the record is on disk, or refused if the disk does
    not take it; attempt and answer for each request; waiting while it is not sent; ended; retried
    when a rejected job is put back.
    """
    attempt: int
    """Attempt and answer: the number of the attempt, from 1. Example: `1`."""
    httpCode: int | None
    """Answer: the HTTP status code; null without an answer. Example: `200`."""
    failure: str | None
    """Answer: the reason why there is none; null if there is one."""
    durationUs: int
    """Answer: the time since the attempt, in microseconds. Example: `48210`."""
    platformTime: int | None
    """
    Answer: the clock of the platform, in microseconds since 1970 and exact to a second; null if the
    answer does not have it.
    """
    waitingFor: str
    """Waiting: the reason, as in `outbox.get`. Example: `"retry"`."""
    until: int | None
    """Waiting: the time of the next check, in microseconds since 1970; null if none is set."""
    state: Literal["delivered", "rejected", "expired", "cleared", "lost"]
    """Ended: the state. Example: `"delivered"`."""
    eventCode: int
    """Ended: the code of the event that reported it. Example: `230`."""
    outcome: int | None
    """Ended: the number of the outcome, as in `outcomes.list`; null if it has none yet."""


class TraceItemPeer(TypedDict, total=False):
    """Opened: the process at the other end, if the transport knows it."""

    pid: int
    """The id of the process. Example: `4711`."""
    uid: int
    """The id of its user. Example: `1000`."""


class UTM(TypedDict, total=False):
    """The UTM tags of a link: the source of a visit."""

    campaign: str | None
    """The campaign, `utm_campaign` of the link; sent as `cn`. Example: `"spring"`."""
    content: str | None
    """The content, `utm_content` of the link; sent as `cc`. Example: `"banner-2"`."""
    keyword: str | None
    """The keyword, `utm_term` of the link; sent as `ck`. Example: `"shoes"`."""
    medium: str | None
    """The medium, `utm_medium` of the link; sent as `cm`. Example: `"email"`."""
    source: str | None
    """The source, `utm_source` of the link; sent as `cs`. Example: `"newsletter"`."""
    temp: str | None
    """A temporary tag, chosen by the host; sent as `ct`. Example: `"test-1"`."""


class UnknownButtonValue(TypedDict):
    """The value of the event for an action that is not a button."""

    identifier: str
    """The identifier of the action, from the host."""
