import JSONRPC

/// A buffer of bytes that were read but not yet delivered.
protocol InputBuffer: ~Copyable {
  /// The framing of the answers; nil before the first byte.
  var style: FramingStyle? { get }
  /// True if a message has begun and is not complete.
  var isMidMessage: Bool { get }

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

/// The buffer of a stream of bytes. It holds at most the longest message and one read.
struct MessageBuffer: InputBuffer, ~Copyable {
  /// The most bytes of one read. Larger reads than 256 KiB bring no gain.
  static let readBytes = 256 << 10
  /// The least free memory that is worth a read.
  fileprivate static let leastRead = 64 << 10

  private let limit: Int
  private(set) var queue = ByteQueue(keeping: MessageBuffer.readBytes)
  private var framing: MessageFraming

  init(maxBytes: Int, rule: FirstByteRule) {
    limit = maxBytes + MessageBuffer.readBytes
    framing = MessageFraming(maxBytes: maxBytes, rule: rule)
  }

  var style: FramingStyle? { framing.style }
  var isMidMessage: Bool { !queue.isEmpty || framing.isMidMessage }

  mutating func space() -> UnsafeMutableRawBufferPointer {
    queue.giveBack()
    return queue.space(atLeast: MessageBuffer.leastRead, upTo: limit)
  }

  mutating func filled(_ count: Int) {
    queue.added(count)
  }

  mutating func next(atEnd: Bool) -> Delivery {
    while true {
      let bytes = queue.bytes
      switch framing.next(in: bytes, atEnd: atEnd) {
      case .message(let range, let consumed):
        queue.drop(consumed)
        return .message(UnsafeRawBufferPointer(rebasing: bytes[range]))
      case .blank(let consumed):
        queue.drop(consumed)
      case .fault(let fault, let consumed):
        queue.drop(consumed)
        return .fault(fault)
      case .refused:
        return .refused
      case .incomplete:
        return .nothing
      }
    }
  }
}

/// The buffer of a WebSocket. It holds at most the longest message, once in the queue or once gathered, and one
/// read.
struct WebSocketBuffer: InputBuffer, ~Copyable {
  private let limit: Int
  private(set) var queue = ByteQueue(keeping: MessageBuffer.readBytes)
  private var framing: WebSocketFraming
  private let messages: WebSocketRules.Messages

  init(maxBytes: Int, messages: WebSocketRules.Messages) {
    limit = maxBytes + MessageBuffer.readBytes
    framing = WebSocketFraming(maxBytes: maxBytes, allowsBinary: messages == .any)
    self.messages = messages
  }

  var style: FramingStyle? { .textFrames }
  var isMidMessage: Bool { !queue.isEmpty || framing.isMidMessage }

  mutating func space() -> UnsafeMutableRawBufferPointer {
    queue.giveBack()
    framing.forgetGathered()
    return queue.space(atLeast: MessageBuffer.leastRead, upTo: limit)
  }

  mutating func filled(_ count: Int) {
    queue.added(count)
  }

  /// Drops the head of the handshake. Frames may follow it.
  mutating func drop(_ count: Int) {
    queue.drop(count)
  }

  mutating func next(atEnd: Bool) -> Delivery {
    while true {
      let bytes = queue.mutableBytes
      switch framing.next(in: bytes) {
      case .message(let range, let isBinary, let consumed):
        queue.drop(consumed)
        if range.isEmpty, messages == .text { continue }
        let message = UnsafeRawBufferPointer(rebasing: bytes[range])
        return isBinary ? .binary(message) : .message(message)
      case .gathered(let isBinary, let consumed):
        queue.drop(consumed)
        if framing.gathered.isEmpty, messages == .text { continue }
        return isBinary ? .binary(framing.gathered.bytes) : .message(framing.gathered.bytes)
      case .ping(let range, let consumed):
        queue.drop(consumed)
        return .ping(UnsafeRawBufferPointer(rebasing: bytes[range]))
      case .blank(let consumed):
        queue.drop(consumed)
      case .closed(let answer):
        return .closed(answer: answer)
      case .fault(let fault):
        return .fault(fault)
      case .incomplete:
        return .nothing
      }
    }
  }
}
