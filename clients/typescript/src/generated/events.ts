// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Do not edit.

import type * as t from "./types.js";

/** The value of each event, by the name of the event. */
export interface EventValues {
  /** 200, event: SDK configuration is installed. */
  "configuration.installed": null;
  /**
   * 201, event: push provider set
   *
   * the message names the provider; the token itself is only in the answer of getPushToken
   */
  "pushToken.changed": t.ProviderValue;
  /** 202, event: received a notification unrelated to the Altcraft Platform */
  "push.foreign": t.ForeignPushValue | null;
  /** 203, event: received Altcraft push notification. */
  "push.received": null;
  /** 204, event: push is posted. */
  "push.posted": null;
  /**
   * 205, event: SDK data has been cleared
   *
   * value.cleared is the number of ended jobs
   */
  "data.cleared": t.ClearedValue;
  /**
   * 207, event: waiting for push token update to complete
   *
   * 506 in the legacy numbering, where 207 is the end of a background pass
   */
  "tokenUpdate.waiting": null;
  /** 208 (legacy 206), event: SDK background task is registered */
  "backgroundTask.started": null;
  /** 209 (legacy 207), event: SDK background task completed */
  "backgroundTask.completed": null;
  /** 230, event: successful request: push/subscribe */
  "pushSubscribe.succeeded": t.AnswerValue;
  /** 231 (legacy 230), event: successful request: push/suspend */
  "pushSuspend.succeeded": t.AnswerValue;
  /** 232 (legacy 230), event: successful request: push/unsubscribe */
  "pushUnSubscribe.succeeded": t.AnswerValue;
  /** 233 (legacy 231), event: successful request: push/update */
  "tokenUpdate.succeeded": t.AnswerValue;
  /** 234 (legacy 232), event: successful request: push/unsuspend */
  "unSuspend.succeeded": t.AnswerValue;
  /** 235 (legacy 233), event: successful request: push/status */
  "status.succeeded": t.AnswerValue;
  /** 236 (legacy 234), event: successful request: event/push */
  "pushEvent.succeeded": t.PushAnswerValue;
  /** 237 (legacy 235), event: successful request: event/post */
  "mobileEvent.succeeded": t.MobileAnswerValue;
  /** 238, event: successful request: profile/update */
  "profileUpdate.succeeded": t.AnswerValue;
  /** 401, error: the configuration is not set */
  "configurationNotSet": null;
  /**
   * 402, error: userTag is null. It is impossible to identify the user
   *
   * after its cause: 540, 541 or 542
   */
  "userTagMissing": null;
  /**
   * 403, error: storage error
   *
   * storage fails or recovers, or damage is found: value cause, from, to, lost
   */
  "storageError": t.StorageValue;
  /** 405, error: App Group name was not set. */
  "appGroupMissing": null;
  /**
   * 406, error: Forcing a push token update is not possible: the operation is not supported for
   * APNs.
   */
  "tokenUpdateUnsupported": null;
  /** 422, error: unsuspend request data is nil */
  "unSuspend.dataMissing": null;
  /** 423, error: profile request data is nil */
  "status.dataMissing": null;
  /** 430, error: the platform refused the request: push/subscribe */
  "pushSubscribe.failed": t.AnswerValue;
  /** 431 (legacy 430), error: the platform refused the request: push/suspend */
  "pushSuspend.failed": t.AnswerValue;
  /** 432 (legacy 430), error: the platform refused the request: push/unsubscribe */
  "pushUnSubscribe.failed": t.AnswerValue;
  /** 433 (legacy 431), error: the platform refused the request: push/update */
  "tokenUpdate.failed": t.AnswerValue;
  /**
   * 434 (legacy 432), error: the platform refused the request: push/unsuspend
   *
   * for every HTTP code; never retried
   */
  "unSuspend.failed": t.AnswerValue;
  /**
   * 435 (legacy 433), error: the platform refused the request: push/status
   *
   * for every HTTP code; never retried
   */
  "status.failed": t.AnswerValue;
  /** 436 (legacy 434), error: the platform refused the request: event/push */
  "pushEvent.failed": t.PushAnswerValue;
  /** 437 (legacy 435), error: the platform refused the request: event/post */
  "mobileEvent.failed": t.MobileAnswerValue;
  /** 438, error: the platform refused the request: profile/update */
  "profileUpdate.failed": t.AnswerValue;
  /**
   * 451, error: uid in the push data is null, it is impossible to send a push event to the server.
   */
  "pushUidMissing": null;
  /**
   * 453, error: 'media' key is missing or URL string is invalid.
   *
   * the media member is not a URL
   */
  "mediaInvalid": null;
  /**
   * 454, error: 'buttons' key is missing or is invalid.
   *
   * only for a tap on a button
   */
  "buttonsInvalid": null;
  /** 455, error: invalid button identifier. See event value */
  "buttonIdentifierInvalid": t.ButtonValue;
  /** 457, error: unknown button identifier. See event value */
  "buttonUnknown": t.UnknownButtonValue;
  /**
   * 471, error: invalid apiUrl value - empty or null.
   *
   * for a given but invalid apiUrl the message gives the reason
   */
  "apiUrlInvalid": null;
  /**
   * 472, error: invalid resource token value
   *
   * longer than 512 characters, or not printable ASCII without spaces
   */
  "rTokenInvalid": null;
  /** 473, error: invalid provider. Available - ios-apns, ios-firebase, ios-huawei. */
  "providerInvalid": t.ProviderValue;
  /** 475, error: invalid values: not all values are primitives */
  "valuesNotScalar": t.MemberValue;
  /** 476, error: unsupported subscription type. Available: email, sms, push, cc_data */
  "subscriptionTypeUnsupported": null;
  /**
   * 500, retryError: no response from the platform
   *
   * for unsuspend and status an error, and not retried
   */
  "transport.failed": null;
  /** 501, error: config data is nil */
  "configurationMissing": null;
  /** 502, error: current push token is nil */
  "pushTokenMissing": null;
  /**
   * 503, retryError: userTag is null. It is impossible to identify the user
   *
   * the job waits for a JWT of its user
   */
  "userTagUnavailable": null;
  /**
   * 504, retryError: notification permission denied.
   *
   * the job waits for the permission
   */
  "permissionDenied": null;
  /**
   * 505, error: SDK background task expired
   *
   * a pass is still running when the next one is due
   */
  "backgroundTask.expired": null;
  /**
   * 520, retryError: subscribe request data is nil
   *
   * after its cause: 502, 540, 541, 542 or 543
   */
  "pushSubscribe.dataMissing": null;
  /**
   * 521, retryError: update request data is nil
   *
   * after its cause: 502, 540, 541, 542 or 543
   */
  "tokenUpdate.dataMissing": null;
  /**
   * 524, retryError: push event request data is nil
   *
   * after its cause: 502, 540, 541, 542 or 543
   */
  "pushEvent.dataMissing": null;
  /**
   * 525, retryError: mobile event request data is nil
   *
   * after its cause: 502, 540, 541, 542 or 543
   */
  "mobileEvent.dataMissing": null;
  /**
   * 526, retryError: profile update request data is nil
   *
   * after its cause: 502, 540, 541, 542 or 543
   */
  "profileUpdate.dataMissing": null;
  /** 530, retryError: the platform failed, the request is retried: push/subscribe */
  "pushSubscribe.retrying": t.AnswerValue;
  /** 531 (legacy 530), retryError: the platform failed, the request is retried: push/suspend */
  "pushSuspend.retrying": t.AnswerValue;
  /** 532 (legacy 530), retryError: the platform failed, the request is retried: push/unsubscribe */
  "pushUnSubscribe.retrying": t.AnswerValue;
  /** 533 (legacy 531), retryError: the platform failed, the request is retried: push/update */
  "tokenUpdate.retrying": t.AnswerValue;
  /** 536 (legacy 534), retryError: the platform failed, the request is retried: event/push */
  "pushEvent.retrying": t.PushAnswerValue;
  /** 537 (legacy 535), retryError: the platform failed, the request is retried: event/post */
  "mobileEvent.retrying": t.MobileAnswerValue;
  /** 538, retryError: the platform failed, the request is retried: profile/update */
  "profileUpdate.retrying": t.AnswerValue;
  /** 540, error: JWT token is nil */
  "jwtMissing": null;
  /** 541, error: JWT parsing error */
  "jwtInvalid": null;
  /**
   * 542, error: matching claim does not contain what identifies the user
   *
   * the message names the members; also a payload over 16 KiB
   */
  "matchingInvalid": null;
  /** 543, error: auth data is nil */
  "authMissing": null;
  /** 600, error: the job was not delivered within its time to live */
  "work.expired": t.EndedJobValue;
  /**
   * 601, error: a change of the resource token, a discard, or a suspend or unsubscribe that passed
   * it ended the job
   */
  "work.cleared": t.EndedJobValue;
  /**
   * 602, error: the job was lost because the storage is damaged
   *
   * only if the id is still readable; otherwise 403 with the count
   */
  "work.lost": t.EndedJobValue;
}

/** The names of the events that this version of the interface knows. */
export type EventName = keyof EventValues;

/** An event whose name selects the type of its value. */
export type EventNamed<Name extends EventName> =
  Omit<t.Event, "name" | "value"> & { name: Name; value: EventValues[Name] };

/** Any event that this version of the interface knows. */
export type KnownEvent = { [Name in EventName]: EventNamed<Name> }[EventName];

/** The codes of the events, by name. */
export const eventCodes: Readonly<Record<EventName, number>> = {
  "configuration.installed": 200,
  "pushToken.changed": 201,
  "push.foreign": 202,
  "push.received": 203,
  "push.posted": 204,
  "data.cleared": 205,
  "tokenUpdate.waiting": 207,
  "backgroundTask.started": 208,
  "backgroundTask.completed": 209,
  "pushSubscribe.succeeded": 230,
  "pushSuspend.succeeded": 231,
  "pushUnSubscribe.succeeded": 232,
  "tokenUpdate.succeeded": 233,
  "unSuspend.succeeded": 234,
  "status.succeeded": 235,
  "pushEvent.succeeded": 236,
  "mobileEvent.succeeded": 237,
  "profileUpdate.succeeded": 238,
  "configurationNotSet": 401,
  "userTagMissing": 402,
  "storageError": 403,
  "appGroupMissing": 405,
  "tokenUpdateUnsupported": 406,
  "unSuspend.dataMissing": 422,
  "status.dataMissing": 423,
  "pushSubscribe.failed": 430,
  "pushSuspend.failed": 431,
  "pushUnSubscribe.failed": 432,
  "tokenUpdate.failed": 433,
  "unSuspend.failed": 434,
  "status.failed": 435,
  "pushEvent.failed": 436,
  "mobileEvent.failed": 437,
  "profileUpdate.failed": 438,
  "pushUidMissing": 451,
  "mediaInvalid": 453,
  "buttonsInvalid": 454,
  "buttonIdentifierInvalid": 455,
  "buttonUnknown": 457,
  "apiUrlInvalid": 471,
  "rTokenInvalid": 472,
  "providerInvalid": 473,
  "valuesNotScalar": 475,
  "subscriptionTypeUnsupported": 476,
  "transport.failed": 500,
  "configurationMissing": 501,
  "pushTokenMissing": 502,
  "userTagUnavailable": 503,
  "permissionDenied": 504,
  "backgroundTask.expired": 505,
  "pushSubscribe.dataMissing": 520,
  "tokenUpdate.dataMissing": 521,
  "pushEvent.dataMissing": 524,
  "mobileEvent.dataMissing": 525,
  "profileUpdate.dataMissing": 526,
  "pushSubscribe.retrying": 530,
  "pushSuspend.retrying": 531,
  "pushUnSubscribe.retrying": 532,
  "tokenUpdate.retrying": 533,
  "pushEvent.retrying": 536,
  "mobileEvent.retrying": 537,
  "profileUpdate.retrying": 538,
  "jwtMissing": 540,
  "jwtInvalid": 541,
  "matchingInvalid": 542,
  "authMissing": 543,
  "work.expired": 600,
  "work.cleared": 601,
  "work.lost": 602,
};
