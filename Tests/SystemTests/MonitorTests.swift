import System
import TestSupport
import Testing

@Suite("A monitor") struct MonitorTests {
  @Test("a waiting thread gets the value that another thread sets")
  func waits() throws {
    let number = Monitor(0)
    let thread = try PosixThread { number.update { $0 = 7 } }

    #expect(number.wait(until: .after(testTimeout)) { $0 == 0 ? nil : $0 } == 7)
    thread.join()
  }

  @Test("a wait ends at its deadline")
  func deadline() {
    let number = Monitor(0)
    let start = MonotonicTime.now()

    #expect(number.wait(until: .after(.milliseconds(20))) { $0 == 0 ? nil : $0 } == nil)
    #expect(MonotonicTime.now() - start >= 20_000_000)
  }

  @Test("a value that is there already is returned, even after the deadline")
  func isThere() {
    #expect(Monitor(3).wait(until: .after(.zero)) { $0 } == 3)
  }

  @Test("the time of the next check can change with the value")
  func changingDeadline() throws {
    let delay = Monitor<Duration?>(nil)
    let thread = try PosixThread { delay.update { $0 = .milliseconds(10) } }
    let deadline = Monitor<Deadline?>(nil)

    let isDue = delay.wait { delay -> Waiting<Bool> in
      let time = deadline.withLock { deadline in
        if deadline == nil { deadline = delay.map(Deadline.after) }
        return deadline
      }
      guard let time else { return .until(.never) }
      return time.hasPassed ? .done(true) : .until(time)
    }

    #expect(isDue)
    thread.join()
  }

  @Test("an error of the body is thrown, and the lock is released")
  func failing() {
    let number = Monitor(1)

    #expect(throws: SystemError("test", code: 5)) {
      try number.withLock { (_) throws(SystemError) in throw SystemError("test", code: 5) }
    }
    #expect(number.withLock { $0 } == 1)
  }
}
