import Glibc

/// The signal settings that a program inherits from the process that starts it.
package enum InheritedSignals {
  /// Resets the settings on which this program depends. Call it before any other thread exists.
  ///
  /// While SIGCHLD is ignored, the kernel reaps child processes, and how they ended is unknown.
  /// A blocked signal never arrives. SIGHUP and SIGINT stay ignored if they are: `nohup` and the
  /// background jobs of a shell rely on it.
  package static func reset() {
    signal(SIGCHLD, SIG_DFL)
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  package static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    // SIG_IGN is the address 1, which cannot be compared as a function.
    return withUnsafeBytes(of: action.__sigaction_handler) { $0.loadUnaligned(as: Int.self) } == 1
  }
}
