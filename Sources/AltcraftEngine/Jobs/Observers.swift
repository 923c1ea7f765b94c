/// The callers that wait until each of a set of jobs has had an attempt or has ended.
struct Observers: Sendable {
  typealias ID = UInt64

  private struct Observer {
    /// The jobs that have not had an attempt yet.
    var jobs = NumberSet()
    /// The jobs whose attempt in progress began before the observer.
    var begun: Set<Job.ID> = []
    /// True while more jobs may be added.
    var isOpen = true
    let whenOver: @Sendable () -> Void

    var isDone: Bool { jobs.isEmpty && !isOpen }
  }

  private var all: [ID: Observer] = [:]
  private var byJob = NumberMap<Set<ID>>()

  var isEmpty: Bool { all.isEmpty && byJob.isEmpty }

  /// The number of jobs that a caller waits for, and these jobs.
  var jobCount: Int { byJob.count }
  var jobs: Set<Job.ID> { all.values.reduce(into: []) { $0.formUnion($1.jobs.all) } }

  /// Adds an observer. Calls `whenOver` once: after `close`, when each job of `wait` has been passed to `ended`.
  mutating func add(_ id: ID, whenOver: @escaping @Sendable () -> Void) {
    all[id] = Observer(whenOver: whenOver)
  }

  /// Lets an observer wait for that job, too. `hasBegun`: it is being tried now.
  mutating func wait(_ id: ID, for job: Job.ID, hasBegun: Bool) {
    guard all[id]?.jobs.insert(job) == true else { return }
    if hasBegun { all[id]?.begun.insert(job) }
    byJob[job, default: []].insert(id)
  }

  /// Adds no more jobs. Returns the call if it is due.
  mutating func close(_ id: ID) -> (@Sendable () -> Void)? {
    all[id]?.isOpen = false
    guard all[id]?.isDone == true else { return nil }
    return all.removeValue(forKey: id)?.whenOver
  }

  /// Records that an attempt at that job is over, or that the job has ended. Returns the calls that are due. If another
  /// attempt `follows` at once, the observers that came during this one wait for it.
  mutating func ended(_ job: Job.ID, follows: Bool) -> [@Sendable () -> Void] {
    guard !byJob.isEmpty, var ids = byJob[job] else { return [] }
    byJob[job] = nil
    if follows {
      let waiting = ids.filter { all[$0]?.begun.remove(job) != nil }
      ids.subtract(waiting)
      if !waiting.isEmpty { byJob[job] = waiting }
    }
    return ids.compactMap { id in
      all[id]?.jobs.remove(job)
      guard all[id]?.isDone == true else { return nil }
      return all.removeValue(forKey: id)?.whenOver
    }
  }

  /// Removes one observer. Returns its jobs, which are to be passed to `forget`, and its call; nil if it was called
  /// before.
  mutating func remove(_ id: ID) -> (jobs: NumberSet, whenOver: @Sendable () -> Void)? {
    all.removeValue(forKey: id).map { ($0.jobs, $0.whenOver) }
  }

  /// Forgets that an observer that was removed waited for those jobs.
  mutating func forget(_ jobs: [Job.ID], of id: ID) {
    for job in jobs {
      byJob[job]?.remove(id)
      if byJob[job]?.isEmpty == true { byJob[job] = nil }
    }
  }

  /// Removes all observers but those that wait for one of `kept`: these wait for no other job. Returns their calls.
  mutating func removeAll(but kept: [Job.ID]) -> [@Sendable () -> Void] {
    let old = self
    self = Observers()
    return old.all.compactMap { id, observer in
      var rest = Observer(isOpen: observer.isOpen, whenOver: observer.whenOver)
      for job in kept where observer.jobs.contains(job) {
        rest.jobs.insert(job)
        byJob[job, default: []].insert(id)
        if observer.begun.contains(job) { rest.begun.insert(job) }
      }
      // One that is still open calls `close`.
      guard !rest.jobs.isEmpty || observer.isOpen else { return observer.whenOver }
      all[id] = rest
      return nil
    }
  }
}

extension NumberMap {
  fileprivate subscript(key: UInt64, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    set { self[key] = newValue }
  }
}
