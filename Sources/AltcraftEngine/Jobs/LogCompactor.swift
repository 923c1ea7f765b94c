import DurableLog

/// The compaction of the log of one outbox: copies the live records of the oldest segments to the end of the log, a
/// few at a time, and then drops these segments. So the log needs little more space than its limit, and no caller
/// waits long.
private struct LogCompactor: Sendable {
  let outbox: Outbox

  private var journal: Journal { outbox.journal }

  func checkpoint(_ outcomes: OutboxState.OutcomeExtent) throws(JournalError) {
    journal.commit()
    let now = outbox.time
    try outbox.perform { state, journal, effects throws(JournalError) in
      try state.checkpoint(at: now, outcomes, to: &journal, &effects)
    }
  }

  func compactIfUseful() async {
    let hadRoom = outbox.failure == nil
    // The disk counts as full from now on if it has no room for these.
    if hadRoom { try? storeKept() }
    guard mayClean, isCleaningUseful, outbox.perform({ state, _, _ in state.beginCompaction() })
    else { return }
    defer {
      outbox.perform { state, _, _ in state.endCompaction() }
      if hadRoom, isShort { try? storeKept() }
    }
    // Clean each segment at most once. Later records are in the last of them or behind it.
    var segments = journal.segments[...]
    let living = living(before: segments.last ?? 0)
    while segments.count > 1 {
      guard mayClean, isCleaningUseful else { return }
      do throws(JournalError) {
        guard let end = try await cleanOldest(of: segments, living) else { break }
        segments = segments.drop { $0 < end }
      } catch {
        // An error that is not a fault of the disk, as the closing of the outbox, is not a storage failure.
        if let cause = error.storageCause {
          outbox.storageFailed(StorageCause(cause))
        } else {
          break
        }
        return
      }
    }
    let used = journal.usage.usedBytes
    outbox.perform { state, _, _ in state.setDead(used - state.liveBytes, afterPass: true) }
  }

  /// Returns the jobs with a record in each segment before that one. Looks at a few pending jobs at a time.
  private func living(before end: UInt64) -> [UInt64: [ClientRequestID]] {
    var living = outbox.read { $0.endedJobs(before: end) }
    var start: Job.ID? = 0
    while let first = start {
      let page = outbox.read { state in
        state.scheduler.jobs.firstIDs(OutboxState.pageLength, from: first)
          .compactMap { state.scheduler[$0] }
      }
      for job in page where job.location.segment < end {
        living[job.location.segment, default: []].append(job.requestID)
      }
      start = page.last.map { $0.id + 1 }
    }
    return living
  }

  private var isCleaningUseful: Bool {
    let used = journal.usage.usedBytes
    return outbox.perform { state, _, _ in state.isCleaningUseful(used) }
  }

  /// True on a full disk: cleaning then frees space, and takes as little as possible.
  private var isShort: Bool { outbox.failure == .noSpace }

  /// False if a write has failed, and on a disk that others have filled: cleaning would lose records of outcomes for little
  /// space.
  private var mayClean: Bool {
    if outbox.failure == nil { return true }
    guard isShort, !journal.isPoisoned else { return false }
    return outbox.fillsDisk || journal.room < outbox.limits.smallSegmentBytes / 4
  }

  /// Writes the outcomes that a full disk had no room for; without the responses of the platform, if it has none for them.
  func storeKept() throws(JournalError) {
    var rest = outbox.read { $0.completed.kept.map(\.requestID) }[...]
    var keepsResponses = true
    while !rest.isEmpty {
      let batch = rest.prefix(32)
      do throws(JournalError) {
        try outbox.perform { [keepsResponses] state, journal, _ throws(JournalError) in
          state.take(try state.copyKept(batch, withResponses: keepsResponses, to: &journal))
        }
        rest = rest.dropFirst(32)
      } catch {
        guard error == .noSpace, keepsResponses else { throw error }
        keepsResponses = false
      }
    }
  }

  /// Cleans the oldest segment. Returns the oldest one that is left; nil if it cannot be cleaned now.
  private func cleanOldest(
    of segments: ArraySlice<UInt64>, _ living: [UInt64: [ClientRequestID]]
  ) async throws(JournalError) -> UInt64? {
    let copies = try await maintaining { () throws(JournalError) in
      try copyOldest(of: segments, living)
    }
    guard let copies else { return nil }
    let result = await withCheckedContinuation { continuation in
      journal.whenDurable(copies.last) { continuation.resume(returning: $0) }
      journal.commitSoon()
    }
    try result.get()
    for moves in copies.moves { outbox.perform { state, _, _ in state.take(moves) } }
    try await maintaining { () throws(JournalError) in
      try journal.supersede(below: copies.end)
    }
    return copies.end
  }

  private func maintaining<Value: Sendable>(
    _ body: @escaping @Sendable () throws(JournalError) -> Value
  ) async throws(JournalError) -> Value {
    let result = await withCheckedContinuation { continuation in
      outbox.environment.maintain { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }

  /// The records that were copied.
  private struct Copies: Sendable {
    var moves: [OutboxState.Moves]
    /// The oldest segment that is still needed.
    let end: UInt64
    /// The last copied record; when it is durable, they all are.
    let last: Sequence
  }

  /// Copies the live records of as many of the oldest segments as make about half a segment.
  private func copyOldest(
    of segments: ArraySlice<UInt64>, _ living: [UInt64: [ClientRequestID]]
  ) throws(JournalError) -> Copies? {
    let (oldest, isShort) = (segments[segments.startIndex], isShort)
    var end = oldest
    var moves: [OutboxState.Moves] = []
    var bytes = 0
    for (segment, next) in zip(segments, segments.dropFirst())
    where bytes < outbox.limits.segmentBytes / 2 {
      var rest = (living[segment] ?? [])[...]
      // More copies might not fit in the space that is kept for ends.
      if isShort, pendingBytes(of: rest, in: segment) > journal.fileBytes(of: segment) / 8 { break }
      while !rest.isEmpty {
        // A batch is short, so that no caller waits long for the lock it is copied under.
        let batch = rest.prefix(32)
        rest = rest.dropFirst(32)
        let copied = try outbox.perform { state, journal, _ throws(JournalError) in
          try state.copy(batch, of: segment, isShort: isShort, to: &journal)
        }
        moves.append(copied.0)
        bytes += copied.bytes
      }
      end = next
    }
    guard end > oldest else { return nil }
    let now = outbox.time
    let last = try outbox.perform { state, journal, _ throws(JournalError) in
      try state.copySums(at: now, leavesRoom: !isShort, to: &journal)
    }
    return Copies(moves: moves, end: end, last: last)
  }

  /// Returns the size of the pending jobs among those in a segment.
  private func pendingBytes(of jobs: ArraySlice<ClientRequestID>, in segment: UInt64) -> Int {
    var (rest, bytes) = (jobs, 0)
    while !rest.isEmpty {
      let batch = rest.prefix(512)
      rest = rest.dropFirst(512)
      bytes += outbox.read { state in
        batch.reduce(0) { sum, requestID in
          guard let job = state.scheduler.jobs.id(of: requestID).flatMap({ state.scheduler[$0] }),
            job.location.segment == segment
          else { return sum }
          return sum + job.location.recordBytes
        }
      }
    }
    return bytes
  }
}

extension Outbox {
  /// Drops the oldest segments as long as the space this frees is worth the copying.
  package func compactIfUseful() async { await LogCompactor(outbox: self).compactIfUseful() }

  /// Rewrites all live records into a new segment and drops the old ones. No job is accepted or settled
  /// meanwhile.
  func checkpoint(
    _ outcomes: OutboxState.OutcomeExtent = OutboxState.OutcomeExtent()
  ) throws(JournalError) {
    try LogCompactor(outbox: self).checkpoint(outcomes)
  }

  /// Writes the outcomes that a full disk had no room for.
  func storeKept() throws(JournalError) { try LogCompactor(outbox: self).storeKept() }

  /// True if a log that was just opened is mostly dead and quickly rewritten.
  var isCheckpointUseful: Bool {
    let used = journal.usage.usedBytes
    let live = read { $0.liveBytes }
    return used - live > max(1 << 20, live) && live <= limits.segmentBytes
  }
}

extension Limits {
  /// The maximum size of the log's segments: at least four of them, because with fewer there is no room for
  /// copies.
  fileprivate var logBytes: Int { max(outboxBytes, 4 * segmentBytes) }

  /// The length of the first segment of a process, and of all on a nearly full disk.
  var smallSegmentBytes: Int { min(segmentBytes, 256 << 10) }
}

extension CompletedJobs.Item {
  fileprivate var segments: Set<UInt64> {
    var segments: Set<UInt64> = []
    if let body { segments.insert(body.location.segment) }
    if case .onDisk(let location) = details { segments.insert(location.segment) }
    return segments
  }
}

extension OutboxState {
  /// Returns the ended jobs with a record in each segment before that one.
  fileprivate func endedJobs(before end: UInt64) -> [UInt64: [ClientRequestID]] {
    var living: [UInt64: [ClientRequestID]] = [:]
    for (requestID, item) in completed.all {
      for segment in item.segments where segment < end {
        living[segment, default: []].append(requestID)
      }
    }
    return living
  }

  /// The size of the live records.
  fileprivate var liveBytes: Int { scheduler.logBytes + completed.bodyBytes + outcomeBytes }

  @inline(__always)
  private var outcomeBytes: Int {
    min(completed.detailBytes, keptResponses + completed.count * Self.typicalOutcome)
  }

  /// The maximum size of the outcomes. Beyond it the responses of the platform are dropped, the oldest first.
  private var keptResponses: Int { limits.logBytes / 8 }

  /// The size of the log beyond which a new job does not add a segment. The rest is for outcomes and copies. If
  /// outcomes take more than a quarter of the log, the excess is added on top: they are not dropped for new jobs.
  // Inlined, because a call from a change of the state copies it.
  @inline(__always)
  var roomForJobs: Int {
    let excess = max(0, outcomeBytes - limits.logBytes / 4)
    return limits.logBytes + excess - 2 * limits.segmentBytes
  }

  /// Returns true if the oldest segments of a log of `used` bytes should be cleaned.
  fileprivate mutating func isCleaningUseful(_ used: Int) -> Bool {
    let (segment, room, dead) = (limits.segmentBytes, roomForJobs, used - liveBytes)
    setDead(dead, afterPass: false)
    if failure == .noSpace { return dead - deadAfterCleaning > Self.worthWhenFull }
    // Do not search again at every turn for space that a whole pass could not free.
    let isNew = dead - deadAfterCleaning > segment / 2
    let isFull = used > room - 2 * segment
    return isNew && (isFull ? dead > segment : dead > max(2 * segment, used - dead))
  }

  /// Copies the records of those jobs in that segment, as far as they are still needed: a job may have ended since, and
  /// its body been kept. Returns their size.
  fileprivate func copy(
    _ batch: ArraySlice<ClientRequestID>, of segment: UInt64, isShort: Bool,
    to journal: inout JobJournal
  ) throws(JournalError) -> (Moves, bytes: Int) {
    var (moves, bytes) = (Moves(), 0)
    func append(_ kind: RecordKind, _ payload: [UInt8]) throws(JournalError) -> RecordLocation {
      let location = try journal.append(
        kind, epoch: epoch, payload, isCopy: true, leavesRoom: !isShort
      ).location
      bytes += location.recordBytes
      return location
    }
    let keepsResponses = !isShort && completed.detailBytes <= keptResponses
    for requestID in batch {
      if let job = scheduler.jobs.id(of: requestID).flatMap({ scheduler[$0] }) {
        guard job.location.segment == segment else { continue }
        let location = try append(.put, try journal.copy(of: job, kinds))
        moves.pending.append((job, location))
        if let retry = JobRecord.Retry(job) { _ = try append(.retry, retry.bytes) }
        continue
      }
      // A damaged outcome is dropped.
      guard let item = completed[requestID], item.segments.contains(segment),
        let details = try journal.copy(of: item, withResponse: keepsResponses)
      else { continue }
      if isShort {
        if let body = item.body?.location, body.segment == segment {
          moves.dropped.append((requestID, body))
        }
        moves.kept.append((requestID, item.details, details))
        continue
      }
      // An outcome always follows its body in the log; otherwise the body would be a pending job once the
      // outcome is dropped.
      if let body = item.body?.location, body.segment == segment,
        let copy = try journal.copy(ofBody: body, of: item)
      {
        moves.bodies.append((requestID, body, try append(.put, copy)))
      }
      moves.ended.append((requestID, item.details, try append(.done, details)))
    }
    return (moves, bytes)
  }

  /// Copies the sums and the time, which dropped records contain. Returns the last record.
  fileprivate func copySums(
    at time: OutboxClock.Reading, leavesRoom: Bool, to journal: inout JobJournal
  ) throws(JournalError) -> Sequence {
    let tick = JobRecord.Tick(time).bytes
    try journal.append(.retry, epoch: epoch, tick, isCopy: true, leavesRoom: leavesRoom)
    return try journal.append(
      .state, epoch: epoch, record.bytes, isCopy: true, leavesRoom: leavesRoom
    ).sequence
  }

  /// Writes outcomes that are in memory only.
  fileprivate func copyKept(
    _ batch: ArraySlice<ClientRequestID>, withResponses: Bool, to journal: inout JobJournal
  ) throws(JournalError) -> Moves {
    var moves = Moves()
    for requestID in batch {
      guard let item = completed[requestID], item.details.isInMemory,
        let details = try journal.copy(of: item, withResponse: withResponses)
      else { continue }
      let location = try journal.append(.done, epoch: epoch, details, isCopy: true).location
      moves.ended.append((requestID, item.details, location))
    }
    return moves
  }

  /// The dead bytes that are worth a cleaning of a full disk.
  private static let worthWhenFull = 32 << 10

  /// The typical size of an outcome without a response.
  private static let typicalOutcome = 400
}
