import CLibraries
import Glibc
import Synchronization

/// A child process. Its parent must end it, or wait for its end.
package final class ChildProcess: Sendable {
  package enum Program: Sendable {
    case path(String)
    /// A name to search for in the directories of `PATH`, or a path.
    case named(String)
  }

  package enum Stream: Sendable {
    /// A file, which the child process opens with these flags. A created file has mode 0600.
    case file(String, Int32)
    /// A descriptor, which stays with the caller.
    case descriptor(Int32)
  }

  package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case killed(Int32)
    /// The process was reaped elsewhere, as it is in a host that ignores SIGCHLD.
    case unknown
  }

  package let pid: pid_t
  private let state = Mutex<Ending?>(nil)

  /// Starts a program. `arguments` begin with its name, and `environment` has entries `NAME=value`;
  /// nil is the environment of this process, byte by byte, without the variables by which a service
  /// manager addresses it.
  ///
  /// The process gets the three standard streams, and `descriptors` as its descriptors from 3 on, and no other; if
  /// `descriptors` is nil, it inherits those without close-on-exec. No signal is blocked in it, and `signals` have
  /// their default action. With `inOwnGroup` it leads a new process group.
  package init(
    _ program: Program, _ arguments: [String], environment: [String]?, in directory: String? = nil,
    input: Stream, output: Stream, errors: Stream, descriptors: [Int32]? = nil,
    resetting signals: [Int32] = [SIGPIPE], inOwnGroup: Bool = false
  ) throws(SystemError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [input, output, errors].enumerated() {
      switch stream {
      case .file(let path, let flags):
        posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0o600)
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      }
    }
    // Duplicate them above the numbers they get in the process.
    var passed: [Int32] = []
    defer { for descriptor in passed { close(descriptor) } }
    for descriptor in descriptors ?? [] {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3 + Int32(descriptors?.count ?? 0))
      guard copy >= 0 else { throw SystemError("cannot duplicate a descriptor") }
      passed.append(copy)
    }
    for (place, descriptor) in passed.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, 3 + Int32(place))
    }
    if descriptors != nil {
      _ = posix_spawn_file_actions_addclosefrom_np(&actions, 3 + Int32(passed.count))
    }
    if let directory { _ = posix_spawn_file_actions_addchdir_np(&actions, directory) }

    // A child process inherits blocked and ignored signals.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in signals { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        | Int16(inOwnGroup ? POSIX_SPAWN_SETPGROUP : 0))

    let words = arguments.map { strdup($0) } + [nil]
    let variables = (environment?.map { strdup($0) } ?? Self.ownVariables()) + [nil]
    defer { for text in words + variables { free(text) } }
    let name: String
    switch program {
    case .path(let text), .named(let text): name = text
    }
    var failure: Int32 = 0
    pid = Self.registering {
      var pid: pid_t = -1
      failure =
        switch program {
        case .path: posix_spawn(&pid, name, &actions, &attributes, words, variables)
        case .named: posix_spawnp(&pid, name, &actions, &attributes, words, variables)
        }
      return failure == 0 ? pid : -1
    }
    guard failure == 0 else { throw SystemError("cannot start \(name.inMessage)", code: failure) }
    register()
  }

  private static func ownVariables() -> [UnsafeMutablePointer<CChar>?] {
    var copies: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let entry = next.pointee {
      let name = String(cString: entry).prefix { $0 != "=" }
      if !ServiceVariables.ofOneProcess.contains(String(name)) { copies.append(strdup(entry)) }
      next += 1
    }
    return copies
  }

  package func send(signal: Int32) {
    state.withLock { ending in
      // After `waitpid` the number may belong to another process.
      if ending == nil { kill(pid, signal) }
    }
  }

  /// Sends a signal to the group of a process that leads one, while the process has not ended.
  package func sendToGroup(signal: Int32) {
    state.withLock { ending in
      if ending == nil { kill(-pid, signal) }
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
    return collect(0) ?? .unknown
  }

  /// Waits until the process has ended, at most until the deadline. Returns nil if it still runs.
  package func wait(until deadline: Deadline) -> Ending? {
    while true {
      if let ending { return ending }
      if deadline.hasPassed { return nil }
      usleep(2000)
    }
  }

  /// Reaps the process if it has ended. Returns false if it was reaped before, or runs.
  func collectEnding() -> Bool {
    state.withLock { ending in
      guard ending == nil else { return false }
      ending = collected(WNOHANG)
      return ending != nil
    }
  }

  private func collect(_ flags: Int32) -> Ending? {
    state.withLock { ending in
      ending = ending ?? collected(flags)
      return ending
    }
  }

  private func collected(_ flags: Int32) -> Ending? {
    var status: Int32 = 0
    let result = waitpid(pid, &status, flags)
    if result == pid {
      let signal = status & 0x7F
      return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
    }
    return result < 0 && errno == ECHILD ? .unknown : nil
  }
}
