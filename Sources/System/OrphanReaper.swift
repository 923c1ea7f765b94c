import CLibraries
import Glibc
import Synchronization

/// The reaper of the orphans that the kernel makes children of this process: of all in a container
/// whose first process it is. No other process waits for them, and each would stay in the table of
/// processes.
package enum OrphanReaper {
  /// Starts the reaper if this process gets orphans. Call it before any other thread exists: all
  /// threads inherit the blocked signal.
  package static func startIfNeeded() {
    guard getpid() == 1 || isSubreaper else { return }
    let signals = SignalWaiter([SIGCHLD])
    ChildProcess.registerFromNowOn()
    PosixThread.require {
      while true {
        ChildProcess.reapAllEnded()
        _ = signals.next()
      }
    }
  }

  private static var isSubreaper: Bool {
    var value: Int32 = 0
    return get_child_subreaper(&value) == 0 && value != 0
  }
}

extension ChildProcess {
  /// A child process of this program, by its id. It may have ended.
  fileprivate enum Registered: Sendable {
    /// The object for it does not exist yet.
    case starting
    case started(Reference)
  }

  fileprivate struct Reference: Sendable {
    weak let process: ChildProcess?
  }

  /// Nil without a reaper.
  private static let registered = Mutex<[pid_t: Registered]?>(nil)

  fileprivate static func registerFromNowOn() { registered.withLock { $0 = [:] } }

  /// Runs `start`, which returns the id of a new child process, unless it is negative. Until
  /// `register` the reaper leaves that process alone.
  static func registering(_ start: () -> pid_t) -> pid_t {
    registered.withLock { registered in
      let pid = start()
      if registered != nil, pid > 0 { registered?[pid] = .starting }
      return pid
    }
  }

  func register() {
    let hasReaper = Self.registered.withLock { registered in
      guard let known = registered else { return false }
      registered = known.filter { $0.value.mayRun }
      registered?[pid] = .started(Reference(process: self))
      return true
    }
    // It may have ended before, and the reaper has left it.
    if hasReaper { kill(getpid(), SIGCHLD) }
  }

  /// Reaps all ended child processes. Those that this program has started keep the way they ended.
  fileprivate static func reapAllEnded() {
    while reapOne() {}
  }

  /// Returns false if there is none to reap. The lock keeps the number of a reaped process from
  /// being used for a new one that this program starts.
  private static func reapOne() -> Bool {
    registered.withLock { registered in
      var information = siginfo_t()
      var result: Int32
      repeat {
        result = waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT)
      } while result != 0 && errno == EINTR
      let pid = information._sifields._sigchld.si_pid
      guard result == 0, pid != 0 else { return false }
      switch registered?[pid] {
      case .starting: return false
      case .started(let reference) where reference.process?.collectEnding() == true: break
      case .started, nil: waitpid(pid, nil, WNOHANG)
      }
      return true
    }
  }
}

extension ChildProcess.Registered {
  fileprivate var mayRun: Bool {
    switch self {
    case .starting: true
    case .started(let reference): reference.process != nil
    }
  }
}
