// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Not to be edited.

/** Any JSON. Integers that a number cannot hold exactly are bigint. */
export type JSONValue =
  null | boolean | number | bigint | string | JSONValue[] | { [member: string]: JSONValue };

/** A JSON object with any members. */
export type JSONObject = { [member: string]: JSONValue };

/** A button of a notification. */
export interface Action {
  /** button0 for the first button of the message. */
  identifier: string;
  /** What stands on it. */
  title: string;
  /** foreground: it opens the app. */
  options: string[];
}

/** The value of an event that tells how a request ended. */
export interface AnswerValue {
  /** What the platform answered. */
  response_with_http_code: ResponseWithHttp;
}

/** The app, as the platform shows it. */
export interface AppInfo {
  /** The id of the app; sent as `_app_id`. */
  appID?: string | null;
  /** The id of this installation; sent as `_app_iid`. */
  appIID?: string | null;
  /** The version of the app; sent as `_app_ver`. */
  appVer?: string | null;
}

/** An image to attach to a notification. */
export interface Attachment {
  /** Always img. */
  identifier: string;
  /** Where the image is. The bridge does not fetch it. */
  url: string;
}

/** Which bridge this is, and how it was started. */
export interface BridgeInfo {
  /** Always altcraft-bridge. */
  name: string;
  /** The version of the program. */
  version: string;
  /** The version of the protocol: 1. */
  protocol: number;
  /** sha256: and the hex digest of what altcraft-bridge schema prints. */
  schemaDigest: string;
  /** The id of the process. */
  pid: number;
  /** The run of the process, as events name it. */
  epoch: string;
  /** When the process began to serve. A time in ISO 8601 and UTC. */
  startedAt: string;
  /** Where it can be reached: stdio, unix: and a path, tcp: and an address with its port. */
  transports: string[];
  /** The directory that holds all data. */
  dataDir: string;
  /** The app group in use. */
  appGroup: string;
  /** What accepted work survives: power for a power failure, process for a crash only. */
  durability: string;
  /** The limits in force, by name: bytes, seconds or counts. */
  limits: JSONObject;
}

/** The figures of bridge.stats for a monitoring system. */
export interface BridgeMetrics {
  /** What `text` is, as HTTP would say it. */
  contentType: string;
  /**
   * Families of samples in the text format of Prometheus. Names begin with altcraft_bridge_, units
   * are seconds and bytes.
   */
  text: string;
}

/**
 * Counters. Those of the outbox are of the app group and survive restarts; the others begin with
 * the process.
 */
export interface BridgeStats {
  /**
   * What became of the work: accepted is the sum of delivered, rejected, expired, cleared, lost and
   * pending.
   */
  outbox: BridgeStatsOutbox;
  /** What accepted work survives: power for a power failure, process for a crash only. */
  durability: string;
  /** How long the process has run, in seconds. */
  uptimeSeconds: number;
  /** Connections of hosts. */
  connections: BridgeStatsConnections;
  /** What went over all connections, in bytes. */
  bytes: BridgeStatsBytes;
  /** Messages of hosts. */
  calls: BridgeStatsCalls;
  /** SDK events. */
  events: BridgeStatsEvents;
  /** Requests to the platform. */
  delivery: BridgeStatsDelivery;
  /** How long requests took, from their last byte read to their answer written, as a histogram. */
  latencyMicroseconds: LatencyStep[];
}

/**
 * What became of the work: accepted is the sum of delivered, rejected, expired, cleared, lost and
 * pending.
 */
export interface BridgeStatsOutbox {
  /** Pieces of work that were accepted. */
  accepted: number;
  /** Those the platform took. */
  delivered: number;
  /** Those it refused for good. */
  rejected: number;
  /** Those whose time to live was over first. */
  expired: number;
  /** Those that clear ended. */
  cleared: number;
  /** Those lost to damage of the disk. */
  lost: number;
  /** Those still to be delivered. */
  pending: number;
  /** What the pending ones take of the outbox, in bytes. */
  bytes: number;
  /**
   * When the oldest pending one was accepted; null when nothing is pending. A time in ISO 8601 and
   * UTC.
   */
  oldestPendingAt: string | null;
}

/** Connections of hosts. */
export interface BridgeStatsConnections {
  /** How many are open now. */
  open: number;
  /** How many were opened. */
  opened: number;
  /** How many were turned away: too many, or not allowed to speak. */
  refused: number;
}

/** What went over all connections, in bytes. */
export interface BridgeStatsBytes {
  /** Bytes that were read. */
  in: number;
  /** Bytes that were written. */
  out: number;
}

/** Messages of hosts. */
export interface BridgeStatsCalls {
  /** Calls that are to be answered. */
  requests: number;
  /** Calls that are not. */
  notifications: number;
  /** Calls that ended with an error, and messages that were none. */
  errors: number;
  /** Answers to nothing that was asked, or too late. */
  ignoredResponses: number;
}

/** SDK events. */
export interface BridgeStatsEvents {
  /** How many there were. */
  emitted: number;
  /** How many did not reach a subscriber, each counted once for every such. */
  dropped: number;
}

/** Requests to the platform. */
export interface BridgeStatsDelivery {
  /** How many were made. */
  attempts: number;
  /** How often the process that makes them was started. */
  workerStarts: number;
}

/** The value of the event that a push has no button at that place. */
export interface ButtonValue {
  /** The button that was tapped, as the app named it. */
  identifier: string;
  /** Its place in the list from 0, which is beyond the last button. */
  index: number;
}

/** A category of the subscription. Only name and active matter when it is sent. */
export interface Category {
  /** The name that the platform knows it by. */
  name?: string | null;
  /** The name that people see. */
  title?: string | null;
  /** Whether subscribers cannot switch it off. */
  steady?: boolean | null;
  /** Whether it is switched on for this subscription. */
  active?: boolean | null;
}

/** A subscription to messages of a chat. */
export interface CcDataSubscription {
  /** The channel it is for. */
  channel: "telegram_bot" | "whatsapp" | "viber" | "notify";
  /** The kind, as the React Native SDK says it. */
  type?: "cc_data";
  /** The Altcraft resource that it belongs to. */
  resource_id: number;
  /** What the channel needs, for example a chat id or a phone number. */
  cc_data: JSONObject;
  /** The status of the subscription, for example active or suspended. */
  status?: string | null;
  /** Its priority in delivery. */
  priority?: number | null;
  /** Its standard and custom fields by name. */
  custom_fields?: JSONObject | null;
  /** The names of its categories. */
  cats?: string[] | null;
}

/** The value of the event that the data was cleared. */
export interface ClearedValue {
  /** How many pieces of work were ended. */
  cleared: number;
}

/** What a click leads to. */
export interface ClickResult {
  /** What to open; null for nothing. */
  url: string | null;
  /** sdk: the open event is registered. app: the app has done all there is to do. */
  handledBy: "sdk" | "app";
}

/** What the SDK needs to know before it can work. */
export interface Configuration {
  /** Where the platform is: https, or http on this machine. Without it the answer is 471. */
  apiUrl?: string | null;
  /** The resource token. An empty one counts as none. */
  rToken?: string | null;
  /** The app as the platform shows it. */
  appInfo?: AppInfo | null;
  /** Which push providers are asked for a token, in this order. */
  providerPriorityList?: string[] | null;
  /** Log level info when true, error when false. */
  enableLogging?: boolean | null;
  /** The device; defaults are taken from this machine. */
  device?: Device | null;
  /** The numbering of events: today's, or that of the documentation's older table. */
  eventCodes?: "current" | "legacy" | null;
  /** The pauses between attempts; stronger than the limits of the same meaning. */
  retry?: Retry | null;
  /** What is sent as matching_mode under a resource token. */
  rTokenMatchingMode?: "push_sub" | "rToken" | null;
  /** Accepted from the React Native configuration; has no effect. */
  android_icon?: JSONValue;
  /** Accepted from the React Native configuration; has no effect. */
  android_usingService?: JSONValue;
  /** Accepted from the React Native configuration; has no effect. */
  android_serviceMessage?: JSONValue;
  /** Accepted from the React Native configuration; has no effect. */
  android_pushReceiverModules?: JSONValue;
  /** Accepted from the React Native configuration; has no effect. */
  android_pushChannelName?: JSONValue;
  /** Accepted from the React Native configuration; has no effect. */
  android_pushChannelDescription?: JSONValue;
}

/** What the platform is told of the device. */
export interface Device {
  /** The operating system; sent as `_os`, IOS by default. */
  os?: string | null;
  /** Its version; sent as `_os_ver`. */
  osVersion?: string | null;
  /** The model, for example iPhone14,7; sent as `_device_model`. */
  deviceModel?: string | null;
  /** The name of the device; sent as `_device_name`. */
  deviceName?: string | null;
  /** The kind of device; sent as `_device_type`, mob by default. */
  deviceType?: string | null;
  /** The language of the system, for example en; sent as `_os_language`. */
  language?: string | null;
  /** The advertising id; sent as `_ad_id` where adTrack is true. */
  adId?: string | null;
  /** Whether the user allows tracking; sent as `_ad_track`. */
  adTrack?: boolean | null;
  /** An IANA name, or an offset as ±hhmm; sent as `_os_tz`. */
  timeZone?: string | null;
}

/** A subscription to email. */
export interface EmailSubscription {
  /** The channel it is for. */
  channel?: "email";
  /** The kind, as the React Native SDK says it. */
  type?: "email";
  /** The Altcraft resource that it belongs to. */
  resource_id: number;
  /** The recipient's email address. */
  email: string;
  /** The status of the subscription, for example active or suspended. */
  status?: string | null;
  /** Its priority in delivery. */
  priority?: number | null;
  /** Its standard and custom fields by name. */
  custom_fields?: JSONObject | null;
  /** The names of its categories. */
  cats?: string[] | null;
}

/** The value of an event that work ended without an answer: expired, cleared or lost. */
export interface EndedWorkValue {
  /** The method that was called. */
  method: string;
  /** When it was accepted. A time in ISO 8601 and UTC. */
  createdAt: string;
}

/** Something the SDK tells the app. */
export interface Event {
  /** The run of the process that numbered it. */
  epoch: string;
  /** Its number in this run, from 1; one more than that of the event before. */
  seq: number;
  /** Success or news, final failure, or failure that is tried again. */
  type: "event" | "error" | "retryError";
  /** Its code, in the numbering that eventCodes of the configuration chose. */
  code: number;
  /** The name of its code, the same in both numberings. */
  name: string;
  /**
   * The function of the SDK that tells it: the one called, or processResponse for an answer of the
   * platform.
   */
  function: string;
  /** What happened, for people. */
  message: string;
  /** What belongs to this code, see x-events; null when nothing does. */
  value: EventValue;
  /** When it happened. A time in ISO 8601 and UTC. */
  date: string;
  /** The requestId of the work it is about; null when it is about none. */
  requestId: string | null;
}

/** What an event code means. */
export interface EventCode {
  /** Its number in today's SDKs. */
  code: number;
  /** Its number in the documentation's older table; null where that has none. */
  legacyCode: number | null;
  /** Its name, the same in both numberings. */
  name: string;
  /** The type of its events: event, final error, or error that is tried again. */
  class: "event" | "error" | "retryError";
  /** What such an event says. */
  meaning: string;
  /** Whether the bridge tries again. */
  retried: boolean;
  /** Whether the bridge ever emits it. */
  emitted: boolean;
  /** Why it does not occur here, or what else there is to know; null for nothing. */
  note: string | null;
}

/** Events that a subscriber did not get. */
export interface EventGap {
  /** The seq of the first event that is missing. */
  from: number;
  /** The seq of the last one; null when that is not known. */
  to: number | null;
  /** How many are missing; null when that is not known. */
  count: number | null;
  /** overflow: no longer kept, or not taken in time. restart: the cursor is of an earlier run. */
  reason: "overflow" | "restart";
}

/** Events that are kept, and where the stream stands. */
export interface EventPage {
  /** The run of the process that numbered it. */
  epoch: string;
  /** The seq of the last event so far; 0 for none. */
  seq: number;
  /** The seq of the oldest event that is kept; null for none. */
  oldest: number | null;
  /** What is missing after `since`; null for nothing. */
  gap: EventGap | null;
  /** The events, oldest first. */
  events: Event[];
}

/** Where the stream of events stands, and what is missing of it. */
export interface EventPosition {
  /** The run of the process that numbered it. */
  epoch: string;
  /** The seq of the last event so far; 0 for none. */
  seq: number;
  /** The seq of the oldest event that is kept; null for none. */
  oldest: number | null;
  /** What is missing after `since`; null for nothing. */
  gap: EventGap | null;
}

/** What belongs to an event; which of these it is goes by its name, see x-events. */
export type EventValue = AnswerValue | PushAnswerValue | MobileAnswerValue | ProviderValue | ForeignPushValue | ClearedValue | StorageValue | ButtonValue | UnknownButtonValue | EndedWorkValue | null;

/** The value of the event that a push is not the platform's. */
export interface ForeignPushValue {
  /** The message. The value is null for one of more than 4 KiB. */
  message: JSONObject;
}

/** Addresses of the platform that count what became of a push. */
export interface HubLink {
  /** Counts an open when it is fetched. */
  open: string | null;
  /** Counts a delivery when it is fetched. */
  ack: string | null;
}

/** A step of the histogram of times. */
export interface LatencyStep {
  /** The longest time that falls into this step, in microseconds; null for the rest. */
  le: number | null;
  /** How many requests fall into it and into none before. */
  count: number;
}

/** The value of an event that tells how a mobile event ended. */
export interface MobileAnswerValue {
  /** What the platform answered. */
  response_with_http_code: ResponseWithHttp;
  /** The name of the mobile event. */
  name: string;
}

/** The buttons of a notification, as a category to register. */
export interface NotificationCategory {
  /** Always Altcraft. */
  identifier: string;
  /** One for each button. */
  actions: Action[];
}

/** What a notification shows and carries. */
export interface NotificationContent {
  /** The title to show. */
  title?: string | null;
  /** The line below the title. */
  subtitle?: string | null;
  /** The text to show. */
  body?: string | null;
  /** The number on the app's icon. */
  badge?: number | null;
  /** The sound to play. */
  sound?: string | null;
  /** The category its actions belong to. */
  categoryIdentifier?: string | null;
  /** The data that came with the push. */
  userInfo?: JSONObject | null;
}

/** What the operating system hands to an app when a push arrives. */
export interface NotificationRequest {
  /** What the system knows the request by. */
  identifier?: string | null;
  /** What it shows and carries. */
  content: NotificationContent;
}

/** What the operating system reports of a tap. */
export interface NotificationResponse {
  /**
   * button0 for the first button, com.apple.UNNotificationDefaultActionIdentifier for the
   * notification itself.
   */
  actionIdentifier?: string | null;
  /** The request that was tapped. */
  request: NotificationRequest;
}

/** What a call that waited for its outcome learnt. */
export interface Outcome {
  /** How the work ended; pending when the time to wait was over first. */
  state: "pending" | "delivered" | "rejected" | "expired" | "cleared" | "lost";
  /** The code of the event that told it; null while the work is pending. */
  eventCode: number | null;
  /** What the platform answered; null when it did not. */
  response: ResponseWithHttp | null;
}

/** A push of any provider in one form. A member that the message does not have is null. */
export interface ParsedPush {
  /** Whether the platform made it. */
  isAltcraft: boolean;
  /**
   * How the message was built: that of a provider message, sdk for one with the SDK's marker, data
   * for a flat map of the platform; null for a message of someone else.
   */
  structure: "sdk" | "appMetricaIOS" | "appMetricaAndroid" | "hmsIOS" | "fcmV1IOS" | "hmsAndroid" | "fcmV1Android" | "ruStore" | "fcmLegacyIOS" | "fcmLegacyAndroid" | "apns" | "data" | null;
  /** What deliveries and opens are registered under. */
  uid: string | null;
  /** The platform's id of this sending, unique within its mailing. */
  launchId: string | null;
  /** The title to show. */
  title: string | null;
  /** The line below the title. */
  subtitle: string | null;
  /** The text to show. */
  body: string | null;
  /** Where an image to show is. The bridge does not fetch it. */
  media: string | null;
  /** Where an icon to show is. The bridge does not fetch it. */
  icon: string | null;
  /** What a tap on the notification opens. */
  clickUrl: string | null;
  /** Buttons to show, in order; empty when there are none. */
  buttons: PushButton[];
  /** Addresses of the platform that count opens and deliveries. The bridge never fetches them. */
  hubLink: HubLink | null;
  /** The number on the app's icon. */
  badge: number | null;
  /** The sound to play. */
  sound: string | null;
  /** What else came with the message. */
  extra: JSONObject;
}

/** How much is left to deliver. */
export interface PendingCount {
  /** How many pieces of work are pending now. */
  pending: number;
}

/** Whether notifications may be shown. */
export interface Permission {
  /** Whether the user lets notifications be shown. */
  granted: boolean;
}

/** How to show a push while the app is in use. */
export interface PresentationOptions {
  /** banner, badge and sound, or less. */
  options: string[];
}

/** The profile that a subscription belongs to. A member the platform left out is null. */
export interface ProfileData {
  /** The platform's id of the profile. */
  id: string | null;
  /** The status of the profile, for example subscribed. */
  status: string | null;
  /** Whether it is a test profile. */
  isTest: boolean | null;
  /** The push subscription the answer is about; null when there is none. */
  subscription: SubscriptionData | null;
}

/**
 * How JWTs or push tokens are provided: "callback" asks this connection each time, an object holds
 * one given once and for all, null is not at all.
 */
export type Provider = "callback" | ProviderToken | null;

/** A form of Provider. */
export interface ProviderToken {
  /** The JWT, or the push token. */
  token: string;
}

/** The value of an event about a push provider. */
export interface ProviderValue {
  /** The provider now in use, or the name that was refused, cut at 16 characters. */
  provider: string;
}

/** The value of an event that tells how the report of a delivery or an open ended. */
export interface PushAnswerValue {
  /** What the platform answered. */
  response_with_http_code: ResponseWithHttp;
  /** The uid of the message. */
  uid: string;
  /** What was reported of it. */
  type: "delivery" | "open";
}

/** A button of a push. */
export interface PushButton {
  /** button0 for the first one of the message. */
  identifier: string;
  /** What stands on it. */
  label: string | null;
  /** What a tap on it opens; null for nothing. */
  link: string | null;
}

/** A subscription to push notifications. */
export interface PushSubscription {
  /** The channel it is for. */
  channel?: "push";
  /** The kind, as the React Native SDK says it. */
  type?: "push";
  /** The Altcraft resource that it belongs to. */
  resource_id: number;
  /** The push service, for example ios-apns. */
  provider: string;
  /** What the push service knows it by: the push token. */
  subscription_id: string;
  /** The status of the subscription, for example active or suspended. */
  status?: string | null;
  /** Its priority in delivery. */
  priority?: number | null;
  /** Its standard and custom fields by name. */
  custom_fields?: JSONObject | null;
  /** The names of its categories. */
  cats?: string[] | null;
}

/** The answer to a durable call: its work is on disk, and is tried until it ends. */
export interface Receipt {
  /** What outbox.get knows the work by; the Request-ID of every attempt. */
  requestId: RequestId;
  /** How the work ended. Left out unless the call waited for it. */
  outcome?: Outcome;
}

/** The id of one piece of work: 1 to 128 of A-Z a-z 0-9 . _ : -, unique within the app group. */
export type RequestId = string;

/** The body of the platform's answer. */
export interface Response {
  /** The platform's own error code: 0 for none, null when it gave none. */
  error: number | null;
  /** What went wrong, in its words; empty for nothing, null when it gave none. */
  errorText: string | null;
  /** The profile after the request; null when it failed, and for one that is not synchronous. */
  profile: ProfileData | null;
}

/** A category of a subscription. A member the platform left out is null. */
export interface ResponseCategory {
  /** The name that calls know it by. */
  name: string | null;
  /** The name that people see. */
  title: string | null;
  /** Whether subscribers cannot switch it off. */
  steady: boolean | null;
  /** Whether it is switched on for this subscription. */
  active: boolean | null;
}

/** The platform's answer to a request. */
export interface ResponseWithHttp {
  /** The HTTP status. */
  httpCode: number;
  /** Its body; null when that was no JSON object. */
  response: Response | null;
}

/** The pauses between attempts, in seconds. Each one that is left out is as the limits say. */
export interface Retry {
  /** The pause after the first attempt, in seconds; it grows from there. */
  firstSeconds?: number | null;
  /** The longest pause, in seconds. */
  maxSeconds?: number | null;
  /** How long work is tried before it expires, in seconds. */
  totalSeconds?: number | null;
}

/** What to show of a push: the content of its request, with its image and buttons. */
export interface ShownContent {
  /** The title to show. */
  title: string | null;
  /** The line below the title. */
  subtitle: string | null;
  /** The text to show. */
  body: string | null;
  /** The number on the app's icon. */
  badge: number | null;
  /** The sound to play. */
  sound: string | null;
  /** The category its actions belong to. */
  categoryIdentifier: string | null;
  /** The data that came with the push. */
  userInfo: JSONObject | null;
  /** The image of the push; empty when it has none. */
  attachments: Attachment[];
  /** The category to register, of which categoryIdentifier speaks; null without buttons. */
  category: NotificationCategory | null;
}

/** A subscription to text messages. */
export interface SmsSubscription {
  /** The channel it is for. */
  channel?: "sms";
  /** The kind, as the React Native SDK says it. */
  type?: "sms";
  /** The Altcraft resource that it belongs to. */
  resource_id: number;
  /** The phone number in international format. */
  phone: string;
  /** The status of the subscription, for example active or suspended. */
  status?: string | null;
  /** Its priority in delivery. */
  priority?: number | null;
  /** Its standard and custom fields by name. */
  custom_fields?: JSONObject | null;
  /** The names of its categories. */
  cats?: string[] | null;
}

/** The value of the event that the disk failed, or is well again. */
export interface StorageValue {
  /**
   * What failed: noSpace, readOnly, ioError, or what was damaged; recovered when it works again.
   */
  cause: string;
  /** The number of the first record that is lost; left out when none is. */
  from?: number;
  /** That of the last one; left out when it is not known. */
  to?: number;
  /** How many records are lost; left out when none is. */
  lost?: number;
}

/** A subscription of the profile, of one of four kinds; channel says which. */
export type Subscription = EmailSubscription | SmsSubscription | PushSubscription | CcDataSubscription;

/** A push subscription as the platform keeps it. A member it left out is null. */
export interface SubscriptionData {
  /** The push token it delivers to. */
  subscriptionId: string | null;
  /** The platform's short id of it, as hex digits. */
  hashId: string | null;
  /** The push service: ios-apns, ios-firebase or ios-huawei. */
  provider: string | null;
  /** subscribed, suspended or unsubscribed. */
  status: string | null;
  /** Its standard and custom fields by name, as they came. */
  fields: JSONObject | null;
  /** Its categories; empty when it has none. */
  cats: ResponseCategory[];
}

/** The push token in use and the service that issued it. */
export interface TokenData {
  /** The push service: ios-apns, ios-firebase or ios-huawei. */
  provider: string;
  /** The token as text; a binary one is in lower-case hex. */
  token: string;
}

/** UTM tags: where the user came from. */
export interface UTM {
  /** The campaign, or mailing; sent as `cn`. */
  campaign?: string | null;
  /** The content; sent as `cc`. */
  content?: string | null;
  /** The keyword, or term; sent as `ck`. */
  keyword?: string | null;
  /** The medium; sent as `cm`. */
  medium?: string | null;
  /** The source; sent as `cs`. */
  source?: string | null;
  /** A temporary tag; sent as `ct`. */
  temp?: string | null;
}

/** The value of the event that an action is no button. */
export interface UnknownButtonValue {
  /** The action, as the app named it. */
  identifier: string;
}

/** One call that was accepted for delivery, and what has become of it. */
export interface Work {
  /** What the call was answered; the Request-ID of every attempt. */
  requestId: string;
  /** The method that was called, or tokenUpdate. */
  method: string;
  /** pending until it has ended, then how it ended. */
  state: "pending" | "delivered" | "rejected" | "expired" | "cleared" | "lost";
  /** When it was accepted. A time in ISO 8601 and UTC. */
  createdAt: string;
  /** How often it was sent so far. */
  attempts: number;
  /** When it is sent again; null when no time is set for that. A time in ISO 8601 and UTC. */
  nextAttemptAt: string | null;
  /**
   * Why it is not being sent: a pause before the next attempt, a JWT of its user, a push token, the
   * permission to notify, or a configuration. Null when nothing holds it up.
   */
  waitingFor: "retry" | "user" | "token" | "permission" | "configuration" | null;
  /** What the last attempt came to; null when none has failed. */
  lastError: WorkLastError | null;
  /** How it ended; null while it is pending. */
  outcome: WorkOutcome | null;
  /** When it ended; null while it is pending. A time in ISO 8601 and UTC. */
  endedAt: string | null;
  /** Whether it was rejected and outbox.retry would take it. */
  retryable: boolean;
}

/** What the last attempt came to; null when none has failed. */
export interface WorkLastError {
  /** The code of the event that told it. */
  code: number;
  /** The HTTP status; null when no answer came. */
  httpCode: number | null;
  /** What went wrong, for people. */
  message: string;
}

/** How it ended; null while it is pending. */
export interface WorkOutcome {
  /** How it ended. */
  state: "pending" | "delivered" | "rejected" | "expired" | "cleared" | "lost";
  /** The code of the event that told it. */
  eventCode: number;
  /** What the platform answered; null when it did not. */
  response: ResponseWithHttp | null;
}

/** Work of the outbox, a page at a time. */
export interface WorkPage {
  /** In order of acceptance, without secrets; `response` of an outcome is null here. */
  items: Work[];
  /** What to pass as `after` for the next page; null at the end. */
  next: string | null;
}
