/// What an acknowledgement survives.
package enum Durability: String, Sendable {
  /// The end of this process: acknowledged when written, synced within a second.
  case process
  /// A power failure: acknowledged when synced.
  case power
}

package struct JournalOptions: Sendable {
  package var durability: Durability
  /// Bytes preallocated for each segment. A checkpoint may make a longer one.
  package var segmentBytes: Int
  /// The largest payload of new work. It is also bounded by the length of a segment.
  package var recordBytes: Int
  /// The most that copies of damaged bytes may take.
  package var quarantineBytes: Int
  /// Called now and then while the files are read, on the thread that opens the journal.
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

  var largestPayload: Int {
    let room = segmentBytes - SegmentHeader.size - 2 * RecordHeader.size
    return min(recordBytes, room & ~7, Journal.longestPayload)
  }
}
