/// A strict parser of RFC 8259 from bytes: UTF-8 only, no byte order mark, no comments, no trailing commas,
/// no lone surrogates. It recurses for nested values, at most as deep as `JSONLimits.depth`.
package struct JSONParser: ~Copyable {
  /// Parses one document that fills `bytes`, except for white space around it.
  package static func parse(
    _ bytes: UnsafeRawBufferPointer, limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> ParsedJSON {
    var parser = JSONParser(bytes, at: 0, limits)
    parser.skipSpace()
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.position == parser.end else { throw parser.malformed }
    return ParsedJSON(value: value, hasDuplicateMembers: parser.hasDuplicateMembers)
  }

  package static func parse(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> ParsedJSON {
    let result = bytes.withUnsafeBytes { pointer in
      Result { () throws(JSONError) in try parse(pointer, limits: limits) }
    }
    return try result.get()
  }

  /// Parses the one value that begins at `start`, after optional white space, inside `depth` open arrays and
  /// objects. `end` is the end of the value; the caller judges the bytes after it. Offsets in errors count
  /// from the start of `bytes`. An error of a nested value names no members.
  package static func parseValue(
    _ bytes: UnsafeRawBufferPointer, from start: Int, depth: Int, limits: JSONLimits
  ) throws(JSONError) -> (value: JSON, hasDuplicateMembers: Bool, end: Int) {
    var parser = JSONParser(bytes, at: start, limits)
    parser.skipSpace()
    let value = try parser.value(depth: depth)
    return (value, parser.hasDuplicateMembers, parser.position)
  }

  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private let limits: JSONLimits
  private var position: Int
  private var hasDuplicateMembers = false
  /// The values read so far of all open arrays and objects, those of the innermost last: an array is created
  /// when its length is known.
  private var elements = ContiguousStack<JSON>()
  private var members = ContiguousStack<JSONObject.Member>()

  private init(_ bytes: UnsafeRawBufferPointer, at start: Int, _ limits: JSONLimits) {
    self.bytes = bytes
    end = bytes.count
    position = start
    self.limits = limits
  }
}

/// The limits of a message while it is parsed. The framing limits the number of bytes.
package struct JSONLimits: Sendable {
  package var depth: Int
  package var objectMembers: Int
  package var stringBytes: Int

  package init(depth: Int = 64, objectMembers: Int = 4096, stringBytes: Int = 512 * 1024) {
    self.depth = depth
    self.objectMembers = objectMembers
    self.stringBytes = stringBytes
  }

  /// The limits of documents that this program wrote, also with other limits. No limit of messages may
  /// be set beyond them, or an accepted message could not be read again: see `Limits`. The length of a
  /// document limits the rest.
  package static let generous = JSONLimits(
    depth: 1024, objectMembers: .max, stringBytes: .max)
}

/// A parsed document. Duplicate members are well formed, so they are reported and not rejected.
package struct ParsedJSON: Sendable {
  package let value: JSON
  package let hasDuplicateMembers: Bool
}

package enum JSONError: Error, Equatable {
  /// Not RFC 8259, or not UTF-8. `offset` counts bytes from the start of the document.
  case malformed(offset: Int)
  /// Well formed so far, but more than `max` of the things that `limit` names. `before` contains the members
  /// of the outermost object that were complete by then, so that an id among them can be used for the
  /// response.
  case limit(Limit, max: Int, before: JSONObject)

  package enum Limit: String, Sendable { case depth, objectMembers, stringBytes }
}

extension JSONParser {
  private mutating func value(depth: Int) throws(JSONError) -> JSON {
    switch byte {
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "["): return .array(try array(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"):
      try literal("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try literal("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try literal("null")
      return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw malformed
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSON] {
    try open(depth)
    if byte == UInt8(ascii: "]") {
      position += 1
      return []
    }
    let first = elements.count
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      switch byte {
      case UInt8(ascii: ","):
        position += 1
        skipSpace()
      case UInt8(ascii: "]"):
        position += 1
        return elements.take(from: first)
      default: throw malformed
      }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
    try open(depth)
    if byte == UInt8(ascii: "}") {
      position += 1
      return [:]
    }
    let first = members.count
    var keys = Keys()
    do throws(JSONError) {
      while true {
        let key = try self.key()
        if keys.mayHave(key), keys.duplicate == nil, keys.count < Self.few,
          members.contains(from: first, count: keys.count, { $0.key.hasSameBytes(as: key) })
        {
          keys.duplicate = key
        }
        members.append(JSONObject.Member(key: key, value: try value(depth: depth + 1)))
        keys.count += 1
        skipSpace()
        switch byte {
        case UInt8(ascii: ","):
          guard keys.count < limits.objectMembers else {
            throw limit(.objectMembers, max: limits.objectMembers)
          }
          position += 1
          skipSpace()
        case UInt8(ascii: "}"):
          position += 1
          return object(members.take(from: first), keys)
        default: throw malformed
        }
      }
    } catch {
      guard depth == 0, case .limit(let limit, let max, _) = error else { throw error }
      members.drop(to: keys.count)
      throw .limit(limit, max: max, before: object(members.take(from: 0), keys))
    }
  }

  private mutating func open(_ depth: Int) throws(JSONError) {
    guard depth < limits.depth else { throw limit(.depth, max: limits.depth) }
    position += 1
    skipSpace()
  }

  /// The known facts about the keys of an open object.
  private struct Keys {
    var count = 0
    /// The first key that occurs twice, among the first few keys.
    var duplicate: String?
    private var seen: UInt64 = 0

    /// Records a key. Returns false if the key cannot have occurred before.
    mutating func mayHave(_ key: String) -> Bool {
      let mixed = (key.prefix8 &+ UInt64(key.utf8.count)) &* 0x9E37_79B9_7F4A_7C15
      let bit: UInt64 = 1 << (mixed >> 58)
      defer { seen |= bit }
      return seen & bit != 0
    }
  }

  /// The number of keys up to which comparing all pairs is faster than hashing; objects on the wire are
  /// small.
  private static let few = 16

  private mutating func object(_ members: [JSONObject.Member], _ keys: Keys) -> JSONObject {
    let duplicate = members.count <= Self.few ? keys.duplicate : Self.firstDuplicate(in: members)
    if duplicate != nil { hasDuplicateMembers = true }
    return JSONObject(members, duplicateKey: duplicate)
  }

  private static func firstDuplicate(in members: [JSONObject.Member]) -> String? {
    var seen = Set<KeyBytes>(minimumCapacity: members.count)
    return members.first { !seen.insert(KeyBytes(key: $0.key)).inserted }?.key
  }

  private mutating func key() throws(JSONError) -> String {
    guard byte == UInt8(ascii: "\"") else { throw malformed }
    let key = try string()
    skipSpace()
    guard byte == UInt8(ascii: ":") else { throw malformed }
    position += 1
    skipSpace()
    return key
  }

  private mutating func literal(_ text: StaticString) throws(JSONError) {
    for index in 0..<text.utf8CodeUnitCount {
      guard byte == text.utf8Start[index] else { throw malformed }
      position += 1
    }
  }

  private mutating func number() throws(JSONError) -> JSONNumber {
    let start = position
    if byte == UInt8(ascii: "-") { position += 1 }
    if byte == UInt8(ascii: "0") {
      position += 1
    } else {
      try digits()
    }
    if byte == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    guard position - start <= limits.stringBytes else {
      throw limit(.stringBytes, max: limits.stringBytes)
    }
    return JSONNumber(checkedText: text(from: start))
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while byte &- UInt8(ascii: "0") < 10 { position += 1 }
    guard position > start else { throw malformed }
  }

  private mutating func skipSpace() {
    while case let next = byte, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 {
      position += 1
    }
  }

  /// The next byte; zero at the end. A zero is not allowed anywhere, so the end needs no separate check.
  private var byte: UInt8 { position < end ? bytes[position] : 0 }

  private func text(from start: Int) -> String {
    let text = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    // The first way is faster for a text that a `String` stores inline, the second for a longer one.
    guard text.count <= 15 else { return String(decoding: text, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: text.count) { memory in
      UnsafeMutableRawBufferPointer(memory).copyMemory(from: text)
      return text.count
    }
  }

  private var malformed: JSONError { .malformed(offset: position) }

  private func limit(_ limit: JSONError.Limit, max: Int) -> JSONError {
    .limit(limit, max: max, before: [:])
  }
}

// Strings: the common case is a run of plain bytes, copied once; escapes take the slower path.
extension JSONParser {
  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    let isASCII = skipPlainText()
    if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
    guard byte == UInt8(ascii: "\"") else { throw malformed }
    if !isASCII { try checkRun(start) }
    guard position - start <= limits.stringBytes else {
      throw limit(.stringBytes, max: limits.stringBytes)
    }
    defer { position += 1 }
    return text(from: start)
  }

  /// Advances to the end of plain text: a quote, a backslash, a control character or the end of the bytes.
  /// Returns whether all of it was ASCII.
  private mutating func skipPlainText() -> Bool {
    let (next, isASCII) = bytes.plainText(from: position)
    position = next
    return isASCII
  }

  /// Parses a string with escapes. `position` is at the first backslash; `start` is the first byte of the
  /// text.
  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var text: [UInt8] = []
    var runStart = start
    while true {
      try checkRun(runStart)
      text.append(contentsOf: bytes[runStart..<position])
      guard byte == UInt8(ascii: "\\") else { break }
      try escape(into: &text)
      runStart = position
      _ = skipPlainText()
      guard byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") else { throw malformed }
    }
    guard text.count <= limits.stringBytes else {
      throw limit(.stringBytes, max: limits.stringBytes)
    }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Checks the unescaped bytes since `start`. They must be UTF-8 on their own: an escape cannot complete a
  /// sequence.
  private func checkRun(_ start: Int) throws(JSONError) {
    let run = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    if let offset = firstInvalidUTF8(in: run) { throw .malformed(offset: start + offset) }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let backslash = position
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      position += 1
      text.append(contentsOf: try unicodeEscape(from: backslash).utf8)
      return
    default: throw malformed
    }
    position += 1
  }

  private mutating func unicodeEscape(from backslash: Int) throws(JSONError) -> Unicode.Scalar {
    var code = UInt32(try hexQuad())
    if code & 0xFC00 == 0xD800 {
      guard byte == UInt8(ascii: "\\") else { throw .malformed(offset: backslash) }
      position += 1
      guard byte == UInt8(ascii: "u") else { throw .malformed(offset: backslash) }
      position += 1
      let low = UInt32(try hexQuad())
      guard low & 0xFC00 == 0xDC00 else { throw .malformed(offset: backslash) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw .malformed(offset: backslash) }
    return scalar
  }

  private mutating func hexQuad() throws(JSONError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt16(byte & 15)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        value = value << 4 | UInt16(byte & 15 + 9)
      default: throw malformed
      }
      position += 1
    }
    return value
  }
}

/// A key that is hashed by its bytes; `String` itself hashes by Unicode equivalence.
private struct KeyBytes: Hashable {
  let key: String

  static func == (left: KeyBytes, right: KeyBytes) -> Bool { left.key.hasSameBytes(as: right.key) }

  func hash(into hasher: inout Hasher) {
    var key = key
    key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
