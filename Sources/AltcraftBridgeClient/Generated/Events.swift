// Written by `altcraft-bridge generate swift` from the OpenRPC document. Do not edit.
// swift-format-ignore-file

/// An event by its name, with its value. `Event.known` returns it.
public enum KnownEvent: Sendable, Hashable {
  /// configuration.installed, event 200: SDK configuration is installed.
  case configurationInstalled
  /// pushToken.changed, event 201: push provider set.
  case pushTokenChanged(ProviderValue)
  /// push.foreign, event 202: received a notification unrelated to the Altcraft Platform.
  case pushForeign(ForeignPushValue?)
  /// push.received, event 203: received Altcraft push notification.
  case pushReceived
  /// push.posted, event 204: push is posted.
  case pushPosted
  /// data.cleared, event 205: SDK data has been cleared.
  case dataCleared(ClearedValue)
  /// tokenUpdate.waiting, event 207: waiting for push token update to complete.
  case tokenUpdateWaiting
  /// backgroundTask.started, event 208: SDK background task is registered.
  case backgroundTaskStarted
  /// backgroundTask.completed, event 209: SDK background task completed.
  case backgroundTaskCompleted
  /// pushSubscribe.succeeded, event 230: successful request: push/subscribe.
  case pushSubscribeSucceeded(AnswerValue)
  /// pushSuspend.succeeded, event 231: successful request: push/suspend.
  case pushSuspendSucceeded(AnswerValue)
  /// pushUnSubscribe.succeeded, event 232: successful request: push/unsubscribe.
  case pushUnSubscribeSucceeded(AnswerValue)
  /// tokenUpdate.succeeded, event 233: successful request: push/update.
  case tokenUpdateSucceeded(AnswerValue)
  /// unSuspend.succeeded, event 234: successful request: push/unsuspend.
  case unSuspendSucceeded(AnswerValue)
  /// status.succeeded, event 235: successful request: push/status.
  case statusSucceeded(AnswerValue)
  /// pushEvent.succeeded, event 236: successful request: event/push.
  case pushEventSucceeded(PushAnswerValue)
  /// mobileEvent.succeeded, event 237: successful request: event/post.
  case mobileEventSucceeded(MobileAnswerValue)
  /// profileUpdate.succeeded, event 238: successful request: profile/update.
  case profileUpdateSucceeded(AnswerValue)
  /// configurationNotSet, error 401: the configuration is not set.
  case configurationNotSet
  /// userTagMissing, error 402: userTag is null. It is impossible to identify the user.
  case userTagMissing
  /// storageError, error 403: storage error.
  case storageError(StorageValue)
  /// appGroupMissing, error 405: App Group name was not set.
  case appGroupMissing
  /// tokenUpdateUnsupported, error 406: Forcing a push token update is not possible: the operation
  /// is not supported for APNs.
  case tokenUpdateUnsupported
  /// unSuspend.dataMissing, error 422: unsuspend request data is nil.
  case unSuspendDataMissing
  /// status.dataMissing, error 423: profile request data is nil.
  case statusDataMissing
  /// pushSubscribe.failed, error 430: the platform refused the request: push/subscribe.
  case pushSubscribeFailed(AnswerValue)
  /// pushSuspend.failed, error 431: the platform refused the request: push/suspend.
  case pushSuspendFailed(AnswerValue)
  /// pushUnSubscribe.failed, error 432: the platform refused the request: push/unsubscribe.
  case pushUnSubscribeFailed(AnswerValue)
  /// tokenUpdate.failed, error 433: the platform refused the request: push/update.
  case tokenUpdateFailed(AnswerValue)
  /// unSuspend.failed, error 434: the platform refused the request: push/unsuspend.
  case unSuspendFailed(AnswerValue)
  /// status.failed, error 435: the platform refused the request: push/status.
  case statusFailed(AnswerValue)
  /// pushEvent.failed, error 436: the platform refused the request: event/push.
  case pushEventFailed(PushAnswerValue)
  /// mobileEvent.failed, error 437: the platform refused the request: event/post.
  case mobileEventFailed(MobileAnswerValue)
  /// profileUpdate.failed, error 438: the platform refused the request: profile/update.
  case profileUpdateFailed(AnswerValue)
  /// pushUidMissing, error 451: uid in the push data is null, it is impossible to send a push event
  /// to the server.
  case pushUidMissing
  /// mediaInvalid, error 453: 'media' key is missing or URL string is invalid.
  case mediaInvalid
  /// buttonsInvalid, error 454: 'buttons' key is missing or is invalid.
  case buttonsInvalid
  /// buttonIdentifierInvalid, error 455: invalid button identifier. See event value.
  case buttonIdentifierInvalid(ButtonValue)
  /// buttonUnknown, error 457: unknown button identifier. See event value.
  case buttonUnknown(UnknownButtonValue)
  /// apiUrlInvalid, error 471: invalid apiUrl value - empty or null.
  case apiUrlInvalid
  /// rTokenInvalid, error 472: invalid resource token value.
  case rTokenInvalid
  /// providerInvalid, error 473: invalid provider. Available - ios-apns, ios-firebase, ios-huawei.
  case providerInvalid(ProviderValue)
  /// valuesNotScalar, error 475: invalid values: not all values are primitives.
  case valuesNotScalar(MemberValue)
  /// subscriptionTypeUnsupported, error 476: unsupported subscription type. Available: email, sms,
  /// push, cc_data.
  case subscriptionTypeUnsupported
  /// transport.failed, retryError 500: no response from the platform.
  case transportFailed
  /// configurationMissing, error 501: config data is nil.
  case configurationMissing
  /// pushTokenMissing, error 502: current push token is nil.
  case pushTokenMissing
  /// userTagUnavailable, retryError 503: userTag is null. It is impossible to identify the user.
  case userTagUnavailable
  /// permissionDenied, retryError 504: notification permission denied.
  case permissionDenied
  /// backgroundTask.expired, error 505: SDK background task expired.
  case backgroundTaskExpired
  /// pushSubscribe.dataMissing, retryError 520: subscribe request data is nil.
  case pushSubscribeDataMissing
  /// tokenUpdate.dataMissing, retryError 521: update request data is nil.
  case tokenUpdateDataMissing
  /// pushEvent.dataMissing, retryError 524: push event request data is nil.
  case pushEventDataMissing
  /// mobileEvent.dataMissing, retryError 525: mobile event request data is nil.
  case mobileEventDataMissing
  /// profileUpdate.dataMissing, retryError 526: profile update request data is nil.
  case profileUpdateDataMissing
  /// pushSubscribe.retrying, retryError 530: the platform failed, the request is retried:
  /// push/subscribe.
  case pushSubscribeRetrying(AnswerValue)
  /// pushSuspend.retrying, retryError 531: the platform failed, the request is retried:
  /// push/suspend.
  case pushSuspendRetrying(AnswerValue)
  /// pushUnSubscribe.retrying, retryError 532: the platform failed, the request is retried:
  /// push/unsubscribe.
  case pushUnSubscribeRetrying(AnswerValue)
  /// tokenUpdate.retrying, retryError 533: the platform failed, the request is retried:
  /// push/update.
  case tokenUpdateRetrying(AnswerValue)
  /// pushEvent.retrying, retryError 536: the platform failed, the request is retried: event/push.
  case pushEventRetrying(PushAnswerValue)
  /// mobileEvent.retrying, retryError 537: the platform failed, the request is retried: event/post.
  case mobileEventRetrying(MobileAnswerValue)
  /// profileUpdate.retrying, retryError 538: the platform failed, the request is retried:
  /// profile/update.
  case profileUpdateRetrying(AnswerValue)
  /// jwtMissing, error 540: JWT token is nil.
  case jwtMissing
  /// jwtInvalid, error 541: JWT parsing error.
  case jwtInvalid
  /// matchingInvalid, error 542: matching claim does not contain what identifies the user.
  case matchingInvalid
  /// authMissing, error 543: auth data is nil.
  case authMissing
  /// work.expired, error 600: the job was not delivered within its time to live.
  case workExpired(EndedJobValue)
  /// work.cleared, error 601: a change of the resource token, a discard, or a suspend or
  /// unsubscribe that passed it ended the job.
  case workCleared(EndedJobValue)
  /// work.lost, error 602: the job was lost because the storage is damaged.
  case workLost(EndedJobValue)
  /// An event of a newer bridge, or one with a value of another type.
  case unknown
}

extension Event {
  /// The event with its typed value.
  public var known: KnownEvent { (try? typed()) ?? .unknown }

  private func typed() throws(BridgeError) -> KnownEvent {
    switch name {
    case "configuration.installed": return .configurationInstalled
    case "pushToken.changed": return .pushTokenChanged(try value.read())
    case "push.foreign": return .pushForeign(try value.read())
    case "push.received": return .pushReceived
    case "push.posted": return .pushPosted
    case "data.cleared": return .dataCleared(try value.read())
    case "tokenUpdate.waiting": return .tokenUpdateWaiting
    case "backgroundTask.started": return .backgroundTaskStarted
    case "backgroundTask.completed": return .backgroundTaskCompleted
    case "pushSubscribe.succeeded": return .pushSubscribeSucceeded(try value.read())
    case "pushSuspend.succeeded": return .pushSuspendSucceeded(try value.read())
    case "pushUnSubscribe.succeeded": return .pushUnSubscribeSucceeded(try value.read())
    case "tokenUpdate.succeeded": return .tokenUpdateSucceeded(try value.read())
    case "unSuspend.succeeded": return .unSuspendSucceeded(try value.read())
    case "status.succeeded": return .statusSucceeded(try value.read())
    case "pushEvent.succeeded": return .pushEventSucceeded(try value.read())
    case "mobileEvent.succeeded": return .mobileEventSucceeded(try value.read())
    case "profileUpdate.succeeded": return .profileUpdateSucceeded(try value.read())
    case "configurationNotSet": return .configurationNotSet
    case "userTagMissing": return .userTagMissing
    case "storageError": return .storageError(try value.read())
    case "appGroupMissing": return .appGroupMissing
    case "tokenUpdateUnsupported": return .tokenUpdateUnsupported
    case "unSuspend.dataMissing": return .unSuspendDataMissing
    case "status.dataMissing": return .statusDataMissing
    case "pushSubscribe.failed": return .pushSubscribeFailed(try value.read())
    case "pushSuspend.failed": return .pushSuspendFailed(try value.read())
    case "pushUnSubscribe.failed": return .pushUnSubscribeFailed(try value.read())
    case "tokenUpdate.failed": return .tokenUpdateFailed(try value.read())
    case "unSuspend.failed": return .unSuspendFailed(try value.read())
    case "status.failed": return .statusFailed(try value.read())
    case "pushEvent.failed": return .pushEventFailed(try value.read())
    case "mobileEvent.failed": return .mobileEventFailed(try value.read())
    case "profileUpdate.failed": return .profileUpdateFailed(try value.read())
    case "pushUidMissing": return .pushUidMissing
    case "mediaInvalid": return .mediaInvalid
    case "buttonsInvalid": return .buttonsInvalid
    case "buttonIdentifierInvalid": return .buttonIdentifierInvalid(try value.read())
    case "buttonUnknown": return .buttonUnknown(try value.read())
    case "apiUrlInvalid": return .apiUrlInvalid
    case "rTokenInvalid": return .rTokenInvalid
    case "providerInvalid": return .providerInvalid(try value.read())
    case "valuesNotScalar": return .valuesNotScalar(try value.read())
    case "subscriptionTypeUnsupported": return .subscriptionTypeUnsupported
    case "transport.failed": return .transportFailed
    case "configurationMissing": return .configurationMissing
    case "pushTokenMissing": return .pushTokenMissing
    case "userTagUnavailable": return .userTagUnavailable
    case "permissionDenied": return .permissionDenied
    case "backgroundTask.expired": return .backgroundTaskExpired
    case "pushSubscribe.dataMissing": return .pushSubscribeDataMissing
    case "tokenUpdate.dataMissing": return .tokenUpdateDataMissing
    case "pushEvent.dataMissing": return .pushEventDataMissing
    case "mobileEvent.dataMissing": return .mobileEventDataMissing
    case "profileUpdate.dataMissing": return .profileUpdateDataMissing
    case "pushSubscribe.retrying": return .pushSubscribeRetrying(try value.read())
    case "pushSuspend.retrying": return .pushSuspendRetrying(try value.read())
    case "pushUnSubscribe.retrying": return .pushUnSubscribeRetrying(try value.read())
    case "tokenUpdate.retrying": return .tokenUpdateRetrying(try value.read())
    case "pushEvent.retrying": return .pushEventRetrying(try value.read())
    case "mobileEvent.retrying": return .mobileEventRetrying(try value.read())
    case "profileUpdate.retrying": return .profileUpdateRetrying(try value.read())
    case "jwtMissing": return .jwtMissing
    case "jwtInvalid": return .jwtInvalid
    case "matchingInvalid": return .matchingInvalid
    case "authMissing": return .authMissing
    case "work.expired": return .workExpired(try value.read())
    case "work.cleared": return .workCleared(try value.read())
    case "work.lost": return .workLost(try value.read())
    default: return .unknown
    }
  }
}

/// Reports events that this subscriber did not receive.
public struct EventsGapNotification: Sendable, Hashable, JSONConvertible {
  /// The id of the run of the process that counts `seq`; it changes with every start. Example:
  /// `"9f2c4b1e"`.
  public var epoch: String
  /// The `seq` of the first missing event. Example: `18`.
  public var from: Int
  /// The `seq` of the last missing event; null if it is unknown. Example: `20`.
  public var to: Int?
  /// The number of missing events; null if it is unknown. Example: `3`.
  public var count: Int?
  /// The reason: overflow if the events are no longer kept or were not read in time, restart if the
  /// cursor is of an earlier run.
  public var reason: EventGapReason
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(epoch: String, from: Int, to: Int?, count: Int?, reason: EventGapReason) {
    self.epoch = epoch
    self.from = from
    self.to = to
    self.count = count
    self.reason = reason
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    epoch = try members.take("epoch")
    from = try members.take("from")
    to = try members.take("to")
    count = try members.take("count")
    reason = try members.take("reason")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("epoch", epoch)
    writer.add("from", from)
    writer.add("to", to)
    writer.add("count", count)
    writer.add("reason", reason)
    return .object(writer.members)
  }
}

/// Reports outcomes that this subscriber does not get, or that it has another history.
public struct OutcomesGapNotification: Sendable, Hashable, JSONConvertible {
  /// The epoch of the number: each process that ends a job begins one. Keep it with the number and
  /// pass both, so that an older copy of the data directory that was put back is noticed. Example:
  /// `"9f2c4b1e"`.
  public var epoch: String
  /// The number of the first missing outcome. Example: `18`.
  public var from: Int
  /// The number of the last missing outcome, behind which the next one follows; less than `from` if
  /// none is missing. Example: `20`.
  public var to: Int
  /// "notKept": the outcomes are no longer kept. "rolledBack": the position of the subscriber is
  /// not of this data directory, because an older copy of it was put back; all kept outcomes
  /// follow. Example: `"notKept"`.
  public var reason: String
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(epoch: String, from: Int, to: Int, reason: String) {
    self.epoch = epoch
    self.from = from
    self.to = to
    self.reason = reason
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    epoch = try members.take("epoch")
    from = try members.take("from")
    to = try members.take("to")
    reason = try members.take("reason")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("epoch", epoch)
    writer.add("from", from)
    writer.add("to", to)
    writer.add("reason", reason)
    return .object(writer.members)
  }
}

/// Reports items of the trace that this subscriber did not receive.
public struct TraceGapNotification: Sendable, Hashable, JSONConvertible {
  /// The id of the run of the process that counts `seq`; it changes with every start. Example:
  /// `"9f2c4b1e"`.
  public var epoch: String
  /// The `seq` of the first missing event. Example: `18`.
  public var from: Int
  /// The `seq` of the last missing event; null if it is unknown. Example: `20`.
  public var to: Int?
  /// The number of missing events; null if it is unknown. Example: `3`.
  public var count: Int?
  /// The reason: overflow if the events are no longer kept or were not read in time, restart if the
  /// cursor is of an earlier run.
  public var reason: EventGapReason
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(epoch: String, from: Int, to: Int?, count: Int?, reason: EventGapReason) {
    self.epoch = epoch
    self.from = from
    self.to = to
    self.count = count
    self.reason = reason
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    epoch = try members.take("epoch")
    from = try members.take("from")
    to = try members.take("to")
    count = try members.take("count")
    reason = try members.take("reason")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("epoch", epoch)
    writer.add("from", from)
    writer.add("to", to)
    writer.add("count", count)
    writer.add("reason", reason)
    return .object(writer.members)
  }
}

/// Reports a push of a simulated platform to a connection that called push.simulated.subscribe.
public struct PushSimulatedNotification: Sendable, Hashable, JSONConvertible {
  /// The campaign; null for a push of another sender. Example: `"c1"`.
  public var campaign: String?
  /// The number of the push. It grows. Example: `1700000000000`.
  public var number: Int
  /// The message, as it arrives on a device. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
  public var message: [String: JSONValue]
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(campaign: String?, number: Int, message: [String: JSONValue]) {
    self.campaign = campaign
    self.number = number
    self.message = message
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    campaign = try members.take("campaign")
    number = try members.take("number")
    message = try members.take("message")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("campaign", campaign)
    writer.add("number", number)
    writer.add("message", message)
    return .object(writer.members)
  }
}

/// A notification of the bridge, from the function `notification` of the host.
public enum KnownNotification: Sendable, Hashable {
  /// Reports an event of the SDK: the outcome of a job, a refusal or a change.
  case event(Event)
  /// Reports events that this subscriber did not receive.
  case eventsGap(EventsGapNotification)
  /// Reports the outcome of a job to a connection that called outcomes.subscribe.
  case outcome(NumberedOutcome)
  /// Reports outcomes that this subscriber does not get, or that it has another history.
  case outcomesGap(OutcomesGapNotification)
  /// Reports a message or a step of a job to a connection that called trace.subscribe.
  case trace(TraceItem)
  /// Reports items of the trace that this subscriber did not receive.
  case traceGap(TraceGapNotification)
  /// Reports a push of a simulated platform to a connection that called push.simulated.subscribe.
  case pushSimulated(PushSimulatedNotification)
  /// A notification of a newer bridge, or one with parameters of another type.
  case unknown(method: String, parameters: JSONValue)

  public init(_ method: String, _ parameters: JSONValue) {
    self = (try? Self.typed(method, parameters)) ?? .unknown(method: method, parameters: parameters)
  }

  private static func typed(_ method: String, _ parameters: JSONValue) throws(BridgeError) -> KnownNotification? {
    switch method {
    case "event": return .event(try parameters.read())
    case "events.gap": return .eventsGap(try parameters.read())
    case "outcome": return .outcome(try parameters.read())
    case "outcomes.gap": return .outcomesGap(try parameters.read())
    case "trace": return .trace(try parameters.read())
    case "trace.gap": return .traceGap(try parameters.read())
    case "push.simulated": return .pushSimulated(try parameters.read())
    default: return nil
    }
  }
}
