import Dispatch
import DurableLog
import Synchronization

// Compaction: copies the live records of the oldest segments to the end of the log, a few at a time, and then
// drops these segments. So the log needs little more space than its limit, and no caller waits long.
extension Outbox {
  /// Drops the oldest segments as long as the space this frees is worth the copying.
  package func compactIfUseful() async {
    guard failure == nil, isCleaningUseful, beginCleaning() else { return }
    defer { guarded.withLock { $0.isCleaning = false } }
    // Clean each segment at most once.
    let living = guarded.withLock { $0.living }
    var segments = journal.segments[...]
    while segments.count > 1 {
      guard failure == nil, isCleaningUseful else { return }
      do throws(JournalError) {
        let end = try await cleanOldest(of: segments, living)
        segments = segments.drop { $0 < end }
      } catch {
        // An error that is not a fault of the disk, as the closing of the outbox, is not a storage failure.
        if let cause = error.storageCause { storageFailed(StorageCause(cause)) } else { break }
        return
      }
    }
    let dead = deadBytes
    guarded.withLock { $0.deadAfterCleaning = dead }
  }

  /// Starts cleaning. Returns false for an inactive group: its files may be closed.
  private func beginCleaning() -> Bool {
    guarded.withLock { guarded in
      guard guarded.isActive, !guarded.isClosed, !guarded.isCleaning else { return false }
      guarded.isCleaning = true
      return true
    }
  }

  /// Returns the maximum size of the log's segments: at least four of them, because with fewer there is no
  /// room for copies. If outcomes take more than a quarter of the log, the excess is added on top: they are
  /// not dropped for new jobs.
  private func logBytes(_ guarded: Guarded) -> Int {
    logBytes + max(0, guarded.outcomeBytes(keptResponses) - logBytes / 4)
  }

  private var logBytes: Int { max(limits.outboxBytes, 4 * limits.segmentBytes) }

  /// Returns the size of the log beyond which a new job does not add a segment. The rest is for outcomes and
  /// copies.
  func roomForJobs(_ guarded: Guarded) -> Int { logBytes(guarded) - 2 * limits.segmentBytes }

  private var isCleaningUseful: Bool {
    let (segment, used) = (limits.segmentBytes, journal.usage.usedBytes)
    let (dead, before, room) = guarded.withLock { guarded in
      let dead = used - guarded.liveBytes(keptResponses)
      guarded.deadAfterCleaning = min(guarded.deadAfterCleaning, dead)
      return (dead, guarded.deadAfterCleaning, roomForJobs(guarded))
    }
    // Do not search again at every turn for space that a whole pass could not free.
    let isNew = dead - before > segment / 2
    let isFull = used > room - 2 * segment
    return isNew && (isFull ? dead > segment : dead > max(2 * segment, used - dead))
  }

  /// True if a log that was just opened is mostly dead and quickly rewritten.
  var isCheckpointUseful: Bool {
    let dead = deadBytes
    let live = journal.usage.usedBytes - dead
    return dead > max(1 << 20, live) && live <= limits.segmentBytes
  }

  /// The size of the dead records.
  private var deadBytes: Int {
    journal.usage.usedBytes - guarded.withLock { $0.liveBytes(keptResponses) }
  }

  /// The maximum size of the outcomes. Beyond it the responses of the platform are dropped, the oldest first.
  private var keptResponses: Int { logBytes / 8 }

  /// Cleans the oldest segment. Returns the oldest one that is left.
  private func cleanOldest(
    of segments: ArraySlice<UInt64>, _ living: [UInt64: Living]
  ) async throws(JournalError) -> UInt64 {
    let copies = try await maintaining { () throws(JournalError) in
      try self.copyOldest(of: segments, living)
    }
    let result = await withCheckedContinuation { continuation in
      journal.whenDurable(copies.last) { continuation.resume(returning: $0) }
      journal.commitSoon()
    }
    try result.get()
    guarded.withLock { $0.take(copies.moves) }
    try await maintaining { () throws(JournalError) in
      try self.journal.supersede(below: copies.end)
    }
    return copies.end
  }

  private func maintaining<Value: Sendable>(
    _ body: @escaping @Sendable () throws(JournalError) -> Value
  ) async throws(JournalError) -> Value {
    let result = await withCheckedContinuation { continuation in
      Self.maintenance.async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }

  /// The records that were copied.
  private struct Copies: Sendable {
    var moves = Moves()
    /// The oldest segment that is still needed.
    let end: UInt64
    /// The last copied record; when it is durable, they all are.
    let last: Sequence
  }

  /// Copies the live records of as many of the oldest segments as make about half a segment.
  private func copyOldest(
    of segments: ArraySlice<UInt64>, _ living: [UInt64: Living]
  ) throws(JournalError) -> Copies {
    var end = segments[segments.startIndex]
    var moves = Moves()
    var bytes = 0
    for (segment, next) in zip(segments, segments.dropFirst())
    where bytes < limits.segmentBytes / 2 {
      for batch in living[segment]?.batches ?? [] {
        bytes += try guarded.withLock { guarded throws(JournalError) in
          try copy(batch, of: segment, &guarded, &moves)
        }
      }
      end = next
    }
    // Dropped records contain sums and the time. These two records keep them.
    let tick = JobRecord.Tick(time).bytes
    let last = try guarded.withLock { guarded throws(JournalError) in
      _ = try journal.append(.retry, epoch: guarded.epoch, tick, isCopy: true)
      return try journal.append(.state, epoch: guarded.epoch, guarded.record.bytes, isCopy: true)
        .sequence
    }
    return Copies(moves: moves, end: end, last: last)
  }

  /// Copies the live records of `batch` in that segment. Returns their size.
  private func copy(
    _ batch: Living.Batch, of segment: UInt64, _ guarded: inout Guarded,
    _ moves: inout Moves
  ) throws(JournalError) -> Int {
    var bytes = 0
    func append(_ kind: RecordKind, _ payload: [UInt8]) throws(JournalError) -> RecordLocation {
      let location = try journal.append(kind, epoch: guarded.epoch, payload, isCopy: true).location
      bytes += location.recordBytes
      return location
    }
    let keepsResponses = guarded.finished.detailBytes <= keptResponses
    for id in batch.pending {
      guard let job = guarded.scheduler[id], job.location.segment == segment else { continue }
      let location = try append(.put, try journal.copy(of: job, kinds))
      moves.pending.append((id, job.location, location))
    }
    for requestID in batch.ended {
      // A damaged outcome is dropped.
      guard let item = guarded.finished[requestID], item.segments.contains(segment),
        let details = try journal.copy(of: item, withResponse: keepsResponses)
      else { continue }
      // An end always follows its body in the log; otherwise the body would be a pending job once the end is
      // dropped.
      if let body = item.body?.location, body.segment == segment,
        let copy = try journal.copy(ofBody: body, of: item)
      {
        moves.bodies.append((requestID, body, try append(.put, copy)))
      }
      moves.ended.append((requestID, item.details, try append(.done, details)))
    }
    return bytes
  }
}

/// The live records of one segment.
private struct Living: Sendable {
  typealias Batch = (pending: ArraySlice<Job.ID>, ended: ArraySlice<ClientRequestID>)

  var pending: [Job.ID] = []
  var ended: [ClientRequestID] = []

  /// The records in batches, each short enough that no caller waits long for the lock it is copied under.
  var batches: [Batch] {
    stride(from: 0, to: pending.count, by: 32).map {
      (pending[$0..<min($0 + 32, pending.count)], [])
    }
      + stride(from: 0, to: ended.count, by: 32).map {
        ([], ended[$0..<min($0 + 32, ended.count)])
      }
  }
}

extension CompletedJobs.Item {
  fileprivate var segments: Set<UInt64> {
    var segments: Set<UInt64> = []
    if let body { segments.insert(body.location.segment) }
    if case .onDisk(let location) = details { segments.insert(location.segment) }
    return segments
  }
}

extension Outbox.Guarded {
  fileprivate var living: [UInt64: Living] {
    var living: [UInt64: Living] = [:]
    scheduler.jobs.forEach { id, _, location in
      living[location.segment, default: Living()].pending.append(id)
    }
    for (requestID, item) in finished.all {
      for segment in item.segments {
        living[segment, default: Living()].ended.append(requestID)
      }
    }
    return living
  }

  /// Returns the size of the live records, if outcomes keep at most that many bytes of responses.
  fileprivate func liveBytes(_ keptResponses: Int) -> Int {
    scheduler.logBytes + finished.bodyBytes + outcomeBytes(keptResponses)
  }

  fileprivate func outcomeBytes(_ keptResponses: Int) -> Int {
    min(finished.detailBytes, keptResponses + finished.count * Self.typicalOutcome)
  }

  /// The typical size of an outcome without a response.
  private static let typicalOutcome = 400
}
