import JSONRPC

/// What has been read of a connection and not been delivered yet. Never holds more than the longest
/// message and one read.
struct Intake: ~Copyable {
  enum Delivery {
    /// Valid until the next `space`.
    case message(UnsafeRawBufferPointer)
    case fault(FramingFault)
    case refused
    case nothing
  }

  /// As much as one read may bring; 256 KiB is where reading more at once stops paying.
  static let readBytes = 256 << 10
  /// Less free memory than this is not worth a read of its own.
  private static let leastRead = 64 << 10

  private let limit: Int
  private var queue = ByteQueue(keeping: Intake.readBytes)
  private var framing: MessageFraming

  init(maxBytes: Int, rule: FirstByteRule) {
    limit = maxBytes + Intake.readBytes
    framing = MessageFraming(maxBytes: maxBytes, rule: rule)
  }

  var style: FramingStyle? { framing.style }
  var capacity: Int { queue.capacity }
  /// Whether a message has begun that is not complete.
  var isMidMessage: Bool { !queue.isEmpty || framing.isMidMessage }

  mutating func space() -> UnsafeMutableRawBufferPointer {
    queue.giveBack()
    return queue.space(atLeast: Intake.leastRead, upTo: limit)
  }

  mutating func filled(_ count: Int) {
    queue.added(count)
  }

  /// The next of what was read. To be called until it answers `.nothing` or `.refused`.
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
