import AltcraftEngine
import BridgeCommandLine
import Dispatch
import System
import Transports

/// The service after its start.
struct RunningService: Sendable {
  let log: ServiceLog
  let reporter: ServiceStatusReporter
  let engine: Engine
  let connections: Connections
  let peers: Peers
  let handler: ConnectionHandler
  let shutdown: Shutdown
  let stdio: Connection?
  let files: FileWatch
  let readyLine: String

  /// Serves until a stop is requested, and returns when it is complete: with success, unless
  /// answers could not be written to standard output.
  func run() -> ExitStatus {
    log.write(line: readyLine)
    files.start()
    reporter.begin(status: { status }, isAlive: { proveLife() })
    // Only the start needed most of the code. The first calls come right after it and must not wait.
    ProcessTimer.shared.add(after: .milliseconds(100)) { ProgramPages.release() }
    if let stdio {
      stdio.run(handler.peer(for: stdio))
      shutdown.request()
    }
    shutdown.wait()
    guard let code = stdio?.outputFailure else { return .success }
    log.write(line: "altcraft-bridge: \(SystemError("standard output", code: code).message)")
    return .failure
  }

  /// The status line for the service manager.
  private var status: String {
    let connections = connections.counts.open
    let statistics = engine.statistics
    var parts = [
      connections == 1 ? "1 connection" : "\(connections) connections",
      "\(statistics.pending) pending",
    ]
    if let failure = engine.storageFailure {
      parts.append("the storage accepts no new jobs (\(failure.rawValue))")
    }
    return parts.joined(separator: ", ")
  }

  /// Returns once the locks of the call path could be taken and a task has run.
  private func proveLife() {
    _ = (connections.counts.open, peers.all.count, engine.configuration == nil)
    _ = (engine.statistics.pending, engine.eventCounters.emitted)
    let hasRun = DispatchSemaphore(value: 0)
    Task { hasRun.signal() }
    hasRun.wait()
  }
}
