/// The number of a record: one more than the record before it, across segments and restarts.
package struct Sequence: Comparable, Hashable, Sendable, CustomStringConvertible {
  package let value: UInt64

  package init(_ value: UInt64) {
    self.value = value
  }

  package static func < (left: Sequence, right: Sequence) -> Bool { left.value < right.value }

  package var description: String { String(value) }
}

/// What a record is to those who write it. The journal itself treats them alike, except that only a
/// `put` is refused for the sake of a reserve, and that `clear` and `state` are always synced at once.
package enum RecordKind: UInt8, Sendable, CaseIterable {
  case put = 1
  case done = 2
  case retry = 3
  case clear = 4
  case state = 5
}

/// Where a record is. Sixteen bytes, since one is kept in memory for each pending record.
package struct RecordLocation: Hashable, Sendable {
  /// The first sequence of the segment, which is also its name.
  package let segment: UInt64
  package let offset: UInt32
  /// Bytes of payload.
  package let length: UInt32

  /// What the record takes of the segment.
  package var recordBytes: Int { RecordHeader.recordSize(payload: Int(length)) }
}

/// A record as it was read.
package struct Record {
  package let sequence: Sequence
  /// The `epoch` given with it; each `clear` opens the next.
  package let epoch: UInt64
  package let kind: RecordKind
  package let location: RecordLocation
  /// Whether it repeats an earlier record: a checkpoint wrote it, or it was moved to the end of the log.
  package let isCopy: Bool
  /// Valid during the call that hands the record over, and no longer.
  package let payload: UnsafeRawBufferPointer
}
