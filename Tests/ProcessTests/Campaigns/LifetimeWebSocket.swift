import JSONCodec
import TestSupport

// The kinds of WebSockets. Their bytes are written here; a peer with a thread would hide a leak in its own.
extension LifetimeKind {
  /// Plays one connection to the WebSocket port, from its handshake to its end.
  func playWebSocket(_ bridge: LifetimeBridge) async throws {
    let peer = try RawPeer(port: bridge.address.webSocketPort)
    defer { peer.close() }
    switch self {
    case .handshakeIsRefused:
      try exchange(peer, handshake(bridge, token: "wrong"), upTo: "The token is wrong")
      try expectEnd(of: peer)
    case .webSocketIsReset:
      try exchange(peer, handshake(bridge, token: bridge.token) + Self.ping, upTo: "pong")
      peer.reset()
    case .ticketIsUsed:
      let answer = try await bridge.process.stdio.call("bridge.ticket", ["role": "observer"])
      let ticket = answer["url"]?.stringValue?.split(separator: "=").last ?? ""
      let call =
        #"{"jsonrpc":"2.0","id":1,"method":"bridge.authenticate","params":{"ticket":"\#(ticket)"}}"#
      try exchange(peer, handshake(bridge, token: nil) + Self.text(call), upTo: "session")
      try close(peer)
    default:
      try exchange(peer, handshake(bridge, token: bridge.token) + Self.ping, upTo: "pong")
      try close(peer)
    }
  }

  private static let ping = text(#"{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}"#)

  /// Returns the frame of a text message of 126 to 65,535 bytes, with a mask of zero; a shorter one is filled up.
  private static func text(_ message: String) -> [UInt8] {
    let filled =
      Array(message.utf8) + Array(repeating: 0x20, count: max(0, 126 - message.utf8.count))
    return [0x81, 0xFE, UInt8(filled.count >> 8), UInt8(filled.count & 0xFF), 0, 0, 0, 0] + filled
  }

  private func handshake(_ bridge: LifetimeBridge, token: String?) -> [UInt8] {
    let lines = [
      "GET /rpc HTTP/1.1", "Host: 127.0.0.1:\(bridge.address.webSocketPort)", "Upgrade: websocket",
      "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Protocol: altcraft-bridge.v1"
        + (token.map { ", altcraft-bridge.token.\($0)" } ?? ""),
    ]
    return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
  }

  /// Sends bytes, and reads until the answer contains `mark`.
  private func exchange(_ peer: RawPeer, _ bytes: [UInt8], upTo mark: String) throws {
    guard peer.write(bytes) else { throw Overdue("the bridge reads nothing") }
    let deadline = ContinuousClock.now + testTimeout
    var answer: [UInt8] = []
    while answer.firstRange(of: mark.utf8) == nil {
      switch peer.read(milliseconds: 50) {
      case .bytes(let bytes): answer += bytes
      case .ended: throw Overdue("the end before \(mark)")
      case .nothing: guard deadline > .now else { throw Overdue("no \(mark)") }
      }
    }
  }

  private func close(_ peer: RawPeer) throws {
    _ = peer.write([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8])
    try expectEnd(of: peer)
  }

  private func expectEnd(of peer: RawPeer) throws {
    guard peer.rest() != nil else { throw Overdue("the bridge does not end the connection") }
  }
}
