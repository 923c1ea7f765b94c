/// Who waits for which record, and what became of those before.
struct Acknowledgements {
  typealias Outcome = Result<Void, JournalError>

  /// All records up to this one that did not fail are durable.
  private(set) var durable: UInt64
  private var waiting: [(sequence: UInt64, then: @Sendable (Outcome) -> Void)] = []
  /// Records that were never stored. Their numbers stay taken.
  private var failed: [(sequences: ClosedRange<UInt64>, cause: JournalError)] = []

  init(durable: UInt64) {
    self.durable = durable
  }

  /// Nil while it is open.
  func outcome(of sequence: UInt64) -> Outcome? {
    if let failure = failed.first(where: { $0.sequences.contains(sequence) }) {
      return .failure(failure.cause)
    }
    return sequence <= durable ? .success(()) : nil
  }

  mutating func wait(for sequence: UInt64, _ then: @escaping @Sendable (Outcome) -> Void) {
    waiting.append((sequence, then))
  }

  /// Returns what is to be called, once the lock is given up.
  mutating func succeed(through sequence: UInt64) -> [() -> Void] {
    durable = max(durable, sequence)
    return take(through: sequence, .success(()))
  }

  mutating func fail(through sequence: UInt64, _ cause: JournalError) -> [() -> Void] {
    guard sequence > durable else { return [] }
    // Each range is a failure of the storage, seconds apart; who asks about a record does so right
    // after appending it.
    if failed.count == 64 { failed.removeFirst() }
    let lowest = max(durable, failed.last?.sequences.upperBound ?? 0) + 1
    if lowest <= sequence { failed.append((lowest...sequence, cause)) }
    return take(through: sequence, .failure(cause))
  }

  private mutating func take(through sequence: UInt64, _ outcome: Outcome) -> [() -> Void] {
    var calls: [() -> Void] = []
    var rest: [(sequence: UInt64, then: @Sendable (Outcome) -> Void)] = []
    for waiter in waiting {
      if waiter.sequence <= sequence {
        calls.append { waiter.then(outcome) }
      } else {
        rest.append(waiter)
      }
    }
    waiting = rest
    return calls
  }
}
