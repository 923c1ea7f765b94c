import JSONRPC

/// A buffer of bytes that were read but not yet delivered.
protocol InputBuffer: ~Copyable {
  /// The framing of the answers; nil before the first byte.
  var style: FramingStyle? { get }
  /// True if a message has begun and is not complete.
  var isMidMessage: Bool { get }

  /// A number that changes when something other than a message begins or ends between messages: a control frame.
  var changes: Int { get }

  /// Changes the length of the longest message.
  mutating func accept(upTo maxBytes: Int)
  /// Returns memory for the next read.
  mutating func space() -> UnsafeMutableRawBufferPointer
  mutating func filled(_ count: Int)

  /// Returns the next delivery. Call it until it returns `.nothing`, `.refused` or `.closed`.
  mutating func next(atEnd: Bool) -> Delivery
}

/// The next item of the input of a connection. Bytes are valid until the next `next` or `space`.
enum Delivery {
  case message(UnsafeRawBufferPointer)
  /// A binary message of a WebSocket.
  case binary(UnsafeRawBufferPointer)
  /// A ping of a WebSocket, to be answered with the same bytes.
  case ping(UnsafeRawBufferPointer)
  /// The end of a WebSocket, by the peer's Close or by its violation of the protocol.
  case closed(answer: WebSocketClose)
  case fault(FramingFault)
  case refused
  case nothing
}
