// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Not to be edited.

import type { CallOptions, Caller } from "../caller.js";
import type * as t from "./types.js";

/** What `initialization` takes. */
export interface InitializationParameters {
  /** Replaces the stored configuration as a whole, and is stored with the app group. */
  configuration: t.Configuration | null;
}

/** What `setAppGroup` takes. */
export interface SetAppGroupParameters {
  /** The name of the app group, at most 1 KiB. */
  groupName: string;
}

/** What `setJWTProvider` takes. */
export interface SetJWTProviderParameters {
  /** "callback" to be asked, a token given once and for all, or null for none. */
  provider: t.Provider;
}

/** What `setAPNSTokenProvider` takes. */
export interface SetAPNSTokenProviderParameters {
  /** "callback" to be asked, a token given once and for all, or null for none. */
  provider: t.Provider;
}

/** What `setFCMTokenProvider` takes. */
export interface SetFCMTokenProviderParameters {
  /** "callback" to be asked, a token given once and for all, or null for none. */
  provider: t.Provider;
}

/** What `setHMSTokenProvider` takes. */
export interface SetHMSTokenProviderParameters {
  /** "callback" to be asked, a token given once and for all, or null for none. */
  provider: t.Provider;
}

/** What `setPushToken` takes. */
export interface SetPushTokenParameters {
  /**
   * ios-apns, ios-firebase or ios-huawei, in any letter case; anything else is refused with 473.
   */
  provider: string;
  /** The token, of at most 4096 bytes as it is kept; null or empty removes it. */
  pushToken: string | null;
  /** How the token is written here. A binary one is kept as lower-case hex. */
  encoding?: "text" | "hex" | "base64" | null;
}

/** What `changePushProviderPriorityList` takes. */
export interface ChangePushProviderPriorityListParameters {
  /** Which providers are asked for a token, in this order; empty for the default order. */
  list: string[];
}

/** What `deleteDeviceToken` takes. */
export interface DeleteDeviceTokenParameters {
  /** ios-firebase or ios-huawei, in any letter case. */
  provider: string;
}

/** What `pushSubscribe` takes. */
export interface PushSubscribeParameters {
  /**
   * Whether the platform answers with the final result and the profile, or only that it accepted.
   */
  sync?: boolean | null;
  /** Fields of the profile: any JSON, also what actionField makes. */
  profileFields?: t.JSONObject | null;
  /** Fields of the subscription. Values must be scalars, else the call is refused with 475. */
  customFields?: t.JSONObject | null;
  /** Categories. A bare string is an active category of that name. */
  cats?: (string | t.Category)[] | null;
  /** Whether subscriptions of other profiles with the same token are unsubscribed. */
  replace?: boolean | null;
  /** Whether triggers of campaigns and scenarios ignore the change. */
  skipTriggers?: boolean | null;
  /**
   * The caller's own idempotency key, which is also the Request-ID of every attempt. Without one a
   * lower-case UUID is made.
   */
  requestId?: t.RequestId | null;
  /** Whether to answer when the work is safely on disk, or with its outcome. */
  wait?: "accepted" | "outcome" | null;
  /** How long to wait for the outcome, in milliseconds; then its state is pending. */
  waitTimeoutMs?: number | null;
}

/** What `pushSuspend` takes. */
export interface PushSuspendParameters {
  /**
   * Whether the platform answers with the final result and the profile, or only that it accepted.
   */
  sync?: boolean | null;
  /** Fields of the profile: any JSON, also what actionField makes. */
  profileFields?: t.JSONObject | null;
  /** Fields of the subscription. Values must be scalars, else the call is refused with 475. */
  customFields?: t.JSONObject | null;
  /** Categories. A bare string is an active category of that name. */
  cats?: (string | t.Category)[] | null;
  /** Whether subscriptions of other profiles with the same token are unsubscribed. */
  replace?: boolean | null;
  /** Whether triggers of campaigns and scenarios ignore the change. */
  skipTriggers?: boolean | null;
  /**
   * The caller's own idempotency key, which is also the Request-ID of every attempt. Without one a
   * lower-case UUID is made.
   */
  requestId?: t.RequestId | null;
  /** Whether to answer when the work is safely on disk, or with its outcome. */
  wait?: "accepted" | "outcome" | null;
  /** How long to wait for the outcome, in milliseconds; then its state is pending. */
  waitTimeoutMs?: number | null;
}

/** What `pushUnSubscribe` takes. */
export interface PushUnSubscribeParameters {
  /**
   * Whether the platform answers with the final result and the profile, or only that it accepted.
   */
  sync?: boolean | null;
  /** Fields of the profile: any JSON, also what actionField makes. */
  profileFields?: t.JSONObject | null;
  /** Fields of the subscription. Values must be scalars, else the call is refused with 475. */
  customFields?: t.JSONObject | null;
  /** Categories. A bare string is an active category of that name. */
  cats?: (string | t.Category)[] | null;
  /** Whether subscriptions of other profiles with the same token are unsubscribed. */
  replace?: boolean | null;
  /** Whether triggers of campaigns and scenarios ignore the change. */
  skipTriggers?: boolean | null;
  /**
   * The caller's own idempotency key, which is also the Request-ID of every attempt. Without one a
   * lower-case UUID is made.
   */
  requestId?: t.RequestId | null;
  /** Whether to answer when the work is safely on disk, or with its outcome. */
  wait?: "accepted" | "outcome" | null;
  /** How long to wait for the outcome, in milliseconds; then its state is pending. */
  waitTimeoutMs?: number | null;
}

/** What `getStatusOfLatestSubscriptionForProvider` takes. */
export interface GetStatusOfLatestSubscriptionForProviderParameters {
  /**
   * ios-apns, ios-firebase or ios-huawei, in any letter case; without one that of the token in use.
   */
  provider?: string | null;
}

/** What `mobileEvent` takes. */
export interface MobileEventParameters {
  /** The pixel that records the event. */
  sid: string;
  /** What happened. */
  eventName: string;
  /** The message that led to it. */
  sendMessageId?: string | null;
  /** Data of the event. Values must be scalars, else the call is refused with 475. */
  payload?: t.JSONObject | null;
  /** How the platform finds the profile. */
  matching?: t.JSONObject | null;
  /** The kind of that matching. */
  matchingType?: string | null;
  /** Fields of the profile. */
  profileFields?: t.JSONObject | null;
  /** A subscription to be made with the event. An unknown channel is refused with 476. */
  subscription?: t.Subscription | null;
  /** Where the user came from. */
  utm?: t.UTM | null;
  /**
   * The caller's own idempotency key, which is also the Request-ID of every attempt. Without one a
   * lower-case UUID is made.
   */
  requestId?: t.RequestId | null;
  /** Whether to answer when the work is safely on disk, or with its outcome. */
  wait?: "accepted" | "outcome" | null;
  /** How long to wait for the outcome, in milliseconds; then its state is pending. */
  waitTimeoutMs?: number | null;
}

/** What `updateProfileFields` takes. */
export interface UpdateProfileFieldsParameters {
  /** Fields of the profile: scalars, or what actionField makes; else 475. */
  profileFields?: t.JSONObject | null;
  /** Whether triggers of campaigns and scenarios ignore the change. */
  skipTriggers?: boolean | null;
  /**
   * The caller's own idempotency key, which is also the Request-ID of every attempt. Without one a
   * lower-case UUID is made.
   */
  requestId?: t.RequestId | null;
  /** Whether to answer when the work is safely on disk, or with its outcome. */
  wait?: "accepted" | "outcome" | null;
  /** How long to wait for the outcome, in milliseconds; then its state is pending. */
  waitTimeoutMs?: number | null;
}

/** What `actionField` takes. */
export interface ActionFieldParameters {
  /** The field of the profile. */
  key: string;
  /** What is to be done to it. */
  action: "set" | "unset" | "incr" | "add" | "delete" | "upsert";
  /** With what; null for nothing. */
  value?: t.JSONValue;
}

/** What `setUserDefaultsValue` takes. */
export interface SetUserDefaultsValueParameters {
  /** The suite the value belongs to. */
  suiteName: string;
  /** Its key; a blank one is ignored. */
  key: string;
  /** Any JSON up to 64 KiB; null removes. */
  value?: t.JSONValue;
}

/** What `bridge.getUserDefaultsValue` takes. */
export interface BridgeGetUserDefaultsValueParameters {
  /** The suite the value belongs to. */
  suiteName: string;
  /** Its key. */
  key: string;
}

/** What `deliveryEvent` takes. */
export interface DeliveryEventParameters {
  /** The notification request; wins where both are given. */
  request?: t.NotificationRequest | null;
  /**
   * The data map as it arrived on the device, or the whole message of a provider. Values may be
   * texts that hold JSON.
   */
  message?: t.JSONObject | null;
  /** The uid of the message; by default that of the request or message. */
  messageUID?: string | null;
  /**
   * The caller's own idempotency key, which is also the Request-ID of every attempt. Without one a
   * lower-case UUID is made.
   */
  requestId?: t.RequestId | null;
  /** Whether to answer when the work is safely on disk, or with its outcome. */
  wait?: "accepted" | "outcome" | null;
  /** How long to wait for the outcome, in milliseconds; then its state is pending. */
  waitTimeoutMs?: number | null;
}

/** What `openEvent` takes. */
export interface OpenEventParameters {
  /** The notification request; wins where both are given. */
  request?: t.NotificationRequest | null;
  /**
   * The data map as it arrived on the device, or the whole message of a provider. Values may be
   * texts that hold JSON.
   */
  message?: t.JSONObject | null;
  /** The uid of the message; by default that of the request or message. */
  messageUID?: string | null;
  /**
   * The caller's own idempotency key, which is also the Request-ID of every attempt. Without one a
   * lower-case UUID is made.
   */
  requestId?: t.RequestId | null;
  /** Whether to answer when the work is safely on disk, or with its outcome. */
  wait?: "accepted" | "outcome" | null;
  /** How long to wait for the outcome, in milliseconds; then its state is pending. */
  waitTimeoutMs?: number | null;
}

/** What `isAltcraftPush` takes. */
export interface IsAltcraftPushParameters {
  /** The notification request; wins where both are given. */
  request?: t.NotificationRequest | null;
  /**
   * The data map as it arrived on the device, or the whole message of a provider. Values may be
   * texts that hold JSON.
   */
  message?: t.JSONObject | null;
}

/** What `nse.isAltcraftPush` takes. */
export interface NseIsAltcraftPushParameters {
  /** The notification request; wins where both are given. */
  request?: t.NotificationRequest | null;
  /**
   * The data map as it arrived on the device, or the whole message of a provider. Values may be
   * texts that hold JSON.
   */
  message?: t.JSONObject | null;
}

/** What `parsePush` takes. */
export interface ParsePushParameters {
  /**
   * The data map as it arrived on the device, or the whole message of a provider. Values may be
   * texts that hold JSON.
   */
  message: t.JSONObject;
}

/** What `takePush` takes. */
export interface TakePushParameters {
  /**
   * The data map as it arrived on the device, or the whole message of a provider. Values may be
   * texts that hold JSON.
   */
  message: t.JSONObject;
}

/** What `nse.handleNotificationRequest` takes. */
export interface NseHandleNotificationRequestParameters {
  /** The notification request the operating system handed over. */
  request: t.NotificationRequest;
}

/** What `notificationManager.willPresent` takes. */
export interface NotificationManagerWillPresentParameters {
  /** The notification request the operating system handed over. */
  request: t.NotificationRequest;
}

/** What `notificationManager.didReceive` takes. */
export interface NotificationManagerDidReceiveParameters {
  /** What the operating system reported. */
  response: t.NotificationResponse;
}

/** What `notificationManager.setPermission` takes. */
export interface NotificationManagerSetPermissionParameters {
  /** Whether the user lets notifications be shown. */
  granted: boolean;
}

/** What `notificationManager.setCustomPushProcessing` takes. */
export interface NotificationManagerSetCustomPushProcessingParameters {
  /** Whether this connection decides; otherwise it is told, and not waited for. */
  enabled: boolean;
}

/** What `notificationManager.setCustomClickProcessing` takes. */
export interface NotificationManagerSetCustomClickProcessingParameters {
  /** Whether this connection decides; otherwise it is told, and not waited for. */
  enabled: boolean;
}

/** What `backgroundTasks.registerBackgroundTask` takes. */
export interface BackgroundTasksRegisterBackgroundTaskParameters {
  /** How often, in seconds, from one second to a year; three hours by default. */
  intervalSeconds?: number | null;
}

/** What `events.subscribe` takes. */
export interface EventsSubscribeParameters {
  /** The seq of the last event that is known: what is still kept after it follows. */
  since?: number | null;
  /** The run of the process that `since` came from. */
  epoch?: string | null;
  /** Only events of these codes; what this leaves out is no gap. */
  codes?: number[] | null;
}

/** What `events.list` takes. */
export interface EventsListParameters {
  /** The seq of the last event that is known: what is still kept after it follows. */
  since?: number | null;
  /** How many at the most. */
  limit?: number | null;
  /** The run of the process that `since` came from. */
  epoch?: string | null;
  /** Only events of these codes; what this leaves out is no gap. */
  codes?: number[] | null;
}

/** What `outbox.get` takes. */
export interface OutboxGetParameters {
  /** The id that the durable call answered. */
  requestId: string;
}

/** What `outbox.list` takes. */
export interface OutboxListParameters {
  /** How many at the most. */
  limit?: number | null;
  /** The last id of the page before: its `next`. */
  after?: string | null;
  /** Only work of that state; both without it. */
  state?: "pending" | "rejected" | null;
}

/** What `outbox.flush` takes. */
export interface OutboxFlushParameters {
  /** Whether to answer when each piece that waited has had its attempt, or at once. */
  wait?: boolean | null;
}

/** What `outbox.retry` takes. */
export interface OutboxRetryParameters {
  /** The id that the durable call answered. */
  requestId: string;
}

/** What `outbox.discard` takes. */
export interface OutboxDiscardParameters {
  /** The id that the durable call answered. */
  requestId: string;
}

/** What `bridge.check` takes. */
export interface BridgeCheckParameters {
  /** The name of a method. */
  method: string;
  /** Its parameters, by name or by position. */
  params?: t.JSONObject | t.JSONValue[] | null;
}

/** What `bridge.authenticate` takes. */
export interface BridgeAuthenticateParameters {
  /** The content of `rpc.token` in the data directory. */
  token: string;
}

/** What `bridge.setLogLevel` takes. */
export interface BridgeSetLogLevelParameters {
  /** error, notice (the default), info or debug. */
  level: "error" | "notice" | "info" | "debug";
}

/** The methods whose names start with `rpc.`. */
export class RpcMethods {
  constructor(protected readonly caller: Caller) {}

  /** Answers this document. */
  discover(options?: CallOptions): Promise<t.JSONObject> {
    return this.caller.call("rpc.discover", {}, options);
  }
}

/** The methods whose names start with `outbox.`. */
export class OutboxMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * State and outcome of one piece of work, also after it has ended.
   *
   * The last 10 000 that ended are remembered, across restarts too.
   */
  get(parameters: OutboxGetParameters, options?: CallOptions): Promise<t.Work | null> {
    return this.caller.call("outbox.get", parameters, options);
  }

  /** Work that is pending, and rejected work that can still be retried, in order of acceptance. */
  list(parameters: OutboxListParameters = {}, options?: CallOptions): Promise<t.WorkPage> {
    return this.caller.call("outbox.list", parameters, options);
  }

  /**
   * Tries now what waits for its next attempt.
   *
   * Ends all waiting between attempts, a pause asked for by the platform included.
   */
  flush(parameters: OutboxFlushParameters = {}, options?: CallOptions): Promise<t.PendingCount> {
    return this.caller.call("outbox.flush", parameters, options);
  }

  /**
   * Moves rejected work back to pending, with the same id and a new time to live.
   *
   * Rejected work can be retried while it is among the last 10 000 that ended and its body is kept:
   * new work displaces the oldest rejected. Needs a configuration.
   *
   * Refused with `StorageFailedError`, `NotInitializedError`, `OutboxFullError`.
   */
  retry(parameters: OutboxRetryParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("outbox.retry", parameters, options);
  }

  /**
   * Drops what is kept of rejected work: it is never sent again.
   *
   * It stays counted as rejected, and its outcome is still told by outbox.get.
   *
   * Refused with `StorageFailedError`.
   */
  discard(parameters: OutboxDiscardParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("outbox.discard", parameters, options);
  }
}

/** The methods whose names start with `nse.`. */
export class NseMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * Whether a push was made by the platform.
   *
   * It was when it carries the SDK's marker `_ac_push`, a `hub_link` with `open` or `ack`, or a
   * `uid` together with a `launch_id`.
   */
  isAltcraftPush(
    parameters: NseIsAltcraftPushParameters = {},
    options?: CallOptions,
  ): Promise<boolean> {
    return this.caller.call("nse.isAltcraftPush", parameters, options);
  }

  /**
   * What a notification is to show: its content with the buttons and the image of the push.
   *
   * Title, text, badge, sound and userInfo stay as they are. The delivery is registered once for
   * each uid and is safely on disk when the call is answered; where it cannot be registered, an
   * event (451, 402, 403, 501) says so and the call is answered all the same. Event 204 follows;
   * event 453 before it says that the image is no URL.
   */
  handleNotificationRequest(
    parameters: NseHandleNotificationRequestParameters,
    options?: CallOptions,
  ): Promise<t.ShownContent> {
    return this.caller.call("nse.handleNotificationRequest", parameters, options);
  }

  /** The best content so far: that of the latest request of this connection, null without one. */
  serviceExtensionTimeWillExpire(options?: CallOptions): Promise<t.ShownContent | null> {
    return this.caller.call("nse.serviceExtensionTimeWillExpire", {}, options);
  }
}

/** The methods whose names start with `notificationManager.`. */
export class NotificationManagerMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * How to show a push that arrives while the app is in use.
   *
   * The standard options, unless a connection took this over with
   * notificationManager.setCustomPushProcessing and answers with others.
   */
  willPresent(
    parameters: NotificationManagerWillPresentParameters,
    options?: CallOptions,
  ): Promise<t.PresentationOptions> {
    return this.caller.call("notificationManager.willPresent", parameters, options);
  }

  /**
   * Takes a tap on a notification: registers the open and answers what to open.
   *
   * A tap leads to the click URL of the push, a button to its link. What cannot be resolved is told
   * by event 454, 455 or 457, and the open is registered all the same: once for each uid, and
   * safely on disk when the call is answered. Where it cannot be registered, an event (451, 402,
   * 403, 501) says so. A connection that took clicks over with
   * notificationManager.setCustomClickProcessing does all of it. Of a push of someone else nothing
   * is registered, and event 202 follows.
   */
  didReceive(
    parameters: NotificationManagerDidReceiveParameters,
    options?: CallOptions,
  ): Promise<t.ClickResult> {
    return this.caller.call("notificationManager.didReceive", parameters, options);
  }

  /**
   * Says whether the user lets notifications be shown; granted until said otherwise.
   *
   * Without the permission subscriptions wait (event 504); they go out when it is granted. It holds
   * for all app groups, until the process ends.
   */
  setPermission(
    parameters: NotificationManagerSetPermissionParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("notificationManager.setPermission", parameters, options);
  }

  /**
   * Has this connection asked how to show pushes that arrive while the app is in use.
   *
   * The latest connection to call it is the one, until it ends.
   */
  setCustomPushProcessing(
    parameters: NotificationManagerSetCustomPushProcessingParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("notificationManager.setCustomPushProcessing", parameters, options);
  }

  /**
   * Hands clicks on notifications over to this connection, with all that follows them.
   *
   * The latest connection to call it is the one, until it ends.
   */
  setCustomClickProcessing(
    parameters: NotificationManagerSetCustomClickProcessingParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("notificationManager.setCustomClickProcessing", parameters, options);
  }

  /**
   * Has the host ask the user whether notifications may be shown.
   *
   * Asks this connection by notificationManager.requestAuthorization. Without a usable answer the
   * permission stays what it was.
   */
  registerForPushNotifications(options?: CallOptions): Promise<t.Permission> {
    return this.caller.call("notificationManager.registerForPushNotifications", {}, options);
  }
}

/** The methods whose names start with `events.`. */
export class EventsMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * Sends SDK events to this connection, as notifications `event`.
   *
   * Replaces this connection's earlier subscription. The answer comes before the first event. A
   * `since` of another epoch is a cursor of an earlier run: `gap` says "restart", and all that is
   * kept of this run follows. A subscriber that does not keep up loses events, never responses, and
   * is told which by `events.gap`.
   */
  subscribe(
    parameters: EventsSubscribeParameters = {},
    options?: CallOptions,
  ): Promise<t.EventPosition> {
    return this.caller.call("events.subscribe", parameters, options);
  }

  /** Ends this connection's subscription to SDK events. */
  unsubscribe(options?: CallOptions): Promise<true> {
    return this.caller.call("events.unsubscribe", {}, options);
  }

  /**
   * The SDK events that are kept, oldest first.
   *
   * A page has fewer events than `limit` where more would pass the limit outQueueBytes. To read all
   * of them, call again with the `seq` of the last event as `since`, until a page is empty.
   */
  list(parameters: EventsListParameters = {}, options?: CallOptions): Promise<t.EventPage> {
    return this.caller.call("events.list", parameters, options);
  }

  /** Every event code: its name, class and meaning, and whether it can occur here. */
  catalog(options?: CallOptions): Promise<t.EventCode[]> {
    return this.caller.call("events.catalog", {}, options);
  }
}

/** The methods whose names start with `bridge.`. */
export class BridgeMethods {
  constructor(protected readonly caller: Caller) {}

  /** The value that setUserDefaultsValue kept, or null. */
  getUserDefaultsValue(
    parameters: BridgeGetUserDefaultsValueParameters,
    options?: CallOptions,
  ): Promise<t.JSONValue> {
    return this.caller.call("bridge.getUserDefaultsValue", parameters, options);
  }

  /** What this process is: version, schema, transports, data directory, limits. */
  info(options?: CallOptions): Promise<t.BridgeInfo> {
    return this.caller.call("bridge.info", {}, options);
  }

  /**
   * Counters: accepted = delivered + rejected + expired + cleared + lost + pending, at all times.
   *
   * Those of the outbox belong to the app group and survive restarts; all others count from the
   * start of the process.
   */
  stats(options?: CallOptions): Promise<t.BridgeStats> {
    return this.caller.call("bridge.stats", {}, options);
  }

  /**
   * The figures of bridge.stats in the text format of Prometheus.
   *
   * Those of the outbox carry the app group as a label and survive restarts; all others count from
   * the start of the process.
   */
  metrics(options?: CallOptions): Promise<t.BridgeMetrics> {
    return this.caller.call("bridge.metrics", {}, options);
  }

  /** Answers "pong". */
  ping(options?: CallOptions): Promise<string> {
    return this.caller.call("bridge.ping", {}, options);
  }

  /**
   * Checks a call without doing anything: true, or the error the call would get.
   *
   * Checks parameters and the rules of the SDK; asks no callback.
   *
   * Refused with `MethodNotFoundError`.
   */
  check(parameters: BridgeCheckParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("bridge.check", parameters, options);
  }

  /**
   * Proves by the token of the data directory who the peer of a TCP port is.
   *
   * What a peer of another user must send first, and everyone under --require-token: alone, not in
   * a batch, in a message of at most 4 KiB. Where it is not needed the token is checked all the
   * same; without a TCP port it answers true.
   *
   * Refused with `UnauthorizedError`.
   */
  authenticate(parameters: BridgeAuthenticateParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("bridge.authenticate", parameters, options);
  }

  /** Sets what is logged to standard error. */
  setLogLevel(parameters: BridgeSetLogLevelParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("bridge.setLogLevel", parameters, options);
  }

  /**
   * Stops the process: answers what is in flight and exits with status 0 within five seconds.
   *
   * Nothing accepted is lost: what is pending goes out at the next start.
   */
  shutdown(options?: CallOptions): Promise<true> {
    return this.caller.call("bridge.shutdown", {}, options);
  }
}

/** The methods whose names start with `backgroundTasks.`. */
export class BackgroundTasksMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * Makes a background pass every so often: a token update, and one attempt at all that waits.
   *
   * Each pass begins with event 208 and ends with event 209, when all it tried has ended. A pass
   * that is not over when the next is due is event 505, and takes its place. Registering again
   * replaces the interval.
   */
  registerBackgroundTask(
    parameters: BackgroundTasksRegisterBackgroundTaskParameters = {},
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("backgroundTasks.registerBackgroundTask", parameters, options);
  }
}

/** Every method of the bridge. */
export class Methods {
  readonly backgroundTasks: BackgroundTasksMethods;
  readonly bridge: BridgeMethods;
  readonly events: EventsMethods;
  readonly notificationManager: NotificationManagerMethods;
  readonly nse: NseMethods;
  readonly outbox: OutboxMethods;
  readonly rpc: RpcMethods;

  constructor(protected readonly caller: Caller) {
    this.backgroundTasks = new BackgroundTasksMethods(caller);
    this.bridge = new BridgeMethods(caller);
    this.events = new EventsMethods(caller);
    this.notificationManager = new NotificationManagerMethods(caller);
    this.nse = new NseMethods(caller);
    this.outbox = new OutboxMethods(caller);
    this.rpc = new RpcMethods(caller);
  }

  /**
   * Configures the SDK: checks the configuration, stores it, and starts to deliver.
   *
   * Work that is pending from an earlier run goes out at once; no initialization is needed for it.
   * A change of the rToken ends the pending subscription, mobile event and profile work of the old
   * one as cleared, with an event 601 each.
   *
   * Refused with `ConfigurationNotSetError`, `ApiUrlInvalidError`, `RTokenInvalidError`,
   * `ProviderInvalidError`, `StorageFailedError`.
   */
  initialization(parameters: InitializationParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("initialization", parameters, options);
  }

  /**
   * Forgets all data of the app group: configuration, tokens, stored values, pending work.
   *
   * A barrier: once it is answered no request for an earlier call begins, none of it is on disk,
   * and no event tells of it except 205. Work that was pending ends as cleared; one request that is
   * on the wire may still reach the platform. Providers, event subscribers and the selected group
   * stay. The files are unlinked, not overwritten.
   *
   * Refused with `StorageFailedError`.
   */
  clear(options?: CallOptions): Promise<true> {
    return this.caller.call("clear", {}, options);
  }

  /**
   * Lets the next initialization run the initial operations again.
   *
   * Here every initialization runs them anyway, so there is nothing to unlock.
   */
  unlockInitialOperationsInThisSession(options?: CallOptions): Promise<true> {
    return this.caller.call("unlockInitialOperationsInThisSession", {}, options);
  }

  /**
   * Selects the app group whose data is in use.
   *
   * Configuration, tokens given by hand, stored values, outbox and counters belong to the group;
   * providers and the event stream to the process. Work of a group that is not selected rests on
   * disk. A group that was left stays open for a minute, and longer while it is in use. Beyond the
   * limit `appGroups` no other is opened: the answer is `busy`, and the selected group stays.
   *
   * Refused with `AppGroupMissingError`, `StorageFailedError`.
   */
  setAppGroup(parameters: SetAppGroupParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("setAppGroup", parameters, options);
  }

  /**
   * Says where the JWT of the current user comes from.
   *
   * With "callback" this connection is asked by provider.getJWT whenever one is needed; the latest
   * registration wins and goes with its connection. A JWT is judged when it is used, so any text is
   * accepted here. Under a resource token no JWT is needed.
   */
  setJWTProvider(parameters: SetJWTProviderParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("setJWTProvider", parameters, options);
  }

  /**
   * Says where push tokens of APNs (ios-apns) come from.
   *
   * Registering asks nothing: a token is resolved when it is needed, and event 201 follows when it
   * differs from the last one reported. A token has at most 4096 bytes.
   */
  setAPNSTokenProvider(
    parameters: SetAPNSTokenProviderParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("setAPNSTokenProvider", parameters, options);
  }

  /**
   * Says where push tokens of Firebase (ios-firebase) come from.
   *
   * Registering asks nothing: a token is resolved when it is needed, and event 201 follows when it
   * differs from the last one reported. A token has at most 4096 bytes.
   */
  setFCMTokenProvider(
    parameters: SetFCMTokenProviderParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("setFCMTokenProvider", parameters, options);
  }

  /**
   * Says where push tokens of Huawei (ios-huawei) come from.
   *
   * Registering asks nothing: a token is resolved when it is needed, and event 201 follows when it
   * differs from the last one reported. A token has at most 4096 bytes.
   */
  setHMSTokenProvider(
    parameters: SetHMSTokenProviderParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("setHMSTokenProvider", parameters, options);
  }

  /**
   * Sets the push token by hand, for hosts that register no provider.
   *
   * Providers come first: the token is in use while no provider is registered.
   *
   * Refused with `ProviderInvalidError`, `StorageFailedError`.
   */
  setPushToken(parameters: SetPushTokenParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("setPushToken", parameters, options);
  }

  /**
   * The push token in use, or null when there is none.
   *
   * Registered providers are asked in the order of the priority list; the first that has a token
   * wins. Without a provider the token given by hand is the answer.
   */
  getPushToken(options?: CallOptions): Promise<t.TokenData | null> {
    return this.caller.call("getPushToken", {}, options);
  }

  /**
   * Changes which push providers are asked for a token, and in which order.
   *
   * Stored with the configuration; the next initialization overwrites it with its own. Where
   * another token comes into use by it, the platform is told: a piece of work named tokenUpdate.
   *
   * Refused with `ProviderInvalidError`, `ConfigurationMissingError`, `StorageFailedError`.
   */
  changePushProviderPriorityList(
    parameters: ChangePushProviderPriorityListParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("changePushProviderPriorityList", parameters, options);
  }

  /**
   * Has a push provider delete the token of this device.
   *
   * A host that registered with "callback" is asked (provider.deleteToken), and what it answers
   * does not matter; a token given once and for all is forgotten. The platform is told nothing.
   *
   * Refused with `ProviderInvalidError`, `TokenUpdateUnsupportedError`.
   */
  deleteDeviceToken(parameters: DeleteDeviceTokenParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("deleteDeviceToken", parameters, options);
  }

  /**
   * Has the provider in use delete its token, asks it for a new one, and tells the platform.
   *
   * Answered after the first attempt to tell the platform; when the token is the same there is
   * none. An attempt that failed retryably goes on in the outbox, as work named tokenUpdate.
   *
   * Refused with `ConfigurationMissingError`, `PushTokenMissingError`,
   * `TokenUpdateUnsupportedError`, `UserTagMissingError`, `CallbackTimeoutError`.
   */
  forcedTokenUpdate(options?: CallOptions): Promise<true> {
    return this.caller.call("forcedTokenUpdate", {}, options);
  }

  /**
   * Subscribes the device to push notifications.
   *
   * Answered when the work is safely on disk; its outcome is an event, or the answer itself with
   * wait "outcome". Delivered in order with everything else that changes the user's profile or
   * subscription, and tried until the platform answers.
   *
   * Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
   * `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
   * `CallbackTimeoutError`.
   */
  pushSubscribe(
    parameters: PushSubscribeParameters = {},
    options?: CallOptions,
  ): Promise<t.Receipt> {
    return this.caller.call("pushSubscribe", parameters, options);
  }

  /**
   * Suspends the subscription of the device.
   *
   * Answered when the work is safely on disk; its outcome is an event, or the answer itself with
   * wait "outcome". Delivered in order with everything else that changes the user's profile or
   * subscription, and tried until the platform answers.
   *
   * Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
   * `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
   * `CallbackTimeoutError`.
   */
  pushSuspend(parameters: PushSuspendParameters = {}, options?: CallOptions): Promise<t.Receipt> {
    return this.caller.call("pushSuspend", parameters, options);
  }

  /**
   * Ends the subscription of the device.
   *
   * Answered when the work is safely on disk; its outcome is an event, or the answer itself with
   * wait "outcome". Delivered in order with everything else that changes the user's profile or
   * subscription, and tried until the platform answers.
   *
   * Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
   * `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
   * `CallbackTimeoutError`.
   */
  pushUnSubscribe(
    parameters: PushUnSubscribeParameters = {},
    options?: CallOptions,
  ): Promise<t.Receipt> {
    return this.caller.call("pushUnSubscribe", parameters, options);
  }

  /**
   * Hands the device over to the current user: resumes their subscriptions, suspends those of
   * others.
   *
   * Made at once, never stored nor retried. Null when the platform did not answer or the request
   * could not be made; an event says why. When the answer has no subscription, subscribe.
   *
   * Refused with `ConfigurationMissingError`, `CallbackTimeoutError`.
   */
  unSuspendPushSubscription(options?: CallOptions): Promise<t.ResponseWithHttp | null> {
    return this.caller.call("unSuspendPushSubscription", {}, options);
  }

  /**
   * The latest subscription of the user's profile.
   *
   * Asked at once, never stored nor retried. Null when the platform did not answer or the request
   * could not be made; an event says why.
   *
   * Refused with `ConfigurationMissingError`, `CallbackTimeoutError`.
   */
  getStatusOfLatestSubscription(options?: CallOptions): Promise<t.ResponseWithHttp | null> {
    return this.caller.call("getStatusOfLatestSubscription", {}, options);
  }

  /**
   * The subscription of the token in use.
   *
   * Asked at once, never stored nor retried. Null when the platform did not answer or the request
   * could not be made; an event says why.
   *
   * Refused with `ConfigurationMissingError`, `CallbackTimeoutError`.
   */
  getStatusForCurrentSubscription(options?: CallOptions): Promise<t.ResponseWithHttp | null> {
    return this.caller.call("getStatusForCurrentSubscription", {}, options);
  }

  /**
   * The latest subscription of the user's profile with one provider.
   *
   * Asked at once, never stored nor retried. Null when the platform did not answer or the request
   * could not be made; an event says why.
   *
   * Refused with `ProviderInvalidError`, `ConfigurationMissingError`, `CallbackTimeoutError`.
   */
  getStatusOfLatestSubscriptionForProvider(
    parameters: GetStatusOfLatestSubscriptionForProviderParameters = {},
    options?: CallOptions,
  ): Promise<t.ResponseWithHttp | null> {
    return this.caller.call("getStatusOfLatestSubscriptionForProvider", parameters, options);
  }

  /**
   * Records a mobile event.
   *
   * Answered when the event is safely on disk. Events of one user reach the platform in the order
   * in which they were accepted, independent of subscriptions.
   *
   * Refused with `ValuesNotScalarError`, `SubscriptionTypeUnsupportedError`,
   * `ConfigurationMissingError`, `UserTagMissingError`, `DuplicateRequestIdError`, `TooLargeError`,
   * `OutboxFullError`, `StorageFailedError`, `CallbackTimeoutError`.
   */
  mobileEvent(parameters: MobileEventParameters, options?: CallOptions): Promise<t.Receipt> {
    return this.caller.call("mobileEvent", parameters, options);
  }

  /**
   * Updates fields of the user's profile.
   *
   * Answered when the work is safely on disk. Delivered in order with everything else that changes
   * the user's profile or subscription.
   *
   * Refused with `ValuesNotScalarError`, `ConfigurationMissingError`, `UserTagMissingError`,
   * `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
   * `CallbackTimeoutError`.
   */
  updateProfileFields(
    parameters: UpdateProfileFieldsParameters = {},
    options?: CallOptions,
  ): Promise<t.Receipt> {
    return this.caller.call("updateProfileFields", parameters, options);
  }

  /**
   * Makes the value that tells the platform what to do to a field: set, unset, incr, add, delete,
   * upsert.
   *
   * To be put into profileFields; several are combined by merging the objects.
   */
  actionField(parameters: ActionFieldParameters, options?: CallOptions): Promise<t.JSONObject> {
    return this.caller.call("actionField", parameters, options);
  }

  /**
   * Keeps a value with the app group.
   *
   * Refused with `StorageFailedError`.
   */
  setUserDefaultsValue(
    parameters: SetUserDefaultsValueParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("setUserDefaultsValue", parameters, options);
  }

  /**
   * Tells the platform that a push arrived.
   *
   * Answered when the event is safely on disk. Every call is an event of its own. A push of someone
   * else that comes without messageUID is nothing to report: the answer is null, and event 202
   * follows.
   *
   * Refused with `PushUidMissingError`, `ConfigurationMissingError`, `UserTagMissingError`,
   * `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
   * `CallbackTimeoutError`.
   */
  deliveryEvent(
    parameters: DeliveryEventParameters = {},
    options?: CallOptions,
  ): Promise<t.Receipt | null> {
    return this.caller.call("deliveryEvent", parameters, options);
  }

  /**
   * Tells the platform that a push was opened.
   *
   * Answered when the event is safely on disk. Every call is an event of its own. A push of someone
   * else that comes without messageUID is nothing to report: the answer is null, and event 202
   * follows.
   *
   * Refused with `PushUidMissingError`, `ConfigurationMissingError`, `UserTagMissingError`,
   * `DuplicateRequestIdError`, `TooLargeError`, `OutboxFullError`, `StorageFailedError`,
   * `CallbackTimeoutError`.
   */
  openEvent(
    parameters: OpenEventParameters = {},
    options?: CallOptions,
  ): Promise<t.Receipt | null> {
    return this.caller.call("openEvent", parameters, options);
  }

  /**
   * Whether a push was made by the platform.
   *
   * It was when it carries the SDK's marker `_ac_push`, a `hub_link` with `open` or `ack`, or a
   * `uid` together with a `launch_id`.
   */
  isAltcraftPush(
    parameters: IsAltcraftPushParameters = {},
    options?: CallOptions,
  ): Promise<boolean> {
    return this.caller.call("isAltcraftPush", parameters, options);
  }

  /**
   * Reads a push of any structure the platform makes into one form.
   *
   * Knows messages with the SDK's marker, those of APNs, Firebase (legacy and v1), HMS, AppMetrica
   * and RuStore, and the flat maps that arrive on devices. A push of someone else is read as well
   * as it can be, with `isAltcraft` false. Nothing is registered and nothing fetched.
   */
  parsePush(parameters: ParsePushParameters, options?: CallOptions): Promise<t.ParsedPush> {
    return this.caller.call("parsePush", parameters, options);
  }

  /**
   * Takes a push that arrived: registers its delivery and answers what to show.
   *
   * Null, with event 202, for a push of someone else; events 203 and 204 for one of the platform.
   * The delivery is registered once for each uid and is safely on disk when the call is answered;
   * where it cannot be registered, an event (451, 402, 403, 501) says so and the call is answered
   * all the same.
   */
  takePush(parameters: TakePushParameters, options?: CallOptions): Promise<t.ParsedPush | null> {
    return this.caller.call("takePush", parameters, options);
  }

  /**
   * Has the host ask the user whether notifications may be shown.
   *
   * Asks this connection by notificationManager.requestAuthorization. Without a usable answer the
   * permission stays what it was.
   */
  requestNotificationPermission(options?: CallOptions): Promise<t.Permission> {
    return this.caller.call("requestNotificationPermission", {}, options);
  }
}
