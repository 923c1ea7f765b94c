import AltcraftEngine
import Dispatch
import DurableLog
import Glibc
import HTTP
import JSONRPC
import Synchronization
import System
import Transports

/// The stop of the service: everything in order and in time. Any source may request it; only the first request
/// has an effect.
final class Shutdown: Sendable {
  private let log: ServiceLog
  private let reporter: ServiceStatusReporter
  private let listeners: [Listener]
  private let connections: Connections
  private let peers: Peers
  private let engine: Engine
  private let delivery: CurlHTTPClient
  private let tokens: TokenFiles?
  private let loggers: WireLoggers
  /// The lock of the data directory. The end of the process releases it.
  private let lock: DirectoryLock
  private let hasBegun = Atomic(false)
  private let requested = DispatchSemaphore(value: 0)
  /// The end of the attempts that were under way.
  private let delivered = DispatchSemaphore(value: 0)

  /// The time limits for the attempts under way, for the answers to pending calls, and for the whole stop. All begin
  /// with it.
  private static let attemptGrace = Duration.seconds(2)
  private static let answerGrace = Duration.seconds(3)
  private static let stopGrace = Duration.seconds(4.5)

  init(
    log: ServiceLog, reporter: ServiceStatusReporter, listeners: [Listener],
    connections: Connections, peers: Peers, engine: Engine, delivery: CurlHTTPClient,
    tokens: TokenFiles?, loggers: WireLoggers, lock: DirectoryLock
  ) {
    self.log = log
    self.reporter = reporter
    self.listeners = listeners
    self.connections = connections
    self.peers = peers
    self.engine = engine
    self.delivery = delivery
    self.tokens = tokens
    self.loggers = loggers
    self.lock = lock
  }

  var isRequested: Bool { hasBegun.load(ordering: .acquiring) }

  /// Begins the stop: nothing more is accepted or read. Pending calls are still answered.
  func request() {
    guard !hasBegun.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // The next process repeats an attempt without an outcome, so none begins from now on.
    engine.closeDelivery()
    delivery.stopSending(within: Self.attemptGrace)
    reporter.stopping()
    // The process exits in time even if something hangs. No acknowledged job is lost by that.
    ProcessTimer.shared.add(after: Self.stopGrace) { _exit(0) }
    Task {
      await engine.finishAttempts(within: Self.attemptGrace + .milliseconds(200))
      delivered.signal()
    }
    for listener in listeners { listener.stop() }
    // The peers are stopped before reading stops: their callbacks then fail with the stop as the reason, not
    // with a lost host.
    for peer in peers.all { peer.stop { peer.remote.close() } }
    connections.stopReading()
    requested.signal()
  }

  /// Blocks until the stop was requested, and then until it is complete.
  func wait() {
    requested.wait()
    _ = connections.waitUntilClosed(within: Self.answerGrace)
    delivered.wait()
    let ended = DispatchSemaphore(value: 0)
    Task {
      await engine.stop()
      ended.signal()
    }
    ended.wait()
    delivery.close()
    tokens?.remove()
    loggers.close()
    log.log.info("stopped")
  }
}
