/// What was found in a journal's files.
package struct Recovery: Equatable, Sendable {
  /// Records handed over.
  package internal(set) var records = 0
  /// Segments read, those that a checkpoint supersedes aside.
  package internal(set) var segments = 0
  /// Bytes of the records in them, and of the files.
  package internal(set) var recordBytes = 0
  package internal(set) var fileBytes = 0
  /// In the order of the files. Reported again by each start until a checkpoint supersedes it, so
  /// whoever counts losses writes the count into a checkpoint.
  package internal(set) var damage: [Damage] = []
  /// The highest epoch seen. Pending work of an earlier one must be dropped even if no `clear` was
  /// handed over: it may have been in a damaged place.
  package internal(set) var newestEpoch: UInt64 = 0
  /// Where the newest checkpoint begins; 0 without one.
  package internal(set) var base: UInt64 = 0

  /// Bytes of writes that a crash interrupted. Nothing in them was ever acknowledged.
  package var tornBytes: Int {
    damage.reduce(0) { $1.reason == .torn ? $0 + $1.length : $0 }
  }

  /// How many acknowledged records are known to be lost. A loss of unknown extent counts as one.
  package var lostRecords: UInt64 {
    damage.reduce(0) { $0 + $1.lostRecords }
  }
}

/// How far the reading of a journal has come.
package struct RecoveryProgress: Equatable, Sendable {
  /// Of the files that are read.
  package let bytes: Int
  package let totalBytes: Int
  package let records: Int

  package init(bytes: Int, totalBytes: Int, records: Int) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.records = records
  }
}

/// A place in a segment that holds no valid record, though one was written there.
package struct Damage: Equatable, Sendable {
  package enum Reason: String, Sendable {
    /// A write cut short by a crash. It was not acknowledged.
    case torn
    /// The end of the log is invalid, but not in the way an interrupted write would leave it.
    case suspect
    /// Valid records follow: what was here had been written completely.
    case corrupt
  }

  package let file: String
  package let offset: Int
  /// Bytes skipped; 0 where a whole file is missing before `file`.
  package let length: Int
  package internal(set) var reason: Reason
  package let firstLost: Sequence
  /// Nil if it cannot be known how many there were.
  package let lastLost: Sequence?

  package var lostRecords: UInt64 {
    guard reason != .torn else { return 0 }
    guard let lastLost else { return 1 }
    return lastLost < firstLost ? 0 : lastLost.value - firstLost.value + 1
  }
}
