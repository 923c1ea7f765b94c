import DurableLog
import JSONCodec

/// The jobs of the calls of one read of a connection. They have one owner and one time. One transition accepts them all,
/// and one releases them.
///
/// `@unchecked`: one thread at a time uses it, first the reader of the connection, then the thread that answers.
package final class JobGroup: @unchecked Sendable {
  private static let keptBytes = 128 << 10

  private let connection: ConnectionID?
  /// The owner, whose app group stays open until `reset`.
  private var owner: JobOwner?
  /// The outbox of the owner; nil before `begin`.
  private var outbox: Outbox?
  private var userTag = UserTag.resourceToken
  /// The offset of the time zone of the device, which is the same for all jobs.
  package private(set) var minutesWest = 0
  fileprivate var time = OutboxClock.Reading(clock: 0, wall: 0)
  private var kind: (method: String, index: JobKind.Index)?
  fileprivate var jobs: [NewJob] = []
  /// The records of the jobs, one after the other, and the end of each.
  private var records = JSONWriter(capacity: 1024)
  private var ends: [Int] = []
  fileprivate var accepted: [Accepted] = []

  /// An accepted job.
  fileprivate struct Accepted {
    let index: Int
    let id: Job.ID
    /// False for a job that was accepted before.
    let isNew: Bool
  }

  package init(connection: ConnectionID?) {
    self.connection = connection
  }

  /// Looks up the owner of the jobs and the time, if that has not been done. Returns false if the owner is unknown.
  package func begin(_ kind: JobKind, in engine: Engine) -> Bool {
    guard outbox == nil else { return true }
    guard case .known(let owner)? = try? engine.owner(function: kind.method) else { return false }
    self.owner = owner
    minutesWest = owner.minutesWest
    begin(in: owner.group.outbox, for: owner.userTag)
    return true
  }

  func begin(in outbox: Outbox, for userTag: UserTag) {
    self.outbox = outbox
    self.userTag = userTag
    time = outbox.time
  }

  /// Adds a job after `begin`. Its body is the bytes that `body` writes. Returns its new id.
  package func add(_ kind: JobKind, body: (inout JSONWriter) -> Void) -> String {
    guard let outbox else { preconditionFailure("a job without an outbox") }
    let requestId = outbox.environment.identifier()
    jobs.append(
      NewJob(
        kind: index(of: kind, in: outbox), requestId: requestId, userTag: userTag, digest: .none,
        body: .encoded([]), connection: connection))
    JobRecord.Put(
      requestId: requestId, method: kind.method, userTag: userTag.text, createdAt: time.wall,
      livesSince: time.clock, digest: .none, body: nil
    ).write(to: &records, body: body)
    ends.append(records.byteCount)
    return requestId
  }

  private func index(of kind: JobKind, in outbox: Outbox) -> JobKind.Index {
    if let known = self.kind, known.method == kind.method { return known.index }
    guard let index = outbox.kinds.firstIndex(where: { $0.method == kind.method }) else {
      preconditionFailure("\(kind.method) is not in the list the engine was started with")
    }
    self.kind = (kind.method, JobKind.Index(index))
    return JobKind.Index(index)
  }

  /// Accepts the jobs, in their order, without those in `refused`. Calls `whenStored` once: with the jobs that failed,
  /// when the others are as safe as the chosen durability promises. `Engine.groupCommit` makes that happen.
  package func accept(
    refusing refused: [Int], whenStored: @escaping @Sendable ([Int: AcceptError]) -> Void
  ) {
    guard let outbox else { return whenStored([:]) }
    outbox.accept(self, refusing: refused, whenStored: whenStored)
  }

  /// Releases the accepted jobs. Call it once their acknowledgements are on their way.
  package func release() { outbox?.release(self) }

  package func reset() {
    owner = nil
    outbox = nil
    jobs.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    accepted.removeAll(keepingCapacity: true)
    records.reset(keeping: Self.keptBytes)
  }

  fileprivate func withRecord<Value>(
    _ index: Int, _ body: (OutboxState.Payload) throws(AcceptError) -> Value
  ) throws(AcceptError) -> Value {
    let range = (index == 0 ? 0 : ends[index - 1])..<ends[index]
    let result = records.withBytes { bytes in
      Result { () throws(AcceptError) in
        try body(OutboxState.Payload(bytes: UnsafeRawBufferPointer(rebasing: bytes[range])))
      }
    }
    return try result.get()
  }
}

extension Outbox {
  fileprivate func accept(
    _ group: JobGroup, refusing refused: [Int],
    whenStored: @escaping @Sendable ([Int: AcceptError]) -> Void
  ) {
    var failures: [Int: AcceptError] = [:]
    var next = 0
    while next < group.jobs.count {
      // One transition accepts all jobs, up to one that is refused.
      next = perform { state, journal, effects in
        for index in next..<group.jobs.count where !refused.contains(index) {
          do throws(AcceptError) {
            try state.accept(index, of: group, to: &journal, &effects)
          } catch {
            return index
          }
        }
        return group.jobs.count
      }
      guard next < group.jobs.count else { break }
      do throws(AcceptError) {
        try tryingDiskAgain { () throws(AcceptError) in
          try perform { state, journal, effects throws(AcceptError) in
            try state.accept(next, of: group, to: &journal, &effects)
          }
        }
      } catch {
        failures[next] = error
      }
      next += 1
    }
    guard let last = group.accepted.map(\.id).max() else { return whenStored(failures) }
    journal.whenDurable(Sequence(last)) { [self, failures] result in
      whenStored(failures.merging(stored(group, result)) { $1 })
      if case .failure = result { noticeFailure() }
    }
  }

  /// Returns the jobs that could not be stored.
  private func stored(
    _ group: JobGroup, _ result: Result<Void, JournalError>
  ) -> [Int: AcceptError] {
    if case .success = result {
      if trace?.active != nil { traceDurable(group) }
      return [:]
    }
    var failures: [Int: AcceptError] = [:]
    for job in group.accepted {
      let sequence = Sequence(job.id)
      // The records of a group may be in several writes, of which the first ones succeeded.
      let result = journal.outcome(of: sequence) ?? result
      if case .failure(let error) = stored(sequence, group.jobs[job.index].requestId, result) {
        failures[job.index] = error
      }
    }
    return failures
  }

  private func traceDurable(_ group: JobGroup) {
    perform { state, _, effects in
      for accepted in group.accepted {
        if let job = state.scheduler[accepted.id] { state.trace(.durable, of: job, effects) }
      }
    }
  }

  fileprivate func release(_ group: JobGroup) {
    guard !group.accepted.isEmpty else { return }
    perform { state, _, effects in
      for job in group.accepted where job.isNew { _ = state.release(job.id, &effects) }
    }
  }
}

extension OutboxState {
  fileprivate mutating func accept(
    _ index: Int, of group: JobGroup, to journal: inout JobJournal, _ effects: inout Effects
  ) throws(AcceptError) {
    let decision = try group.withRecord(index) { record throws(AcceptError) in
      try accept(group.jobs[index], record, at: group.time, to: &journal, &effects)
    }
    switch decision {
    case .new(let sequence):
      group.accepted.append(.init(index: index, id: sequence.value, isNew: true))
    case .known(let job):
      if let job, job.isHeld {
        group.accepted.append(.init(index: index, id: job.id, isNew: false))
      }
    }
  }
}
