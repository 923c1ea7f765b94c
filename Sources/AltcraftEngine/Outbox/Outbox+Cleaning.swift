import Dispatch
import DurableLog
import Synchronization

// Keeping the log short. What lives in its oldest segments is written again at its end, a little at a time,
// and then they are given up: so the log needs little more space than its limit says, and nobody waits long.
extension Outbox {
  /// Gives up the oldest segments while that frees space worth the writing.
  package func compactIfUseful() async {
    guard failure == nil, isCleaningUseful, beginCleaning() else { return }
    defer { guarded.withLock { $0.isCleaning = false } }
    // Each segment has its turn once.
    let living = guarded.withLock { $0.living }
    var segments = journal.segments[...]
    while segments.count > 1 {
      guard failure == nil, isCleaningUseful else { return }
      do throws(JournalError) {
        let end = try await cleanOldest(of: segments, living)
        segments = segments.drop { $0 < end }
      } catch {
        // What is no fault of the disk, as the end of the outbox, is no failure of the storage.
        if let cause = error.storageCause { storageFailed(StorageCause(cause)) } else { break }
        return
      }
    }
    let dead = deadBytes
    guarded.withLock { $0.deadAfterCleaning = dead }
  }

  /// False for a group that rests: its files may be closed.
  private func beginCleaning() -> Bool {
    guarded.withLock { guarded in
      guard guarded.isActive, !guarded.isClosed, !guarded.isCleaning else { return false }
      guarded.isCleaning = true
      return true
    }
  }

  /// The most the segments of the log are to take. Below four of them there is no room to move in, and where
  /// outcomes take more than a quarter of it, they come on top: they are not given up for new work.
  private func logBytes(_ guarded: Guarded) -> Int {
    logBytes + max(0, guarded.outcomeBytes(keptResponses) - logBytes / 4)
  }

  private var logBytes: Int { max(limits.outboxBytes, 4 * limits.segmentBytes) }

  /// New work does not add a segment to a log that takes more than this. What remains is for outcomes, and to
  /// move in.
  func roomForWork(_ guarded: Guarded) -> Int { logBytes(guarded) - 2 * limits.segmentBytes }

  private var isCleaningUseful: Bool {
    let (segment, used) = (limits.segmentBytes, journal.usage.usedBytes)
    let (dead, before, room) = guarded.withLock { guarded in
      let dead = used - guarded.liveBytes(keptResponses)
      guarded.deadAfterCleaning = min(guarded.deadAfterCleaning, dead)
      return (dead, guarded.deadAfterCleaning, roomForWork(guarded))
    }
    // What a whole pass could not free is not looked for again at every turn.
    let isNew = dead - before > segment / 2
    let isFull = used > room - 2 * segment
    return isNew && (isFull ? dead > segment : dead > max(2 * segment, used - dead))
  }

  /// Whether a log that was just opened is mostly dead and quickly written anew.
  var isCheckpointUseful: Bool {
    let dead = deadBytes
    let live = journal.usage.usedBytes - dead
    return dead > max(1 << 20, live) && live <= limits.segmentBytes
  }

  /// Bytes of the log that no longer matter.
  private var deadBytes: Int {
    journal.usage.usedBytes - guarded.withLock { $0.liveBytes(keptResponses) }
  }

  /// So much may the outcomes of work take. Beyond that the answers of the platform to the oldest of it are
  /// given up.
  private var keptResponses: Int { logBytes / 8 }

  /// Returns the oldest segment that is left.
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

  /// What was written again.
  private struct Copies: Sendable {
    var moves = Moves()
    /// The oldest segment that is still needed.
    let end: UInt64
    /// The last record of them; when it is durable, they all are.
    let last: Sequence
  }

  /// Writes again what lives in as many of the oldest segments as make about half a segment.
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
    // The sums say all that was counted by records which are given up, and so does the time.
    let tick = WorkRecord.Tick(time).bytes
    let last = try guarded.withLock { guarded throws(JournalError) in
      _ = try journal.append(.retry, epoch: guarded.epoch, tick, isCopy: true)
      return try journal.append(.state, epoch: guarded.epoch, guarded.record.bytes, isCopy: true)
        .sequence
    }
    return Copies(moves: moves, end: end, last: last)
  }

  /// Writes again what still lives of `batch` in that segment. Returns how many bytes that took.
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
      guard let entry = guarded.state[id], entry.location.segment == segment else { continue }
      let location = try append(.put, try journal.copy(of: entry, kinds))
      moves.pending.append((id, entry.location, location))
    }
    for requestID in batch.ended {
      // An outcome that is damaged is forgotten.
      guard let item = guarded.finished[requestID], item.segments.contains(segment),
        let details = try journal.copy(of: item, withResponse: keepsResponses)
      else { continue }
      // An end stands behind its body always, or the body would be pending work once the end is given up.
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

/// What lives in one segment.
private struct Living: Sendable {
  typealias Batch = (pending: ArraySlice<Entry.ID>, ended: ArraySlice<RequestID>)

  var pending: [Entry.ID] = []
  var ended: [RequestID] = []

  /// So few that nobody waits long for the lock they are copied under.
  var batches: [Batch] {
    stride(from: 0, to: pending.count, by: 32).map {
      (pending[$0..<min($0 + 32, pending.count)], [])
    }
      + stride(from: 0, to: ended.count, by: 32).map {
        ([], ended[$0..<min($0 + 32, ended.count)])
      }
  }
}

extension FinishedWork.Item {
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
    state.work.forEach { id, _, location in
      living[location.segment, default: Living()].pending.append(id)
    }
    for (requestID, item) in finished.all {
      for segment in item.segments {
        living[segment, default: Living()].ended.append(requestID)
      }
    }
    return living
  }

  /// Bytes of the log that matter, when outcomes keep no more than those of answers.
  fileprivate func liveBytes(_ keptResponses: Int) -> Int {
    state.logBytes + finished.bodyBytes + outcomeBytes(keptResponses)
  }

  fileprivate func outcomeBytes(_ keptResponses: Int) -> Int {
    min(finished.detailBytes, keptResponses + finished.count * Self.typicalOutcome)
  }

  /// Bytes that an outcome without an answer commonly takes.
  private static let typicalOutcome = 400
}
