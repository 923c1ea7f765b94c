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
    "BridgeStats",
    "BridgeStatsOutbox",
    "BridgeStatsConnections",
    "BridgeStatsBytes",
    "BridgeStatsCalls",
    "BridgeStatsEvents",
    "BridgeStatsDelivery",
    "BridgeStatsLatencyMicroseconds",
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
    """One of the actions of NotificationCategory."""

    identifier: str
    """button0 for the first button of the message."""
    title: str
    """What stands on it."""
    options: List[str]
    """foreground: it opens the app."""


class AnswerValue(TypedDict):
    """The value of pushSubscribe.succeeded, pushSuspend.succeeded and others."""

    response_with_http_code: ResponseWithHttp


class AppInfo(TypedDict, total=False):
    """The appInfo of Configuration."""

    appID: str | None
    """Sent as `_app_id`."""
    appIID: str | None
    """Sent as `_app_iid`."""
    appVer: str | None
    """Sent as `_app_ver`."""


class Attachment(TypedDict):
    """One of the attachments of ShownContent."""

    identifier: str
    """Always img."""
    url: str
    """The image. The bridge does not fetch it."""


class BridgeInfo(TypedDict):
    """What bridge.info answers."""

    name: str
    version: str
    protocol: int
    schemaDigest: str
    pid: int
    epoch: str
    startedAt: str
    transports: List[str]
    dataDir: str
    appGroup: str
    durability: str
    limits: JSONObject


class BridgeStats(TypedDict):
    """What bridge.stats answers."""

    outbox: BridgeStatsOutbox
    durability: str
    uptimeSeconds: int
    connections: BridgeStatsConnections
    bytes: BridgeStatsBytes
    calls: BridgeStatsCalls
    events: BridgeStatsEvents
    delivery: BridgeStatsDelivery
    latencyMicroseconds: List[BridgeStatsLatencyMicroseconds]


class BridgeStatsOutbox(TypedDict):
    """The outbox of BridgeStats."""

    accepted: int
    delivered: int
    rejected: int
    expired: int
    cleared: int
    lost: int
    pending: int
    bytes: int
    oldestPendingAt: str | None


class BridgeStatsConnections(TypedDict):
    """The connections of BridgeStats."""

    open: int
    opened: int
    refused: int


BridgeStatsBytes = TypedDict(
    "BridgeStatsBytes",
    {
        "in": int,
        "out": int,
    },
)
"""The bytes of BridgeStats."""


class BridgeStatsCalls(TypedDict):
    """The calls of BridgeStats."""

    requests: int
    notifications: int
    errors: int
    ignoredResponses: int


class BridgeStatsEvents(TypedDict):
    """The events of BridgeStats."""

    emitted: int
    dropped: int


class BridgeStatsDelivery(TypedDict):
    """The delivery of BridgeStats."""

    attempts: int
    workerStarts: int


class BridgeStatsLatencyMicroseconds(TypedDict):
    """One of the latencyMicroseconds of BridgeStats."""

    le: int | None
    count: int


class ButtonValue(TypedDict):
    """The value of buttonIdentifierInvalid."""

    identifier: str
    """The button as it was named."""
    index: int
    """Its place, which is beyond the buttons."""


class Category(TypedDict, total=False):
    """One of the cats of pushSubscribe."""

    name: str | None
    """The name it goes by."""
    title: str | None
    """The name people see."""
    steady: bool | None
    """Whether it cannot be switched off."""
    active: bool | None
    """Whether it is switched on."""


class _CcDataSubscriptionRequired(TypedDict):
    channel: Literal["telegram_bot", "whatsapp", "viber", "notify"]
    resource_id: int
    cc_data: JSONObject


class CcDataSubscription(_CcDataSubscriptionRequired, total=False):
    """A form of Subscription."""

    type: Literal["cc_data"]
    """As the React Native SDK says it."""
    status: str | None
    priority: int | None
    custom_fields: JSONObject | None
    cats: List[str] | None


class ClearedValue(TypedDict):
    """The value of data.cleared."""

    cleared: int
    """How many pieces of work were ended."""


class ClickResult(TypedDict):
    """What notificationManager.didReceive answers."""

    url: str | None
    """What to open; null for nothing."""
    handledBy: Literal["sdk", "app"]
    """app: it has done all there is to do."""


class Configuration(TypedDict, total=False):
    """The configuration of initialization."""

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
    """Stronger than the limits of the same meaning."""
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
    """The device of Configuration."""

    os: str | None
    """Sent as `_os`; IOS by default."""
    osVersion: str | None
    """Sent as `_os_ver`."""
    deviceModel: str | None
    """Sent as `_device_model`."""
    deviceName: str | None
    """Sent as `_device_name`."""
    deviceType: str | None
    """Sent as `_device_type`; mob by default."""
    language: str | None
    """Sent as `_os_language`."""
    adId: str | None
    """Sent as `_ad_id` where tracking is allowed."""
    adTrack: bool | None
    """Sent as `_ad_track`."""
    timeZone: str | None
    """An IANA name or ±hhmm; sent as `_os_tz`."""


class _EmailSubscriptionRequired(TypedDict):
    resource_id: int
    email: str


class EmailSubscription(_EmailSubscriptionRequired, total=False):
    """A form of Subscription."""

    channel: Literal["email"]
    type: Literal["email"]
    """As the React Native SDK says it."""
    status: str | None
    priority: int | None
    custom_fields: JSONObject | None
    cats: List[str] | None


class EndedWorkValue(TypedDict):
    """The value of work.expired, work.cleared and others."""

    method: str
    """The method that was called."""
    createdAt: str
    """When it was accepted. A time in ISO 8601 and UTC."""


class Event(TypedDict):
    """One of the events of EventPage."""

    epoch: str
    """The run of the process."""
    seq: int
    """Its number, one more than that of the event before."""
    type: Literal["event", "error", "retryError"]
    """Success or news, final failure, or failure that is tried again."""
    code: int
    """The code, in the numbering the configuration chose."""
    name: str
    """The name of the code, the same in both numberings."""
    function: str
    """The public function, or processResponse for every HTTP outcome."""
    message: str
    """For people."""
    value: EventValue
    date: str
    """When it happened. A time in ISO 8601 and UTC."""
    requestId: str | None
    """The work it is about; null when it is about none."""


EventCode = TypedDict(
    "EventCode",
    {
        # Today's code.
        "code": int,
        # That of the older table; null where it has none.
        "legacyCode": "int | None",
        # The same in both.
        "name": str,
        # The type of its events.
        "class": 'Literal["event", "error", "retryError"]',
        # What it says.
        "meaning": str,
        # Whether the bridge tries again.
        "retried": bool,
        # Whether it can occur here.
        "emitted": bool,
        # Why not, or what else there is to know.
        "note": "str | None",
    },
)
"""One of those that events.catalog answers."""


EventGap = TypedDict(
    "EventGap",
    {
        # The first event that is missing.
        "from": int,
        # The last one; null when that is not known.
        "to": "int | None",
        # How many; null when that is not known.
        "count": "int | None",
        # No longer kept or not taken in time; or a cursor of an earlier run.
        "reason": 'Literal["overflow", "restart"]',
    },
)
"""The gap of EventPage."""


class EventPage(TypedDict):
    """What events.list answers."""

    epoch: str
    """The run of the process."""
    seq: int
    """The last event so far; 0 for none."""
    oldest: int | None
    """The oldest event that is kept; null for none."""
    gap: EventGap | None
    """What is missing after `since`; null for nothing."""
    events: List[Event]
    """Oldest first."""


class EventPosition(TypedDict):
    """What events.subscribe answers."""

    epoch: str
    """The run of the process."""
    seq: int
    """The last event so far; 0 for none."""
    oldest: int | None
    """The oldest event that is kept; null for none."""
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
    """The value of push.foreign."""

    message: JSONObject
    """The message, up to 4 KiB of it."""


class HubLink(TypedDict):
    """The hubLink of ParsedPush."""

    open: str | None
    """Counts an open."""
    ack: str | None
    """Counts a delivery."""


class MobileAnswerValue(TypedDict):
    """The value of mobileEvent.succeeded, mobileEvent.failed and others."""

    response_with_http_code: ResponseWithHttp
    name: str
    """The name of the mobile event."""


class NotificationCategory(TypedDict):
    """The category of ShownContent."""

    identifier: str
    """Always Altcraft."""
    actions: List[Action]
    """One for each button."""


class NotificationContent(TypedDict, total=False):
    """The content of NotificationRequest."""

    title: str | None
    """The title."""
    subtitle: str | None
    """The line below it."""
    body: str | None
    """The text."""
    badge: int | None
    """The number on the app's icon."""
    sound: str | None
    """The sound to play."""
    categoryIdentifier: str | None
    """The category its actions belong to."""
    userInfo: JSONObject | None
    """The data of the push."""


class _NotificationRequestRequired(TypedDict):
    content: NotificationContent


class NotificationRequest(_NotificationRequestRequired, total=False):
    """The request of deliveryEvent."""

    identifier: str | None
    """The name of the request."""


class _NotificationResponseRequired(TypedDict):
    request: NotificationRequest


class NotificationResponse(_NotificationResponseRequired, total=False):
    """The response of notificationManager.didReceive."""

    actionIdentifier: str | None
    """button0 for the first button, com.apple.UNNotificationDefaultActionIdentifier for the
    notification itself.
    """


class Outcome(TypedDict):
    """The outcome of Receipt."""

    state: Literal["pending", "delivered", "rejected", "expired", "cleared", "lost"]
    eventCode: int | None
    response: ResponseWithHttp | None


class ParsedPush(TypedDict):
    """What parsePush or takePush answers."""

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
    """Unique within its mailing."""
    title: str | None
    """What to show."""
    subtitle: str | None
    """What to show below it."""
    body: str | None
    """What to show below that."""
    media: str | None
    """An image to show. The bridge does not fetch it."""
    icon: str | None
    """An icon to show. The bridge does not fetch it."""
    clickUrl: str | None
    """Where a tap leads."""
    buttons: List[PushButton]
    """Buttons to show, in order."""
    hubLink: HubLink | None
    """Addresses of the platform that count opens and deliveries. The bridge never fetches them."""
    badge: int | None
    """The number on the app's icon."""
    sound: str | None
    """The sound to play."""
    extra: JSONObject
    """What else came with the message."""


class PendingCount(TypedDict):
    """What outbox.flush answers."""

    pending: int
    """How much is pending now."""


class Permission(TypedDict):
    """
    What notificationManager.registerForPushNotifications or requestNotificationPermission answers.
    """

    granted: bool
    """Whether the user lets notifications be shown."""


class PresentationOptions(TypedDict):
    """What notificationManager.willPresent answers."""

    options: List[str]
    """banner, badge and sound, or less."""


class ProfileData(TypedDict):
    """The profile of Response."""

    id: str | None
    status: str | None
    isTest: bool | None
    subscription: SubscriptionData | None


Provider = Optional[Union[Literal["callback"], "ProviderToken"]]
"""The provider of setJWTProvider."""


class ProviderToken(TypedDict):
    """A form of Provider."""

    token: str


class ProviderValue(TypedDict):
    """The value of pushToken.changed and providerInvalid."""

    provider: str
    """The provider now in use, or the name that was refused, cut at 16 characters."""


class PushAnswerValue(TypedDict):
    """The value of pushEvent.succeeded, pushEvent.failed and others."""

    response_with_http_code: ResponseWithHttp
    uid: str
    """The message it was about."""
    type: Literal["delivery", "open"]
    """What was told of it."""


class PushButton(TypedDict):
    """One of the buttons of ParsedPush."""

    identifier: str
    """button0 for the first one of the message."""
    label: str | None
    """What stands on it."""
    link: str | None
    """Where it leads."""


class _PushSubscriptionRequired(TypedDict):
    resource_id: int
    provider: str
    subscription_id: str


class PushSubscription(_PushSubscriptionRequired, total=False):
    """A form of Subscription."""

    channel: Literal["push"]
    type: Literal["push"]
    """As the React Native SDK says it."""
    status: str | None
    priority: int | None
    custom_fields: JSONObject | None
    cats: List[str] | None


class _ReceiptRequired(TypedDict):
    requestId: RequestId


class Receipt(_ReceiptRequired, total=False):
    """What pushSubscribe, pushSuspend or another answers."""

    outcome: Outcome


RequestId = str
"""The requestId of pushSubscribe."""


class Response(TypedDict):
    """The response of ResponseWithHttp."""

    error: int | None
    errorText: str | None
    profile: ProfileData | None


class ResponseCategory(TypedDict):
    """One of the cats of SubscriptionData."""

    name: str | None
    title: str | None
    steady: bool | None
    active: bool | None


class ResponseWithHttp(TypedDict):
    """What unSuspendPushSubscription, getStatusOfLatestSubscription or another answers."""

    httpCode: int
    response: Response | None


class Retry(TypedDict, total=False):
    """The retry of Configuration."""

    firstSeconds: float | None
    """The first delay."""
    maxSeconds: float | None
    """The longest delay."""
    totalSeconds: float | None
    """How long work is kept trying."""


class ShownContent(TypedDict):
    """What nse.handleNotificationRequest or nse.serviceExtensionTimeWillExpire answers."""

    title: str | None
    """The title."""
    subtitle: str | None
    """The line below it."""
    body: str | None
    """The text."""
    badge: int | None
    """The number on the app's icon."""
    sound: str | None
    """The sound to play."""
    categoryIdentifier: str | None
    """The category its actions belong to."""
    userInfo: JSONObject | None
    """The data of the push."""
    attachments: List[Attachment]
    """The image of the push."""
    category: NotificationCategory | None
    """The category to register, of which categoryIdentifier speaks; null without buttons."""


class _SmsSubscriptionRequired(TypedDict):
    resource_id: int
    phone: str


class SmsSubscription(_SmsSubscriptionRequired, total=False):
    """A form of Subscription."""

    channel: Literal["sms"]
    type: Literal["sms"]
    """As the React Native SDK says it."""
    status: str | None
    priority: int | None
    custom_fields: JSONObject | None
    cats: List[str] | None


_StorageValueOptional = TypedDict(
    "_StorageValueOptional",
    {
        # The first record that is lost.
        "from": int,
        # The last one, where that is known.
        "to": int,
        # How many are lost.
        "lost": int,
    },
    total=False,
)


class StorageValue(_StorageValueOptional):
    """The value of storageError."""

    cause: str
    """Why, or that it has recovered."""


Subscription = Union[
    "EmailSubscription",
    "SmsSubscription",
    "PushSubscription",
    "CcDataSubscription",
]
"""The subscription of mobileEvent."""


class SubscriptionData(TypedDict):
    """The subscription of ProfileData."""

    subscriptionId: str | None
    hashId: str | None
    provider: str | None
    status: str | None
    fields: JSONObject | None
    cats: List[ResponseCategory]


class TokenData(TypedDict):
    """What getPushToken answers."""

    provider: str
    """ios-apns, ios-firebase or ios-huawei."""
    token: str
    """The token itself."""


class UTM(TypedDict, total=False):
    """The utm of mobileEvent."""

    campaign: str | None
    """Sent as `cn`."""
    content: str | None
    """Sent as `cc`."""
    keyword: str | None
    """Sent as `ck`."""
    medium: str | None
    """Sent as `cm`."""
    source: str | None
    """Sent as `cs`."""
    temp: str | None
    """Sent as `ct`."""


class UnknownButtonValue(TypedDict):
    """The value of buttonUnknown."""

    identifier: str
    """The action as it was named."""


class Work(TypedDict):
    """What outbox.get answers."""

    requestId: str
    method: str
    """The method that was called, or tokenUpdate."""
    state: Literal["pending", "delivered", "rejected", "expired", "cleared", "lost"]
    createdAt: str
    """A time in ISO 8601 and UTC."""
    attempts: int
    nextAttemptAt: str | None
    """A time in ISO 8601 and UTC."""
    waitingFor: Literal["retry", "user", "token", "permission", "configuration"] | None
    lastError: WorkLastError | None
    outcome: WorkOutcome | None
    endedAt: str | None
    """A time in ISO 8601 and UTC."""
    retryable: bool


class WorkLastError(TypedDict):
    """The lastError of Work."""

    code: int
    httpCode: int | None
    message: str


class WorkOutcome(TypedDict):
    """The outcome of Work."""

    state: Literal["pending", "delivered", "rejected", "expired", "cleared", "lost"]
    eventCode: int
    response: ResponseWithHttp | None


class WorkPage(TypedDict):
    """What outbox.list answers."""

    items: List[Work]
    """Without secrets and without responses."""
    next: str | None
    """Where the next page begins; null at the end."""
