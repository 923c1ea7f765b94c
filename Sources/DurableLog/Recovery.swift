/// The result of reading a journal's files.
package struct Recovery: Equatable, Sendable {
  /// The number of records passed to `replay`.
  package internal(set) var records = 0
  /// The number of segments read, without those that a checkpoint supersedes.
  package internal(set) var segments = 0
  /// The bytes of the records in them, and of the files.
  package internal(set) var recordBytes = 0
  package internal(set) var fileBytes = 0
  /// The damage in the order of the files. Each start reports it again until a checkpoint supersedes it, so a
  /// caller that counts losses writes the count into a checkpoint.
  package internal(set) var damage: [Damage] = []
  /// The highest epoch in the files. Pending jobs of an earlier epoch must be dropped even if no `clear` was
  /// passed to `replay`: the `clear` may have been damaged.
  package internal(set) var newestEpoch: UInt64 = 0
  /// The first sequence of the newest checkpoint, or 0 without one.
  package internal(set) var base: UInt64 = 0

  /// The bytes of writes that a crash interrupted. None of them was ever acknowledged.
  package var tornBytes: Int {
    damage.reduce(0) { $1.reason == .torn ? $0 + $1.length : $0 }
  }

  /// The number of acknowledged records known to be lost. A loss of unknown extent counts as one.
  package var lostRecords: UInt64 {
    damage.reduce(0) { $0 + $1.lostRecords }
  }
}

/// The progress of reading a journal.
package struct RecoveryProgress: Equatable, Sendable {
  /// The bytes read so far, of the files to read.
  package let bytes: Int
  package let totalBytes: Int
  package let records: Int

  package init(bytes: Int, totalBytes: Int, records: Int) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.records = records
  }
}

/// A range of a segment whose record is damaged or missing.
package struct Damage: Equatable, Sendable {
  package enum Reason: String, Sendable {
    /// A write cut short by a crash. It was not acknowledged.
    case torn
    /// An invalid end of the log that does not look like an interrupted write.
    case suspect
    /// Invalid bytes before valid records: the lost bytes had been written completely.
    case corrupt
  }

  package let file: String
  package let offset: Int
  /// The bytes skipped, or 0 if a whole file is missing before `file`.
  package let length: Int
  package internal(set) var reason: Reason
  package let firstLost: Sequence
  /// The last lost record, or nil if their number is unknown.
  package let lastLost: Sequence?
  /// The number of lost records that later ones have made obsolete: see `Recovery.close`.
  package internal(set) var closedRecords: UInt64 = 0

  package var lostRecords: UInt64 {
    guard reason != .torn else { return 0 }
    guard let lastLost else { return 1 }
    let all = lastLost < firstLost ? 0 : lastLost.value - firstLost.value + 1
    return all - min(all, closedRecords)
  }

  /// Returns true if that record was in the range.
  fileprivate func contains(_ record: RecordName) -> Bool {
    switch record {
    case .sequence(let sequence): lastLost.map { firstLost <= sequence && sequence <= $0 } ?? false
    case .place(let segment, let place):
      file == SegmentName.name(segment) && offset <= place && place < offset + length
    }
  }
}

/// A record of a log, by its sequence or by its place.
package enum RecordName: Hashable, Sendable {
  case sequence(Sequence)
  case place(segment: UInt64, offset: Int)
}

extension Recovery {
  /// True if records are missing, also if none of them is lost.
  package var hasLostRecords: Bool {
    damage.contains { $0.lostRecords > 0 || $0.closedRecords > 0 }
  }

  /// Counts those records as not lost: a later record has made each of them obsolete. Records that are not in a damaged
  /// range have no effect.
  package mutating func close(_ records: [RecordName]) {
    for index in damage.indices {
      let closed = Set(records.filter { damage[index].contains($0) })
      damage[index].closedRecords = UInt64(closed.count)
    }
  }
}
