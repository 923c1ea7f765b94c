/// A first-in first-out queue that does not move the remaining elements at each removal.
struct JobQueue: Sendable {
  private var ids: [Job.ID] = []
  private var start = 0

  var first: Job.ID? { start < ids.count ? ids[start] : nil }
  var isEmpty: Bool { start == ids.count }

  mutating func append(_ id: Job.ID) { ids.append(id) }

  /// Inserts a job behind the first `count`.
  mutating func insert(_ id: Job.ID, behind count: Int) {
    ids.insert(id, at: min(start + count, ids.count))
  }

  /// Inserts a job at its place in order of acceptance. This is rare, so by linear insertion.
  mutating func insert(_ id: Job.ID) {
    if let last = ids.last, last > id {
      let index = ids[start...].firstIndex { $0 > id } ?? ids.count
      ids.insert(id, at: index)
    } else {
      ids.append(id)
    }
  }

  /// Returns the first jobs, up to the one for which `isMeant` is false.
  func prefix(while isMeant: (Job.ID) -> Bool) -> ArraySlice<Job.ID> {
    ids[start...].prefix(while: isMeant)
  }

  /// Removes a job. Returns false if it is not in the queue.
  @discardableResult
  mutating func remove(_ id: Job.ID) -> Bool {
    guard let index = ids[start...].firstIndex(of: id) else { return false }
    // Most removed jobs are near the start.
    for place in stride(from: index, to: start, by: -1) { ids[place] = ids[place - 1] }
    start += 1
    if start > 64, start * 2 > ids.count {
      ids.removeFirst(start)
      start = 0
    }
    return true
  }
}
