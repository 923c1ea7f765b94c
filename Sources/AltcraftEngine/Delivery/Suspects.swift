import HTTP
import Synchronization

/// The jobs whose answers fail while those of other jobs arrive. Such an answer may end the connection, and with it the
/// requests of others, so after the second time the job goes out alone.
final class Suspects: Sendable {
  /// One more makes all of them unsuspected.
  private static let limit = 1000

  private let failures = Mutex<[Job.ID: Int]>([:])

  /// Records an attempt without an answer, with what the platform was for other jobs before it.
  func record(_ failure: HTTPFailure, of job: Job.ID, others: PlatformHealth.State) {
    guard case .transport(let failure) = failure, failure.step == .answer, others == .well else {
      return
    }
    failures.withLock { failures in
      if failures.count == Self.limit, failures[job] == nil { failures = [:] }
      failures[job, default: 0] += 1
    }
  }

  func isAlone(_ job: Job.ID) -> Bool { failures.withLock { $0[job, default: 0] >= 2 } }

  func forget(_ job: Job.ID) { failures.withLock { _ = $0.removeValue(forKey: job) } }
}
