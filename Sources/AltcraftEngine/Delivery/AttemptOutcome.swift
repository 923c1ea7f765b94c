import HTTP
import JSONCodec

/// The outcome of one attempt. A complete response head decides it; the body only adds details.
package enum AttemptOutcome: Sendable, Equatable {
  /// 200 … 299.
  case delivered(PlatformReply)
  /// Any other status outside 500 … 599. Final.
  case rejected(PlatformReply)
  /// May succeed on a retry.
  case retry(RetryCause)

  package init(_ response: HTTPResponse, at now: Timestamp) {
    let reply = PlatformReply(response)
    switch response.status {
    case 200...299: self = .delivered(reply)
    case 500...599:
      self = .retry(.platform(reply, pause: RetryAfter.pause(in: response, at: now)))
    default: self = .rejected(reply)
    }
  }

  package init(_ failure: HTTPFailure) {
    self = .retry(.transport(message: failure.message))
  }

  /// The response of the platform; nil if there was none.
  package var reply: PlatformReply? {
    switch self {
    case .delivered(let reply), .rejected(let reply), .retry(.platform(let reply, _)): reply
    case .retry(.transport): nil
    }
  }
}

package enum RetryCause: Sendable, Equatable {
  /// 500 … 599. `pause` is the pause that the platform asks for, at most an hour.
  case platform(PlatformReply, pause: Duration?)
  /// There was no status line.
  case transport(message: String)
}
