import Glibc
import Synchronization
import System

/// A simulated Altcraft platform on a loopback port: the endpoints that the SDK calls, their state, a record
/// of every request, and faults on demand. Control endpoints on the same port offer the same to other
/// processes; see the article `PlatformSimulator`.
package final class Simulator: Sendable {
  private let options: SimulatorOptions
  private let platform: Platform
  private let server: Mutex<HTTPServer?>

  package init(_ options: SimulatorOptions) {
    self.options = options
    platform = Platform(options)
    server = Mutex(nil)
  }

  /// Creates a simulator. Port 0 selects a free port.
  package convenience init(port: UInt16 = 0, host: String = "127.0.0.1") {
    self.init(SimulatorOptions(host: host, port: port))
  }

  deinit { stop() }

  /// Listens and answers from now on. If the simulator is already started, returns its address.
  @discardableResult
  package func start() throws(SimulatorError) -> SimulatorAddress {
    let result = server.withLock { server -> Result<SimulatorAddress, SimulatorError> in
      if let server { return .success(server.address) }
      return Result { () throws(SimulatorError) in
        platform.requests.resume()
        let started = try HTTPServer.start(
          host: options.host, port: options.port, limits: options.limits,
          handler: { [platform] in platform.reply(to: $0) })
        server = started
        return started.address
      }
    }
    return try result.get()
  }

  /// Closes all connections, answered or not, and returns when no thread of the simulator is left. The state
  /// and the recorded requests stay readable.
  package func stop() {
    let running = server.withLock { server -> HTTPServer? in
      defer { server = nil }
      return server
    }
    guard let running else { return }
    platform.requests.interrupt()
    running.stop()
  }

  /// The current state of the platform.
  package var state: PlatformState { platform.state.withLock { $0 } }

  /// Appends rules. `platform` settings in the script replace those in force.
  package func script(_ script: PlatformScript) throws(PlatformScriptError) {
    try platform.append(script)
  }

  package func script(_ rules: [ScriptRule]) throws(PlatformScriptError) {
    try platform.append(PlatformScript(rules: rules))
  }

  package func clearScript() { platform.script.withLock { $0.removeAll() } }

  /// Returns the recorded requests that match `filter`, oldest first.
  package func requests(_ filter: RequestFilter = RequestFilter()) -> [RecordedRequest] {
    platform.requests.page(filter).requests
  }

  /// Waits until `count` recorded requests match, or `milliseconds` have passed, and returns the matching
  /// ones. The default is long: a bridge may be between two attempts.
  package func waitForRequests(
    _ count: Int, _ filter: RequestFilter = RequestFilter(), milliseconds: Int = 60_000
  ) -> [RecordedRequest] {
    platform.requests.page(filter, waitingFor: count, milliseconds: milliseconds).requests
  }
}

package struct SimulatorAddress: Sendable, Equatable {
  package let host: String
  package let port: UInt16

  /// The value for `configuration.apiUrl`.
  package var url: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

package enum SimulatorError: Error, Equatable {
  /// A host that is not an IPv4 or IPv6 address.
  case invalidHost(String)
  case cannotListen(host: String, port: UInt16, errno: Int32)

  package var message: String {
    switch self {
    case .invalidHost(let host): "\(host): must be an IPv4 or IPv6 address"
    case .cannotListen(let host, let port, let code):
      code == EADDRINUSE
        ? "\(Self.address(host, port)) is already in use by another process"
        : "cannot listen on \(Self.address(host, port)): \(SystemError.reason(code).lowercased())"
    }
  }

  private static func address(_ host: String, _ port: UInt16) -> String {
    (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
  }
}
