import JSONRPC

/// A buffer of bytes that were read but not yet delivered. It holds at most the longest message and one read.
struct MessageBuffer: ~Copyable {
  enum Delivery {
    /// A message, valid until the next `space`.
    case message(UnsafeRawBufferPointer)
    case fault(FramingFault)
    case refused
    case nothing
  }

  /// The most bytes of one read. Larger reads than 256 KiB bring no gain.
  static let readBytes = 256 << 10
  /// The least free memory that is worth a read.
  private static let leastRead = 64 << 10

  private let limit: Int
  private(set) var queue = ByteQueue(keeping: MessageBuffer.readBytes)
  private var framing: MessageFraming

  init(maxBytes: Int, rule: FirstByteRule) {
    limit = maxBytes + MessageBuffer.readBytes
    framing = MessageFraming(maxBytes: maxBytes, rule: rule)
  }

  var style: FramingStyle? { framing.style }
  /// True if a message has begun and is not complete.
  var isMidMessage: Bool { !queue.isEmpty || framing.isMidMessage }

  mutating func space() -> UnsafeMutableRawBufferPointer {
    queue.giveBack()
    return queue.space(atLeast: MessageBuffer.leastRead, upTo: limit)
  }

  mutating func filled(_ count: Int) {
    queue.added(count)
  }

  /// Returns the next message or fault. Call it until it returns `.nothing` or `.refused`.
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
