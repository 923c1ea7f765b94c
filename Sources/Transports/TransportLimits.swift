/// The limits of connections, under the names that `--limit` accepts.
package struct TransportLimits: Sendable {
  /// The longest message a peer may send.
  package var frameBytes = 1 << 20
  /// The longest message of a peer that is not authenticated, unless `frameBytes` is shorter. A call of
  /// `bridge.authenticate` has less than a kilobyte.
  static let unauthenticatedBytes = 64 << 10
  /// The number of connections of all listeners together.
  package var connections = 64
  /// The number of connections among them whose peer is not authenticated.
  package var unauthenticated = 16
  /// The time a message may take from its first byte to its last, on a socket.
  package var frameSeconds = Duration.seconds(30)
  /// The time a peer may take to authenticate.
  package var authSeconds = Duration.seconds(5)
  /// The time after which a WebSocket connection ends if nothing was received. A ping is sent at half of it.
  package var idle = Duration.seconds(40)
  /// The queue for a peer that does not read, in bytes and in messages; one message may exceed it.
  package var outQueueBytes = 1 << 20
  package var outQueueMessages = 1024
  /// The time a closing connection waits for its peer to read the rest.
  package var closeGrace = Duration.seconds(2)

  package init() {}
}
