// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Not to be edited.

/** Any JSON. Integers that a number cannot hold exactly are bigint. */
export type JSONValue =
  null | boolean | number | bigint | string | JSONValue[] | { [member: string]: JSONValue };

/** A JSON object with any members. */
export type JSONObject = { [member: string]: JSONValue };

export interface Action {
  /** button0 for the first button of the message. */
  identifier: string;
  /** What stands on it. */
  title: string;
  /** foreground: it opens the app. */
  options: string[];
}

export interface AnswerValue {
  response_with_http_code: ResponseWithHttp;
}

export interface AppInfo {
  /** Sent as `_app_id`. */
  appID?: string | null;
  /** Sent as `_app_iid`. */
  appIID?: string | null;
  /** Sent as `_app_ver`. */
  appVer?: string | null;
}

export interface Attachment {
  /** Always img. */
  identifier: string;
  /** The image. The bridge does not fetch it. */
  url: string;
}

export interface BridgeInfo {
  name: string;
  version: string;
  protocol: number;
  schemaDigest: string;
  pid: number;
  epoch: string;
  startedAt: string;
  transports: string[];
  dataDir: string;
  appGroup: string;
  durability: string;
  limits: JSONObject;
}

export interface BridgeStats {
  outbox: BridgeStatsOutbox;
  durability: string;
  uptimeSeconds: number;
  connections: BridgeStatsConnections;
  bytes: BridgeStatsBytes;
  calls: BridgeStatsCalls;
  events: BridgeStatsEvents;
  delivery: BridgeStatsDelivery;
  latencyMicroseconds: BridgeStatsLatencyMicroseconds[];
}

export interface BridgeStatsOutbox {
  accepted: number;
  delivered: number;
  rejected: number;
  expired: number;
  cleared: number;
  lost: number;
  pending: number;
  bytes: number;
  oldestPendingAt: string | null;
}

export interface BridgeStatsConnections {
  open: number;
  opened: number;
  refused: number;
}

export interface BridgeStatsBytes {
  in: number;
  out: number;
}

export interface BridgeStatsCalls {
  requests: number;
  notifications: number;
  errors: number;
  ignoredResponses: number;
}

export interface BridgeStatsEvents {
  emitted: number;
  dropped: number;
}

export interface BridgeStatsDelivery {
  attempts: number;
  workerStarts: number;
}

export interface BridgeStatsLatencyMicroseconds {
  le: number | null;
  count: number;
}

export interface ButtonValue {
  /** The button as it was named. */
  identifier: string;
  /** Its place, which is beyond the buttons. */
  index: number;
}

export interface Category {
  /** The name it goes by. */
  name?: string | null;
  /** The name people see. */
  title?: string | null;
  /** Whether it cannot be switched off. */
  steady?: boolean | null;
  /** Whether it is switched on. */
  active?: boolean | null;
}

export interface CcDataSubscription {
  channel: "telegram_bot" | "whatsapp" | "viber" | "notify";
  /** As the React Native SDK says it. */
  type?: "cc_data";
  resource_id: number;
  cc_data: JSONObject;
  status?: string | null;
  priority?: number | null;
  custom_fields?: JSONObject | null;
  cats?: string[] | null;
}

export interface ClearedValue {
  /** How many pieces of work were ended. */
  cleared: number;
}

export interface ClickResult {
  /** What to open; null for nothing. */
  url: string | null;
  /** app: it has done all there is to do. */
  handledBy: "sdk" | "app";
}

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
  /** Stronger than the limits of the same meaning. */
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

export interface Device {
  /** Sent as `_os`; IOS by default. */
  os?: string | null;
  /** Sent as `_os_ver`. */
  osVersion?: string | null;
  /** Sent as `_device_model`. */
  deviceModel?: string | null;
  /** Sent as `_device_name`. */
  deviceName?: string | null;
  /** Sent as `_device_type`; mob by default. */
  deviceType?: string | null;
  /** Sent as `_os_language`. */
  language?: string | null;
  /** Sent as `_ad_id` where tracking is allowed. */
  adId?: string | null;
  /** Sent as `_ad_track`. */
  adTrack?: boolean | null;
  /** An IANA name or ±hhmm; sent as `_os_tz`. */
  timeZone?: string | null;
}

export interface EmailSubscription {
  channel?: "email";
  /** As the React Native SDK says it. */
  type?: "email";
  resource_id: number;
  email: string;
  status?: string | null;
  priority?: number | null;
  custom_fields?: JSONObject | null;
  cats?: string[] | null;
}

export interface EndedWorkValue {
  /** The method that was called. */
  method: string;
  /** When it was accepted. */
  createdAt: string;
}

export interface Event {
  /** The run of the process. */
  epoch: string;
  /** Its number, one more than that of the event before. */
  seq: number;
  /** Success or news, final failure, or failure that is tried again. */
  type: "event" | "error" | "retryError";
  /** The code, in the numbering the configuration chose. */
  code: number;
  /** The name of the code, the same in both numberings. */
  name: string;
  /** The public function, or processResponse for every HTTP outcome. */
  function: string;
  /** For people. */
  message: string;
  value: EventValue;
  /** When it happened. */
  date: string;
  /** The work it is about; null when it is about none. */
  requestId: string | null;
}

export interface EventCode {
  /** Today's code. */
  code: number;
  /** That of the older table; null where it has none. */
  legacyCode: number | null;
  /** The same in both. */
  name: string;
  /** The type of its events. */
  class: "event" | "error" | "retryError";
  /** What it says. */
  meaning: string;
  /** Whether the bridge tries again. */
  retried: boolean;
  /** Whether it can occur here. */
  emitted: boolean;
  /** Why not, or what else there is to know. */
  note: string | null;
}

export interface EventGap {
  /** The first event that is missing. */
  from: number;
  /** The last one; null when that is not known. */
  to: number | null;
  /** How many; null when that is not known. */
  count: number | null;
  /** No longer kept or not taken in time; or a cursor of an earlier run. */
  reason: "overflow" | "restart";
}

export interface EventPage {
  /** The run of the process. */
  epoch: string;
  /** The last event so far; 0 for none. */
  seq: number;
  /** The oldest event that is kept; null for none. */
  oldest: number | null;
  /** What is missing after `since`; null for nothing. */
  gap: EventGap | null;
  /** Oldest first. */
  events: Event[];
}

export interface EventPosition {
  /** The run of the process. */
  epoch: string;
  /** The last event so far; 0 for none. */
  seq: number;
  /** The oldest event that is kept; null for none. */
  oldest: number | null;
  /** What is missing after `since`; null for nothing. */
  gap: EventGap | null;
}

/** What belongs to an event; which of these it is goes by its name, see x-events. */
export type EventValue = AnswerValue | PushAnswerValue | MobileAnswerValue | ProviderValue | ForeignPushValue | ClearedValue | StorageValue | ButtonValue | UnknownButtonValue | EndedWorkValue | null;

export interface ForeignPushValue {
  /** The message, up to 4 KiB of it. */
  message: JSONObject;
}

export interface HubLink {
  /** Counts an open. */
  open: string | null;
  /** Counts a delivery. */
  ack: string | null;
}

export interface MobileAnswerValue {
  response_with_http_code: ResponseWithHttp;
  /** The name of the mobile event. */
  name: string;
}

export interface NotificationCategory {
  /** Always Altcraft. */
  identifier: string;
  /** One for each button. */
  actions: Action[];
}

export interface NotificationContent {
  /** The title. */
  title?: string | null;
  /** The line below it. */
  subtitle?: string | null;
  /** The text. */
  body?: string | null;
  /** The number on the app's icon. */
  badge?: number | null;
  /** The sound to play. */
  sound?: string | null;
  /** The category its actions belong to. */
  categoryIdentifier?: string | null;
  /** The data of the push. */
  userInfo?: JSONObject | null;
}

export interface NotificationRequest {
  /** The name of the request. */
  identifier?: string | null;
  content: NotificationContent;
}

export interface NotificationResponse {
  /**
   * button0 for the first button, com.apple.UNNotificationDefaultActionIdentifier for the
   * notification itself.
   */
  actionIdentifier?: string | null;
  request: NotificationRequest;
}

export interface Outcome {
  state: "pending" | "delivered" | "rejected" | "expired" | "cleared" | "lost";
  eventCode: number | null;
  response: ResponseWithHttp | null;
}

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
  /** Unique within its mailing. */
  launchId: string | null;
  /** What to show. */
  title: string | null;
  /** What to show below it. */
  subtitle: string | null;
  /** What to show below that. */
  body: string | null;
  /** An image to show. The bridge does not fetch it. */
  media: string | null;
  /** An icon to show. The bridge does not fetch it. */
  icon: string | null;
  /** Where a tap leads. */
  clickUrl: string | null;
  /** Buttons to show, in order. */
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

export interface PendingCount {
  /** How much is pending now. */
  pending: number;
}

export interface Permission {
  /** Whether the user lets notifications be shown. */
  granted: boolean;
}

export interface PresentationOptions {
  /** banner, badge and sound, or less. */
  options: string[];
}

export interface ProfileData {
  id: string | null;
  status: string | null;
  isTest: boolean | null;
  subscription: SubscriptionData | null;
}

export type Provider = "callback" | ProviderToken | null;

export interface ProviderToken {
  token: string;
}

export interface ProviderValue {
  /** The provider now in use, or the name that was refused, cut at 16 characters. */
  provider: string;
}

export interface PushAnswerValue {
  response_with_http_code: ResponseWithHttp;
  /** The message it was about. */
  uid: string;
  /** What was told of it. */
  type: "delivery" | "open";
}

export interface PushButton {
  /** button0 for the first one of the message. */
  identifier: string;
  /** What stands on it. */
  label: string | null;
  /** Where it leads. */
  link: string | null;
}

export interface PushSubscription {
  channel?: "push";
  /** As the React Native SDK says it. */
  type?: "push";
  resource_id: number;
  provider: string;
  subscription_id: string;
  status?: string | null;
  priority?: number | null;
  custom_fields?: JSONObject | null;
  cats?: string[] | null;
}

export interface Receipt {
  requestId: RequestId;
  outcome?: Outcome;
}

export type RequestId = string;

export interface Response {
  error: number | null;
  errorText: string | null;
  profile: ProfileData | null;
}

export interface ResponseCategory {
  name: string | null;
  title: string | null;
  steady: boolean | null;
  active: boolean | null;
}

export interface ResponseWithHttp {
  httpCode: number;
  response: Response | null;
}

export interface Retry {
  /** The first delay. */
  firstSeconds?: number | null;
  /** The longest delay. */
  maxSeconds?: number | null;
  /** How long work is kept trying. */
  totalSeconds?: number | null;
}

export interface ShownContent {
  /** The title. */
  title: string | null;
  /** The line below it. */
  subtitle: string | null;
  /** The text. */
  body: string | null;
  /** The number on the app's icon. */
  badge: number | null;
  /** The sound to play. */
  sound: string | null;
  /** The category its actions belong to. */
  categoryIdentifier: string | null;
  /** The data of the push. */
  userInfo: JSONObject | null;
  /** The image of the push. */
  attachments: Attachment[];
  /** The category to register, of which categoryIdentifier speaks; null without buttons. */
  category: NotificationCategory | null;
}

export interface SmsSubscription {
  channel?: "sms";
  /** As the React Native SDK says it. */
  type?: "sms";
  resource_id: number;
  phone: string;
  status?: string | null;
  priority?: number | null;
  custom_fields?: JSONObject | null;
  cats?: string[] | null;
}

export interface StorageValue {
  /** Why, or that it has recovered. */
  cause: string;
  /** The first record that is lost. */
  from?: number;
  /** The last one, where that is known. */
  to?: number;
  /** How many are lost. */
  lost?: number;
}

export type Subscription = EmailSubscription | SmsSubscription | PushSubscription | CcDataSubscription;

export interface SubscriptionData {
  subscriptionId: string | null;
  hashId: string | null;
  provider: string | null;
  status: string | null;
  fields: JSONObject | null;
  cats: ResponseCategory[];
}

export interface TokenData {
  /** ios-apns, ios-firebase or ios-huawei. */
  provider: string;
  /** The token itself. */
  token: string;
}

export interface UTM {
  /** Sent as `cn`. */
  campaign?: string | null;
  /** Sent as `cc`. */
  content?: string | null;
  /** Sent as `ck`. */
  keyword?: string | null;
  /** Sent as `cm`. */
  medium?: string | null;
  /** Sent as `cs`. */
  source?: string | null;
  /** Sent as `ct`. */
  temp?: string | null;
}

export interface UnknownButtonValue {
  /** The action as it was named. */
  identifier: string;
}

export interface Work {
  requestId: string;
  /** The method that was called, or tokenUpdate. */
  method: string;
  state: "pending" | "delivered" | "rejected" | "expired" | "cleared" | "lost";
  createdAt: string;
  attempts: number;
  nextAttemptAt: string | null;
  waitingFor: "retry" | "user" | "token" | "permission" | "configuration" | null;
  lastError: WorkLastError | null;
  outcome: WorkOutcome | null;
  endedAt: string | null;
  retryable: boolean;
}

export interface WorkLastError {
  code: number;
  httpCode: number | null;
  message: string;
}

export interface WorkOutcome {
  state: "pending" | "delivered" | "rejected" | "expired" | "cleared" | "lost";
  eventCode: number;
  response: ResponseWithHttp | null;
}

export interface WorkPage {
  /** Without secrets and without responses. */
  items: Work[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}
