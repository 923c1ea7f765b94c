import AltcraftEngine
import Synchronization
import System
import Transports

/// The watch of the files that a running bridge needs at their paths: its data directory and its
/// Unix sockets. Decision 26 has the reasons for a timer.
final class FileWatch: Sendable {
  private let engine: Engine
  private let listeners: [Listener]
  private let dataDirectory: String
  private let log: Log
  /// The problems that were reported, each until it has ended.
  private let reported = Mutex<[String: String]>([:])

  /// The pause between two checks. The kernel may add the slack, to combine the wake-up with
  /// others: together they are less than the five seconds that Operating states.
  private static let pause = Duration.seconds(4)
  private static let slackNanoseconds: UInt = 500_000_000

  init(engine: Engine, listeners: [Listener], dataDirectory: String, log: Log) {
    self.engine = engine
    self.listeners = listeners
    self.dataDirectory = dataDirectory
    self.log = log
  }

  /// Checks until the process ends, on a thread of its own: a path may be on a disk that hangs.
  func start() {
    PosixThread.require { [self] in
      PosixThread.allowLateWakeUps(nanoseconds: Self.slackNanoseconds)
      while true {
        _ = waitFor(-1, 0, or: nil, until: .now + Self.pause)
        check()
      }
    }
  }

  /// Checks once. Reports what has changed, refuses new jobs without the data directory, and binds
  /// sockets again.
  func check() {
    let groups = engine.checkDirectories()
    report(
      "data", problem: groups.isEmpty ? nil : groups.joined(separator: ", "),
      { groups in
        log.error(
          "the data directory was removed or replaced: put it back, or restart the bridge",
          ["path": .text(dataDirectory), "appGroups": .text(groups)])
      },
      ended: {
        log.notice("the data directory is at its path again", ["path": .text(dataDirectory)])
      })
    for listener in listeners { check(listener) }
  }

  private func check(_ listener: Listener) {
    let place = listener.endpoint.description
    let state = listener.restoreFile()
    let problem: String? =
      switch state {
      case .inPlace, .boundAgain: nil
      case .gone(let error?): StartError(error).message
      case .gone(nil): "the service manager has bound it; restart its socket unit"
      }
    report(
      place, problem: problem,
      { reason in
        log.error(
          "the file of the socket was removed or replaced",
          ["socket": .text(place), "reason": .text(reason)])
      }, ended: {})
    if state == .boundAgain {
      log.notice(
        "the file of the socket was removed or replaced; the socket is bound again",
        ["socket": .text(place)])
    }
  }

  /// Reports a problem unless it was reported, and its end.
  private func report(
    _ subject: String, problem: String?, _ begun: (String) -> Void, ended: () -> Void
  ) {
    let last = reported.withLock { reported in
      defer { reported[subject] = problem }
      return reported[subject]
    }
    if let problem, problem != last { begun(problem) }
    if problem == nil, last != nil { ended() }
  }
}
