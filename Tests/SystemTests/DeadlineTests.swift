import System
import Testing

@Suite("A deadline") struct DeadlineTests {
  @Test("one in the future has not passed, and its remaining time is rounded up")
  func future() {
    let deadline = Deadline.after(.seconds(100))

    #expect(!deadline.hasPassed)
    #expect(deadline.millisecondsLeft > 99_000 && deadline.millisecondsLeft <= 100_000)
  }

  @Test("a duration of zero or less has passed at once", arguments: [Duration.zero, .seconds(-5)])
  func past(duration: Duration) {
    #expect(Deadline.after(duration).hasPassed)
    #expect(Deadline.after(duration).millisecondsLeft == 0)
  }

  @Test("never is later than every other, and so is a time that the clock does not reach")
  func never() {
    #expect(!Deadline.never.hasPassed)
    #expect(Deadline.never.millisecondsLeft == .max)
    #expect(Deadline.after(.seconds(1_000_000)) < .never)
    #expect(Deadline.after(.seconds(Int64.max)) == .never)
    #expect(Deadline.after(.seconds(Int64.min)).hasPassed)
    #expect(Deadline.never.orAfter(.seconds(1)) < .never)
  }
}
