import JSONRPC

/// The framing of RFC 6455 for the bytes of a client. It removes the masks in place.
struct WebSocketFraming: ~Copyable {
  private struct Frame {
    let opcode: WebSocketFrame.Opcode
    let isLast: Bool
    let length: Int
    /// The mask, with its first byte as the lowest.
    let mask: UInt32
    /// The number of payload bytes without their mask.
    var unmasked = 0
  }

  private enum Part {
    case header
    case payload(Frame)
    case control(Frame)
    /// The start of a frame that makes its message too long, which may hold the id of the message.
    case tooLong(Frame)
    /// After the last frame of the connection.
    case over
  }

  /// The length of the longest message.
  var maxBytes: Int
  private let allowsBinary: Bool
  private var part = Part.header
  /// The number of changes between messages: a message or control frame has begun, or a control frame has ended.
  private(set) var changes = 0
  /// The type of the message whose frames are being gathered.
  private var messageType: WebSocketFrame.Opcode?
  private var text = UTF8Validator()
  /// The bytes of the gathered message, as far as they have arrived.
  private(set) var gathered = ByteQueue(keeping: 64 << 10)

  init(maxBytes: Int, allowsBinary: Bool) {
    self.maxBytes = maxBytes
    self.allowsBinary = allowsBinary
  }

  /// True if a frame or a message has begun and is not complete.
  var isMidMessage: Bool {
    switch part {
    case .header: messageType != nil
    case .payload, .control, .tooLong: true
    case .over: false
    }
  }

  /// Returns the next step in `bytes`, which start at the first unconsumed byte. Call it until it returns
  /// `.incomplete`, `.closed` or `.fault`.
  mutating func next(in bytes: UnsafeMutableRawBufferPointer) -> WebSocketStep {
    switch part {
    case .header: readHeader(bytes)
    case .payload(let frame): readPayload(frame, bytes)
    case .control(let frame): readControl(frame, bytes)
    case .tooLong(let frame): readStart(frame, bytes)
    case .over: .incomplete
    }
  }

  /// Drops the gathered message, and frees memory that only an unusually long one needed. Call it before the
  /// next read.
  mutating func forgetGathered() {
    guard messageType == nil else { return }
    gathered.clear()
  }

  private mutating func end(_ answer: WebSocketClose) -> WebSocketStep {
    part = .over
    return .closed(answer: answer)
  }
}

// Headers.
extension WebSocketFraming {
  private mutating func readHeader(_ bytes: UnsafeMutableRawBufferPointer) -> WebSocketStep {
    guard let first = bytes.first else { return .incomplete }
    if let violation = violation(ofFirst: first) { return end(violation) }
    guard bytes.count > 1, let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F) else {
      return .incomplete
    }
    let second = bytes[1]
    guard second & 0x80 != 0 else {
      return end(.protocolError("the frames of a client must be masked"))
    }
    let short = second & 0x7F
    guard !opcode.isControl || short < 126 else {
      return end(.protocolError("a control frame must not be longer than 125 bytes"))
    }
    let lengthBytes = short < 126 ? 0 : short == 126 ? 2 : 8
    if lengthBytes == 8, bytes.count > 2, bytes[2] & 0x80 != 0 {
      return end(.protocolError("the length of a frame must be less than 2^63"))
    }
    guard bytes.count >= 2 + lengthBytes else { return .incomplete }
    let length =
      lengthBytes == 0
      ? Int(short) : bytes[2..<2 + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
    guard lengthBytes == 0 || length >= (lengthBytes == 2 ? 126 : 65_536) else {
      return end(.protocolError("the length of a frame must have its shortest form"))
    }
    let size = 2 + lengthBytes + 4
    guard bytes.count >= size else { return .incomplete }
    let mask = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: size - 4, as: UInt32.self))
    begin(Frame(opcode: opcode, isLast: first & 0x80 != 0, length: length, mask: mask))
    return .blank(consumed: size)
  }

  /// Returns the violation of the protocol by the first byte of a frame, or nil.
  private func violation(ofFirst byte: UInt8) -> WebSocketClose? {
    guard byte & 0x70 == 0 else {
      return .protocolError("reserved bits must be 0: no extension was agreed")
    }
    let isLast = byte & 0x80 != 0
    switch WebSocketFrame.Opcode(rawValue: byte & 0x0F) {
    case nil: return .protocolError("the opcode \(byte & 0x0F) is not defined")
    case .continuation:
      return messageType == nil ? .protocolError("there is no message to continue") : nil
    case .text, .binary:
      guard messageType == nil else {
        return .protocolError("the previous message is not complete")
      }
      return byte & 0x0F == 2 && !allowsBinary ? .binary : nil
    case .close, .ping, .pong:
      return isLast ? nil : .protocolError("a control frame must not be fragmented")
    }
  }

  private mutating func begin(_ frame: Frame) {
    if messageType == nil { changes += 1 }
    if frame.opcode.isControl {
      part = .control(frame)
      return
    }
    if frame.opcode != .continuation {
      text = UTF8Validator()
      gathered.clear()
      if !frame.isLast { messageType = frame.opcode }
    }
    part = frame.length > maxBytes - gathered.count ? .tooLong(frame) : .payload(frame)
  }
}

// Payloads.
extension WebSocketFraming {
  private mutating func readPayload(
    _ frame: Frame, _ bytes: UnsafeMutableRawBufferPointer
  ) -> WebSocketStep {
    messageType == nil ? readWhole(frame, bytes) : readFragment(frame, bytes)
  }

  /// Reads the frame of a message in one frame. Its bytes stay in place until all have arrived.
  private mutating func readWhole(
    _ frame: Frame, _ bytes: UnsafeMutableRawBufferPointer
  ) -> WebSocketStep {
    let arrived = min(bytes.count, frame.length)
    let fresh = UnsafeMutableRawBufferPointer(rebasing: bytes[frame.unmasked..<arrived])
    fresh.unmask(frame.mask, from: frame.unmasked)
    let isText = frame.opcode == .text
    guard !isText || text.accepts(UnsafeRawBufferPointer(fresh)) else { return end(.notUTF8) }
    guard arrived == frame.length else {
      var frame = frame
      frame.unmasked = arrived
      part = .payload(frame)
      return .incomplete
    }
    guard !isText || text.isComplete else { return end(.notUTF8) }
    part = .header
    return .message(0..<arrived, isBinary: !isText, consumed: arrived)
  }

  /// Reads a frame of a message in several frames. Its bytes are moved to `gathered` as they arrive.
  private mutating func readFragment(
    _ frame: Frame, _ bytes: UnsafeMutableRawBufferPointer
  ) -> WebSocketStep {
    let count = min(bytes.count, frame.length - frame.unmasked)
    let fresh = UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
    fresh.unmask(frame.mask, from: frame.unmasked)
    let isText = messageType == .text
    guard !isText || text.accepts(UnsafeRawBufferPointer(fresh)) else { return end(.notUTF8) }
    gathered.append(UnsafeRawBufferPointer(fresh))
    guard frame.unmasked + count == frame.length else {
      var frame = frame
      frame.unmasked += count
      part = .payload(frame)
      return count > 0 ? .blank(consumed: count) : .incomplete
    }
    part = .header
    guard frame.isLast else { return .blank(consumed: count) }
    guard !isText || text.isComplete else { return end(.notUTF8) }
    messageType = nil
    return .gathered(isBinary: !isText, consumed: count)
  }

  /// Reads the start of a message that is too long, to answer it with its id.
  private mutating func readStart(
    _ frame: Frame, _ bytes: UnsafeMutableRawBufferPointer
  ) -> WebSocketStep {
    let wanted = max(0, min(RequestID.startBytes - gathered.count, frame.length))
    guard bytes.count >= wanted else { return .incomplete }
    let start = UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted])
    start.unmask(frame.mask, from: 0)
    gathered.append(UnsafeRawBufferPointer(start))
    part = .over
    return .fault(.tooLong(max: maxBytes, id: RequestID(inStartOf: gathered.bytes)))
  }

  private mutating func readControl(
    _ frame: Frame, _ bytes: UnsafeMutableRawBufferPointer
  ) -> WebSocketStep {
    guard bytes.count >= frame.length else { return .incomplete }
    let payload = UnsafeMutableRawBufferPointer(rebasing: bytes[..<frame.length])
    payload.unmask(frame.mask, from: 0)
    part = .header
    if messageType == nil { changes += 1 }
    switch frame.opcode {
    case .ping: return .ping(0..<frame.length, consumed: frame.length)
    case .close: return end(answer(toClose: UnsafeRawBufferPointer(payload)))
    default: return .blank(consumed: frame.length)
    }
  }

  private func answer(toClose payload: UnsafeRawBufferPointer) -> WebSocketClose {
    if payload.isEmpty { return .echo(nil) }
    guard payload.count > 1 else {
      return .protocolError("a close code has two bytes")
    }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    guard WebSocketClose.isLegal(code) else {
      return .protocolError("the close code \(code) must not be sent")
    }
    var reason = UTF8Validator()
    let isText =
      reason.accepts(UnsafeRawBufferPointer(rebasing: payload[2...])) && reason.isComplete
    return isText ? .echo(code) : .notUTF8
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Applies a mask, whose first byte is the lowest, to these bytes, of which the first has the position
  /// `position` in its frame.
  func unmask(_ mask: UInt32, from position: Int) {
    let shift = UInt32(position & 3) * 8
    let turned = shift == 0 ? mask : mask >> shift | mask << (32 - shift)
    guard turned != 0 else { return }
    let wide = UInt64(littleEndian: UInt64(turned) | UInt64(turned) << 32)
    var index = 0
    while index + 8 <= count {
      let masked = loadUnaligned(fromByteOffset: index, as: UInt64.self)
      storeBytes(of: masked ^ wide, toByteOffset: index, as: UInt64.self)
      index += 8
    }
    while index < count {
      self[index] ^= UInt8(truncatingIfNeeded: turned >> (UInt32(index & 3) * 8))
      index += 1
    }
  }
}
