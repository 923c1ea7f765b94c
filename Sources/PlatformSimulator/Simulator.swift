import Glibc
import JSONCodec
import Synchronization
import System

/// A simulated Altcraft platform on a loopback port: the endpoints that the SDK calls, their state, a record
/// of every request, faults and pushes on demand. Control endpoints on the same port offer the same to other
/// processes; see the article `PlatformSimulator`.
package final class Simulator: Sendable {
  private let options: SimulatorOptions
  private let platform: Platform
  private let server: Mutex<HTTPServer?>
  private let stateFile: StateFile?

  package init(_ options: SimulatorOptions) {
    self.options = options
    platform = Platform(options)
    server = Mutex(nil)
    stateFile = options.stateFile.map { [platform] path in
      StateFile(path, platform.state, options.limits, complain: options.complain)
    }
  }

  /// Creates a simulator. Port 0 selects a free port.
  package convenience init(port: UInt16 = 0, host: String = "127.0.0.1") {
    self.init(SimulatorOptions(host: host, port: port))
  }

  deinit { stop() }

  /// Reads the state file if there is one; listens and answers from now on. If the simulator is already started,
  /// returns its address.
  @discardableResult
  package func start() throws(SimulatorError) -> SimulatorAddress {
    let result = server.withLock { server -> Result<SimulatorAddress, SimulatorError> in
      if let server { return .success(server.address) }
      return Result { () throws(SimulatorError) in
        platform.requests.resume()
        platform.state.resume()
        do throws(SimulatorError) {
          let started = try listen()
          server = started
          return started.address
        } catch {
          stateFile?.stop()
          throw error
        }
      }
    }
    return try result.get()
  }

  private func listen() throws(SimulatorError) -> HTTPServer {
    try stateFile?.load()
    let server = try HTTPServer.start(
      host: options.host, port: options.port, limits: options.limits,
      handler: { [platform] in platform.reply(to: $0, at: $1) })
    do throws(SimulatorError) {
      try stateFile?.start()
    } catch {
      server.stop()
      throw error
    }
    return server
  }

  /// Closes all connections, answered or not, and returns when no thread of the simulator is left and the state file
  /// has the last change. The state and the recorded requests stay readable.
  package func stop() {
    let running = server.withLock { server -> HTTPServer? in
      defer { server = nil }
      return server
    }
    guard let running else { return }
    platform.requests.interrupt()
    platform.state.interrupt()
    running.stop()
    stateFile?.stop()
  }

  /// The current state of the platform.
  package var state: PlatformState { platform.state.current.state }

  /// Appends rules. `platform` settings in the script replace those in force.
  package func script(_ script: PlatformScript) throws(PlatformScriptError) {
    try platform.append(script)
  }

  package func script(_ rules: [ScriptRule]) throws(PlatformScriptError) {
    try platform.append(PlatformScript(rules: rules))
  }

  /// Sends a campaign, as `POST /__campaigns` does, and returns its id. The simulator must be started.
  @discardableResult
  package func send(campaign: JSON) throws(SimulatorError) -> String {
    guard let address = server.withLock({ $0?.address }) else { throw .state("not started") }
    do {
      let request = try CampaignRequest(campaign)
      let sending = platform.sending(address)
      return try platform.state.change { state throws(SimulatedRefusal) in
        try state.send(request, sending).id
      }
    } catch let error as ShapeError {
      throw .state(error.message)
    } catch let error as SimulatedRefusal {
      throw .state(error.text)
    } catch {
      throw .state("\(error)")
    }
  }

  /// Sends a push of another sender to a device. The simulator must be started.
  package func send(push message: JSONObject, to token: String) throws(SimulatorError) {
    guard let address = server.withLock({ $0?.address }) else { throw .state("not started") }
    let sending = platform.sending(address)
    platform.state.change { $0.sendForeign(.object(message), to: token, sending) }
  }

  /// Acknowledges the pushes of a device up to a number, and returns those that wait, oldest first. Waits for one at
  /// most for `milliseconds`.
  package func pushes(
    of token: String, after number: Int64 = 0, milliseconds: Int = 0
  ) -> [SimulatedPush] {
    platform.state.pushes(of: token, after: number, milliseconds: milliseconds).waiting
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
  /// A state file that cannot be used, with a sentence about the reason.
  case state(String)
  /// A state file that another simulator uses, with a sentence.
  case inUse(String)

  package var message: String {
    switch self {
    case .invalidHost(let host): "\(host): must be an IPv4 or IPv6 address"
    case .state(let sentence), .inUse(let sentence): sentence
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
