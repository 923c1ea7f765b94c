/// A queue of lanes that may be tried. A lane may be in it more than once; the caller that takes it checks.
struct LaneQueue: Sendable {
  private var keys: [LaneID] = []
  private var start = 0

  mutating func append(_ key: LaneID) { keys.append(key) }

  var count: Int { keys.count - start }

  var first: LaneID? { start < keys.count ? keys[start] : nil }

  mutating func popFirst() -> LaneID? {
    guard let first else { return nil }
    removeFirst()
    return first
  }

  /// Returns the queue with the lanes for which `isMeant` is true, each once, in the same order.
  func filter(_ isMeant: (LaneID) -> Bool) -> LaneQueue {
    var seen: Set<LaneID> = []
    var kept = LaneQueue()
    kept.keys = keys[start...].filter { isMeant($0) && seen.insert($0).inserted }
    return kept
  }

  /// Removes the first lane. The queue must not be empty.
  mutating func removeFirst() {
    start += 1
    if start > 64, start * 2 > keys.count {
      keys.removeFirst(start)
      start = 0
    }
  }
}

/// A timer heap of lanes: a binary heap by the time of the next check, the earliest first.
struct TimerHeap: Sendable {
  private var heap: [(time: Duration, key: LaneID)] = []

  var count: Int { heap.count }

  var next: Duration? { heap.first?.time }

  mutating func add(_ key: LaneID, at time: Duration) {
    heap.append((time, key))
    var child = heap.count - 1
    while child > 0, heap[child].time < heap[(child - 1) / 2].time {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes and returns all lanes with a time up to `now`.
  mutating func due(at now: Duration) -> [LaneID] {
    var keys: [LaneID] = []
    while let first = heap.first, first.time <= now {
      keys.append(first.key)
      removeFirst()
    }
    return keys
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].time < heap[smallest].time {
        smallest = child
      }
      guard smallest != parent else { return }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
