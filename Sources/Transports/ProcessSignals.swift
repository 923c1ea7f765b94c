import Glibc
import Synchronization
import System

/// A watch that turns signals into calls.
package final class ProcessSignals: Sendable {
  private let arrival: EventFD
  private let running: Mutex<PosixThread?>
  private let isOver = Atomic(false)
  private let signals: [Int32]

  /// Calls `body` on its own thread with each of `signals` that arrives; several of one kind may count as
  /// one. Only one watch can be active at a time, until `stop`.
  ///
  /// It uses a handler and not `sigwait`: a blocked signal would stay blocked in every child process.
  package init(
    _ signals: [Int32], body: @escaping @Sendable (Int32) -> Void
  ) throws(SystemError) {
    self.signals = signals
    arrival = try EventFD()
    running = Mutex(nil)
    arrivalDescriptor = arrival.number
    arrivedSignals.store(0, ordering: .releasing)
    let thread = try PosixThread { [self] in
      while true {
        guard waitFor(-1, 0, or: arrival, until: nil).woken else { continue }
        // Reset first: a signal that arrives from now on wakes this thread again.
        arrival.forget()
        if isOver.load(ordering: .acquiring) { return }
        let arrived = arrivedSignals.exchange(0, ordering: .acquiringAndReleasing)
        for signal in signals where arrived & 1 << UInt64(signal) != 0 { body(signal) }
      }
    }
    running.withLock { $0 = thread }
    for signal in signals { handle(signal) }
  }

  /// Restores the default action of the signals. Must not be called by `body`.
  package func stop() {
    for signal in signals { Glibc.signal(signal, SIG_DFL) }
    arrivalDescriptor = -1
    isOver.store(true, ordering: .releasing)
    arrival.fire()
    let thread = running.withLock { running in
      defer { running = nil }
      return running
    }
    thread?.join()
  }

  private func handle(_ signal: Int32) {
    var action = sigaction()
    action.sa_flags = SA_RESTART
    action.__sigaction_handler.sa_handler = { signal in
      let interrupted = errno
      arrivedSignals.bitwiseOr(1 << UInt64(signal), ordering: .releasing)
      var one: UInt64 = 1
      write(arrivalDescriptor, &one, 8)
      errno = interrupted
    }
    sigaction(signal, &action, nil)
  }
}

// A handler can use only globals, and must not take a lock. This one is written while no handler that reads
// it is installed, and an Int32 is read atomically.
nonisolated(unsafe) private var arrivalDescriptor: Int32 = -1
// A bit for each signal by its number; real-time signals from 64 on are not supported. It is accessed before
// any handler is installed, so that no handler initialises it.
private let arrivedSignals = Atomic<UInt64>(0)
