import AltcraftEngine
import BridgeCommandLine
import Dispatch
import HTTP
import Synchronization
import Transports

/// The options in force, and their reload upon SIGHUP, which also reopens the files of the wire loggers.
final class ConfigurationReload: Sendable {
  private let options: Mutex<ServeOptions>
  private let passedSockets: Int
  private let log: ServiceLog
  private let reporter: ServiceStatusReporter
  private let engine: Engine
  private let connections: Connections
  private let delivery: CurlHTTPClient
  private let loggers: WireLoggers
  // A serial queue, not the thread that receives signals: a file may be on a disk that hangs, and a stop
  // request must still be received then.
  private let queue = DispatchQueue(label: "reloads")

  init(
    _ options: ServeOptions, passedSockets: Int, log: ServiceLog, reporter: ServiceStatusReporter,
    engine: Engine, connections: Connections, delivery: CurlHTTPClient, loggers: WireLoggers
  ) {
    self.options = Mutex(options)
    self.passedSockets = passedSockets
    self.log = log
    self.reporter = reporter
    self.engine = engine
    self.connections = connections
    self.delivery = delivery
    self.loggers = loggers
  }

  /// True if every TCP connection needs the token.
  var requiresToken: Bool { options.withLock { $0.requireToken } }

  /// The origins whose pages may connect.
  var allowedOrigins: [String] { options.withLock { $0.allowedOrigins } }

  /// True if the metrics need no token.
  var metricsArePublic: Bool { options.withLock { $0.publicMetrics } }

  /// Starts a reload and returns at once.
  func request() {
    queue.async { [self] in
      reporter.reloading()
      readConfiguration()
      loggers.reopen()
      reporter.reloaded()
    }
  }

  /// Reads the configuration again. An invalid one changes nothing.
  private func readConfiguration() {
    guard options.withLock({ $0.config }) != nil else {
      return log.log.info("no configuration file to reload")
    }
    do throws(UsageError) {
      apply(try ServeOptions.read())
    } catch {
      for line in error.message.split(separator: "\n") {
        log.log.error("the configuration was not reloaded", ["problem": .text(String(line))])
      }
    }
  }

  private func apply(_ read: ServeOptions) {
    var read = read
    read.adopt(sockets: passedSockets)
    let old = options.withLock { $0 }
    let change = SettingsChange(from: old, to: read)
    let new = change.inForce
    options.withLock { $0 = new }
    // A log level set by a host stays unless the configuration has changed it.
    if old.logLevel != new.logLevel {
      log.set(Log.Level(rawValue: new.logLevel.rawValue) ?? .notice)
    }
    log.set(new.logFormat)
    engine.adjust(new.allLimits)
    connections.limits = engine.limits.transports
    delivery.setConcurrency(engine.limits.concurrency)
    log.log.notice(
      "the configuration was reloaded",
      [
        "changed": .text(
          change.applied.isEmpty ? "nothing" : change.applied.joined(separator: ", "))
      ])
    guard !change.needsRestart.isEmpty else { return }
    log.log.notice(
      "some changes need a restart",
      ["settings": .text(change.needsRestart.joined(separator: ", "))])
  }
}
