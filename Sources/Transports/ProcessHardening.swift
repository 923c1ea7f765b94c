import Glibc

/// What has to be settled before anything else in the process.
package enum ProcessHardening {
  package static func apply() {
    openStandardDescriptors()
    // Both would end the process; ignored, the system call says EPIPE or EFBIG.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    umask(0o077)
    // A core file would hold tokens.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }

  /// A descriptor that was closed at the start would be given to the next file that is opened, and what
  /// is meant for standard error would end up in it.
  private static func openStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
  }
}
