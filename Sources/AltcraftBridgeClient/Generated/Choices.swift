// Written by `altcraft-bridge generate swift` from the OpenRPC document. Do not edit.
// swift-format-ignore-file

/// A push service. The bridge accepts any letter case, and answers in lower case.
///
/// A newer bridge may have other values.
public struct Provider: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var iosApns: Self { Self(rawValue: "ios-apns") }
  public static var iosFirebase: Self { Self(rawValue: "ios-firebase") }
  public static var iosHuawei: Self { Self(rawValue: "ios-huawei") }
}

/// The type of ActionField.action and actionField.action.
///
/// A newer bridge may have other values.
public struct ActionFieldAction: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var set: Self { Self(rawValue: "set") }
  public static var unset: Self { Self(rawValue: "unset") }
  public static var incr: Self { Self(rawValue: "incr") }
  public static var add: Self { Self(rawValue: "add") }
  public static var delete: Self { Self(rawValue: "delete") }
  public static var upsert: Self { Self(rawValue: "upsert") }
}

/// The type of role.
///
/// A newer bridge may have other values.
public struct Role: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var control: Self { Self(rawValue: "control") }
  public static var observer: Self { Self(rawValue: "observer") }
}

/// The type of BridgeStatsPlatform.state.
///
/// A newer bridge may have other values.
public struct BridgeStatsPlatformState: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var untried: Self { Self(rawValue: "untried") }
  public static var well: Self { Self(rawValue: "well") }
  public static var failing: Self { Self(rawValue: "failing") }
  public static var unreachable: Self { Self(rawValue: "unreachable") }
}

/// The type of CcDataSubscription.channel.
///
/// A newer bridge may have other values.
public struct CCDataSubscriptionChannel: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var telegramBot: Self { Self(rawValue: "telegram_bot") }
  public static var whatsapp: Self { Self(rawValue: "whatsapp") }
  public static var viber: Self { Self(rawValue: "viber") }
  public static var notify: Self { Self(rawValue: "notify") }
}

/// The type of status.
///
/// A newer bridge may have other values.
public struct Status: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var subscribed: Self { Self(rawValue: "subscribed") }
  public static var suspended: Self { Self(rawValue: "suspended") }
  public static var unsubscribed: Self { Self(rawValue: "unsubscribed") }
}

/// The type of ClickResult.handledBy.
///
/// A newer bridge may have other values.
public struct ClickResultHandledBy: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var sdk: Self { Self(rawValue: "sdk") }
  public static var app: Self { Self(rawValue: "app") }
  public static var dismissed: Self { Self(rawValue: "dismissed") }
}

/// The type of Configuration.eventCodes.
///
/// A newer bridge may have other values.
public struct ConfigurationEventCodes: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var current: Self { Self(rawValue: "current") }
  public static var legacy: Self { Self(rawValue: "legacy") }
}

/// The type of Configuration.rTokenMatchingMode.
///
/// A newer bridge may have other values.
public struct ConfigurationRTokenMatchingMode: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var pushSub: Self { Self(rawValue: "push_sub") }
  public static var rToken: Self { Self(rawValue: "rToken") }
}

/// The type of EndedJobValue.cause.
///
/// A newer bridge may have other values.
public struct EndedJobValueCause: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var superseded: Self { Self(rawValue: "superseded") }
  public static var discarded: Self { Self(rawValue: "discarded") }
}

/// The type of Event.type and EventCode.class.
///
/// A newer bridge may have other values.
public struct EventType: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var event: Self { Self(rawValue: "event") }
  public static var error: Self { Self(rawValue: "error") }
  public static var retryError: Self { Self(rawValue: "retryError") }
}

/// The type of EventGap.reason.
///
/// A newer bridge may have other values.
public struct EventGapReason: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var overflow: Self { Self(rawValue: "overflow") }
  public static var restart: Self { Self(rawValue: "restart") }
}

/// The type of Job.state, JobOutcome.state and Outcome.state.
///
/// A newer bridge may have other values.
public struct JobState: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var pending: Self { Self(rawValue: "pending") }
  public static var delivered: Self { Self(rawValue: "delivered") }
  public static var rejected: Self { Self(rawValue: "rejected") }
  public static var expired: Self { Self(rawValue: "expired") }
  public static var cleared: Self { Self(rawValue: "cleared") }
  public static var lost: Self { Self(rawValue: "lost") }
}

/// The type of Job.waitingFor.
///
/// A newer bridge may have other values.
public struct JobWaitingFor: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var retry: Self { Self(rawValue: "retry") }
  public static var user: Self { Self(rawValue: "user") }
  public static var token: Self { Self(rawValue: "token") }
  public static var permission: Self { Self(rawValue: "permission") }
  public static var configuration: Self { Self(rawValue: "configuration") }
  public static var lane: Self { Self(rawValue: "lane") }
}

/// The type of NumberedOutcome.state and TraceItem.state.
///
/// A newer bridge may have other values.
public struct NumberedOutcomeState: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var delivered: Self { Self(rawValue: "delivered") }
  public static var rejected: Self { Self(rawValue: "rejected") }
  public static var expired: Self { Self(rawValue: "expired") }
  public static var cleared: Self { Self(rawValue: "cleared") }
  public static var lost: Self { Self(rawValue: "lost") }
}

/// The type of OutboxFilter.state and outbox.list.state.
///
/// A newer bridge may have other values.
public struct OutboxFilterState: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var pending: Self { Self(rawValue: "pending") }
  public static var rejected: Self { Self(rawValue: "rejected") }
}

/// The type of ParsedPush.structure.
///
/// A newer bridge may have other values.
public struct ParsedPushStructure: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var sdk: Self { Self(rawValue: "sdk") }
  public static var appMetricaIOS: Self { Self(rawValue: "appMetricaIOS") }
  public static var appMetricaAndroid: Self { Self(rawValue: "appMetricaAndroid") }
  public static var hmsIOS: Self { Self(rawValue: "hmsIOS") }
  public static var fcmV1IOS: Self { Self(rawValue: "fcmV1IOS") }
  public static var hmsAndroid: Self { Self(rawValue: "hmsAndroid") }
  public static var fcmV1Android: Self { Self(rawValue: "fcmV1Android") }
  public static var ruStore: Self { Self(rawValue: "ruStore") }
  public static var fcmLegacyIOS: Self { Self(rawValue: "fcmLegacyIOS") }
  public static var fcmLegacyAndroid: Self { Self(rawValue: "fcmLegacyAndroid") }
  public static var apns: Self { Self(rawValue: "apns") }
  public static var data: Self { Self(rawValue: "data") }
}

/// The type of PushAnswerValue.type.
///
/// A newer bridge may have other values.
public struct PushAnswerValueType: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var delivery: Self { Self(rawValue: "delivery") }
  public static var open: Self { Self(rawValue: "open") }
}

/// The type of TraceItem.kind.
///
/// A newer bridge may have other values.
public struct TraceItemKind: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var wire: Self { Self(rawValue: "wire") }
  public static var job: Self { Self(rawValue: "job") }
}

/// The type of TraceItem.event.
///
/// A newer bridge may have other values.
public struct TraceItemEvent: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var opened: Self { Self(rawValue: "opened") }
  public static var message: Self { Self(rawValue: "message") }
  public static var dropped: Self { Self(rawValue: "dropped") }
  public static var fault: Self { Self(rawValue: "fault") }
  public static var inputEnded: Self { Self(rawValue: "inputEnded") }
  public static var closed: Self { Self(rawValue: "closed") }
}

/// The type of TraceItem.direction.
///
/// A newer bridge may have other values.
public struct TraceItemDirection: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var received: Self { Self(rawValue: "received") }
  public static var sent: Self { Self(rawValue: "sent") }
}

/// The type of TraceItem.step.
///
/// A newer bridge may have other values.
public struct TraceItemStep: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var accepted: Self { Self(rawValue: "accepted") }
  public static var refused: Self { Self(rawValue: "refused") }
  public static var durable: Self { Self(rawValue: "durable") }
  public static var attempt: Self { Self(rawValue: "attempt") }
  public static var answer: Self { Self(rawValue: "answer") }
  public static var waiting: Self { Self(rawValue: "waiting") }
  public static var ended: Self { Self(rawValue: "ended") }
  public static var retried: Self { Self(rawValue: "retried") }
}

/// The type of setPushToken.encoding.
///
/// A newer bridge may have other values.
public struct SetPushTokenEncoding: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var text: Self { Self(rawValue: "text") }
  public static var hex: Self { Self(rawValue: "hex") }
  public static var base64: Self { Self(rawValue: "base64") }
}

/// The type of wait.
///
/// A newer bridge may have other values.
public struct Wait: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var accepted: Self { Self(rawValue: "accepted") }
  public static var outcome: Self { Self(rawValue: "outcome") }
}

/// The type of bridge.setLogLevel.level.
///
/// A newer bridge may have other values.
public struct BridgeSetLogLevel: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var error: Self { Self(rawValue: "error") }
  public static var notice: Self { Self(rawValue: "notice") }
  public static var info: Self { Self(rawValue: "info") }
  public static var debug: Self { Self(rawValue: "debug") }
}

/// The type of provider.getJWT.reason.
///
/// A newer bridge may have other values.
public struct ProviderGetJWTReason: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var request: Self { Self(rawValue: "request") }
  public static var rejected: Self { Self(rawValue: "rejected") }
  public static var expired: Self { Self(rawValue: "expired") }
}

/// The reason of a refused call.
///
/// A newer bridge may have other reasons.
public struct ErrorReason: RawRepresentable, Sendable, Hashable, JSONChoice {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// -32800: the request was cancelled.
  public static var requestCancelled: Self { Self(rawValue: "requestCancelled") }
  /// -32700: the message is not valid JSON.
  public static var parseError: Self { Self(rawValue: "parseError") }
  /// -32603: the service failed during this call.
  public static var internalError: Self { Self(rawValue: "internalError") }
  /// -32602: a parameter is not valid for this method.
  public static var invalidParams: Self { Self(rawValue: "invalidParams") }
  /// -32601: unknown method.
  public static var methodNotFound: Self { Self(rawValue: "methodNotFound") }
  /// -32600: the message is not a JSON-RPC 2.0 request.
  public static var invalidRequest: Self { Self(rawValue: "invalidRequest") }
  /// -32017: the platform in use is not a simulated one on this machine.
  public static var noSimulator: Self { Self(rawValue: "noSimulator") }
  /// -32016: no WebSocket is served: start the bridge with --websocket.
  public static var noWebSocket: Self { Self(rawValue: "noWebSocket") }
  /// -32015: this requestId belongs to another job; use a new one.
  public static var duplicateRequestId: Self { Self(rawValue: "duplicateRequestId") }
  /// -32014: the service is shutting down. The same call may succeed later.
  public static var shuttingDown: Self { Self(rawValue: "shuttingDown") }
  /// -32013: no configuration yet: call initialization first.
  public static var notInitialized: Self { Self(rawValue: "notInitialized") }
  /// -32012: the host did not answer in time. The same call may succeed later.
  public static var callbackTimeout: Self { Self(rawValue: "callbackTimeout") }
  /// -32011: the change could not be written to disk. The same call may succeed later.
  public static var storageFailed: Self { Self(rawValue: "storageFailed") }
  /// -32010: the outbox is full. The same call may succeed later.
  public static var outboxFull: Self { Self(rawValue: "outboxFull") }
  /// -32003: the limit frameBytes of 1048576 bytes is exceeded.
  public static var tooLarge: Self { Self(rawValue: "tooLarge") }
  /// -32002: too many requests are waiting; repeat the call later. The same call may succeed later.
  public static var busy: Self { Self(rawValue: "busy") }
  /// -32001: not authenticated: call bridge.authenticate with the content of rpc.token.
  public static var unauthorized: Self { Self(rawValue: "unauthorized") }
  /// 401: the configuration is not set.
  public static var configurationNotSet: Self { Self(rawValue: "configurationNotSet") }
  /// 402: userTag is null. It is impossible to identify the user.
  public static var userTagMissing: Self { Self(rawValue: "userTagMissing") }
  /// 405: App Group name was not set.
  public static var appGroupMissing: Self { Self(rawValue: "appGroupMissing") }
  /// 406: Forcing a push token update is not possible: the operation is not supported for APNs.
  public static var tokenUpdateUnsupported: Self { Self(rawValue: "tokenUpdateUnsupported") }
  /// 451: uid in the push data is null, it is impossible to send a push event to the server.
  public static var pushUidMissing: Self { Self(rawValue: "pushUidMissing") }
  /// 471: invalid apiUrl value - empty or null.
  public static var apiUrlInvalid: Self { Self(rawValue: "apiUrlInvalid") }
  /// 472: invalid resource token value.
  public static var rTokenInvalid: Self { Self(rawValue: "rTokenInvalid") }
  /// 473: invalid provider. Available - ios-apns, ios-firebase, ios-huawei.
  public static var providerInvalid: Self { Self(rawValue: "providerInvalid") }
  /// 475: invalid values: not all values are primitives.
  public static var valuesNotScalar: Self { Self(rawValue: "valuesNotScalar") }
  /// 476: unsupported subscription type. Available: email, sms, push, cc_data.
  public static var subscriptionTypeUnsupported: Self { Self(rawValue: "subscriptionTypeUnsupported") }
  /// 501: no configuration yet: call initialization first.
  public static var configurationMissing: Self { Self(rawValue: "configurationMissing") }
  /// 502: current push token is nil.
  public static var pushTokenMissing: Self { Self(rawValue: "pushTokenMissing") }
}
