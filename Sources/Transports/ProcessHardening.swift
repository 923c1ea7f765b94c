import CLibraries
import Glibc
import System

/// The settings of the process that must precede everything else.
package enum ProcessHardening {
  package static func apply() {
    openStandardDescriptors()
    // Both signals would end the process. If they are ignored, the system call returns EPIPE or EFBIG.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // A service on sockets must outlive its terminal. A service on standard input sees the end of its input.
    signal(SIGHUP, SIG_IGN)
    // One thread often frees the memory of another. With an arena for each thread the process grew by a
    // quarter more over 60,000 deliveries, and was not faster.
    _ = mallopt(arenaMax, 1)
    // The C library raises this bound with each large block that is freed. The tables of a backlog would then be
    // among small blocks, and stay when they are freed.
    _ = mallopt(mappedFrom, 128 << 10)
    closeDescriptorsToChildren()
    quietCrashes()
    umask(0o077)
    // A core file would contain tokens. A core that is piped to a program ignores the limit, and another
    // process of the user could attach to this one, so dumping is disabled too.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    _ = set_dumpable(0)
  }

  /// True if this user cannot be distinguished from unknown users. In a user namespace all unknown users have
  /// one number, and this process may have it too. Then checks of an owner mean nothing.
  package static var userIsAmbiguous: Bool {
    guard let overflow = firstLine(of: "/proc/sys/kernel/overflowuid").flatMap({ uid_t($0) }),
      geteuid() == overflow
    else { return false }
    // This map covers all users from 0 on: there is no namespace.
    let map = firstLine(of: "/proc/self/uid_map")?.split(separator: " ").map(String.init)
    return map != ["0", "0", "4294967295"]
  }

  private static func firstLine(of path: String) -> String? {
    guard case .success(let text) = File.read(path) else { return nil }
    return String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// Closes inherited descriptors to child processes: a command of `events --exec` must not get open
  /// files of the host.
  private static func closeDescriptorsToChildren() {
    guard let directory = opendir("/proc/self/fd") else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let number = Int32(name), number > STDERR_FILENO else { continue }
      let flags = fcntl(number, F_GETFD)
      if flags >= 0 { _ = fcntl(number, F_SETFD, flags | FD_CLOEXEC) }
    }
  }

  /// Disables the backtraces of the runtime. After a crash these print the memory that registers point to,
  /// which often contains a message with a token. Setting SWIFT_BACKTRACE keeps them.
  private static func quietCrashes() {
    guard getenv("SWIFT_BACKTRACE") == nil else { return }
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }

  /// Opens missing standard descriptors. Otherwise the next opened file would get the number of a closed one,
  /// and output for standard error would be written to it.
  private static func openStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
  }
}

// Constants of malloc.h.
private let arenaMax: Int32 = -8
private let mappedFrom: Int32 = -3
