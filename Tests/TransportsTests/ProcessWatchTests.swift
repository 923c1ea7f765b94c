import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Transports

@Suite(.blocking) struct ProcessWatchTests {
  @Test("the end of a watched process is reported once, also before it is reaped")
  func processGone() throws {
    let child = try SpawnedProcess("/bin/sleep", ["60"])
    let calls = Atomic(0)
    let watch = try ParentWatch(
      .process(child.pid), every: .milliseconds(10),
      whenGone: { calls.wrappingAdd(1, ordering: .relaxed) })
    #expect(calls.load(ordering: .relaxed) == 0)

    child.send(signal: SIGKILL)

    try blockUntil { calls.load(ordering: .relaxed) == 1 }
    child.wait()
    watch.stop()
    #expect(calls.load(ordering: .relaxed) == 1)
  }

  @Test("a process that does not exist cannot be watched")
  func noSuchProcess() {
    for id: pid_t in [0, -1, .max] {
      #expect(throws: ParentWatch.Problem.noSuchProcess(id)) {
        try ParentWatch(.process(id), whenGone: {})
      }
    }
  }

  @Test("a living parent is not reported")
  func livingParent() throws {
    let calls = Atomic(0)
    let watch = try ParentWatch(
      .parent, every: .milliseconds(1),
      whenGone: { calls.wrappingAdd(1, ordering: .relaxed) })
    usleep(20_000)
    watch.stop()
    #expect(calls.load(ordering: .relaxed) == 0)
  }

  @Test("each signal becomes one call with its number")
  func signals() throws {
    let calls = Mutex<[Int32]>([])
    let signals = try ProcessSignals([SIGUSR1, SIGUSR2]) { signal in
      calls.withLock { $0.append(signal) }
    }

    kill(getpid(), SIGUSR2)
    try blockUntil { calls.withLock { $0 } == [SIGUSR2] }
    kill(getpid(), SIGUSR1)
    try blockUntil { calls.withLock { $0 } == [SIGUSR2, SIGUSR1] }
    kill(getpid(), SIGUSR2)
    try blockUntil { calls.withLock { $0 } == [SIGUSR2, SIGUSR1, SIGUSR2] }

    signals.stop()
  }
}
