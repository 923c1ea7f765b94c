import Synchronization
import Transports

/// How long requests took, from their last byte read to their answer written.
final class LatencyHistogram: Sendable {
  /// Upper bounds in microseconds; what is slower is counted last.
  private static let bounds = [
    10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000,
    5_000_000,
  ]

  struct Figures: Sendable {
    fileprivate(set) var steps: [(le: Int?, count: Int)]
    /// In microseconds.
    fileprivate(set) var sum = 0
  }

  private let figures = Mutex(Figures(steps: (bounds.map(Optional.some) + [nil]).map { ($0, 0) }))

  func add(_ time: Duration, requests: Int) {
    let microseconds = time.microseconds
    let index = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
    figures.withLock {
      $0.steps[index].count += requests
      $0.sum += requests * microseconds
    }
  }

  var now: Figures { figures.withLock { $0 } }
}
