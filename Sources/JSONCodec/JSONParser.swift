/// What a message may not exceed while it is read. `bytes` are bounded by the framing.
package struct JSONLimits: Sendable {
  package var depth: Int
  package var objectMembers: Int
  package var stringBytes: Int

  package init(depth: Int = 64, objectMembers: Int = 4096, stringBytes: Int = 512 * 1024) {
    self.depth = depth
    self.objectMembers = objectMembers
    self.stringBytes = stringBytes
  }

  /// For documents of our own making.
  package static let generous = JSONLimits(
    depth: 512, objectMembers: 1 << 20, stringBytes: 1 << 30)
}

/// A parsed document. Duplicate members are well formed, so they are reported and not refused.
package struct ParsedJSON: Sendable {
  package let value: JSON
  package let hasDuplicateMembers: Bool
}

package enum JSONError: Error, Equatable {
  /// Not RFC 8259, or not UTF-8. `offset` counts bytes from the start of the document.
  case malformed(offset: Int)
  /// Well formed so far, but more than `max` of what `limit` names. `before` holds the members of the
  /// outermost object that were complete by then, so that an id among them can be answered.
  case limit(Limit, max: Int, before: JSONObject)

  package enum Limit: String, Sendable { case depth, objectMembers, stringBytes }
}

/// A strict reader of RFC 8259 from bytes: UTF-8 only, no byte order mark, no comments, no trailing
/// commas, no lone surrogates. It keeps its own stack, so depth costs memory and never the call stack.
package struct JSONParser {
  /// Parses one document that fills `bytes`, white space around it aside.
  package static func parse(
    _ bytes: UnsafeRawBufferPointer, limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> ParsedJSON {
    var parser = JSONParser(bytes: bytes, limits: limits)
    return try parser.document()
  }

  package static func parse(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> ParsedJSON {
    let result = bytes.withUnsafeBytes { pointer in
      Result { () throws(JSONError) in try parse(pointer, limits: limits) }
    }
    return try result.get()
  }

  private let bytes: UnsafeRawBufferPointer
  private let limits: JSONLimits
  private var position = 0
  private var hasDuplicateMembers = false
  private var stack: [Container] = []

  private init(bytes: UnsafeRawBufferPointer, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// An array or object that is still open. It is filled where it lies: taken off the stack and put back,
  /// all it holds would be copied for every value that comes.
  private struct Container {
    let isObject: Bool
    var elements: [JSON] = []
    var members: [JSONObject.Member] = []
    /// Of the member whose value comes next.
    var key = ""
  }
}

extension JSONParser {
  /// The stops: `scalarOrOpen` reads a value or opens a container, `close` folds finished values into
  /// the containers around them until one of them wants another value.
  private mutating func document() throws(JSONError) -> ParsedJSON {
    skipSpace()
    while true {
      guard let value = try scalarOrOpen() else { continue }
      if let whole = try fold(value) {
        skipSpace()
        guard position == bytes.count else { throw malformed }
        return ParsedJSON(value: whole, hasDuplicateMembers: hasDuplicateMembers)
      }
    }
  }

  /// Reads a scalar or an empty container; nil when a container was opened and its first value is next.
  private mutating func scalarOrOpen() throws(JSONError) -> JSON? {
    guard position < bytes.count else { throw malformed }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try openObject()
    case UInt8(ascii: "["): return try openArray()
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

  private mutating func openObject() throws(JSONError) -> JSON? {
    try checkDepth()
    position += 1
    skipSpace()
    if peek == UInt8(ascii: "}") {
      position += 1
      return .object([:])
    }
    let key = try self.key()
    stack.append(Container(isObject: true, key: key))
    return nil
  }

  private mutating func openArray() throws(JSONError) -> JSON? {
    try checkDepth()
    position += 1
    skipSpace()
    if peek == UInt8(ascii: "]") {
      position += 1
      return .array([])
    }
    stack.append(Container(isObject: false))
    return nil
  }

  /// Puts a finished value where it belongs. Nil when another value is next, else the whole document.
  private mutating func fold(_ finished: JSON) throws(JSONError) -> JSON? {
    var value = finished
    while let isObject = stack.last?.isObject {
      skipSpace()
      let folded = try isObject ? foldIntoObject(value) : foldIntoArray(value)
      guard let folded else { return nil }
      value = folded
    }
    return value
  }

  /// The array if that was its last element, nil when another one is next.
  private mutating func foldIntoArray(_ value: JSON) throws(JSONError) -> JSON? {
    stack[stack.count - 1].elements.append(value)
    switch peek {
    case UInt8(ascii: ","):
      position += 1
      skipSpace()
      return nil
    case UInt8(ascii: "]"):
      position += 1
      return .array(stack.removeLast().elements)
    default: throw malformed
    }
  }

  /// The object if that was its last member, nil when the value of another one is next.
  private mutating func foldIntoObject(_ value: JSON) throws(JSONError) -> JSON? {
    let top = stack.count - 1
    stack[top].members.append(JSONObject.Member(key: stack[top].key, value: value))
    switch peek {
    case UInt8(ascii: ","):
      guard stack[top].members.count < limits.objectMembers else {
        throw limit(.objectMembers, max: limits.objectMembers)
      }
      position += 1
      skipSpace()
      stack[top].key = try key()
      return nil
    case UInt8(ascii: "}"):
      position += 1
      return .object(object(stack.removeLast().members))
    default: throw malformed
    }
  }

  private mutating func object(_ members: [JSONObject.Member]) -> JSONObject {
    let duplicate = Self.firstDuplicate(in: members)
    if duplicate != nil { hasDuplicateMembers = true }
    return JSONObject(members, duplicateKey: duplicate)
  }

  private static func firstDuplicate(in members: [JSONObject.Member]) -> String? {
    // Comparing each with each beats hashing up to about this many; objects on the wire are small.
    if members.count <= 16 {
      for later in members.indices.dropFirst() {
        for earlier in 0..<later where members[earlier].key.hasSameBytes(as: members[later].key) {
          return members[later].key
        }
      }
      return nil
    }
    var seen = Set<KeyBytes>(minimumCapacity: members.count)
    return members.first { !seen.insert(KeyBytes(key: $0.key)).inserted }?.key
  }

  private mutating func key() throws(JSONError) -> String {
    guard peek == UInt8(ascii: "\"") else { throw malformed }
    let key = try string()
    skipSpace()
    guard peek == UInt8(ascii: ":") else { throw malformed }
    position += 1
    skipSpace()
    return key
  }

  private mutating func literal(_ text: StaticString) throws(JSONError) {
    for index in 0..<text.utf8CodeUnitCount {
      guard position < bytes.count, bytes[position] == text.utf8Start[index] else {
        throw malformed
      }
      position += 1
    }
  }

  private mutating func number() throws(JSONError) -> JSONNumber {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") {
      position += 1
    } else {
      try digits()
    }
    if peek == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    guard position - start <= limits.stringBytes else {
      throw limit(.stringBytes, max: limits.stringBytes)
    }
    return JSONNumber(
      checkedText: String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = peek, byte &- UInt8(ascii: "0") < 10 { position += 1 }
    guard position > start else { throw malformed }
  }

  private func checkDepth() throws(JSONError) {
    guard stack.count < limits.depth else { throw limit(.depth, max: limits.depth) }
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private var malformed: JSONError { .malformed(offset: position) }

  private func limit(_ limit: JSONError.Limit, max: Int) -> JSONError {
    let members = stack.first?.members ?? []
    let duplicate = Self.firstDuplicate(in: members)
    return .limit(limit, max: max, before: JSONObject(members, duplicateKey: duplicate))
  }
}

// Strings: the common case is a run of plain bytes, copied once; escapes take the slower way.
extension JSONParser {
  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    var isASCII = true
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
        if !isASCII, let offset = firstInvalidUTF8(in: text) {
          throw .malformed(offset: start + offset)
        }
        guard text.count <= limits.stringBytes else {
          throw limit(.stringBytes, max: limits.stringBytes)
        }
        position += 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      guard byte >= 0x20 else { throw malformed }
      if byte >= 0x80 { isASCII = false }
      position += 1
    }
    throw malformed
  }

  /// `position` stands at the first backslash; `start` is the first byte of the text.
  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var text = [UInt8](bytes[start..<position])
    var runStart = start
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        try checkRun(runStart)
        guard text.count <= limits.stringBytes else {
          throw limit(.stringBytes, max: limits.stringBytes)
        }
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try checkRun(runStart)
        try escape(into: &text)
        runStart = position
      case 0..<0x20: throw malformed
      default:
        text.append(byte)
        position += 1
      }
    }
    throw malformed
  }

  /// The unescaped bytes since `start` must be UTF-8 on their own: an escape cannot complete a sequence.
  private func checkRun(_ start: Int) throws(JSONError) {
    let run = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    if let offset = firstInvalidUTF8(in: run) { throw .malformed(offset: start + offset) }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let backslash = position
    position += 1
    guard let byte = peek else { throw malformed }
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

  private mutating func unicodeEscape(from backslash: Int) throws(JSONError) -> Character {
    var code = UInt32(try hexQuad())
    if code & 0xFC00 == 0xD800 {
      guard peek == UInt8(ascii: "\\") else { throw .malformed(offset: backslash) }
      position += 1
      guard peek == UInt8(ascii: "u") else { throw .malformed(offset: backslash) }
      position += 1
      let low = UInt32(try hexQuad())
      guard low & 0xFC00 == 0xDC00 else { throw .malformed(offset: backslash) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw .malformed(offset: backslash) }
    return Character(scalar)
  }

  private mutating func hexQuad() throws(JSONError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80
      else { throw malformed }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}

/// A key for hashing by bytes; `String` itself hashes by Unicode equivalence.
private struct KeyBytes: Hashable {
  let key: String

  static func == (left: KeyBytes, right: KeyBytes) -> Bool { left.key.hasSameBytes(as: right.key) }

  func hash(into hasher: inout Hasher) {
    for byte in key.utf8 { hasher.combine(byte) }
  }
}

/// The offset of the first byte that is not UTF-8 as the Unicode standard defines it (table 3-7): no
/// overlong forms, no surrogates, nothing above U+10FFFF. Nil when all of it is.
package func firstInvalidUTF8(in bytes: UnsafeRawBufferPointer) -> Int? {
  var index = 0
  while index < bytes.count {
    let lead = bytes[index]
    if lead < 0x80 {
      index += 1
      continue
    }
    let length: Int
    let second: ClosedRange<UInt8>
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return index
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return index }
    for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return index }
    index += length
  }
  return nil
}
