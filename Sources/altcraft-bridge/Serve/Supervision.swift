import Dispatch
import DurableLog
import Synchronization
import Transports

/// Keeps the service manager informed that started this process, as systemd does with `Type=notify`. Does
/// nothing, and has no thread, where nobody asked to be informed.
final class Supervision: Sendable {
  private let notifier: ServiceNotifier?
  /// Given when the service is over.
  private let end = DispatchSemaphore(value: 0)
  private let state = Mutex(State())

  private struct State {
    var isServing = false
    var lastStatus = ""
  }

  /// How often the manager is told what goes on, where it does not ask for a sign of life more often.
  private static let period = Duration.seconds(5)

  init(_ notifier: ServiceNotifier?) {
    self.notifier = notifier
  }

  /// Whether anybody wants to be informed.
  var isWanted: Bool { notifier != nil }

  /// A start that has much to read goes on: the manager gives it more time, each time it is told.
  func recovering(_ progress: RecoveryProgress) {
    guard let notifier, let percent = ProgressLine.percent(progress) else { return }
    let status = "reading the outbox: \(percent) %"
    let isNews = state.withLock { state in
      defer { if !state.isServing { state.lastStatus = status } }
      return !state.isServing && state.lastStatus != status
    }
    if isNews { notifier.tell(.extendTimeout(.seconds(60)), .status(status)) }
  }

  /// Calls are accepted. From now on the manager gets `status` whenever it changes, and a sign of life as
  /// often as it wants one. `isAlive` returns when what every call needs can be had; while it does not there
  /// is no sign of life, and the manager starts the service anew.
  func begin(status: @escaping @Sendable () -> String, isAlive: @escaping @Sendable () -> Void) {
    guard let notifier else { return }
    state.withLock { $0.isServing = true }
    tell(.ready, status: status())
    // Half of what is allowed, as `sd_watchdog_enabled(3)` advises.
    let period = min(notifier.watchdog.map { $0 / 2 } ?? Self.period, Self.period)
    BackgroundThread.start { [self] in
      while end.wait(timeout: .now() + period.seconds) == .timedOut {
        isAlive()
        if notifier.watchdog != nil { notifier.tell(.alive) }
        tell(status: status())
      }
    }
  }

  /// Around a reload: whoever asked the manager for it waits for its end.
  func reloading() { tellWhileServing(.reloading) }
  func reloaded() { tellWhileServing(.ready) }

  func stopping() {
    guard let notifier else { return }
    state.withLock { $0.isServing = false }
    notifier.tell(.stopping, .status("stopping"))
    end.signal()
  }

  /// What keeps the service from starting, for those who look at its state and not into the log.
  func failed(_ reason: String) { notifier?.tell(.status(reason)) }

  /// A service that is not ready yet, or is about to stop, must not be taken for one that is.
  private func tellWhileServing(_ message: ServiceNotifier.Message) {
    if state.withLock({ $0.isServing }) { notifier?.tell(message) }
  }

  private func tell(_ first: ServiceNotifier.Message? = nil, status: String) {
    let isNews = state.withLock { state in
      defer { state.lastStatus = status }
      return state.isServing && state.lastStatus != status
    }
    switch (first, isNews) {
    case (let first?, _): notifier?.tell(first, .status(status))
    case (nil, true): notifier?.tell(.status(status))
    case (nil, false): break
    }
  }
}
