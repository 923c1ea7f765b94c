import Dispatch
import Synchronization

/// What is done each time the operator asks for it by SIGHUP: the configuration is read again, files that
/// were moved away are opened anew.
final class Reloads: Sendable {
  private let bodies = Mutex<[@Sendable () -> Void]>([])
  // One after the other, and not on the thread that takes the signals: a file may be on a disk that hangs,
  // and the wish to stop has to get through then.
  private let queue = DispatchQueue(label: "reloads")
  private let supervision: Supervision

  init(_ supervision: Supervision) {
    self.supervision = supervision
  }

  /// Runs `body` at each reload from now on, after those that were given before.
  func whenAsked(_ body: @escaping @Sendable () -> Void) {
    bodies.withLock { $0.append(body) }
  }

  func ask() {
    queue.async { [self] in
      supervision.reloading()
      for body in bodies.withLock({ $0 }) { body() }
      supervision.reloaded()
    }
  }
}
