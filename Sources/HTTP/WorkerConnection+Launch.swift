import Glibc
import System

/// The descriptor of the socket in a worker process.
package let deliverySocket: Int32 = 3

extension WorkerConnection {
  /// Starts the executable. Its descriptor 3 is one end of a socket pair, its output and errors go to our
  /// standard error, and its input is empty.
  static func start(_ path: String) throws(WorkerStartError) -> WorkerConnection {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw WorkerStartError("cannot create a socket pair", errno) }
    defer { close(ends[1]) }
    do throws(SystemError) {
      // A separate process group: Ctrl-C in the terminal is meant for the bridge, which ends this process at the
      // right time.
      let process = try ChildProcess(
        .path(path), [path], environment: deliveryEnvironment(currentEnvironment()),
        input: .file("/dev/null", O_RDONLY), output: .descriptor(STDERR_FILENO),
        errors: .descriptor(STDERR_FILENO), descriptors: [ends[1]], resetting: [],
        inOwnGroup: true)
      return WorkerConnection(process: process, socket: ends[0])
    } catch {
      close(ends[0])
      throw WorkerStartError(starting: path, error.code)
    }
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
