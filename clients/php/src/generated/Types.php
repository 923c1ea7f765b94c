<?php

// Written by `altcraft-bridge generate php` from the OpenRPC document. Do not edit.

declare(strict_types=1);

namespace Altcraft\Bridge;

/** A button of a notification. */
final class Action extends Record {
    protected const TYPES = [
        "identifier" => "string",
        "title" => "string",
        "options" => "string[]",
    ];
    protected const REQUIRED = [
        "identifier",
        "title",
        "options",
    ];

    /**
     * The identifier: button0 for the first button of the push.
     *
     * @var string
     */
    public string $identifier;

    /**
     * The label of the button.
     *
     * @var string
     */
    public string $title;

    /**
     * The options of the button: foreground opens the app.
     *
     * @var list<string>
     */
    public array $options;
}

/** An operation on a field of the profile, as `actionField` returns it. */
final class ActionField extends Record {
    protected const TYPES = [
        "action" => "string",
        "value" => "mixed",
    ];
    protected const REQUIRED = [
        "action",
    ];

    /**
     * The operation on the field. Example: `"incr"`.
     *
     * @var 'set'|'unset'|'incr'|'add'|'delete'|'upsert'
     */
    public string $action;

    /**
     * The operand: the new value, the number to add, or the list element. Example: `1`.
     *
     * @var mixed
     */
    public mixed $value = null;
}

/** The value of an event that reports the outcome of a request. */
final class AnswerValue extends Record {
    protected const TYPES = [
        "response_with_http_code" => "ResponseWithHttp",
    ];
    protected const REQUIRED = [
        "response_with_http_code",
    ];

    /**
     * The answer of the platform.
     *
     * @var ResponseWithHttp
     */
    public ResponseWithHttp $response_with_http_code;
}

/** The app, as the platform shows it in the profile. */
final class AppInfo extends Record {
    protected const TYPES = [
        "appID" => "string",
        "appIID" => "string",
        "appVer" => "string",
    ];
    protected const REQUIRED = [
        "appID",
        "appIID",
        "appVer",
    ];

    /**
     * The identifier of the app, from its bundle or package; sent as `_app_id`. Example: `"com.example.app"`.
     *
     * @var string
     */
    public string $appID;

    /**
     * The identifier of this installation, generated once by the host; sent as `_app_iid`. Example: `"6f1c2a90"`.
     *
     * @var string
     */
    public string $appIID;

    /**
     * The version of the app, from its build; sent as `_app_ver`. Example: `"1.0.0"`.
     *
     * @var string
     */
    public string $appVer;
}

/** An image to attach to a notification. */
final class Attachment extends Record {
    protected const TYPES = [
        "identifier" => "string",
        "url" => "string",
    ];
    protected const REQUIRED = [
        "identifier",
        "url",
    ];

    /**
     * The identifier of the attachment: always img.
     *
     * @var string
     */
    public string $identifier;

    /**
     * The address of the image. The bridge does not fetch it.
     *
     * @var string
     */
    public string $url;
}

/** The answer of a user who was asked to allow notifications. */
final class AuthorizationAnswer extends Record {
    protected const TYPES = [
        "granted" => "bool",
        "error" => "?string",
    ];
    protected const REQUIRED = [
        "granted",
    ];

    /**
     * True if the user allows notifications, from the operating system of the device. Example: `true`.
     *
     * @var bool
     */
    public bool $granted;

    /**
     * The error of the operating system, as a text of the host; null if there is none.
     *
     * @var string|null
     */
    public ?string $error = null;
}

/** The program, its run and its settings. */
final class BridgeInfo extends Record {
    protected const TYPES = [
        "name" => "string",
        "version" => "string",
        "protocol" => "int",
        "schemaDigest" => "string",
        "pid" => "int",
        "epoch" => "string",
        "startedAt" => "string",
        "transports" => "string[]",
        "dataDir" => "string",
        "appGroup" => "string",
        "durability" => "string",
        "limits" => "object",
    ];
    protected const REQUIRED = [
        "name",
        "version",
        "protocol",
        "schemaDigest",
        "pid",
        "epoch",
        "startedAt",
        "transports",
        "dataDir",
        "appGroup",
        "durability",
        "limits",
    ];

    /**
     * The name of the program: always altcraft-bridge.
     *
     * @var string
     */
    public string $name;

    /**
     * The version of the program.
     *
     * @var string
     */
    public string $version;

    /**
     * The version of the protocol: 1.
     *
     * @var int
     */
    public int $protocol;

    /**
     * The digest of the document that `altcraft-bridge schema` prints: sha256: and hex digits.
     *
     * @var string
     */
    public string $schemaDigest;

    /**
     * The id of the process.
     *
     * @var int
     */
    public int $pid;

    /**
     * The id of this run of the process, as in events.
     *
     * @var string
     */
    public string $epoch;

    /**
     * The time at which the process began to serve. A time in ISO 8601, UTC.
     *
     * @var string
     */
    public string $startedAt;

    /**
     * The endpoints: stdio, unix: with a path, tcp: and ws: with an address and a port.
     *
     * @var list<string>
     */
    public array $transports;

    /**
     * The directory that holds all data.
     *
     * @var string
     */
    public string $dataDir;

    /**
     * The app group in use.
     *
     * @var string
     */
    public string $appGroup;

    /**
     * The failures that accepted jobs survive: power for a power failure, process for a crash of the bridge only.
     *
     * @var string
     */
    public string $durability;

    /**
     * The limits in force by name, in bytes, seconds or counts.
     *
     * @var array<string, int|float|BigInteger>
     */
    public \stdClass $limits;
}

/** The counters of bridge.stats for a monitoring system. */
final class BridgeMetrics extends Record {
    protected const TYPES = [
        "contentType" => "string",
        "text" => "string",
    ];
    protected const REQUIRED = [
        "contentType",
        "text",
    ];

    /**
     * The media type of `text`, for an HTTP header.
     *
     * @var string
     */
    public string $contentType;

    /**
     * Families of samples in the text format of Prometheus. Names begin with altcraft_bridge_, units are seconds and
     * bytes.
     *
     * @var string
     */
    public string $text;
}

/** The answer to a ticket. */
final class BridgeSession extends Record {
    protected const TYPES = [
        "role" => "string",
        "session" => "string",
    ];
    protected const REQUIRED = [
        "role",
        "session",
    ];

    /**
     * The role of this connection from now on.
     *
     * @var 'control'|'observer'
     */
    public string $role;

    /**
     * A token of this role, for further connections until the bridge ends.
     *
     * @var string
     */
    public string $session;
}

/** Counters. Those of the outbox belong to the app group and survive restarts; the others start with the process. */
final class BridgeStats extends Record {
    protected const TYPES = [
        "outbox" => "BridgeStatsOutbox",
        "durability" => "string",
        "uptimeSeconds" => "int",
        "connections" => "BridgeStatsConnections",
        "bytes" => "BridgeStatsBytes",
        "calls" => "BridgeStatsCalls",
        "events" => "BridgeStatsEvents",
        "delivery" => "BridgeStatsDelivery",
        "platform" => "BridgeStatsPlatform",
        "latencyMicroseconds" => "LatencyStep[]",
    ];
    protected const REQUIRED = [
        "outbox",
        "durability",
        "uptimeSeconds",
        "connections",
        "bytes",
        "calls",
        "events",
        "delivery",
        "platform",
        "latencyMicroseconds",
    ];

    /**
     * Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending.
     *
     * @var BridgeStatsOutbox
     */
    public BridgeStatsOutbox $outbox;

    /**
     * The failures that accepted jobs survive: power for a power failure, process for a crash of the bridge only.
     *
     * @var string
     */
    public string $durability;

    /**
     * The time since the start of the process, in seconds.
     *
     * @var int
     */
    public int $uptimeSeconds;

    /**
     * Connections of hosts.
     *
     * @var BridgeStatsConnections
     */
    public BridgeStatsConnections $connections;

    /**
     * The data of all connections, in bytes.
     *
     * @var BridgeStatsBytes
     */
    public BridgeStatsBytes $bytes;

    /**
     * Messages from hosts.
     *
     * @var BridgeStatsCalls
     */
    public BridgeStatsCalls $calls;

    /**
     * SDK events.
     *
     * @var BridgeStatsEvents
     */
    public BridgeStatsEvents $events;

    /**
     * Requests to the platform.
     *
     * @var BridgeStatsDelivery
     */
    public BridgeStatsDelivery $delivery;

    /**
     * The platform of the app group.
     *
     * @var BridgeStatsPlatform
     */
    public BridgeStatsPlatform $platform;

    /**
     * The histogram of response times: from the last byte read to the answer written.
     *
     * @var list<LatencyStep>
     */
    public array $latencyMicroseconds;
}

/** Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending. */
final class BridgeStatsOutbox extends Record {
    protected const TYPES = [
        "accepted" => "int",
        "delivered" => "int",
        "rejected" => "int",
        "expired" => "int",
        "cleared" => "int",
        "lost" => "int",
        "pending" => "int",
        "bytes" => "int",
        "oldestPendingAt" => "?string",
    ];
    protected const REQUIRED = [
        "accepted",
        "delivered",
        "rejected",
        "expired",
        "cleared",
        "lost",
        "pending",
        "bytes",
        "oldestPendingAt",
    ];

    /**
     * The number of accepted jobs.
     *
     * @var int
     */
    public int $accepted;

    /**
     * The number of delivered jobs.
     *
     * @var int
     */
    public int $delivered;

    /**
     * The number of jobs that the platform rejected.
     *
     * @var int
     */
    public int $rejected;

    /**
     * The number of jobs whose time to live ended first.
     *
     * @var int
     */
    public int $expired;

    /**
     * The number of jobs that `clear`, a new resource token, a later suspend or unsubscribe, or `outbox.discard` ended.
     *
     * @var int
     */
    public int $cleared;

    /**
     * The number of jobs lost to damaged storage.
     *
     * @var int
     */
    public int $lost;

    /**
     * The number of pending jobs.
     *
     * @var int
     */
    public int $pending;

    /**
     * The size of the pending jobs, in bytes.
     *
     * @var int
     */
    public int $bytes;

    /**
     * The acceptance time of the oldest pending job; null if nothing is pending. A time in ISO 8601, UTC.
     *
     * @var string|null
     */
    public ?string $oldestPendingAt;
}

/** Connections of hosts. */
final class BridgeStatsConnections extends Record {
    protected const TYPES = [
        "open" => "int",
        "opened" => "int",
        "refused" => "int",
    ];
    protected const REQUIRED = [
        "open",
        "opened",
        "refused",
    ];

    /**
     * The number of open connections.
     *
     * @var int
     */
    public int $open;

    /**
     * The number of connections opened since the start.
     *
     * @var int
     */
    public int $opened;

    /**
     * The number of refused connections: beyond a limit, or not authorized.
     *
     * @var int
     */
    public int $refused;
}

/** The data of all connections, in bytes. */
final class BridgeStatsBytes extends Record {
    protected const TYPES = [
        "in" => "int",
        "out" => "int",
    ];
    protected const REQUIRED = [
        "in",
        "out",
    ];

    /**
     * The number of bytes read.
     *
     * @var int
     */
    public int $in;

    /**
     * The number of bytes written.
     *
     * @var int
     */
    public int $out;
}

/** Messages from hosts. */
final class BridgeStatsCalls extends Record {
    protected const TYPES = [
        "requests" => "int",
        "notifications" => "int",
        "errors" => "int",
        "ignoredResponses" => "int",
    ];
    protected const REQUIRED = [
        "requests",
        "notifications",
        "errors",
        "ignoredResponses",
    ];

    /**
     * The number of requests.
     *
     * @var int
     */
    public int $requests;

    /**
     * The number of notifications.
     *
     * @var int
     */
    public int $notifications;

    /**
     * The number of calls answered with an error, and of invalid messages.
     *
     * @var int
     */
    public int $errors;

    /**
     * The number of responses without an open request.
     *
     * @var int
     */
    public int $ignoredResponses;
}

/** SDK events. */
final class BridgeStatsEvents extends Record {
    protected const TYPES = [
        "emitted" => "int",
        "dropped" => "int",
    ];
    protected const REQUIRED = [
        "emitted",
        "dropped",
    ];

    /**
     * The number of emitted events.
     *
     * @var int
     */
    public int $emitted;

    /**
     * The number of events that a subscriber did not receive, counted for each subscriber.
     *
     * @var int
     */
    public int $dropped;
}

/** Requests to the platform. */
final class BridgeStatsDelivery extends Record {
    protected const TYPES = [
        "attempts" => "int",
        "connections" => "int",
    ];
    protected const REQUIRED = [
        "attempts",
        "connections",
    ];

    /**
     * The number of requests sent.
     *
     * @var int
     */
    public int $attempts;

    /**
     * The number of connections opened for them.
     *
     * @var int
     */
    public int $connections;
}

/** The platform of the app group. */
final class BridgeStatsPlatform extends Record {
    protected const TYPES = [
        "url" => "?string",
        "state" => "string",
    ];
    protected const REQUIRED = [
        "url",
        "state",
    ];

    /**
     * Its address; null without a configuration.
     *
     * @var string|null
     */
    public ?string $url;

    /**
     * The result of the last attempt: well for an answer, failing for an answer with 5xx, unreachable for none, untried
     * before the first one to this address since the start.
     *
     * @var 'untried'|'well'|'failing'|'unreachable'
     */
    public string $state;
}

/** A URL that opens one connection. */
final class BridgeTicket extends Record {
    protected const TYPES = [
        "url" => "string",
        "expiresAt" => "string",
    ];
    protected const REQUIRED = [
        "url",
        "expiresAt",
    ];

    /**
     * The address of the pages of this bridge; the fragment `#ticket=` has the ticket.
     *
     * @var string
     */
    public string $url;

    /**
     * The time after which the ticket is refused, 60 seconds after the call. A time in ISO 8601, UTC.
     *
     * @var string
     */
    public string $expiresAt;
}

/** The value of the event for a button that the push does not have. */
final class ButtonValue extends Record {
    protected const TYPES = [
        "identifier" => "string",
        "index" => "int",
    ];
    protected const REQUIRED = [
        "identifier",
        "index",
    ];

    /**
     * The identifier of the tapped button, from the host.
     *
     * @var string
     */
    public string $identifier;

    /**
     * The index of the button, counted from 0; it is beyond the last button.
     *
     * @var int
     */
    public int $index;
}

/** A category of the subscription. The platform reads only `name` and `active` of it. */
final class Category extends Record {
    protected const TYPES = [
        "name" => "?string",
        "title" => "?string",
        "steady" => "?bool",
        "active" => "?bool",
    ];

    /**
     * The name of the category, as the resource of the platform defines it. Example: `"news"`.
     *
     * @var string|null
     */
    public ?string $name = null;

    /**
     * The title of the category, as users see it. Example: `"News"`.
     *
     * @var string|null
     */
    public ?string $title = null;

    /**
     * True if subscribers cannot turn the category off. Example: `false`.
     *
     * @var bool|null
     */
    public ?bool $steady = null;

    /**
     * True if the category is turned on for this subscription. Example: `true`.
     *
     * @var bool|null
     */
    public ?bool $active = null;
}

/** A subscription to messages of a chat. */
final class CcDataSubscription extends Record {
    protected const TYPES = [
        "channel" => "string",
        "type" => "?string",
        "resource_id" => "int",
        "cc_data" => "object",
        "status" => "?string",
        "priority" => "?int",
        "custom_fields" => "?object",
        "cats" => "?string[]",
    ];
    protected const REQUIRED = [
        "channel",
        "resource_id",
        "cc_data",
    ];

    /**
     * The channel of the subscription. Example: `"telegram_bot"`.
     *
     * @var 'telegram_bot'|'whatsapp'|'viber'|'notify'
     */
    public string $channel;

    /**
     * The kind of the subscription, as the React Native SDK names it. Example: `"cc_data"`.
     *
     * @var 'cc_data'|null
     */
    public ?string $type = null;

    /**
     * The identifier of the resource that the subscription belongs to, from the Altcraft account. Example: `1`.
     *
     * @var int
     */
    public int $resource_id;

    /**
     * The address of the recipient in the channel, as the platform expects it: a chat id or a phone number. Example:
     * `{"chat_id": "4711"}`.
     *
     * @var \stdClass
     */
    public \stdClass $cc_data;

    /**
     * The status of the subscription. Example: `"subscribed"`.
     *
     * @var 'subscribed'|'suspended'|'unsubscribed'|null
     */
    public ?string $status = null;

    /**
     * The priority of the subscription in delivery. Example: `0`.
     *
     * @var int|null
     */
    public ?int $priority = null;

    /**
     * Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`.
     *
     * @var \stdClass|null
     */
    public ?\stdClass $custom_fields = null;

    /**
     * The names of the categories of the subscription. Example: `["news"]`.
     *
     * @var list<string>|null
     */
    public ?array $cats = null;
}

/** The value of the event for cleared data. */
final class ClearedValue extends Record {
    protected const TYPES = [
        "cleared" => "int",
    ];
    protected const REQUIRED = [
        "cleared",
    ];

    /**
     * The number of jobs that were ended.
     *
     * @var int
     */
    public int $cleared;
}

/** The result of a tap on a notification. */
final class ClickResult extends Record {
    protected const TYPES = [
        "url" => "?string",
        "handledBy" => "string",
    ];
    protected const REQUIRED = [
        "url",
        "handledBy",
    ];

    /**
     * The address that the host must open; null if there is none.
     *
     * @var string|null
     */
    public ?string $url;

    /**
     * sdk: the bridge has registered the open event. app: the connection that processes clicks has done everything.
     * dismissed: the user dismissed the notification, which is not an open; nothing is sent.
     *
     * @var 'sdk'|'app'|'dismissed'
     */
    public string $handledBy;
}

/** The configuration of an app group. */
final class Configuration extends Record {
    protected const TYPES = [
        "apiUrl" => "string",
        "rToken" => "?string",
        "appInfo" => "?AppInfo",
        "providerPriorityList" => "?string[]",
        "enableLogging" => "?bool",
        "device" => "?Device",
        "eventCodes" => "?string",
        "retry" => "?Retry",
        "rTokenMatchingMode" => "?string",
        "android_icon" => "mixed",
        "android_usingService" => "mixed",
        "android_serviceMessage" => "mixed",
        "android_pushReceiverModules" => "mixed",
        "android_pushChannelName" => "mixed",
        "android_pushChannelDescription" => "mixed",
    ];
    protected const REQUIRED = [
        "apiUrl",
    ];

    /**
     * The address of the platform, from the Altcraft account: an https address, or http on this machine. A missing one
     * is refused with 471. Example: `"https://pxl.example.com"`.
     *
     * @var string
     */
    public string $apiUrl;

    /**
     * The resource token, from the settings of the resource in the Altcraft account: printable ASCII, at most 512
     * characters. With it no JWT is needed. An empty string means none. Example: `"resource-token"`.
     *
     * @var string|null
     */
    public ?string $rToken = null;

    /**
     * The app, as the platform shows it in the profile. Example: `{"appID": "com.example.app", "appIID": "6f1c2a90",
     * "appVer": "1.0.0"}`.
     *
     * @var AppInfo|null
     */
    public ?AppInfo $appInfo = null;

    /**
     * The push providers to ask for a token, the first one first: ios-apns, ios-firebase, ios-huawei. Example:
     * `["ios-firebase", "ios-apns"]`.
     *
     * @var list<'ios-apns'|'ios-firebase'|'ios-huawei'>|null
     */
    public ?array $providerPriorityList = null;

    /**
     * Sets the log level to info if true, to error if false. Example: `true`.
     *
     * @var bool|null
     */
    public ?bool $enableLogging = null;

    /**
     * The device that the host stands for. Missing members are taken from this machine. Example: `{"osVersion":
     * "18.6.2", "timeZone": "Europe/Berlin"}`.
     *
     * @var Device|null
     */
    public ?Device $device = null;

    /**
     * The numbering of event codes: current, that of today's SDKs, or legacy, that of the older table in the
     * documentation. Example: `"current"`.
     *
     * @var 'current'|'legacy'|null
     */
    public ?string $eventCodes = null;

    /**
     * The pauses between delivery attempts. They take precedence over the limits retryFirstSeconds, retryMaxSeconds and
     * retryTotalSeconds. Example: `{"firstSeconds": 1, "maxSeconds": 60}`.
     *
     * @var Retry|null
     */
    public ?Retry $retry = null;

    /**
     * The value of the query parameter matching_mode in requests that use the resource token: push_sub, or rToken for
     * the token itself, as earlier SDKs for iOS send it. Example: `"push_sub"`.
     *
     * @var 'push_sub'|'rToken'|null
     */
    public ?string $rTokenMatchingMode = null;

    /**
     * A member of the React Native configuration. It is accepted and has no effect; any value will do. Example:
     * `"icon"`.
     *
     * @var mixed
     */
    public mixed $android_icon = null;

    /**
     * A member of the React Native configuration. It is accepted and has no effect; any value will do. Example:
     * `"icon"`.
     *
     * @var mixed
     */
    public mixed $android_usingService = null;

    /**
     * A member of the React Native configuration. It is accepted and has no effect; any value will do. Example:
     * `"icon"`.
     *
     * @var mixed
     */
    public mixed $android_serviceMessage = null;

    /**
     * A member of the React Native configuration. It is accepted and has no effect; any value will do. Example:
     * `"icon"`.
     *
     * @var mixed
     */
    public mixed $android_pushReceiverModules = null;

    /**
     * A member of the React Native configuration. It is accepted and has no effect; any value will do. Example:
     * `"icon"`.
     *
     * @var mixed
     */
    public mixed $android_pushChannelName = null;

    /**
     * A member of the React Native configuration. It is accepted and has no effect; any value will do. Example:
     * `"icon"`.
     *
     * @var mixed
     */
    public mixed $android_pushChannelDescription = null;
}

/** The device, as the bridge describes it to the platform. */
final class Device extends Record {
    protected const TYPES = [
        "os" => "?string",
        "osVersion" => "?string",
        "deviceModel" => "?string",
        "deviceName" => "?string",
        "deviceType" => "?string",
        "language" => "?string",
        "adId" => "?string",
        "adTrack" => "?bool",
        "timeZone" => "?string",
    ];

    /**
     * The operating system; sent as `_os`. Without it: IOS, which fits the push providers. Example: `"IOS"`.
     *
     * @var string|null
     */
    public ?string $os = null;

    /**
     * The version of the operating system; sent as `_os_ver`. Without it: that of this machine. Example: `"18.6.2"`.
     *
     * @var string|null
     */
    public ?string $osVersion = null;

    /**
     * The model of the device, as its operating system reports it; sent as `_device_model`. Example: `"iPhone14,7"`.
     *
     * @var string|null
     */
    public ?string $deviceModel = null;

    /**
     * The name of the device, as its user sees it; sent as `_device_name`. Example: `"iPhone of Ann"`.
     *
     * @var string|null
     */
    public ?string $deviceName = null;

    /**
     * The kind of device; sent as `_device_type`. Without it: mob. Example: `"mob"`.
     *
     * @var string|null
     */
    public ?string $deviceType = null;

    /**
     * The language of the operating system, as an ISO 639 code; sent as `_os_language`. Example: `"en"`.
     *
     * @var string|null
     */
    public ?string $language = null;

    /**
     * The advertising identifier, from the operating system; sent as `_ad_id` if `adTrack` is true. Example:
     * `"6D92078A-8246-4BA4-AE5B-76104861E7DC"`.
     *
     * @var string|null
     */
    public ?string $adId = null;

    /**
     * True if the user allows tracking, from the operating system; sent as `_ad_track`. Example: `true`.
     *
     * @var bool|null
     */
    public ?bool $adTrack = null;

    /**
     * The time zone: an IANA name, `Z`, `±hhmm` or `±hh:mm`, or such an offset behind UTC or GMT (`GMT+3`); sent as
     * `_os_tz`. Without it: that of this machine. Example: `"Europe/Berlin"`.
     *
     * @var string|null
     */
    public ?string $timeZone = null;
}

/** A subscription to email. */
final class EmailSubscription extends Record {
    protected const TYPES = [
        "channel" => "?string",
        "type" => "?string",
        "resource_id" => "int",
        "email" => "string",
        "status" => "?string",
        "priority" => "?int",
        "custom_fields" => "?object",
        "cats" => "?string[]",
    ];
    protected const REQUIRED = [
        "resource_id",
        "email",
    ];

    /**
     * The channel of the subscription. Example: `"email"`.
     *
     * @var 'email'|null
     */
    public ?string $channel = null;

    /**
     * The kind of the subscription, as the React Native SDK names it. Example: `"email"`.
     *
     * @var 'email'|null
     */
    public ?string $type = null;

    /**
     * The identifier of the resource that the subscription belongs to, from the Altcraft account. Example: `1`.
     *
     * @var int
     */
    public int $resource_id;

    /**
     * The recipient's email address, from the user. Example: `"ann@example.com"`.
     *
     * @var string
     */
    public string $email;

    /**
     * The status of the subscription. Example: `"subscribed"`.
     *
     * @var 'subscribed'|'suspended'|'unsubscribed'|null
     */
    public ?string $status = null;

    /**
     * The priority of the subscription in delivery. Example: `0`.
     *
     * @var int|null
     */
    public ?int $priority = null;

    /**
     * Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`.
     *
     * @var \stdClass|null
     */
    public ?\stdClass $custom_fields = null;

    /**
     * The names of the categories of the subscription. Example: `["news"]`.
     *
     * @var list<string>|null
     */
    public ?array $cats = null;
}

/** The value of an event for a job that ended without an answer: expired, cleared or lost. */
final class EndedJobValue extends Record {
    protected const TYPES = [
        "method" => "string",
        "createdAt" => "string",
        "cause" => "?string",
        "by" => "?string",
    ];
    protected const REQUIRED = [
        "method",
        "createdAt",
    ];

    /**
     * The method of the call.
     *
     * @var string
     */
    public string $method;

    /**
     * The time at which the call was accepted, in UTC. A time in ISO 8601, UTC.
     *
     * @var string
     */
    public string $createdAt;

    /**
     * Of event 601: superseded if a later suspend or unsubscribe of the user has passed the subscription, discarded
     * after `outbox.discard`; absent for a change of the resource token, and of other events.
     *
     * @var 'superseded'|'discarded'
     */
    public ?string $cause = null;

    /**
     * The `requestId` of the job that superseded this one; absent for any other cause.
     *
     * @var string
     */
    public ?string $by = null;
}

/** An event of the SDK: an outcome, a refusal or a change. */
final class Event extends Record {
    protected const TYPES = [
        "epoch" => "string",
        "seq" => "int",
        "type" => "string",
        "code" => "int",
        "name" => "string",
        "function" => "string",
        "message" => "string",
        "value" => "mixed",
        "date" => "string",
        "requestId" => "?string",
    ];
    protected const REQUIRED = [
        "epoch",
        "seq",
        "type",
        "code",
        "name",
        "function",
        "message",
        "value",
        "date",
        "requestId",
    ];

    /**
     * The id of the run of the process that counts `seq`; it changes with every start. Example: `"9f2c4b1e"`.
     *
     * @var string
     */
    public string $epoch;

    /**
     * The number of the event in this run: 1, 2, 3 and so on, without holes. Example: `17`.
     *
     * @var int
     */
    public int $seq;

    /**
     * The class: event for a success or a notice, error for a final failure, retryError for a failure that is retried.
     *
     * @var 'event'|'error'|'retryError'
     */
    public string $type;

    /**
     * The code of the event, in the numbering that `eventCodes` of the configuration selects. Example: `230`.
     *
     * @var int
     */
    public int $code;

    /**
     * The name of the event, the same in both numberings. Example: `"pushSubscribe.succeeded"`.
     *
     * @var string
     */
    public string $name;

    /**
     * The function of the SDK that emits it: the called one, or processResponse for an answer of the platform. Example:
     * `"pushSubscribe"`.
     *
     * @var string
     */
    public string $function;

    /**
     * A description for people, in the words of the SDK where it has this event; programs use `name`. Example:
     * `"successful request: push/subscribe"`.
     *
     * @var string
     */
    public string $message;

    /**
     * The data of the event, by its name: see x-events; null if it has none.
     *
     * @var
     * AnswerValue|PushAnswerValue|MobileAnswerValue|ProviderValue|MemberValue|ForeignPushValue|ClearedValue|StorageValue|ButtonValue|UnknownButtonValue|EndedJobValue|null
     */
    public mixed $value;

    /**
     * The time of the event, in UTC. Example: `"2026-11-20T12:00:00.123Z"`. A time in ISO 8601, UTC.
     *
     * @var string
     */
    public string $date;

    /**
     * The `requestId` of the job that the event reports on; null if there is none. Example: `"order-7"`.
     *
     * @var string|null
     */
    public ?string $requestId;
}

/** A row of the table of event codes. */
final class EventCode extends Record {
    protected const TYPES = [
        "code" => "int",
        "legacyCode" => "?int",
        "name" => "string",
        "class" => "string",
        "meaning" => "string",
        "retried" => "bool",
        "emitted" => "bool",
        "note" => "?string",
    ];
    protected const REQUIRED = [
        "code",
        "legacyCode",
        "name",
        "class",
        "meaning",
        "retried",
        "emitted",
        "note",
    ];

    /**
     * The number in today's SDKs.
     *
     * @var int
     */
    public int $code;

    /**
     * The number in the older table of the documentation; null if that has no such event.
     *
     * @var int|null
     */
    public ?int $legacyCode;

    /**
     * The name, the same in both numberings.
     *
     * @var string
     */
    public string $name;

    /**
     * The class: event for a success or a notice, error for a final failure, retryError for a failure that is retried.
     *
     * @var 'event'|'error'|'retryError'
     */
    public string $class;

    /**
     * The meaning of the event.
     *
     * @var string
     */
    public string $meaning;

    /**
     * True if the bridge retries after it.
     *
     * @var bool
     */
    public bool $retried;

    /**
     * True if the bridge emits it.
     *
     * @var bool
     */
    public bool $emitted;

    /**
     * A remark, or the reason why the bridge never emits it; null if there is none.
     *
     * @var string|null
     */
    public ?string $note;
}

/** A range of events that a subscriber did not receive. */
final class EventGap extends Record {
    protected const TYPES = [
        "from" => "int",
        "to" => "?int",
        "count" => "?int",
        "reason" => "string",
    ];
    protected const REQUIRED = [
        "from",
        "to",
        "count",
        "reason",
    ];

    /**
     * The `seq` of the first missing event. Example: `18`.
     *
     * @var int
     */
    public int $from;

    /**
     * The `seq` of the last missing event; null if it is unknown. Example: `20`.
     *
     * @var int|null
     */
    public ?int $to;

    /**
     * The number of missing events; null if it is unknown. Example: `3`.
     *
     * @var int|null
     */
    public ?int $count;

    /**
     * The reason: overflow if the events are no longer kept or were not read in time, restart if the cursor is of an
     * earlier run.
     *
     * @var 'overflow'|'restart'
     */
    public string $reason;
}

/** Kept events, and the position of the event stream. */
final class EventPage extends Record {
    protected const TYPES = [
        "epoch" => "string",
        "seq" => "int",
        "oldest" => "?int",
        "gap" => "?EventGap",
        "events" => "Event[]",
    ];
    protected const REQUIRED = [
        "epoch",
        "seq",
        "oldest",
        "gap",
        "events",
    ];

    /**
     * The id of the run of the process that counts `seq`; it changes with every start. Example: `"9f2c4b1e"`.
     *
     * @var string
     */
    public string $epoch;

    /**
     * The `seq` of the last event so far; 0 if there is none.
     *
     * @var int
     */
    public int $seq;

    /**
     * The `seq` of the oldest kept event; null if there is none.
     *
     * @var int|null
     */
    public ?int $oldest;

    /**
     * The events missing after `since`; null if none is missing.
     *
     * @var EventGap|null
     */
    public ?EventGap $gap;

    /**
     * The events, oldest first.
     *
     * @var list<Event>
     */
    public array $events;
}

/** The position of the event stream, and the missing events. */
final class EventPosition extends Record {
    protected const TYPES = [
        "epoch" => "string",
        "seq" => "int",
        "oldest" => "?int",
        "gap" => "?EventGap",
    ];
    protected const REQUIRED = [
        "epoch",
        "seq",
        "oldest",
        "gap",
    ];

    /**
     * The id of the run of the process that counts `seq`; it changes with every start. Example: `"9f2c4b1e"`.
     *
     * @var string
     */
    public string $epoch;

    /**
     * The `seq` of the last event so far; 0 if there is none.
     *
     * @var int
     */
    public int $seq;

    /**
     * The `seq` of the oldest kept event; null if there is none.
     *
     * @var int|null
     */
    public ?int $oldest;

    /**
     * The events missing after `since`; null if none is missing.
     *
     * @var EventGap|null
     */
    public ?EventGap $gap;
}

/** The value of the event for a push of another sender. */
final class ForeignPushValue extends Record {
    protected const TYPES = [
        "message" => "object",
    ];
    protected const REQUIRED = [
        "message",
    ];

    /**
     * The push. The value is null for one of more than 4 KiB.
     *
     * @var \stdClass
     */
    public \stdClass $message;
}

/** Addresses of the platform that count opens and deliveries of a push. */
final class HubLink extends Record {
    protected const TYPES = [
        "open" => "?string",
        "ack" => "?string",
    ];
    protected const REQUIRED = [
        "open",
        "ack",
    ];

    /**
     * The address whose request counts an open.
     *
     * @var string|null
     */
    public ?string $open;

    /**
     * The address whose request counts a delivery.
     *
     * @var string|null
     */
    public ?string $ack;
}

/** A job: one call that was accepted for delivery, with its state and outcome. */
final class Job extends Record {
    protected const TYPES = [
        "requestId" => "string",
        "method" => "string",
        "state" => "string",
        "createdAt" => "string",
        "attempts" => "int",
        "nextAttemptAt" => "?string",
        "waitingFor" => "?string",
        "lastError" => "?JobLastError",
        "outcome" => "?JobOutcome",
        "endedAt" => "?string",
        "retryable" => "bool",
    ];
    protected const REQUIRED = [
        "requestId",
        "method",
        "state",
        "createdAt",
        "attempts",
        "nextAttemptAt",
        "waitingFor",
        "lastError",
        "outcome",
        "endedAt",
        "retryable",
    ];

    /**
     * The id of the job, from the answer of the call; also the header Request-ID of every attempt.
     *
     * @var string
     */
    public string $requestId;

    /**
     * The method of the call, or tokenUpdate.
     *
     * @var string
     */
    public string $method;

    /**
     * The state: pending until the job ends, then its final state.
     *
     * @var 'pending'|'delivered'|'rejected'|'expired'|'cleared'|'lost'
     */
    public string $state;

    /**
     * The time at which the call was accepted, in UTC. A time in ISO 8601, UTC.
     *
     * @var string
     */
    public string $createdAt;

    /**
     * The number of attempts so far.
     *
     * @var int
     */
    public int $attempts;

    /**
     * The time of the next attempt; null if none is scheduled. A time in ISO 8601, UTC.
     *
     * @var string|null
     */
    public ?string $nextAttemptAt;

    /**
     * The reason why the job waits: a pause before the next attempt, a JWT of its user, a push token, the permission to
     * notify, a configuration, or other jobs of its user before it (lane). Null if it is being tried or is the next of
     * its user.
     *
     * @var 'retry'|'user'|'token'|'permission'|'configuration'|'lane'|null
     */
    public ?string $waitingFor;

    /**
     * The result of the last failed attempt; null if none has failed.
     *
     * @var JobLastError|null
     */
    public ?JobLastError $lastError;

    /**
     * The outcome of the job; null while it is pending.
     *
     * @var JobOutcome|null
     */
    public ?JobOutcome $outcome;

    /**
     * The time at which the job ended; null while it is pending. A time in ISO 8601, UTC.
     *
     * @var string|null
     */
    public ?string $endedAt;

    /**
     * True for a rejected job that `outbox.retry` accepts.
     *
     * @var bool
     */
    public bool $retryable;
}

/** The result of the last failed attempt; null if none has failed. */
final class JobLastError extends Record {
    protected const TYPES = [
        "code" => "int",
        "httpCode" => "?int",
        "message" => "string",
    ];
    protected const REQUIRED = [
        "code",
        "httpCode",
        "message",
    ];

    /**
     * The code of the event that reported it.
     *
     * @var int
     */
    public int $code;

    /**
     * The HTTP status code; null without an answer.
     *
     * @var int|null
     */
    public ?int $httpCode;

    /**
     * A description of the failure for people; programs use `code`.
     *
     * @var string
     */
    public string $message;
}

/** The outcome of the job; null while it is pending. */
final class JobOutcome extends Record {
    protected const TYPES = [
        "state" => "string",
        "eventCode" => "int",
        "response" => "?ResponseWithHttp",
    ];
    protected const REQUIRED = [
        "state",
        "eventCode",
        "response",
    ];

    /**
     * The final state of the job.
     *
     * @var 'pending'|'delivered'|'rejected'|'expired'|'cleared'|'lost'
     */
    public string $state;

    /**
     * The code of the event that reported it.
     *
     * @var int
     */
    public int $eventCode;

    /**
     * The answer of the platform; null if there is none.
     *
     * @var ResponseWithHttp|null
     */
    public ?ResponseWithHttp $response;
}

/** A page of the jobs in the outbox. */
final class JobPage extends Record {
    protected const TYPES = [
        "items" => "Job[]",
        "next" => "?string",
    ];
    protected const REQUIRED = [
        "items",
        "next",
    ];

    /**
     * The jobs in order of acceptance, without secrets; `response` of an outcome is null here.
     *
     * @var list<Job>
     */
    public array $items;

    /**
     * The `after` of the next page; null on the last page.
     *
     * @var string|null
     */
    public ?string $next;
}

/** A bucket of the histogram of response times. */
final class LatencyStep extends Record {
    protected const TYPES = [
        "le" => "?int",
        "count" => "int",
    ];
    protected const REQUIRED = [
        "le",
        "count",
    ];

    /**
     * The upper bound of the bucket, in microseconds; null for the last one.
     *
     * @var int|null
     */
    public ?int $le;

    /**
     * The number of requests in this bucket and not in a lower one.
     *
     * @var int
     */
    public int $count;
}

/** The value of the event for a member that is not a scalar. */
final class MemberValue extends Record {
    protected const TYPES = [
        "parameter" => "string",
    ];
    protected const REQUIRED = [
        "parameter",
    ];

    /**
     * The path of the member. Example: `"payload.items"`.
     *
     * @var string
     */
    public string $parameter;
}

/** The value of an event that reports the outcome of a mobile event. */
final class MobileAnswerValue extends Record {
    protected const TYPES = [
        "response_with_http_code" => "ResponseWithHttp",
        "name" => "string",
    ];
    protected const REQUIRED = [
        "response_with_http_code",
        "name",
    ];

    /**
     * The answer of the platform.
     *
     * @var ResponseWithHttp
     */
    public ResponseWithHttp $response_with_http_code;

    /**
     * The name of the mobile event.
     *
     * @var string
     */
    public string $name;
}

/** The buttons of a notification, as a category to register. */
final class NotificationCategory extends Record {
    protected const TYPES = [
        "identifier" => "string",
        "actions" => "Action[]",
    ];
    protected const REQUIRED = [
        "identifier",
        "actions",
    ];

    /**
     * The identifier of the category: always Altcraft.
     *
     * @var string
     */
    public string $identifier;

    /**
     * The actions, one for each button.
     *
     * @var list<Action>
     */
    public array $actions;
}

/** The visible content and the data of a notification. */
final class NotificationContent extends Record {
    protected const TYPES = [
        "title" => "?string",
        "subtitle" => "?string",
        "body" => "?string",
        "badge" => "?int",
        "sound" => "?string",
        "categoryIdentifier" => "?string",
        "userInfo" => "?object",
    ];

    /**
     * The title to show. Example: `"Sale"`.
     *
     * @var string|null
     */
    public ?string $title = null;

    /**
     * The line below the title. Example: `"Only today"`.
     *
     * @var string|null
     */
    public ?string $subtitle = null;

    /**
     * The text to show. Example: `"All shoes at half price"`.
     *
     * @var string|null
     */
    public ?string $body = null;

    /**
     * The number on the icon of the app. Example: `2`.
     *
     * @var int|null
     */
    public ?int $badge = null;

    /**
     * The sound to play, a file of the app or default. Example: `"default"`.
     *
     * @var string|null
     */
    public ?string $sound = null;

    /**
     * The category that the actions belong to. Example: `"Altcraft"`.
     *
     * @var string|null
     */
    public ?string $categoryIdentifier = null;

    /**
     * The data of the push, as it arrived. Example: `{"_uid": "uid-1"}`.
     *
     * @var \stdClass|null
     */
    public ?\stdClass $userInfo = null;
}

/** The request from the operating system for a push that arrived. */
final class NotificationRequest extends Record {
    protected const TYPES = [
        "identifier" => "?string",
        "content" => "NotificationContent",
    ];
    protected const REQUIRED = [
        "content",
    ];

    /**
     * The identifier of the request, from the operating system. Example: `"request-1"`.
     *
     * @var string|null
     */
    public ?string $identifier = null;

    /**
     * The visible content and the data of the notification. Example: `{"title": "Sale"}`.
     *
     * @var NotificationContent
     */
    public NotificationContent $content;
}

/** The response of a user to a notification, from the operating system. */
final class NotificationResponse extends Record {
    protected const TYPES = [
        "actionIdentifier" => "?string",
        "request" => "NotificationRequest",
    ];
    protected const REQUIRED = [
        "request",
    ];

    /**
     * The tapped element, from the operating system: button0 for the first button,
     * com.apple.UNNotificationDefaultActionIdentifier for the notification itself,
     * com.apple.UNNotificationDismissActionIdentifier for a dismissal. Example: `"button0"`.
     *
     * @var string|null
     */
    public ?string $actionIdentifier = null;

    /**
     * The notification request that was tapped, from the operating system. Example: `{"identifier": "request-1",
     * "content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}`.
     *
     * @var NotificationRequest
     */
    public NotificationRequest $request;
}

/** The outcome of a job, with its number. */
final class NumberedOutcome extends Record {
    protected const TYPES = [
        "epoch" => "string",
        "outcome" => "int",
        "requestId" => "string",
        "method" => "string",
        "user" => "?string",
        "state" => "string",
        "eventCode" => "int",
        "name" => "string",
        "httpCode" => "?int",
        "response" => "?ResponseWithHttp",
        "acceptedAt" => "string",
        "endedAt" => "string",
        "attempts" => "int",
        "trace" => "?string",
    ];
    protected const REQUIRED = [
        "epoch",
        "outcome",
        "requestId",
        "method",
        "user",
        "state",
        "eventCode",
        "name",
        "httpCode",
        "response",
        "acceptedAt",
        "endedAt",
        "attempts",
        "trace",
    ];

    /**
     * The epoch of the number: each process that ends a job begins one. Keep it with the number and pass both, so that
     * an older copy of the data directory that was put back is noticed. Example: `"9f2c4b1e"`.
     *
     * @var string
     */
    public string $epoch;

    /**
     * The number of the outcome: 1, 2, 3 and so on in the app group, in the order in which the outcomes became durable,
     * over restarts. Example: `17`.
     *
     * @var int
     */
    public int $outcome;

    /**
     * The id of the job, from the answer of the call. Example: `"order-7"`.
     *
     * @var string
     */
    public string $requestId;

    /**
     * The method of the call, or tokenUpdate. Example: `"pushSubscribe"`.
     *
     * @var string
     */
    public string $method;

    /**
     * The start of the tag of the user; null for a job under a resource token, for a job that ended under an earlier
     * version, and after `clear`. Example: `"5f1d7a84"`.
     *
     * @var string|null
     */
    public ?string $user;

    /**
     * The state in which the job ended. Example: `"delivered"`.
     *
     * @var 'delivered'|'rejected'|'expired'|'cleared'|'lost'
     */
    public string $state;

    /**
     * The code of the event that reported it. Example: `230`.
     *
     * @var int
     */
    public int $eventCode;

    /**
     * The name of that event. Example: `"pushSubscribe.succeeded"`.
     *
     * @var string
     */
    public string $name;

    /**
     * The HTTP status code of the last attempt; null without an answer. Example: `200`.
     *
     * @var int|null
     */
    public ?int $httpCode;

    /**
     * The answer of the platform; null if there is none.
     *
     * @var ResponseWithHttp|null
     */
    public ?ResponseWithHttp $response;

    /**
     * The time at which the call was accepted, in UTC. Example: `"2026-11-20T12:00:00.123Z"`. A time in ISO 8601, UTC.
     *
     * @var string
     */
    public string $acceptedAt;

    /**
     * The time at which the job ended, in UTC. Example: `"2026-11-20T12:00:00.456Z"`. A time in ISO 8601, UTC.
     *
     * @var string
     */
    public string $endedAt;

    /**
     * The number of attempts. Example: `1`.
     *
     * @var int
     */
    public int $attempts;

    /**
     * The id of the trace of the attempt that ended the job; null if there is none. Example:
     * `"0af7651916cd43dd8448eb211c80319c"`.
     *
     * @var string|null
     */
    public ?string $trace;
}

/** The jobs that a filter chose. */
final class OutboxChanges extends Record {
    protected const TYPES = [
        "matched" => "int",
        "done" => "int",
    ];
    protected const REQUIRED = [
        "matched",
        "done",
    ];

    /**
     * The number of jobs that match.
     *
     * @var int
     */
    public int $matched;

    /**
     * The number of jobs that were changed: 0 with `dryRun`.
     *
     * @var int
     */
    public int $done;
}

/** A choice of jobs: those that match all members. At least one member is needed. */
final class OutboxFilter extends Record {
    protected const TYPES = [
        "state" => "?string",
        "method" => "?string[]",
        "code" => "?int[]",
        "acceptedBefore" => "?string",
        "acceptedAfter" => "?string",
    ];

    /**
     * The state of the jobs. Example: `"rejected"`.
     *
     * @var 'pending'|'rejected'|null
     */
    public ?string $state = null;

    /**
     * The methods of the jobs. Token updates, which the bridge makes itself, match only if it contains tokenUpdate.
     * Example: `["mobileEvent"]`.
     *
     * @var list<string>|null
     */
    public ?array $method = null;

    /**
     * The codes of the events that reported the outcomes of the jobs, or the last errors of pending ones. Example:
     * `[437]`.
     *
     * @var list<int>|null
     */
    public ?array $code = null;

    /**
     * The time in UTC before which the jobs were accepted. Example: `"2026-11-20T12:00:00Z"`.
     *
     * @var string|null
     */
    public ?string $acceptedBefore = null;

    /**
     * The time in UTC at or after which the jobs were accepted. Example: `"2026-11-20"`.
     *
     * @var string|null
     */
    public ?string $acceptedAfter = null;
}

/** The outcome of a durable call that waited for it. */
final class Outcome extends Record {
    protected const TYPES = [
        "state" => "string",
        "eventCode" => "?int",
        "response" => "?ResponseWithHttp",
    ];
    protected const REQUIRED = [
        "state",
        "eventCode",
        "response",
    ];

    /**
     * The final state of the job; pending if the time to wait ended first.
     *
     * @var 'pending'|'delivered'|'rejected'|'expired'|'cleared'|'lost'
     */
    public string $state;

    /**
     * The code of the event that reports the outcome; null while the job is pending.
     *
     * @var int|null
     */
    public ?int $eventCode;

    /**
     * The answer of the platform; null if there is none.
     *
     * @var ResponseWithHttp|null
     */
    public ?ResponseWithHttp $response;
}

/** Outcomes in the order of their numbers. */
final class OutcomePage extends Record {
    protected const TYPES = [
        "outcomes" => "NumberedOutcome[]",
        "next" => "int",
        "epoch" => "string",
        "first" => "int",
        "last" => "int",
        "rolledBack" => "bool",
    ];
    protected const REQUIRED = [
        "outcomes",
        "next",
        "epoch",
        "first",
        "last",
        "rolledBack",
    ];

    /**
     * The outcomes, oldest first.
     *
     * @var list<NumberedOutcome>
     */
    public array $outcomes;

    /**
     * The `after` of the next page. Example: `17`.
     *
     * @var int
     */
    public int $next;

    /**
     * The epoch of `next`. Example: `"9f2c4b1e"`.
     *
     * @var string
     */
    public string $epoch;

    /**
     * The number of the oldest outcome that is kept; one more than `last` if there is none. Example: `1`.
     *
     * @var int
     */
    public int $first;

    /**
     * The number of the last outcome; 0 if there is none. Example: `17`.
     *
     * @var int
     */
    public int $last;

    /**
     * True if `after` and `epoch` are not of this data directory: the page begins with the oldest outcome.
     *
     * @var bool
     */
    public bool $rolledBack;
}

/** The numbers of the outcomes that are kept. */
final class OutcomePosition extends Record {
    protected const TYPES = [
        "epoch" => "string",
        "first" => "int",
        "last" => "int",
    ];
    protected const REQUIRED = [
        "epoch",
        "first",
        "last",
    ];

    /**
     * The epoch of `last`; "0" if there is none. Example: `"9f2c4b1e"`.
     *
     * @var string
     */
    public string $epoch;

    /**
     * The number of the oldest outcome that is kept; one more than `last` if there is none. Example: `1`.
     *
     * @var int
     */
    public int $first;

    /**
     * The number of the last outcome; 0 if there is none. Example: `17`.
     *
     * @var int
     */
    public int $last;
}

/** A push of any provider in one form. A member that the push does not have is null. */
final class ParsedPush extends Record {
    protected const TYPES = [
        "isAltcraft" => "bool",
        "structure" => "?string",
        "uid" => "?string",
        "launchId" => "?string",
        "title" => "?string",
        "subtitle" => "?string",
        "body" => "?string",
        "media" => "?string",
        "icon" => "?string",
        "clickUrl" => "?string",
        "buttons" => "PushButton[]",
        "hubLink" => "?HubLink",
        "badge" => "?int",
        "sound" => "?string",
        "silent" => "bool",
        "contentAvailable" => "?bool",
        "deeplink" => "?string",
        "intent" => "?string",
        "color" => "?string",
        "channelId" => "?string",
        "importance" => "?string",
        "extra" => "object",
        "rest" => "object",
    ];
    protected const REQUIRED = [
        "isAltcraft",
        "structure",
        "uid",
        "launchId",
        "title",
        "subtitle",
        "body",
        "media",
        "icon",
        "clickUrl",
        "buttons",
        "hubLink",
        "badge",
        "sound",
        "silent",
        "contentAvailable",
        "deeplink",
        "intent",
        "color",
        "channelId",
        "importance",
        "extra",
        "rest",
    ];

    /**
     * True if the push comes from the platform.
     *
     * @var bool
     */
    public bool $isAltcraft;

    /**
     * The structure of the message: that of a provider, sdk for one with the SDK's marker, data for a flat map of the
     * platform; null for a push of another sender.
     *
     * @var
     * 'sdk'|'appMetricaIOS'|'appMetricaAndroid'|'hmsIOS'|'fcmV1IOS'|'hmsAndroid'|'fcmV1Android'|'ruStore'|'fcmLegacyIOS'|'fcmLegacyAndroid'|'apns'|'data'|null
     */
    public ?string $structure;

    /**
     * The id of the push; delivery and open events are registered under it.
     *
     * @var string|null
     */
    public ?string $uid;

    /**
     * The platform's id of this launch, unique within its mailing.
     *
     * @var string|null
     */
    public ?string $launchId;

    /**
     * The title to show.
     *
     * @var string|null
     */
    public ?string $title;

    /**
     * The line below the title.
     *
     * @var string|null
     */
    public ?string $subtitle;

    /**
     * The text to show.
     *
     * @var string|null
     */
    public ?string $body;

    /**
     * The address of the image to show. The bridge does not fetch it.
     *
     * @var string|null
     */
    public ?string $media;

    /**
     * The address of the icon to show. The bridge does not fetch it.
     *
     * @var string|null
     */
    public ?string $icon;

    /**
     * The address that a tap on the notification opens.
     *
     * @var string|null
     */
    public ?string $clickUrl;

    /**
     * The buttons to show, in order; empty if there is none.
     *
     * @var list<PushButton>
     */
    public array $buttons;

    /**
     * Addresses of the platform that count opens and deliveries. The bridge never requests them.
     *
     * @var HubLink|null
     */
    public ?HubLink $hubLink;

    /**
     * The number on the icon of the app.
     *
     * @var int|null
     */
    public ?int $badge;

    /**
     * The sound to play.
     *
     * @var string|null
     */
    public ?string $sound;

    /**
     * True for a push that shows nothing: one that says so, or one without a title and a text whose `contentAvailable`
     * is true.
     *
     * @var bool
     */
    public bool $silent;

    /**
     * True if the push wakes the app in the background.
     *
     * @var bool|null
     */
    public ?bool $contentAvailable;

    /**
     * The address in the app that a tap opens.
     *
     * @var string|null
     */
    public ?string $deeplink;

    /**
     * The intent that a tap opens on a Huawei device.
     *
     * @var string|null
     */
    public ?string $intent;

    /**
     * The background color of the icon.
     *
     * @var string|null
     */
    public ?string $color;

    /**
     * The notification channel of the app on Android.
     *
     * @var string|null
     */
    public ?string $channelId;

    /**
     * The importance of the notification on a Huawei device.
     *
     * @var string|null
     */
    public ?string $importance;

    /**
     * The other data of the push.
     *
     * @var \stdClass
     */
    public \stdClass $extra;

    /**
     * The members of the message that no other member here holds, nested as they came. A text that contains JSON is an
     * object if a part of it is held.
     *
     * @var \stdClass
     */
    public \stdClass $rest;
}

/** The number of jobs left to deliver. */
final class PendingCount extends Record {
    protected const TYPES = [
        "pending" => "int",
    ];
    protected const REQUIRED = [
        "pending",
    ];

    /**
     * The number of pending jobs.
     *
     * @var int
     */
    public int $pending;
}

/** The permission to show notifications. */
final class Permission extends Record {
    protected const TYPES = [
        "granted" => "bool",
        "error" => "?string",
    ];
    protected const REQUIRED = [
        "granted",
        "error",
    ];

    /**
     * True if the user allows notifications, from the operating system of the device. Example: `true`.
     *
     * @var bool
     */
    public bool $granted;

    /**
     * The error of the operating system, as a text of the host; null if there is none.
     *
     * @var string|null
     */
    public ?string $error;
}

/** The way to show a push while the app is in the foreground. */
final class PresentationOptions extends Record {
    protected const TYPES = [
        "options" => "string[]",
    ];
    protected const REQUIRED = [
        "options",
    ];

    /**
     * Any of banner, badge and sound, also list and alert; empty to show nothing. Example: `["banner", "sound"]`.
     *
     * @var list<string>
     */
    public array $options;
}

/** The profile that a subscription belongs to. A member that the platform did not send is null. */
final class ProfileData extends Record {
    protected const TYPES = [
        "id" => "?string",
        "status" => "?string",
        "isTest" => "?bool",
        "subscription" => "?SubscriptionData",
    ];
    protected const REQUIRED = [
        "id",
        "status",
        "isTest",
        "subscription",
    ];

    /**
     * The platform's id of the profile.
     *
     * @var string|null
     */
    public ?string $id;

    /**
     * The status of the profile.
     *
     * @var 'subscribed'|'suspended'|'unsubscribed'|null
     */
    public ?string $status;

    /**
     * True for a test profile.
     *
     * @var bool|null
     */
    public ?bool $isTest;

    /**
     * The push subscription that the answer describes; null if there is none.
     *
     * @var SubscriptionData|null
     */
    public ?SubscriptionData $subscription;
}

/** A form of ProviderSource. */
final class ProviderSourceToken extends Record {
    protected const TYPES = [
        "token" => "string",
    ];
    protected const REQUIRED = [
        "token",
    ];

    /**
     * The JWT from the server of the app, or the push token from the push service. Example: `"fcm-token-1"`.
     *
     * @var string
     */
    public string $token;
}

/** The value of an event about a push provider. */
final class ProviderValue extends Record {
    protected const TYPES = [
        "provider" => "string",
    ];
    protected const REQUIRED = [
        "provider",
    ];

    /**
     * The push provider in use, or the refused name, cut at 16 characters.
     *
     * @var 'ios-apns'|'ios-firebase'|'ios-huawei'
     */
    public string $provider;
}

/** The value of an event that reports the outcome of a delivery or open event. */
final class PushAnswerValue extends Record {
    protected const TYPES = [
        "response_with_http_code" => "ResponseWithHttp",
        "uid" => "string",
        "type" => "string",
    ];
    protected const REQUIRED = [
        "response_with_http_code",
        "uid",
        "type",
    ];

    /**
     * The answer of the platform.
     *
     * @var ResponseWithHttp
     */
    public ResponseWithHttp $response_with_http_code;

    /**
     * The uid of the push.
     *
     * @var string
     */
    public string $uid;

    /**
     * The kind of the push event.
     *
     * @var 'delivery'|'open'
     */
    public string $type;
}

/** A button of a push. */
final class PushButton extends Record {
    protected const TYPES = [
        "identifier" => "string",
        "label" => "?string",
        "link" => "?string",
    ];
    protected const REQUIRED = [
        "identifier",
        "label",
        "link",
    ];

    /**
     * The identifier: button0 for the first button of the push.
     *
     * @var string
     */
    public string $identifier;

    /**
     * The label of the button.
     *
     * @var string|null
     */
    public ?string $label;

    /**
     * The address that a tap on the button opens; null if there is none.
     *
     * @var string|null
     */
    public ?string $link;
}

/** A subscription to push notifications. */
final class PushSubscription extends Record {
    protected const TYPES = [
        "channel" => "?string",
        "type" => "?string",
        "resource_id" => "int",
        "provider" => "string",
        "subscription_id" => "string",
        "status" => "?string",
        "priority" => "?int",
        "custom_fields" => "?object",
        "cats" => "?string[]",
    ];
    protected const REQUIRED = [
        "resource_id",
        "provider",
        "subscription_id",
    ];

    /**
     * The channel of the subscription. Example: `"push"`.
     *
     * @var 'push'|null
     */
    public ?string $channel = null;

    /**
     * The kind of the subscription, as the React Native SDK names it. Example: `"push"`.
     *
     * @var 'push'|null
     */
    public ?string $type = null;

    /**
     * The identifier of the resource that the subscription belongs to, from the Altcraft account. Example: `1`.
     *
     * @var int
     */
    public int $resource_id;

    /**
     * The push service that issued the token. Example: `"ios-apns"`.
     *
     * @var 'ios-apns'|'ios-firebase'|'ios-huawei'
     */
    public string $provider;

    /**
     * The push token that the push service issued. Example: `"apns-token-1"`.
     *
     * @var string
     */
    public string $subscription_id;

    /**
     * The status of the subscription. Example: `"subscribed"`.
     *
     * @var 'subscribed'|'suspended'|'unsubscribed'|null
     */
    public ?string $status = null;

    /**
     * The priority of the subscription in delivery. Example: `0`.
     *
     * @var int|null
     */
    public ?int $priority = null;

    /**
     * Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`.
     *
     * @var \stdClass|null
     */
    public ?\stdClass $custom_fields = null;

    /**
     * The names of the categories of the subscription. Example: `["news"]`.
     *
     * @var list<string>|null
     */
    public ?array $cats = null;
}

/** The answer to a durable call: its job is on disk, and is retried until it ends. */
final class Receipt extends Record {
    protected const TYPES = [
        "requestId" => "string",
        "outcome" => "?Outcome",
    ];
    protected const REQUIRED = [
        "requestId",
    ];

    /**
     * The id of the job, for `outbox.get`; also the header Request-ID of every attempt.
     *
     * @var string
     */
    public string $requestId;

    /**
     * The outcome of the job. Present only if the call waited for it.
     *
     * @var Outcome
     */
    public ?Outcome $outcome = null;
}

/** The body of the platform's answer. */
final class Response extends Record {
    protected const TYPES = [
        "error" => "?int",
        "errorText" => "?string",
        "profile" => "?ProfileData",
    ];
    protected const REQUIRED = [
        "error",
        "errorText",
        "profile",
    ];

    /**
     * The platform's error code: 0 for success, null if the answer has none.
     *
     * @var int|null
     */
    public ?int $error;

    /**
     * The platform's error text: empty for success, null if the answer has none.
     *
     * @var string|null
     */
    public ?string $errorText;

    /**
     * The profile after the request; null if the request failed or was not synchronous.
     *
     * @var ProfileData|null
     */
    public ?ProfileData $profile;
}

/** A category of a subscription. A member that the platform did not send is null. */
final class ResponseCategory extends Record {
    protected const TYPES = [
        "name" => "?string",
        "title" => "?string",
        "steady" => "?bool",
        "active" => "?bool",
    ];
    protected const REQUIRED = [
        "name",
        "title",
        "steady",
        "active",
    ];

    /**
     * The name of the category, as calls use it.
     *
     * @var string|null
     */
    public ?string $name;

    /**
     * The title of the category, as users see it. Example: `"News"`.
     *
     * @var string|null
     */
    public ?string $title;

    /**
     * True if subscribers cannot turn the category off.
     *
     * @var bool|null
     */
    public ?bool $steady;

    /**
     * True if the category is turned on for this subscription.
     *
     * @var bool|null
     */
    public ?bool $active;
}

/** The platform's answer to a request. */
final class ResponseWithHttp extends Record {
    protected const TYPES = [
        "httpCode" => "int",
        "response" => "?Response",
    ];
    protected const REQUIRED = [
        "httpCode",
        "response",
    ];

    /**
     * The HTTP status code.
     *
     * @var int
     */
    public int $httpCode;

    /**
     * The body; null if it is not a JSON object.
     *
     * @var Response|null
     */
    public ?Response $response;
}

/** The pauses between delivery attempts, in seconds. The limits apply to members that are missing. */
final class Retry extends Record {
    protected const TYPES = [
        "firstSeconds" => "?number",
        "maxSeconds" => "?number",
        "totalSeconds" => "?number",
    ];

    /**
     * The pause after the first failed attempt, in seconds; it grows with each further one. Example: `1`.
     *
     * @var int|float|BigInteger|null
     */
    public int|float|BigInteger|null $firstSeconds = null;

    /**
     * The longest pause between two attempts, in seconds. Example: `60`.
     *
     * @var int|float|BigInteger|null
     */
    public int|float|BigInteger|null $maxSeconds = null;

    /**
     * The time after which an undelivered job expires, in seconds. Example: `86400`.
     *
     * @var int|float|BigInteger|null
     */
    public int|float|BigInteger|null $totalSeconds = null;
}

/** The content to show for a push: that of its request, with its image and buttons. */
final class ShownContent extends Record {
    protected const TYPES = [
        "title" => "?string",
        "subtitle" => "?string",
        "body" => "?string",
        "badge" => "?int",
        "sound" => "?string",
        "categoryIdentifier" => "?string",
        "userInfo" => "?object",
        "attachments" => "Attachment[]",
        "category" => "?NotificationCategory",
    ];
    protected const REQUIRED = [
        "title",
        "subtitle",
        "body",
        "badge",
        "sound",
        "categoryIdentifier",
        "userInfo",
        "attachments",
        "category",
    ];

    /**
     * The title to show. Example: `"Sale"`.
     *
     * @var string|null
     */
    public ?string $title;

    /**
     * The line below the title. Example: `"Only today"`.
     *
     * @var string|null
     */
    public ?string $subtitle;

    /**
     * The text to show. Example: `"All shoes at half price"`.
     *
     * @var string|null
     */
    public ?string $body;

    /**
     * The number on the icon of the app. Example: `2`.
     *
     * @var int|null
     */
    public ?int $badge;

    /**
     * The sound to play, a file of the app or default. Example: `"default"`.
     *
     * @var string|null
     */
    public ?string $sound;

    /**
     * The category that the actions belong to. Example: `"Altcraft"`.
     *
     * @var string|null
     */
    public ?string $categoryIdentifier;

    /**
     * The data of the push, as it arrived. Example: `{"_uid": "uid-1"}`.
     *
     * @var \stdClass|null
     */
    public ?\stdClass $userInfo;

    /**
     * The image of the push; empty if it has none.
     *
     * @var list<Attachment>
     */
    public array $attachments;

    /**
     * The category to register, named by `categoryIdentifier`; null without buttons.
     *
     * @var NotificationCategory|null
     */
    public ?NotificationCategory $category;
}

/** A subscription to text messages. */
final class SmsSubscription extends Record {
    protected const TYPES = [
        "channel" => "?string",
        "type" => "?string",
        "resource_id" => "int",
        "phone" => "string",
        "status" => "?string",
        "priority" => "?int",
        "custom_fields" => "?object",
        "cats" => "?string[]",
    ];
    protected const REQUIRED = [
        "resource_id",
        "phone",
    ];

    /**
     * The channel of the subscription. Example: `"sms"`.
     *
     * @var 'sms'|null
     */
    public ?string $channel = null;

    /**
     * The kind of the subscription, as the React Native SDK names it. Example: `"sms"`.
     *
     * @var 'sms'|null
     */
    public ?string $type = null;

    /**
     * The identifier of the resource that the subscription belongs to, from the Altcraft account. Example: `1`.
     *
     * @var int
     */
    public int $resource_id;

    /**
     * The phone number in international format, from the user. Example: `"+4915112345678"`.
     *
     * @var string
     */
    public string $phone;

    /**
     * The status of the subscription. Example: `"subscribed"`.
     *
     * @var 'subscribed'|'suspended'|'unsubscribed'|null
     */
    public ?string $status = null;

    /**
     * The priority of the subscription in delivery. Example: `0`.
     *
     * @var int|null
     */
    public ?int $priority = null;

    /**
     * Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`.
     *
     * @var \stdClass|null
     */
    public ?\stdClass $custom_fields = null;

    /**
     * The names of the categories of the subscription. Example: `["news"]`.
     *
     * @var list<string>|null
     */
    public ?array $cats = null;
}

/** The value of the event for storage that fails or works again. */
final class StorageValue extends Record {
    protected const TYPES = [
        "cause" => "string",
        "from" => "?int",
        "to" => "?int",
        "lost" => "?int",
    ];
    protected const REQUIRED = [
        "cause",
    ];

    /**
     * The cause: noSpace, readOnly, ioError or the damaged file; recovered if storage works again.
     *
     * @var string
     */
    public string $cause;

    /**
     * The number of the first lost record; absent if none is lost.
     *
     * @var int
     */
    public ?int $from = null;

    /**
     * The number of the last lost record; absent if it is unknown.
     *
     * @var int
     */
    public ?int $to = null;

    /**
     * The number of lost records; absent if none is lost.
     *
     * @var int
     */
    public ?int $lost = null;
}

/** A push subscription as the platform stores it. A member that the platform did not send is null. */
final class SubscriptionData extends Record {
    protected const TYPES = [
        "subscriptionId" => "?string",
        "hashId" => "?string",
        "provider" => "?string",
        "status" => "?string",
        "fields" => "?object",
        "cats" => "ResponseCategory[]",
    ];
    protected const REQUIRED = [
        "subscriptionId",
        "hashId",
        "provider",
        "status",
        "fields",
        "cats",
    ];

    /**
     * The push token that receives the pushes.
     *
     * @var string|null
     */
    public ?string $subscriptionId;

    /**
     * The platform's short id of the subscription, in hex digits.
     *
     * @var string|null
     */
    public ?string $hashId;

    /**
     * The push service.
     *
     * @var 'ios-apns'|'ios-firebase'|'ios-huawei'|null
     */
    public ?string $provider;

    /**
     * The status of the subscription.
     *
     * @var 'subscribed'|'suspended'|'unsubscribed'|null
     */
    public ?string $status;

    /**
     * Standard and custom fields by name, as the platform sent them.
     *
     * @var \stdClass|null
     */
    public ?\stdClass $fields;

    /**
     * The categories; empty if there is none.
     *
     * @var list<ResponseCategory>
     */
    public array $cats;
}

/** The push token in use and the push service that issued it. */
final class TokenData extends Record {
    protected const TYPES = [
        "provider" => "string",
        "token" => "string",
    ];
    protected const REQUIRED = [
        "provider",
        "token",
    ];

    /**
     * The push service that issued the token.
     *
     * @var 'ios-apns'|'ios-firebase'|'ios-huawei'
     */
    public string $provider;

    /**
     * The push token; a binary one is written in lower-case hex.
     *
     * @var string
     */
    public string $token;
}

/** An item of the trace: a message of a connection, or a step of a job. */
final class TraceItem extends Record {
    protected const TYPES = [
        "epoch" => "string",
        "seq" => "int",
        "at" => "int",
        "kind" => "string",
        "connection" => "?int",
        "transport" => "?string",
        "event" => "?string",
        "direction" => "?string",
        "bytes" => "?int",
        "message" => "mixed",
        "outline" => "mixed",
        "fault" => "?string",
        "peer" => "?TraceItemPeer",
        "requestId" => "?string",
        "method" => "?string",
        "user" => "?string",
        "appGroup" => "?string",
        "step" => "?string",
        "attempt" => "?int",
        "httpCode" => "?int",
        "failure" => "?string",
        "durationUs" => "?int",
        "platformTime" => "?int",
        "waitingFor" => "?string",
        "until" => "?int",
        "state" => "?string",
        "eventCode" => "?int",
        "outcome" => "?int",
    ];
    protected const REQUIRED = [
        "epoch",
        "seq",
        "at",
        "kind",
    ];

    /**
     * The id of the run of the process that counts `seq`. Example: `"9f2c4b1e"`.
     *
     * @var string
     */
    public string $epoch;

    /**
     * The number of the item in this run. Example: `17`.
     *
     * @var int
     */
    public int $seq;

    /**
     * The time of the item, in microseconds since 1970. Example: `1795176000123456`.
     *
     * @var int
     */
    public int $at;

    /**
     * The kind: wire for an event of a connection, job for a step of a job.
     *
     * @var 'wire'|'job'
     */
    public string $kind;

    /**
     * The number of the connection: that of the event, or of the call that was accepted; null for a job of the bridge
     * itself. Example: `3`.
     *
     * @var int|null
     */
    public ?int $connection = null;

    /**
     * Wire: the transport. Example: `"unix"`.
     *
     * @var string
     */
    public ?string $transport = null;

    /**
     * Wire: the event of the connection.
     *
     * @var 'opened'|'message'|'dropped'|'fault'|'inputEnded'|'closed'
     */
    public ?string $event = null;

    /**
     * Message: received from the client, or sent to it.
     *
     * @var 'received'|'sent'
     */
    public ?string $direction = null;

    /**
     * Message: its size. Example: `50`.
     *
     * @var int
     */
    public ?int $bytes = null;

    /**
     * Message: the message, with secrets covered; null for one that is longer than the limit traceMessageBytes. Absent
     * with `fault`.
     *
     * @var mixed
     */
    public mixed $message = null;

    /**
     * Message, if it is longer than the limit: its id, its method, and in `answer` whether it has a result or an error;
     * of a batch a list of these. Absent if this is longer than 1024 bytes. Example: `{"id":7,"answer":"result"}`.
     *
     * @var mixed
     */
    public mixed $outline = null;

    /**
     * The reason why the data is not a message. Example: `"not JSON at byte 4"`.
     *
     * @var string
     */
    public ?string $fault = null;

    /**
     * Opened: the process at the other end, if the transport knows it.
     *
     * @var TraceItemPeer
     */
    public ?TraceItemPeer $peer = null;

    /**
     * Job: its id. Example: `"order-7"`.
     *
     * @var string
     */
    public ?string $requestId = null;

    /**
     * Job: the method of the call, or tokenUpdate. Example: `"mobileEvent"`.
     *
     * @var string
     */
    public ?string $method = null;

    /**
     * Job: the start of the tag of its user; null under a resource token. Example: `"5f1d7a84"`.
     *
     * @var string|null
     */
    public ?string $user = null;

    /**
     * Job: its app group. Example: `"default"`.
     *
     * @var string
     */
    public ?string $appGroup = null;

    /**
     * Job: the step. accepted, then durable when the record is on disk, or refused if the disk does not take it;
     * attempt and answer for each request; waiting while it is not sent; ended; retried when a rejected job is put
     * back.
     *
     * @var 'accepted'|'refused'|'durable'|'attempt'|'answer'|'waiting'|'ended'|'retried'
     */
    public ?string $step = null;

    /**
     * Attempt and answer: the number of the attempt, from 1. Example: `1`.
     *
     * @var int
     */
    public ?int $attempt = null;

    /**
     * Answer: the HTTP status code; null without an answer. Example: `200`.
     *
     * @var int|null
     */
    public ?int $httpCode = null;

    /**
     * Answer: the reason why there is none; null if there is one.
     *
     * @var string|null
     */
    public ?string $failure = null;

    /**
     * Answer: the time since the attempt, in microseconds. Example: `48210`.
     *
     * @var int
     */
    public ?int $durationUs = null;

    /**
     * Answer: the clock of the platform, in microseconds since 1970 and exact to a second; null if the answer does not
     * have it.
     *
     * @var int|null
     */
    public ?int $platformTime = null;

    /**
     * Waiting: the reason, as in `outbox.get`. Example: `"retry"`.
     *
     * @var string
     */
    public ?string $waitingFor = null;

    /**
     * Waiting: the time of the next check, in microseconds since 1970; null if none is set.
     *
     * @var int|null
     */
    public ?int $until = null;

    /**
     * Ended: the state. Example: `"delivered"`.
     *
     * @var 'delivered'|'rejected'|'expired'|'cleared'|'lost'
     */
    public ?string $state = null;

    /**
     * Ended: the code of the event that reported it. Example: `230`.
     *
     * @var int
     */
    public ?int $eventCode = null;

    /**
     * Ended: the number of the outcome, as in `outcomes.list`; null if it has none yet.
     *
     * @var int|null
     */
    public ?int $outcome = null;
}

/** Opened: the process at the other end, if the transport knows it. */
final class TraceItemPeer extends Record {
    protected const TYPES = [
        "pid" => "?int",
        "uid" => "?int",
    ];

    /**
     * The id of the process. Example: `4711`.
     *
     * @var int
     */
    public ?int $pid = null;

    /**
     * The id of its user. Example: `1000`.
     *
     * @var int
     */
    public ?int $uid = null;
}

/** The UTM tags of a link: the source of a visit. */
final class UTM extends Record {
    protected const TYPES = [
        "campaign" => "?string",
        "content" => "?string",
        "keyword" => "?string",
        "medium" => "?string",
        "source" => "?string",
        "temp" => "?string",
    ];

    /**
     * The campaign, `utm_campaign` of the link; sent as `cn`. Example: `"spring"`.
     *
     * @var string|null
     */
    public ?string $campaign = null;

    /**
     * The content, `utm_content` of the link; sent as `cc`. Example: `"banner-2"`.
     *
     * @var string|null
     */
    public ?string $content = null;

    /**
     * The keyword, `utm_term` of the link; sent as `ck`. Example: `"shoes"`.
     *
     * @var string|null
     */
    public ?string $keyword = null;

    /**
     * The medium, `utm_medium` of the link; sent as `cm`. Example: `"email"`.
     *
     * @var string|null
     */
    public ?string $medium = null;

    /**
     * The source, `utm_source` of the link; sent as `cs`. Example: `"newsletter"`.
     *
     * @var string|null
     */
    public ?string $source = null;

    /**
     * A temporary tag, chosen by the host; sent as `ct`. Example: `"test-1"`.
     *
     * @var string|null
     */
    public ?string $temp = null;
}

/** The value of the event for an action that is not a button. */
final class UnknownButtonValue extends Record {
    protected const TYPES = [
        "identifier" => "string",
    ];
    protected const REQUIRED = [
        "identifier",
    ];

    /**
     * The identifier of the action, from the host.
     *
     * @var string
     */
    public string $identifier;
}
