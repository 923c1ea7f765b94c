import Glibc
import Synchronization

/// A simulated Altcraft platform on a loopback port: the endpoints the SDK speaks to, the state
/// behind them, a record of every request, and faults on demand. Control endpoints on the same port
/// offer the same to other processes; see the article `PlatformSimulator`.
package final class Simulator: Sendable {
  private let options: SimulatorOptions
  private let platform: Platform
  private let server: Mutex<HTTPServer?>

  package init(_ options: SimulatorOptions) {
    self.options = options
    platform = Platform(options)
    server = Mutex(nil)
  }

  /// Port 0 takes a free one.
  package convenience init(port: UInt16 = 0, host: String = "127.0.0.1") {
    self.init(SimulatorOptions(host: host, port: port))
  }

  deinit { stop() }

  /// Listens and answers from now on. Starting what is started returns its address.
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

  /// Closes all connections, answered or not, and returns when no thread of the simulator is left.
  /// State and record stay readable.
  package func stop() {
    let running = server.withLock { server -> HTTPServer? in
      defer { server = nil }
      return server
    }
    guard let running else { return }
    platform.requests.interrupt()
    running.stop()
  }

  /// What the platform knows now.
  package var state: PlatformState { platform.state.withLock { $0 } }

  /// Appends rules. `platform` settings in the script replace those in force.
  package func script(_ script: PlatformScript) throws(PlatformScriptError) {
    try platform.append(script)
  }

  package func script(_ rules: [ScriptRule]) throws(PlatformScriptError) {
    try platform.append(PlatformScript(rules: rules))
  }

  package func clearScript() { platform.script.withLock { $0.removeAll() } }

  /// The recorded requests that `filter` lets through, oldest first.
  package func requests(_ filter: RequestFilter = RequestFilter()) -> [RecordedRequest] {
    platform.requests.page(filter).requests
  }

  /// Waits until `count` recorded requests fit, or `milliseconds` have passed, and returns those
  /// that do. The wait is long unless told otherwise: a bridge may be between two attempts.
  package func waitForRequests(
    _ count: Int, _ filter: RequestFilter = RequestFilter(), milliseconds: Int = 60_000
  ) -> [RecordedRequest] {
    platform.requests.page(filter, waitingFor: count, milliseconds: milliseconds).requests
  }

  /// Back to the beginning: no state, no recorded requests, no rules, the settings of the options.
  package func reset() { platform.reset() }
}

package struct SimulatorAddress: Sendable, Equatable {
  package let host: String
  package let port: UInt16

  /// What `configuration.apiUrl` takes.
  package var url: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

package enum SimulatorError: Error, Equatable {
  /// The host is no IPv4 or IPv6 address.
  case invalidHost(String)
  case cannotListen(host: String, port: UInt16, errno: Int32)

  package var message: String {
    switch self {
    case .invalidHost(let host): "\(host): must be an IPv4 or IPv6 address"
    case .cannotListen(let host, let port, let code):
      "cannot listen on \(host):\(port): \(String(cString: strerror(code)))"
    }
  }
}
