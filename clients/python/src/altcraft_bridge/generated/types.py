# Written by `altcraft-bridge generate python` from the OpenRPC document. Not to be edited.
"""The values of parameters, results and events, with the names they have on the wire."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

__all__ = [
    "JSONObject",
    "Action",
    "AnswerValue",
    "AppInfo",
    "Attachment",
    "BridgeInfo",
    "BridgeMetrics",
    "BridgeStats",
    "BridgeStatsOutbox",
    "BridgeStatsConnections",
    "BridgeStatsBytes",
    "BridgeStatsCalls",
    "BridgeStatsEvents",
    "BridgeStatsDelivery",
    "ButtonValue",
    "Category",
    "CcDataSubscription",
    "ClearedValue",
    "ClickResult",
    "Configuration",
    "Device",
    "EmailSubscription",
    "EndedWorkValue",
    "Event",
    "EventCode",
    "EventGap",
    "EventPage",
    "EventPosition",
    "EventValue",
    "ForeignPushValue",
    "HubLink",
    "LatencyStep",
    "MobileAnswerValue",
    "NotificationCategory",
    "NotificationContent",
    "NotificationRequest",
    "NotificationResponse",
    "Outcome",
    "ParsedPush",
    "PendingCount",
    "Permission",
    "PresentationOptions",
    "ProfileData",
    "Provider",
    "ProviderToken",
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
    "ShownContent",
    "SmsSubscription",
    "StorageValue",
    "Subscription",
    "SubscriptionData",
    "TokenData",
    "UTM",
    "UnknownButtonValue",
    "Work",
    "WorkLastError",
    "WorkOutcome",
    "WorkPage",
]

JSONObject = Dict[str, Any]
"""A JSON object with any members."""


class Action(TypedDict):
    """A button of a notification."""

    identifier: str
    """button0 for the first button of the message."""
    title: str
    """What stands on it."""
    options: List[str]
    """foreground: it opens the app."""


class AnswerValue(TypedDict):
    """The value of an event that tells how a request ended."""

    response_with_http_code: ResponseWithHttp
    """What the platform answered."""


class AppInfo(TypedDict, total=False):
    """The app, as the platform shows it."""

    appID: str | None
    """The id of the app; sent as `_app_id`."""
    appIID: str | None
    """The id of this installation; sent as `_app_iid`."""
    appVer: str | None
    """The version of the app; sent as `_app_ver`."""


class Attachment(TypedDict):
    """An image to attach to a notification."""

    identifier: str
    """Always img."""
    url: str
    """Where the image is. The bridge does not fetch it."""


class BridgeInfo(TypedDict):
    """Which bridge this is, and how it was started."""

    name: str
    """Always altcraft-bridge."""
    version: str
    """The version of the program."""
    protocol: int
    """The version of the protocol: 1."""
    schemaDigest: str
    """sha256: and the hex digest of what altcraft-bridge schema prints."""
    pid: int
    """The id of the process."""
    epoch: str
    """The run of the process, as events name it."""
    startedAt: str
    """When the process began to serve. A time in ISO 8601 and UTC."""
    transports: List[str]
    """Where it can be reached: stdio, unix: and a path, tcp: and an address with its port."""
    dataDir: str
    """The directory that holds all data."""
    appGroup: str
    """The app group in use."""
    durability: str
    """What accepted work survives: power for a power failure, process for a crash only."""
    limits: JSONObject
    """The limits in force, by name: bytes, seconds or counts."""


class BridgeMetrics(TypedDict):
    """The figures of bridge.stats for a monitoring system."""

    contentType: str
    """What `text` is, as HTTP would say it."""
    text: str
    """
    Families of samples in the text format of Prometheus. Names begin with altcraft_bridge_, units
    are seconds and bytes.
    """


class BridgeStats(TypedDict):
    """
    Counters. Those of the outbox are of the app group and survive restarts; the others begin with
    the process.
    """

    outbox: BridgeStatsOutbox
    """
    What became of the work: accepted is the sum of delivered, rejected, expired, cleared, lost and
    pending.
    """
    durability: str
    """What accepted work survives: power for a power failure, process for a crash only."""
    uptimeSeconds: int
    """How long the process has run, in seconds."""
    connections: BridgeStatsConnections
    """Connections of hosts."""
    bytes: BridgeStatsBytes
    """What went over all connections, in bytes."""
    calls: BridgeStatsCalls
    """Messages of hosts."""
    events: BridgeStatsEvents
    """SDK events."""
    delivery: BridgeStatsDelivery
    """Requests to the platform."""
    latencyMicroseconds: List[LatencyStep]
    """How long requests took, from their last byte read to their answer written, as a histogram."""


class BridgeStatsOutbox(TypedDict):
    """
    What became of the work: accepted is the sum of delivered, rejected, expired, cleared, lost and
    pending.
    """

    accepted: int
    """Pieces of work that were accepted."""
    delivered: int
    """Those the platform took."""
    rejected: int
    """Those it refused for good."""
    expired: int
    """Those whose time to live was over first."""
    cleared: int
    """Those that clear ended."""
    lost: int
    """Those lost to damage of the disk."""
    pending: int
    """Those still to be delivered."""
    bytes: int
    """What the pending ones take of the outbox, in bytes."""
    oldestPendingAt: str | None
    """
    When the oldest pending one was accepted; null when nothing is pending. A time in ISO 8601 and
    UTC.
    """


class BridgeStatsConnections(TypedDict):
    """Connections of hosts."""

    open: int
    """How many are open now."""
    opened: int
    """How many were opened."""
    refused: int
    """How many were turned away: too many, or not allowed to speak."""


BridgeStatsBytes = TypedDict(
    "BridgeStatsBytes",
    {
        # Bytes that were read.
        "in": int,
        # Bytes that were written.
        "out": int,
    },
)
"""What went over all connections, in bytes."""


class BridgeStatsCalls(TypedDict):
    """Messages of hosts."""

    requests: int
    """Calls that are to be answered."""
    notifications: int
    """Calls that are not."""
    errors: int
    """Calls that ended with an error, and messages that were none."""
    ignoredResponses: int
    """Answers to nothing that was asked, or too late."""


class BridgeStatsEvents(TypedDict):
    """SDK events."""

    emitted: int
    """How many there were."""
    dropped: int
    """How many did not reach a subscriber, each counted once for every such."""


class BridgeStatsDelivery(TypedDict):
    """Requests to the platform."""

    attempts: int
    """How many were made."""
    workerStarts: int
    """How often the process that makes them was started."""


class ButtonValue(TypedDict):
    """The value of the event that a push has no button at that place."""

    identifier: str
    """The button that was tapped, as the app named it."""
    index: int
    """Its place in the list from 0, which is beyond the last button."""


class Category(TypedDict, total=False):
    """A category of the subscription. Only name and active matter when it is sent."""

    name: str | None
    """The name that the platform knows it by."""
    title: str | None
    """The name that people see."""
    steady: bool | None
    """Whether subscribers cannot switch it off."""
    active: bool | None
    """Whether it is switched on for this subscription."""


class _CcDataSubscriptionRequired(TypedDict):
    channel: Literal["telegram_bot", "whatsapp", "viber", "notify"]
    """The channel it is for."""
    resource_id: int
    """The Altcraft resource that it belongs to."""
    cc_data: JSONObject
    """What the channel needs, for example a chat id or a phone number."""


class CcDataSubscription(_CcDataSubscriptionRequired, total=False):
    """A subscription to messages of a chat."""

    type: Literal["cc_data"]
    """The kind, as the React Native SDK says it."""
    status: str | None
    """The status of the subscription, for example active or suspended."""
    priority: int | None
    """Its priority in delivery."""
    custom_fields: JSONObject | None
    """Its standard and custom fields by name."""
    cats: List[str] | None
    """The names of its categories."""


class ClearedValue(TypedDict):
    """The value of the event that the data was cleared."""

    cleared: int
    """How many pieces of work were ended."""


class ClickResult(TypedDict):
    """What a click leads to."""

    url: str | None
    """What to open; null for nothing."""
    handledBy: Literal["sdk", "app"]
    """sdk: the open event is registered. app: the app has done all there is to do."""


class Configuration(TypedDict, total=False):
    """What the SDK needs to know before it can work."""

    apiUrl: str | None
    """Where the platform is: https, or http on this machine. Without it the answer is 471."""
    rToken: str | None
    """The resource token. An empty one counts as none."""
    appInfo: AppInfo | None
    """The app as the platform shows it."""
    providerPriorityList: List[str] | None
    """Which push providers are asked for a token, in this order."""
    enableLogging: bool | None
    """Log level info when true, error when false."""
    device: Device | None
    """The device; defaults are taken from this machine."""
    eventCodes: Literal["current", "legacy"] | None
    """The numbering of events: today's, or that of the documentation's older table."""
    retry: Retry | None
    """The pauses between attempts; stronger than the limits of the same meaning."""
    rTokenMatchingMode: Literal["push_sub", "rToken"] | None
    """What is sent as matching_mode under a resource token."""
    android_icon: Any
    """Accepted from the React Native configuration; has no effect."""
    android_usingService: Any
    """Accepted from the React Native configuration; has no effect."""
    android_serviceMessage: Any
    """Accepted from the React Native configuration; has no effect."""
    android_pushReceiverModules: Any
    """Accepted from the React Native configuration; has no effect."""
    android_pushChannelName: Any
    """Accepted from the React Native configuration; has no effect."""
    android_pushChannelDescription: Any
    """Accepted from the React Native configuration; has no effect."""


class Device(TypedDict, total=False):
    """What the platform is told of the device."""

    os: str | None
    """The operating system; sent as `_os`, IOS by default."""
    osVersion: str | None
    """Its version; sent as `_os_ver`."""
    deviceModel: str | None
    """The model, for example iPhone14,7; sent as `_device_model`."""
    deviceName: str | None
    """The name of the device; sent as `_device_name`."""
    deviceType: str | None
    """The kind of device; sent as `_device_type`, mob by default."""
    language: str | None
    """The language of the system, for example en; sent as `_os_language`."""
    adId: str | None
    """The advertising id; sent as `_ad_id` where adTrack is true."""
    adTrack: bool | None
    """Whether the user allows tracking; sent as `_ad_track`."""
    timeZone: str | None
    """An IANA name, or an offset as ±hhmm; sent as `_os_tz`."""


class _EmailSubscriptionRequired(TypedDict):
    resource_id: int
    """The Altcraft resource that it belongs to."""
    email: str
    """The recipient's email address."""


class EmailSubscription(_EmailSubscriptionRequired, total=False):
    """A subscription to email."""

    channel: Literal["email"]
    """The channel it is for."""
    type: Literal["email"]
    """The kind, as the React Native SDK says it."""
    status: str | None
    """The status of the subscription, for example active or suspended."""
    priority: int | None
    """Its priority in delivery."""
    custom_fields: JSONObject | None
    """Its standard and custom fields by name."""
    cats: List[str] | None
    """The names of its categories."""


class EndedWorkValue(TypedDict):
    """The value of an event that work ended without an answer: expired, cleared or lost."""

    method: str
    """The method that was called."""
    createdAt: str
    """When it was accepted. A time in ISO 8601 and UTC."""


class Event(TypedDict):
    """Something the SDK tells the app."""

    epoch: str
    """The run of the process that numbered it."""
    seq: int
    """Its number in this run, from 1; one more than that of the event before."""
    type: Literal["event", "error", "retryError"]
    """Success or news, final failure, or failure that is tried again."""
    code: int
    """Its code, in the numbering that eventCodes of the configuration chose."""
    name: str
    """The name of its code, the same in both numberings."""
    function: str
    """
    The function of the SDK that tells it: the one called, or processResponse for an answer of the
    platform.
    """
    message: str
    """What happened, for people."""
    value: EventValue
    """What belongs to this code, see x-events; null when nothing does."""
    date: str
    """When it happened. A time in ISO 8601 and UTC."""
    requestId: str | None
    """The requestId of the work it is about; null when it is about none."""


EventCode = TypedDict(
    "EventCode",
    {
        # Its number in today's SDKs.
        "code": int,
        # Its number in the documentation's older table; null where that has none.
        "legacyCode": "int | None",
        # Its name, the same in both numberings.
        "name": str,
        # The type of its events: event, final error, or error that is tried again.
        "class": 'Literal["event", "error", "retryError"]',
        # What such an event says.
        "meaning": str,
        # Whether the bridge tries again.
        "retried": bool,
        # Whether the bridge ever emits it.
        "emitted": bool,
        # Why it does not occur here, or what else there is to know; null for nothing.
        "note": "str | None",
    },
)
"""What an event code means."""


EventGap = TypedDict(
    "EventGap",
    {
        # The seq of the first event that is missing.
        "from": int,
        # The seq of the last one; null when that is not known.
        "to": "int | None",
        # How many are missing; null when that is not known.
        "count": "int | None",
        # overflow: no longer kept, or not taken in time. restart: the cursor is of an earlier run.
        "reason": 'Literal["overflow", "restart"]',
    },
)
"""Events that a subscriber did not get."""


class EventPage(TypedDict):
    """Events that are kept, and where the stream stands."""

    epoch: str
    """The run of the process that numbered it."""
    seq: int
    """The seq of the last event so far; 0 for none."""
    oldest: int | None
    """The seq of the oldest event that is kept; null for none."""
    gap: EventGap | None
    """What is missing after `since`; null for nothing."""
    events: List[Event]
    """The events, oldest first."""


class EventPosition(TypedDict):
    """Where the stream of events stands, and what is missing of it."""

    epoch: str
    """The run of the process that numbered it."""
    seq: int
    """The seq of the last event so far; 0 for none."""
    oldest: int | None
    """The seq of the oldest event that is kept; null for none."""
    gap: EventGap | None
    """What is missing after `since`; null for nothing."""


EventValue = Union[
    "AnswerValue",
    "PushAnswerValue",
    "MobileAnswerValue",
    "ProviderValue",
    "ForeignPushValue",
    "ClearedValue",
    "StorageValue",
    "ButtonValue",
    "UnknownButtonValue",
    "EndedWorkValue",
    None,
]
"""What belongs to an event; which of these it is goes by its name, see x-events."""


class ForeignPushValue(TypedDict):
    """The value of the event that a push is not the platform's."""

    message: JSONObject
    """The message. The value is null for one of more than 4 KiB."""


class HubLink(TypedDict):
    """Addresses of the platform that count what became of a push."""

    open: str | None
    """Counts an open when it is fetched."""
    ack: str | None
    """Counts a delivery when it is fetched."""


class LatencyStep(TypedDict):
    """A step of the histogram of times."""

    le: int | None
    """The longest time that falls into this step, in microseconds; null for the rest."""
    count: int
    """How many requests fall into it and into none before."""


class MobileAnswerValue(TypedDict):
    """The value of an event that tells how a mobile event ended."""

    response_with_http_code: ResponseWithHttp
    """What the platform answered."""
    name: str
    """The name of the mobile event."""


class NotificationCategory(TypedDict):
    """The buttons of a notification, as a category to register."""

    identifier: str
    """Always Altcraft."""
    actions: List[Action]
    """One for each button."""


class NotificationContent(TypedDict, total=False):
    """What a notification shows and carries."""

    title: str | None
    """The title to show."""
    subtitle: str | None
    """The line below the title."""
    body: str | None
    """The text to show."""
    badge: int | None
    """The number on the app's icon."""
    sound: str | None
    """The sound to play."""
    categoryIdentifier: str | None
    """The category its actions belong to."""
    userInfo: JSONObject | None
    """The data that came with the push."""


class _NotificationRequestRequired(TypedDict):
    content: NotificationContent
    """What it shows and carries."""


class NotificationRequest(_NotificationRequestRequired, total=False):
    """What the operating system hands to an app when a push arrives."""

    identifier: str | None
    """What the system knows the request by."""


class _NotificationResponseRequired(TypedDict):
    request: NotificationRequest
    """The request that was tapped."""


class NotificationResponse(_NotificationResponseRequired, total=False):
    """What the operating system reports of a tap."""

    actionIdentifier: str | None
    """button0 for the first button, com.apple.UNNotificationDefaultActionIdentifier for the
    notification itself.
    """


class Outcome(TypedDict):
    """What a call that waited for its outcome learnt."""

    state: Literal["pending", "delivered", "rejected", "expired", "cleared", "lost"]
    """How the work ended; pending when the time to wait was over first."""
    eventCode: int | None
    """The code of the event that told it; null while the work is pending."""
    response: ResponseWithHttp | None
    """What the platform answered; null when it did not."""


class ParsedPush(TypedDict):
    """A push of any provider in one form. A member that the message does not have is null."""

    isAltcraft: bool
    """Whether the platform made it."""
    structure: Literal[
        "sdk", "appMetricaIOS", "appMetricaAndroid", "hmsIOS", "fcmV1IOS", "hmsAndroid",
        "fcmV1Android", "ruStore", "fcmLegacyIOS", "fcmLegacyAndroid", "apns", "data",
    ] | None
    """
    How the message was built: that of a provider message, sdk for one with the SDK's marker, data
    for a flat map of the platform; null for a message of someone else.
    """
    uid: str | None
    """What deliveries and opens are registered under."""
    launchId: str | None
    """The platform's id of this sending, unique within its mailing."""
    title: str | None
    """The title to show."""
    subtitle: str | None
    """The line below the title."""
    body: str | None
    """The text to show."""
    media: str | None
    """Where an image to show is. The bridge does not fetch it."""
    icon: str | None
    """Where an icon to show is. The bridge does not fetch it."""
    clickUrl: str | None
    """What a tap on the notification opens."""
    buttons: List[PushButton]
    """Buttons to show, in order; empty when there are none."""
    hubLink: HubLink | None
    """Addresses of the platform that count opens and deliveries. The bridge never fetches them."""
    badge: int | None
    """The number on the app's icon."""
    sound: str | None
    """The sound to play."""
    extra: JSONObject
    """What else came with the message."""


class PendingCount(TypedDict):
    """How much is left to deliver."""

    pending: int
    """How many pieces of work are pending now."""


class Permission(TypedDict):
    """Whether notifications may be shown."""

    granted: bool
    """Whether the user lets notifications be shown."""


class PresentationOptions(TypedDict):
    """How to show a push while the app is in use."""

    options: List[str]
    """banner, badge and sound, or less."""


class ProfileData(TypedDict):
    """The profile that a subscription belongs to. A member the platform left out is null."""

    id: str | None
    """The platform's id of the profile."""
    status: str | None
    """The status of the profile, for example subscribed."""
    isTest: bool | None
    """Whether it is a test profile."""
    subscription: SubscriptionData | None
    """The push subscription the answer is about; null when there is none."""


Provider = Optional[Union[Literal["callback"], "ProviderToken"]]
"""
How JWTs or push tokens are provided: "callback" asks this connection each time, an object holds one
given once and for all, null is not at all.
"""


class ProviderToken(TypedDict):
    """A form of Provider."""

    token: str
    """The JWT, or the push token."""


class ProviderValue(TypedDict):
    """The value of an event about a push provider."""

    provider: str
    """The provider now in use, or the name that was refused, cut at 16 characters."""


class PushAnswerValue(TypedDict):
    """The value of an event that tells how the report of a delivery or an open ended."""

    response_with_http_code: ResponseWithHttp
    """What the platform answered."""
    uid: str
    """The uid of the message."""
    type: Literal["delivery", "open"]
    """What was reported of it."""


class PushButton(TypedDict):
    """A button of a push."""

    identifier: str
    """button0 for the first one of the message."""
    label: str | None
    """What stands on it."""
    link: str | None
    """What a tap on it opens; null for nothing."""


class _PushSubscriptionRequired(TypedDict):
    resource_id: int
    """The Altcraft resource that it belongs to."""
    provider: str
    """The push service, for example ios-apns."""
    subscription_id: str
    """What the push service knows it by: the push token."""


class PushSubscription(_PushSubscriptionRequired, total=False):
    """A subscription to push notifications."""

    channel: Literal["push"]
    """The channel it is for."""
    type: Literal["push"]
    """The kind, as the React Native SDK says it."""
    status: str | None
    """The status of the subscription, for example active or suspended."""
    priority: int | None
    """Its priority in delivery."""
    custom_fields: JSONObject | None
    """Its standard and custom fields by name."""
    cats: List[str] | None
    """The names of its categories."""


class _ReceiptRequired(TypedDict):
    requestId: RequestId
    """What outbox.get knows the work by; the Request-ID of every attempt."""


class Receipt(_ReceiptRequired, total=False):
    """The answer to a durable call: its work is on disk, and is tried until it ends."""

    outcome: Outcome
    """How the work ended. Left out unless the call waited for it."""


RequestId = str
"""The id of one piece of work: 1 to 128 of A-Z a-z 0-9 . _ : -, unique within the app group."""


class Response(TypedDict):
    """The body of the platform's answer."""

    error: int | None
    """The platform's own error code: 0 for none, null when it gave none."""
    errorText: str | None
    """What went wrong, in its words; empty for nothing, null when it gave none."""
    profile: ProfileData | None
    """The profile after the request; null when it failed, and for one that is not synchronous."""


class ResponseCategory(TypedDict):
    """A category of a subscription. A member the platform left out is null."""

    name: str | None
    """The name that calls know it by."""
    title: str | None
    """The name that people see."""
    steady: bool | None
    """Whether subscribers cannot switch it off."""
    active: bool | None
    """Whether it is switched on for this subscription."""


class ResponseWithHttp(TypedDict):
    """The platform's answer to a request."""

    httpCode: int
    """The HTTP status."""
    response: Response | None
    """Its body; null when that was no JSON object."""


class Retry(TypedDict, total=False):
    """The pauses between attempts, in seconds. Each one that is left out is as the limits say."""

    firstSeconds: float | None
    """The pause after the first attempt, in seconds; it grows from there."""
    maxSeconds: float | None
    """The longest pause, in seconds."""
    totalSeconds: float | None
    """How long work is tried before it expires, in seconds."""


class ShownContent(TypedDict):
    """What to show of a push: the content of its request, with its image and buttons."""

    title: str | None
    """The title to show."""
    subtitle: str | None
    """The line below the title."""
    body: str | None
    """The text to show."""
    badge: int | None
    """The number on the app's icon."""
    sound: str | None
    """The sound to play."""
    categoryIdentifier: str | None
    """The category its actions belong to."""
    userInfo: JSONObject | None
    """The data that came with the push."""
    attachments: List[Attachment]
    """The image of the push; empty when it has none."""
    category: NotificationCategory | None
    """The category to register, of which categoryIdentifier speaks; null without buttons."""


class _SmsSubscriptionRequired(TypedDict):
    resource_id: int
    """The Altcraft resource that it belongs to."""
    phone: str
    """The phone number in international format."""


class SmsSubscription(_SmsSubscriptionRequired, total=False):
    """A subscription to text messages."""

    channel: Literal["sms"]
    """The channel it is for."""
    type: Literal["sms"]
    """The kind, as the React Native SDK says it."""
    status: str | None
    """The status of the subscription, for example active or suspended."""
    priority: int | None
    """Its priority in delivery."""
    custom_fields: JSONObject | None
    """Its standard and custom fields by name."""
    cats: List[str] | None
    """The names of its categories."""


_StorageValueOptional = TypedDict(
    "_StorageValueOptional",
    {
        # The number of the first record that is lost; left out when none is.
        "from": int,
        # That of the last one; left out when it is not known.
        "to": int,
        # How many records are lost; left out when none is.
        "lost": int,
    },
    total=False,
)


class StorageValue(_StorageValueOptional):
    """The value of the event that the disk failed, or is well again."""

    cause: str
    """What failed: noSpace, readOnly, ioError, or what was damaged; recovered when it works again.
    """


Subscription = Union[
    "EmailSubscription",
    "SmsSubscription",
    "PushSubscription",
    "CcDataSubscription",
]
"""A subscription of the profile, of one of four kinds; channel says which."""


class SubscriptionData(TypedDict):
    """A push subscription as the platform keeps it. A member it left out is null."""

    subscriptionId: str | None
    """The push token it delivers to."""
    hashId: str | None
    """The platform's short id of it, as hex digits."""
    provider: str | None
    """The push service: ios-apns, ios-firebase or ios-huawei."""
    status: str | None
    """subscribed, suspended or unsubscribed."""
    fields: JSONObject | None
    """Its standard and custom fields by name, as they came."""
    cats: List[ResponseCategory]
    """Its categories; empty when it has none."""


class TokenData(TypedDict):
    """The push token in use and the service that issued it."""

    provider: str
    """The push service: ios-apns, ios-firebase or ios-huawei."""
    token: str
    """The token as text; a binary one is in lower-case hex."""


class UTM(TypedDict, total=False):
    """UTM tags: where the user came from."""

    campaign: str | None
    """The campaign, or mailing; sent as `cn`."""
    content: str | None
    """The content; sent as `cc`."""
    keyword: str | None
    """The keyword, or term; sent as `ck`."""
    medium: str | None
    """The medium; sent as `cm`."""
    source: str | None
    """The source; sent as `cs`."""
    temp: str | None
    """A temporary tag; sent as `ct`."""


class UnknownButtonValue(TypedDict):
    """The value of the event that an action is no button."""

    identifier: str
    """The action, as the app named it."""


class Work(TypedDict):
    """One call that was accepted for delivery, and what has become of it."""

    requestId: str
    """What the call was answered; the Request-ID of every attempt."""
    method: str
    """The method that was called, or tokenUpdate."""
    state: Literal["pending", "delivered", "rejected", "expired", "cleared", "lost"]
    """pending until it has ended, then how it ended."""
    createdAt: str
    """When it was accepted. A time in ISO 8601 and UTC."""
    attempts: int
    """How often it was sent so far."""
    nextAttemptAt: str | None
    """When it is sent again; null when no time is set for that. A time in ISO 8601 and UTC."""
    waitingFor: Literal["retry", "user", "token", "permission", "configuration"] | None
    """
    Why it is not being sent: a pause before the next attempt, a JWT of its user, a push token, the
    permission to notify, or a configuration. Null when nothing holds it up.
    """
    lastError: WorkLastError | None
    """What the last attempt came to; null when none has failed."""
    outcome: WorkOutcome | None
    """How it ended; null while it is pending."""
    endedAt: str | None
    """When it ended; null while it is pending. A time in ISO 8601 and UTC."""
    retryable: bool
    """Whether it was rejected and outbox.retry would take it."""


class WorkLastError(TypedDict):
    """What the last attempt came to; null when none has failed."""

    code: int
    """The code of the event that told it."""
    httpCode: int | None
    """The HTTP status; null when no answer came."""
    message: str
    """What went wrong, for people."""


class WorkOutcome(TypedDict):
    """How it ended; null while it is pending."""

    state: Literal["pending", "delivered", "rejected", "expired", "cleared", "lost"]
    """How it ended."""
    eventCode: int
    """The code of the event that told it."""
    response: ResponseWithHttp | None
    """What the platform answered; null when it did not."""


class WorkPage(TypedDict):
    """Work of the outbox, a page at a time."""

    items: List[Work]
    """In order of acceptance, without secrets; `response` of an outcome is null here."""
    next: str | None
    """What to pass as `after` for the next page; null at the end."""
