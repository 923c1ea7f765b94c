/// The bounds of connections, under the names that `--limit` knows.
package struct TransportLimits: Sendable {
  /// The longest message a peer may send.
  package var frameBytes = 1 << 20
  /// Connections of all listeners together.
  package var connections = 64
  /// Connections among them whose peer has not proven who it is.
  package var unauthenticated = 16
  /// How long a message may take from its first byte to its last, on a socket.
  package var frameSeconds = Duration.seconds(30)
  /// How long a peer may take to prove who it is.
  package var authSeconds = Duration.seconds(5)
  /// What may wait for a peer that does not read, in bytes and in messages; one message may be longer.
  package var outQueueBytes = 1 << 20
  package var outQueueMessages = 1024
  /// How long a connection that ends waits for its peer to read what is left.
  package var closeGrace = Duration.seconds(2)

  package init() {}
}
