/// The value of `Sec-WebSocket-Accept`, by which a client recognises a server of the protocol.
package enum WebSocketAccept {
  /// Returns the value for the key of a client.
  package static func value(for key: String) -> String { Handshake.accept(for: key) }
}
