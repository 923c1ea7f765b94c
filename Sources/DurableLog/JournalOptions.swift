package struct JournalOptions: Sendable {
  package var durability: Durability
  /// The bytes preallocated for each segment but the first of a process. A checkpoint may make a longer
  /// segment.
  package var segmentBytes: Int
  /// The largest payload of a new job in bytes. It is also bounded by the length of a segment.
  package var recordBytes: Int
  /// The largest total size of the copies of damaged bytes.
  package var quarantineBytes: Int
  /// A function that is called from time to time while the files are read, on the thread that opens the
  /// journal.
  package var progress: (@Sendable (RecoveryProgress) -> Void)?

  package init(
    durability: Durability = .power, segmentBytes: Int = 4 << 20, recordBytes: Int = 256 << 10,
    quarantineBytes: Int = 8 << 20
  ) {
    precondition(segmentBytes >= 512 && segmentBytes <= 1 << 30, "segments of 512 bytes to 1 GiB")
    self.durability = durability
    self.segmentBytes = segmentBytes
    self.recordBytes = recordBytes
    self.quarantineBytes = quarantineBytes
  }

  /// The bytes that a new journal needs with segments of the usual size: the first segment, a spare and the reserve.
  package static var neededBytes: Int { 3 * JournalOptions().firstSegmentBytes }

  /// The bytes preallocated for the first segment of a process. It is short because it is not filled with
  /// zeros: nothing was written ahead when the process started, and syncs into reserved space are slow.
  var firstSegmentBytes: Int { min(segmentBytes, 256 << 10) }

  var largestPayload: Int {
    let room = segmentBytes - SegmentHeader.size - 2 * RecordHeader.size
    return min(recordBytes, room & ~7, Journal.longestPayload)
  }
}

/// The failures that an acknowledged record survives.
package enum Durability: String, Sendable {
  /// The end of this process: a record is acknowledged when written, and synced within a second.
  case process
  /// A power failure: a record is acknowledged when synced.
  case power
}
