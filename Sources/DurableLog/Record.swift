/// A record as it was read.
package struct Record {
  package let sequence: Sequence
  /// The `epoch` given with it. Each `clear` starts the next one.
  package let epoch: UInt64
  package let kind: RecordKind
  package let location: RecordLocation
  /// True if it repeats an earlier record: a checkpoint wrote it, or it was copied to the end of the log.
  package let isCopy: Bool
  /// The payload, valid only during the call of `replay`.
  package let payload: UnsafeRawBufferPointer
}

/// The number of a record: one more than that of the preceding record, across segments and restarts.
package struct Sequence: Comparable, Hashable, Sendable, CustomStringConvertible {
  package let value: UInt64

  package init(_ value: UInt64) {
    self.value = value
  }

  package static func < (left: Sequence, right: Sequence) -> Bool { left.value < right.value }

  package var description: String { String(value) }
}

/// The kind of a record, as its writer defines it. The journal treats all kinds alike, with two exceptions:
/// only a `put` is refused to keep a reserve, and `clear` and `state` are always synced at once.
package enum RecordKind: UInt8, Sendable, CaseIterable {
  case put = 1
  case done = 2
  case retry = 3
  case clear = 4
  case state = 5
}

/// The location of a record. It has sixteen bytes, since one is kept in memory for each pending record.
package struct RecordLocation: Hashable, Sendable {
  /// The first sequence of the segment, which is also its name.
  package let segment: UInt64
  package let offset: UInt32
  /// The bytes of the payload.
  package let length: UInt32

  /// The bytes that the record takes in the segment.
  package var recordBytes: Int { RecordHeader.recordSize(payload: Int(length)) }
}
