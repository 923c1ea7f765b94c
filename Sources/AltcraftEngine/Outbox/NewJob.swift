import DurableLog
import JSONCodec
import Tracing

/// A new job from a method.
package struct NewJob: Sendable {
  package let kind: JobKind.Index
  /// The caller's own id, or a new one.
  package let requestId: String
  package let userTag: UserTag
  package let digest: CallDigest
  /// The trace of its requests to the platform.
  package let trace: TraceContext?
  package let body: JobBody

  package init(
    kind: JobKind.Index, requestId: String, userTag: UserTag, digest: CallDigest,
    trace: TraceContext? = nil, body: JSONObject
  ) {
    self.init(
      kind: kind, requestId: requestId, userTag: userTag, digest: digest, trace: trace,
      body: .object(body))
  }

  package init(
    kind: JobKind.Index, requestId: String, userTag: UserTag, digest: CallDigest,
    trace: TraceContext? = nil, body: JobBody
  ) {
    self.kind = kind
    self.requestId = requestId
    self.userTag = userTag
    self.digest = digest
    self.trace = trace
    self.body = body
  }
}

/// The body of a job: an object, or its bytes.
package enum JobBody: Sendable {
  case object(JSONObject)
  /// One JSON object on one line, as the log stores it.
  case encoded([UInt8])

  /// The object; nil for bytes that are not a JSON object.
  var object: JSONObject? {
    switch self {
    case .object(let object): object
    case .encoded(let bytes):
      (try? JSONParser.parse(bytes, limits: .generous).value)?.objectValue
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .object(let object): writer.object(object)
    case .encoded(let bytes): writer.raw(bytes)
    }
  }
}

package enum JobState: String, Sendable, CaseIterable {
  case pending, delivered, rejected, expired, cleared, lost
}

/// The outcome of a job.
package struct JobOutcome: Sendable, Equatable {
  package let state: JobState
  package let eventCode: Int
  /// `ResponseWithHttp` as callers get it; null if the platform did not answer.
  package let response: JSON

  package init(state: JobState, eventCode: Int, response: JSON) {
    self.state = state
    self.eventCode = eventCode
    self.response = response
  }
}

/// The report of one job in `outbox.get`.
package struct JobReport: Sendable {
  package var requestId: String
  package var method: String
  package var state: JobState
  /// Milliseconds since 1970.
  package var createdAt: Int64
  package var attempts: Int
  package var nextAttemptAt: Int64?
  package var waitingFor: WaitingFor?
  package var lastError: AttemptError?
  package var outcome: JobOutcome?
  package var endedAt: Int64?
  package var retryable: Bool
}

/// The reason a job was not accepted. Nothing of it is stored, except that after `storage` it may be.
package enum AcceptError: Error, Equatable {
  /// The id belongs to another job.
  case duplicateRequestId
  case recordTooLarge(max: Int)
  case full(limit: String, max: Int, used: Int, retryAfterMs: Int)
  case storage(StorageCause)
}

package enum StorageCause: String, Error, Sendable {
  case noSpace, readOnly, ioError

  package init(_ error: JournalError) { self.init(error.storageCause ?? .ioError) }

  init(_ cause: JournalError.StorageCause) {
    switch cause {
    case .noSpace: self = .noSpace
    case .readOnly: self = .readOnly
    case .ioError: self = .ioError
    }
  }
}
