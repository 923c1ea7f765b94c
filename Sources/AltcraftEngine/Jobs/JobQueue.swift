/// The queue of the jobs of a lane: in order of acceptance, behind a few that come before all others.
struct JobQueue: Sendable {
  private var ahead: [Job.ID] = []
  private var rest = NumberSet()

  var first: Job.ID? { ahead.first ?? rest.first }
  var isEmpty: Bool { first == nil }

  /// Adds a job before all others.
  mutating func insertFirst(_ id: Job.ID) { ahead.insert(id, at: 0) }

  /// Adds a job at its place in order of acceptance.
  mutating func insert(_ id: Job.ID) { rest.insert(id) }

  /// Returns the first jobs, up to the one for which `isMeant` is false.
  func prefix(while isMeant: (Job.ID) -> Bool) -> [Job.ID] {
    let first = ahead.prefix(while: isMeant)
    return first + (first.count == ahead.count ? rest.prefix(while: isMeant) : [])
  }

  /// Removes a job. Returns false if it is not in the queue.
  @discardableResult
  mutating func remove(_ id: Job.ID) -> Bool {
    guard let index = ahead.firstIndex(of: id) else { return rest.remove(id) }
    ahead.remove(at: index)
    return true
  }
}
