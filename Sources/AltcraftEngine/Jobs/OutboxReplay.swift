import DurableLog
import JSONCodec

/// The one fold of the records of a log, for recovery and for `OutboxSnapshot`.
struct OutboxReplay {
  private(set) var state: OutboxState
  /// The time of the last record that contains one.
  private(set) var time: OutboxClock.Reading?
  /// True after `finish` if there are outcomes without a number in the log.
  private(set) var isOfEarlierVersion = false
  /// True for a log that another process may be writing to: jobs of unknown methods count as jobs, and the
  /// outcomes of rejected jobs are kept, because their segment may be dropped meanwhile.
  private let isSnapshot: Bool
  /// The records of which an end was read, but not they themselves: dropped with their segments, or damaged.
  private var closed: [RecordName] = []
  /// The place of the last sums.
  private var sums: RecordLocation?
  private var methods: [[UInt8]]
  /// The user of the last record, which is usually also that of the next one.
  private var user = (utf8: [UInt8](), tag: UserTag(""))

  init(into state: OutboxState, isSnapshot: Bool = false) {
    self.state = state
    self.isSnapshot = isSnapshot
    methods = state.kinds.map { Array($0.method.utf8) }
  }

  mutating func apply(_ record: Record) {
    // The CLEAR between may be lost in a damaged region: no older job may be sent.
    state.restore(epoch: record.epoch)
    guard record.epoch == state.epoch else { return }
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
        guard let kind = Array(put.method.utf8).withUnsafeBytes({ kind($0) }) else { return lose() }
        self.put(Accepted(put, kind), record) { put.body?.object }
      } else {
        lose()
      }
    case .done:
      if let head = EndRecordHeader(payload) {
        done(head, record)
      } else if let json = Self.parse(payload), let ended = JobRecord.Done(json) {
        done(EndRecordHeader(ended), epoch: ended.epoch, token: ended.savedToken, record)
      }
    case .retry:
      if let retry = JobRecord.Retry(payload) {
        state.restoreAttempts(retry.target, retry.attempts)
      } else if let json = Self.parse(payload) {
        apply(json, record.sequence)
      }
    case .clear: state.clearJobs()
    case .state:
      let location = record.location
      if let record = Self.parse(payload).flatMap(JobRecord.State.init) {
        state.restore(record)
        sums = location
      }
    }
  }

  private static func parse(_ bytes: UnsafeRawBufferPointer) -> JSON? {
    try? JSONParser.parse(bytes, limits: .generous).value
  }

  /// Finds a kind. A record with an unknown kind was written by a newer version; the journal's format check
  /// fails first in that case.
  private mutating func kind(_ method: UnsafeRawBufferPointer) -> JobKind.Index? {
    let known = methods.firstIndex { $0.count == method.count && $0.elementsEqual(method) }
    if let known { return JobKind.Index(known) }
    guard isSnapshot, methods.count <= Int(JobKind.Index.max) else { return nil }
    methods.append(Array(method))
    state.addKind(String(decoding: method, as: UTF8.self))
    return JobKind.Index(methods.count - 1)
  }

  private mutating func tag(_ utf8: UnsafeRawBufferPointer) -> UserTag {
    if user.utf8.count != utf8.count || !user.utf8.elementsEqual(utf8) {
      user = (Array(utf8), UserTag(String(decoding: utf8, as: UTF8.self)))
    }
    return user.tag
  }

  /// Applies a record other than one of an attempt.
  private mutating func apply(_ json: JSON, _ sequence: Sequence) {
    if let tick = JobRecord.Tick(json) {
      time = tick.reading
    } else if let end = JobRecord.End(json) {
      self.end(end, sequence)
    } else if let discard = JobRecord.Discard(json) {
      state.setBody(nil, of: ClientRequestID(discard.requestId))
    } else if let retry = JobRecord.Retry(json) {
      state.restoreAttempts(retry.target, retry.attempts, retry.error)
    }
  }

  /// Counts an accepted job whose record has no job that this version knows.
  private mutating func lose() { state.lose() }

  private mutating func put(_ accepted: Accepted, _ record: Record, body: () -> JSONObject?) {
    let id = accepted.original ?? record.sequence.value
    // A record never repeats a later one.
    guard id <= record.sequence.value else { return lose() }
    guard state.scheduler.jobs.id(of: accepted.requestID) == nil,
      !state.scheduler.jobs.contains(id)
    else {
      return
    }
    if record.isCopy, let ended = state.completed[accepted.requestID] {
      // The body of a rejected job, moved out of a segment that may have been dropped.
      if ended.state == .rejected, ended.body == nil {
        state.setBody((record.location, record.payload.count), of: accepted.requestID)
      }
      return
    }
    let kind = state.kinds[accepted.kind]
    var job = Job(
      id: id, requestID: accepted.requestID, kind: accepted.kind,
      lane: kind.laneKey(accepted.userTag, id),
      createdAt: accepted.createdAt, livesSince: accepted.livesSince, bytes: record.payload.count,
      digest: accepted.digest, location: record.location)
    job.attempts = accepted.attempts
    job.isRewritten = accepted.original != nil
    job.take(kind)
    state.insert(job, body().map(JobBody.object))
    guard !record.isCopy else { return }
    if accepted.original == nil {
      time = OutboxClock.Reading(clock: accepted.livesSince, wall: accepted.createdAt)
    } else {
      // The job was rejected and is retried.
      state.reopen(accepted.requestID, isCounted: false)
    }
  }

  private mutating func done(
    _ done: EndRecordHeader, epoch: String? = nil, token: PushToken? = nil, _ record: Record
  ) {
    // A record never ends a job that was accepted later.
    guard done.target < record.sequence.value else { return }
    if record.isCopy, state.completed[done.requestID] != nil { return }
    // Nothing waits for a job during a replay.
    var effects = OutboxState.Effects()
    let job = state.remove(done.target, &effects)?.job
    if job == nil, !record.isCopy {
      closed.append(done.begin)
      reopen(done)
    }
    let isRejected = done.state == .rejected
    let outcome = JobRecord.outcome(done.outcome)
    state.outcomeEpochs.restore(epoch, at: outcome)
    let item = CompletedJobs.Item(
      id: done.target, digest: done.digest, state: done.state, eventCode: done.eventCode,
      details: isSnapshot && isRejected
        ? .inMemory(Array(record.payload)) : .onDisk(record.location),
      body: isRejected ? job.map { ($0.location, $0.bytes) } : nil,
      order: done.original.map(Sequence.init) ?? record.sequence, outcome: outcome)
    state.restore(done.requestID, item, savedToken: token, isCopy: record.isCopy)
  }

  /// Removes the earlier outcome of a job that has ended once more: it was rejected and retried, but the record of the
  /// retry is damaged. Sums that were read behind that record count the retry already.
  private mutating func reopen(_ done: EndRecordHeader) {
    guard let earlier = state.completed[done.requestID], earlier.id == done.target,
      earlier.state == .rejected, case .place(let segment, let offset) = done.begin
    else { return }
    let isCounted = sums.map { ($0.segment, Int($0.offset)) > (segment, offset) } ?? false
    state.reopen(done.requestID, isCounted: isCounted)
  }

  /// Corrects the losses of a recovery: an accepted job is not lost if its end was read.
  func correct(_ recovery: inout Recovery) { recovery.close(closed) }

  /// Ends a job whose outcome had no room on the disk: it is made from the job.
  private mutating func end(_ end: JobRecord.End, _ sequence: Sequence) {
    var effects = OutboxState.Effects()
    state.outcomeEpochs.restore(end.epoch, at: end.outcome)
    guard end.target < sequence.value else { return state.restore(outcome: end.outcome) }
    guard let job = state.remove(end.target, &effects)?.job else {
      closed.append(end.begin)
      return state.restoreEnd(end)
    }
    var done = JobRecord.Done(
      target: end.target, requestId: job.requestId, method: state.kinds[job.kind].method,
      state: end.state, createdAt: job.createdAt, endedAt: end.endedAt, attempts: end.attempts,
      digest: job.digest, eventCode: end.eventCode, lastError: job.lastError, response: .null,
      savedToken: end.savedToken)
    done.outcome = end.outcome
    done.user = job.lane.userTag.prefix
    state.restore(
      job.requestID,
      CompletedJobs.Item(
        id: end.target, digest: job.digest, state: end.state, eventCode: end.eventCode,
        details: .inMemory(done.bytes),
        body: end.state == .rejected ? (job.location, job.bytes) : nil, order: sequence,
        outcome: end.outcome), savedToken: end.savedToken, isCopy: false)
  }

  mutating func finish(_ recovery: Recovery, _ environment: Environment) {
    isOfEarlierVersion = state.completed.hasUnnumbered
    state.outcomeEpochs.current = String(environment.identifier().prefix(8))
    // Jobs that failed before must not all be sent at the moment of the start.
    state.endReplay(
      newestEpoch: recovery.newestEpoch, lostRecords: UInt64(recovery.lostRecords),
      at: environment.now()
    ) { .seconds(environment.random(0...5)) }
  }
}

extension OutboxState {
  /// Adds a kind that only the log knows.
  fileprivate mutating func addKind(_ method: String) {
    kinds.append(
      JobKind(method: method, operation: .mobileEvent, lane: .own) { _, _ in
        preconditionFailure("a job of an unknown kind is never sent")
      })
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
      outcome: done.outcome, original: done.original, target: done.target, begin: done.begin,
      requestID: ClientRequestID(done.requestId),
      state: done.state, eventCode: done.eventCode, digest: done.digest)
  }
}
