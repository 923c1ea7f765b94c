import CLibraries
import Glibc
import Synchronization

/// The deadlines of the process in their order, on one thread with one timer of the kernel. A deadline that is removed
/// keeps no memory; a cancelled `Task.sleep` would keep its timer until its time.
package final class ProcessTimer: Sendable {
  /// The timer of everything that waits for a time. Its first use needs a descriptor and a thread.
  package static let shared = ProcessTimer()

  private struct State {
    var alarms = AlarmHeap()
    /// The time that the timer of the kernel is set to, or a later one.
    var next = UInt64.max
  }

  private let state = Mutex(State())
  private let descriptor: FileDescriptor

  /// Ends the process if there is no descriptor or thread: nothing in it would end in time.
  init() {
    // This clock continues while the machine sleeps.
    let number = timerfd_create(CLOCK_BOOTTIME, O_CLOEXEC)
    guard number >= 0 else { preconditionFailure("cannot create a timer: errno \(errno)") }
    descriptor = FileDescriptor(owning: number)
    PosixThread.require { self.run() }
  }

  /// Opens the shared timer before requests can use up all descriptors.
  package static func open() { _ = shared }

  /// Runs `action` once after that time, on the thread of the timer. It must not block.
  @discardableResult
  package func add(after time: Duration, _ action: @escaping @Sendable () -> Void) -> Alarm {
    add(Alarm(at: Self.time(after: time), action))
  }

  func add(_ alarm: Alarm) -> Alarm {
    state.withLock { state in
      state.alarms.add(alarm)
      if alarm.time < state.next { set(alarm.time, &state) }
    }
    return alarm
  }

  /// Removes a deadline. Its action does not begin any more, but may be running.
  package func remove(_ alarm: Alarm) { state.withLock { $0.alarms.remove(alarm) } }

  /// The number of deadlines that are not over.
  package var count: Int { state.withLock { $0.alarms.count } }

  private func run() {
    while true {
      var expirations: UInt64 = 0
      read(descriptor.number, &expirations, 8)
      for alarm in takeDue() { alarm.action() }
    }
  }

  private func takeDue() -> [Alarm] {
    let now = MonotonicTime.read(CLOCK_BOOTTIME)
    return state.withLock { state in
      let due = state.alarms.takeDue(at: now)
      state.next = .max
      if let first = state.alarms.first { set(first.time, &state) }
      return due
    }
  }

  private func set(_ time: UInt64, _ state: inout State) {
    state.next = time
    var value = itimerspec()
    value.it_value = timespec(
      tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    // 1 is TFD_TIMER_ABSTIME: a time that has passed fires at once.
    timerfd_settime(descriptor.number, 1, &value, nil)
  }

  /// Returns the time in nanoseconds on the clock of the timer.
  static func time(after duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = max(.zero, duration).components
    // A later time does not fit in nanoseconds.
    let length = min(seconds, 9_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    return MonotonicTime.read(CLOCK_BOOTTIME) + UInt64(length)
  }
}

/// A deadline of `ProcessTimer`.
///
/// `@unchecked`: `place` is accessed only with the lock of its timer held.
package final class Alarm: @unchecked Sendable {
  fileprivate let time: UInt64
  fileprivate let action: @Sendable () -> Void
  /// The index in the heap; nil if it is not there any more.
  fileprivate var place: Int?
  /// The order of the alarms of one time.
  fileprivate var number: UInt64 = 0

  init(at time: UInt64, _ action: @escaping @Sendable () -> Void) {
    self.time = time
    self.action = action
  }

  fileprivate func isBefore(_ other: Alarm) -> Bool {
    (time, number) < (other.time, other.number)
  }
}

/// A binary heap of alarms, the earliest first. Each knows its place, so that any one can be removed.
private struct AlarmHeap {
  private var heap: [Alarm] = []
  private var lastNumber: UInt64 = 0
  /// The places that an empty heap keeps the memory of.
  private static let mostKept = 1024

  var count: Int { heap.count }
  var first: Alarm? { heap.first }

  mutating func add(_ alarm: Alarm) {
    lastNumber += 1
    alarm.number = lastNumber
    heap.append(alarm)
    rise(heap.count - 1)
  }

  /// Removes an alarm, unless it was removed before.
  mutating func remove(_ alarm: Alarm) {
    guard let place = alarm.place else { return }
    alarm.place = nil
    let last = heap.removeLast()
    if place < heap.count {
      heap[place] = last
      last.place = place
      rise(place)
      sink(last.place ?? place)
    }
    if heap.isEmpty, heap.capacity > Self.mostKept { heap = [] }
  }

  /// Removes and returns all alarms with a time up to `now`.
  mutating func takeDue(at now: UInt64) -> [Alarm] {
    var due: [Alarm] = []
    while let first, first.time <= now {
      due.append(first)
      remove(first)
    }
    return due
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
    heap[place].place = place
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      var first = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < heap.count && heap[child].isBefore(heap[first]) {
        first = child
      }
      guard first != place else { return }
      swap(place, first)
      place = first
    }
  }

  private mutating func swap(_ first: Int, _ second: Int) {
    heap.swapAt(first, second)
    heap[first].place = first
    heap[second].place = second
  }
}
