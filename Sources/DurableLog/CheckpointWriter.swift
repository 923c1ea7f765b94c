/// The writer of a checkpoint. Its records go to a file of any length, which is not part of the log until it
/// is complete. Memory is bounded by the buffer.
package struct CheckpointWriter {
  private static let bufferBytes = 1 << 20

  private let store: SegmentStore
  private let options: JournalOptions
  let header: SegmentHeader
  let preallocated: PreallocatedSegment
  private(set) var capacity: Int
  private(set) var nextSequence: UInt64
  private(set) var hasHeaderCopy = false
  private var buffer: [UInt8]
  private var bufferOffset = 0

  /// The offset of the next record.
  var end: Int { bufferOffset + buffer.count }
  var firstSequence: UInt64 { header.firstSequence }
  var seed: UInt32 { header.seed }

  init(
    _ store: SegmentStore, _ options: JournalOptions, firstSequence: UInt64, epoch: UInt64
  ) throws(FileError) {
    self.store = store
    self.options = options
    header = SegmentHeader(
      flags: 0, firstSequence: firstSequence, epoch: epoch, base: firstSequence, id: store.id)
    preallocated = try store.takeOrMakeSpare(leaving: .nothing)
    capacity = preallocated.capacity
    nextSequence = firstSequence
    buffer = header.bytes
  }

  /// Appends a record with the epoch of the checkpoint. The location is valid once the checkpoint is
  /// complete. Accepts every payload that can be read, since the record may have been written under larger
  /// limits.
  package mutating func append(
    _ kind: RecordKind, _ payload: [UInt8]
  ) throws(JournalError) -> (sequence: Sequence, location: RecordLocation) {
    guard payload.count <= RecordHeader.longestPayload else {
      throw .tooLarge(limit: RecordHeader.longestPayload)
    }
    if !hasHeaderCopy, end >= SegmentHeader.copyOffset {
      hasHeaderCopy = true
      try write(.headerCopy, .skippable, header.bytes)
    }
    let sequence = Sequence(nextSequence)
    let location = RecordLocation(
      segment: firstSequence, offset: UInt32(end), length: UInt32(payload.count))
    try write(.entry(kind), [], payload)
    return (sequence, location)
  }

  mutating func begin() throws(JournalError) {
    try write(.checkpointBegin, .startsGroup, [])
  }

  /// Ends the checkpoint and syncs it. The whole file is synced before it gets its name. The end record
  /// proves that, as a later group would.
  mutating func finish() throws(JournalError) {
    try write(.checkpointEnd, .startsGroup, [])
    try storing { () throws(FileError) in
      try flush()
      try preallocated.file.syncAll()
    }
  }

  func abandon() {
    store.discard(preallocated)
  }

  private mutating func write(
    _ type: RecordType, _ flags: RecordFlags, _ payload: [UInt8]
  ) throws(JournalError) {
    let record = RecordHeader(
      type: type, flags: flags, sequence: nextSequence, epoch: header.epoch, length: payload.count)
    // The file grows by whole segments.
    guard end + record.recordSize + RecordHeader.size + options.segmentBytes <= SegmentFile.longest
    else { throw .noSpace }
    record.write(payload, seed: seed, to: &buffer)
    nextSequence += 1
    if buffer.count >= Self.bufferBytes { try storing { () throws(FileError) in try flush() } }
  }

  private mutating func flush() throws(FileError) {
    // Leave space for the seal too, so that the segment can always be closed.
    while end + RecordHeader.size > capacity {
      do throws(FileError) {
        try preallocated.file.preallocate(capacity + options.segmentBytes)
        capacity += options.segmentBytes
      } catch {
        // A nearly full disk may have room for the rest.
        guard error.isFull, options.firstSegmentBytes < options.segmentBytes else { throw error }
        try preallocated.file.preallocate(capacity + options.firstSegmentBytes)
        capacity += options.firstSegmentBytes
      }
    }
    try preallocated.file.writeAll(buffer, at: bufferOffset)
    bufferOffset = end
    buffer.removeAll(keepingCapacity: true)
  }
}
