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

  private let figures = Mutex(Figures(steps: (bounds.map(Optional.some) + [nil]).map { ($0, 0) }))

  package init() {}

  package func add(_ time: Duration, requests: Int) {
    let microseconds = time.microseconds
    let index = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
    figures.withLock {
      $0.steps[index].count += requests
      $0.sum += requests * microseconds
    }
  }

  package var now: Figures { figures.withLock { $0 } }
}
