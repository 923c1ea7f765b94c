import Synchronization
import TestSupport
import Testing

@testable import System

@Suite struct ProcessTimerTests {
  private let timer = ProcessTimer()

  @Test("runs each action once, in the order of the deadlines")
  func order() {
    let ran = Monitor<[Int]>([])

    for milliseconds in [30, 3_600_000, 10, 20] {
      timer.add(after: .milliseconds(milliseconds)) { ran.update { $0.append(milliseconds) } }
    }

    #expect(ran.wait(until: .after(testTimeout)) { $0.count == 3 ? $0 : nil } == [10, 20, 30])
    #expect(timer.count == 1)
  }

  // A check that found several of them ran their actions in the order of a dictionary.
  @Test(
    "runs the actions that are due together in the order of the deadlines, and of their addition")
  func sameCheck() {
    let step = Monitor(0)
    let ran = Monitor<[Int]>([])
    timer.add(after: .zero) {
      step.update { $0 = 1 }
      _ = step.wait(until: .never) { $0 == 2 ? true : nil }
    }
    _ = step.wait(until: .after(testTimeout)) { $0 == 1 ? true : nil }

    let early = ProcessTimer.time(after: .zero)
    for number in 0..<50 {
      _ = timer.add(Alarm(at: early + 1) { ran.update { $0.append(number) } })
      _ = timer.add(Alarm(at: early) { ran.update { $0.append(number - 50) } })
    }
    step.update { $0 = 2 }

    let order = ran.wait(until: .after(testTimeout)) { $0.count == 100 ? $0 : nil }
    #expect(order == Array(-50..<50))
  }

  @Test("an earlier deadline that is added later is in time")
  func earlier() {
    let ran = Monitor<[String]>([])
    timer.add(after: .seconds(Int64.max)) { Issue.record("it ran") }
    timer.add(after: .seconds(86_400)) { Issue.record("it ran") }

    timer.add(after: .milliseconds(1)) { ran.update { $0.append("early") } }

    #expect(ran.wait(until: .after(testTimeout)) { $0.isEmpty ? nil : $0 } == ["early"])
  }

  @Test("keeps nothing of deadlines that were removed, in any order")
  func removed() {
    var numbers = SeededNumbers(seed: 1)
    var alarms = (0..<10_000).map { _ in
      timer.add(after: .seconds(Int.random(in: 3600..<86_400, using: &numbers))) {
        Issue.record("it ran")
      }
    }
    alarms.shuffle(using: &numbers)

    let counts = alarms.map { alarm in
      timer.remove(alarm)
      return timer.count
    }
    timer.remove(alarms[0])

    #expect(counts == (0..<10_000).reversed())
    #expect(timer.count == 0)
  }

  @Test("the deadlines that stay keep their order when others are removed")
  func someRemoved() {
    var numbers = SeededNumbers(seed: 2)
    let ran = Monitor<[Int]>([])
    let start = ProcessTimer.time(after: .milliseconds(50))
    let alarms = (0..<400).map { _ in
      let time = Int.random(in: 0..<50_000_000, using: &numbers)
      let alarm = Alarm(at: start + UInt64(time)) { ran.update { $0.append(time) } }
      return (time, timer.add(alarm))
    }
    let (gone, kept) = (alarms.prefix(200), alarms.dropFirst(200).map(\.0).sorted())

    for (_, alarm) in gone { timer.remove(alarm) }

    #expect(ran.wait(until: .after(testTimeout)) { $0.count == 200 ? $0 : nil } == kept)
    #expect(timer.count == 0)
  }

  @Test("a sleep ends, and leaves nothing")
  func sleep() async throws {
    try await timer.sleep(for: .milliseconds(1))
    try await timer.sleep(for: .zero)
    try await timer.sleep(for: .seconds(-1))

    #expect(timer.count == 0)
  }

  // A cancelled `Task.sleep` keeps 700 bytes until its time.
  @Test("100,000 cancelled sleeps leave nothing")
  func cancelledSleeps() async throws {
    for _ in 0..<100 {
      let tasks = (0..<1000).map { _ in
        Task { [timer] in try await timer.sleep(for: .seconds(86_400)) }
      }
      for task in tasks { task.cancel() }
      for task in tasks {
        if case .success = await task.result { Issue.record("it was not cancelled") }
      }
    }

    #expect(timer.count == 0)
  }

  @Test("a sleep of a task that was cancelled before does not begin")
  func cancelledBefore() async {
    let task = Task { [timer] in
      while !Task.isCancelled { await Task.yield() }
      try await timer.sleep(for: .seconds(86_400))
    }
    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(timer.count == 0)
  }
}
