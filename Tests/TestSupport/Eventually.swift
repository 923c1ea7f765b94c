import Glibc

/// The time limit of a test that waits for an expected event. Only a missing event takes this long: no speed
/// is measured by it, and one machine may be ten times slower than another.
package let testTimeout = Duration.seconds(60)

/// An expected event that did not happen in time.
package struct Overdue: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Waits until a condition holds that other threads or processes make true. Throws `Overdue` if it does not
/// hold in time.
package func eventually(
  _ what: String = "the condition", within limit: Duration = testTimeout, fileID: String = #fileID,
  line: Int = #line, isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async throws {
  var poll = Poll(within: limit)
  while try await !condition() {
    guard poll.continues() else { throw poll.overdue(what, fileID, line) }
    try await Task.sleep(for: poll.pace.pause)
  }
}

/// Waits on this thread until a condition holds that other threads or processes make true. Throws `Overdue`
/// if it does not hold in time.
package func blockUntil(
  _ what: String = "the condition", within limit: Duration = testTimeout, fileID: String = #fileID,
  line: Int = #line, _ condition: () throws -> Bool
) throws {
  var poll = Poll(within: limit)
  while try !condition() {
    guard poll.continues() else { throw poll.overdue(what, fileID, line) }
    usleep(UInt32(poll.pace.pause / .microseconds(1)))
  }
}

/// A poll for an expected event, which decides whether to continue. Time alone is not enough: if other tests
/// keep every thread busy, the polling task may not run for a minute, and neither does the awaited task. Questions alone are
/// not enough either: each may wait for a minute itself.
package struct Poll {
  private let limit: Duration
  private let deadline: ContinuousClock.Instant
  private let lastDeadline: ContinuousClock.Instant
  private var questions = 0
  package let pace = PollPace()

  package init(within limit: Duration = testTimeout) {
    self.limit = limit
    deadline = ContinuousClock.now + limit
    lastDeadline = deadline + limit * 4
  }

  package mutating func continues() -> Bool {
    questions += 1
    return ContinuousClock.now < (questions < 200 ? lastDeadline : deadline)
  }

  fileprivate func overdue(_ what: String, _ fileID: String, _ line: Int) -> Overdue {
    Overdue("\(what): not within \(limit) (\(fileID):\(line))")
  }
}

/// The pace of a poll. The pause until the next question is a tenth of the time waited so far, from 1 to 10 ms: a wait ends
/// at most a tenth later than it could, and many tests that wait take little processor time from the others.
package struct PollPace: Sendable {
  private let start = ContinuousClock.now

  package init() {}

  package var pause: Duration {
    min(max((ContinuousClock.now - start) / 10, .milliseconds(1)), .milliseconds(10))
  }
}
