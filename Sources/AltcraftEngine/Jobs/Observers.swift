/// The callers that wait until each of a set of jobs has had an attempt or has ended.
struct Observers {
  typealias ID = UInt64

  private struct Observer {
    /// The jobs that have not had an attempt yet.
    var jobs: Set<Job.ID>
    /// The jobs whose attempt in progress began before the observer.
    var begun: Set<Job.ID>
    let whenOver: @Sendable () -> Void
  }

  private var all: [ID: Observer] = [:]
  private var byJob: [Job.ID: Set<ID>] = [:]

  var isEmpty: Bool { all.isEmpty }

  /// The jobs that a caller waits for.
  var jobs: [Job.ID] { Array(byJob.keys) }

  /// Adds an observer. Calls `whenOver` once, when each of `jobs`, which is not empty, has been passed to
  /// `ended`. `begun` are those that are being tried now.
  mutating func add(
    _ id: ID, waitingFor jobs: Set<Job.ID>, begun: Set<Job.ID>,
    whenOver: @escaping @Sendable () -> Void
  ) {
    all[id] = Observer(jobs: jobs, begun: begun, whenOver: whenOver)
    for one in jobs { byJob[one, default: []].insert(id) }
  }

  /// Records that an attempt at that job is over, or that the job has ended. Returns the calls that are due. If another
  /// attempt `follows` at once, the observers that came during this one wait for it.
  mutating func ended(_ job: Job.ID, follows: Bool) -> [@Sendable () -> Void] {
    guard var ids = byJob.removeValue(forKey: job) else { return [] }
    if follows {
      let waiting = ids.filter { all[$0]?.begun.remove(job) != nil }
      ids.subtract(waiting)
      if !waiting.isEmpty { byJob[job] = waiting }
    }
    return ids.compactMap { id in
      all[id]?.jobs.remove(job)
      guard all[id]?.jobs.isEmpty == true else { return nil }
      return all.removeValue(forKey: id)?.whenOver
    }
  }

  /// Removes one observer. Returns its call; nil if it was called before.
  mutating func remove(_ id: ID) -> (@Sendable () -> Void)? {
    guard let observer = all.removeValue(forKey: id) else { return nil }
    for one in observer.jobs {
      byJob[one]?.remove(id)
      if byJob[one]?.isEmpty == true { byJob[one] = nil }
    }
    return observer.whenOver
  }

  /// Removes all observers. Returns their calls.
  mutating func removeAll() -> [@Sendable () -> Void] {
    defer { self = Observers() }
    return all.values.map(\.whenOver)
  }
}
