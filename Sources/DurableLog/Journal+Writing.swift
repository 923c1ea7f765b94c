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
    monitor.withLock { beginWriting(until: target) }.map(perform)
  }

  /// Takes the next piece of work as `writeNext` does, which the caller performs outside of the lock. Requires the
  /// lock, and waits while another thread works on the files.
  func beginWriting(until target: UInt64) -> Writing? {
    while !writer.isIdle, acknowledgements.outcome(of: target) == nil { monitor.wait() }
    guard acknowledgements.outcome(of: target) == nil, queue.hasWork, let file = writer.take(),
      let work = queue.next()
    else { return nil }
    return Writing(work: work, file: file)
  }

  func perform(_ writing: Writing) -> DurabilityWaiters.Due {
    let result = Result { () throws(FileError) in try write(writing.work, to: writing.file) }
    return monitor.withLock {
      writer = .idle(head: writing.file)
      queue.finish()
      monitor.wakeAll()
      return finish(writing.work, result)
    }
  }

  private func write(_ work: WriteQueue.Work, to file: any LogFile) throws(FileError) {
    switch work {
    case .write(let group):
      try file.writeAll(group.bytes, at: group.offset)
      if options.durability == .power || group.needsSync { try file.syncAll() }
    case .rotate(let rotation):
      // Seal the old segment only when its successor exists.
      try store.publish(rotation.spare, as: rotation.header)
      try file.writeAll(rotation.seal, at: rotation.sealOffset)
      try file.syncAll()
      // Truncation only saves space behind the seal, so it may fail.
      if rotation.isEarly {
        _ = Result { () throws(FileError) in try file.truncate(to: rotation.end) }
      }
    }
  }

  private func finish(
    _ work: WriteQueue.Work, _ result: Result<Void, FileError>
  ) -> DurabilityWaiters.Due {
    if case .rotate(let rotation) = work, rotation.isEarly {
      fileBytes[rotation.old] = rotation.end
    }
    if case .failure(let error) = result { return abandon(JournalError(error)) }
    switch work {
    case .write(let group):
      hasUnsynced = options.durability == .process && !group.needsSync
      // Without a thread, the sync is left to the kernel, to the next record that needs one, or to `close`.
      if hasUnsynced { _ = flusher?.request(.sync, after: .seconds(1)) }
      return acknowledgements.succeed(through: group.last)
    case .rotate(let rotation):
      writer = .idle(head: rotation.spare.file)
      base = max(base, rotation.header.base)
      hasUnsynced = false
      return .init()
    }
  }

  /// Abandons the current segment, which this thread has given back.
  private func abandon(_ cause: JournalError) -> DurabilityWaiters.Due {
    writer = .idle(head: nil)
    return poison(cause)
  }

  /// Ends the use of the current segment, whose file the caller has taken or dropped. It is not synced again: the kernel may have dropped the pages it could not
  /// write, and would then report success. The sequences of unacknowledged records are not used again.
  func poison(_ cause: JournalError) -> DurabilityWaiters.Due {
    phase = .poisoned(cause)
    hasUnsynced = false
    for rotation in queue.drop() {
      fileBytes[rotation.header.firstSequence] = nil
      store.giveBack(rotation.spare)
    }
    return acknowledgements.fail(through: nextSequence - 1, cause)
  }

  /// Returns the position of a record of `size` bytes. Changes to a new segment if necessary.
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

  /// Preallocates the segment of a journal that never held a record, and makes the spare, when the first
  /// record is appended.
  private func preallocate(_ position: inout Position) throws(JournalError) {
    try storing { () throws(FileError) in
      if case .idle(let head?) = writer { try head.preallocate(options.segmentBytes) }
      if store.spareCount == 0 { try store.makeSpare() }
    }
    position.capacity = options.segmentBytes
    fileBytes[position.segment] = options.segmentBytes
    phase = .open(position)
  }

  /// Appends a copy of the segment header, in case the first page of the segment is damaged.
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

  /// Returns the position of the next record. Throws when the journal is closed or poisoned.
  func openPosition() throws(JournalError) -> Position {
    switch phase {
    case .closed: throw .closed
    case .poisoned(let cause): throw cause
    case .open(let position): return position
    }
  }

  /// Queues the change to a new segment, and returns its first free position.
  ///
  /// With `leavingReserve`, one spare remains afterwards: even on a full disk there is always space to record
  /// the end of older work. The new segment has space for a record of `size` bytes.
  func rotate(
    from position: Position, leavingReserve: Bool, base: UInt64, for size: Int = 0,
    isEarly: Bool = false
  ) throws(JournalError) -> Position {
    // The seal takes the sequence before.
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
    while let exclusiveOwner {
      precondition(pthread_equal(exclusiveOwner, pthread_self()) == 0, "append within a checkpoint")
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

  /// Blocks appends of other threads, writes the queued records, and takes the file that is written to, if there is
  /// one. `endExclusive` must follow.
  func beginExclusive() throws(JournalError) -> (any LogFile)? {
    let target = try monitor.withLock { () throws(JournalError) in
      while exclusiveOwner != nil { monitor.wait() }
      if case .closed = phase { throw .closed }
      exclusiveOwner = pthread_self()
      return nextSequence - 1
    }
    // Defer acknowledgements: they may append, which would fail on this thread.
    var due: [DurabilityWaiters.Due] = []
    while let more = writeNext(until: target) { due.append(more) }
    return monitor.withLock {
      while true {
        if case .idle(let head) = writer {
          writer = .exclusive
          deferred = due
          return head
        }
        monitor.wait()
      }
    }
  }

  /// Ends the exclusive use. `head` is the file that is written to from now on.
  func endExclusive(head: (any LogFile)?, _ later: (@escaping () -> Void) -> Void) {
    let due = monitor.withLock {
      writer = .idle(head: head)
      exclusiveOwner = nil
      monitor.wakeAll()
      defer { deferred = [] }
      return deferred.filter { !$0.waiters.isEmpty }
    }
    if !due.isEmpty { later { for due in due { due.run() } } }
  }

  /// Makes a spare if there is none. Best effort: the next operation that needs the spare tries again and
  /// reports the failure.
  func makeSpare() {
    guard store.spareCount == 0 else { return }
    _ = Result { () throws(FileError) in try store.makeSpare() }
  }

  /// Cleans up after earlier processes and starts a segment. Never appends to an old one: the rest of an
  /// interrupted write would end up in the middle of the log.
  func begin(after scan: LogScan) {
    _ = Result { () throws(FileError) in
      try Quarantine.retain(scan, in: store.directory, limit: options.quarantineBytes)
    }
    store.removeTemporaries()
    _ = store.remove(scan.superseded.map(\.number))
    for segment in scan.kept { fileBytes[segment.number] = store.truncate(segment) }
    let header = SegmentHeader(
      flags: SegmentHeader.startsProcess, firstSequence: nextSequence, epoch: newestEpoch,
      base: base, id: store.id)
    // An empty log has no jobs whose end must be stored, so the space is allocated with the first record.
    let isUnused = scan.kept.isEmpty
    let capacity = isUnused ? header.opening.count : options.segmentBytes
    fileBytes[header.firstSequence] = capacity
    do throws(FileError) {
      let spare = try store.newSpare(of: capacity)
      try store.publish(spare, as: header)
      writer = .idle(head: spare.file)
      nextSequence = header.firstAppended
      phase = .open(
        Position(header: header, capacity: capacity, offset: header.opening.count))
      _ = store.remove(scan.empty.map(\.number).filter { $0 != header.firstSequence })
      if !isUnused { makeSpare() }
    } catch {
      phase = .poisoned(JournalError(error))
    }
  }

  func perform(_ task: Flusher.MaintenanceTask) {
    switch task {
    case .commit: groupCommit()
    case .sync: syncWritten()
    case .fillSpare: store.fillSpare()
    }
  }

  /// Syncs written records when acknowledgements do not wait for a sync.
  private func syncWritten() {
    let file = monitor.withLock { () -> (any LogFile)? in
      while !writer.isIdle { monitor.wait() }
      return hasUnsynced ? writer.take() : nil
    }
    guard let file else { return }
    let result = Result { () throws(FileError) in try file.syncAll() }
    let due = monitor.withLock { () -> DurabilityWaiters.Due in
      writer = .idle(head: file)
      hasUnsynced = false
      monitor.wakeAll()
      guard case .failure(let error) = result else { return .init() }
      return abandon(JournalError(error))
    }
    due.run()
  }
}
