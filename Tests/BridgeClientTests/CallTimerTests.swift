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

  @Test("keeps nothing of a deadline that was removed")
  func removed() {
    let timer = CallTimer()

    for _ in 0..<10_000 {
      timer.remove(timer.add(.after(.seconds(86_400))) { Issue.record("it ran") })
    }

    #expect(timer.count == 0)
  }
}
