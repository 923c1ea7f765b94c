/// The callers that wait until each of a set of jobs has had an attempt or has ended.
struct Observers {
  typealias ID = UInt64

  private struct Observer {
    /// The jobs that have not had an attempt yet.
    var work: Set<Entry.ID>
    let whenOver: @Sendable () -> Void
  }

  private var all: [ID: Observer] = [:]
  private var byWork: [Entry.ID: Set<ID>] = [:]

  var isEmpty: Bool { all.isEmpty }

  /// The jobs that a caller waits for.
  var work: [Entry.ID] { Array(byWork.keys) }

  /// Adds an observer. Calls `whenOver` once, when each of `work`, which is not empty, has been passed to
  /// `ended`.
  mutating func add(
    _ id: ID, waitingFor work: Set<Entry.ID>, whenOver: @escaping @Sendable () -> Void
  ) {
    all[id] = Observer(work: work, whenOver: whenOver)
    for one in work { byWork[one, default: []].insert(id) }
  }

  /// Records that an attempt at that job is over, or that the job has ended. Returns the calls that are due.
  mutating func ended(_ work: Entry.ID) -> [@Sendable () -> Void] {
    guard let ids = byWork.removeValue(forKey: work) else { return [] }
    return ids.compactMap { id in
      all[id]?.work.remove(work)
      guard all[id]?.work.isEmpty == true else { return nil }
      return all.removeValue(forKey: id)?.whenOver
    }
  }

  /// Removes one observer. Returns its call; nil if it was called before.
  mutating func remove(_ id: ID) -> (@Sendable () -> Void)? {
    guard let observer = all.removeValue(forKey: id) else { return nil }
    for one in observer.work {
      byWork[one]?.remove(id)
      if byWork[one]?.isEmpty == true { byWork[one] = nil }
    }
    return observer.whenOver
  }

  /// Removes all observers. Returns their calls.
  mutating func removeAll() -> [@Sendable () -> Void] {
    defer { self = Observers() }
    return all.values.map(\.whenOver)
  }
}
