import DurableLog
import JSONCodec

/// The report of one outcome in `outcomes.list`.
package struct OutcomeReport: Sendable {
  package let outcome: UInt64
  package let epoch: String
  package let requestId: String
  package let method: String
  package let user: String?
  package let state: JobState
  package let eventCode: Int
  /// The name of that event. The numbers depend on the configuration of their time, so it is that of the state.
  package let name: String
  package let httpCode: Int?
  /// `ResponseWithHttp`, or null.
  package let response: JSON
  package let acceptedAt: Int64
  package let endedAt: Int64
  package let attempts: Int
  package let trace: String?

  init(_ done: JobRecord.Done, outcome: UInt64, epoch: String, of operation: Operation?) {
    self.outcome = outcome
    self.epoch = epoch
    requestId = done.requestId
    method = done.method
    user = done.user
    state = done.state
    eventCode = done.eventCode
    name = Self.code(of: done.state, operation)?.name ?? ""
    httpCode =
      done.response["httpCode"]?.intValue ?? done.httpCode ?? done.lastError?.httpCode
    response = done.response
    acceptedAt = done.createdAt
    endedAt = done.endedAt
    attempts = done.attempts
    trace = done.trace
  }

  /// Returns the event that reports an outcome; nil for a method that this version does not know.
  private static func code(of state: JobState, _ operation: Operation?) -> SDKCode? {
    switch state {
    case .pending: nil
    case .delivered: operation?.succeeded
    case .rejected: operation?.failed
    case .expired: .workExpired
    case .cleared: .workCleared
    case .lost: .workLost
    }
  }
}

/// The choice of outcomes to list.
package struct OutcomeFilter: Sendable {
  package var states: Set<JobState>?
  package var methods: Set<String>?
  /// The start of the request id.
  package var requestIdPrefix: String?

  package init(
    states: Set<JobState>? = nil, methods: Set<String>? = nil, requestIdPrefix: String? = nil
  ) {
    self.states = states
    self.methods = methods
    self.requestIdPrefix = requestIdPrefix
  }
}

/// A page of outcomes, in order of their numbers.
package struct OutcomePage: Sendable {
  package let outcomes: [OutcomeReport]
  /// The number of the last outcome that was looked at.
  package let next: UInt64
  /// The epoch of `next`.
  package let epoch: String
  package let range: Outbox.OutcomeRange
  /// True if a record could not be read now; the page stops before it.
  package let isCut: Bool
}

/// Numbers of outcomes that a reader does not get.
package struct OutcomeGap: Sendable, Equatable {
  package enum Reason: String, Sendable, CaseIterable {
    /// The outcomes are no longer kept.
    case notKept
    /// The position of the reader is not of this log: an older copy of it was put back. The oldest kept outcome follows.
    case rolledBack
  }

  package let from: UInt64
  package let to: UInt64
  /// The epoch of `to`.
  package let epoch: String
  package let reason: Reason
}

extension Outbox {
  /// The numbers of the outcomes that are kept and durable. If there is none, `first` is the number after `last`.
  package struct OutcomeRange: Sendable, Equatable {
    package let first: UInt64
    package let last: UInt64
  }

  package var outcomeRange: OutcomeRange {
    storeOutcomes()
    let last = outcomeFeed.durableThrough
    return read { range($0, last) }
  }

  /// Returns the epoch of the outcome of that number.
  package func epoch(ofOutcome number: UInt64) -> String { read { $0.outcomeEpochs[number] } }

  /// Returns the gap of a reader that has processed the outcomes up to that number of an epoch, if these are not those
  /// of this log.
  func gap(ofReaderAfter number: UInt64, in epoch: String) -> OutcomeGap? {
    let range = outcomeRange
    return read { state in
      let epochs = state.outcomeEpochs
      guard !epochs.contain(number, of: epoch, last: range.last) else { return nil }
      let to = range.first - 1
      return OutcomeGap(from: 1, to: to, epoch: epochs[to], reason: .rolledBack)
    }
  }

  /// Makes all outcomes durable: those that a call was answered with are reported from then on. Blocks for
  /// the disk if there are new ones.
  private func storeOutcomes() {
    let last = read { $0.lastOutcome }
    guard last > outcomeFeed.durableThrough else { return }
    journal.commit()
    // Another thread that commits reports it later.
    if journal.failure == nil { outcomeFeed.areDurable(through: last) }
  }

  private func range(_ state: OutboxState, _ last: UInt64) -> OutcomeRange {
    OutcomeRange(first: min(state.completed.firstOutcome ?? last + 1, last + 1), last: last)
  }

  /// The number of outcomes that one page looks at.
  private static let examined = 1000

  /// Returns the durable outcomes after that number that match, oldest first, at most `limit` of them. The page ends
  /// before its responses take more than `bytes` bytes, but has at least one outcome.
  package func outcomes(
    after number: UInt64, limit: Int, bytes: Int, filter: OutcomeFilter = OutcomeFilter()
  ) -> OutcomePage {
    let last = outcomeFeed.durableThrough
    let (rows, kept, epochs) = read { state in
      (
        state.completed.after(number, through: last, limit: Self.examined),
        range(state, last), state.outcomeEpochs
      )
    }
    var (found, next, size) = ([OutcomeReport](), number, 0)
    func page(isCut: Bool = false) -> OutcomePage {
      OutcomePage(
        outcomes: found, next: next, epoch: epochs[next], range: kept, isCut: isCut)
    }
    for (requestID, item) in rows {
      guard let outcome = item.outcome else { continue }
      let text = requestID.text
      if filter.states?.contains(item.state) == false { next = outcome; continue }
      if let prefix = filter.requestIdPrefix, !text.hasPrefix(prefix) { next = outcome; continue }
      guard case .success(let done) = end(text, item) else { return page(isCut: true) }
      if let done, filter.methods?.contains(done.method) != false {
        let report = OutcomeReport(
          done, outcome: outcome, epoch: epochs[outcome],
          of: kinds.first { $0.method == done.method }?.operation)
        // A name of six bytes of JSON a byte is the longest, and the other members are short.
        size += 1024 + report.response.bytes.count + 6 * text.utf8.count
        guard found.isEmpty || (size <= bytes && found.count < limit) else { return page() }
        found.append(report)
      }
      next = outcome
    }
    // All were looked at: numbers without an outcome up to the last one are not there either.
    if rows.count < Self.examined { next = max(next, last) }
    return page()
  }
}
