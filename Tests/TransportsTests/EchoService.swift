import JSONRPC
import Synchronization
import System

@testable import Transports

/// A listener whose connections echo, and the messages they received.
final class EchoService: Sendable {
  let connections: Connections
  let listener: Listener

  init(
    _ endpoint: Endpoint, _ limits: TransportLimits = TransportLimits(),
    demandsToken: Bool = false
  ) throws(ListenerError) {
    let connections: Connections
    do throws(SystemError) { connections = try Connections(limits: limits) } catch {
      throw .system(error)
    }
    self.connections = connections
    let served = Served()
    self.served = served
    switch endpoint {
    case .unix(let path):
      listener = try Listener.unix(path: path, in: connections)
    case .tcp(let host, let port):
      listener = try Listener.tcp(
        host, port: port, demandsToken: { demandsToken }, in: connections)
    case .webSocket(let host, let port):
      listener = try Listener.webSocket(host, port: port, rules: .forTests, in: connections)
    case .stdio: preconditionFailure()
    }
    try listener.accept { connection, trust in
      let reader = TestReader.echo(on: connection)
      served.all.withLock { $0.append((connection, trust, reader)) }
      return reader
    }
  }

  private final class Served: Sendable {
    let all = Mutex<[(Connection, AuthenticationState, TestReader)]>([])
  }
  private let served: Served

  var trusts: [AuthenticationState] { served.all.withLock { $0.map(\.1) } }
  var readers: [TestReader] { served.all.withLock { $0.map(\.2) } }
  var messages: [String] { readers.flatMap(\.messages) }
  var faults: [FramingFault] { readers.flatMap(\.faults) }
  var all: [Connection] { served.all.withLock { $0.map(\.0) } }

  deinit { listener.stop() }
}

extension WebSocketRules {
  /// Rules with the tokens `good` and `look`. Requests are answered with what the listener read of them.
  static let forTests = WebSocketRules(
    subprotocol: "bridge", allowedOrigins: ["https://app.example"],
    role: { ["good": .control, "look": .observer][$0] },
    respond: { request in
      let role = request.role.map { "\($0)" } ?? "no role"
      return HTTPAnswer(
        status: request.path == "/metrics" && request.role == nil ? 401 : 200,
        contentType: "text/plain", body: Array("\(request.path) \(role)".utf8),
        contentSecurityPolicy: request.path == "/" ? "default-src 'none'" : nil)
    })
}
