import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct RequestCoalescerTests {
  @Test("callers during a request share the next one, in as many rounds as needed")
  func rounds() async throws {
    let question = RequestCoalescer<Int>()
    let asked = Mutex(0)
    let gate = Host(then: .none)
    gate.hold()
    let provider = gate.jwt()
    guard case .callback(_, let wait) = provider else { return }
    let ask: @Sendable () async -> Int? = {
      await question.request {
        let number = asked.withLock {
          $0 += 1
          return $0
        }
        _ = await wait(.request)
        return number
      }
    }
    let answers = try await withThrowingTaskGroup(of: Int?.self) { group in
      group.addTask { await ask() }
      try await eventually { asked.withLock { $0 } == 1 }
      for _ in 0..<10 { group.addTask { await ask() } }
      try await eventually { question.waitingCount == 10 }
      gate.letGo()
      return try await group.reduce(into: [Int]()) { if let answer = $1 { $0.append(answer) } }
    }
    #expect(answers.sorted() == [1] + Array(repeating: 2, count: 10))
    // Idle again: the next caller makes its own request.
    #expect(await ask() == 3)
  }

  @Test("a caller that is cancelled while it waits does not wait for the answer")
  func cancelled() async throws {
    let question = RequestCoalescer<HostAnswer>()
    let host = Host(then: .value("x"))
    host.hold()
    guard case .callback(_, let ask) = host.jwt() else { return }
    let first = Task { await question.request { await ask(.request) } }
    try await eventually { host.asked.count == 1 }
    let callers = (0..<100).map { _ in Task { await question.request { await ask(.request) } } }

    for caller in callers { caller.cancel() }
    let allReturn = Mutex(false)
    let watching = Task {
      for caller in callers { _ = await caller.value }
      allReturn.withLock { $0 = true }
    }
    try await eventually { allReturn.withLock { $0 } }

    host.letGo()
    _ = await (first.value, watching.value)
    // No caller was left.
    #expect(host.asked.count == 1)
  }

  @Test("no caller is forgotten under load", .timeLimit(.minutes(10)))
  func load() async {
    let question = RequestCoalescer<Int>()
    await withDiscardingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for number in 0..<500 { _ = await question.request { number } } }
      }
    }
  }
}
