import Glibc

extension Journal {
  /// The variables of a journal. The methods are the transitions that need no file.
  struct State {
    var phase = Phase.closed
    var queue = WriteQueue()
    var acknowledgements: DurabilityWaiters
    var nextSequence: UInt64
    var newestEpoch: UInt64
    var base: UInt64
    /// The bytes of the segment files, and of the records in all of them.
    var fileBytes: [UInt64: Int]
    var recordBytes: Int

    var writer = Writer.idle(head: nil)
    var grouping = GroupCommit.idle
    /// The thread that runs a checkpoint or `close`. Nothing may be appended meanwhile.
    var exclusiveOwner: pthread_t?
    /// The acknowledgements to run when that thread has finished.
    var deferred: [DurabilityWaiters.Due] = []
    /// True while the disk has no room for the space that is kept for ends and cleaning. New jobs then do not take what is
    /// left of the last segment.
    var isShort = false
    /// True while written records are not synced, if acknowledgements do not wait for a sync.
    var hasUnsynced = false

    init(_ scan: LogScan) {
      let highest = scan.kept.last?.number ?? 0
      nextSequence = max(
        scan.recovery.base, scan.kept.isEmpty ? 1 : max(scan.last + 2, highest + 1))
      acknowledgements = DurabilityWaiters(durable: nextSequence - 1)
      newestEpoch = scan.recovery.newestEpoch
      base = scan.recovery.base
      fileBytes = Dictionary(uniqueKeysWithValues: scan.kept.map { ($0.number, $0.size) })
      recordBytes = scan.recovery.recordBytes
    }

    /// The bytes of all segment files.
    var allFileBytes: Int { fileBytes.values.reduce(0, +) }

    /// Returns the position of the next record. Throws when the journal is closed or poisoned.
    func openPosition() throws(JournalError) -> Position {
      switch phase {
      case .closed: throw .closed
      case .poisoned(let cause): throw cause
      case .open(let position): return position
      }
    }

    /// Returns true if this thread may append. Another thread may be about to replace the log.
    func mayAppend() -> Bool {
      guard let exclusiveOwner else { return true }
      precondition(pthread_equal(exclusiveOwner, pthread_self()) == 0, "append within a checkpoint")
      return false
    }

    /// Appends a copy of the segment header, in case the first page of the segment is damaged.
    mutating func appendHeaderCopy(at position: inout Position) {
      let record = RecordHeader(
        type: .headerCopy, flags: .skippable, sequence: nextSequence, epoch: newestEpoch,
        length: SegmentHeader.size)
      position.header.bytes.withUnsafeBytes { append(record, $0, at: &position) }
      position.hasHeaderCopy = true
    }

    /// Queues the record of that header, which has the next sequence.
    mutating func append(
      _ record: RecordHeader, _ payload: UnsafeRawBufferPointer, at position: inout Position
    ) {
      queue.append(
        record, payload, seed: position.seed, segment: position.segment, offset: position.offset)
      nextSequence += 1
      position.offset += record.recordSize
      recordBytes += record.recordSize
    }

    /// Returns the record that ends a segment now.
    func sealRecord(seed: UInt32) -> [UInt8] {
      var bytes: [UInt8] = []
      RecordHeader(
        type: .seal, flags: .startsGroup, sequence: nextSequence, epoch: newestEpoch, length: 0
      ).write([], seed: seed, to: &bytes)
      return bytes
    }
  }
}
