import JSONCodec

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

/// The state of a job: pending, then the state in which it ended.
package enum JobState: String, Sendable, CaseIterable {
  case pending, delivered, rejected, expired, cleared, lost
}
