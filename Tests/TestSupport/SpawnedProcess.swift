import Foundation
import Glibc
import Synchronization

/// A child process of the tests. The process always ends when this value is released.
///
/// Foundation's `Process` cannot replace it: that reads beyond its list of descriptors when this process has more
/// than about 1,350 open, as the tests of services do.
package final class SpawnedProcess: Sendable {
  package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case killed(Int32)

    /// The exit status, or the number of the signal.
    package var status: Int32 {
      switch self {
      case .exited(let status), .killed(let status): status
      }
    }
  }

  package enum Stream: Sendable {
    /// A file, which the child process opens.
    case file(String)
    /// A descriptor, which stays with the caller.
    case descriptor(Int32)

    package static let null = Stream.file("/dev/null")
  }

  package let pid: pid_t
  private let state = Mutex<Ending?>(nil)

  /// Starts the program at `path`. The process gets the three standard streams and `descriptors` as its
  /// descriptors from 3 on, and no other. Its environment is `environment`, by default that of the tests
  /// without the bridge's own variables.
  package init(
    _ path: String, _ arguments: [String],
    environment: [String: String] = SpawnedProcess.environment(), in directory: String? = nil,
    input: Stream = .null, output: Stream = .null, errors: Stream = .null,
    descriptors: [Int32] = []
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [input, output, errors].enumerated() {
      switch stream {
      case .file(let path):
        let flags = number == 0 ? O_RDONLY : O_WRONLY | O_APPEND
        posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0)
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      }
    }
    // Duplicate them above the numbers they get in the process.
    let passed = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
    defer { for descriptor in passed { close(descriptor) } }
    for (place, descriptor) in passed.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, 3 + Int32(place))
    }
    _ = posix_spawn_file_actions_addclosefrom_np(&actions, 3 + Int32(passed.count))
    if let directory { _ = posix_spawn_file_actions_addchdir_np(&actions, directory) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The process must not inherit the test runner's signal mask and ignored signals.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGHUP, SIGPIPE, SIGXFSZ, SIGINT, SIGTERM] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var pid: pid_t = 0
    let failure = posix_spawn(&pid, path, &actions, &attributes, words, variables)
    guard failure == 0 else {
      throw WireConnection.Overdue(description: "\(path): \(String(cString: strerror(failure)))")
    }
    self.pid = pid
  }

  deinit {
    send(signal: SIGKILL)
    wait()
  }

  /// Returns the environment of the tests without the bridge's own variables, plus `additions`.
  package static func environment(adding additions: [String: String] = [:]) -> [String: String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ALTCRAFT_BRIDGE") }
      .merging(additions) { $1 }
  }

  package func send(signal: Int32) {
    state.withLock { ending in
      // After `waitpid` the number may belong to another process.
      if ending == nil { kill(pid, signal) }
    }
  }

  /// The way the process ended; nil while it runs.
  package var ending: Ending? { collect(WNOHANG) }

  /// Waits until the process has ended.
  @discardableResult
  package func wait() -> Ending {
    // Wait without the lock, and without collecting the process, so that it can be killed meanwhile.
    var information = siginfo_t()
    while state.withLock({ $0 }) == nil,
      waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR
    {}
    return collect(0)!
  }

  private func collect(_ flags: Int32) -> Ending? {
    state.withLock { ending in
      var status: Int32 = 0
      if ending == nil, waitpid(pid, &status, flags) == pid {
        let signal = status & 0x7F
        ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
      }
      return ending
    }
  }
}

/// The two descriptors of a pipe, which the caller closes.
package struct PipeEnds: Sendable {
  package let reading: Int32
  package let writing: Int32

  package init() throws {
    var ends: [Int32] = [0, 0]
    // Set close-on-exec atomically: tests start processes in parallel, and only the intended child may
    // inherit an end.
    guard pipe2(&ends, O_CLOEXEC) == 0 else {
      throw WireConnection.Overdue(description: "pipe2: errno \(errno)")
    }
    reading = ends[0]
    writing = ends[1]
  }
}

// Declarations of functions that the module of the C library does not export.

@_silgen_name("pipe2")
private func pipe2(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32

@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func posix_spawn_file_actions_addclosefrom_np(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ from: Int32
) -> Int32

@_silgen_name("posix_spawn_file_actions_addchdir_np")
private func posix_spawn_file_actions_addchdir_np(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
) -> Int32
