import Dispatch
import Synchronization

/// The handlers of SIGHUP: they read the configuration again and reopen files that were moved away.
final class ReloadHandlers: Sendable {
  private let bodies = Mutex<[@Sendable () -> Void]>([])
  // A serial queue, not the thread that receives signals: a file may be on a disk that hangs, and a stop
  // request must still be received then.
  private let queue = DispatchQueue(label: "reloads")
  private let supervision: ServiceStatusReporter

  init(_ supervision: ServiceStatusReporter) {
    self.supervision = supervision
  }

  /// Adds a handler, which runs at each later reload, after those added before it.
  func whenRequested(_ body: @escaping @Sendable () -> Void) {
    bodies.withLock { $0.append(body) }
  }

  func request() {
    queue.async { [self] in
      supervision.reloading()
      for body in bodies.withLock({ $0 }) { body() }
      supervision.reloaded()
    }
  }
}
