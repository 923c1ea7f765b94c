import Glibc
import System

/// An append-only log of records that survive the end of the process, power failures and full disks.
///
/// Records are queued by `append`, written and synced in groups by `commit`, and superseded as a whole by
/// `checkpoint`. The format and its reasons are in `RecordFormat.md`.
///
/// A failed write or sync *poisons* the journal: unacknowledged records fail, acknowledged ones stay
/// readable, and appending throws until a `checkpoint` succeeds.
///
/// May be used from any thread. Unchecked: the variables are guarded by `monitor`. The file that is written to
/// belongs to the thread that has taken it from `writer`.
package final class Journal: @unchecked Sendable {
  /// The state of the journal.
  enum Phase {
    case open(Position)
    case poisoned(JournalError)
    case closed
  }

  /// The use of the file that is written to.
  enum Writer {
    /// No thread uses it. Nil if there is none: the journal is poisoned or closed.
    case idle(head: (any LogFile)?)
    /// A thread that has taken the file writes or syncs it, outside of the lock.
    case writing
    /// A checkpoint or `close` has taken the file.
    case exclusive

    var isIdle: Bool { if case .idle = self { true } else { false } }

    /// Takes the file for one write or sync; nil if there is none. Another thread must not have it.
    mutating func take() -> (any LogFile)? {
      guard case .idle(let head?) = self else { return nil }
      self = .writing
      return head
    }
  }

  /// The commit of one thread for others.
  enum GroupCommit {
    case idle
    /// A thread commits in `groupCommit`. `hasFollowers`: others have left their records to that thread.
    case leading(hasFollowers: Bool)
  }

  /// The position of the next record.
  struct Position {
    let header: SegmentHeader
    let seed: UInt32
    var capacity: Int
    var offset: Int
    var hasHeaderCopy: Bool

    init(header: SegmentHeader, capacity: Int, offset: Int, hasHeaderCopy: Bool = false) {
      self.header = header
      seed = header.seed
      self.capacity = capacity
      self.offset = offset
      self.hasHeaderCopy = hasHeaderCopy
    }

    var segment: UInt64 { header.firstSequence }

    /// True if a copy of the header must precede the next record.
    var needsHeaderCopy: Bool { !hasHeaderCopy && offset >= SegmentHeader.copyOffset }

    /// Returns true if a record of `size` bytes fits, with space left for the seal.
    func fits(_ size: Int) -> Bool {
      let copy = needsHeaderCopy ? SegmentHeader.copyRecordSize : 0
      return offset + copy + size + RecordHeader.size <= capacity
    }
  }

  let options: JournalOptions
  let store: SegmentStore
  let monitor = Monitor()
  /// The background thread. Set once, by `open`.
  var flusher: Flusher?

  var phase: Phase
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
  /// True while written records are not synced, if acknowledgements do not wait for a sync.
  var hasUnsynced = false

  private init(_ scan: LogScan, _ store: SegmentStore, _ options: JournalOptions) {
    self.store = store
    self.options = options
    let highest = scan.kept.last?.number ?? 0
    nextSequence = max(
      1, scan.recovery.base, scan.kept.isEmpty ? 1 : max(scan.last + 2, highest + 1))
    acknowledgements = DurabilityWaiters(durable: nextSequence - 1)
    newestEpoch = scan.recovery.newestEpoch
    base = scan.recovery.base
    fileBytes = Dictionary(
      uniqueKeysWithValues: scan.kept.map { ($0.number, $0.size) })
    recordBytes = scan.recovery.recordBytes
    phase = .closed
  }

  deinit {
    flusher?.stop()
  }

  /// Opens or creates the journal in `directory`, which the caller has locked.
  ///
  /// Passes every surviving record to `replay`, in order. Throws when the files cannot be read, belong to
  /// another journal or have a newer format. In that case nothing is changed, though some records may have
  /// been passed to `replay`. A disk without write access does not prevent opening: the journal is then
  /// poisoned from the start.
  package static func open(
    _ directory: any LogDirectory, _ options: JournalOptions, replay: (Record) -> Void
  ) throws(JournalError) -> (Journal, Recovery) {
    let scan = try LogScan(directory, progress: options.progress, replay: replay)
    let store = SegmentStore(
      directory, id: scan.id ?? .random(), segmentBytes: options.segmentBytes)
    let journal = Journal(scan, store, options)
    journal.flusher = Flusher { [weak journal] task in journal?.perform(task) }
    journal.begin(after: scan)
    return (journal, scan.recovery)
  }

  /// Queues a record. Its sequence and location are final, but it is not yet on disk.
  ///
  /// Refuses a `.put`, and a copy of an earlier record, with `.noSpace` if it would take the last
  /// preallocated segment; records that free space may take it. Refuses with `.full` a record that would add
  /// a segment to files that take more than `logBytes`. A record that is longer than a segment gets a longer
  /// one. New work should be no longer than `largestPayload`. Waits while another thread writes a checkpoint.
  package func append(
    _ kind: RecordKind, epoch: UInt64, _ payload: [UInt8], isCopy: Bool = false,
    logBytes: Int = .max
  ) throws(JournalError) -> (sequence: Sequence, location: RecordLocation) {
    let result = payload.withUnsafeBytes { payload in
      Result { () throws(JournalError) in
        try append(kind, epoch: epoch, payload, isCopy: isCopy, logBytes: logBytes)
      }
    }
    return try result.get()
  }

  /// Appends bytes that are read only during the call.
  package func append(
    _ kind: RecordKind, epoch: UInt64, _ payload: UnsafeRawBufferPointer, isCopy: Bool = false,
    logBytes: Int = .max
  ) throws(JournalError) -> (sequence: Sequence, location: RecordLocation) {
    try monitor.withLock { () throws(JournalError) in
      waitForHolder()
      guard payload.count <= RecordHeader.longestPayload else {
        throw .tooLarge(limit: RecordHeader.longestPayload)
      }
      newestEpoch = max(newestEpoch, epoch)
      let size = RecordHeader.recordSize(payload: payload.count)
      var position = try position(
        forSize: size, leavingReserve: kind == .put || isCopy, logBytes: logBytes)
      if position.needsHeaderCopy { appendHeaderCopy(at: &position) }
      let record = RecordHeader(
        type: .entry(kind), flags: isCopy ? .isCopy : [], sequence: nextSequence, epoch: epoch,
        length: payload.count)
      let location = RecordLocation(
        segment: position.segment, offset: UInt32(position.offset), length: UInt32(payload.count))
      queue.append(
        record, payload, seed: position.seed, segment: position.segment, offset: position.offset)
      nextSequence += 1
      position.offset += size
      phase = .open(position)
      recordBytes += size
      if position.offset > position.capacity / 2, store.hasUnfilledSpare {
        _ = flusher?.request(.fillSpare, after: .zero)
      }
      return (Sequence(record.sequence), location)
    }
  }

  /// Calls `then` once, when all records up to `sequence` have failed or have the configured durability.
  ///
  /// `then` runs on a thread that commits, or on this one if the outcome is known; never under a lock. It
  /// should not block. The order between groups is not guaranteed.
  package func whenDurable(
    _ sequence: Sequence, _ then: @escaping @Sendable (Result<Void, JournalError>) -> Void
  ) {
    let known = monitor.withLock { () -> Result<Void, JournalError>? in
      let outcome = acknowledgements.outcome(of: sequence.value)
      if outcome == nil { acknowledgements.wait(for: sequence.value, then) }
      return outcome
    }
    if let known { then(known) }
  }

  /// Commits everything appended before. Returns when all of it is durable or has failed.
  ///
  /// The first thread writes and syncs for all threads that arrive meanwhile: one write and one sync for up
  /// to 256 records or 1 MiB. The others may return before the acknowledgements of their records ran.
  package func commit() {
    let target = monitor.withLock { nextSequence - 1 }
    while let due = writeNext(until: target) { due.run() }
  }

  /// Requests a commit at once on the background thread, without waiting. If no thread can be created, this
  /// thread commits.
  package func commitSoon() {
    if flusher?.request(.commit, after: .zero) == false { commit() }
  }

  /// Requests a commit within 200 ms, for records whose loss costs little.
  package func commitLazily() {
    if flusher?.request(.commit, after: .milliseconds(200)) == false { commit() }
  }

  /// Returns the payload of a record, including one that is still queued.
  ///
  /// Throws `.damaged` if the bytes are not the written ones, and `.superseded` if a checkpoint completed
  /// after the location was returned.
  package func read(_ location: RecordLocation) throws(JournalError) -> [UInt8] {
    let (queued, base) = monitor.withLock { (queue.record(at: location), self.base) }
    guard location.segment >= base else { throw .superseded }
    let start = Int(location.offset)
    let range = start..<start + RecordHeader.recordSize(payload: Int(location.length))
    let bytes: [UInt8]
    if let queued {
      bytes = queued
    } else {
      bytes = try storing { () throws(FileError) in
        try store.reader(location.segment).readAll(range)
      }
    }
    let seed = SegmentHeader.seed(id: store.id, firstSequence: location.segment)
    let length = bytes.withUnsafeBytes { RecordHeader.read($0, at: 0, seed: seed)?.length }
    guard length == Int(location.length) else {
      throw .damaged(file: SegmentName.name(location.segment), offset: start)
    }
    return Array(bytes[RecordHeader.size..<RecordHeader.size + Int(location.length)])
  }

  /// Returns false if a checkpoint or a cleaning has dropped the segment of that record.
  package func holds(_ location: RecordLocation) -> Bool {
    monitor.withLock { location.segment >= base }
  }

  /// Closes the files that are open for reading. `read` opens them again.
  package func closeReaders() { store.closeReaders() }

  /// Commits, marks the log as complete and ends the background thread. After this, appending is refused;
  /// reading is not.
  package func close() {
    // Commit most of it before other threads are blocked.
    commit()
    let head: (any LogFile)?
    do throws(JournalError) {
      head = try beginExclusive()
    } catch {
      return
    }
    if case .open(let position) = phase, let head {
      let seal = monitor.withLock { sealRecord(seed: position.seed) }
      do throws(FileError) {
        try head.writeAll(seal, at: position.offset)
        try head.syncAll()
        // Truncation is optional. It makes an idle journal as small as its contents.
        try head.truncate(to: position.offset + seal.count)
      } catch {
        // A log without its seal recovers like one whose process was killed.
      }
    }
    monitor.withLock { phase = .closed }
    store.discardSpares()
    endExclusive(head: nil) { $0() }
    flusher?.stopAndWait()
  }

  /// Removes the copies of damaged bytes.
  package func discardQuarantine() throws(JournalError) {
    try storing { () throws(FileError) in try Quarantine.discard(in: store.directory) }
  }

  /// The bytes of the longest payload that can be copied. The rest is for members that a copy may add.
  package static let longestPayload = RecordHeader.longestPayload - 4096

  /// The bytes of the longest payload for new work.
  package var largestPayload: Int { options.largestPayload }

  /// The cause of the poisoned state: nothing can be appended until a checkpoint succeeds.
  package var failure: JournalError? {
    monitor.withLock { if case .poisoned(let cause) = phase { cause } else { nil } }
  }

  package var isPoisoned: Bool { failure != nil }

  /// True while the files hold no record and no space for one.
  package var isUnused: Bool {
    monitor.withLock {
      recordBytes == 0 && fileBytes.values.reduce(0, +) <= SegmentHeader.size
    }
  }

  package var usage: Usage {
    monitor.withLock {
      let total = fileBytes.values.reduce(0, +)
      var unused = 0
      if case .open(let position) = phase { unused = position.capacity - position.offset }
      return Usage(
        segments: fileBytes.count, recordBytes: recordBytes, fileBytes: total,
        usedBytes: total - unused)
    }
  }
}
