import Glibc
import System

extension Journal {
  /// A piece of queued work, which one thread performs at a time.
  struct Writing {
    let work: WriteQueue.Work
    let file: any LogFile
  }

  /// Performs the next piece of queued work, unless the outcome of `target` is known. Returns the
  /// acknowledgements that are due, or nil when there is no work left.
  func writeNext(until target: UInt64) -> DurabilityWaiters.Due? {
    monitor.wait { beginWriting(until: target, &$0) }.map(perform)
  }

  /// Takes the next piece of work as `writeNext` does, which the caller performs outside of the lock. It waits while
  /// another thread works on the files.
  func beginWriting(until target: UInt64, _ state: inout State) -> Waiting<Writing?> {
    guard state.acknowledgements.outcome(of: target) == nil else { return .done(nil) }
    guard state.writer.isIdle else { return .until(.never) }
    guard state.queue.hasWork, let file = state.writer.take(), let work = state.queue.next() else {
      return .done(nil)
    }
    return .done(Writing(work: work, file: file))
  }

  func perform(_ writing: Writing) -> DurabilityWaiters.Due {
    let result = Result { () throws(FileError) in try write(writing.work, to: writing.file) }
    return monitor.update { state in
      state.writer = .idle(head: writing.file)
      state.queue.finish()
      return finish(writing.work, result, &state)
    }
  }

  private func write(_ work: WriteQueue.Work, to file: any LogFile) throws(FileError) {
    switch work {
    case .write(let group):
      try file.writeAll(group.bytes, at: group.offset)
      if options.durability == .power || group.needsSync {
        try syncInPlace(file)
      }
    case .rotate(let rotation):
      // Seal the old segment only when its successor exists.
      try store.publish(rotation.preallocated, as: rotation.header)
      try file.writeAll(rotation.seal, at: rotation.sealOffset)
      try file.syncAll()
      // Truncation only saves space behind the seal, so it may fail.
      if rotation.isEarly {
        _ = Result { () throws(FileError) in try file.truncate(to: rotation.end) }
      }
    }
  }

  /// Makes written records survive. Throws if the next process would not find them.
  private func syncInPlace(_ file: any LogFile) throws(FileError) {
    try file.syncAll()
    try file.requirePlace()
    try store.directory.requirePlace()
  }

  private func finish(
    _ work: WriteQueue.Work, _ result: Result<Void, FileError>, _ state: inout State
  ) -> DurabilityWaiters.Due {
    if case .rotate(let rotation) = work, rotation.isEarly {
      state.fileBytes[rotation.old] = rotation.end
    }
    if case .failure(let error) = result { return abandon(JournalError(error), &state) }
    switch work {
    case .write(let group):
      state.hasUnsynced = options.durability == .process && !group.needsSync
      // Without a thread, the sync is left to the kernel, to the next record that needs one, or to `close`.
      if state.hasUnsynced { _ = flusher.request(.sync, after: .seconds(1)) }
      return state.acknowledgements.succeed(through: group.last)
    case .rotate(let rotation):
      state.writer = .idle(head: rotation.preallocated.file)
      state.base = max(state.base, rotation.header.base)
      state.hasUnsynced = false
      return .init()
    }
  }

  /// Abandons the current segment, which this thread has given back.
  private func abandon(_ cause: JournalError, _ state: inout State) -> DurabilityWaiters.Due {
    state.writer = .idle(head: nil)
    return poison(cause, &state)
  }

  /// Ends the use of the current segment, whose file the caller has taken or dropped. It is not synced again: the
  /// kernel may have dropped the pages it could not write, and would then report success. The sequences of
  /// unacknowledged records are not used again.
  func poison(_ cause: JournalError, _ state: inout State) -> DurabilityWaiters.Due {
    state.phase = .poisoned(cause)
    state.hasUnsynced = false
    for rotation in state.queue.drop() {
      state.fileBytes[rotation.header.firstSequence] = nil
      store.giveBack(rotation.preallocated)
    }
    return state.acknowledgements.fail(through: state.nextSequence - 1, cause)
  }

  /// Returns the position of a record of `size` bytes. Changes to a new segment if necessary.
  func position(
    forSize size: Int, leaving remainder: SegmentStore.Remainder, logBytes: Int,
    _ state: inout State
  ) throws(JournalError) -> Position {
    var position = try state.openPosition()
    if state.isShort, remainder == .ends {
      try storing { () throws(FileError) in try store.restoreReserve() }
      state.isShort = false
    }
    if position.fits(size) { return position }
    if position.capacity < options.firstSegmentBytes {
      try preallocate(&position, &state)
      if position.fits(size) { return position }
    }
    let used = state.allFileBytes
    guard used <= logBytes else { throw .full(used: used) }
    return try rotate(
      from: position, leaving: remainder, base: state.base, for: size, &state)
  }

  /// Preallocates the segment of a journal that never held a record, and makes the spares, when the first
  /// record is appended.
  private func preallocate(
    _ position: inout Position, _ state: inout State
  ) throws(JournalError) {
    let writer = state.writer
    try storing { () throws(FileError) in
      if case .idle(let head?) = writer { try head.preallocate(options.firstSegmentBytes) }
      try store.restoreReserve()
    }
    position.capacity = options.firstSegmentBytes
    state.fileBytes[position.segment] = options.firstSegmentBytes
    state.phase = .open(position)
  }

  /// Queues the change to a new segment, and returns its first free position.
  ///
  /// The remainder stays preallocated: even on a full disk there is always space to record the ends of older jobs, and to
  /// clean. The new segment has space for a record of `size` bytes.
  func rotate(
    from position: Position, leaving remainder: SegmentStore.Remainder, base: UInt64,
    for size: Int = 0, isEarly: Bool = false, _ state: inout State
  ) throws(JournalError) -> Position {
    // The seal takes the sequence before.
    let header = SegmentHeader(
      flags: 0, firstSequence: state.nextSequence + 1, epoch: state.newestEpoch, base: base,
      id: store.id)
    let needed = header.opening.count + size + RecordHeader.size
    let preallocated = try storing { () throws(FileError) in
      try store.takeOrMakeSpare(of: needed, leaving: remainder)
    }
    state.isShort = store.spareCount == 0
    state.queue.append(
      WriteQueue.Rotation(
        header: header, preallocated: preallocated, seal: state.sealRecord(seed: position.seed),
        sealOffset: position.offset, isEarly: isEarly, old: position.segment))
    state.fileBytes[header.firstSequence] = preallocated.capacity
    state.nextSequence = header.firstAppended
    let next = Position(
      header: header, capacity: preallocated.capacity, offset: header.opening.count)
    state.phase = .open(next)
    return next
  }

  /// Blocks appends of other threads, writes the queued records, and takes the file that is written to, if there is
  /// one. `endExclusive` must follow.
  func beginExclusive() throws(JournalError) -> (any LogFile)? {
    let target = try monitor.wait { state throws(JournalError) -> Waiting<UInt64> in
      guard state.exclusiveOwner == nil else { return .until(.never) }
      if case .closed = state.phase { throw .closed }
      state.exclusiveOwner = pthread_self()
      return .done(state.nextSequence - 1)
    }
    // Defer acknowledgements: they may append, which would fail on this thread.
    var due: [DurabilityWaiters.Due] = []
    while let more = writeNext(until: target) { due.append(more) }
    return monitor.wait { state in
      guard case .idle(let head) = state.writer else { return .until(.never) }
      state.writer = .exclusive
      state.deferred = due
      return .done(head)
    }
  }

  /// Ends the exclusive use. `head` is the file that is written to from now on.
  func endExclusive(head: (any LogFile)?, _ later: (@escaping () -> Void) -> Void) {
    let due = monitor.update { state in
      state.writer = .idle(head: head)
      state.exclusiveOwner = nil
      defer { state.deferred = [] }
      return state.deferred.filter { !$0.waiters.isEmpty }
    }
    if !due.isEmpty { later { for due in due { due.run() } } }
  }

  /// Makes the spares that are missing. Best effort: the next operation that needs them tries again and reports the
  /// failure. Returns true if there are all.
  @discardableResult
  package func restoreReserve() -> Bool {
    do throws(FileError) { try store.restoreReserve() } catch { return false }
    return true
  }

  /// Cleans up after earlier processes and starts a segment. Never appends to an old one: the rest of an
  /// interrupted write would end up in the middle of the log.
  func begin(after scan: LogScan, _ state: inout State) {
    _ = Result { () throws(FileError) in
      try Quarantine.retain(scan, in: store.directory, limit: options.quarantineBytes)
    }
    store.removeTemporaries()
    _ = store.remove(scan.superseded.map(\.number))
    for segment in scan.kept { state.fileBytes[segment.number] = store.truncate(segment) }
    let header = SegmentHeader(
      flags: SegmentHeader.startsProcess, firstSequence: state.nextSequence,
      epoch: state.newestEpoch,
      base: state.base, id: store.id)
    // An empty log has no jobs whose end must be stored, so the space is allocated with the first record.
    let isUnused = scan.kept.isEmpty
    let capacity = isUnused ? header.opening.count : options.firstSegmentBytes
    state.fileBytes[header.firstSequence] = capacity
    do throws(FileError) {
      // On a full disk a log that has jobs begins in the space of the reserve of the process before.
      if !isUnused { state.isShort = !restoreReserve() }
      let preallocated = try firstSegment(of: capacity, &state)
      try store.publish(preallocated, as: header)
      state.writer = .idle(head: preallocated.file)
      state.nextSequence = header.firstAppended
      state.phase = .open(
        Position(header: header, capacity: capacity, offset: header.opening.count))
      _ = store.remove(scan.empty.map(\.number).filter { $0 != header.firstSequence })
    } catch {
      state.phase = .poisoned(JournalError(error))
    }
  }

  /// Returns true if the next segment of new jobs has its space.
  package func makeRoom() -> Bool {
    do throws(FileError) { try store.makeRoom() } catch { return false }
    return true
  }

  private func firstSegment(
    of bytes: Int, _ state: inout State
  ) throws(FileError) -> PreallocatedSegment {
    do throws(FileError) { return try store.newSpare(of: bytes) } catch {
      guard error.isFull else { throw error }
      state.isShort = true
      return try store.takeOrMakeSpare(leaving: .nothing)
    }
  }

  /// Throws `.noSpace` if the disk has no room for the first record and the reserve.
  package func requireRoom() throws(JournalError) {
    guard isUnused, !isPoisoned else { return }
    let file = monitor.withLock { _ in
      Result { () throws(FileError) in
        try store.restoreReserve()
        return try store.newSpare(of: options.firstSegmentBytes)
      }
    }
    store.discardSpares()
    try storing { () throws(FileError) in store.discard(try file.get()) }
  }

  func perform(_ task: Flusher.MaintenanceTask) {
    switch task {
    case .commit: groupCommit()
    case .sync: syncWritten()
    case .fillSpare: if store.fillPiece() { _ = flusher.request(.fillSpare, after: .zero) }
    }
  }

  /// The error of a directory that was removed or replaced; nil while it is at its path.
  private var displacement: FileError? {
    do throws(FileError) { try store.directory.requirePlace() } catch { return error }
    return nil
  }

  /// False if the directory was removed or replaced: the next process will not find the log.
  package var isInPlace: Bool { displacement == nil }

  /// Poisons the journal if its directory was removed or replaced. Otherwise the next sync would.
  package func requirePlace() {
    guard let error = displacement else { return }
    let head = monitor.wait { state -> Waiting<(any LogFile)?> in
      state.writer.isIdle ? .done(state.writer.take()) : .until(.never)
    }
    // Without a file it is poisoned already, or closed.
    guard head != nil else { return }
    monitor.update { abandon(JournalError(error), &$0) }.run()
  }

  /// Syncs written records when acknowledgements do not wait for a sync.
  private func syncWritten() {
    let file = monitor.wait { state -> Waiting<(any LogFile)?> in
      guard state.writer.isIdle else { return .until(.never) }
      return .done(state.hasUnsynced ? state.writer.take() : nil)
    }
    guard let file else { return }
    let result = Result { () throws(FileError) in try syncInPlace(file) }
    let due = monitor.update { state -> DurabilityWaiters.Due in
      state.writer = .idle(head: file)
      state.hasUnsynced = false
      guard case .failure(let error) = result else { return .init() }
      return abandon(JournalError(error), &state)
    }
    due.run()
  }
}
