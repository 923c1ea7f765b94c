import Glibc
import Synchronization
import System

/// The workspace of the program: the started processes and their directory. It must not be left behind, so it
/// is cleared at the end, on a signal, and when the time for one step is over.
final class BenchWorkspace: Sendable {
  /// The directory for all written files. It is removed at the end.
  let directory: String
  private let state = Mutex(State())

  private struct State {
    var children: Set<pid_t> = []
    var deadline: UInt64 = .max
    var lastName = 0
  }

  /// Creates a directory within `parent`. From here on, signals that end the program are handled, so there
  /// must be no other thread yet.
  init(in parent: String) throws(BenchError) {
    var template = Array((parent + "/altcraft-bridge-bench-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw BenchError(call: "cannot make a folder in \(parent)")
    }
    directory = String(
      decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    watch()
  }

  /// Returns an unused path within the directory.
  func newPath(_ name: String) -> String {
    let number = state.withLock { state in
      state.lastName += 1
      return state.lastName
    }
    return "\(directory)/\(name)-\(number)"
  }

  /// Sets the time limit of a step. A step that takes longer is stuck, and the program ends.
  func allow(seconds: Int) {
    let deadline = MonotonicTime.now() + UInt64(seconds) * 1_000_000_000
    state.withLock { $0.deadline = deadline }
  }

  func adopt(_ child: pid_t) { state.withLock { _ = $0.children.insert(child) } }
  func forget(_ child: pid_t) { state.withLock { _ = $0.children.remove(child) } }

  /// Kills the running processes and removes the directory.
  func clear() {
    state.withLock { state in
      for child in state.children { kill(child, SIGKILL) }
      for child in state.children { waitpid(child, nil, 0) }
    }
    Files.remove(directory)
  }

  private func watch() {
    var ending = sigset_t()
    sigemptyset(&ending)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ending, signal) }
    pthread_sigmask(SIG_BLOCK, &ending, nil)
    let signals = ending
    PosixThread.require { [self] in
      var signals = signals
      while true {
        var patience = timespec(tv_sec: 0, tv_nsec: 250_000_000)
        let signal = sigtimedwait(&signals, nil, &patience)
        let isLate = state.withLock { MonotonicTime.now() > $0.deadline }
        guard signal > 0 || isLate else { continue }
        if isLate { StandardOutput.errorLine("\naltcraft-bridge-bench: a step timed out") }
        clear()
        _exit(signal > 0 ? 128 + signal : EX_SOFTWARE)
      }
    }
  }
}

enum Files {
  /// Removes a file, or a directory with its content. Files that cannot be removed stay.
  static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in ProcessFigures.names(in: path) { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
