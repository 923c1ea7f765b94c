import DurableLog
import JSONCodec

/// A job that was accepted and has not ended. Its body stays on disk.
package struct Job: Sendable {
  /// The sequence of the record that accepted the job. It orders all jobs and survives compaction.
  package typealias ID = UInt64

  package let id: ID
  let requestID: ClientRequestID
  package let kind: JobKind.Index
  package let lane: Lane.Key
  /// Milliseconds since 1970.
  package let createdAt: Int64
  /// The start of its time to live, on the clock of the outbox: its acceptance, or the retry of the rejected
  /// job.
  package let livesSince: Int64
  /// The size of its record on disk, which counts against the limit of the outbox.
  package let bytes: Int
  package let digest: CallDigest
  package var location: RecordLocation
  package var attempts = 0
  /// True if it is queued before the other jobs of its lane.
  package var hasPriority = false
  /// True if another record than that of its acceptance makes it pending: a copy, or a retry.
  var isRewritten = false
  /// The requirements of its kind.
  package var needs: JobKind.Needs = []
  package var role = Role.other
  /// True if a token update was already sent before it and has ended: this attempt does not check again.
  package var skipsTokenUpdate = false
  /// True while the job must not be sent: its acknowledgement is still to be sent.
  package var isHeld = false
  package var waitingFor: WaitingFor?
  package var lastError: AttemptError?

  package var requestId: String { requestID.text }

  /// The record that makes it pending.
  var record: RecordName {
    // A compaction copies records to later segments.
    guard isRewritten || location.segment > id else { return .sequence(Sequence(id)) }
    return .place(segment: location.segment, offset: Int(location.offset))
  }
}

extension Job {
  /// The role of a job in the order of its lane; see `Lane`.
  package enum Role: Sendable {
    /// A subscription: over when a later job that ends subscriptions has passed it.
    case subscribes
    case endsSubscription
    case other
  }

  /// Copies the members that the scheduler needs from the kind of the job.
  mutating func take(_ kind: JobKind) {
    hasPriority = kind.hasPriority
    needs = kind.needs
    switch kind.operation {
    case .subscribe: role = .subscribes
    case .suspend, .unsubscribe: role = .endsSubscription
    default: role = .other
    }
  }
}

/// The reason a job is not being sent right now.
package enum WaitingFor: String, Sendable, CaseIterable {
  case retry, user, token, permission, configuration
  /// It is behind other jobs of its lane. Never stored: the lane knows it.
  case lane

  /// The requirement that only some jobs of a lane have; nil for a reason that stops the whole lane.
  var need: JobKind.Needs? {
    switch self {
    case .token: .pushToken
    case .permission: .permission
    case .retry, .user, .configuration, .lane: nil
    }
  }
}

/// The error of the last attempt at a job.
package struct AttemptError: Sendable, Equatable {
  package var code: Int
  package var httpCode: Int?
  /// The message, at most 1 KiB of JSON: there may be one for each pending job.
  package var message: String

  package init(code: Int, httpCode: Int? = nil, message: String) {
    self.code = code
    self.httpCode = httpCode
    self.message = message.cut(to: 1024)
  }
}
