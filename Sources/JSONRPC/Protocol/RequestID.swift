import JSONCodec

/// The id of a request, echoed as it was written: `1`, `1.0` and `"1"` are three different ids.
package enum RequestID: Sendable {
  case null
  case number(JSONNumber)
  case string(String)

  /// Reads an id. Returns nil for a value that is not allowed as an id.
  package init?(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .number(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .bool, .array, .object: return nil
    }
  }

  package var json: JSON {
    switch self {
    case .null: .null
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    }
  }

  /// Returns 128 random bits: another connection cannot guess the id of a callback.
  package static func random() -> RequestID {
    var generator = SystemRandomNumberGenerator()
    let halves = [generator.next(), generator.next()] as [UInt64]
    let digits = halves.map { half in
      let text = String(half, radix: 16)
      return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
    return .string(digits.joined())
  }
}

extension RequestID {
  /// The number of first bytes of a message in which its id is searched, and of last bytes.
  package static let startBytes = 4 << 10

  /// Reads the id of a message from its first bytes, or of as many as have arrived: null if they hold none.
  package init(inStartOf message: UnsafeRawBufferPointer) {
    let start = UnsafeRawBufferPointer(rebasing: message.prefix(Self.startBytes))
    self = (try? Self.find(in: start)) ?? .null
  }

  /// Reads the id of a whole message, which is too long to be parsed, from its first bytes or from its last ones.
  package init(inEndsOf message: UnsafeRawBufferPointer) {
    self.init(inStartOf: message)
    guard case .null = self else { return }
    let end = UnsafeRawBufferPointer(rebasing: message.suffix(Self.startBytes))
    // These bytes can only be a whole string: a quote within a string has a backslash before it.
    let name = Array("\"id\"".utf8)
    for start in stride(from: end.count - name.count, through: 0, by: -1)
    where end[start...].starts(with: name) {
      guard let id = try? Self.find(from: start, toEndOf: end) else { continue }
      self = id
      return
    }
  }

  /// Reads the first of the members that begin at `start`; nil unless they are the last ones of the message.
  private static func find(
    from start: Int, toEndOf message: UnsafeRawBufferPointer
  ) throws(JSONError) -> RequestID? {
    var id: RequestID?
    var position = start
    while true {
      let key = try JSONParser.parseValue(message, from: position, depth: 1, limits: JSONLimits())
      guard let colon = message.position(after: UInt8(ascii: ":"), from: key.end) else {
        return nil
      }
      let value = try JSONParser.parseValue(message, from: colon, depth: 1, limits: JSONLimits())
      if position == start { id = RequestID(value.value) }
      if let comma = message.position(after: UInt8(ascii: ","), from: value.end) {
        position = comma
        continue
      }
      let end = message.position(after: UInt8(ascii: "}"), from: value.end)
      guard let end, message[end...].allSatisfy(\.isJSONWhiteSpace) else { return nil }
      return id
    }
  }

  private static func find(in start: UnsafeRawBufferPointer) throws(JSONError) -> RequestID? {
    guard var position = start.position(after: UInt8(ascii: "{"), from: 0) else { return nil }
    while true {
      let key = try JSONParser.parseValue(start, from: position, depth: 1, limits: JSONLimits())
      guard let colon = start.position(after: UInt8(ascii: ":"), from: key.end) else { return nil }
      let value = try JSONParser.parseValue(start, from: colon, depth: 1, limits: JSONLimits())
      // A number at the very end may have more digits.
      guard value.end < start.count else { return nil }
      if key.value.stringValue == "id" { return RequestID(value.value) }
      guard let comma = start.position(after: UInt8(ascii: ","), from: value.end) else {
        return nil
      }
      position = comma
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the position after `byte` if that is the first one from `start` on, after optional white space.
  fileprivate func position(after byte: UInt8, from start: Int) -> Int? {
    let index = self[start...].firstIndex { !$0.isJSONWhiteSpace }
    guard let index, self[index] == byte else { return nil }
    return index + 1
  }
}

extension UInt8 {
  @inlinable
  package var isJSONWhiteSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }
}

/// Equality by kind and spelling: numbers digit for digit, strings byte for byte.
extension RequestID: Hashable {
  package static func == (left: RequestID, right: RequestID) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .number(let number):
      hasher.combine(1)
      hasher.combine(number)
    case .string(let text):
      hasher.combine(2)
      var text = text
      // `String` hashes by Unicode equivalence, which costs more and would still need the bytes after.
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}
