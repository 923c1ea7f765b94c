import DurableLog
import JSONCodec

// Acceptance.
extension Outbox {
  /// The result of an accepting call: the job of that id, new or known, which is held until `release`.
  package struct Acceptance: Sendable {
    package let requestId: String
    let id: Job.ID?
    let outbox: Outbox

    /// Runs `body` once with the outcome, at once if the job has ended. Returns a function that cancels the
    /// wait.
    package func whenEnded(
      _ body: @escaping @Sendable (JobOutcome) -> Void
    ) -> @Sendable () -> Void {
      outbox.whenEnded(requestId, body) ?? {}
    }

    /// Releases the job. Call it once the acknowledgement is on its way, so that no event about the job
    /// overtakes it. Returns true for a subscription that waits for a token update.
    @discardableResult
    package func release() -> Bool { id.map(outbox.release) ?? false }
  }

  @discardableResult
  func release(_ id: Job.ID) -> Bool { perform { $0.release(id, &$2) } }

  /// Accepts a job. Throws at once if it is invalid. Otherwise calls `whenStored` once the job is as safe as
  /// the chosen durability promises, or could not be stored. `commit` makes that happen.
  package func accept(
    _ newJob: NewJob, whenStored: @escaping @Sendable (Result<Acceptance, AcceptError>) -> Void
  ) throws(AcceptError) {
    let now = time
    let decision = try withRecord(of: newJob, at: now) { record throws(AcceptError) in
      try tryingDiskAgain { () throws(AcceptError) in
        try perform { state, journal, effects throws(AcceptError) in
          try state.accept(newJob, record, at: now, to: &journal, &effects)
        }
      }
    }
    let requestId = newJob.requestID.text
    switch decision {
    case .new(let sequence):
      afterSync(sequence, .accepted(requestId: requestId, whenStored))
    case .known(let id?):
      afterSync(
        Sequence(id),
        .known { [self] result in
          whenStored(
            result.map { Acceptance(requestId: requestId, id: nil, outbox: self) }
              .mapError { .storage(StorageCause($0)) })
        })
    case .known(nil):
      whenStored(.success(Acceptance(requestId: requestId, id: nil, outbox: self)))
    }
  }

  /// Makes all accepted jobs durable and runs the callbacks that waited for that. Blocks for the disk.
  package func commit() { journal.commit() }

  /// Builds the record of a job. It is written once and copied once, into the buffer for the disk.
  func withRecord<Value>(
    of newJob: NewJob, at time: OutboxClock.Reading,
    _ body: (OutboxState.Payload) throws(AcceptError) -> Value
  ) throws(AcceptError) -> Value {
    var writer = JSONWriter(capacity: 1024)
    JobRecord.Put(
      requestId: newJob.requestID.text, method: kinds[newJob.kind].method,
      userTag: newJob.userTag.text,
      createdAt: time.wall, livesSince: time.clock, digest: newJob.digest, trace: newJob.trace,
      body: newJob.body
    ).write(to: &writer)
    let result = writer.withBytes { bytes in
      Result { () throws(AcceptError) in try body(OutboxState.Payload(bytes: bytes)) }
    }
    return try result.get()
  }

  func stored(
    _ sequence: Sequence, _ requestId: String, _ result: Result<Void, JournalError>
  ) -> Result<Acceptance, AcceptError> {
    if case .failure(let error) = result, perform({ $0.undo(sequence, $1, &$2) }) {
      return .failure(.storage(StorageCause(error)))
    }
    if trace?.active != nil {
      perform { state, _, effects in
        if let job = state.scheduler[sequence.value] { state.trace(.durable, of: job, effects) }
      }
    }
    return .success(Acceptance(requestId: requestId, id: sequence.value, outbox: self))
  }

  /// Runs `whenEnded` once with the outcome, at once if the job has already ended. Returns a function that
  /// cancels the wait; nil for an unknown id.
  package func whenEnded(
    _ requestId: String, _ whenEnded: @escaping @Sendable (JobOutcome) -> Void
  ) -> (@Sendable () -> Void)? {
    enum Found {
      case pending(Job.ID, Waiter.ID)
      case ended(CompletedJobs.Item)
      case unknown
    }
    let requestID = ClientRequestID(requestId)
    let found = perform { state, _, _ -> Found in
      if let id = state.scheduler.jobs.id(of: requestID) {
        return .pending(id, state.addWaiter(for: id, whenEnded))
      }
      return state.completed[requestID].map(Found.ended) ?? .unknown
    }
    switch found {
    case .pending(let id, let waiter):
      return { [self] in perform { state, _, _ in state.removeWaiter(waiter, of: id) } }
    case .ended(let item):
      // The state of an ended job is known even if the response of the platform can no longer be read.
      whenEnded(
        report(requestId)?.outcome
          ?? JobOutcome(state: item.state, eventCode: item.eventCode, response: .null))
      return {}
    case .unknown: return nil
    }
  }
}
