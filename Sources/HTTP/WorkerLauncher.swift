import Glibc
import System

/// The descriptor of the socket in a worker process.
package let deliverySocket: Int32 = 3

/// A failure to start a worker process. `message` says what to do about it.
struct WorkerStartError: Error {
  let message: String
}

extension WorkerConnection {
  /// Starts the executable. Its descriptor 3 is one end of a socket pair, its output and errors go to our
  /// standard error, and its input is empty.
  static func start(_ path: String) throws(WorkerStartError) -> WorkerConnection {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw WorkerStartError("cannot create a socket pair", errno) }
    // A number above the descriptors that the child gets.
    let theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, deliverySocket + 1)
    let error = theirs < 0 ? errno : 0
    close(ends[1])
    guard theirs >= 0 else {
      close(ends[0])
      throw WorkerStartError("cannot duplicate a file descriptor", error)
    }
    defer { close(theirs) }

    do throws(WorkerStartError) {
      return WorkerConnection(processID: try spawn(path, theirs), socket: ends[0])
    } catch {
      close(ends[0])
      throw error
    }
  }

  private static func spawn(_ path: String, _ socket: Int32) throws(WorkerStartError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, socket, deliverySocket)

    // A separate process group: Ctrl-C in the terminal is meant for the bridge, which ends this process at
    // the right time. Without a mask the child would inherit that of the supervisor's thread, which blocks
    // every signal.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    var environment = deliveryEnvironment(currentEnvironment()).map { strdup($0) } + [nil]
    defer { for string in arguments + environment { free(string) } }

    var processID: pid_t = 0
    let error = posix_spawn(&processID, path, &actions, &attributes, &arguments, &environment)
    guard error == 0 else { throw WorkerStartError(starting: path, error) }
    return processID
  }

  private static func currentEnvironment() -> [String] {
    var result: [String] = []
    var next = environ
    while let entry = next.pointee {
      result.append(String(cString: entry))
      next += 1
    }
    return result
  }
}

extension WorkerStartError {
  init(_ what: String, _ error: Int32) {
    message = "\(what): \(SystemError.reason(error))"
  }

  init(starting path: String, _ error: Int32) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts.last.map(String.init) ?? path
    let directory = parts.dropLast().joined(separator: "/")
    let place = "next to this program, in \(directory.isEmpty ? "/" : directory)"
    let reason = SystemError.reason(error)
    message =
      error == ENOENT ? "\(name) not found \(place)" : "\(name) cannot be started: \(reason)"
  }
}

/// Returns the environment of a worker process, as entries `NAME=value`. It passes on only the variables that
/// the worker uses, because a host may keep secrets in the others. It also excludes loopback addresses from
/// proxies, and keeps a crash from printing memory.
func deliveryEnvironment(_ ours: [String]) -> [String] {
  func value(_ name: String) -> String? {
    ours.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }
  // libcurl reads the lower-case name first. The same order applies to the value of both names here.
  let exceptions = [value("no_proxy") ?? value("NO_PROXY") ?? "", "127.0.0.1,localhost,::1"]
    .filter { !$0.isEmpty }.joined(separator: ",")
  return ours.filter { isPassedOn($0.prefix { $0 != "=" }) } + [
    "no_proxy=\(exceptions)", "NO_PROXY=\(exceptions)", "SWIFT_BACKTRACE=enable=no",
  ]
}

/// Returns whether the loader, the C library, Foundation, libcurl or its TLS library reads the variable.
private func isPassedOn(_ name: Substring) -> Bool {
  passedOn.contains(String(name)) || ["LC_", "XDG_", "MALLOC_"].contains(where: name.hasPrefix)
}

/// The variables that are passed on. `HTTP_PROXY` is not among them: libcurl ignores it too, because a web
/// server sets it to a value from the client.
private let passedOn: Set = [
  "PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "LANG", "LANGUAGE", "TZ", "TZDIR",
  "LD_LIBRARY_PATH", "LD_PRELOAD", "GLIBC_TUNABLES", "RES_OPTIONS", "LOCALDOMAIN",
  "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
  "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "OPENSSL_CONF",
]
