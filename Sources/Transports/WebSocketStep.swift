import JSONRPC

/// The result of examining the available bytes of a WebSocket. Positions count from the first unconsumed byte.
enum WebSocketStep: Equatable {
  /// A message in one frame, without its mask.
  case message(Range<Int>, isBinary: Bool, consumed: Int)
  /// A message in several frames. Its bytes are in `gathered`.
  case gathered(isBinary: Bool, consumed: Int)
  case ping(Range<Int>, consumed: Int)
  /// Bytes that need no reaction.
  case blank(consumed: Int)
  /// The peer sent Close, or violated the protocol. Nothing is examined any more; `answer` is sent.
  case closed(answer: WebSocketClose)
  /// A message that is too long. Nothing is examined any more.
  case fault(FramingFault)
  /// The rest has not arrived yet.
  case incomplete
}
