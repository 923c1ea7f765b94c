import Glibc
import JSONRPC
import System
import Transports

/// A WebSocket listener that answers every message with itself, for the conformance cases of
/// `Tests/websocket`. It prints its port, and serves until its standard input ends.
@main enum WebSocketEcho {
  static func main() throws {
    signal(SIGPIPE, SIG_IGN)
    var limits = TransportLimits()
    // The longest message of the cases has 16 MiB.
    limits.frameBytes = 16 << 20
    limits.outQueueBytes = 64 << 20
    let connections = try Connections(limits: limits)
    let rules = WebSocketRules(
      subprotocol: "echo", messages: .any, role: { _ in nil },
      respond: { _ in HTTPAnswer(status: 200, text: "ok") })
    let listener = try Listener.webSocket(.ipv4, port: 0, rules: rules, in: connections)
    try listener.accept { connection, _ in
      connection.becomeTrusted()
      return Echo(connection)
    }
    print(listener.endpoint)
    fflush(nil)
    while readLine() != nil {}
    listener.stop()
    connections.stopReading()
    _ = connections.waitUntilClosed(within: .seconds(2))
  }
}

/// The reader of one connection.
private final class Echo: ChannelReader {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func received(_ message: UnsafeRawBufferPointer) { connection.send(message, as: .required) }

  func drained() {}

  func unframed(_ fault: FramingFault) { connection.close() }

  func ended() { connection.close() }
}
