import BridgeClient
import JSONCodec

/// The reason why a call has no result.
public enum BridgeError: Error, Sendable, Hashable {
  /// The bridge refused the call: the code, the name of the error such as `outboxFull`, the message and the data.
  case refused(code: Int64, reason: String, message: String, data: JSONValue)
  /// No bridge could be reached or started.
  case unreachable(String)
  /// The connection is lost, so the outcome of the call is unknown. If the client started the process, the text has its
  /// status and the end of its log.
  case disconnected(String)
  /// The time limit has passed, or the task was cancelled. A job that was accepted continues.
  case timedOut
  /// As many calls as allowed wait for their answers, or 64 MiB wait for a slow bridge; this one was not sent.
  case tooManyCalls
  /// The call succeeded, but a value does not have the form that this version knows: its type or member. `call` returns
  /// any result.
  case unreadable(String)

  /// True if the same call may succeed later without a change.
  public var isRetryable: Bool {
    switch self {
    case .refused(_, _, _, let data): data["retryable"] == true
    case .tooManyCalls: true
    case .unreachable, .disconnected, .timedOut, .unreadable: false
    }
  }

  init(_ failure: CallFailure) {
    switch failure {
    case .refused(let error):
      let data = JSONValue(error["data"] ?? .null)
      self = .refused(
        code: error["code"].map(JSONValue.init)?.intValue ?? 0,
        reason: data["reason"]?.stringValue ?? "", message: error["message"]?.stringValue ?? "",
        data: data)
    case .notAnswered: self = .timedOut
    case .tooManyCalls: self = .tooManyCalls
    case .disconnected, .closed, .unintelligible: self = .disconnected(failure.message)
    }
  }
}
