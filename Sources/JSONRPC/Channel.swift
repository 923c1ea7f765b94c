/// One connection, as the protocol sees it: whole messages out. Made by a transport.
package protocol Channel: AnyObject, Sendable {
  /// Queues a copy of one whole message, framed by the transport, and returns at once. Messages leave in the
  /// order of the calls. What happens when the other side does not read is decided by `kind`. False: it
  /// was not taken, because there is no room for an event, or because the connection is over.
  @discardableResult
  func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool

  /// Runs `body`, which must not block; what is sent meanwhile leaves in one write where it fits.
  func sendTogether(_ body: () -> Void)

  /// Ends the connection after what is queued has been written, or at once when it cannot be.
  func close()
}

extension Channel {
  @discardableResult
  package func send(_ message: [UInt8], as kind: OutboundKind) -> Bool {
    message.withUnsafeBytes { send($0, as: kind) }
  }

  package func sendTogether(_ body: () -> Void) { body() }
}

/// What may happen to a message that finds the outgoing queue full.
package enum OutboundKind: Sendable {
  /// Never dropped: if these alone overflow the queue, the connection ends.
  case required
  /// An event: dropped when there is no room, which `send` answers with false.
  case event
}

/// What a transport delivers upward. All calls come from the one reader thread of the connection, in
/// order, and may block it: that is the back-pressure.
package protocol ChannelReader: AnyObject, Sendable {
  /// One whole message; the bytes are valid during the call only.
  func received(_ message: UnsafeRawBufferPointer)

  /// Every whole message of one read has been delivered: the time to make durable and to flush.
  func drained()

  /// Something that could not be framed came in.
  func unframed(_ fault: FramingFault)

  /// The other side has ended its output, or the connection is gone. Called once, last.
  func ended()
}

package enum FramingFault: Error, Sendable, Equatable {
  /// A message longer than `max` bytes. Sockets close after it; stdio skips it and goes on.
  case tooLong(max: Int)
  /// A header block that cannot be understood, or that announced more than came; nothing after it can
  /// be framed. The offset is that of the line at fault, from the start of its block.
  case malformedHeader(offset: Int)
}
