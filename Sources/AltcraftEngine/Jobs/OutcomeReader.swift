import Synchronization

/// A reader of the outcomes of one outbox, in order, from a number on. It reports each number once: as an
/// outcome, or as part of a gap.
package final class OutcomeReader: Sendable {
  package enum Step: Sendable {
    case outcome(OutcomeReport)
    case gap(OutcomeGap)
  }

  private let outbox: Outbox
  private let signal = AsyncSignal()
  private let position: Mutex<Position>
  private let isCancelled = Atomic(false)

  private struct Position {
    /// The last number that was reported.
    var number: UInt64
    /// The gap to report first.
    var gap: OutcomeGap?
  }

  package init(_ outbox: Outbox, after: UInt64, in epoch: String? = nil) {
    self.outbox = outbox
    let gap = epoch.flatMap { outbox.gap(ofReaderAfter: after, in: $0) }
    position = Mutex(Position(number: gap?.to ?? after, gap: gap))
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
      let page = outbox.outcomes(after: position.number, limit: 64, bytes: bytes)
      var steps = position.gap.map { [Step.gap($0)] } ?? []
      position.gap = nil
      func skip(to number: UInt64) {
        let (from, to) = (position.number + 1, number - 1)
        guard to >= from else { return }
        steps.append(
          .gap(
            OutcomeGap(
              from: from, to: to, epoch: outbox.epoch(ofOutcome: to), reason: .notKept)))
      }
      for report in page.outcomes {
        skip(to: report.outcome)
        steps.append(.outcome(report))
        position.number = report.outcome
      }
      skip(to: page.next + 1)
      position.number = max(position.number, page.next)
      return steps.isEmpty && !page.isCut ? nil : steps
    }
  }
}
