import Glibc

/// A set of blocked signals that a thread waits for. Create it before other threads, which inherit the
/// blocked signals.
///
/// SIGHUP and SIGINT are not waited for if the parent process has them ignored: a blocked signal
/// would arrive all the same.
package struct SignalWaiter: Sendable {
  private let set: sigset_t

  package init(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals
    where ![SIGHUP, SIGINT].contains(signal) || !InheritedSignals.isIgnored(signal) {
      sigaddset(&set, signal)
    }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    self.set = set
  }

  /// Waits for the next signal of the set.
  package func next() -> Int32 {
    var set = set
    var signal: Int32 = 0
    // EINTR is the only possible failure for a valid set.
    while sigwait(&set, &signal) != 0 {}
    return signal
  }
}
