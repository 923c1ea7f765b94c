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
  private enum Phase {
    case open(Position)
    case poisoned(JournalError)
    case closed
  }

  /// The place of the next record, written or not.
  private struct Position {
    let segment: UInt64
    let seed: UInt32
    let capacity: Int
    var offset = SegmentHeader.size

    /// Leaves room for the seal.
    func fits(_ size: Int) -> Bool { offset + size + RecordHeader.size <= capacity }
  }

  private let options: JournalOptions
  private let store: SegmentStore
  private let monitor = Monitor()
  /// Set once, by `open`.
  private var flusher: Flusher?

  private var phase: Phase
  private var queue = WriteQueue()
  private var acknowledgements: Acknowledgements
  private var nextSequence: UInt64
  private var newestEpoch: UInt64
  private var base: UInt64
  /// Bytes of the segment files, and of the records in all of them.
  private var fileBytes: [UInt64: Int]
  private var recordBytes: Int

  /// Somebody works on the files, outside of the lock.
  private var isWriting = false
  /// A checkpoint or the end is under way, on this thread: nothing may be appended.
  private var holder: pthread_t?
  /// Acknowledgements to be run when that is over.
  private var deferred: [() -> Void] = []
  /// Written without being synced, where acknowledgements do not wait for that.
  private var hasUnsynced = false

  /// The file that is written to.
  private var head: (any LogFile)?

  private init(_ scan: LogScan, _ store: SegmentStore, _ options: JournalOptions) {
    self.store = store
    self.options = options
    let highest = scan.kept.last?.number ?? 0
    nextSequence = scan.kept.isEmpty ? 1 : max(scan.last + 2, highest + 1)
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
    let scan = try LogScan(directory, replay: replay)
    let store = SegmentStore(
      directory, id: scan.id ?? .random(), segmentBytes: options.segmentBytes)
    let journal = Journal(scan, store, options)
    journal.flusher = Flusher { [weak journal] chore in journal?.perform(chore) }
    journal.begin(after: scan)
    return (journal, scan.recovery)
  }

  /// Queues a record. Its sequence and location are final, but it is not yet on disk.
  ///
  /// Refuses a `.put` with `.noSpace` if it would take the last preallocated segment; records that
  /// make room may. Waits while another thread writes a checkpoint.
  package func append(
    _ kind: RecordKind, epoch: UInt64, _ payload: [UInt8]
  ) throws(JournalError) -> (sequence: Sequence, location: RecordLocation) {
    try monitor.withLock { () throws(JournalError) in
      while let holder {
        precondition(pthread_equal(holder, pthread_self()) == 0, "append within a checkpoint")
        monitor.wait()
      }
      guard payload.count <= options.largestPayload else {
        throw .tooLarge(limit: options.largestPayload)
      }
      newestEpoch = max(newestEpoch, epoch)
      let size = RecordHeader.recordSize(payload: payload.count)
      var position = try position(for: kind, size)
      let record = RecordHeader(
        type: .entry(kind), sequence: nextSequence, epoch: epoch, length: payload.count)
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
    while let calls = writeNext(until: target) {
      for call in calls { call() }
    }
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

  /// Replaces all records by those that `body` writes, and removes the old files. The way out of the
  /// poisoned state.
  ///
  /// What was appended before is committed first, so a `commit` just before makes it short. Appending
  /// waits meanwhile: either nobody else needs a lock to append, or the caller holds that lock. In that
  /// case it passes `later`, which receives the acknowledgements that became due, to be run when the lock
  /// is free; without it they run on this thread. If this throws, nothing `body` learned counts: the old locations
  /// stay valid, and a journal that was not poisoned stays usable unless the failure came in the very
  /// last step.
  package func checkpoint(
    epoch: UInt64, later: (@escaping () -> Void) -> Void = { $0() },
    _ body: (inout CheckpointWriter) throws(JournalError) -> Void
  ) throws(JournalError) {
    try hold()
    defer { release(later) }
    var writer = try storing { () throws(FileError) in
      try CheckpointWriter(store, options, firstSequence: nextSequence + 1, epoch: epoch)
    }
    do throws(JournalError) {
      try writer.begin()
      try body(&writer)
      try writer.finish()
    } catch {
      writer.abandon()
      throw error
    }
    do throws(JournalError) {
      try storing { () throws(FileError) in
        try store.publish(writer.spare, as: writer.firstSequence)
      }
    } catch {
      // The new file may be there or not, and if it is, it supersedes the old ones: nothing may be
      // added to those any more.
      monitor.withLock {
        fileBytes[writer.firstSequence] = writer.capacity
        nextSequence = writer.nextSequence
        deferred += poison(error)
      }
      throw error
    }
    adopt(writer, epoch: epoch)
  }

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

  /// Why nothing can be appended, until a checkpoint succeeds.
  package var failure: JournalError? {
    monitor.withLock { if case .poisoned(let cause) = phase { cause } else { nil } }
  }

  package var isPoisoned: Bool { failure != nil }

  package var usage: Usage {
    monitor.withLock {
      Usage(
        segments: fileBytes.count, recordBytes: recordBytes,
        fileBytes: fileBytes.values.reduce(0, +))
    }
  }
}

extension Journal {
  /// Does the next piece of queued work, unless all up to `target` is decided. Returns the
  /// acknowledgements that are due, or nil when there is nothing left to do.
  private func writeNext(until target: UInt64) -> [() -> Void]? {
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
    }
  }

  private func finish(
    _ work: WriteQueue.Work, _ result: Result<Void, FileError>
  ) -> [() -> Void] {
    if case .rotate(let rotation) = work {
      fileBytes[rotation.header.firstSequence] = rotation.spare.capacity
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
      hasUnsynced = false
      return []
    }
  }

  /// Gives up on the current segment. It is not synced again: the kernel may have dropped what it could
  /// not write, and would then report success. The numbers of what was not acknowledged stay taken.
  private func poison(_ cause: JournalError) -> [() -> Void] {
    phase = .poisoned(cause)
    head = nil
    hasUnsynced = false
    for spare in queue.drop() { store.giveBack(spare) }
    return acknowledgements.fail(through: nextSequence - 1, cause)
  }

  /// Where a record of `size` bytes goes; changes to a new segment if it must.
  private func position(for kind: RecordKind, _ size: Int) throws(JournalError) -> Position {
    switch phase {
    case .closed: throw .closed
    case .poisoned(let cause): throw cause
    case .open(let position):
      if position.fits(size) { return position }
      let spare = try storing { () throws(FileError) in try takeSpare(for: kind) }
      let seal = sealRecord(seed: position.seed)
      nextSequence += 1
      let header = SegmentHeader(
        flags: 0, firstSequence: nextSequence, epoch: newestEpoch, base: 0, id: store.id)
      queue.append(
        WriteQueue.Rotation(
          header: header, spare: spare, seal: seal, sealOffset: position.offset))
      return Position(segment: nextSequence, seed: header.seed, capacity: spare.capacity)
    }
  }

  /// New work leaves one spare behind, so that on a full disk there is always room to note that older
  /// work is done.
  private func takeSpare(for kind: RecordKind) throws(FileError) -> Spare {
    if kind == .put {
      while store.spareCount < 2 { try store.makeSpare() }
    }
    return try store.takeOrMakeSpare()
  }

  private func sealRecord(seed: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    RecordHeader(
      type: .seal, flags: .startsGroup, sequence: nextSequence, epoch: newestEpoch, length: 0
    ).write([], seed: seed, to: &bytes)
    return bytes
  }

  /// Keeps others from appending, writes what is queued, and takes the files.
  private func hold() throws(JournalError) {
    let target = try monitor.withLock { () throws(JournalError) in
      while holder != nil { monitor.wait() }
      if case .closed = phase { throw .closed }
      holder = pthread_self()
      return nextSequence - 1
    }
    // Acknowledgements may append, which they could not do on this thread.
    var calls: [() -> Void] = []
    while let more = writeNext(until: target) { calls += more }
    monitor.withLock {
      while isWriting { monitor.wait() }
      isWriting = true
      deferred = calls
    }
  }

  private func release(_ later: (@escaping () -> Void) -> Void) {
    let calls = monitor.withLock {
      isWriting = false
      holder = nil
      monitor.wakeAll()
      defer { deferred = [] }
      return deferred
    }
    if !calls.isEmpty { later { for call in calls { call() } } }
  }

  /// Goes on in the segment of a complete checkpoint, and removes all others.
  private func adopt(_ writer: CheckpointWriter, epoch: UInt64) {
    head = writer.spare.file
    let old = monitor.withLock {
      phase = .open(
        Position(
          segment: writer.firstSequence, seed: writer.seed, capacity: writer.capacity,
          offset: writer.end))
      nextSequence = writer.nextSequence
      newestEpoch = max(newestEpoch, epoch)
      base = writer.firstSequence
      recordBytes = writer.end - SegmentHeader.size
      hasUnsynced = false
      deferred += acknowledgements.succeed(through: nextSequence - 1)
      return Array(fileBytes.keys)
    }
    let remaining = store.remove(old)
    monitor.withLock {
      fileBytes = fileBytes.filter { remaining.contains($0.key) }
      fileBytes[writer.firstSequence] = writer.capacity
    }
    makeSpare()
  }

  /// Best effort: what needs the spare tries again, and reports the failure.
  private func makeSpare() {
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
    fileBytes[nextSequence] = options.segmentBytes
    do throws(FileError) {
      let header = SegmentHeader(
        flags: SegmentHeader.startsProcess, firstSequence: nextSequence, epoch: newestEpoch,
        base: 0, id: store.id)
      let spare = try store.takeOrMakeSpare()
      try store.publish(spare, as: header)
      head = spare.file
      phase = .open(
        Position(segment: nextSequence, seed: header.seed, capacity: spare.capacity))
      _ = store.remove(scan.empty.map(\.number).filter { $0 != nextSequence })
      makeSpare()
    } catch {
      phase = .poisoned(JournalError(error))
    }
  }

  private func perform(_ chore: Flusher.Chore) {
    switch chore {
    case .commit: commit()
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
    let calls = monitor.withLock { () -> [() -> Void] in
      isWriting = false
      hasUnsynced = false
      monitor.wakeAll()
      guard case .failure(let error) = result else { return [] }
      return poison(JournalError(error))
    }
    for call in calls { call() }
  }
}
