import Synchronization

/// A histogram of request latencies, from the last byte read to the answer written.
package final class LatencyHistogram: Sendable {
  /// The upper bounds in microseconds; slower requests are counted in the last bucket.
  private static let bounds = [
    10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000,
    5_000_000,
  ]

  package struct Figures: Sendable {
    package fileprivate(set) var steps: [(le: Int?, count: Int)]
    /// The sum in microseconds.
    package fileprivate(set) var sum = 0
  }

  // A lock would be taken by all readers, once for each read.
  private let counts = InlineArray<16, Atomic<Int>> { _ in Atomic(0) }
  private let sum = Atomic(0)

  package init() {}

  package func add(_ time: Duration, requests: Int) {
    let microseconds = time.microseconds
    let index = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
    counts[index].add(requests, ordering: .relaxed)
    sum.add(requests * microseconds, ordering: .relaxed)
  }

  package var now: Figures {
    let steps = (Self.bounds.map(Optional.some) + [nil]).enumerated().map { index, bound in
      (le: bound, count: counts[index].load(ordering: .relaxed))
    }
    return Figures(steps: steps, sum: sum.load(ordering: .relaxed))
  }
}
