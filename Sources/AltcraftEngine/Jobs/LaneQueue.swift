/// A queue of lanes that may be tried. A lane with an order is in it once at most. The lane of a job without order may be
/// in it after the end of that job; the caller that takes it checks.
struct LaneQueue: Sendable {
  private static let longestRun = 512

  /// The lanes, of which the first `start` of the first run were taken. No run is empty.
  private var runs: [[LaneID]] = []
  private var start = 0
  /// The lanes with an order in the queue.
  private var shared = NumberSet()
  /// The run that is swept next.
  private var swept = 0
  private(set) var count = 0

  var first: LaneID? { runs.first?[start] }

  mutating func append(_ key: LaneID) {
    if key.only == nil { guard shared.insert(key.value) else { return } }
    if runs.last.map({ $0.count >= Self.longestRun }) ?? true { runs.append([]) }
    runs[runs.count - 1].append(key)
    count += 1
  }

  mutating func popFirst() -> LaneID? {
    guard let first else { return nil }
    removeFirst()
    return first
  }

  /// Removes the first lane. The queue must not be empty.
  mutating func removeFirst() {
    let key = runs[0][start]
    if key.only == nil { shared.remove(key.value) }
    start += 1
    count -= 1
    if start == runs[0].count {
      runs.removeFirst()
      start = 0
    }
  }

  /// Removes the lanes for which `isMeant` is false from a part of the queue, another one at each call.
  mutating func sweep(_ isMeant: (LaneID) -> Bool) {
    guard !runs.isEmpty else { return }
    if swept >= runs.count { swept = 0 }
    let run = runs[swept][(swept == 0 ? start : 0)...]
    let kept = run.filter(isMeant)
    for key in run where key.only == nil { shared.remove(key.value) }
    for key in kept where key.only == nil { shared.insert(key.value) }
    count -= run.count - kept.count
    if swept == 0 { start = 0 }
    if kept.isEmpty {
      runs.remove(at: swept)
    } else {
      runs[swept] = kept
      swept += 1
    }
  }
}

/// A timer heap: a binary heap of keys by time, the earliest first, and the lowest of one time.
struct TimerHeap<Time: Comparable & Sendable, Key: Comparable & Sendable>: Sendable {
  typealias Timer = (time: Time, key: Key)

  private var heap: [Timer] = []
  /// The place that is swept next.
  private var swept = 0

  var count: Int { heap.count }

  var first: Timer? { heap.first }

  mutating func add(_ key: Key, at time: Time) {
    heap.append((time, key))
    rise(heap.count - 1)
  }

  /// Removes and returns keys with a time up to `now`, at most `limit` of them.
  mutating func due(at now: Time, limit: Int) -> [Key] {
    var keys: [Key] = []
    while let first = heap.first, first.time <= now, keys.count < limit {
      keys.append(first.key)
      removeFirst()
    }
    return keys
  }

  /// Removes the first key. The heap must not be empty.
  mutating func removeFirst() {
    remove(at: 0)
    heap.giveBack()
  }

  /// Removes and returns all timers, in no order.
  mutating func takeAll() -> [Timer] {
    defer { self = TimerHeap() }
    return heap
  }

  /// Looks at the next few timers, others at each call, and removes those that are stale.
  mutating func sweep(_ count: Int, _ isStale: (Timer) -> Bool) {
    for _ in 0..<min(count, heap.count) {
      if swept >= heap.count { swept = 0 }
      if isStale(heap[swept]) { remove(at: swept) } else { swept += 1 }
      if heap.isEmpty { break }
    }
    heap.giveBack()
  }

  private mutating func remove(at place: Int) {
    heap.swapAt(place, heap.count - 1)
    heap.removeLast()
    guard place < heap.count else { return }
    sink(place)
    rise(place)
  }

  private mutating func rise(_ place: Int) {
    var child = place
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func sink(_ place: Int) {
    var parent = place
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
