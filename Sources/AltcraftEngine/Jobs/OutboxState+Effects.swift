import DurableLog

// Actions that a transition leaves for the time after the lock.
extension OutboxState {
  /// An action of a transition that must not run under the lock.
  enum Effect: Sendable {
    case answer(Waiter, JobOutcome)
    /// Emits an event, or calls an observer or an acknowledgement that is due.
    case call(@Sendable () -> Void)
    case proceed(Lane.Key, after: Job.ID)
    /// Commits at once, or within 200 ms, without waiting for it.
    case commitSoon, commitLazily
    case afterSync(Sequence, FollowUp)
    case storageFailed(StorageCause)
    /// All outcomes up to that number are durable.
    case outcomesAreDurable(through: UInt64)
    /// Most of the jobs of a backlog have ended.
    case backlogIsOver
    /// Reports that the disk fails, or with nil that it works again.
    case storageChanged(StorageCause?)
  }

  /// The action after the sync of a record.
  enum FollowUp: Sendable {
    /// Answers the call that added a job, or repeats one that is not stored yet.
    case accepted(
      requestId: String, @Sendable (Result<Outbox.Acceptance, AcceptError>) -> Void)
    case known(@Sendable (Result<Void, JournalError>) -> Void)
    /// Reports the outcome of that number, or keeps it in memory if the sync has failed. Then lets the lane
    /// proceed, if it waits.
    case ended(Job, outcome: UInt64, record: [UInt8], proceeds: Bool)
    /// Releases a token update.
    case tokenUpdate(requestId: String)
  }

  /// The effects of one transition. Most have none, or wake the delivery at most: these take no memory.
  struct Effects: Sendable {
    private(set) var list: [Effect] = []
    /// The recorder of steps of jobs; nil while none are recorded.
    let trace: JobTrace?
    /// True if the delivery loop has to be woken, after all other effects.
    var wakesDelivery = false

    init(tracing trace: JobTrace? = nil) { self.trace = trace }

    mutating func add(_ effect: Effect) {
      if list.isEmpty { list.reserveCapacity(6) }
      list.append(effect)
    }

    mutating func add(_ effects: Effects) { list += effects.list }
  }
}
