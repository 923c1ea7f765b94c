import JSONCodec

/// The epochs of the numbers of outcomes. Each opening of a log that ends a job begins one with its first number, so that
/// a number that was given twice, because an older copy of the log was put back, has two epochs.
struct OutcomeEpochs: Sendable, Equatable {
  struct Start: Sendable, Equatable {
    let epoch: String
    /// The first number of the epoch.
    let first: UInt64
  }

  /// The epoch of numbers without one: of an empty log, and of an earlier version.
  static let unnamed = "0"
  /// The number of kept epochs. The numbers of older ones count as those of the oldest.
  static let kept = 64

  /// The epochs, oldest first. There is at least one.
  private(set) var starts = [Start(epoch: unnamed, first: 1)]
  /// The epoch of the next numbers. It begins with the first of them.
  var current = unnamed

  /// The current epoch if it has not begun. The record of the next outcome begins it.
  var next: String? { starts.last?.epoch == current ? nil : current }

  /// Begins the current epoch with that number, if it has not begun.
  mutating func begin(at first: UInt64) { begin(current, at: first) }

  /// Begins an epoch. One before it that has given no number is forgotten.
  private mutating func begin(_ epoch: String, at first: UInt64) {
    guard starts.last?.epoch != epoch else { return }
    starts.removeAll { $0.first >= first }
    starts.append(Start(epoch: epoch, first: first))
    if starts.count > Self.kept { starts.removeFirst() }
  }

  /// The epoch that a number belongs to.
  subscript(number: UInt64) -> String {
    (starts.last { $0.first <= number } ?? starts[0]).epoch
  }

  /// Returns true if a reader in that epoch can have seen the numbers up to `number` of this log, whose last is `last`.
  func contain(_ number: UInt64, of epoch: String, last: UInt64) -> Bool {
    guard number > 0 else { return true }
    guard let index = starts.lastIndex(where: { $0.epoch == epoch }) else { return false }
    let end = starts[(index + 1)...].first.map { $0.first - 1 } ?? last
    return number <= end
  }
}

// Records.
extension OutcomeEpochs {
  var json: JSON {
    .array(starts.map { ["epoch": .string($0.epoch), "first": .int($0.first)] })
  }

  /// Begins the epoch that the record of an outcome contains.
  mutating func restore(_ epoch: String?, at outcome: UInt64?) {
    if let epoch, let outcome { begin(epoch, at: outcome) }
  }

  /// Replaces the epochs by those of a record; without an effect for one of an earlier version.
  mutating func restore(_ json: JSON?) {
    let starts = (json?.arrayValue ?? []).compactMap { start -> Start? in
      guard let epoch = start["epoch"]?.stringValue,
        let first = JobRecord.outcome(start["first"]?.numberValue?.uint64)
      else { return nil }
      return Start(epoch: epoch, first: first)
    }
    if !starts.isEmpty { self.starts = starts.suffix(Self.kept) }
  }
}
