import Glibc

/// What has to be settled before anything else in the process.
package enum ProcessHardening {
  package static func apply() {
    openStandardDescriptors()
    // Both would end the process; ignored, the system call says EPIPE or EFBIG.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    quietCrashes()
    umask(0o077)
    // A core file would hold tokens.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }

  /// The runtime answers a crash with a backtrace, and prints the memory that registers point to: a message
  /// with a token in it, as likely as not. Whoever sets SWIFT_BACKTRACE asks for that.
  private static func quietCrashes() {
    guard getenv("SWIFT_BACKTRACE") == nil else { return }
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }

  /// A descriptor that was closed at the start would be given to the next file that is opened, and what
  /// is meant for standard error would end up in it.
  private static func openStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
  }
}
