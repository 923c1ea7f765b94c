import BridgeClient
import BridgeCommandLine
import Dispatch
import DurableLog
import Synchronization
import System
import Transports

/// The status reporter for the service manager that started this process, such as systemd with `Type=notify`.
/// Does nothing, and has no thread, without such a manager.
final class ServiceStatusReporter: Sendable {
  private let notifier: ServiceNotifier?
  /// Signalled when the service stops.
  private let end = DispatchSemaphore(value: 0)
  private let state = Mutex(State())

  private struct State {
    var isServing = false
    var lastStatus = ""
  }

  /// The longest interval between two status reports. The watchdog of the manager can make it shorter.
  private static let period = Duration.seconds(5)

  init(_ notifier: ServiceNotifier?) {
    self.notifier = notifier
  }

  /// True if a service manager expects status reports.
  var isWanted: Bool { notifier != nil }

  /// Reports the progress of a long start, and each time asks the manager for more time.
  func recovering(_ progress: RecoveryProgress) {
    guard let notifier, let percent = ProgressLine.percent(progress) else { return }
    let status = "reading the outbox: \(percent) %"
    let isNews = state.withLock { state in
      defer { if !state.isServing { state.lastStatus = status } }
      return !state.isServing && state.lastStatus != status
    }
    if isNews { notifier.emit(.extendTimeout(.seconds(60)), .status(status)) }
  }

  /// Reports the service as ready. From now on the manager gets `status` after each change, and a watchdog
  /// message as often as it requires. `isAlive` returns once the resources that every call needs are
  /// available; while it blocks, no watchdog message is sent, and the manager restarts the service.
  func begin(status: @escaping @Sendable () -> String, isAlive: @escaping @Sendable () -> Void) {
    guard let notifier else { return }
    state.withLock { $0.isServing = true }
    report(.ready, status: status())
    // Half of the allowed time, as `sd_watchdog_enabled(3)` advises.
    let period = min(notifier.watchdog.map { $0 / 2 } ?? Self.period, Self.period)
    PosixThread.require { [self] in
      while end.wait(timeout: .now() + period.seconds) == .timedOut {
        isAlive()
        if notifier.watchdog != nil { notifier.emit(.alive) }
        report(status: status())
      }
    }
  }

  /// Reports the start and the end of a reload: a client that requested it from the manager waits for the
  /// end.
  func reloading() { sendWhileServing(.reloading) }
  func reloaded() { sendWhileServing(.ready) }

  func stopping() {
    guard let notifier else { return }
    state.withLock { $0.isServing = false }
    notifier.emit(.stopping, .status("stopping"))
    end.signal()
  }

  /// Reports why the service cannot start, for users who read its status instead of the log.
  func failed(_ reason: String) { notifier?.emit(.status(reason)) }

  /// Sends a message only while serving: before and after that it would make the service look ready.
  private func sendWhileServing(_ message: ServiceNotifier.Message) {
    if state.withLock({ $0.isServing }) { notifier?.emit(message) }
  }

  private func report(_ first: ServiceNotifier.Message? = nil, status: String) {
    let isNews = state.withLock { state in
      defer { state.lastStatus = status }
      return state.isServing && state.lastStatus != status
    }
    switch (first, isNews) {
    case (let first?, _): notifier?.emit(first, .status(status))
    case (nil, true): notifier?.emit(.status(status))
    case (nil, false): break
    }
  }
}
