/// The callers that wait until each of some pieces of work has had an attempt or has ended.
struct Observers {
  typealias ID = UInt64

  private struct Observer {
    /// The pieces whose attempt is still to come.
    var work: Set<Entry.ID>
    let whenOver: @Sendable () -> Void
  }

  private var all: [ID: Observer] = [:]
  private var byWork: [Entry.ID: Set<ID>] = [:]

  var isEmpty: Bool { all.isEmpty }

  /// The work that somebody waits for.
  var work: [Entry.ID] { Array(byWork.keys) }

  /// Calls `whenOver` once, when the last of `work`, which is not empty, was passed to `ended`.
  mutating func add(
    _ id: ID, waitingFor work: Set<Entry.ID>, whenOver: @escaping @Sendable () -> Void
  ) {
    all[id] = Observer(work: work, whenOver: whenOver)
    for one in work { byWork[one, default: []].insert(id) }
  }

  /// Notes that an attempt at that work is over, or that the work has ended. Returns the calls that are due.
  mutating func ended(_ work: Entry.ID) -> [@Sendable () -> Void] {
    guard let ids = byWork.removeValue(forKey: work) else { return [] }
    return ids.compactMap { id in
      all[id]?.work.remove(work)
      guard all[id]?.work.isEmpty == true else { return nil }
      return all.removeValue(forKey: id)?.whenOver
    }
  }

  /// Takes one observer out. Returns its call; nil for one that was called before.
  mutating func remove(_ id: ID) -> (@Sendable () -> Void)? {
    guard let observer = all.removeValue(forKey: id) else { return nil }
    for one in observer.work {
      byWork[one]?.remove(id)
      if byWork[one]?.isEmpty == true { byWork[one] = nil }
    }
    return observer.whenOver
  }

  /// Takes all observers out. Returns their calls.
  mutating func removeAll() -> [@Sendable () -> Void] {
    defer { self = Observers() }
    return all.values.map(\.whenOver)
  }
}
