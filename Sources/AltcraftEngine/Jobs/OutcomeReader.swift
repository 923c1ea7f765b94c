import Synchronization

/// A reader of the outcomes of one outbox, in order, from a number on. It reports each number once: as an
/// outcome, or as part of a gap.
package final class OutcomeReader: Sendable {
  package enum Step: Sendable {
    case outcome(OutcomeReport)
    /// These outcomes are no longer kept.
    case gap(from: UInt64, to: UInt64)
  }

  private let outbox: Outbox
  private let signal = AsyncSignal()
  /// The last number that was reported.
  private let position: Mutex<UInt64>
  private let isCancelled = Atomic(false)

  package init(_ outbox: Outbox, after: UInt64) {
    self.outbox = outbox
    position = Mutex(after)
    outbox.outcomeFeed.add(signal)
  }

  /// Stops the reader; `next` returns nil.
  package func cancel() {
    isCancelled.store(true, ordering: .sequentiallyConsistent)
    outbox.outcomeFeed.remove(signal)
    signal.fire()
  }

  /// Waits for outcomes after the last reported one. Returns an empty list if the disk cannot be read now;
  /// nil after `cancel`. One caller at a time.
  package func next(bytes: Int) async -> [Step]? {
    while !isCancelled.load(ordering: .sequentiallyConsistent) {
      if let steps = read(bytes: bytes) { return steps }
      await signal.wait()
    }
    return nil
  }

  /// Returns nil if there is nothing after the last reported number.
  private func read(bytes: Int) -> [Step]? {
    position.withLock { position in
      let page = outbox.outcomes(after: position, limit: 64, bytes: bytes)
      var steps: [Step] = []
      func skip(to number: UInt64) {
        if number > position + 1 { steps.append(.gap(from: position + 1, to: number - 1)) }
      }
      for report in page.outcomes {
        skip(to: report.outcome)
        steps.append(.outcome(report))
        position = report.outcome
      }
      skip(to: page.next + 1)
      position = max(position, page.next)
      return steps.isEmpty && !page.isCut ? nil : steps
    }
  }
}
