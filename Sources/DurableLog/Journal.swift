import Glibc

/// An append-only log of records that survive: the end of the process, power failures, full disks.
///
/// Records are queued by `append`, written and synced in groups by `commit`, superseded as a whole by
/// `checkpoint`. The format and its reasons are in `RecordFormat.md`.
///
/// A failed write or sync *poisons* the journal: what was not acknowledged fails, what was stays
/// readable, and appending throws until a `checkpoint` succeeds.
///
/// May be used from any thread. Unchecked: the variables are guarded by `monitor`, except `head`, which
/// belongs to whoever has set `isWriting`.
package final class Journal: @unchecked Sendable {
  /// Where records go.
  enum Phase {
    case open(Position)
    case poisoned(JournalError)
    case closed
  }

  /// The place of the next record, written or not.
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

    /// Whether the next record is to follow a copy of the header.
    var needsHeaderCopy: Bool { !hasHeaderCopy && offset >= SegmentHeader.copyOffset }

    /// Leaves room for the seal.
    func fits(_ size: Int) -> Bool {
      let copy = needsHeaderCopy ? SegmentHeader.copyRecordSize : 0
      return offset + copy + size + RecordHeader.size <= capacity
    }
  }

  let options: JournalOptions
  let store: SegmentStore
  let monitor = Monitor()
  /// Set once, by `open`.
  var flusher: Flusher?

  var phase: Phase
  var queue = WriteQueue()
  var acknowledgements: Acknowledgements
  var nextSequence: UInt64
  var newestEpoch: UInt64
  var base: UInt64
  /// Bytes of the segment files, and of the records in all of them.
  var fileBytes: [UInt64: Int]
  var recordBytes: Int

  /// Somebody works on the files, outside of the lock.
  var isWriting = false
  /// A thread commits, and others have left their records to it; see `commitOrJoin`.
  var isCommitting = false
  var isJoined = false
  /// A checkpoint or the end is under way, on this thread: nothing may be appended.
  var holder: pthread_t?
  /// Acknowledgements to be run when that is over.
  var deferred: [Acknowledgements.Due] = []
  /// Written without being synced, where acknowledgements do not wait for that.
  var hasUnsynced = false

  /// The file that is written to.
  var head: (any LogFile)?

  private init(_ scan: LogScan, _ store: SegmentStore, _ options: JournalOptions) {
    self.store = store
    self.options = options
    let highest = scan.kept.last?.number ?? 0
    nextSequence = max(
      1, scan.recovery.base, scan.kept.isEmpty ? 1 : max(scan.last + 2, highest + 1))
    acknowledgements = Acknowledgements(durable: nextSequence - 1)
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
  /// Hands every surviving record to `replay`, in order. Throws when the files cannot be read or are
  /// not ours to write; nothing is changed then, though records may have been handed over. A disk that
  /// cannot be written to does not keep it from opening: the journal is poisoned from the start.
  package static func open(
    _ directory: any LogDirectory, _ options: JournalOptions, replay: (Record) -> Void
  ) throws(JournalError) -> (Journal, Recovery) {
    let scan = try LogScan(directory, progress: options.progress, replay: replay)
    let store = SegmentStore(
      directory, id: scan.id ?? .random(), segmentBytes: options.segmentBytes)
    let journal = Journal(scan, store, options)
    journal.flusher = Flusher { [weak journal] chore in journal?.perform(chore) }
    journal.begin(after: scan)
    return (journal, scan.recovery)
  }

  /// Queues a record. Its sequence and location are final, but it is not yet on disk.
  ///
  /// Refuses a `.put`, and a copy of an earlier record, with `.noSpace` if it would take the last
  /// preallocated segment; records that make room may. Refuses with `.full` what would add a segment to files
  /// that take more than `logBytes`. A record that is longer than a segment gets a longer one; new work is to
  /// be no longer than `largestPayload`. Waits while another thread writes a checkpoint.
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

  /// The same, of bytes that are read during the call only.
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
        _ = flusher?.request(.fillSpare, after: 0)
      }
      return (Sequence(record.sequence), location)
    }
  }

  /// Calls `then` once, when all up to `sequence` survives what the chosen durability says, or failed.
  ///
  /// It runs on a thread that commits, or on this one if the outcome is known; never under a lock. It
  /// should not block. The order between groups is not promised.
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

  /// Returns when everything appended before is durable or has failed.
  ///
  /// The first to come writes and syncs for all who come meanwhile: one write and one sync for up to
  /// 256 records or 1 MiB. The others may return before the acknowledgements of their records ran.
  package func commit() {
    let target = monitor.withLock { nextSequence - 1 }
    while let due = writeNext(until: target) { due.run() }
  }

  /// The same without waiting: a background thread commits at once. This one does if none can be had.
  package func commitSoon() {
    if flusher?.request(.commit, after: 0) == false { commit() }
  }

  /// The same within 200 ms, for records that cost little when they are lost.
  package func commitLazily() {
    if flusher?.request(.commit, after: 200_000_000) == false { commit() }
  }

  /// The payload of a record, also of one that is still queued.
  ///
  /// Throws `.damaged` if it is no longer what was written, and `.superseded` if a checkpoint completed
  /// since the location was learned.
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

  /// Closes the files that are open for reading. `read` opens them again.
  package func closeReaders() { store.closeReaders() }

  /// Commits, marks the log as complete and ends the background thread. Appending is refused from here
  /// on; reading is not.
  package func close() {
    // Most of it without holding anybody up.
    commit()
    do throws(JournalError) {
      try hold()
    } catch {
      return
    }
    if case .open(let position) = phase, let head {
      let seal = monitor.withLock { sealRecord(seed: position.seed) }
      do throws(FileError) {
        try head.writeAll(seal, at: position.offset)
        try head.syncAll()
        // Nothing is lost without it; with it an idle journal is as small as its contents.
        try head.truncate(to: position.offset + seal.count)
      } catch {
        // A log without its seal recovers like one whose process was killed.
      }
    }
    head = nil
    monitor.withLock { phase = .closed }
    store.discardSpares()
    release { $0() }
    flusher?.stopAndWait()
  }

  /// Removes the copies of damaged bytes.
  package func discardQuarantine() throws(JournalError) {
    try storing { () throws(FileError) in try Quarantine.discard(in: store.directory) }
  }

  /// Bytes of the longest payload that can be copied: a copy may be longer by a few notes.
  package static let longestPayload = RecordHeader.longestPayload - 4096

  /// Bytes of the longest payload that new work may have.
  package var largestPayload: Int { options.largestPayload }

  /// Why nothing can be appended, until a checkpoint succeeds.
  package var failure: JournalError? {
    monitor.withLock { if case .poisoned(let cause) = phase { cause } else { nil } }
  }

  package var isPoisoned: Bool { failure != nil }

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

extension Journal {
  /// Does the next piece of queued work, unless all up to `target` is decided. Returns the
  /// acknowledgements that are due, or nil when there is nothing left to do.
  func writeNext(until target: UInt64) -> Acknowledgements.Due? {
    let next = monitor.withLock { () -> (work: WriteQueue.Work, file: any LogFile)? in
      while isWriting, acknowledgements.outcome(of: target) == nil { monitor.wait() }
      guard acknowledgements.outcome(of: target) == nil, let file = head, let work = queue.next()
      else { return nil }
      isWriting = true
      return (work, file)
    }
    guard let next else { return nil }
    let result = Result { () throws(FileError) in try write(next.work, to: next.file) }
    return monitor.withLock {
      isWriting = false
      queue.finish()
      monitor.wakeAll()
      return finish(next.work, result)
    }
  }

  private func write(_ work: WriteQueue.Work, to file: any LogFile) throws(FileError) {
    switch work {
    case .write(let group):
      try file.writeAll(group.bytes, at: group.offset)
      if options.durability == .power || group.needsSync { try file.syncAll() }
    case .rotate(let rotation):
      // The old segment is sealed when there is another one to go on with.
      try store.publish(rotation.spare, as: rotation.header)
      try file.writeAll(rotation.seal, at: rotation.sealOffset)
      try file.syncAll()
      // The space behind the seal is a saving that may fail.
      if rotation.isEarly {
        _ = Result { () throws(FileError) in try file.truncate(to: rotation.end) }
      }
    }
  }

  private func finish(
    _ work: WriteQueue.Work, _ result: Result<Void, FileError>
  ) -> Acknowledgements.Due {
    if case .rotate(let rotation) = work, rotation.isEarly {
      fileBytes[rotation.old] = rotation.end
    }
    if case .failure(let error) = result { return poison(JournalError(error)) }
    switch work {
    case .write(let group):
      hasUnsynced = options.durability == .process && !group.needsSync
      // Without a thread the sync is left to the kernel, to the next record that needs one, or to the end.
      if hasUnsynced { _ = flusher?.request(.sync, after: 1_000_000_000) }
      return acknowledgements.succeed(through: group.last)
    case .rotate(let rotation):
      head = rotation.spare.file
      base = max(base, rotation.header.base)
      hasUnsynced = false
      return .init()
    }
  }

  /// Gives up on the current segment. It is not synced again: the kernel may have dropped what it could
  /// not write, and would then report success. The numbers of what was not acknowledged stay taken.
  func poison(_ cause: JournalError) -> Acknowledgements.Due {
    phase = .poisoned(cause)
    head = nil
    hasUnsynced = false
    for rotation in queue.drop() {
      fileBytes[rotation.header.firstSequence] = nil
      store.giveBack(rotation.spare)
    }
    return acknowledgements.fail(through: nextSequence - 1, cause)
  }

  /// Where a record of `size` bytes goes; changes to a new segment if it must.
  private func position(
    forSize size: Int, leavingReserve: Bool, logBytes: Int
  ) throws(JournalError) -> Position {
    var position = try openPosition()
    if position.fits(size) { return position }
    if position.capacity < options.segmentBytes {
      try preallocate(&position)
      if position.fits(size) { return position }
    }
    let used = fileBytes.values.reduce(0, +)
    guard used <= logBytes else { throw .full(used: used) }
    return try rotate(from: position, leavingReserve: leavingReserve, base: base, for: size)
  }

  /// Gives the segment of a group that never had work its space, and makes the reserve, when the first record
  /// comes.
  private func preallocate(_ position: inout Position) throws(JournalError) {
    try storing { () throws(FileError) in
      try head?.preallocate(options.segmentBytes)
      if store.spareCount == 0 { try store.makeSpare() }
    }
    position.capacity = options.segmentBytes
    fileBytes[position.segment] = options.segmentBytes
    phase = .open(position)
  }

  /// Repeats the header of the segment, for a reader who finds its first page damaged.
  private func appendHeaderCopy(at position: inout Position) {
    let record = RecordHeader(
      type: .headerCopy, flags: .skippable, sequence: nextSequence, epoch: newestEpoch,
      length: SegmentHeader.size)
    position.header.bytes.withUnsafeBytes {
      queue.append(
        record, $0, seed: position.seed, segment: position.segment, offset: position.offset)
    }
    nextSequence += 1
    position.offset += record.recordSize
    position.hasHeaderCopy = true
    recordBytes += record.recordSize
  }

  /// The place of the next record, if there is one.
  func openPosition() throws(JournalError) -> Position {
    switch phase {
    case .closed: throw .closed
    case .poisoned(let cause): throw cause
    case .open(let position): return position
    }
  }

  /// Queues the change to a new segment, and returns where it begins.
  ///
  /// What leaves a reserve leaves one spare behind, so that on a full disk there is always room to note that
  /// older work is done. The new segment has room for a record of `size` bytes.
  func rotate(
    from position: Position, leavingReserve: Bool, base: UInt64, for size: Int = 0,
    isEarly: Bool = false
  ) throws(JournalError) -> Position {
    // The seal has the number before.
    let header = SegmentHeader(
      flags: 0, firstSequence: nextSequence + 1, epoch: newestEpoch, base: base, id: store.id)
    let needed = header.opening.count + size + RecordHeader.size
    let spare = try storing { () throws(FileError) in
      while leavingReserve, store.spareCount < 2 { try store.makeSpare() }
      return try store.takeOrMakeSpare(of: needed)
    }
    let seal = sealRecord(seed: position.seed)
    queue.append(
      WriteQueue.Rotation(
        header: header, spare: spare, seal: seal, sealOffset: position.offset, isEarly: isEarly,
        old: position.segment))
    fileBytes[header.firstSequence] = spare.capacity
    nextSequence = header.firstAppended
    let next = Position(
      header: header, capacity: spare.capacity, offset: header.opening.count)
    phase = .open(next)
    return next
  }

  func waitForHolder() {
    while let holder {
      precondition(pthread_equal(holder, pthread_self()) == 0, "append within a checkpoint")
      monitor.wait()
    }
  }

  private func sealRecord(seed: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    RecordHeader(
      type: .seal, flags: .startsGroup, sequence: nextSequence, epoch: newestEpoch, length: 0
    ).write([], seed: seed, to: &bytes)
    return bytes
  }

  /// Keeps others from appending, writes what is queued, and takes the files.
  func hold() throws(JournalError) {
    let target = try monitor.withLock { () throws(JournalError) in
      while holder != nil { monitor.wait() }
      if case .closed = phase { throw .closed }
      holder = pthread_self()
      return nextSequence - 1
    }
    // Acknowledgements may append, which they could not do on this thread.
    var due: [Acknowledgements.Due] = []
    while let more = writeNext(until: target) { due.append(more) }
    monitor.withLock {
      while isWriting { monitor.wait() }
      isWriting = true
      deferred = due
    }
  }

  func release(_ later: (@escaping () -> Void) -> Void) {
    let due = monitor.withLock {
      isWriting = false
      holder = nil
      monitor.wakeAll()
      defer { deferred = [] }
      return deferred.filter { !$0.waiters.isEmpty }
    }
    if !due.isEmpty { later { for due in due { due.run() } } }
  }

  /// Best effort: what needs the spare tries again, and reports the failure.
  func makeSpare() {
    guard store.spareCount == 0 else { return }
    _ = Result { () throws(FileError) in try store.makeSpare() }
  }

  /// Tidies up after earlier processes and starts a segment. Never adds to an old one: what an
  /// interrupted write left there would end up in the middle of the log.
  private func begin(after scan: LogScan) {
    _ = Result { () throws(FileError) in
      try Quarantine.keep(scan, in: store.directory, limit: options.quarantineBytes)
    }
    store.removeTemporaries()
    _ = store.remove(scan.superseded.map(\.number))
    for segment in scan.kept { fileBytes[segment.number] = store.truncate(segment) }
    let header = SegmentHeader(
      flags: SegmentHeader.startsProcess, firstSequence: nextSequence, epoch: newestEpoch,
      base: base, id: store.id)
    // Without any work there is nothing that must be able to end: the space comes with the first record.
    let isUnused = scan.kept.isEmpty
    let capacity = isUnused ? header.opening.count : options.segmentBytes
    fileBytes[header.firstSequence] = capacity
    do throws(FileError) {
      let spare = try store.newSpare(of: capacity)
      try store.publish(spare, as: header)
      head = spare.file
      nextSequence = header.firstAppended
      phase = .open(
        Position(header: header, capacity: capacity, offset: header.opening.count))
      _ = store.remove(scan.empty.map(\.number).filter { $0 != header.firstSequence })
      if !isUnused { makeSpare() }
    } catch {
      phase = .poisoned(JournalError(error))
    }
  }

  private func perform(_ chore: Flusher.Chore) {
    switch chore {
    case .commit: commitOrJoin()
    case .sync: syncWritten()
    case .fillSpare: store.fillSpare()
    }
  }

  /// Where acknowledgements do not wait for a sync, it follows.
  private func syncWritten() {
    let file = monitor.withLock { () -> (any LogFile)? in
      while isWriting { monitor.wait() }
      guard hasUnsynced, let head else { return nil }
      isWriting = true
      return head
    }
    guard let file else { return }
    let result = Result { () throws(FileError) in try file.syncAll() }
    let due = monitor.withLock { () -> Acknowledgements.Due in
      isWriting = false
      hasUnsynced = false
      monitor.wakeAll()
      guard case .failure(let error) = result else { return .init() }
      return poison(JournalError(error))
    }
    due.run()
  }
}
