/// A parser of URL parameters, which decodes like HTML forms: `+` means space.
enum QueryStringParser {
  static func parse(_ text: String) throws(QueryError) -> [String: String] {
    var parameters: [String: String] = [:]
    for pair in text.split(separator: "&", omittingEmptySubsequences: true) {
      let name = try decode(pair.prefix { $0 != "=" })
      let value = try decode(pair.drop { $0 != "=" }.dropFirst())
      guard !name.isEmpty else { throw QueryError(reason: "a parameter has no name") }
      guard parameters.updateValue(value, forKey: name) == nil else {
        throw QueryError(reason: "\(name): must not occur twice")
      }
    }
    return parameters
  }

  private static func decode(_ text: Substring) throws(QueryError) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(hexValue),
          let low = rest.popFirst().flatMap(hexValue)
        else { throw QueryError(reason: "% must be followed by two hexadecimal digits") }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw QueryError(reason: "a parameter is not UTF-8")
    }
    return decoded
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// An error of a query that cannot be parsed.
struct QueryError: Error, Equatable {
  let reason: String
}
