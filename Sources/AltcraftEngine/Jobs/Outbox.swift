import DurableLog
import Synchronization

/// The lock around the state of the accepted jobs and their journal. `perform` runs each transition of the state under
/// the lock, and its effects after it. No callback runs while the lock is held.
package final class Outbox: Sendable {
  typealias Waiter = OutboxState.Waiter
  typealias Effects = OutboxState.Effects

  private let state: Mutex<OutboxState>
  let journal: Journal
  /// The kinds of the methods, followed by that of token updates.
  let kinds: [JobKind]
  let environment: Environment
  let limits: Limits
  let clock: OutboxClock
  let outcomeFeed: OutcomeFeed
  /// The recorder of the steps of jobs; nil in an outbox that is not part of an engine.
  let trace: JobTrace?
  /// Fires when there may be a job to deliver.
  package let changed: AsyncSignal
  /// Called once when the disk starts to fail, and with nil when it works again.
  private let storageChanged: @Sendable (Outbox, StorageCause?) -> Void

  init(
    _ initial: sending OutboxState, journal: Journal, environment: Environment, clock: OutboxClock,
    trace: JobTrace? = nil,
    storageChanged: @escaping @Sendable (Outbox, StorageCause?) -> Void
  ) {
    kinds = initial.kinds
    limits = initial.limits
    outcomeFeed = OutcomeFeed(durableThrough: initial.lastOutcome)
    state = Mutex(initial)
    self.journal = journal
    self.environment = environment
    self.clock = clock
    self.trace = trace
    self.storageChanged = storageChanged
    changed = AsyncSignal()
  }

  var tokenUpdateKind: JobKind.Index { JobKind.Index(kinds.count - 1) }

  func kind(of job: Job) -> JobKind { kinds[job.kind] }

  /// The current time of both clocks.
  var time: OutboxClock.Reading {
    OutboxClock.Reading(clock: clock.reading(at: environment.now()), wall: environment.wallTime())
  }

  /// Returns a part of the state.
  func read<Value: Sendable>(_ body: (OutboxState) -> Value) -> Value {
    state.withLock { body($0) }
  }

  /// Runs a transition, reports a failure of the disk that it met, and runs its effects.
  func perform<Value: Sendable, Failure: Error>(
    _ transition: (inout OutboxState, inout JobJournal, inout Effects) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let (result, effects) = transact(transition)
    run(effects)
    return try result.get()
  }

  /// Runs a transition and reports a failure of the disk that it met. The caller runs the effects.
  func transact<Value: Sendable, Failure: Error>(
    _ transition: (inout OutboxState, inout JobJournal, inout Effects) throws(Failure) -> Value
  ) -> (Result<Value, Failure>, Effects) {
    var journal = JobJournal(self.journal)
    var effects = Effects(tracing: trace?.active)
    let result = state.withLock { state in
      Result { () throws(Failure) in try transition(&state, &journal, &effects) }
    }
    if let refusal = journal.refusal { reportFailure(refusal) }
    return (result, effects)
  }

  func run(_ effects: Effects) {
    for effect in effects.list {
      switch effect {
      case .answer(let waiter, let outcome): waiter.whenEnded(outcome)
      case .call(let call): call()
      case .proceed(let lane, let id): perform { $0.proceed(lane, after: id, &$2) }
      case .commitSoon: journal.commitSoon()
      case .commitLazily: journal.commitLazily()
      case .afterSync(let sequence, let followUp):
        afterSync(sequence, followUp)
        if case .ended = followUp, outcomeFeed.hasSubscribers {
          journal.commitLazily(within: OutcomeFeed.delay)
        }
      case .storageFailed(let cause): storageFailed(cause)
      case .storageChanged(let cause): storageChanged(self, cause)
      case .backlogIsOver: environment.maintain { [environment] in environment.releaseMemory() }
      case .outcomesAreDurable(let last): outcomeFeed.areDurable(through: last)
      }
    }
    if effects.wakesDelivery { changed.fire() }
  }

  /// Follows up once the records up to `sequence` are synced or have failed. Then reports a failure of the disk.
  func afterSync(_ sequence: Sequence, _ followUp: OutboxState.FollowUp) {
    journal.whenDurable(sequence) { [self] result in
      follow(followUp, sequence, result)
      if case .failure = result { reportFailure() }
    }
  }

  private func follow(
    _ followUp: OutboxState.FollowUp, _ sequence: Sequence, _ result: Result<Void, JournalError>
  ) {
    switch followUp {
    case .accepted(let requestId, let whenStored): whenStored(stored(sequence, requestId, result))
    case .known(let whenStored): whenStored(result)
    case .ended(let job, let outcome, let record, let proceeds):
      switch result {
      case .success: outcomeFeed.areDurable(through: outcome)
      case .failure(let error):
        perform { state, _, effects in
          state.retain(record, ofEndOf: job)
          effects.add(.storageFailed(StorageCause(error)))
        }
      }
      if proceeds { perform { $0.proceed(job.lane, after: job.id, &$2) } }
    case .tokenUpdate(let requestId):
      if case .success(let acceptance) = stored(sequence, requestId, result) {
        acceptance.release()
      } else {
        changed.fire()
      }
    }
  }
}

/// The journal during one transition: the only code that appends the records of jobs. It exists only inside
/// `Outbox.transact`, so that the order of the file is the order of the state.
struct JobJournal {
  fileprivate init(_ journal: Journal) { self.journal = journal }

  private let journal: Journal
  /// The reason for which the journal has refused a record; nil if it has refused none.
  private(set) var refusal: JournalError?

  var largestPayload: Int { journal.largestPayload }
  var failure: JournalError? { journal.failure }
  /// True while the files hold no record and no space for one.
  var isUnused: Bool { journal.isUnused }

  mutating func append(
    _ kind: RecordKind, epoch: UInt64, _ payload: UnsafeRawBufferPointer, logBytes: Int
  ) throws(JournalError) -> (Sequence, RecordLocation) {
    do throws(JournalError) {
      let (sequence, location) = try journal.append(
        kind, epoch: epoch, payload, logBytes: logBytes)
      return (sequence, location)
    } catch {
      refusal = error
      throw error
    }
  }

  @discardableResult
  mutating func append(
    _ kind: RecordKind, epoch: UInt64, _ payload: [UInt8], isCopy: Bool = false,
    leavesRoom: Bool? = nil
  ) throws(JournalError) -> (sequence: Sequence, location: RecordLocation) {
    do throws(JournalError) {
      return try journal.append(
        kind, epoch: epoch, payload, isCopy: isCopy, leavesRoom: leavesRoom)
    } catch {
      refusal = error
      throw error
    }
  }

  /// Replaces the log by the records that `body` writes. The acknowledgements that are due then are effects.
  func checkpoint(
    epoch: UInt64, _ effects: inout OutboxState.Effects,
    _ body: (inout CheckpointWriter) throws(JournalError) -> Void
  ) throws(JournalError) {
    var due: [() -> Void] = []
    defer {
      for call in due {
        nonisolated(unsafe) let call = call
        effects.add(.call { call() })
      }
    }
    try journal.checkpoint(epoch: epoch, later: { due.append($0) }, body)
  }

  func read(_ location: RecordLocation) throws(JournalError) -> [UInt8] {
    try journal.read(location)
  }

  /// Returns false if a checkpoint or a compaction has dropped the segment of that record.
  func holds(_ location: RecordLocation) -> Bool { journal.holds(location) }
  func holds(_ sequence: Sequence) -> Bool { journal.holds(sequence) }
}
