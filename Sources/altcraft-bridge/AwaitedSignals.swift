import Glibc

/// Signals that do not interrupt, but wait until they are asked for. Made before other threads are, which
/// inherit that the signals are blocked.
struct AwaitedSignals: Sendable {
  private let set: sigset_t

  init(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    self.set = set
  }

  /// Waits for the next of them.
  func next() -> Int32 {
    var set = set
    var signal: Int32 = 0
    // EINTR is the only failure a valid set has.
    while sigwait(&set, &signal) != 0 {}
    return signal
  }
}
