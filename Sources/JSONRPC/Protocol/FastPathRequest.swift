import JSONCodec

/// A fast-path parse of an ordinary request: one pass, no JSON tree.
///
/// Requests that are written differently (an escape in a name, an additional member, a batch) or are invalid
/// are left to `Message`, which reads everything. This parser only has to be right about the requests it
/// accepts.
struct FastPathRequest {
  /// The id as it is written, within the message; nil for a notification.
  let idText: UnsafeRawBufferPointer?
  let entry: MethodEntry
  let parameters: RawParams
  /// True if a group has read the parameters, which are then empty.
  let isGrouped: Bool

  /// Valid as long as the message.
  var id: RequestID? { idText.flatMap(RequestID.init(plainText:)) }
}

extension FastPathRequest {
  /// Parses a message. Returns nil if the fast path does not apply; nothing has been decided then. `peer` has the
  /// group that a call may be added to; without it there is none. It is not passed as a closure, which would be
  /// retained for each member.
  init?(
    _ bytes: UnsafeRawBufferPointer, _ dispatcher: Dispatcher, limits: JSONLimits,
    groupOf peer: Peer? = nil
  ) {
    var reader = FastPathParser(bytes: bytes, limits: limits)
    guard reader.readMembers(dispatcher, peer), reader.hasVersion, let entry = reader.entry else {
      return nil
    }
    idText = reader.idText
    isGrouped = reader.isGrouped
    self.entry = entry
    parameters = reader.parameters ?? .none
  }
}

private struct FastPathParser: ~Copyable {
  let bytes: UnsafeRawBufferPointer
  let limits: JSONLimits
  var hasVersion = false
  var idText: UnsafeRawBufferPointer?
  var entry: MethodEntry?
  var parameters: RawParams?
  var isGrouped = false
  private var position = 0

  init(bytes: UnsafeRawBufferPointer, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// Reads the whole document. Returns false as soon as the fast path does not apply.
  mutating func readMembers(_ dispatcher: Dispatcher, _ peer: Peer?) -> Bool {
    guard limits.depth >= 1, limits.objectMembers >= 4 else { return false }
    skipSpace()
    guard take(UInt8(ascii: "{")) else { return false }
    repeat {
      skipSpace()
      guard readMember(dispatcher, peer) else { return false }
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { return false }
    skipSpace()
    return position == bytes.count
  }

  /// Reads a member. A duplicate member leaves the fast path.
  private mutating func readMember(_ dispatcher: Dispatcher, _ peer: Peer?) -> Bool {
    if take("\"jsonrpc\"") {
      guard !hasVersion, skipColon(), take("\"2.0\"") else { return false }
      hasVersion = true
      return true
    }
    if take("\"id\"") {
      guard idText == nil, skipColon() else { return false }
      idText = identifier()
      return idText != nil
    }
    if take("\"method\"") {
      guard entry == nil, skipColon(), let name = plainString() else { return false }
      entry = dispatcher.entry(for: name)
      return entry != nil
    }
    if take("\"params\"") {
      guard parameters == nil, !isGrouped, skipColon() else { return false }
      if let read = entry?.parts.groupedRead, let group = peer?.group(forCallOf: bytes.count),
        let end = read(group, bytes, position, limits)
      {
        position = end
        isGrouped = true
        return true
      }
      parameters = readParameters()
      return parameters != nil
    }
    return false
  }

  private mutating func identifier() -> UnsafeRawBufferPointer? {
    guard position < bytes.count else { return nil }
    let start = position
    if bytes[position] == UInt8(ascii: "\"") {
      return plainString().map { _ in UnsafeRawBufferPointer(rebasing: bytes[start..<position]) }
    }
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    let digits = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    // Signs, fractions, exponents and leading zeros are left to the full parser.
    guard !digits.isEmpty, digits.count < 16, digits.count == 1 || digits[0] != UInt8(ascii: "0")
    else { return nil }
    return digits
  }

  /// Parses the parameters into a tree, except for the empty object, which nearly every call without
  /// parameters has.
  private mutating func readParameters() -> RawParams? {
    let start = position
    if take(UInt8(ascii: "{")) {
      skipSpace()
      if take(UInt8(ascii: "}")) { return .named([:]) }
    }
    position = start
    do throws(JSONError) {
      let read = try JSONParser.parseValue(bytes, from: start, depth: 1, limits: limits)
      guard !read.hasDuplicateMembers else { return nil }
      position = read.end
      switch read.value {
      case .object(let object): return .named(object)
      case .array(let elements): return .positional(elements)
      case .null, .bool, .number, .string: return nil
      }
    } catch {
      return nil
    }
  }

  /// Reads a quoted string if it is all ASCII without an escape.
  private mutating func plainString() -> UnsafeRawBufferPointer? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = position
    guard let end = bytes.plainASCII(from: start), end < bytes.count,
      bytes[end] == UInt8(ascii: "\""), end - start <= limits.stringBytes
    else { return nil }
    position = end + 1
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }

  /// Skips that text, and returns true if it is next.
  @inline(__always)
  private mutating func take(_ text: StaticString) -> Bool {
    let end = position + text.utf8CodeUnitCount
    guard end <= bytes.count, UnsafeRawBufferPointer(rebasing: bytes[position..<end]).isText(text)
    else { return false }
    position = end
    return true
  }

  private mutating func skipColon() -> Bool {
    skipSpace()
    guard take(UInt8(ascii: ":")) else { return false }
    skipSpace()
    return true
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  private mutating func skipSpace() {
    if position < bytes.count, bytes[position] <= 0x20 { skipAllSpace() }
  }

  private mutating func skipAllSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }
}
