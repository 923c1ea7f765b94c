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

/// A timer heap: a binary heap of keys by time, the earliest first, and the lowest of one time.
struct TimerHeap<Time: Comparable & Sendable, Key: Comparable & Sendable>: Sendable {
  private var heap: [(time: Time, key: Key)] = []

  var count: Int { heap.count }

  var first: (time: Time, key: Key)? { heap.first }

  mutating func add(_ key: Key, at time: Time) {
    heap.append((time, key))
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes and returns all keys with a time up to `now`.
  mutating func due(at now: Time) -> [Key] {
    var keys: [Key] = []
    while let first = heap.first, first.time <= now {
      keys.append(first.key)
      removeFirst()
    }
    return keys
  }

  /// Removes the first key. The heap must not be empty.
  mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child] < heap[smallest] {
        smallest = child
      }
      guard smallest != parent else { return }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
