import JSONRPC

/// The queue of outgoing framed messages, with the length and kind of each. Its limits are those of one
/// connection.
struct OutgoingQueue: ~Copyable {
  /// A message to send. Unchecked: the bytes are copied within the call that gets the message.
  struct Message: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    var count: Int { bytes.count }
  }

  private struct Entry {
    var bytesLeft: Int
    let kind: OutboundKind
  }

  private let maxBytes: Int
  private let maxMessages: Int
  private var queue = ByteQueue(keeping: 64 << 10)
  private var entries: [Entry] = []
  private var firstEntry = 0
  private var requiredBytes = 0
  private var requiredMessages = 0

  init(maxBytes: Int, maxMessages: Int) {
    self.maxBytes = maxBytes
    self.maxMessages = maxMessages
  }

  var isEmpty: Bool { queue.isEmpty }
  var bytes: UnsafeRawBufferPointer { queue.bytes }
  var messages: Int { entries.count - firstEntry }

  /// True if messages that may not be dropped take more than half of the limit: reading must stop.
  var isHalfFull: Bool { requiredBytes > maxBytes / 2 || requiredMessages > maxMessages / 2 }

  /// Returns true if there is room for a message. An event needs room for all its bytes. A required message
  /// may be the one that exceeds the limit, and queued events do not count against it.
  func hasRoom(for message: Int, _ kind: OutboundKind) -> Bool {
    switch kind {
    case .event, .trace: isEmpty || queue.count + message <= maxBytes && messages < maxMessages
    case .required: requiredBytes < maxBytes && requiredMessages < maxMessages
    }
  }

  mutating func append(
    _ message: Message, framed style: FramingStyle, _ kind: OutboundKind
  ) {
    let before = queue.count
    switch style {
    case .lines, .returnedLines, .bare: break
    case .headers: queue.appendHeader(announcing: message.count)
    case .textFrames: queue.appendFrameHeader(.text, length: message.count)
    case .binaryFrames: queue.appendFrameHeader(.binary, length: message.count)
    }
    queue.append(message.bytes)
    if style == .returnedLines { queue.append(0x0D) }
    if style == .lines || style == .returnedLines { queue.append(0x0A) }
    let length = queue.count - before
    entries.append(Entry(bytesLeft: length, kind: kind))
    count(length, 1, kind)
  }

  /// Appends bytes that already have their framing, even if there is no room.
  mutating func append(bare bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    bytes.withUnsafeBytes { append(Message(bytes: $0), framed: .bare, .required) }
  }

  /// Removes the first `written` bytes, which were sent.
  mutating func drop(_ written: Int) {
    queue.drop(written)
    var left = written
    while left > 0 {
      let part = min(left, entries[firstEntry].bytesLeft)
      left -= part
      entries[firstEntry].bytesLeft -= part
      let isGone = entries[firstEntry].bytesLeft == 0
      count(-part, isGone ? -1 : 0, entries[firstEntry].kind)
      if isGone { firstEntry += 1 }
    }
    if queue.isEmpty {
      queue.giveBack()
      entries.removeAll(keepingCapacity: true)
      firstEntry = 0
    } else if firstEntry > maxMessages {
      entries.removeFirst(firstEntry)
      firstEntry = 0
    }
  }

  mutating func clear() {
    queue.clear()
    entries = []
    firstEntry = 0
    requiredBytes = 0
    requiredMessages = 0
  }

  private mutating func count(_ bytes: Int, _ messages: Int, _ kind: OutboundKind) {
    guard kind == .required else { return }
    requiredBytes += bytes
    requiredMessages += messages
  }
}

extension ByteQueue {
  /// Appends the header block of a message of `length` bytes.
  fileprivate mutating func appendHeader(announcing length: Int) {
    append("Content-Length: ")
    withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
      var first = digits.count
      var rest = length
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      append(UnsafeRawBufferPointer(rebasing: digits[first...]))
    }
    append("\r\n\r\n")
  }

  /// Appends the header of a frame that is a whole message without a mask.
  fileprivate mutating func appendFrameHeader(_ opcode: WebSocketFrame.Opcode, length: Int) {
    append(0x80 | opcode.rawValue)
    switch length {
    case ..<126: append(UInt8(length))
    case ..<65_536:
      append(126)
      append(bigEndian: UInt16(length))
    default:
      append(127)
      append(bigEndian: UInt64(length))
    }
  }

  private mutating func append(bigEndian number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { append($0) }
  }

  private mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
