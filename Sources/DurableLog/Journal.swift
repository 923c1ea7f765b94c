import System

/// An append-only log of records that survive the end of the process, power failures and full disks.
///
/// Records are queued by `append`, written and synced in groups by `commit`, and superseded as a whole by
/// `checkpoint`. The format and its reasons are in `RecordFormat.md`.
///
/// A failed write or sync *poisons* the journal: unacknowledged records fail, acknowledged ones stay
/// readable, and appending throws until a `checkpoint` succeeds.
///
/// May be used from any thread. The file that is written to belongs to the thread that has taken it from
/// `State.writer`.
package final class Journal: Sendable {
  /// The phase of the journal.
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
  let monitor: Monitor<State>
  let flusher = Flusher()

  private init(_ scan: LogScan, _ store: SegmentStore, _ options: JournalOptions) {
    self.store = store
    self.options = options
    monitor = Monitor(State(scan))
  }

  deinit {
    flusher.stop()
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
      directory, id: scan.id ?? .random(), segmentBytes: options.segmentBytes,
      smallBytes: options.firstSegmentBytes)
    let journal = Journal(scan, store, options)
    journal.flusher.begin { [weak journal] task in journal?.perform(task) }
    journal.monitor.withLock { journal.begin(after: scan, &$0) }
    return (journal, scan.recovery)
  }

  /// Queues a record. Its sequence and location are final, but it is not yet on disk.
  ///
  /// Refuses a `.put`, a copy of an earlier record, and another record that `leavesRoom`, with `.noSpace` if it would
  /// take the space that is kept for the ends of jobs; records that free space may take it. Refuses with `.full` a record
  /// that would add a segment to files that take more than `logBytes`. A record that is longer than a segment gets a longer
  /// one. The record of a new job should be no longer than `largestPayload`. Waits while another thread writes a checkpoint.
  package func append(
    _ kind: RecordKind, epoch: UInt64, _ payload: [UInt8], isCopy: Bool = false,
    leavesRoom: Bool? = nil, logBytes: Int = .max
  ) throws(JournalError) -> (sequence: Sequence, location: RecordLocation) {
    let result = payload.withUnsafeBytes { payload in
      Result { () throws(JournalError) in
        try append(
          kind, epoch: epoch, payload, isCopy: isCopy, leavesRoom: leavesRoom, logBytes: logBytes)
      }
    }
    return try result.get()
  }

  /// Appends bytes that are read only during the call.
  package func append(
    _ kind: RecordKind, epoch: UInt64, _ payload: UnsafeRawBufferPointer, isCopy: Bool = false,
    leavesRoom: Bool? = nil, logBytes: Int = .max
  ) throws(JournalError) -> (sequence: Sequence, location: RecordLocation) {
    try monitor.wait {
      state throws(JournalError) -> Waiting<(sequence: Sequence, location: RecordLocation)> in
      guard state.mayAppend() else { return .until(.never) }
      guard payload.count <= RecordHeader.longestPayload else {
        throw .tooLarge(limit: RecordHeader.longestPayload)
      }
      state.newestEpoch = max(state.newestEpoch, epoch)
      let size = RecordHeader.recordSize(payload: payload.count)
      var position = try position(
        forSize: size, leaving: leavesRoom ?? (kind == .put || isCopy) ? .ends : .reserve,
        logBytes: logBytes, &state)
      if position.needsHeaderCopy { state.appendHeaderCopy(at: &position) }
      let record = RecordHeader(
        type: .entry(kind), flags: isCopy ? .isCopy : [], sequence: state.nextSequence,
        epoch: epoch,
        length: payload.count)
      let location = RecordLocation(
        segment: position.segment, offset: UInt32(position.offset), length: UInt32(payload.count))
      state.append(record, payload, at: &position)
      state.phase = .open(position)
      // A process that writes less fills no spare. Later spares are filled from the same offset on, because the filling
      // takes turns with commits.
      if position.offset > options.firstSegmentBytes / 2, store.hasUnfilledSpare {
        _ = flusher.request(.fillSpare, after: .zero)
      }
      return .done((Sequence(record.sequence), location))
    }
  }

  /// Calls `then` once, when all records up to `sequence` have failed or have the configured durability.
  ///
  /// `then` runs on a thread that commits, or on this one if the outcome is known; never under a lock. It
  /// should not block. The order between groups is not guaranteed.
  package func whenDurable(
    _ sequence: Sequence, _ then: @escaping @Sendable (Result<Void, JournalError>) -> Void
  ) {
    let known = monitor.withLock { state in
      let outcome = state.acknowledgements.outcome(of: sequence.value)
      if outcome == nil { state.acknowledgements.wait(for: sequence.value, then) }
      return outcome
    }
    if let known { then(known) }
  }

  /// Returns the outcome of a record: nil while it is queued.
  package func outcome(of sequence: Sequence) -> Result<Void, JournalError>? {
    monitor.withLock { $0.acknowledgements.outcome(of: sequence.value) }
  }

  /// Commits everything appended before. Returns when all of it is durable or has failed.
  ///
  /// The first thread writes and syncs for all threads that arrive meanwhile: one write and one sync for up
  /// to 256 records or 1 MiB. The others may return before the acknowledgements of their records ran.
  package func commit() {
    let target = monitor.withLock { $0.nextSequence - 1 }
    while let due = writeNext(until: target) { due.run() }
  }

  /// Requests a commit of the queued records at once on the background thread, without waiting. If no thread can be
  /// created, this thread commits.
  package func commitSoon() {
    let isCommitted = monitor.withLock {
      $0.acknowledgements.outcome(of: $0.nextSequence - 1) != nil
    }
    guard !isCommitted else { return }
    if !flusher.request(.commit, after: .zero) { commit() }
  }

  /// Requests a commit within that time, by default for records whose loss costs little.
  package func commitLazily(within delay: Duration = .milliseconds(200)) {
    if !flusher.request(.commit, after: delay) { commit() }
  }

  /// Returns the payload of a record, including one that is still queued.
  ///
  /// Throws `.damaged` if the bytes are not the written ones, and `.superseded` if a checkpoint completed
  /// after the location was returned.
  package func read(_ location: RecordLocation) throws(JournalError) -> [UInt8] {
    let (queued, base) = monitor.withLock { ($0.queue.record(at: location), $0.base) }
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
    monitor.withLock { location.segment >= $0.base }
  }

  /// Returns false if a checkpoint or a cleaning has dropped the segment of the record of that number: its copy is
  /// stored.
  package func holds(_ sequence: Sequence) -> Bool {
    monitor.withLock { sequence.value >= $0.base }
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
    let end = monitor.withLock { state -> (offset: Int, seal: [UInt8])? in
      defer { state.phase = .closed }
      guard case .open(let position) = state.phase else { return nil }
      return (position.offset, state.sealRecord(seed: position.seed))
    }
    if let head, let end {
      do throws(FileError) {
        try head.writeAll(end.seal, at: end.offset)
        try head.syncAll()
        // Truncation is optional. It makes an idle journal as small as its contents.
        try head.truncate(to: end.offset + end.seal.count)
      } catch {
        // A log without its seal recovers like one whose process was killed.
      }
    }
    store.discardSpares()
    endExclusive(head: nil) { $0() }
    flusher.stopAndWait()
  }

  /// Removes the copies of damaged bytes.
  package func discardQuarantine() throws(JournalError) {
    try storing { () throws(FileError) in try Quarantine.discard(in: store.directory) }
  }

  /// The bytes of the longest payload that can be copied. The rest is for members that a copy may add.
  package static let longestPayload = RecordHeader.longestPayload - 4096

  /// The bytes of the longest payload of a new job.
  package var largestPayload: Int { options.largestPayload }

  /// The cause of the poisoned state: nothing can be appended until a checkpoint succeeds.
  package var failure: JournalError? {
    monitor.withLock { if case .poisoned(let cause) = $0.phase { cause } else { nil } }
  }

  /// The bytes that are left for records that do not leave room for others: in the last segment and in the spares.
  package var room: Int {
    let left = monitor.withLock { state in
      guard case .open(let position) = state.phase else { return 0 }
      return position.capacity - position.offset
    }
    return left + store.spareBytes
  }

  /// The bytes of the file system, used ones included; nil if they are unknown.
  package var volumeBytes: Int? { store.directory.volumeBytes }

  /// True while the disk has no room for the space that is kept for ends and cleaning.
  package var isShort: Bool { monitor.withLock { $0.isShort } }

  /// Returns the bytes of the file of a segment; 0 if there is none.
  package func fileBytes(of segment: UInt64) -> Int {
    monitor.withLock { $0.fileBytes[segment] ?? 0 }
  }

  package var isPoisoned: Bool { failure != nil }

  /// True while the files hold no record and no space for one.
  package var isUnused: Bool {
    monitor.withLock { $0.recordBytes == 0 && $0.allFileBytes <= SegmentHeader.size }
  }

  package var usage: Usage {
    monitor.withLock { state in
      let total = state.allFileBytes
      var unused = 0
      if case .open(let position) = state.phase { unused = position.capacity - position.offset }
      return Usage(
        segments: state.fileBytes.count, recordBytes: state.recordBytes, fileBytes: total,
        usedBytes: total - unused)
    }
  }
}
