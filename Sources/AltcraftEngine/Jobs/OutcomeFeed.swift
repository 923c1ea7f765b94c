import Synchronization

/// The number up to which all ends are durable, and the subscribers that are woken when it grows. An end without
/// subscribers takes two atomic operations and no lock.
final class OutcomeFeed: Sendable {
  /// The time after which an end is durable, if there are subscribers. Ends that follow each other faster share a
  /// sync.
  static let delay: Duration = .milliseconds(20)

  private let last: Atomic<UInt64>
  private let count = Atomic(0)
  private let signals = Mutex<[ObjectIdentifier: AsyncSignal]>([:])

  init(durableThrough last: UInt64) { self.last = Atomic(last) }

  /// All ends up to that number are durable; 0 for none.
  var durableThrough: UInt64 { last.load(ordering: .sequentiallyConsistent) }

  var hasSubscribers: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

  func areDurable(through number: UInt64) {
    last.max(number, ordering: .sequentiallyConsistent)
    guard hasSubscribers else { return }
    for signal in signals.withLock({ Array($0.values) }) { signal.fire() }
  }

  func add(_ signal: AsyncSignal) {
    signals.withLock { $0[ObjectIdentifier(signal)] = signal }
    count.add(1, ordering: .sequentiallyConsistent)
  }

  func remove(_ signal: AsyncSignal) {
    guard signals.withLock({ $0.removeValue(forKey: ObjectIdentifier(signal)) }) != nil else {
      return
    }
    count.subtract(1, ordering: .sequentiallyConsistent)
  }
}
