/// The time limit of a test that waits for an expected event. Only a missing event takes this long: no speed
/// is measured by it, and one machine may be ten times slower than another.
package let testTimeout = Duration.seconds(60)

/// A poll for an expected event, which decides whether to continue. Time alone is not enough: if other tests
/// keep every thread busy, the polling task may not run for a minute, and neither does the awaited work.
package struct Poll {
  private let deadline = ContinuousClock.now + testTimeout
  private var questions = 0

  package init() {}

  package mutating func goesOn() -> Bool {
    questions += 1
    return questions < 1000 || ContinuousClock.now < deadline
  }
}
