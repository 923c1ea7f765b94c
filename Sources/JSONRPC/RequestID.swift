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
