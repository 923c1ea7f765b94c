import JSONCodec

/// The meaning of every code, and if the bridge emits it: the response of `events.catalog`, in order of code.
package enum EventCatalog {
  package struct Entry: Sendable {
    package let code: SDKCode
    /// Nil if the table of the documentation has no such event.
    package let legacyCode: Int?
    package let name: String
    package let kind: SDKEventType
    package let meaning: String
    /// False for codes of the documentation that the bridge never emits; `note` has the reason.
    package let isEmitted: Bool
    package let note: String?

    /// True if the bridge retries after such an event.
    package var isRetried: Bool { isEmitted && kind == .retryError }

    /// The entry in the response of `events.catalog`. `code` is always in the current numbering.
    package var json: JSON {
      [
        "code": .int(code.rawValue), "legacyCode": .optional(legacyCode), "name": .string(name),
        "class": .string(kind.rawValue), "meaning": .string(meaning), "retried": .bool(isRetried),
        "emitted": .bool(isEmitted), "note": .optional(note),
      ]
    }
  }

  package static let entries: [Entry] = [
    successes, refusals, pushRefusals, waits, failures, bridge,
  ].flatMap(\.self).sorted { $0.code.rawValue < $1.code.rawValue }

  package static func entry(of code: SDKCode) -> Entry {
    guard let entry = byCode[code] else { preconditionFailure("\(code) is not in the catalog") }
    return entry
  }

  private static let byCode = Dictionary(uniqueKeysWithValues: entries.map { ($0.code, $0) })
}

// A row: the code, its number in the old table, its name and its meaning; then a note for readers, or the
// reason that it is never emitted. The function sets the class.
extension EventCatalog {
  /// Events that report success.
  private static let successes: [Entry] = [
    event(
      .configurationInstalled, 200, "configuration.installed", "SDK configuration is installed."),
    event(
      .pushTokenChanged, 201, "pushToken.changed", "push provider set",
      note: "the message names the provider; the token itself is only in the answer of getPushToken"
    ),
    event(
      .pushForeign, nil, "push.foreign",
      "received a notification unrelated to the Altcraft Platform"),
    event(.pushReceived, 203, "push.received", "received Altcraft push notification."),
    event(.pushPosted, 204, "push.posted", "push is posted."),
    event(
      .dataCleared, 205, "data.cleared", "SDK data has been cleared",
      note: "value.cleared is the number of ended jobs"),
    event(
      .initializationWaiting, nil, "initialization.waiting",
      "waiting for SDK initialization to complete",
      absent: "a call is refused, or uses the stored configuration"),
    event(
      .tokenUpdateWaiting, nil, "tokenUpdate.waiting", "waiting for push token update to complete",
      note: "506 in the legacy numbering, where 207 is the end of a background pass"),
    event(
      .backgroundTaskStarted, 206, "backgroundTask.started", "SDK background task is registered"),
    event(
      .backgroundTaskCompleted, 207, "backgroundTask.completed", "SDK background task completed"),
    event(
      .pushRedirected, nil, "push.redirected", "receiver is redefined",
      absent: "there is only one receiver"),
    event(
      .pushSubscribeSucceeded, 230, "pushSubscribe.succeeded", "successful request: push/subscribe"),
    event(.pushSuspendSucceeded, 230, "pushSuspend.succeeded", "successful request: push/suspend"),
    event(
      .pushUnSubscribeSucceeded, 230, "pushUnSubscribe.succeeded",
      "successful request: push/unsubscribe"),
    event(.tokenUpdateSucceeded, 231, "tokenUpdate.succeeded", "successful request: push/update"),
    event(.unSuspendSucceeded, 232, "unSuspend.succeeded", "successful request: push/unsuspend"),
    event(.statusSucceeded, 233, "status.succeeded", "successful request: push/status"),
    event(.pushEventSucceeded, 234, "pushEvent.succeeded", "successful request: event/push"),
    event(.mobileEventSucceeded, 235, "mobileEvent.succeeded", "successful request: event/post"),
    event(
      .profileUpdateSucceeded, nil, "profileUpdate.succeeded", "successful request: profile/update"),
  ]

  /// Refused calls, and requests that the platform refused.
  private static let refusals: [Entry] = [
    error(.configurationNotSet, 401, "configurationNotSet", "the configuration is not set"),
    error(
      .userTagMissing, 402, "userTagMissing",
      "userTag is null. It is impossible to identify the user",
      note: "after its cause: 540, 541 or 542"),
    error(
      .storageError, 403, "storageError", "storage error",
      note: "storage fails or recovers, or damage is found: value cause, from, to, lost"),
    error(
      .modelNotLoaded, 404, "modelNotLoaded", "failed to load model from framework.",
      absent: "the bridge has no such store"),
    error(.appGroupMissing, 405, "appGroupMissing", "App Group name was not set."),
    error(
      .tokenUpdateUnsupported, 406, "tokenUpdateUnsupported",
      "Forcing a push token update is not possible: the operation is not supported for APNs."),
    error(
      .entityNameInvalid, 407, "entityNameInvalid", "the coreData entity name is not valid",
      absent: "the bridge has no such store"),
    error(
      .entityNotFound, 408, "entityNotFound", "entity not found by ID",
      absent: "the bridge has no such store"),
    event(
      .initializationTimeout, 409, "initializationTimeout", "SDK initialization timeout has expire",
      absent: "nothing waits for initialization"),
    error(
      .tokenUpdateRefused, nil, "tokenUpdateRefused",
      "Forcing a push token update is not possible: the operation is not supported for APNs.",
      absent: "406 is emitted instead"),
    error(.unSuspendDataMissing, 422, "unSuspend.dataMissing", "unsuspend request data is nil"),
    error(.statusDataMissing, 423, "status.dataMissing", "profile request data is nil"),
    error(
      .pushSubscribeFailed, 430, "pushSubscribe.failed",
      "the platform refused the request: push/subscribe"),
    error(
      .pushSuspendFailed, 430, "pushSuspend.failed",
      "the platform refused the request: push/suspend"),
    error(
      .pushUnSubscribeFailed, 430, "pushUnSubscribe.failed",
      "the platform refused the request: push/unsubscribe"),
    error(
      .tokenUpdateFailed, 431, "tokenUpdate.failed", "the platform refused the request: push/update"
    ),
    error(
      .unSuspendFailed, 432, "unSuspend.failed", "the platform refused the request: push/unsuspend",
      note: "for every HTTP code; never retried"),
    error(
      .statusFailed, 433, "status.failed", "the platform refused the request: push/status",
      note: "for every HTTP code; never retried"),
    error(
      .pushEventFailed, 434, "pushEvent.failed", "the platform refused the request: event/push"),
    error(
      .mobileEventFailed, 435, "mobileEvent.failed", "the platform refused the request: event/post"),
    error(
      .profileUpdateFailed, nil, "profileUpdate.failed",
      "the platform refused the request: profile/update"),
    error(
      .unknownFailed, 439, "unknown.failed", "the platform refused the request",
      absent: "every request has a name"),
  ]

  /// Errors in a push message or in the values of a call.
  private static let pushRefusals: [Entry] = [
    error(
      .userInfoInvalid, 450, "userInfoInvalid", "invalid userInfo format",
      absent: "an invalid message is refused with -32602"),
    error(
      .pushUidMissing, 451, "pushUidMissing",
      "uid in the push data is null, it is impossible to send a push event to the server."),
    error(
      .imageNotLoaded, 452, "imageNotLoaded", "could not download image data from URL.",
      absent: "nothing is fetched"),
    error(
      .mediaInvalid, 453, "mediaInvalid", "'media' key is missing or URL string is invalid.",
      note: "the media member is not a URL"),
    error(
      .buttonsInvalid, 454, "buttonsInvalid", "'buttons' key is missing or is invalid.",
      note: "only for a tap on a button"),
    error(
      .buttonIdentifierInvalid, 455, "buttonIdentifierInvalid",
      "invalid button identifier. See event value"),
    error(
      .buttonOutOfRange, 456, "buttonOutOfRange", "out of range for identifier. See event value",
      absent: "455 is emitted instead"),
    error(.buttonUnknown, 457, "buttonUnknown", "unknown button identifier. See event value"),
    error(
      .configurationInvalid, nil, "configurationInvalid", "invalid config",
      absent: "471, 472 or 473 is emitted instead"),
    error(
      .apiUrlInvalid, 471, "apiUrlInvalid", "invalid apiUrl value - empty or null.",
      note: "for a given but invalid apiUrl the message gives the reason"),
    error(
      .rTokenInvalid, 472, "rTokenInvalid", "invalid resource token value",
      note: "longer than 512 characters, or not printable ASCII without spaces"),
    error(
      .providerInvalid, 473, "providerInvalid",
      "invalid provider. Available - ios-apns, ios-firebase, ios-huawei."),
    error(
      .mapNotEncodable, 474, "mapNotEncodable", "non-json object has been provided",
      absent: "JSON can always be encoded; another type is refused with -32602"),
    error(
      .valuesNotScalar, 475, "valuesNotScalar", "invalid values: not all values are primitives"),
    error(
      .subscriptionTypeUnsupported, 476, "subscriptionTypeUnsupported",
      "unsupported subscription type. Available: email, sms, push, cc_data"),
    event(
      .pushSubscribeGivenUp, nil, "pushSubscribe.givenUp", "exceeded the retry limit",
      absent: "600 is emitted instead"),
    event(
      .pushEventGivenUp, nil, "pushEvent.givenUp", "exceeded the retry limit",
      absent: "600 is emitted instead"),
    event(
      .mobileEventGivenUp, nil, "mobileEvent.givenUp", "exceeded the retry limit",
      absent: "600 is emitted instead"),
    event(
      .profileUpdateGivenUp, nil, "profileUpdate.givenUp", "exceeded the retry limit",
      absent: "600 is emitted instead"),
  ]

  /// Missing requirements of an attempt.
  private static let waits: [Entry] = [
    retryError(
      .transportFailed, nil, "transport.failed", "no response from the platform",
      note: "for unsuspend and status an error, and not retried"),
    error(.configurationMissing, 501, "configurationMissing", "config data is nil"),
    error(.pushTokenMissing, 502, "pushTokenMissing", "current push token is nil"),
    retryError(
      .userTagUnavailable, 503, "userTagUnavailable",
      "userTag is null. It is impossible to identify the user",
      note: "the job waits for a JWT of its user"),
    retryError(
      .permissionDenied, 504, "permissionDenied", "notification permission denied.",
      note: "the job waits for the permission"),
    error(
      .backgroundTaskExpired, 505, "backgroundTask.expired", "SDK background task expired",
      note: "a pass is still running when the next one is due"),
    retryError(
      .tokenUpdateBlocking, nil, "tokenUpdate.blocking", "failed to update the push token",
      absent: "207 is emitted instead"),
    retryError(
      .pushSubscribeDataMissing, 520, "pushSubscribe.dataMissing", "subscribe request data is nil",
      note: "after its cause: 502, 540, 541, 542 or 543"),
    retryError(
      .tokenUpdateDataMissing, 521, "tokenUpdate.dataMissing", "update request data is nil",
      note: "after its cause: 502, 540, 541, 542 or 543"),
    retryError(
      .pushEventDataMissing, 524, "pushEvent.dataMissing", "push event request data is nil",
      note: "after its cause: 502, 540, 541, 542 or 543"),
    retryError(
      .mobileEventDataMissing, 525, "mobileEvent.dataMissing", "mobile event request data is nil",
      note: "after its cause: 502, 540, 541, 542 or 543"),
    retryError(
      .profileUpdateDataMissing, nil, "profileUpdate.dataMissing",
      "profile update request data is nil",
      note: "after its cause: 502, 540, 541, 542 or 543"),
    error(
      .commonDataMissing, 529, "commonDataMissing", "common data is nil",
      absent: "an accepted job can always be built"),
  ]

  /// Failed attempts, and errors in a JWT.
  private static let failures: [Entry] = [
    retryError(
      .pushSubscribeRetrying, 530, "pushSubscribe.retrying",
      "the platform failed, the request is retried: push/subscribe"),
    retryError(
      .pushSuspendRetrying, 530, "pushSuspend.retrying",
      "the platform failed, the request is retried: push/suspend"),
    retryError(
      .pushUnSubscribeRetrying, 530, "pushUnSubscribe.retrying",
      "the platform failed, the request is retried: push/unsubscribe"),
    retryError(
      .tokenUpdateRetrying, 531, "tokenUpdate.retrying",
      "the platform failed, the request is retried: push/update"),
    retryError(
      .pushEventRetrying, 534, "pushEvent.retrying",
      "the platform failed, the request is retried: event/push"),
    retryError(
      .mobileEventRetrying, 535, "mobileEvent.retrying",
      "the platform failed, the request is retried: event/post"),
    retryError(
      .profileUpdateRetrying, nil, "profileUpdate.retrying",
      "the platform failed, the request is retried: profile/update"),
    retryError(
      .unknownRetrying, 539, "unknown.retrying", "the platform failed",
      absent: "every request has a name"),
    error(.jwtMissing, 540, "jwtMissing", "JWT token is nil"),
    error(.jwtInvalid, 541, "jwtInvalid", "JWT parsing error"),
    error(
      .matchingInvalid, 542, "matchingInvalid",
      "matching claim does not contain what identifies the user",
      note: "the message names the members; also a payload over 16 KiB"),
    error(.authMissing, 543, "authMissing", "auth data is nil"),
    retryError(
      .responseMissing, nil, "responseMissing", "response data is null",
      absent: "for an unreadable body response is null"),
    retryError(
      .requestNotBuilt, 561, "requestNotBuilt", "Failed to create request.",
      absent: "an accepted job can always be built"),
    error(
      .responseNotProcessed, 562, "responseNotProcessed", "Failed processing the response",
      absent: "for an unreadable body response is null"),
    error(
      .requestUrlInvalid, 571, "requestUrlInvalid", "invalid request url",
      absent: "initialization checks the address"),
    retryError(
      .responseInvalid, 572, "responseInvalid", "invalid response format",
      absent: "500 is emitted for a response that is not HTTP"),
    error(
      .pushSubscribeDataInvalid, 573, "pushSubscribe.dataInvalid",
      "invalid push subscribe request data",
      absent: "the call checks its parameters"),
    error(
      .pushEventDataInvalid, 574, "pushEvent.dataInvalid", "invalid push event request data",
      absent: "the call checks its parameters"),
  ]

  /// Events of the bridge itself: jobs that ended without a response of the platform.
  private static let bridge: [Entry] = [
    error(.workExpired, nil, "work.expired", "the job was not delivered within its time to live"),
    error(
      .workCleared, nil, "work.cleared",
      "a change of the resource token, a discard, or a suspend or unsubscribe that passed it ended the job"
    ),
    error(
      .workLost, nil, "work.lost", "the job was lost because the storage is damaged",
      note: "only if the id is still readable; otherwise 403 with the count"),
  ]

  private static func event(
    _ code: SDKCode, _ legacyCode: Int?, _ name: String, _ meaning: String, note: String? = nil,
    absent reason: String? = nil
  ) -> Entry {
    Entry(
      code: code, legacyCode: legacyCode, name: name, kind: .event, meaning: meaning,
      isEmitted: reason == nil, note: reason ?? note)
  }

  private static func error(
    _ code: SDKCode, _ legacyCode: Int?, _ name: String, _ meaning: String, note: String? = nil,
    absent reason: String? = nil
  ) -> Entry {
    Entry(
      code: code, legacyCode: legacyCode, name: name, kind: .error, meaning: meaning,
      isEmitted: reason == nil, note: reason ?? note)
  }

  private static func retryError(
    _ code: SDKCode, _ legacyCode: Int?, _ name: String, _ meaning: String, note: String? = nil,
    absent reason: String? = nil
  ) -> Entry {
    Entry(
      code: code, legacyCode: legacyCode, name: name, kind: .retryError, meaning: meaning,
      isEmitted: reason == nil, note: reason ?? note)
  }
}
