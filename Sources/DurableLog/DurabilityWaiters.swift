/// The callers that wait for the durability of records, and the outcomes of earlier records.
struct DurabilityWaiters {
  typealias Outcome = Result<Void, JournalError>

  struct Waiter {
    let sequence: UInt64
    let then: @Sendable (Outcome) -> Void
  }

  /// Waiters whose outcome is known. They are called after the lock is released.
  struct Due {
    var waiters: [Waiter] = []
    var outcome = Outcome.success(())

    func run() { for waiter in waiters { waiter.then(outcome) } }
  }

  /// The sequence up to which all records are durable, except those that failed.
  private(set) var durable: UInt64
  private var waiting: [Waiter] = []
  /// Records that were never stored. Their sequences are not used again.
  private var failed: [(sequences: ClosedRange<UInt64>, cause: JournalError)] = []

  init(durable: UInt64) {
    self.durable = durable
  }

  /// Returns the outcome of a record, or nil while it is pending.
  func outcome(of sequence: UInt64) -> Outcome? {
    if let failure = failed.first(where: { $0.sequences.contains(sequence) }) {
      return .failure(failure.cause)
    }
    return sequence <= durable ? .success(()) : nil
  }

  mutating func wait(for sequence: UInt64, _ then: @escaping @Sendable (Outcome) -> Void) {
    waiting.append(Waiter(sequence: sequence, then: then))
  }

  mutating func succeed(through sequence: UInt64) -> Due {
    durable = max(durable, sequence)
    return take(through: sequence, .success(()))
  }

  mutating func fail(through sequence: UInt64, _ cause: JournalError) -> Due {
    guard sequence > durable else { return Due() }
    // Sixty-four ranges are enough: each is one storage failure, failures are seconds apart, and a caller
    // asks about a record right after appending it.
    if failed.count == 64 { failed.removeFirst() }
    let lowest = max(durable, failed.last?.sequences.upperBound ?? 0) + 1
    if lowest <= sequence { failed.append((lowest...sequence, cause)) }
    return take(through: sequence, .failure(cause))
  }

  private mutating func take(through sequence: UInt64, _ outcome: Outcome) -> Due {
    let all = waiting
    waiting = []
    // The next group is about as large.
    waiting.reserveCapacity(all.count)
    guard all.contains(where: { $0.sequence > sequence }) else {
      return Due(waiters: all, outcome: outcome)
    }
    waiting += all.lazy.filter { $0.sequence > sequence }
    return Due(waiters: all.filter { $0.sequence <= sequence }, outcome: outcome)
  }
}
