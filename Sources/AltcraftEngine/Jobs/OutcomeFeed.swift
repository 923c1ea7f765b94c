import Synchronization

/// The number up to which all outcomes are durable, and the subscribers that are woken when it grows. An
/// outcome without subscribers takes two atomic operations and no lock.
final class OutcomeFeed: Sendable {
  /// The time after which an outcome is durable, if there are subscribers. Outcomes that follow each other
  /// faster share a sync.
  static let delay: Duration = .milliseconds(20)

  private let last: Atomic<UInt64>
  private let count = Atomic(0)
  private let signals = Mutex<[AsyncSignal]>([])

  init(durableThrough last: UInt64) { self.last = Atomic(last) }

  /// All outcomes up to that number are durable; 0 for none.
  var durableThrough: UInt64 { last.load(ordering: .sequentiallyConsistent) }

  var hasSubscribers: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

  func areDurable(through number: UInt64) {
    last.max(number, ordering: .sequentiallyConsistent)
    guard hasSubscribers else { return }
    for signal in signals.withLock({ $0 }) { signal.fire() }
  }

  func add(_ signal: AsyncSignal) {
    signals.withLock { $0.append(signal) }
    count.add(1, ordering: .sequentiallyConsistent)
  }

  func remove(_ signal: AsyncSignal) {
    let isRemoved = signals.withLock { signals in
      guard let index = signals.firstIndex(where: { $0 === signal }) else { return false }
      signals.remove(at: index)
      return true
    }
    guard isRemoved else { return }
    count.subtract(1, ordering: .sequentiallyConsistent)
  }
}
