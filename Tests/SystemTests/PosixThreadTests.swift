import System
import TestSupport
import Testing

@Suite("A thread") struct PosixThreadTests {
  @Test("it runs beside the one that started it, which can wait for its end")
  func runs() throws {
    let isDone = Monitor(false)
    let thread = try PosixThread { isDone.update { $0 = true } }

    #expect(!thread.isCurrent)
    thread.join()
    #expect(isDone.withLock { $0 })
  }

  @Test("it releases what its body holds")
  func releases() throws {
    final class Held: Sendable {}
    weak var held: Held?
    do {
      let object = Held()
      held = object
      try PosixThread { withExtendedLifetime(object) {} }.join()
    }

    #expect(held == nil)
  }

  @Test("one that cannot be created is an error, and its body is released")
  func failing() {
    final class Held: Sendable {}
    weak var held: Held?
    do {
      let object = Held()
      held = object
      #expect(throws: SystemError.self) {
        // No machine has this much memory for a stack.
        try PosixThread(stackBytes: 1 << 50) { withExtendedLifetime(object) {} }.detach()
      }
    }

    #expect(held == nil)
  }
}
