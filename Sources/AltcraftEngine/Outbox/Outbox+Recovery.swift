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
    let clock = OutboxClock(
      after: replay.time, wall: environment.wallTime(), now: environment.now())
    let outbox = Outbox(
      replay.guarded, journal: journal, kinds: kinds, environment: environment, limits: limits,
      clock: clock, storageChanged: storageChanged)
    // A loss is counted once: the checkpoint carries the count, and supersedes what was damaged. A log that is
    // mostly dead is read faster next time.
    if recovery.lostRecords > 0 || outbox.isCheckpointUseful {
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
  /// What time it was at the last record that says so.
  private(set) var time: OutboxClock.Reading?
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
      if let tick = WorkRecord.Tick(json) {
        time = tick.reading
      } else if let discard = WorkRecord.Discard(json) {
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
    if record.isCopy, let ended = guarded.finished[put.requestId] {
      // The body of rejected work, moved away from a segment that may be gone.
      if ended.state == .rejected, ended.body == nil {
        guarded.finished.setBody((record.location, record.payload.count), of: put.requestId)
      }
      return
    }
    var entry = Entry(
      id: id, requestId: put.requestId, kind: kind,
      lane: kinds[Int(kind)].laneKey(UserTag(put.userTag), id), createdAt: put.createdAt,
      livesSince: put.livesSince, bytes: record.payload.count, digest: digest,
      location: record.location)
    entry.attempts = put.attempts
    entry.goesFirst = kinds[Int(kind)].goesFirst
    guarded.state.insert(entry)
    guarded.ids[put.requestId] = id
    guarded.noteTokenUpdate(entry, kinds[Int(kind)], put.body)
    guard !record.isCopy else { return }
    if put.original == nil {
      guarded.counters.count(.pending)
      time = OutboxClock.Reading(clock: put.livesSince, wall: put.createdAt)
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
    if record.isCopy, guarded.finished[done.requestId] != nil { return }
    let entry = guarded.state.remove(done.target)
    if let entry { guarded.forgetTokenUpdate(entry) }
    guarded.ids[done.requestId] = nil
    let body = done.state == .rejected ? entry.map { ($0.location, $0.bytes) } : nil
    guarded.finished.add(
      done.requestId,
      FinishedWork.Item(
        id: done.target, digest: digest, state: done.state, eventCode: done.eventCode,
        details: .onDisk(record.location), body: body,
        order: done.original.map(Sequence.init) ?? record.sequence))
    guard !record.isCopy else { return }
    if let token = done.savedToken { guarded.savedToken = token }
    guarded.counters.count(done.state)
  }

  private mutating func clear() {
    guarded.counters.cleared += guarded.state.removeAll().count
    guarded.ids = [:]
    guarded.tokenUpdates = [:]
    guarded.savedToken = nil
  }

  mutating func finish(_ recovery: Recovery, _ environment: Environment) {
    guarded.epoch = max(guarded.epoch, recovery.newestEpoch)
    guarded.counters.lost += Int(clamping: recovery.lostRecords)
    // Also where what accepted a piece of work is lost, and a count of it is not.
    guarded.counters.balance(pending: guarded.state.entries.count)
    // Work that had failed before does not all go out at the moment of the start.
    let now = environment.now()
    for entry in guarded.state.ordered where entry.attempts > 0 {
      guarded.state.delay(entry.id, until: now + .seconds(environment.random(0...5)))
    }
  }
}

// What becomes of a disk that fails, and the way out of that.
extension Outbox {
  /// What a copy adds to the record of pending work: its id and its attempts.
  private static let rewriteBytes = 64

  /// The record of an outcome is no longer than this, whatever work may take.
  private static let outcomeBytes = 128 << 10

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
}
