// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Do not edit.

import type { CallOptions, Caller } from "../caller.js";
import type * as t from "./types.js";

/** The parameters of `initialization`. */
export interface InitializationParameters {
  /**
   * The configuration: at least the address of the platform, which the Altcraft account shows. It
   * replaces the stored one as a whole and is stored with the app group. Null is refused with 401.
   * Example: `{"apiUrl": "https://pxl.example.com", "rToken": "resource-token"}`.
   */
  configuration: t.Configuration | null;
}

/** The parameters of `setAppGroup`. */
export interface SetAppGroupParameters {
  /**
   * The name of the app group to use, as the app registers it with its operating system; at most 1
   * KiB. Example: `"group.com.example.app"`.
   */
  groupName: string;
}

/** The parameters of `setJWTProvider`. */
export interface SetJWTProviderParameters {
  /**
   * The source: "callback" to answer a request of the bridge each time, an object with a fixed
   * token, or null to remove the source. Example: `{"token":
   * "eyJhbGciOiJub25lIn0.eyJtYXRjaGluZyI6Int9In0.sig"}`.
   */
  provider: t.ProviderSource;
}

/** The parameters of `setAPNSTokenProvider`. */
export interface SetAPNSTokenProviderParameters {
  /**
   * The source: "callback" to answer a request of the bridge each time, an object with a fixed
   * token, or null to remove the source. Example: `{"token": "apns-token-1"}`.
   */
  provider: t.ProviderSource;
}

/** The parameters of `setFCMTokenProvider`. */
export interface SetFCMTokenProviderParameters {
  /**
   * The source: "callback" to answer a request of the bridge each time, an object with a fixed
   * token, or null to remove the source. Example: `{"token": "fcm-token-1"}`.
   */
  provider: t.ProviderSource;
}

/** The parameters of `setHMSTokenProvider`. */
export interface SetHMSTokenProviderParameters {
  /**
   * The source: "callback" to answer a request of the bridge each time, an object with a fixed
   * token, or null to remove the source. Example: `{"token": "hms-token-1"}`.
   */
  provider: t.ProviderSource;
}

/** The parameters of `setPushToken`. */
export interface SetPushTokenParameters {
  /**
   * The push service that issued the token: ios-apns, ios-firebase or ios-huawei, in any letter
   * case; any other is refused with 473. Example: `"ios-firebase"`.
   */
  provider: t.Provider;
  /**
   * The push token that the push service issued for this device, at most 4096 bytes as it is
   * stored; null or an empty string removes it. Example: `"fcm-token-1"`.
   */
  pushToken: string | null;
  /**
   * The encoding of `pushToken`: text as it is; hex or base64 for binary tokens, which are stored
   * as lower-case hex. Example: `"hex"`.
   */
  encoding?: "text" | "hex" | "base64" | null;
}

/** The parameters of `changePushProviderPriorityList`. */
export interface ChangePushProviderPriorityListParameters {
  /**
   * The push providers to ask for a token, the first one first; an empty list restores the default
   * order. Example: `["ios-huawei", "ios-firebase"]`.
   */
  list: t.Provider[];
}

/** The parameters of `deleteDeviceToken`. */
export interface DeleteDeviceTokenParameters {
  /**
   * The push provider whose token is deleted: ios-firebase or ios-huawei, in any letter case.
   * Example: `"ios-firebase"`.
   */
  provider: t.Provider;
}

/** The parameters of `pushSubscribe`. */
export interface PushSubscribeParameters {
  /**
   * True if the platform answers with the final result and the profile; false if it answers as soon
   * as it has accepted the request. Example: `true`.
   */
  sync?: boolean | null;
  /**
   * Fields of the profile to set, by name, as the database of the platform defines them: any JSON,
   * including objects returned by `actionField`. Example: `{"_fname": "Ann"}`.
   */
  profileFields?: t.JSONObject | null;
  /**
   * Custom fields of the subscription by name, as the resource of the platform defines them. Values
   * are strings, numbers, booleans or null; any other is refused with 475. Example: `{"plan":
   * "pro"}`.
   */
  customFields?: t.Scalars | null;
  /**
   * Categories of the subscription, as the resource of the platform defines them. A plain string
   * means an active category with that name. Example: `[{"name": "news", "active": true},
   * "offers"]`.
   */
  cats?: (string | t.Category)[] | null;
  /**
   * True to unsubscribe the subscriptions of other profiles of the database with the same push
   * token. Example: `true`.
   */
  replace?: boolean | null;
  /**
   * True if triggers of mailings and scenarios must ignore the profile for this change. Example:
   * `true`.
   */
  skipTriggers?: boolean | null;
  /**
   * The caller's idempotency key, unique within the app group; it is also the header Request-ID of
   * every attempt. Repeat a call with the same key and it has effect only once. Without it: a new
   * UUID. Example: `"order-7"`.
   */
  requestId?: t.RequestId | null;
  /**
   * The moment of the answer: accepted, when the job is on disk; outcome, when the platform has
   * answered. Example: `"outcome"`.
   */
  wait?: "accepted" | "outcome" | null;
  /**
   * The longest time to wait for the outcome, in milliseconds; after it the answer has state
   * pending. Example: `5000`.
   */
  waitTimeoutMs?: number | null;
}

/** The parameters of `pushSuspend`. */
export interface PushSuspendParameters {
  /**
   * True if the platform answers with the final result and the profile; false if it answers as soon
   * as it has accepted the request. Example: `true`.
   */
  sync?: boolean | null;
  /**
   * Fields of the profile to set, by name, as the database of the platform defines them: any JSON,
   * including objects returned by `actionField`. Example: `{"_fname": "Ann"}`.
   */
  profileFields?: t.JSONObject | null;
  /**
   * Custom fields of the subscription by name, as the resource of the platform defines them. Values
   * are strings, numbers, booleans or null; any other is refused with 475. Example: `{"plan":
   * "pro"}`.
   */
  customFields?: t.Scalars | null;
  /**
   * Categories of the subscription, as the resource of the platform defines them. A plain string
   * means an active category with that name. Example: `[{"name": "news", "active": true},
   * "offers"]`.
   */
  cats?: (string | t.Category)[] | null;
  /**
   * True to unsubscribe the subscriptions of other profiles of the database with the same push
   * token. Example: `true`.
   */
  replace?: boolean | null;
  /**
   * True if triggers of mailings and scenarios must ignore the profile for this change. Example:
   * `true`.
   */
  skipTriggers?: boolean | null;
  /**
   * The caller's idempotency key, unique within the app group; it is also the header Request-ID of
   * every attempt. Repeat a call with the same key and it has effect only once. Without it: a new
   * UUID. Example: `"order-7"`.
   */
  requestId?: t.RequestId | null;
  /**
   * The moment of the answer: accepted, when the job is on disk; outcome, when the platform has
   * answered. Example: `"outcome"`.
   */
  wait?: "accepted" | "outcome" | null;
  /**
   * The longest time to wait for the outcome, in milliseconds; after it the answer has state
   * pending. Example: `5000`.
   */
  waitTimeoutMs?: number | null;
}

/** The parameters of `pushUnSubscribe`. */
export interface PushUnSubscribeParameters {
  /**
   * True if the platform answers with the final result and the profile; false if it answers as soon
   * as it has accepted the request. Example: `true`.
   */
  sync?: boolean | null;
  /**
   * Fields of the profile to set, by name, as the database of the platform defines them: any JSON,
   * including objects returned by `actionField`. Example: `{"_fname": "Ann"}`.
   */
  profileFields?: t.JSONObject | null;
  /**
   * Custom fields of the subscription by name, as the resource of the platform defines them. Values
   * are strings, numbers, booleans or null; any other is refused with 475. Example: `{"plan":
   * "pro"}`.
   */
  customFields?: t.Scalars | null;
  /**
   * Categories of the subscription, as the resource of the platform defines them. A plain string
   * means an active category with that name. Example: `[{"name": "news", "active": true},
   * "offers"]`.
   */
  cats?: (string | t.Category)[] | null;
  /**
   * True to unsubscribe the subscriptions of other profiles of the database with the same push
   * token. Example: `true`.
   */
  replace?: boolean | null;
  /**
   * True if triggers of mailings and scenarios must ignore the profile for this change. Example:
   * `true`.
   */
  skipTriggers?: boolean | null;
  /**
   * The caller's idempotency key, unique within the app group; it is also the header Request-ID of
   * every attempt. Repeat a call with the same key and it has effect only once. Without it: a new
   * UUID. Example: `"order-7"`.
   */
  requestId?: t.RequestId | null;
  /**
   * The moment of the answer: accepted, when the job is on disk; outcome, when the platform has
   * answered. Example: `"outcome"`.
   */
  wait?: "accepted" | "outcome" | null;
  /**
   * The longest time to wait for the outcome, in milliseconds; after it the answer has state
   * pending. Example: `5000`.
   */
  waitTimeoutMs?: number | null;
}

/** The parameters of `getStatusOfLatestSubscriptionForProvider`. */
export interface GetStatusOfLatestSubscriptionForProviderParameters {
  /**
   * The push provider of the subscription: ios-apns, ios-firebase or ios-huawei, in any letter
   * case. Without it: the provider of the token in use. Example: `"ios-firebase"`.
   */
  provider?: t.Provider | null;
}

/** The parameters of `mobileEvent`. */
export interface MobileEventParameters {
  /**
   * The identifier of the pixel that records the event, from the settings of the pixel in the
   * Altcraft account. Example: `"px-1"`.
   */
  sid: string;
  /**
   * The name of the event, as scenarios and segments of the platform expect it; not empty. Example:
   * `"signup"`.
   */
  eventName: string;
  /**
   * The identifier (SMID) of the message that led to the event, from the data of that message; it
   * ties the event to its mailing. Example: `"m-7"`.
   */
  sendMessageId?: string | null;
  /**
   * Data of the event, chosen by the host. Values are strings, numbers, booleans or null; any other
   * is refused with 475. Example: `{"amount": 12, "currency": "EUR"}`.
   */
  payload?: t.Scalars | null;
  /**
   * Identifiers of the user by type, from the host's own data of the user; the platform finds the
   * profile by them. Example: `{"email": "ann@example.com"}`.
   */
  matching?: t.JSONObject | null;
  /**
   * The type of the identifier in `matching` by which the platform finds the profile, as the
   * platform names it: email, phone, profile_id and others. Example: `"email"`.
   */
  matchingType?: string | null;
  /**
   * Fields of the profile to set, by name, as the database of the platform defines them. Example:
   * `{"_fname": "Ann"}`.
   */
  profileFields?: t.JSONObject | null;
  /**
   * A subscription to add to the profile with the event. An unknown channel is refused with 476.
   * Example: `{"channel": "email", "resource_id": 1, "email": "ann@example.com"}`.
   */
  subscription?: t.Subscription | null;
  /**
   * The UTM tags of the link that led the user to the app, from that link or from the attribution
   * service of the host. Example: `{"campaign": "spring", "source": "newsletter"}`.
   */
  utm?: t.UTM | null;
  /**
   * The caller's idempotency key, unique within the app group; it is also the header Request-ID of
   * every attempt. Repeat a call with the same key and it has effect only once. Without it: a new
   * UUID. Example: `"order-7"`.
   */
  requestId?: t.RequestId | null;
  /**
   * The moment of the answer: accepted, when the job is on disk; outcome, when the platform has
   * answered. Example: `"outcome"`.
   */
  wait?: "accepted" | "outcome" | null;
  /**
   * The longest time to wait for the outcome, in milliseconds; after it the answer has state
   * pending. Example: `5000`.
   */
  waitTimeoutMs?: number | null;
}

/** The parameters of `updateProfileFields`. */
export interface UpdateProfileFieldsParameters {
  /**
   * Fields of the profile by name, as the database of the platform defines them. A value is a
   * string, a number, a boolean, null, or an object returned by `actionField`; any other is refused
   * with 475. Example: `{"_fname": "Ann", "visits": {"action": "incr", "value": 1}}`.
   */
  profileFields?: { [member: string]: string | number | boolean | null | t.ActionField } | null;
  /**
   * True if triggers of mailings and scenarios must ignore the profile for this change. Example:
   * `true`.
   */
  skipTriggers?: boolean | null;
  /**
   * The caller's idempotency key, unique within the app group; it is also the header Request-ID of
   * every attempt. Repeat a call with the same key and it has effect only once. Without it: a new
   * UUID. Example: `"order-7"`.
   */
  requestId?: t.RequestId | null;
  /**
   * The moment of the answer: accepted, when the job is on disk; outcome, when the platform has
   * answered. Example: `"outcome"`.
   */
  wait?: "accepted" | "outcome" | null;
  /**
   * The longest time to wait for the outcome, in milliseconds; after it the answer has state
   * pending. Example: `5000`.
   */
  waitTimeoutMs?: number | null;
}

/** The parameters of `actionField`. */
export interface ActionFieldParameters {
  /** The name of the field, as the database of the platform defines it. Example: `"_fname"`. */
  key: string;
  /**
   * The operation on the field: set or unset it, incr a number, add to or delete from a list,
   * upsert into a list without duplicates. Example: `"incr"`.
   */
  action: "set" | "unset" | "incr" | "add" | "delete" | "upsert";
  /**
   * The operand: the new value, the number to add, or the list element; null for unset. Example:
   * `"Andrey"`.
   */
  value?: t.JSONValue;
}

/** The parameters of `setUserDefaultsValue`. */
export interface SetUserDefaultsValueParameters {
  /** The name of the suite that holds the value, chosen by the host. Example: `"app"`. */
  suiteName: string;
  /**
   * The key of the value in its suite, chosen by the host; a blank key is ignored. Example:
   * `"theme"`.
   */
  key: string;
  /** The value to store: any JSON up to 64 KiB; null removes the stored one. Example: `"dark"`. */
  value?: t.JSONValue;
}

/** The parameters of `bridge.getUserDefaultsValue`. */
export interface BridgeGetUserDefaultsValueParameters {
  /** The name of the suite that holds the value, chosen by the host. Example: `"app"`. */
  suiteName: string;
  /** The key of the value in its suite. Example: `"theme"`. */
  key: string;
}

/** The parameters of `deliveryEvent`. */
export interface DeliveryEventParameters {
  /**
   * The notification request from the operating system, as JSON. It takes precedence over
   * `message`. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo":
   * {"_ac_push": "true", "_uid": "uid-1"}}}`.
   */
  request?: t.NotificationRequest | null;
  /**
   * The push: the data map as it arrived on the device, or the whole message of a provider. Its
   * values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
   */
  message?: t.JSONObject | null;
  /**
   * The uid of the push, from the `uid` or `_uid` of its data. Without it: the one in `request` or
   * `message`. Example: `"uid-1"`.
   */
  messageUID?: string | null;
  /**
   * The caller's idempotency key, unique within the app group; it is also the header Request-ID of
   * every attempt. Repeat a call with the same key and it has effect only once. Without it: a new
   * UUID. Example: `"order-7"`.
   */
  requestId?: t.RequestId | null;
  /**
   * The moment of the answer: accepted, when the job is on disk; outcome, when the platform has
   * answered. Example: `"outcome"`.
   */
  wait?: "accepted" | "outcome" | null;
  /**
   * The longest time to wait for the outcome, in milliseconds; after it the answer has state
   * pending. Example: `5000`.
   */
  waitTimeoutMs?: number | null;
}

/** The parameters of `openEvent`. */
export interface OpenEventParameters {
  /**
   * The notification request from the operating system, as JSON. It takes precedence over
   * `message`. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo":
   * {"_ac_push": "true", "_uid": "uid-1"}}}`.
   */
  request?: t.NotificationRequest | null;
  /**
   * The push: the data map as it arrived on the device, or the whole message of a provider. Its
   * values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
   */
  message?: t.JSONObject | null;
  /**
   * The uid of the push, from the `uid` or `_uid` of its data. Without it: the one in `request` or
   * `message`. Example: `"uid-1"`.
   */
  messageUID?: string | null;
  /**
   * The caller's idempotency key, unique within the app group; it is also the header Request-ID of
   * every attempt. Repeat a call with the same key and it has effect only once. Without it: a new
   * UUID. Example: `"order-7"`.
   */
  requestId?: t.RequestId | null;
  /**
   * The moment of the answer: accepted, when the job is on disk; outcome, when the platform has
   * answered. Example: `"outcome"`.
   */
  wait?: "accepted" | "outcome" | null;
  /**
   * The longest time to wait for the outcome, in milliseconds; after it the answer has state
   * pending. Example: `5000`.
   */
  waitTimeoutMs?: number | null;
}

/** The parameters of `isAltcraftPush`. */
export interface IsAltcraftPushParameters {
  /**
   * The notification request from the operating system, as JSON. It takes precedence over
   * `message`. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo":
   * {"_ac_push": "true", "_uid": "uid-1"}}}`.
   */
  request?: t.NotificationRequest | null;
  /**
   * The push: the data map as it arrived on the device, or the whole message of a provider. Its
   * values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
   */
  message?: t.JSONObject | null;
}

/** The parameters of `nse.isAltcraftPush`. */
export interface NseIsAltcraftPushParameters {
  /**
   * The notification request from the operating system, as JSON. It takes precedence over
   * `message`. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo":
   * {"_ac_push": "true", "_uid": "uid-1"}}}`.
   */
  request?: t.NotificationRequest | null;
  /**
   * The push: the data map as it arrived on the device, or the whole message of a provider. Its
   * values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
   */
  message?: t.JSONObject | null;
}

/** The parameters of `parsePush`. */
export interface ParsePushParameters {
  /**
   * The push: the data map as it arrived on the device, or the whole message of a provider. Its
   * values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
   */
  message: t.JSONObject;
}

/** The parameters of `takePush`. */
export interface TakePushParameters {
  /**
   * The push: the data map as it arrived on the device, or the whole message of a provider. Its
   * values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
   */
  message: t.JSONObject;
}

/** The parameters of `nse.handleNotificationRequest`. */
export interface NseHandleNotificationRequestParameters {
  /**
   * The notification request from the operating system, as JSON. Example: `{"identifier":
   * "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
   */
  request: t.NotificationRequest;
}

/** The parameters of `notificationManager.willPresent`. */
export interface NotificationManagerWillPresentParameters {
  /**
   * The notification request from the operating system, as JSON. Example: `{"identifier":
   * "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
   */
  request: t.NotificationRequest;
}

/** The parameters of `notificationManager.didReceive`. */
export interface NotificationManagerDidReceiveParameters {
  /**
   * The response of the user, from the operating system, as JSON. Example: `{"actionIdentifier":
   * "button0", "request": {"content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}}`.
   */
  response: t.NotificationResponse;
}

/** The parameters of `notificationManager.setPermission`. */
export interface NotificationManagerSetPermissionParameters {
  /**
   * True if the user allows notifications, from the operating system of the device. Example:
   * `true`.
   */
  granted: boolean;
}

/** The parameters of `notificationManager.setCustomPushProcessing`. */
export interface NotificationManagerSetCustomPushProcessingParameters {
  /**
   * True if this connection decides and the bridge waits for its answer; false if the bridge only
   * informs it. Example: `true`.
   */
  enabled: boolean;
}

/** The parameters of `notificationManager.setCustomClickProcessing`. */
export interface NotificationManagerSetCustomClickProcessingParameters {
  /**
   * True if this connection decides and the bridge waits for its answer; false if the bridge only
   * informs it. Example: `true`.
   */
  enabled: boolean;
}

/** The parameters of `backgroundTasks.registerBackgroundTask`. */
export interface BackgroundTasksRegisterBackgroundTaskParameters {
  /**
   * The time from the start of one pass to the start of the next, in seconds: from one second to a
   * year, by default three hours. Example: `600`.
   */
  intervalSeconds?: number | null;
}

/** The parameters of `events.subscribe`. */
export interface EventsSubscribeParameters {
  /**
   * The `seq` of the last event that the host has processed; the kept events after it follow.
   * Without it: only new events. Example: `17`.
   */
  since?: number | null;
  /**
   * The `epoch` of the event that `since` comes from. It identifies the run of the process.
   * Example: `"9f2c4b1e"`.
   */
  epoch?: string | null;
  /**
   * The event codes to receive; without it: all. Events of other codes do not count as a gap.
   * Example: `[230, 430]`.
   */
  codes?: number[] | null;
}

/** The parameters of `events.list`. */
export interface EventsListParameters {
  /**
   * The `seq` of the last event that the host has processed; the kept events after it follow.
   * Without it: all kept events, from the oldest. Example: `17`.
   */
  since?: number | null;
  /** The largest number of items in the answer, from 1 to 1000; by default 100. Example: `10`. */
  limit?: number | null;
  /**
   * The `epoch` of the event that `since` comes from. It identifies the run of the process.
   * Example: `"9f2c4b1e"`.
   */
  epoch?: string | null;
  /**
   * The event codes to receive; without it: all. Events of other codes do not count as a gap.
   * Example: `[230, 430]`.
   */
  codes?: number[] | null;
}

/** The parameters of `outbox.get`. */
export interface OutboxGetParameters {
  /** The id of the job, from the answer of the durable call. Example: `"example-1"`. */
  requestId: string;
}

/** The parameters of `outbox.list`. */
export interface OutboxListParameters {
  /** The largest number of items in the answer, from 1 to 1000; by default 100. Example: `10`. */
  limit?: number | null;
  /** The `next` of the previous page; without it: the first page. Example: `"example-1"`. */
  after?: string | null;
  /** Lists only jobs in this state; without it: both. Example: `"rejected"`. */
  state?: "pending" | "rejected" | null;
}

/** The parameters of `outbox.flush`. */
export interface OutboxFlushParameters {
  /**
   * True to answer after each waiting job has had its attempt, false to answer immediately.
   * Example: `true`.
   */
  wait?: boolean | null;
}

/** The parameters of `outbox.retry`. */
export interface OutboxRetryParameters {
  /** The id of the job, from the answer of the durable call. Example: `"example-1"`. */
  requestId?: string | null;
  /** A choice of jobs, in place of `requestId`. Example: `{"method": ["mobileEvent"]}`. */
  filter?: t.OutboxFilter | null;
  /** True to count the jobs that `filter` chooses, and change nothing. Example: `true`. */
  dryRun?: boolean | null;
}

/** The parameters of `outbox.discard`. */
export interface OutboxDiscardParameters {
  /** The id of the job, from the answer of the durable call. Example: `"example-1"`. */
  requestId?: string | null;
  /** A choice of jobs, in place of `requestId`. Example: `{"method": ["mobileEvent"]}`. */
  filter?: t.OutboxFilter | null;
  /** True to count the jobs that `filter` chooses, and change nothing. Example: `true`. */
  dryRun?: boolean | null;
}

/** The parameters of `outcomes.list`. */
export interface OutcomesListParameters {
  /**
   * The number of the last outcome that the host has processed, or `next` of the previous page.
   * Example: `17`.
   */
  after?: number | null;
  /**
   * The `epoch` of the outcome that `after` comes from. With it a position that is not of this data
   * directory, as after an older copy of it was put back, is reported and not refused. Example:
   * `"9f2c4b1e"`.
   */
  epoch?: string | null;
  /** The largest number of items in the answer, from 1 to 1000; by default 100. Example: `10`. */
  limit?: number | null;
  /** Lists only outcomes with these states. Example: `["rejected", "expired"]`. */
  state?: ("delivered" | "rejected" | "expired" | "cleared" | "lost")[] | null;
  /** Lists only outcomes of these methods. Example: `["mobileEvent"]`. */
  method?: string[] | null;
  /** Lists only jobs whose id starts with this text. Example: `"order-"`. */
  requestId?: string | null;
}

/** The parameters of `outcomes.subscribe`. */
export interface OutcomesSubscribeParameters {
  /**
   * The number of the last outcome that the host has processed; without it: only new outcomes.
   * Example: `17`.
   */
  after?: number | null;
  /**
   * The `epoch` of the outcome that `after` comes from. With it a position that is not of this data
   * directory, as after an older copy of it was put back, is reported and not refused. Example:
   * `"9f2c4b1e"`.
   */
  epoch?: string | null;
}

/** The parameters of `trace.subscribe`. */
export interface TraceSubscribeParameters {
  /**
   * The kinds of items to receive: wire for the messages of connections, job for the steps of jobs;
   * without it: both. Items of other kinds do not count as a gap. Example: `["job"]`.
   */
  kinds?: ("wire" | "job")[] | null;
  /**
   * The `seq` of the last item that the client has; the kept items after it follow. Without it:
   * only new items. Example: `17`.
   */
  since?: number | null;
  /**
   * The `epoch` of the item that `since` comes from. It identifies the run of the process. Example:
   * `"9f2c4b1e"`.
   */
  epoch?: string | null;
}

/** The parameters of `bridge.check`. */
export interface BridgeCheckParameters {
  /** The name of the method to check. Example: `"setPushToken"`. */
  method: string;
  /**
   * The parameters for that method, by name or by position. Example: `{"provider": "ios-apns",
   * "pushToken": null}`.
   */
  params?: t.JSONObject | t.JSONValue[] | null;
}

/** The parameters of `bridge.authenticate`. */
export interface BridgeAuthenticateParameters {
  /**
   * The token of this run of the bridge: the content of the file `rpc.token` in the data directory,
   * or of `rpc.observer-token` to read only; or the `session` of an earlier answer. Example:
   * `"0123456789abcdef"`.
   */
  token?: string | null;
  /**
   * The ticket from the URL of `bridge.ticket`, instead of a token. Example:
   * `"3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"`.
   */
  ticket?: string | null;
}

/** The parameters of `bridge.ticket`. */
export interface BridgeTicketParameters {
  /**
   * The role of the connection that uses the ticket: `observer` may only read. An observer can only
   * make tickets of this role. Example: `"observer"`.
   */
  role?: "control" | "observer" | null;
}

/** The parameters of `bridge.setLogLevel`. */
export interface BridgeSetLogLevelParameters {
  /** The least severe level to log; notice at the start. Example: `"info"`. */
  level: "error" | "notice" | "info" | "debug";
}

/** The methods whose names start with `trace.`. */
export class TraceMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * Subscribes this connection to a trace of all messages and jobs: each item comes as a
   * notification `trace`.
   *
   * Replaces this connection's earlier subscription. The answer comes before the first item. Items
   * are recorded from the first subscription to the end of the last one, and cover secrets as
   * `--trace-wire` does. A subscriber that does not keep up loses items, never responses, and is
   * told which by `trace.gap`.
   */
  subscribe(
    parameters: TraceSubscribeParameters = {},
    options?: CallOptions,
  ): Promise<t.EventPosition> {
    return this.caller.call("trace.subscribe", parameters, options);
  }

  /** Ends this connection's subscription to the trace. */
  unsubscribe(options?: CallOptions): Promise<true> {
    return this.caller.call("trace.unsubscribe", {}, options);
  }
}

/** The methods whose names start with `rpc.`. */
export class RpcMethods {
  constructor(protected readonly caller: Caller) {}

  /** Returns this document. */
  discover(options?: CallOptions): Promise<t.JSONObject> {
    return this.caller.call("rpc.discover", {}, options);
  }
}

/** The methods whose names start with `push.`. */
export class PushMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * Asks for the pushes of a simulated platform: each comes as a notification `push.simulated`.
   *
   * For tests without a device: `apiUrl` must be the address of `altcraft-bridge platform` on this
   * machine. The pushes are those for the token of the subscription that was delivered last; pushes
   * that were sent before this call come first. A subscription ends with its connection.
   *
   * Refused with `ConfigurationMissingError`, `NoSimulatorError`.
   */
  simulatedSubscribe(options?: CallOptions): Promise<true> {
    return this.caller.call("push.simulated.subscribe", {}, options);
  }

  /** Ends this connection's subscription to the pushes of a simulated platform. */
  simulatedUnsubscribe(options?: CallOptions): Promise<true> {
    return this.caller.call("push.simulated.unsubscribe", {}, options);
  }
}

/** The methods whose names start with `outcomes.`. */
export class OutcomesMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * Returns the kept outcomes of jobs after a number, in order.
   *
   * The last `finishedRecords` (10 000) outcomes are kept; the outcome of a job that was retried
   * since is not. A page may be short, or empty: repeat the call with its `next` as `after` and its
   * `epoch` until `next` is `last`.
   */
  list(parameters: OutcomesListParameters = {}, options?: CallOptions): Promise<t.OutcomePage> {
    return this.caller.call("outcomes.list", parameters, options);
  }

  /**
   * Subscribes this connection to outcomes: each arrives as a notification `outcome`.
   *
   * Replaces this connection's earlier subscription. The answer comes before the first
   * notification. Outcomes arrive in order, once they are durable; `outcomes.gap` reports numbers
   * that are no longer kept, and a position of another copy of the data directory. A subscriber
   * that does not keep up gets them later. The subscription is to the app group in use: subscribe
   * again after setAppGroup.
   */
  subscribe(
    parameters: OutcomesSubscribeParameters = {},
    options?: CallOptions,
  ): Promise<t.OutcomePosition> {
    return this.caller.call("outcomes.subscribe", parameters, options);
  }

  /** Ends this connection's subscription to outcomes. */
  unsubscribe(options?: CallOptions): Promise<true> {
    return this.caller.call("outcomes.unsubscribe", {}, options);
  }
}

/** The methods whose names start with `outbox.`. */
export class OutboxMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * Returns state and outcome of one job, also after it has ended.
   *
   * The last `finishedRecords` (10 000) ended jobs are kept, across restarts too.
   */
  get(parameters: OutboxGetParameters, options?: CallOptions): Promise<t.Job | null> {
    return this.caller.call("outbox.get", parameters, options);
  }

  /** Returns pending jobs, and rejected ones that can still be retried, in order of acceptance. */
  list(parameters: OutboxListParameters = {}, options?: CallOptions): Promise<t.JobPage> {
    return this.caller.call("outbox.list", parameters, options);
  }

  /**
   * Starts the next attempt of all waiting jobs now.
   *
   * Ends all pauses between attempts, including a pause that the platform requested.
   */
  flush(parameters: OutboxFlushParameters = {}, options?: CallOptions): Promise<t.PendingCount> {
    return this.caller.call("outbox.flush", parameters, options);
  }

  /**
   * Moves rejected jobs back to pending, with the same id and a new time to live.
   *
   * A rejected job can be retried while it is among the last `finishedRecords` (10 000) ended jobs
   * and its body is kept: new jobs displace the oldest rejected body. Needs a configuration. Takes
   * one `requestId`, or a `filter`.
   *
   * Refused with `StorageFailedError`, `NotInitializedError`, `OutboxFullError`.
   */
  retry(
    parameters: OutboxRetryParameters = {},
    options?: CallOptions,
  ): Promise<true | t.OutboxChanges> {
    return this.caller.call("outbox.retry", parameters, options);
  }

  /**
   * Ends pending jobs, or drops the bodies of rejected ones: they are never sent.
   *
   * A pending job ends in state cleared, with event 601 whose value has `cause` "discarded". One
   * that is being sent is refused with -32602. A rejected job still counts as rejected, and
   * `outbox.get` still returns its outcome. Takes one `requestId`, or a `filter`.
   *
   * Refused with `StorageFailedError`.
   */
  discard(
    parameters: OutboxDiscardParameters = {},
    options?: CallOptions,
  ): Promise<true | t.OutboxChanges> {
    return this.caller.call("outbox.discard", parameters, options);
  }
}

/** The methods whose names start with `nse.`. */
export class NseMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * Checks whether a push comes from the platform.
   *
   * True for a push with the SDK's marker `_ac_push`, with a `hub_link` that has `open` or `ack`,
   * or with both `uid` and `launch_id`. Takes a `request` or a `message`.
   */
  isAltcraftPush(
    parameters: NseIsAltcraftPushParameters = {},
    options?: CallOptions,
  ): Promise<boolean> {
    return this.caller.call("nse.isAltcraftPush", parameters, options);
  }

  /**
   * Returns the content to show for a notification, with the buttons and the image of the push.
   *
   * Title, text, badge, sound and userInfo do not change. The delivery event is registered once for
   * each uid and is on disk when the call is answered; if it cannot be registered, an event (451,
   * 402, 403 or 501) gives the reason and the call is answered all the same. Event 204 follows;
   * event 453 before it means that the image has no valid URL. The content of a push of another
   * sender does not change: nothing is registered, and event 202 follows.
   */
  handleNotificationRequest(
    parameters: NseHandleNotificationRequestParameters,
    options?: CallOptions,
  ): Promise<t.ShownContent> {
    return this.caller.call("nse.handleNotificationRequest", parameters, options);
  }

  /**
   * Returns the best content so far: that of the latest request of this connection, or null without
   * one.
   */
  serviceExtensionTimeWillExpire(options?: CallOptions): Promise<t.ShownContent | null> {
    return this.caller.call("nse.serviceExtensionTimeWillExpire", {}, options);
  }
}

/** The methods whose names start with `notificationManager.`. */
export class NotificationManagerMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * Returns how to show a push that arrives while the app is in the foreground.
   *
   * Returns the standard options, unless a connection has called
   * notificationManager.setCustomPushProcessing and answers with others.
   */
  willPresent(
    parameters: NotificationManagerWillPresentParameters,
    options?: CallOptions,
  ): Promise<t.PresentationOptions> {
    return this.caller.call("notificationManager.willPresent", parameters, options);
  }

  /**
   * Processes a tap on a notification: registers the open event and returns what to open.
   *
   * A tap opens the click URL of the push, a button its link. If there is none, event 454, 455 or
   * 457 gives the reason. The open event is registered in any case, once for each uid, and is on
   * disk when the call is answered; if it cannot be registered, an event (451, 402, 403 or 501)
   * gives the reason. A connection that has called notificationManager.setCustomClickProcessing
   * processes the tap itself. For a push of another sender nothing is registered, and event 202
   * follows. A dismissal is not a tap: nothing is registered.
   */
  didReceive(
    parameters: NotificationManagerDidReceiveParameters,
    options?: CallOptions,
  ): Promise<t.ClickResult> {
    return this.caller.call("notificationManager.didReceive", parameters, options);
  }

  /**
   * Sets whether the user allows notifications; the initial state is granted.
   *
   * Without the permission subscriptions wait (event 504); they are sent when it is granted. All
   * other jobs, also a suspend or an unsubscribe, need no permission. It is stored for all app
   * groups of the data directory: a denial holds after a restart, after `clear`, and in every other
   * group, until the host grants it.
   *
   * Refused with `StorageFailedError`.
   */
  setPermission(
    parameters: NotificationManagerSetPermissionParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("notificationManager.setPermission", parameters, options);
  }

  /**
   * Makes the bridge ask this connection how to show pushes that arrive while the app is in the
   * foreground.
   *
   * Applies to the latest connection that called it and is open. When that connection ends, the one
   * that called before it is asked again.
   */
  setCustomPushProcessing(
    parameters: NotificationManagerSetCustomPushProcessingParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("notificationManager.setCustomPushProcessing", parameters, options);
  }

  /**
   * Makes this connection process taps on notifications.
   *
   * Applies to the latest connection that called it and is open. When that connection ends, the one
   * that called before it is asked again.
   */
  setCustomClickProcessing(
    parameters: NotificationManagerSetCustomClickProcessingParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("notificationManager.setCustomClickProcessing", parameters, options);
  }

  /**
   * Makes the host ask the user to allow notifications.
   *
   * Calls notificationManager.requestAuthorization on this connection. Without a valid answer the
   * permission does not change. `error` is the text in the answer of the host.
   *
   * Refused with `StorageFailedError`.
   */
  registerForPushNotifications(options?: CallOptions): Promise<t.Permission> {
    return this.caller.call("notificationManager.registerForPushNotifications", {}, options);
  }
}

/** The methods whose names start with `events.`. */
export class EventsMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * Subscribes this connection to SDK events: each comes as a notification `event`.
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
   * Returns the kept SDK events, oldest first.
   *
   * A page has fewer events than `limit` if more would exceed the limit outQueueBytes. To read all
   * events, repeat the call with the `seq` of the last event as `since`, until a page is empty.
   */
  list(parameters: EventsListParameters = {}, options?: CallOptions): Promise<t.EventPage> {
    return this.caller.call("events.list", parameters, options);
  }

  /** Returns every event code with its name, class and meaning, and whether the bridge emits it. */
  catalog(options?: CallOptions): Promise<t.EventCode[]> {
    return this.caller.call("events.catalog", {}, options);
  }
}

/** The methods whose names start with `bridge.`. */
export class BridgeMethods {
  constructor(protected readonly caller: Caller) {}

  /** Returns the value that setUserDefaultsValue stored, or null. */
  getUserDefaultsValue(
    parameters: BridgeGetUserDefaultsValueParameters,
    options?: CallOptions,
  ): Promise<t.JSONValue> {
    return this.caller.call("bridge.getUserDefaultsValue", parameters, options);
  }

  /** Returns version, schema digest, transports, data directory and limits of this process. */
  info(options?: CallOptions): Promise<t.BridgeInfo> {
    return this.caller.call("bridge.info", {}, options);
  }

  /**
   * Returns counters: accepted = delivered + rejected + expired + cleared + lost + pending, at all
   * times.
   *
   * The counters of the outbox belong to the app group and survive restarts; all others count from
   * the start of the process.
   */
  stats(options?: CallOptions): Promise<t.BridgeStats> {
    return this.caller.call("bridge.stats", {}, options);
  }

  /**
   * Returns the counters of bridge.stats in the text format of Prometheus.
   *
   * The counters of the outbox have the app group as a label and survive restarts; all others count
   * from the start of the process.
   */
  metrics(options?: CallOptions): Promise<t.BridgeMetrics> {
    return this.caller.call("bridge.metrics", {}, options);
  }

  /** Returns "pong". */
  ping(options?: CallOptions): Promise<string> {
    return this.caller.call("bridge.ping", {}, options);
  }

  /**
   * Checks a call without executing it: true, or the error that the call would get.
   *
   * Checks parameters and the rules of the SDK; calls no callback. It does not check the role of
   * the connection.
   *
   * Refused with `MethodNotFoundError`.
   */
  check(parameters: BridgeCheckParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("bridge.check", parameters, options);
  }

  /**
   * Authenticates a connection by a token or a ticket, which also determine its role.
   *
   * Over WebSocket it is the first call, unless the handshake had a token. Over TCP a client of
   * another user must send it first; with `--require-token` every TCP client must. It must be sent
   * alone, not in a batch, in a message of at most 4 KiB. If it is not required, the proof is
   * checked all the same, and its role applies from then on; without TCP and WebSocket the answer
   * to a token is true. The answer to a ticket has the role and a token of this role.
   *
   * Refused with `UnauthorizedError`.
   */
  authenticate(
    parameters: BridgeAuthenticateParameters = {},
    options?: CallOptions,
  ): Promise<true | t.BridgeSession> {
    return this.caller.call("bridge.authenticate", parameters, options);
  }

  /**
   * Makes a URL with a ticket, which opens one connection of a page.
   *
   * The page passes the ticket to `bridge.authenticate`, once and within 60 seconds. The ticket is
   * in the fragment of the URL, which no browser sends. A limit, `tickets`, applies to the unused
   * tickets of each role.
   *
   * Refused with `UnauthorizedError`, `NoWebSocketError`.
   */
  ticket(parameters: BridgeTicketParameters = {}, options?: CallOptions): Promise<t.BridgeTicket> {
    return this.caller.call("bridge.ticket", parameters, options);
  }

  /** Sets the level of the log on standard error. */
  setLogLevel(parameters: BridgeSetLogLevelParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("bridge.setLogLevel", parameters, options);
  }

  /**
   * Stops the process: answers the calls in flight and exits with status 0 within five seconds.
   *
   * Accepted jobs are kept: pending jobs are delivered after the next start.
   */
  shutdown(options?: CallOptions): Promise<true> {
    return this.caller.call("bridge.shutdown", {}, options);
  }
}

/** The methods whose names start with `backgroundTasks.`. */
export class BackgroundTasksMethods {
  constructor(protected readonly caller: Caller) {}

  /**
   * Runs a background pass at an interval: a token update, and one attempt for all pending jobs.
   *
   * Each pass emits event 208 when it starts and event 209 when all its attempts have ended. If a
   * pass is still running when the next one is due, event 505 is emitted and the next one is
   * skipped. Registering again replaces the interval. `clear` ends the task.
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
  readonly outcomes: OutcomesMethods;
  readonly push: PushMethods;
  readonly rpc: RpcMethods;
  readonly trace: TraceMethods;

  constructor(protected readonly caller: Caller) {
    this.backgroundTasks = new BackgroundTasksMethods(caller);
    this.bridge = new BridgeMethods(caller);
    this.events = new EventsMethods(caller);
    this.notificationManager = new NotificationManagerMethods(caller);
    this.nse = new NseMethods(caller);
    this.outbox = new OutboxMethods(caller);
    this.outcomes = new OutcomesMethods(caller);
    this.push = new PushMethods(caller);
    this.rpc = new RpcMethods(caller);
    this.trace = new TraceMethods(caller);
  }

  /**
   * Checks the configuration, stores it, and starts delivery.
   *
   * Pending jobs of an earlier run are delivered from the start of the process on and do not need
   * this call. A change of the rToken ends the pending subscription, mobile event and profile jobs
   * of the old one in state cleared, with an event 601 each.
   *
   * Refused with `ConfigurationNotSetError`, `ApiUrlInvalidError`, `RTokenInvalidError`,
   * `ProviderInvalidError`, `StorageFailedError`.
   */
  initialization(parameters: InitializationParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("initialization", parameters, options);
  }

  /**
   * Deletes all data of the app group: configuration, tokens, stored values and pending jobs.
   *
   * A barrier: after the answer no request for an earlier call starts, none of its data is on disk,
   * and no event other than 205 reports it. Pending jobs end in state cleared; a request that is
   * being sent may still reach the platform. The background task ends;
   * backgroundTasks.registerBackgroundTask starts it again. Providers, event subscribers and the
   * selected group stay. The files are unlinked, not overwritten.
   *
   * Refused with `StorageFailedError`.
   */
  clear(options?: CallOptions): Promise<true> {
    return this.caller.call("clear", {}, options);
  }

  /**
   * Allows the next initialization to run the initial operations again.
   *
   * Has no effect: here every initialization runs them.
   */
  unlockInitialOperationsInThisSession(options?: CallOptions): Promise<true> {
    return this.caller.call("unlockInitialOperationsInThisSession", {}, options);
  }

  /**
   * Selects the app group whose data the bridge uses.
   *
   * Configuration, tokens set by setPushToken, stored values, outbox and counters belong to the
   * group; providers and the event stream belong to the process. Pending jobs of a group that is
   * not selected stay on disk until the group is selected again. The bridge closes a group one
   * minute after another one was selected, or later if the group is still in use. Beyond the limit
   * `appGroups` it opens no further group: the answer is `busy`, and the selected group stays
   * selected.
   *
   * Refused with `AppGroupMissingError`, `StorageFailedError`.
   */
  setAppGroup(parameters: SetAppGroupParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("setAppGroup", parameters, options);
  }

  /**
   * Sets how the bridge gets the current user's JWT.
   *
   * With "callback" the bridge calls provider.getJWT on this connection whenever it needs a JWT.
   * The latest registration whose connection is open is used, callback or fixed token. A fixed
   * token outlives its connection: it is used again while no open connection has a registration.
   * null ends the registration of this connection, and a fixed token whose connection has closed. A
   * fixed JWT that has expired leaves it to the registration before it. A JWT is checked when it is
   * used, so any string is accepted here. An expired JWT still names the user: calls are accepted,
   * and their jobs wait for a valid JWT of that user. provider.getJWT says what a JWT must hold.
   * With a resource token no JWT is needed.
   */
  setJWTProvider(parameters: SetJWTProviderParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("setJWTProvider", parameters, options);
  }

  /**
   * Sets how the bridge gets push tokens of APNs (ios-apns).
   *
   * Registering requests no token. The bridge requests one when it needs it, and emits event 201
   * when it differs from the last one reported. A token has at most 4096 bytes. The latest
   * registration whose connection is open is used, callback or fixed token. A fixed token outlives
   * its connection: it is used again while no open connection has a registration. null ends the
   * registration of this connection, and a fixed token whose connection has closed. Registering
   * makes the bridge forget a token set by setPushToken. While no provider is connected, a fixed
   * token that is older than the last one from a provider does not replace the token that the
   * platform has.
   *
   * Refused with `StorageFailedError`.
   */
  setAPNSTokenProvider(
    parameters: SetAPNSTokenProviderParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("setAPNSTokenProvider", parameters, options);
  }

  /**
   * Sets how the bridge gets push tokens of Firebase (ios-firebase).
   *
   * Registering requests no token. The bridge requests one when it needs it, and emits event 201
   * when it differs from the last one reported. A token has at most 4096 bytes. The latest
   * registration whose connection is open is used, callback or fixed token. A fixed token outlives
   * its connection: it is used again while no open connection has a registration. null ends the
   * registration of this connection, and a fixed token whose connection has closed. Registering
   * makes the bridge forget a token set by setPushToken. While no provider is connected, a fixed
   * token that is older than the last one from a provider does not replace the token that the
   * platform has.
   *
   * Refused with `StorageFailedError`.
   */
  setFCMTokenProvider(
    parameters: SetFCMTokenProviderParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("setFCMTokenProvider", parameters, options);
  }

  /**
   * Sets how the bridge gets push tokens of Huawei (ios-huawei).
   *
   * Registering requests no token. The bridge requests one when it needs it, and emits event 201
   * when it differs from the last one reported. A token has at most 4096 bytes. The latest
   * registration whose connection is open is used, callback or fixed token. A fixed token outlives
   * its connection: it is used again while no open connection has a registration. null ends the
   * registration of this connection, and a fixed token whose connection has closed. Registering
   * makes the bridge forget a token set by setPushToken. While no provider is connected, a fixed
   * token that is older than the last one from a provider does not replace the token that the
   * platform has.
   *
   * Refused with `StorageFailedError`.
   */
  setHMSTokenProvider(
    parameters: SetHMSTokenProviderParameters,
    options?: CallOptions,
  ): Promise<true> {
    return this.caller.call("setHMSTokenProvider", parameters, options);
  }

  /**
   * Sets the push token, for hosts that register no provider.
   *
   * Answers false, without an effect, while a provider of any push service is registered.
   * Registering one makes the bridge forget the token, on disk too. A token set after the last
   * provider has left is newer than its tokens: the platform gets it by a token update.
   *
   * Refused with `ProviderInvalidError`, `StorageFailedError`.
   */
  setPushToken(parameters: SetPushTokenParameters, options?: CallOptions): Promise<boolean> {
    return this.caller.call("setPushToken", parameters, options);
  }

  /**
   * Returns the push token in use, or null if there is none.
   *
   * Calls the registered providers in the order of the priority list and returns the first token.
   * Without a provider it returns the token of setPushToken.
   */
  getPushToken(options?: CallOptions): Promise<t.TokenData | null> {
    return this.caller.call("getPushToken", {}, options);
  }

  /**
   * Sets which push providers the bridge asks for a token, and in which order.
   *
   * Stored with the configuration; the next initialization overwrites it. If the token in use
   * changes, a job named tokenUpdate reports the new one to the platform.
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
   * Deletes the token of this device at a push provider.
   *
   * Calls provider.deleteToken on the host that registered with "callback" and ignores its answer;
   * a fixed token, and one of that provider set by setPushToken, is removed. Nothing is sent to the
   * platform.
   *
   * Refused with `ProviderInvalidError`, `TokenUpdateUnsupportedError`, `StorageFailedError`.
   */
  deleteDeviceToken(parameters: DeleteDeviceTokenParameters, options?: CallOptions): Promise<true> {
    return this.caller.call("deleteDeviceToken", parameters, options);
  }

  /**
   * Deletes the token at the provider in use, requests a new one, and reports it to the platform.
   *
   * Answered after the first attempt to report the token; there is none if the token did not
   * change. If the attempt fails and can be retried, delivery continues in the outbox as a job
   * named tokenUpdate. A token set by setPushToken is removed; there is no other to report. Refused
   * under APNs (406), without an update.
   *
   * Refused with `ConfigurationMissingError`, `PushTokenMissingError`,
   * `TokenUpdateUnsupportedError`, `UserTagMissingError`, `CallbackTimeoutError`,
   * `StorageFailedError`.
   */
  forcedTokenUpdate(options?: CallOptions): Promise<true> {
    return this.caller.call("forcedTokenUpdate", {}, options);
  }

  /**
   * Subscribes the device to push notifications.
   *
   * Answered when the job is on disk; its outcome is an event, or the answer itself with `wait`
   * "outcome". Delivered in order with all other changes of the user's profile and subscription,
   * and retried until the platform answers.
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
   * Answered when the job is on disk; its outcome is an event, or the answer itself with `wait`
   * "outcome". Delivered in order with all other changes of the user's profile and subscription,
   * and retried until the platform answers.
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
   * Answered when the job is on disk; its outcome is an event, or the answer itself with `wait`
   * "outcome". Delivered in order with all other changes of the user's profile and subscription,
   * and retried until the platform answers.
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
   * Hands the device over to the current user: resumes their subscriptions and suspends those of
   * other users.
   *
   * Sent immediately; not stored and not retried. The answer is null if the platform did not answer
   * or the request could not be built; an event gives the reason. If the answer has no
   * subscription, call pushSubscribe.
   *
   * Refused with `ConfigurationMissingError`, `CallbackTimeoutError`.
   */
  unSuspendPushSubscription(options?: CallOptions): Promise<t.ResponseWithHttp | null> {
    return this.caller.call("unSuspendPushSubscription", {}, options);
  }

  /**
   * Returns the latest subscription of the user's profile.
   *
   * Sent immediately; not stored and not retried. The answer is null if the platform did not answer
   * or the request could not be built; an event gives the reason. Asks for no push token.
   *
   * Refused with `ConfigurationMissingError`, `CallbackTimeoutError`.
   */
  getStatusOfLatestSubscription(options?: CallOptions): Promise<t.ResponseWithHttp | null> {
    return this.caller.call("getStatusOfLatestSubscription", {}, options);
  }

  /**
   * Returns the subscription of the push token in use.
   *
   * Sent immediately; not stored and not retried. The answer is null if the platform did not answer
   * or the request could not be built; an event gives the reason. The token is the one that the
   * platform has; the providers are asked, once, only if there is none.
   *
   * Refused with `ConfigurationMissingError`, `CallbackTimeoutError`.
   */
  getStatusForCurrentSubscription(options?: CallOptions): Promise<t.ResponseWithHttp | null> {
    return this.caller.call("getStatusForCurrentSubscription", {}, options);
  }

  /**
   * Returns the latest subscription of the user's profile with one push provider.
   *
   * Sent immediately; not stored and not retried. The answer is null if the platform did not answer
   * or the request could not be built; an event gives the reason. Asks for no token if `provider`
   * is given. The token is the one that the platform has; the providers are asked, once, only if
   * there is none.
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
   * Answered when the event is on disk. The events of one user reach the platform in the order of
   * acceptance, independently of subscriptions.
   *
   * Refused with `ValuesNotScalarError`, `SubscriptionTypeUnsupportedError`,
   * `ConfigurationMissingError`, `UserTagMissingError`, `DuplicateRequestIdError`, `TooLargeError`,
   * `OutboxFullError`, `StorageFailedError`, `CallbackTimeoutError`.
   */
  mobileEvent(parameters: MobileEventParameters, options?: CallOptions): Promise<t.Receipt> {
    return this.caller.call("mobileEvent", parameters, options);
  }

  /**
   * Updates fields of the current user's profile.
   *
   * Answered when the job is on disk. Delivered in order with all other changes of the user's
   * profile and subscription.
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
   * Builds the value for `profileFields` that makes the platform change a field: set, unset, incr,
   * add, delete or upsert.
   *
   * Pass the answer as `profileFields`; merge the answers of several calls into one object.
   */
  actionField(parameters: ActionFieldParameters, options?: CallOptions): Promise<t.JSONObject> {
    return this.caller.call("actionField", parameters, options);
  }

  /**
   * Stores a value with the app group.
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
   * Reports to the platform that a push arrived.
   *
   * Takes a `request`, a `message` or a `messageUID`. Answered when the event is on disk. Every
   * call is a separate event. A push of another sender without `messageUID` is not reported: the
   * answer is null, and event 202 follows.
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
   * Reports to the platform that a push was opened.
   *
   * Takes a `request`, a `message` or a `messageUID`. Answered when the event is on disk. Every
   * call is a separate event. A push of another sender without `messageUID` is not reported: the
   * answer is null, and event 202 follows.
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
   * Checks whether a push comes from the platform.
   *
   * True for a push with the SDK's marker `_ac_push`, with a `hub_link` that has `open` or `ack`,
   * or with both `uid` and `launch_id`. Takes a `request` or a `message`.
   */
  isAltcraftPush(
    parameters: IsAltcraftPushParameters = {},
    options?: CallOptions,
  ): Promise<boolean> {
    return this.caller.call("isAltcraftPush", parameters, options);
  }

  /**
   * Converts a push of any structure of the platform into one form.
   *
   * Reads messages with the SDK's marker, those of APNs, Firebase (legacy and v1), HMS, AppMetrica
   * and RuStore, and the flat maps that arrive on devices. A push of another sender is read as far
   * as possible, with `isAltcraft` false. Nothing is lost: `rest` has the members without a name
   * here. Nothing is registered and nothing is fetched.
   */
  parsePush(parameters: ParsePushParameters, options?: CallOptions): Promise<t.ParsedPush> {
    return this.caller.call("parsePush", parameters, options);
  }

  /**
   * Processes a push that arrived: registers the delivery event and returns what to show.
   *
   * For a push of another sender the answer is null, with event 202; for one of the platform events
   * 203 and 204 follow, for a silent one only 203. The delivery event is registered once for each
   * uid and is on disk when the call is answered; if it cannot be registered, an event (451, 402,
   * 403 or 501) gives the reason and the call is answered all the same.
   */
  takePush(parameters: TakePushParameters, options?: CallOptions): Promise<t.ParsedPush | null> {
    return this.caller.call("takePush", parameters, options);
  }

  /**
   * Makes the host ask the user to allow notifications.
   *
   * Calls notificationManager.requestAuthorization on this connection. Without a valid answer the
   * permission does not change. `error` is the text in the answer of the host.
   *
   * Refused with `StorageFailedError`.
   */
  requestNotificationPermission(options?: CallOptions): Promise<t.Permission> {
    return this.caller.call("requestNotificationPermission", {}, options);
  }
}
