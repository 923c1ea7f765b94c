// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Do not edit.

/** Any JSON. Integers that a number cannot hold exactly are bigint. */
export type JSONValue =
  null | boolean | number | bigint | string | JSONValue[] | { [member: string]: JSONValue };

/** A JSON object with any members. */
export type JSONObject = { [member: string]: JSONValue };

/** A button of a notification. */
export interface Action {
  /** The identifier: button0 for the first button of the push. */
  identifier: string;
  /** The label of the button. */
  title: string;
  /** The options of the button: foreground opens the app. */
  options: string[];
}

/** An operation on a field of the profile, as `actionField` returns it. */
export interface ActionField {
  /** The operation on the field. Example: `"incr"`. */
  action: "set" | "unset" | "incr" | "add" | "delete" | "upsert";
  /** The operand: the new value, the number to add, or the list element. Example: `1`. */
  value?: JSONValue;
}

/** The value of an event that reports the outcome of a request. */
export interface AnswerValue {
  /** The answer of the platform. */
  response_with_http_code: ResponseWithHttp;
}

/** The app, as the platform shows it in the profile. */
export interface AppInfo {
  /**
   * The identifier of the app, from its bundle or package; sent as `_app_id`. Example:
   * `"com.example.app"`.
   */
  appID: string;
  /**
   * The identifier of this installation, generated once by the host; sent as `_app_iid`. Example:
   * `"6f1c2a90"`.
   */
  appIID: string;
  /** The version of the app, from its build; sent as `_app_ver`. Example: `"1.0.0"`. */
  appVer: string;
}

/** An image to attach to a notification. */
export interface Attachment {
  /** The identifier of the attachment: always img. */
  identifier: string;
  /** The address of the image. The bridge does not fetch it. */
  url: string;
}

/** The answer of a user who was asked to allow notifications. */
export interface AuthorizationAnswer {
  /**
   * True if the user allows notifications, from the operating system of the device. Example:
   * `true`.
   */
  granted: boolean;
  /** The error of the operating system, as a text of the host; null if there is none. */
  error?: string | null;
}

/** The program, its run and its settings. */
export interface BridgeInfo {
  /** The name of the program: always altcraft-bridge. */
  name: string;
  /** The version of the program. */
  version: string;
  /** The version of the protocol: 1. */
  protocol: number;
  /** The digest of the document that `altcraft-bridge schema` prints: sha256: and hex digits. */
  schemaDigest: string;
  /** The id of the process. */
  pid: number;
  /** The id of this run of the process, as in events. */
  epoch: string;
  /** The time at which the process began to serve. A time in ISO 8601, UTC. */
  startedAt: string;
  /** The endpoints: stdio, unix: with a path, tcp: and ws: with an address and a port. */
  transports: string[];
  /** The directory that holds all data. */
  dataDir: string;
  /** The app group in use. */
  appGroup: string;
  /**
   * The failures that accepted jobs survive: power for a power failure, process for a crash of the
   * bridge only.
   */
  durability: string;
  /** The limits in force by name, in bytes, seconds or counts. */
  limits: { [member: string]: number };
}

/** The counters of bridge.stats for a monitoring system. */
export interface BridgeMetrics {
  /** The media type of `text`, for an HTTP header. */
  contentType: string;
  /**
   * Families of samples in the text format of Prometheus. Names begin with altcraft_bridge_, units
   * are seconds and bytes.
   */
  text: string;
}

/** The answer to a ticket. */
export interface BridgeSession {
  /** The role of this connection from now on. */
  role: "control" | "observer";
  /** A token of this role, for further connections until the bridge ends. */
  session: string;
}

/**
 * Counters. Those of the outbox belong to the app group and survive restarts; the others start with
 * the process.
 */
export interface BridgeStats {
  /**
   * Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending.
   */
  outbox: BridgeStatsOutbox;
  /**
   * The failures that accepted jobs survive: power for a power failure, process for a crash of the
   * bridge only.
   */
  durability: string;
  /** The time since the start of the process, in seconds. */
  uptimeSeconds: number;
  /** Connections of hosts. */
  connections: BridgeStatsConnections;
  /** The data of all connections, in bytes. */
  bytes: BridgeStatsBytes;
  /** Messages from hosts. */
  calls: BridgeStatsCalls;
  /** SDK events. */
  events: BridgeStatsEvents;
  /** Requests to the platform. */
  delivery: BridgeStatsDelivery;
  /** The platform of the app group. */
  platform: BridgeStatsPlatform;
  /** The histogram of response times: from the last byte read to the answer written. */
  latencyMicroseconds: LatencyStep[];
}

/**
 * Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending.
 */
export interface BridgeStatsOutbox {
  /** The number of accepted jobs. */
  accepted: number;
  /** The number of delivered jobs. */
  delivered: number;
  /** The number of jobs that the platform rejected. */
  rejected: number;
  /** The number of jobs whose time to live ended first. */
  expired: number;
  /**
   * The number of jobs that `clear`, a new resource token, a later suspend or unsubscribe, or
   * `outbox.discard` ended.
   */
  cleared: number;
  /** The number of jobs lost to damaged storage. */
  lost: number;
  /** The number of pending jobs. */
  pending: number;
  /** The size of the pending jobs, in bytes. */
  bytes: number;
  /**
   * The acceptance time of the oldest pending job; null if nothing is pending. A time in ISO 8601,
   * UTC.
   */
  oldestPendingAt: string | null;
}

/** Connections of hosts. */
export interface BridgeStatsConnections {
  /** The number of open connections. */
  open: number;
  /** The number of connections opened since the start. */
  opened: number;
  /** The number of refused connections: beyond a limit, or not authorized. */
  refused: number;
}

/** The data of all connections, in bytes. */
export interface BridgeStatsBytes {
  /** The number of bytes read. */
  in: number;
  /** The number of bytes written. */
  out: number;
}

/** Messages from hosts. */
export interface BridgeStatsCalls {
  /** The number of requests. */
  requests: number;
  /** The number of notifications. */
  notifications: number;
  /** The number of calls answered with an error, and of invalid messages. */
  errors: number;
  /** The number of responses without an open request. */
  ignoredResponses: number;
}

/** SDK events. */
export interface BridgeStatsEvents {
  /** The number of emitted events. */
  emitted: number;
  /** The number of events that a subscriber did not receive, counted for each subscriber. */
  dropped: number;
}

/** Requests to the platform. */
export interface BridgeStatsDelivery {
  /** The number of requests sent. */
  attempts: number;
  /** The number of connections opened for them. */
  connections: number;
}

/** The platform of the app group. */
export interface BridgeStatsPlatform {
  /** Its address; null without a configuration. */
  url: string | null;
  /**
   * The result of the last attempt: well for an answer, failing for an answer with 5xx, unreachable
   * for none, untried before the first one to this address since the start.
   */
  state: "untried" | "well" | "failing" | "unreachable";
}

/** A URL that opens one connection. */
export interface BridgeTicket {
  /** The address of the pages of this bridge; the fragment `#ticket=` has the ticket. */
  url: string;
  /**
   * The time after which the ticket is refused, 60 seconds after the call. A time in ISO 8601, UTC.
   */
  expiresAt: string;
}

/** The value of the event for a button that the push does not have. */
export interface ButtonValue {
  /** The identifier of the tapped button, from the host. */
  identifier: string;
  /** The index of the button, counted from 0; it is beyond the last button. */
  index: number;
}

/** A category of the subscription. The platform reads only `name` and `active` of it. */
export interface Category {
  /** The name of the category, as the resource of the platform defines it. Example: `"news"`. */
  name?: string | null;
  /** The title of the category, as users see it. Example: `"News"`. */
  title?: string | null;
  /** True if subscribers cannot turn the category off. Example: `false`. */
  steady?: boolean | null;
  /** True if the category is turned on for this subscription. Example: `true`. */
  active?: boolean | null;
}

/** A subscription to messages of a chat. */
export interface CcDataSubscription {
  /** The channel of the subscription. Example: `"telegram_bot"`. */
  channel: "telegram_bot" | "whatsapp" | "viber" | "notify";
  /** The kind of the subscription, as the React Native SDK names it. Example: `"cc_data"`. */
  type?: "cc_data" | null;
  /**
   * The identifier of the resource that the subscription belongs to, from the Altcraft account.
   * Example: `1`.
   */
  resource_id: number;
  /**
   * The address of the recipient in the channel, as the platform expects it: a chat id or a phone
   * number. Example: `{"chat_id": "4711"}`.
   */
  cc_data: JSONObject;
  /** The status of the subscription. Example: `"subscribed"`. */
  status?: "subscribed" | "suspended" | "unsubscribed" | (string & {}) | null;
  /** The priority of the subscription in delivery. Example: `0`. */
  priority?: number | null;
  /** Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`. */
  custom_fields?: JSONObject | null;
  /** The names of the categories of the subscription. Example: `["news"]`. */
  cats?: string[] | null;
}

/** The value of the event for cleared data. */
export interface ClearedValue {
  /** The number of jobs that were ended. */
  cleared: number;
}

/** The result of a tap on a notification. */
export interface ClickResult {
  /** The address that the host must open; null if there is none. */
  url: string | null;
  /**
   * sdk: the bridge has registered the open event. app: the connection that processes clicks has
   * done everything. dismissed: the user dismissed the notification, which is not an open; nothing
   * is sent.
   */
  handledBy: "sdk" | "app" | "dismissed";
}

/** The configuration of an app group. */
export interface Configuration {
  /**
   * The address of the platform, from the Altcraft account: an https address, or http on this
   * machine. A missing one is refused with 471. Example: `"https://pxl.example.com"`.
   */
  apiUrl: string;
  /**
   * The resource token, from the settings of the resource in the Altcraft account: printable ASCII,
   * at most 512 characters. With it no JWT is needed. An empty string means none. Example:
   * `"resource-token"`.
   */
  rToken?: string | null;
  /**
   * The app, as the platform shows it in the profile. Example: `{"appID": "com.example.app",
   * "appIID": "6f1c2a90", "appVer": "1.0.0"}`.
   */
  appInfo?: AppInfo | null;
  /**
   * The push providers to ask for a token, the first one first: ios-apns, ios-firebase, ios-huawei.
   * Example: `["ios-firebase", "ios-apns"]`.
   */
  providerPriorityList?: Provider[] | null;
  /** Sets the log level to info if true, to error if false. Example: `true`. */
  enableLogging?: boolean | null;
  /**
   * The device that the host stands for. Missing members are taken from this machine. Example:
   * `{"osVersion": "18.6.2", "timeZone": "Europe/Berlin"}`.
   */
  device?: Device | null;
  /**
   * The numbering of event codes: current, that of today's SDKs, or legacy, that of the older table
   * in the documentation. Example: `"current"`.
   */
  eventCodes?: "current" | "legacy" | null;
  /**
   * The pauses between delivery attempts. They take precedence over the limits retryFirstSeconds,
   * retryMaxSeconds and retryTotalSeconds. Example: `{"firstSeconds": 1, "maxSeconds": 60}`.
   */
  retry?: Retry | null;
  /**
   * The value of the query parameter matching_mode in requests that use the resource token:
   * push_sub, or rToken for the token itself, as earlier SDKs for iOS send it. Example:
   * `"push_sub"`.
   */
  rTokenMatchingMode?: "push_sub" | "rToken" | null;
  /**
   * A member of the React Native configuration. It is accepted and has no effect; any value will
   * do. Example: `"icon"`.
   */
  android_icon?: JSONValue;
  /**
   * A member of the React Native configuration. It is accepted and has no effect; any value will
   * do. Example: `"icon"`.
   */
  android_usingService?: JSONValue;
  /**
   * A member of the React Native configuration. It is accepted and has no effect; any value will
   * do. Example: `"icon"`.
   */
  android_serviceMessage?: JSONValue;
  /**
   * A member of the React Native configuration. It is accepted and has no effect; any value will
   * do. Example: `"icon"`.
   */
  android_pushReceiverModules?: JSONValue;
  /**
   * A member of the React Native configuration. It is accepted and has no effect; any value will
   * do. Example: `"icon"`.
   */
  android_pushChannelName?: JSONValue;
  /**
   * A member of the React Native configuration. It is accepted and has no effect; any value will
   * do. Example: `"icon"`.
   */
  android_pushChannelDescription?: JSONValue;
}

/** The device, as the bridge describes it to the platform. */
export interface Device {
  /**
   * The operating system; sent as `_os`. Without it: IOS, which fits the push providers. Example:
   * `"IOS"`.
   */
  os?: string | null;
  /**
   * The version of the operating system; sent as `_os_ver`. Without it: that of this machine.
   * Example: `"18.6.2"`.
   */
  osVersion?: string | null;
  /**
   * The model of the device, as its operating system reports it; sent as `_device_model`. Example:
   * `"iPhone14,7"`.
   */
  deviceModel?: string | null;
  /**
   * The name of the device, as its user sees it; sent as `_device_name`. Example: `"iPhone of
   * Ann"`.
   */
  deviceName?: string | null;
  /** The kind of device; sent as `_device_type`. Without it: mob. Example: `"mob"`. */
  deviceType?: string | null;
  /**
   * The language of the operating system, as an ISO 639 code; sent as `_os_language`. Example:
   * `"en"`.
   */
  language?: string | null;
  /**
   * The advertising identifier, from the operating system; sent as `_ad_id` if `adTrack` is true.
   * Example: `"6D92078A-8246-4BA4-AE5B-76104861E7DC"`.
   */
  adId?: string | null;
  /**
   * True if the user allows tracking, from the operating system; sent as `_ad_track`. Example:
   * `true`.
   */
  adTrack?: boolean | null;
  /**
   * The time zone: an IANA name, `Z`, `±hhmm` or `±hh:mm`, or such an offset behind UTC or GMT
   * (`GMT+3`); sent as `_os_tz`. Without it: that of this machine. Example: `"Europe/Berlin"`.
   */
  timeZone?: string | null;
}

/** A subscription to email. */
export interface EmailSubscription {
  /** The channel of the subscription. Example: `"email"`. */
  channel?: "email" | null;
  /** The kind of the subscription, as the React Native SDK names it. Example: `"email"`. */
  type?: "email" | null;
  /**
   * The identifier of the resource that the subscription belongs to, from the Altcraft account.
   * Example: `1`.
   */
  resource_id: number;
  /** The recipient's email address, from the user. Example: `"ann@example.com"`. */
  email: string;
  /** The status of the subscription. Example: `"subscribed"`. */
  status?: "subscribed" | "suspended" | "unsubscribed" | (string & {}) | null;
  /** The priority of the subscription in delivery. Example: `0`. */
  priority?: number | null;
  /** Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`. */
  custom_fields?: JSONObject | null;
  /** The names of the categories of the subscription. Example: `["news"]`. */
  cats?: string[] | null;
}

/** The value of an event for a job that ended without an answer: expired, cleared or lost. */
export interface EndedJobValue {
  /** The method of the call. */
  method: string;
  /** The time at which the call was accepted, in UTC. A time in ISO 8601, UTC. */
  createdAt: string;
  /**
   * Of event 601: superseded if a later suspend or unsubscribe of the user has passed the
   * subscription, discarded after `outbox.discard`; absent for a change of the resource token, and
   * of other events.
   */
  cause?: "superseded" | "discarded";
  /** The `requestId` of the job that superseded this one; absent for any other cause. */
  by?: string;
}

/** An event of the SDK: an outcome, a refusal or a change. */
export interface Event {
  /**
   * The id of the run of the process that counts `seq`; it changes with every start. Example:
   * `"9f2c4b1e"`.
   */
  epoch: string;
  /** The number of the event in this run: 1, 2, 3 and so on, without holes. Example: `17`. */
  seq: number;
  /**
   * The class: event for a success or a notice, error for a final failure, retryError for a failure
   * that is retried.
   */
  type: "event" | "error" | "retryError";
  /**
   * The code of the event, in the numbering that `eventCodes` of the configuration selects.
   * Example: `230`.
   */
  code: number;
  /** The name of the event, the same in both numberings. Example: `"pushSubscribe.succeeded"`. */
  name: string;
  /**
   * The function of the SDK that emits it: the called one, or processResponse for an answer of the
   * platform. Example: `"pushSubscribe"`.
   */
  function: string;
  /**
   * A description for people, in the words of the SDK where it has this event; programs use `name`.
   * Example: `"successful request: push/subscribe"`.
   */
  message: string;
  /** The data of the event, by its name: see x-events; null if it has none. */
  value: EventValue;
  /**
   * The time of the event, in UTC. Example: `"2026-11-20T12:00:00.123Z"`. A time in ISO 8601, UTC.
   */
  date: string;
  /**
   * The `requestId` of the job that the event reports on; null if there is none. Example:
   * `"order-7"`.
   */
  requestId: string | null;
}

/** A row of the table of event codes. */
export interface EventCode {
  /** The number in today's SDKs. */
  code: number;
  /** The number in the older table of the documentation; null if that has no such event. */
  legacyCode: number | null;
  /** The name, the same in both numberings. */
  name: string;
  /**
   * The class: event for a success or a notice, error for a final failure, retryError for a failure
   * that is retried.
   */
  class: "event" | "error" | "retryError";
  /** The meaning of the event. */
  meaning: string;
  /** True if the bridge retries after it. */
  retried: boolean;
  /** True if the bridge emits it. */
  emitted: boolean;
  /** A remark, or the reason why the bridge never emits it; null if there is none. */
  note: string | null;
}

/** A range of events that a subscriber did not receive. */
export interface EventGap {
  /** The `seq` of the first missing event. Example: `18`. */
  from: number;
  /** The `seq` of the last missing event; null if it is unknown. Example: `20`. */
  to: number | null;
  /** The number of missing events; null if it is unknown. Example: `3`. */
  count: number | null;
  /**
   * The reason: overflow if the events are no longer kept or were not read in time, restart if the
   * cursor is of an earlier run.
   */
  reason: "overflow" | "restart";
}

/** Kept events, and the position of the event stream. */
export interface EventPage {
  /**
   * The id of the run of the process that counts `seq`; it changes with every start. Example:
   * `"9f2c4b1e"`.
   */
  epoch: string;
  /** The `seq` of the last event so far; 0 if there is none. */
  seq: number;
  /** The `seq` of the oldest kept event; null if there is none. */
  oldest: number | null;
  /** The events missing after `since`; null if none is missing. */
  gap: EventGap | null;
  /** The events, oldest first. */
  events: Event[];
}

/** The position of the event stream, and the missing events. */
export interface EventPosition {
  /**
   * The id of the run of the process that counts `seq`; it changes with every start. Example:
   * `"9f2c4b1e"`.
   */
  epoch: string;
  /** The `seq` of the last event so far; 0 if there is none. */
  seq: number;
  /** The `seq` of the oldest kept event; null if there is none. */
  oldest: number | null;
  /** The events missing after `since`; null if none is missing. */
  gap: EventGap | null;
}

/** The data of an event. The name of the event selects the type, see x-events. */
export type EventValue = AnswerValue | PushAnswerValue | MobileAnswerValue | ProviderValue | MemberValue | ForeignPushValue | ClearedValue | StorageValue | ButtonValue | UnknownButtonValue | EndedJobValue | null;

/** The value of the event for a push of another sender. */
export interface ForeignPushValue {
  /** The push. The value is null for one of more than 4 KiB. */
  message: JSONObject;
}

/** Addresses of the platform that count opens and deliveries of a push. */
export interface HubLink {
  /** The address whose request counts an open. */
  open: string | null;
  /** The address whose request counts a delivery. */
  ack: string | null;
}

/** A job: one call that was accepted for delivery, with its state and outcome. */
export interface Job {
  /**
   * The id of the job, from the answer of the call; also the header Request-ID of every attempt.
   */
  requestId: string;
  /** The method of the call, or tokenUpdate. */
  method: string;
  /** The state: pending until the job ends, then its final state. */
  state: "pending" | "delivered" | "rejected" | "expired" | "cleared" | "lost";
  /** The time at which the call was accepted, in UTC. A time in ISO 8601, UTC. */
  createdAt: string;
  /** The number of attempts so far. */
  attempts: number;
  /** The time of the next attempt; null if none is scheduled. A time in ISO 8601, UTC. */
  nextAttemptAt: string | null;
  /**
   * The reason why the job waits: a pause before the next attempt, a JWT of its user, a push token,
   * the permission to notify, a configuration, or other jobs of its user before it (lane). Null if
   * it is being tried or is the next of its user.
   */
  waitingFor: "retry" | "user" | "token" | "permission" | "configuration" | "lane" | null;
  /** The result of the last failed attempt; null if none has failed. */
  lastError: JobLastError | null;
  /** The outcome of the job; null while it is pending. */
  outcome: JobOutcome | null;
  /** The time at which the job ended; null while it is pending. A time in ISO 8601, UTC. */
  endedAt: string | null;
  /** True for a rejected job that `outbox.retry` accepts. */
  retryable: boolean;
}

/** The result of the last failed attempt; null if none has failed. */
export interface JobLastError {
  /** The code of the event that reported it. */
  code: number;
  /** The HTTP status code; null without an answer. */
  httpCode: number | null;
  /** A description of the failure for people; programs use `code`. */
  message: string;
}

/** The outcome of the job; null while it is pending. */
export interface JobOutcome {
  /** The final state of the job. */
  state: "pending" | "delivered" | "rejected" | "expired" | "cleared" | "lost";
  /** The code of the event that reported it. */
  eventCode: number;
  /** The answer of the platform; null if there is none. */
  response: ResponseWithHttp | null;
}

/** A page of the jobs in the outbox. */
export interface JobPage {
  /** The jobs in order of acceptance, without secrets; `response` of an outcome is null here. */
  items: Job[];
  /** The `after` of the next page; null on the last page. */
  next: string | null;
}

/** A bucket of the histogram of response times. */
export interface LatencyStep {
  /** The upper bound of the bucket, in microseconds; null for the last one. */
  le: number | null;
  /** The number of requests in this bucket and not in a lower one. */
  count: number;
}

/** The value of the event for a member that is not a scalar. */
export interface MemberValue {
  /** The path of the member. Example: `"payload.items"`. */
  parameter: string;
}

/** The value of an event that reports the outcome of a mobile event. */
export interface MobileAnswerValue {
  /** The answer of the platform. */
  response_with_http_code: ResponseWithHttp;
  /** The name of the mobile event. */
  name: string;
}

/** The buttons of a notification, as a category to register. */
export interface NotificationCategory {
  /** The identifier of the category: always Altcraft. */
  identifier: string;
  /** The actions, one for each button. */
  actions: Action[];
}

/** The visible content and the data of a notification. */
export interface NotificationContent {
  /** The title to show. Example: `"Sale"`. */
  title?: string | null;
  /** The line below the title. Example: `"Only today"`. */
  subtitle?: string | null;
  /** The text to show. Example: `"All shoes at half price"`. */
  body?: string | null;
  /** The number on the icon of the app. Example: `2`. */
  badge?: number | null;
  /** The sound to play, a file of the app or default. Example: `"default"`. */
  sound?: string | null;
  /** The category that the actions belong to. Example: `"Altcraft"`. */
  categoryIdentifier?: string | null;
  /** The data of the push, as it arrived. Example: `{"_uid": "uid-1"}`. */
  userInfo?: JSONObject | null;
}

/** The request from the operating system for a push that arrived. */
export interface NotificationRequest {
  /** The identifier of the request, from the operating system. Example: `"request-1"`. */
  identifier?: string | null;
  /** The visible content and the data of the notification. Example: `{"title": "Sale"}`. */
  content: NotificationContent;
}

/** The response of a user to a notification, from the operating system. */
export interface NotificationResponse {
  /**
   * The tapped element, from the operating system: button0 for the first button,
   * com.apple.UNNotificationDefaultActionIdentifier for the notification itself,
   * com.apple.UNNotificationDismissActionIdentifier for a dismissal. Example: `"button0"`.
   */
  actionIdentifier?: string | null;
  /**
   * The notification request that was tapped, from the operating system. Example: `{"identifier":
   * "request-1", "content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}`.
   */
  request: NotificationRequest;
}

/** The outcome of a job, with its number. */
export interface NumberedOutcome {
  /**
   * The epoch of the number: each process that ends a job begins one. Keep it with the number and
   * pass both, so that an older copy of the data directory that was put back is noticed. Example:
   * `"9f2c4b1e"`.
   */
  epoch: string;
  /**
   * The number of the outcome: 1, 2, 3 and so on in the app group, in the order in which the
   * outcomes became durable, over restarts. Example: `17`.
   */
  outcome: number;
  /** The id of the job, from the answer of the call. Example: `"order-7"`. */
  requestId: string;
  /** The method of the call, or tokenUpdate. Example: `"pushSubscribe"`. */
  method: string;
  /**
   * The start of the tag of the user; null for a job under a resource token, for a job that ended
   * under an earlier version, and after `clear`. Example: `"5f1d7a84"`.
   */
  user: string | null;
  /** The state in which the job ended. Example: `"delivered"`. */
  state: "delivered" | "rejected" | "expired" | "cleared" | "lost";
  /** The code of the event that reported it. Example: `230`. */
  eventCode: number;
  /** The name of that event. Example: `"pushSubscribe.succeeded"`. */
  name: string;
  /** The HTTP status code of the last attempt; null without an answer. Example: `200`. */
  httpCode: number | null;
  /** The answer of the platform; null if there is none. */
  response: ResponseWithHttp | null;
  /**
   * The time at which the call was accepted, in UTC. Example: `"2026-11-20T12:00:00.123Z"`. A time
   * in ISO 8601, UTC.
   */
  acceptedAt: string;
  /**
   * The time at which the job ended, in UTC. Example: `"2026-11-20T12:00:00.456Z"`. A time in ISO
   * 8601, UTC.
   */
  endedAt: string;
  /** The number of attempts. Example: `1`. */
  attempts: number;
  /**
   * The id of the trace of the attempt that ended the job; null if there is none. Example:
   * `"0af7651916cd43dd8448eb211c80319c"`.
   */
  trace: string | null;
}

/** The jobs that a filter chose. */
export interface OutboxChanges {
  /** The number of jobs that match. */
  matched: number;
  /** The number of jobs that were changed: 0 with `dryRun`. */
  done: number;
}

/** A choice of jobs: those that match all members. At least one member is needed. */
export interface OutboxFilter {
  /** The state of the jobs. Example: `"rejected"`. */
  state?: "pending" | "rejected" | null;
  /**
   * The methods of the jobs. Token updates, which the bridge makes itself, match only if it
   * contains tokenUpdate. Example: `["mobileEvent"]`.
   */
  method?: string[] | null;
  /**
   * The codes of the events that reported the outcomes of the jobs, or the last errors of pending
   * ones. Example: `[437]`.
   */
  code?: number[] | null;
  /** The time in UTC before which the jobs were accepted. Example: `"2026-11-20T12:00:00Z"`. */
  acceptedBefore?: string | null;
  /** The time in UTC at or after which the jobs were accepted. Example: `"2026-11-20"`. */
  acceptedAfter?: string | null;
}

/** The outcome of a durable call that waited for it. */
export interface Outcome {
  /** The final state of the job; pending if the time to wait ended first. */
  state: "pending" | "delivered" | "rejected" | "expired" | "cleared" | "lost";
  /** The code of the event that reports the outcome; null while the job is pending. */
  eventCode: number | null;
  /** The answer of the platform; null if there is none. */
  response: ResponseWithHttp | null;
}

/** Outcomes in the order of their numbers. */
export interface OutcomePage {
  /** The outcomes, oldest first. */
  outcomes: NumberedOutcome[];
  /** The `after` of the next page. Example: `17`. */
  next: number;
  /** The epoch of `next`. Example: `"9f2c4b1e"`. */
  epoch: string;
  /**
   * The number of the oldest outcome that is kept; one more than `last` if there is none. Example:
   * `1`.
   */
  first: number;
  /** The number of the last outcome; 0 if there is none. Example: `17`. */
  last: number;
  /**
   * True if `after` and `epoch` are not of this data directory: the page begins with the oldest
   * outcome.
   */
  rolledBack: boolean;
}

/** The numbers of the outcomes that are kept. */
export interface OutcomePosition {
  /** The epoch of `last`; "0" if there is none. Example: `"9f2c4b1e"`. */
  epoch: string;
  /**
   * The number of the oldest outcome that is kept; one more than `last` if there is none. Example:
   * `1`.
   */
  first: number;
  /** The number of the last outcome; 0 if there is none. Example: `17`. */
  last: number;
}

/** A push of any provider in one form. A member that the push does not have is null. */
export interface ParsedPush {
  /** True if the push comes from the platform. */
  isAltcraft: boolean;
  /**
   * The structure of the message: that of a provider, sdk for one with the SDK's marker, data for a
   * flat map of the platform; null for a push of another sender.
   */
  structure: "sdk" | "appMetricaIOS" | "appMetricaAndroid" | "hmsIOS" | "fcmV1IOS" | "hmsAndroid" | "fcmV1Android" | "ruStore" | "fcmLegacyIOS" | "fcmLegacyAndroid" | "apns" | "data" | null;
  /** The id of the push; delivery and open events are registered under it. */
  uid: string | null;
  /** The platform's id of this launch, unique within its mailing. */
  launchId: string | null;
  /** The title to show. */
  title: string | null;
  /** The line below the title. */
  subtitle: string | null;
  /** The text to show. */
  body: string | null;
  /** The address of the image to show. The bridge does not fetch it. */
  media: string | null;
  /** The address of the icon to show. The bridge does not fetch it. */
  icon: string | null;
  /** The address that a tap on the notification opens. */
  clickUrl: string | null;
  /** The buttons to show, in order; empty if there is none. */
  buttons: PushButton[];
  /** Addresses of the platform that count opens and deliveries. The bridge never requests them. */
  hubLink: HubLink | null;
  /** The number on the icon of the app. */
  badge: number | null;
  /** The sound to play. */
  sound: string | null;
  /**
   * True for a push that shows nothing: one that says so, or one without a title and a text whose
   * `contentAvailable` is true.
   */
  silent: boolean;
  /** True if the push wakes the app in the background. */
  contentAvailable: boolean | null;
  /** The address in the app that a tap opens. */
  deeplink: string | null;
  /** The intent that a tap opens on a Huawei device. */
  intent: string | null;
  /** The background color of the icon. */
  color: string | null;
  /** The notification channel of the app on Android. */
  channelId: string | null;
  /** The importance of the notification on a Huawei device. */
  importance: string | null;
  /** The other data of the push. */
  extra: JSONObject;
  /**
   * The members of the message that no other member here holds, nested as they came. A text that
   * contains JSON is an object if a part of it is held.
   */
  rest: JSONObject;
}

/** The number of jobs left to deliver. */
export interface PendingCount {
  /** The number of pending jobs. */
  pending: number;
}

/** The permission to show notifications. */
export interface Permission {
  /**
   * True if the user allows notifications, from the operating system of the device. Example:
   * `true`.
   */
  granted: boolean;
  /** The error of the operating system, as a text of the host; null if there is none. */
  error: string | null;
}

/** The way to show a push while the app is in the foreground. */
export interface PresentationOptions {
  /**
   * Any of banner, badge and sound, also list and alert; empty to show nothing. Example:
   * `["banner", "sound"]`.
   */
  options: string[];
}

/** The profile that a subscription belongs to. A member that the platform did not send is null. */
export interface ProfileData {
  /** The platform's id of the profile. */
  id: string | null;
  /** The status of the profile. */
  status: "subscribed" | "suspended" | "unsubscribed" | (string & {}) | null;
  /** True for a test profile. */
  isTest: boolean | null;
  /** The push subscription that the answer describes; null if there is none. */
  subscription: SubscriptionData | null;
}

/** A push service. The bridge accepts any letter case, and answers in lower case. */
export type Provider = "ios-apns" | "ios-firebase" | "ios-huawei";

/**
 * The source of JWTs or push tokens: "callback" calls this connection each time, an object holds a
 * fixed one, null removes the source.
 */
export type ProviderSource = "callback" | ProviderSourceToken | null;

/** A form of ProviderSource. */
export interface ProviderSourceToken {
  /**
   * The JWT from the server of the app, or the push token from the push service. Example:
   * `"fcm-token-1"`.
   */
  token: string;
}

/** The value of an event about a push provider. */
export interface ProviderValue {
  /** The push provider in use, or the refused name, cut at 16 characters. */
  provider: "ios-apns" | "ios-firebase" | "ios-huawei" | (string & {});
}

/** The value of an event that reports the outcome of a delivery or open event. */
export interface PushAnswerValue {
  /** The answer of the platform. */
  response_with_http_code: ResponseWithHttp;
  /** The uid of the push. */
  uid: string;
  /** The kind of the push event. */
  type: "delivery" | "open";
}

/** A button of a push. */
export interface PushButton {
  /** The identifier: button0 for the first button of the push. */
  identifier: string;
  /** The label of the button. */
  label: string | null;
  /** The address that a tap on the button opens; null if there is none. */
  link: string | null;
}

/** A subscription to push notifications. */
export interface PushSubscription {
  /** The channel of the subscription. Example: `"push"`. */
  channel?: "push" | null;
  /** The kind of the subscription, as the React Native SDK names it. Example: `"push"`. */
  type?: "push" | null;
  /**
   * The identifier of the resource that the subscription belongs to, from the Altcraft account.
   * Example: `1`.
   */
  resource_id: number;
  /** The push service that issued the token. Example: `"ios-apns"`. */
  provider: "ios-apns" | "ios-firebase" | "ios-huawei" | (string & {});
  /** The push token that the push service issued. Example: `"apns-token-1"`. */
  subscription_id: string;
  /** The status of the subscription. Example: `"subscribed"`. */
  status?: "subscribed" | "suspended" | "unsubscribed" | (string & {}) | null;
  /** The priority of the subscription in delivery. Example: `0`. */
  priority?: number | null;
  /** Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`. */
  custom_fields?: JSONObject | null;
  /** The names of the categories of the subscription. Example: `["news"]`. */
  cats?: string[] | null;
}

/** The answer to a durable call: its job is on disk, and is retried until it ends. */
export interface Receipt {
  /** The id of the job, for `outbox.get`; also the header Request-ID of every attempt. */
  requestId: RequestId;
  /** The outcome of the job. Present only if the call waited for it. */
  outcome?: Outcome;
}

/** The id of one job: 1 to 128 of A-Z a-z 0-9 . _ : -, unique within the app group. */
export type RequestId = string;

/** The body of the platform's answer. */
export interface Response {
  /** The platform's error code: 0 for success, null if the answer has none. */
  error: number | null;
  /** The platform's error text: empty for success, null if the answer has none. */
  errorText: string | null;
  /** The profile after the request; null if the request failed or was not synchronous. */
  profile: ProfileData | null;
}

/** A category of a subscription. A member that the platform did not send is null. */
export interface ResponseCategory {
  /** The name of the category, as calls use it. */
  name: string | null;
  /** The title of the category, as users see it. Example: `"News"`. */
  title: string | null;
  /** True if subscribers cannot turn the category off. */
  steady: boolean | null;
  /** True if the category is turned on for this subscription. */
  active: boolean | null;
}

/** The platform's answer to a request. */
export interface ResponseWithHttp {
  /** The HTTP status code. */
  httpCode: number;
  /** The body; null if it is not a JSON object. */
  response: Response | null;
}

/**
 * The pauses between delivery attempts, in seconds. The limits apply to members that are missing.
 */
export interface Retry {
  /**
   * The pause after the first failed attempt, in seconds; it grows with each further one. Example:
   * `1`.
   */
  firstSeconds?: number | null;
  /** The longest pause between two attempts, in seconds. Example: `60`. */
  maxSeconds?: number | null;
  /** The time after which an undelivered job expires, in seconds. Example: `86400`. */
  totalSeconds?: number | null;
}

/** Values by name: strings, numbers, booleans and nulls. */
export type Scalars = { [member: string]: string | number | boolean | null };

/** The content to show for a push: that of its request, with its image and buttons. */
export interface ShownContent {
  /** The title to show. Example: `"Sale"`. */
  title: string | null;
  /** The line below the title. Example: `"Only today"`. */
  subtitle: string | null;
  /** The text to show. Example: `"All shoes at half price"`. */
  body: string | null;
  /** The number on the icon of the app. Example: `2`. */
  badge: number | null;
  /** The sound to play, a file of the app or default. Example: `"default"`. */
  sound: string | null;
  /** The category that the actions belong to. Example: `"Altcraft"`. */
  categoryIdentifier: string | null;
  /** The data of the push, as it arrived. Example: `{"_uid": "uid-1"}`. */
  userInfo: JSONObject | null;
  /** The image of the push; empty if it has none. */
  attachments: Attachment[];
  /** The category to register, named by `categoryIdentifier`; null without buttons. */
  category: NotificationCategory | null;
}

/** A subscription to text messages. */
export interface SmsSubscription {
  /** The channel of the subscription. Example: `"sms"`. */
  channel?: "sms" | null;
  /** The kind of the subscription, as the React Native SDK names it. Example: `"sms"`. */
  type?: "sms" | null;
  /**
   * The identifier of the resource that the subscription belongs to, from the Altcraft account.
   * Example: `1`.
   */
  resource_id: number;
  /** The phone number in international format, from the user. Example: `"+4915112345678"`. */
  phone: string;
  /** The status of the subscription. Example: `"subscribed"`. */
  status?: "subscribed" | "suspended" | "unsubscribed" | (string & {}) | null;
  /** The priority of the subscription in delivery. Example: `0`. */
  priority?: number | null;
  /** Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`. */
  custom_fields?: JSONObject | null;
  /** The names of the categories of the subscription. Example: `["news"]`. */
  cats?: string[] | null;
}

/** The value of the event for storage that fails or works again. */
export interface StorageValue {
  /**
   * The cause: noSpace, readOnly, ioError or the damaged file; recovered if storage works again.
   */
  cause: string;
  /** The number of the first lost record; absent if none is lost. */
  from?: number;
  /** The number of the last lost record; absent if it is unknown. */
  to?: number;
  /** The number of lost records; absent if none is lost. */
  lost?: number;
}

/**
 * A subscription of the profile; `channel` selects one of four kinds. Members in camel case
 * (`resourceId`) are accepted too.
 */
export type Subscription = EmailSubscription | SmsSubscription | PushSubscription | CcDataSubscription;

/**
 * A push subscription as the platform stores it. A member that the platform did not send is null.
 */
export interface SubscriptionData {
  /** The push token that receives the pushes. */
  subscriptionId: string | null;
  /** The platform's short id of the subscription, in hex digits. */
  hashId: string | null;
  /** The push service. */
  provider: "ios-apns" | "ios-firebase" | "ios-huawei" | (string & {}) | null;
  /** The status of the subscription. */
  status: "subscribed" | "suspended" | "unsubscribed" | (string & {}) | null;
  /** Standard and custom fields by name, as the platform sent them. */
  fields: JSONObject | null;
  /** The categories; empty if there is none. */
  cats: ResponseCategory[];
}

/** The push token in use and the push service that issued it. */
export interface TokenData {
  /** The push service that issued the token. */
  provider: Provider;
  /** The push token; a binary one is written in lower-case hex. */
  token: string;
}

/** An item of the trace: a message of a connection, or a step of a job. */
export interface TraceItem {
  /** The id of the run of the process that counts `seq`. Example: `"9f2c4b1e"`. */
  epoch: string;
  /** The number of the item in this run. Example: `17`. */
  seq: number;
  /** The time of the item, in microseconds since 1970. Example: `1795176000123456`. */
  at: number;
  /** The kind: wire for an event of a connection, job for a step of a job. */
  kind: "wire" | "job";
  /**
   * The number of the connection: that of the event, or of the call that was accepted; null for a
   * job of the bridge itself. Example: `3`.
   */
  connection?: number | null;
  /** Wire: the transport. Example: `"unix"`. */
  transport?: string;
  /** Wire: the event of the connection. */
  event?: "opened" | "message" | "dropped" | "fault" | "inputEnded" | "closed";
  /** Message: received from the client, or sent to it. */
  direction?: "received" | "sent";
  /** Message: its size. Example: `50`. */
  bytes?: number;
  /**
   * Message: the message, with secrets covered; null for one that is longer than the limit
   * traceMessageBytes. Absent with `fault`.
   */
  message?: JSONValue;
  /**
   * Message, if it is longer than the limit: its id, its method, and in `answer` whether it has a
   * result or an error; of a batch a list of these. Absent if this is longer than 1024 bytes.
   * Example: `{"id":7,"answer":"result"}`.
   */
  outline?: JSONValue;
  /** The reason why the data is not a message. Example: `"not JSON at byte 4"`. */
  fault?: string;
  /** Opened: the process at the other end, if the transport knows it. */
  peer?: TraceItemPeer;
  /** Job: its id. Example: `"order-7"`. */
  requestId?: string;
  /** Job: the method of the call, or tokenUpdate. Example: `"mobileEvent"`. */
  method?: string;
  /** Job: the start of the tag of its user; null under a resource token. Example: `"5f1d7a84"`. */
  user?: string | null;
  /** Job: its app group. Example: `"default"`. */
  appGroup?: string;
  /**
   * Job: the step. accepted, then durable when the record is on disk, or refused if the disk does
   * not take it; attempt and answer for each request; waiting while it is not sent; ended; retried
   * when a rejected job is put back.
   */
  step?: "accepted" | "refused" | "durable" | "attempt" | "answer" | "waiting" | "ended" | "retried";
  /** Attempt and answer: the number of the attempt, from 1. Example: `1`. */
  attempt?: number;
  /** Answer: the HTTP status code; null without an answer. Example: `200`. */
  httpCode?: number | null;
  /** Answer: the reason why there is none; null if there is one. */
  failure?: string | null;
  /** Answer: the time since the attempt, in microseconds. Example: `48210`. */
  durationUs?: number;
  /**
   * Answer: the clock of the platform, in microseconds since 1970 and exact to a second; null if
   * the answer does not have it.
   */
  platformTime?: number | null;
  /** Waiting: the reason, as in `outbox.get`. Example: `"retry"`. */
  waitingFor?: string;
  /** Waiting: the time of the next check, in microseconds since 1970; null if none is set. */
  until?: number | null;
  /** Ended: the state. Example: `"delivered"`. */
  state?: "delivered" | "rejected" | "expired" | "cleared" | "lost";
  /** Ended: the code of the event that reported it. Example: `230`. */
  eventCode?: number;
  /** Ended: the number of the outcome, as in `outcomes.list`; null if it has none yet. */
  outcome?: number | null;
}

/** Opened: the process at the other end, if the transport knows it. */
export interface TraceItemPeer {
  /** The id of the process. Example: `4711`. */
  pid?: number;
  /** The id of its user. Example: `1000`. */
  uid?: number;
}

/** The UTM tags of a link: the source of a visit. */
export interface UTM {
  /** The campaign, `utm_campaign` of the link; sent as `cn`. Example: `"spring"`. */
  campaign?: string | null;
  /** The content, `utm_content` of the link; sent as `cc`. Example: `"banner-2"`. */
  content?: string | null;
  /** The keyword, `utm_term` of the link; sent as `ck`. Example: `"shoes"`. */
  keyword?: string | null;
  /** The medium, `utm_medium` of the link; sent as `cm`. Example: `"email"`. */
  medium?: string | null;
  /** The source, `utm_source` of the link; sent as `cs`. Example: `"newsletter"`. */
  source?: string | null;
  /** A temporary tag, chosen by the host; sent as `ct`. Example: `"test-1"`. */
  temp?: string | null;
}

/** The value of the event for an action that is not a button. */
export interface UnknownButtonValue {
  /** The identifier of the action, from the host. */
  identifier: string;
}
