import JSONRPC

/// The buffer of a stream of bytes. It holds at most the longest message and one read.
struct MessageBuffer: InputBuffer, ~Copyable {
  /// The most bytes of one read. Larger reads than 256 KiB bring no gain.
  static let readBytes = 256 << 10
  /// The least free memory that is worth a read.
  fileprivate static let leastRead = 64 << 10

  private var limit: Int
  private(set) var queue = ByteQueue(keeping: MessageBuffer.readBytes)
  private var framing: MessageFraming

  init(maxBytes: Int, rule: FirstByteRule) {
    limit = maxBytes + MessageBuffer.readBytes
    framing = MessageFraming(maxBytes: maxBytes, rule: rule)
  }

  var style: FramingStyle? { framing.style }
  var isMidMessage: Bool { !queue.isEmpty || framing.isMidMessage }
  var changes: Int { 0 }

  mutating func accept(upTo maxBytes: Int) {
    limit = maxBytes + MessageBuffer.readBytes
    framing.accept(upTo: maxBytes)
  }

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
  private var limit: Int
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
  var changes: Int { framing.changes }

  mutating func accept(upTo maxBytes: Int) {
    limit = maxBytes + MessageBuffer.readBytes
    framing.maxBytes = maxBytes
  }

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
