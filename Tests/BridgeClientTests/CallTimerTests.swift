import System
import TestSupport
import Testing

@testable import BridgeClient

@Suite struct CallTimerTests {
  @Test("runs each action once, in the order of the deadlines")
  func order() {
    let timer = CallTimer()
    let ran = Monitor<[Int]>([])

    for milliseconds in [30, 3_600_000, 10, 20] {
      _ = timer.add(.after(.milliseconds(milliseconds))) { ran.update { $0.append(milliseconds) } }
    }

    #expect(ran.wait(until: .after(testTimeout)) { $0.count == 3 ? $0 : nil } == [10, 20, 30])
    #expect(timer.count == 1)
  }

  // A check that found several of them ran their actions in the order of a dictionary.
  @Test("runs the actions of one check in the order of the deadlines, and of their addition")
  func sameCheck() {
    let timer = CallTimer()
    let step = Monitor(0)
    let ran = Monitor<[Int]>([])
    _ = timer.add(.after(.zero)) {
      step.update { $0 = 1 }
      _ = step.wait(until: .never) { $0 == 2 ? true : nil }
    }
    _ = step.wait(until: .after(testTimeout)) { $0 == 1 ? true : nil }
    let early = Deadline.after(.zero)
    let late = Deadline.after(.nanoseconds(1))

    for number in 50..<100 { _ = timer.add(late) { ran.update { $0.append(number) } } }
    for number in 0..<50 { _ = timer.add(early) { ran.update { $0.append(number) } } }
    step.update { $0 = 2 }

    let order = ran.wait(until: .after(testTimeout)) { $0.count == 100 ? $0 : nil }
    #expect(order == Array(0..<100))
  }

  @Test("keeps nothing of a deadline that was removed")
  func removed() {
    let timer = CallTimer()

    for _ in 0..<10_000 {
      timer.remove(timer.add(.after(.seconds(86_400))) { Issue.record("it ran") })
    }

    #expect(timer.count == 0)
  }
}
