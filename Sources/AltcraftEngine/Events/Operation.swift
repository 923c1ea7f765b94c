import JSONCodec

/// An operation of the platform, with the codes and texts of the events about its outcome.
package enum Operation: Sendable, Hashable, CaseIterable {
  case subscribe, suspend, unsubscribe, tokenUpdate, unsuspend, status, pushEvent, mobileEvent,
    profileUpdate

  /// The logical name of the request, as in the messages of events.
  package var requestName: String {
    switch self {
    case .subscribe: "push/subscribe"
    case .suspend: "push/suspend"
    case .unsubscribe: "push/unsubscribe"
    case .tokenUpdate: "push/update"
    case .unsuspend: "push/unsuspend"
    case .status: "push/status"
    case .pushEvent: "event/push"
    case .mobileEvent: "event/post"
    case .profileUpdate: "profile/update"
    }
  }

  package var succeeded: SDKCode {
    switch self {
    case .subscribe: .pushSubscribeSucceeded
    case .suspend: .pushSuspendSucceeded
    case .unsubscribe: .pushUnSubscribeSucceeded
    case .tokenUpdate: .tokenUpdateSucceeded
    case .unsuspend: .unSuspendSucceeded
    case .status: .statusSucceeded
    case .pushEvent: .pushEventSucceeded
    case .mobileEvent: .mobileEventSucceeded
    case .profileUpdate: .profileUpdateSucceeded
    }
  }

  package var failed: SDKCode {
    switch self {
    case .subscribe: .pushSubscribeFailed
    case .suspend: .pushSuspendFailed
    case .unsubscribe: .pushUnSubscribeFailed
    case .tokenUpdate: .tokenUpdateFailed
    case .unsuspend: .unSuspendFailed
    case .status: .statusFailed
    case .pushEvent: .pushEventFailed
    case .mobileEvent: .mobileEventFailed
    case .profileUpdate: .profileUpdateFailed
    }
  }

  /// The code of a retry; nil for unsuspend and status, which are never retried.
  package var retrying: SDKCode? {
    switch self {
    case .subscribe: .pushSubscribeRetrying
    case .suspend: .pushSuspendRetrying
    case .unsubscribe: .pushUnSubscribeRetrying
    case .tokenUpdate: .tokenUpdateRetrying
    case .unsuspend, .status: nil
    case .pushEvent: .pushEventRetrying
    case .mobileEvent: .mobileEventRetrying
    case .profileUpdate: .profileUpdateRetrying
    }
  }

  /// The code that follows the cause (502, 540–543) if an attempt lacks a token or a JWT.
  package var dataMissing: SDKCode {
    switch self {
    case .subscribe, .suspend, .unsubscribe: .pushSubscribeDataMissing
    case .tokenUpdate: .tokenUpdateDataMissing
    case .unsuspend: .unSuspendDataMissing
    case .status: .statusDataMissing
    case .pushEvent: .pushEventDataMissing
    case .mobileEvent: .mobileEventDataMissing
    case .profileUpdate: .profileUpdateDataMissing
    }
  }
}

/// The subject of a request, for operations with one in their events.
package enum OperationSubject: Sendable, Equatable {
  case none
  case push(uid: String, type: String)
  case mobileEvent(name: String)

  /// The members next to `response_with_http_code` in the value of an event.
  fileprivate var members: [JSONObject.Member] {
    switch self {
    case .none: []
    case .push(let uid, let type):
      [
        .init(key: "uid", value: .string(KeptText.cut(uid))),
        .init(key: "type", value: .string(KeptText.cut(type))),
      ]
    case .mobileEvent(let name): [.init(key: "name", value: .string(KeptText.cut(name)))]
    }
  }

  fileprivate var successSuffix: String {
    switch self {
    case .none: ""
    case .push(_, let type): ". Type: \(type)"
    case .mobileEvent(let name): ". Name: \(name)"
    }
  }

  fileprivate var failureSuffix: String {
    switch self {
    case .none: ""
    case .push(_, let type): ", type: \(type)"
    case .mobileEvent(let name): ", name: \(name)"
    }
  }
}

extension EventDraft {
  /// Returns the event for the outcome of one attempt. Unsuspend and status have errors in place of retry
  /// errors. An attempt without a response of the platform is event 500, without a value.
  package static func ofOutcome(
    _ outcome: AttemptOutcome, of operation: Operation, about subject: OperationSubject = .none,
    requestID: String?
  ) -> EventDraft {
    switch outcome {
    case .delivered(let reply):
      EventDraft(
        operation.succeeded, function: httpOutcomeFunction,
        message: "successful request: \(operation.requestName)\(subject.successSuffix)",
        value: reply.eventValue(subject), requestID: requestID)
    case .rejected(let reply):
      EventDraft(
        operation.failed, function: httpOutcomeFunction,
        message: failureMessage(operation, reply, subject), value: reply.eventValue(subject),
        requestID: requestID)
    case .retry(.platform(let reply, _)):
      EventDraft(
        operation.retrying ?? operation.failed, function: httpOutcomeFunction,
        message: failureMessage(operation, reply, subject), value: reply.eventValue(subject),
        requestID: requestID)
    case .retry(.transport(let message)):
      EventDraft(
        .transportFailed, as: operation.retrying == nil ? .error : .retryError,
        function: httpOutcomeFunction, message: message, requestID: requestID)
    }
  }

  /// The `function` of every event about the outcome of an attempt.
  private static let httpOutcomeFunction = "processResponse"

  private static func failureMessage(
    _ operation: Operation, _ reply: PlatformReply, _ subject: OperationSubject
  ) -> String {
    "request: \(operation.requestName), http code: \(reply.httpCode), "
      + "error: \(reply.response?.error?.text ?? "0"), "
      + "errorText: \(reply.response?.errorText ?? "")\(subject.failureSuffix)"
  }
}

extension PlatformReply {
  fileprivate func eventValue(_ subject: OperationSubject) -> JSONObject {
    JSONObject([.init(key: "response_with_http_code", value: kept.json)] + subject.members)
  }
}
