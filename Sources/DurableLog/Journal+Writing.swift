import Glibc

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
  func position(
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
  func appendHeaderCopy(at position: inout Position) {
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

  func sealRecord(seed: UInt32) -> [UInt8] {
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
  func begin(after scan: LogScan) {
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

  func perform(_ chore: Flusher.Chore) {
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
