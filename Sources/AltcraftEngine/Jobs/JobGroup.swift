import DurableLog
import JSONCodec

/// The jobs of the calls of one read of a connection. They have one owner and one time. One transition accepts them all,
/// and one releases them.
///
/// `@unchecked`: one thread at a time uses it, first the reader of the connection, then the thread that answers.
package final class JobGroup: @unchecked Sendable {
  private let connection: ConnectionID?
  /// The owner, whose app group stays open until `reset`.
  private var owner: JobOwner?
  /// The outbox of the owner; nil before `begin`.
  private var outbox: Outbox?
  private var userTag = UserTag.resourceToken
  /// The offset of the time zone of the device, which is the same for all jobs.
  package private(set) var minutesWest = 0
  fileprivate var time = OutboxClock.Reading(clock: 0, wall: 0)
  @exclusivity(unchecked) fileprivate var records = GroupRecords()
  @exclusivity(unchecked) fileprivate var accepted: [Accepted] = []

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
  package func add(_ kind: JobKind, body: (inout JSONWriter) -> Void) -> ClientRequestID {
    guard let outbox else { preconditionFailure("a job without an outbox") }
    let requestID = outbox.environment.requestID()
    if !records.begins(kind) {
      guard let index = outbox.kinds.firstIndex(where: { $0.method == kind.method }) else {
        preconditionFailure("\(kind.method) is not in the list the engine was started with")
      }
      records.begin(kind, JobKind.Index(index), of: userTag, at: time)
    }
    records.add(requestID, body)
    return requestID
  }

  /// Accepts the jobs, in their order, without those in `refused`. Calls `whenStored` once: with the jobs that failed,
  /// when the others are as safe as the chosen durability promises. `Engine.groupCommit` makes that happen.
  package func accept(
    refusing refused: [Int], whenStored: @escaping @Sendable ([Int: AcceptError]) -> Void
  ) {
    guard let outbox else { return whenStored([:]) }
    outbox.accept(self, refusing: refused, whenStored: whenStored)
  }

  /// A job of the group, with the id and the kind of none.
  fileprivate var newJob: NewJob {
    NewJob(
      kind: 0, requestId: "", userTag: userTag, digest: .none, body: .encoded([]),
      connection: connection)
  }

  fileprivate func requestID(_ index: Int) -> ClientRequestID { records.entries[index].requestID }

  /// Releases the accepted jobs, whose acknowledgements are on their way, and removes all jobs.
  package func reset() {
    outbox?.release(self)
    owner = nil
    outbox = nil
    accepted.removeAll(keepingCapacity: true)
    records.reset()
  }
}

/// The records of the jobs of a group, one after the other.
private struct GroupRecords: ~Copyable {
  struct Entry {
    let requestID: ClientRequestID
    let kind: JobKind.Index
    /// The place of its record.
    let start: Int
    let end: Int
  }

  private static let keptBytes = 128 << 10

  private(set) var entries: [Entry] = []
  private var writer = JSONWriter(capacity: 1024)
  /// The kind of the last job.
  private var kind: (method: String, index: JobKind.Index)?
  /// The members between the id and the body in each record of that kind.
  private var head: [UInt8] = []

  /// Returns true if the next job is of that kind.
  func begins(_ kind: JobKind) -> Bool { self.kind?.method == kind.method }

  /// Sets the kind of the next jobs. All jobs have one owner and one time, so their records differ in the id and the
  /// body only.
  mutating func begin(
    _ kind: JobKind, _ index: JobKind.Index, of userTag: UserTag, at time: OutboxClock.Reading
  ) {
    self.kind = (kind.method, index)
    let put = JobRecord.Put(
      requestId: "", method: kind.method, userTag: userTag.text, createdAt: time.wall,
      livesSince: time.clock, digest: .none, body: nil)
    head = JSONWriter.small { writer in
      put.writeHead(to: &writer)
      return writer.withBytes { Array($0.dropFirst(#"{"id":"","#.utf8.count)) }
    }
  }

  mutating func add(_ requestID: ClientRequestID, _ body: (inout JSONWriter) -> Void) {
    let start = writer.byteCount
    writer.begin(JobRecordLayout.Put.requestID)
    requestID.write(to: &writer)
    writer.raw(head)
    writer.member(JobRecordLayout.Put.body)
    body(&writer)
    writer.fragment("}")
    entries.append(
      Entry(
        requestID: requestID, kind: kind?.index ?? 0, start: start, end: writer.byteCount))
  }

  /// Calls `body` with the bytes of all records.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    writer.withBytes(body)
  }

  mutating func reset() {
    entries.removeAll(keepingCapacity: true)
    writer.reset(keeping: Self.keptBytes)
    kind = nil
  }
}

extension Outbox {
  fileprivate func accept(
    _ group: JobGroup, refusing refused: [Int],
    whenStored: @escaping @Sendable ([Int: AcceptError]) -> Void
  ) {
    var failures: [Int: AcceptError] = [:]
    let jobs = (0..<group.records.entries.count).filter { !refused.contains($0) }
    var rest = jobs[...]
    while let refusal = perform({ $0.accept(rest, of: group, to: &$1, &$2) }) {
      do throws(AcceptError) {
        try tryingDiskAgain { () throws(AcceptError) in
          try perform { state, journal, effects throws(AcceptError) in
            let again = state.accept([refusal.job], of: group, to: &journal, &effects)
            if let again { throw again.error }
          }
        }
      } catch {
        failures[refusal.job] = error
      }
      rest = rest.drop { $0 <= refusal.job }
    }
    guard let last = group.accepted.map(\.id).max() else { return whenStored(failures) }
    journal.whenDurable(Sequence(last)) { [self, failures] result in
      whenStored(failures.merging(stored(group, result)) { $1 })
      if case .failure = result { reportFailure() }
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
      if case .failure(let error) = stored(sequence, group.requestID(job.index).text, result) {
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
  /// Accepts those jobs of a group, in their order, up to one that is refused. Returns that one.
  fileprivate mutating func accept(
    _ jobs: ArraySlice<Int>, of group: JobGroup, to journal: inout JobJournal,
    _ effects: inout Effects
  ) -> (job: Int, error: AcceptError)? {
    let (entries, time) = (group.records.entries, group.time)
    return group.records.withBytes { bytes -> (job: Int, error: AcceptError)? in
      var newJob = group.newJob
      for index in jobs {
        let entry = entries[index]
        newJob.kind = entry.kind
        newJob.requestID = entry.requestID
        let record = UnsafeRawBufferPointer(rebasing: bytes[entry.start..<entry.end])
        do throws(AcceptError) {
          switch try accept(newJob, Payload(bytes: record), at: time, to: &journal, &effects) {
          case .new(let sequence):
            group.accepted.append(.init(index: index, id: sequence.value, isNew: true))
          case .known(let id?):
            group.accepted.append(.init(index: index, id: id, isNew: false))
          case .known(nil): break
          }
        } catch {
          return (index, error)
        }
      }
      return nil
    }
  }
}
