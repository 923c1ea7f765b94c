import Dispatch
import DurableLog
import JSONCodec
import Synchronization

extension Outbox {
  /// Opens the outbox of one directory and rebuilds its state from the journal.
  package static func open(
    _ directory: any LogDirectory, kinds: [JobKind], environment: Environment, limits: Limits,
    durability: Durability, progress: (@Sendable (RecoveryProgress) -> Void)? = nil,
    storageChanged: @escaping @Sendable (StorageCause?) -> Void
  ) throws(JournalError) -> (Outbox, Recovery) {
    let policy = limits.retryPolicy
    let kinds = kinds + [TokenUpdate.kind]
    var replay = Replay(
      kinds: kinds, scheduler: Scheduler(policy: policy, concurrency: limits.concurrency))
    var options = JournalOptions(
      durability: durability, segmentBytes: limits.segmentBytes,
      recordBytes: limits.recordBytes)
    options.progress = progress
    let (journal, recovery) = try Journal.open(directory, options) { replay.apply($0) }
    replay.finish(recovery, environment)
    let clock = OutboxClock(
      after: replay.time, wall: environment.wallTime(), now: environment.now())
    let outbox = Outbox(
      replay.guarded, journal: journal, kinds: kinds, environment: environment, limits: limits,
      clock: clock, storageChanged: storageChanged)
    // A loss is counted once: the checkpoint contains the count, and replaces the damaged records. A log that
    // is mostly dead is read faster next time.
    if recovery.lostRecords > 0 || outbox.isCheckpointUseful {
      // If the disk does not accept it, the first record reports that, and the loss is counted again next
      // time.
      _ = Result { () throws(JournalError) in try outbox.checkpoint() }
    }
    return (outbox, recovery)
  }

  /// Stops accepting jobs and commits the accepted ones. Nothing is lost if it is not called.
  package func close() {
    dismissObservers()
    // Ends that the disk refused are in memory only. The disk may have room by now.
    if failure != nil { _ = Result { () throws(JournalError) in try checkpoint() } }
    journal.close()
  }

  package var savedToken: PushToken? { guarded.withLock { $0.savedToken } }
}

/// The state as the fold of the journal's records.
private struct Replay {
  var guarded: Outbox.Guarded
  /// The time of the last record that contains one.
  private(set) var time: OutboxClock.Reading?
  private let kinds: [JobKind]
  private let methods: [[UInt8]]
  /// The user of the last record, which is usually also that of the next one.
  private var user = (utf8: [UInt8](), tag: UserTag(""))

  init(kinds: [JobKind], scheduler: Scheduler) {
    guarded = Outbox.Guarded(scheduler: scheduler)
    self.kinds = kinds
    methods = kinds.map { Array($0.method.utf8) }
  }

  mutating func apply(_ record: Record) {
    if record.epoch > guarded.epoch {
      // The CLEAR between may be lost in a damaged region: no older job may be sent.
      clear()
      guarded.epoch = record.epoch
    }
    guard record.epoch == guarded.epoch else { return }
    let payload = record.payload
    switch record.kind {
    // A copy of it could not be written, and every checkpoint would fail.
    case .put where payload.count > Journal.longestPayload: lose()
    case .done where payload.count > Journal.longestPayload: break
    case .put:
      if let head = JobRecordHeader(payload) {
        guard let kind = kind(head.method) else { return lose() }
        let accepted = Accepted(head, kind, tag(head.userTag))
        put(accepted, record) { head.body.flatMap(Self.parse)?.objectValue }
      } else if let json = Self.parse(payload), let put = JobRecord.Put(json) {
        // The record was written by an older version, or contains an escaped text.
        guard let kind = kinds.firstIndex(where: { $0.method == put.method }) else {
          return lose()
        }
        self.put(Accepted(put, JobKind.Index(kind)), record) { put.body?.object }
      } else {
        lose()
      }
    case .done:
      if let head = EndRecordHeader(payload) {
        done(head, token: nil, record)
      } else if let json = Self.parse(payload), let ended = JobRecord.Done(json) {
        done(EndRecordHeader(ended), token: ended.savedToken, record)
      }
    case .retry:
      if let retry = JobRecord.Retry(payload) {
        guarded.scheduler.restoreAttempts(retry.target, retry.attempts)
      } else if let json = Self.parse(payload) {
        apply(json)
      }
    case .clear: clear()
    case .state:
      if let state = Self.parse(payload).flatMap(JobRecord.State.init) {
        guarded.counters = state.counters
        guarded.savedToken = state.savedToken
      }
    }
  }

  private static func parse(_ bytes: UnsafeRawBufferPointer) -> JSON? {
    try? JSONParser.parse(bytes, limits: .generous).value
  }

  /// Finds a kind. A record with an unknown kind was written by a newer version; the journal's format check
  /// fails first in that case.
  private func kind(_ method: UnsafeRawBufferPointer) -> JobKind.Index? {
    methods.firstIndex { $0.count == method.count && $0.elementsEqual(method) }
      .map { JobKind.Index($0) }
  }

  private mutating func tag(_ utf8: UnsafeRawBufferPointer) -> UserTag {
    if user.utf8.count != utf8.count || !user.utf8.elementsEqual(utf8) {
      user = (Array(utf8), UserTag(String(decoding: utf8, as: UTF8.self)))
    }
    return user.tag
  }

  /// Applies a record other than one of an attempt.
  private mutating func apply(_ json: JSON) {
    if let tick = JobRecord.Tick(json) {
      time = tick.reading
    } else if let discard = JobRecord.Discard(json) {
      guarded.finished.setBody(nil, of: ClientRequestID(discard.requestId))
    } else if let retry = JobRecord.Retry(json) {
      guarded.scheduler.restoreAttempts(retry.target, retry.attempts)
    }
  }

  /// Counts an accepted job whose record has no job that this version knows.
  private mutating func lose() {
    guarded.counters.count(.lost)
  }

  private mutating func put(_ accepted: Accepted, _ record: Record, body: () -> JSONObject?) {
    let id = accepted.original ?? record.sequence.value
    // A record never repeats a later one.
    guard id <= record.sequence.value else { return lose() }
    guard guarded.scheduler.jobs.id(of: accepted.requestID) == nil,
      !guarded.scheduler.jobs.contains(id)
    else {
      return
    }
    if record.isCopy, let ended = guarded.finished[accepted.requestID] {
      // The body of a rejected job, moved out of a segment that may have been dropped.
      if ended.state == .rejected, ended.body == nil {
        guarded.finished.setBody((record.location, record.payload.count), of: accepted.requestID)
      }
      return
    }
    let kind = kinds[accepted.kind]
    var job = Job(
      id: id, requestID: accepted.requestID, kind: accepted.kind,
      lane: kind.laneKey(accepted.userTag, id),
      createdAt: accepted.createdAt, livesSince: accepted.livesSince, bytes: record.payload.count,
      digest: accepted.digest, location: record.location)
    job.attempts = accepted.attempts
    job.hasPriority = kind.hasPriority
    guarded.scheduler.insert(job)
    guarded.recordTokenUpdate(job, kind, body)
    guard !record.isCopy else { return }
    if accepted.original == nil {
      time = OutboxClock.Reading(clock: accepted.livesSince, wall: accepted.createdAt)
    } else {
      // The job was rejected and is retried.
      guarded.finished.remove(accepted.requestID)
      guarded.counters.retry()
    }
  }

  private mutating func done(_ done: EndRecordHeader, token: PushToken?, _ record: Record) {
    // A record never ends a job that was accepted later.
    guard done.target < record.sequence.value else { return }
    if record.isCopy, guarded.finished[done.requestID] != nil { return }
    let job = guarded.remove(done.target)?.job
    let body = done.state == .rejected ? job.map { ($0.location, $0.bytes) } : nil
    guarded.finished.add(
      done.requestID,
      CompletedJobs.Item(
        id: done.target, digest: done.digest, state: done.state, eventCode: done.eventCode,
        details: .onDisk(record.location), body: body,
        order: done.original.map(Sequence.init) ?? record.sequence))
    guard !record.isCopy else { return }
    if let token { guarded.savedToken = token }
    guarded.counters.count(done.state)
  }

  private mutating func clear() {
    guarded.counters.count(.cleared, guarded.scheduler.count)
    guarded.scheduler.removeAll()
    guarded.tokenUpdates = [:]
    guarded.savedToken = nil
  }

  mutating func finish(_ recovery: Recovery, _ environment: Environment) {
    guarded.epoch = max(guarded.epoch, recovery.newestEpoch)
    guarded.counters.count(.lost, Int(clamping: recovery.lostRecords))
    // Jobs that failed before must not all be sent at the moment of the start.
    let now = environment.now()
    for id in guarded.scheduler.jobs.tried {
      guarded.scheduler.delay(id, until: now + .seconds(environment.random(0...5)))
    }
  }
}

/// The content of a PUT, independent of its layout.
private struct Accepted {
  let original: UInt64?
  let requestID: ClientRequestID
  let kind: JobKind.Index
  let userTag: UserTag
  let createdAt: Int64
  let livesSince: Int64
  let digest: CallDigest
  let attempts: Int

  init(_ head: JobRecordHeader, _ kind: JobKind.Index, _ userTag: UserTag) {
    original = head.original
    requestID = head.requestID
    self.kind = kind
    self.userTag = userTag
    createdAt = head.createdAt
    livesSince = head.livesSince
    digest = head.digest
    attempts = head.attempts
  }

  init(_ put: JobRecord.Put, _ kind: JobKind.Index) {
    original = put.original
    requestID = ClientRequestID(put.requestId)
    self.kind = kind
    userTag = UserTag(put.userTag)
    createdAt = put.createdAt
    livesSince = put.livesSince
    digest = put.digest
    attempts = put.attempts
  }
}

extension EndRecordHeader {
  fileprivate init(_ done: JobRecord.Done) {
    self.init(
      original: done.original, target: done.target, requestID: ClientRequestID(done.requestId),
      state: done.state, eventCode: done.eventCode, digest: done.digest)
  }
}

// Disk failures and the recovery from them.
extension Outbox {
  /// The size up to which an outcome is kept whole, on disk and in memory.
  static let shortOutcomeBytes = 4096

  static let maintenance = DispatchQueue(label: "altcraft-bridge.maintenance")

  /// Reports a poisoned journal once.
  func noticeFailure() {
    if let failure = journal.failure { storageFailed(StorageCause(failure)) }
  }

  func storageFailed(_ cause: StorageCause) {
    let now = environment.now()
    let isNew = guarded.withLock { guarded in
      defer { guarded.failure = cause }
      if guarded.failure == nil { guarded.lastTry = now }
      return guarded.failure == nil
    }
    if isNew { storageChanged(cause) }
  }

  /// Reports a disk failure. A disk that cannot be written to does not prevent the outbox from opening.
  func reportFailureAtStart() { noticeFailure() }

  package var failure: StorageCause? { guarded.withLock { $0.failure } }

  /// Tries to end a failure by rewriting all live records into a new segment.
  package func repair() async {
    await withCheckedContinuation { continuation in
      Self.maintenance.async { [self] in
        guarded.withLock { $0.lastTry = environment.now() }
        tryDisk()
        continuation.resume()
      }
    }
  }

  /// Runs `body`. If a failed disk refuses it, the first caller a second or more after the last try tries to
  /// repair the journal, and then runs `body` once more.
  func tryingDiskAgain<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(Failure) {
      return try body()
    } catch {
      guard journal.isPoisoned, takesTurn(), tryDisk() else { throw error }
      return try body()
    }
  }

  private func takesTurn() -> Bool {
    let now = environment.now()
    return guarded.withLock { guarded in
      guard guarded.failure != nil, now - guarded.lastTry >= .seconds(1) else { return false }
      guarded.lastTry = now
      return true
    }
  }

  /// Returns true if the disk works. Blocks for it.
  @discardableResult
  private func tryDisk() -> Bool {
    guard (try? checkpoint()) != nil else { return false }
    let wasFailing = guarded.withLock { guarded in
      defer { guarded.failure = nil }
      return guarded.failure != nil
    }
    if wasFailing { storageChanged(nil) }
    return true
  }
}
