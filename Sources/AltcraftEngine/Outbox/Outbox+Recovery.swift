import Dispatch
import DurableLog
import JSONCodec
import Synchronization

extension Outbox {
  /// Opens the outbox of one directory and rebuilds its state from the journal.
  package static func open(
    _ directory: any LogDirectory, kinds: [JobKind], environment: Environment, limits: Limits,
    durability: Durability, storageChanged: @escaping @Sendable (StorageCause?) -> Void
  ) throws(JournalError) -> (Outbox, Recovery) {
    let policy = limits.retryPolicy
    let kinds = kinds + [TokenUpdate.kind]
    var replay = Replay(
      kinds: kinds, state: OutboxState(policy: policy, concurrency: limits.concurrency))
    let options = JournalOptions(
      durability: durability, segmentBytes: limits.segmentBytes,
      recordBytes: max(limits.recordBytes + rewriteBytes, outcomeBytes))
    let (journal, recovery) = try Journal.open(directory, options) { replay.apply($0) }
    replay.finish(recovery, environment)
    let outbox = Outbox(
      replay.guarded, journal: journal, kinds: kinds, environment: environment, limits: limits,
      storageChanged: storageChanged)
    // A loss is counted once: the checkpoint carries the count, and supersedes what was damaged.
    if recovery.lostRecords > 0 || outbox.isCompactionUseful(above: compactionThreshold) {
      // A disk that does not take it is found out by the first record, and the loss counted again next time.
      _ = Result { () throws(JournalError) in try outbox.checkpoint() }
    }
    return (outbox, recovery)
  }

  /// Stops accepting and makes durable what was. Nothing is lost when it is not called.
  package func close() {
    dismissObservers()
    journal.close()
  }

  package var savedToken: PushToken? { guarded.withLock { $0.savedToken } }
}

/// The state as the fold of the journal's records.
private struct Replay {
  var guarded: Outbox.Guarded
  private let kindByMethod: [String: JobKind.Index]
  private let kinds: [JobKind]

  init(kinds: [JobKind], state: OutboxState) {
    guarded = Outbox.Guarded(state: state)
    self.kinds = kinds
    kindByMethod = JobKind.indices(of: kinds)
  }

  mutating func apply(_ record: Record) {
    if record.epoch > guarded.epoch {
      // The CLEAR between may be lost in a damaged region: nothing older than it may be sent.
      clear()
      guarded.epoch = record.epoch
    }
    guard record.epoch == guarded.epoch,
      let json = try? JSONParser.parse(record.payload, limits: .generous).value
    else { return }
    switch record.kind {
    case .put: put(json, record)
    case .done: done(json, record)
    case .retry:
      if let discard = WorkRecord.Discard(json) {
        guarded.finished.setBody(nil, of: discard.requestId)
      } else if let id = json["target"]?.numberValue?.uint64,
        let attempts = json["attempts"]?.intValue
      {
        guarded.state.restoreAttempts(id, attempts)
      }
    case .clear: clear()
    case .state:
      if let state = WorkRecord.State(json) {
        guarded.counters = state.counters
        guarded.savedToken = state.savedToken
      }
    }
  }

  private mutating func put(_ json: JSON, _ record: Record) {
    guard let put = WorkRecord.Put(json), let digest = CallDigest(hex: put.digest) else { return }
    // A kind this version does not know was written by a newer one; the journal's format says so first.
    guard let kind = kindByMethod[put.method] else { return }
    let id = put.original ?? record.sequence.value
    guard guarded.ids[put.requestId] == nil else { return }
    var entry = Entry(
      id: id, requestId: put.requestId, kind: kind,
      lane: kinds[Int(kind)].laneKey(UserTag(put.userTag), id), createdAt: put.createdAt,
      bytes: record.payload.count, digest: digest, location: record.location)
    entry.attempts = put.attempts
    entry.renewedAt = put.renewedAt
    entry.goesFirst = kinds[Int(kind)].goesFirst
    guarded.state.insert(entry)
    guarded.ids[put.requestId] = id
    guarded.noteTokenUpdate(entry, kinds[Int(kind)], put.body)
    guard !record.isCheckpointed else { return }
    if put.original == nil {
      guarded.counters.count(.pending)
    } else {
      // It was rejected and is tried once more.
      guarded.finished.remove(put.requestId)
      guarded.counters.rejected -= 1
    }
  }

  private mutating func done(_ json: JSON, _ record: Record) {
    guard let done = WorkRecord.Done(json), let digest = CallDigest(hex: done.digest) else {
      return
    }
    let entry = guarded.state.remove(done.target)
    if let entry { guarded.forgetTokenUpdate(entry) }
    guarded.ids[done.requestId] = nil
    let body = done.state == .rejected ? entry.map { ($0.location, $0.bytes) } : nil
    guarded.finished.add(
      done.requestId,
      FinishedWork.Item(
        id: done.target, digest: digest, state: done.state, eventCode: done.eventCode,
        details: .onDisk(record.location), body: body))
    guard !record.isCheckpointed else { return }
    if let token = done.savedToken { guarded.savedToken = token }
    guarded.counters.count(done.state)
    // The record that accepted it was lost.
    if entry == nil { guarded.counters.accepted += 1 }
  }

  private mutating func clear() {
    guarded.counters.cleared += guarded.state.removeAll().count
    guarded.ids = [:]
    guarded.tokenUpdates = [:]
    guarded.savedToken = nil
  }

  mutating func finish(_ recovery: Recovery, _ environment: Environment) {
    guarded.epoch = max(guarded.epoch, recovery.newestEpoch)
    let lost = Int(clamping: recovery.lostRecords)
    guarded.counters.accepted += lost
    guarded.counters.lost += lost
    // Work that had failed before does not all go out at the moment of the start.
    let now = environment.now()
    for entry in guarded.state.ordered where entry.attempts > 0 {
      guarded.state.delay(entry.id, until: now + .seconds(environment.random(0...5)))
    }
  }
}

// Compaction, and the way out of a failed disk.
extension Outbox {
  /// Dead bytes are worth a rewrite above this much, and only when they are more than half.
  private static let compactionThreshold = 1 << 20

  /// What a checkpoint adds to the record of pending work: its id and its attempts.
  private static let rewriteBytes = 64

  /// The record of an outcome is no longer than this, whatever work may take.
  private static let outcomeBytes = 128 << 10

  /// Bytes that the record of an outcome commonly takes; for the estimate only.
  private static let typicalOutcome = 400

  static let maintenance = DispatchQueue(label: "altcraft-bridge.maintenance")

  /// Whoever comes upon a journal that takes nothing any more says so, if nobody has.
  func noticeFailure() {
    if let failure = journal.failure { storageFailed(StorageCause(failure)) }
  }

  func storageFailed(_ cause: StorageCause) {
    let isNew = guarded.withLock { guarded in
      defer { guarded.failure = cause }
      return guarded.failure == nil
    }
    if isNew { storageChanged(cause) }
  }

  /// A disk that cannot be written to does not keep the outbox from opening.
  func reportFailureAtStart() { noticeFailure() }

  package var failure: StorageCause? { guarded.withLock { $0.failure } }

  /// Tries to leave the state of failure by writing all that lives into a new segment.
  package func repair() async {
    await withCheckedContinuation { continuation in
      Self.maintenance.async { [self] in
        if (try? checkpoint()) != nil {
          guarded.withLock { $0.failure = nil }
          storageChanged(nil)
        }
        continuation.resume()
      }
    }
  }

  /// Rewrites the journal when most of it is dead.
  package func compactIfUseful() async {
    guard failure == nil, isCompactionUseful(above: 2 * limits.segmentBytes) else { return }
    await withCheckedContinuation { continuation in
      Self.maintenance.async { [self] in
        do throws(JournalError) { try checkpoint() } catch { storageFailed(StorageCause(error)) }
        continuation.resume()
      }
    }
  }

  private func isCompactionUseful(above threshold: Int) -> Bool {
    let used = journal.usage.recordBytes
    let live = guarded.withLock { guarded in
      guarded.state.bytes + guarded.finished.bodyBytes + guarded.finished.count
        * Self.typicalOutcome
    }
    return used - live > max(threshold, live)
  }

  /// Writes everything that lives into a new segment and lets the old ones go. Nothing is accepted or
  /// settled meanwhile.
  func checkpoint() throws(JournalError) {
    journal.commit()
    let due = DueAcknowledgements()
    let (journal, kinds) = (self.journal, self.kinds)
    let result = guarded.withLock { guarded in Self.checkpoint(&guarded, journal, kinds, due) }
    due.run()
    try result.get()
  }

  /// Acknowledgements that became due under the lock, to be run without it. Used by one thread.
  final class DueAcknowledgements: @unchecked Sendable {
    private var calls: [() -> Void] = []

    func add(_ call: @escaping () -> Void) { calls.append(call) }

    func run() { for call in calls { call() } }
  }

  static func checkpoint(
    _ guarded: inout Guarded, _ journal: Journal, _ kinds: [JobKind], _ due: DueAcknowledgements
  ) -> Result<Void, JournalError> {
    var moves = Moves()
    do throws(JournalError) {
      try journal.checkpoint(epoch: guarded.epoch, later: { due.add($0) }) {
        writer throws(JournalError) in
        moves = try write(guarded, kinds, from: journal, to: &writer)
      }
    } catch {
      return .failure(error)
    }
    for (id, location) in moves.pending { guarded.state.move(id, to: location) }
    for (id, details, body) in moves.finished {
      guarded.finished.move(id, details: details, body: body)
    }
    return .success(())
  }

  private static func write(
    _ guarded: Guarded, _ kinds: [JobKind], from journal: Journal, to writer: inout CheckpointWriter
  ) throws(JournalError) -> Moves {
    var moves = Moves()
    let state = WorkRecord.State(counters: guarded.counters, savedToken: guarded.savedToken)
    _ = try writer.append(.state, state.bytes)
    for (requestId, item) in guarded.finished.all {
      try copy(requestId, item, from: journal, to: &writer, &moves)
    }
    for entry in guarded.state.ordered {
      let payload = try payload(of: entry, kinds[Int(entry.kind)].method, from: journal)
      moves.pending.append((entry.id, try writer.append(.put, payload).location))
    }
    return moves
  }

  /// Damaged work stays in the log without its body: so its loss is told and counted when its turn comes,
  /// and nothing else is held up by it.
  private static func payload(
    of entry: Entry, _ method: String, from journal: Journal
  ) throws(JournalError) -> [UInt8] {
    guard let payload = try readUnlessDamaged(entry.location, journal) else {
      return WorkRecord.Put(
        original: entry.id, requestId: entry.requestId, method: method,
        userTag: entry.lane.userTag.text, createdAt: entry.createdAt, digest: entry.digest.hex,
        attempts: entry.attempts, body: nil
      ).bytes
    }
    return rewritten(payload, original: entry.id, attempts: entry.attempts)
  }

  private static func readUnlessDamaged(
    _ location: RecordLocation, _ journal: Journal
  ) throws(JournalError) -> [UInt8]? {
    do throws(JournalError) {
      return try journal.read(location)
    } catch {
      if case .damaged = error { return nil }
      throw error
    }
  }

  private struct Moves {
    var pending: [(Entry.ID, RecordLocation)] = []
    var finished: [(String, RecordLocation, RecordLocation?)] = []
  }

  private static func copy(
    _ requestId: String, _ item: FinishedWork.Item, from journal: Journal,
    to writer: inout CheckpointWriter, _ moves: inout Moves
  ) throws(JournalError) {
    let details: [UInt8]?
    switch item.details {
    case .onDisk(let location): details = try readUnlessDamaged(location, journal)
    case .inMemory(let bytes): details = bytes
    }
    // An outcome that is damaged is forgotten.
    guard let details else { return }
    var body: RecordLocation?
    if let old = item.body, let payload = try readUnlessDamaged(old.location, journal) {
      let rewritten = rewritten(payload, original: item.id, attempts: 0)
      body = try writer.append(.put, rewritten).location
    }
    moves.finished.append((requestId, try writer.append(.done, details).location, body))
  }

  /// A PUT as a checkpoint writes it: with the id it keeps, and what has been tried so far.
  private static func rewritten(_ payload: [UInt8], original: Entry.ID, attempts: Int) -> [UInt8] {
    guard let json = try? JSONParser.parse(payload, limits: .generous).value,
      var put = WorkRecord.Put(json)
    else { return payload }
    put.original = original
    put.attempts = attempts
    return put.bytes
  }
}
