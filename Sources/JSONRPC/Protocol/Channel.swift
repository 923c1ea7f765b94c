/// A connection that sends whole messages. Implemented by a transport.
package protocol Channel: AnyObject, Sendable {
  /// Queues a copy of one whole message, framed by the transport, and returns at once. Messages leave in the
  /// order of the calls. `kind` decides what happens if the other side does not read. Returns false if the
  /// message was not queued, because there is no room for an event or because the connection is over.
  @discardableResult
  func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool

  /// Sends several required messages, in one write if they fit.
  func send(_ messages: MessageSequence)

  /// Runs `body`, which must not block; messages sent by it leave in one write if they fit.
  func sendTogether(_ body: () -> Void)

  /// Closes the connection after the queued messages have been written, or at once if they cannot be.
  func close()
}

extension Channel {
  @discardableResult
  package func send(_ message: [UInt8], as kind: OutboundKind) -> Bool {
    message.withUnsafeBytes { send($0, as: kind) }
  }

  package func sendTogether(_ body: () -> Void) { body() }

  package func send(_ messages: MessageSequence) {
    sendTogether { messages.forEach { send($0, as: .required) } }
  }
}

/// A sequence of whole messages in one piece of memory, valid during a call.
package struct MessageSequence {
  package let bytes: UnsafeRawBufferPointer
  package let ranges: [Range<Int>]

  package init(bytes: UnsafeRawBufferPointer, ranges: [Range<Int>]) {
    self.bytes = bytes
    self.ranges = ranges
  }

  package func forEach(_ body: (UnsafeRawBufferPointer) -> Void) {
    for range in ranges { body(UnsafeRawBufferPointer(rebasing: bytes[range])) }
  }
}

/// The policy for a message that finds the outgoing queue full.
package enum OutboundKind: Sendable {
  /// Never dropped: if required messages alone overflow the queue, the connection ends.
  case required
  /// Dropped if there is no room; `send` then returns false.
  case event
  /// An event that describes other messages. It is dropped like one, and never recorded itself.
  case trace
}

/// The receiver of the messages of a transport. All calls come from the single reader thread of the
/// connection, in order, and may block it for back-pressure.
package protocol ChannelReader: AnyObject, Sendable {
  /// Receives one whole message; the bytes are valid during the call only.
  func received(_ message: UnsafeRawBufferPointer)

  /// Signals that every whole message of one read has been delivered, so that the receiver commits and
  /// flushes.
  func drained()

  /// Reports input that could not be framed.
  func unframed(_ fault: FramingFault)

  /// Reports that the other side has ended its output, or that the connection is gone. Called once, last.
  func ended()
}

/// A recorder of the messages of one connection, between the transport and the receiver. A transport calls it only while
/// the recorder is on, except at the ends.
package protocol ConnectionRecorder: AnyObject, Sendable {
  /// Records a message before the receiver gets it.
  func received(_ message: UnsafeRawBufferPointer)
  func unframed(_ fault: FramingFault)
  /// Records that the other side has ended its output, before the receiver is informed.
  func inputEnds()
  /// Notes that the receiver was informed of the end.
  func inputEnded()

  /// Records a message before it is queued: an answer must not be recorded first.
  func sends(_ message: UnsafeRawBufferPointer)
  /// Records that the last message was not queued.
  func dropped()
  /// Notes that nothing is sent any more. May be called several times.
  func outputEnded()
}

package enum FramingFault: Error, Sendable, Equatable {
  /// A message longer than `max` bytes. Sockets close after it; stdio skips it and goes on. The id is null if
  /// it is neither in the first bytes of the message nor, as far as they have arrived, in its last ones.
  case tooLong(max: Int, id: RequestID = .null)
  /// A message that was not complete `seconds` after its first byte. The connection ends.
  case tooSlow(seconds: Double)
  /// The first bytes of a connection, which no message begins with. The connection ends.
  case foreignProtocol
  /// A header block that is malformed or announced more than arrived; nothing after it can be framed. The
  /// offset is that of the faulty line, from the start of its block.
  case malformedHeader(offset: Int)
  /// The peer did not authenticate in time, on a transport that answers such a peer. The connection ends.
  case unauthenticated
}
