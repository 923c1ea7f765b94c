import JSONCodec

/// A value of JSON. An integer keeps all its digits. `-0` is read as the integer 0, and a double without a fraction is
/// written as an integer.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int64)
  /// An integer beyond those of `int`. So each integer has one form, and equal integers are equal values.
  case bigInteger(BigInteger)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

/// An integer beyond those of `Int64`, by its digits.
public struct BigInteger: Sendable, Hashable {
  public let digits: String

  /// Returns nil for a text that is not an integer in JSON, and for an integer of `Int64`.
  public init?(_ digits: String) {
    guard digits.wholeMatch(of: /-?(0|[1-9][0-9]*)/) != nil, Int64(digits) == nil else {
      return nil
    }
    self.digits = digits
  }
}

extension JSONValue {
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var intValue: Int64? { if case .int(let value) = self { value } else { nil } }
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  public var objectValue: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The integer from 0 to 2^64-1.
  public var uintValue: UInt64? {
    switch self {
    case .int(let value): UInt64(exactly: value)
    case .bigInteger(let value): UInt64(value.digits)
    default: nil
    }
  }

  /// The nearest double; nil for a number beyond all doubles, and for a value of another kind.
  public var doubleValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .bigInteger(let value): JSONNumber(checkedText: value.digits).double
    case .double(let value): value
    default: nil
    }
  }

  /// Returns an integer in its only form.
  public static func uint(_ value: UInt64) -> JSONValue {
    if let value = Int64(exactly: value) { return .int(value) }
    return BigInteger(String(value)).map(JSONValue.bigInteger) ?? .null
  }

  /// The member of an object; nil if it is missing, or if the value is not an object.
  public subscript(name: String) -> JSONValue? { objectValue?[name] }

  /// The element of an array; nil beyond its end, or if the value is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard let items = arrayValue, items.indices.contains(index) else { return nil }
    return items[index]
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON, the members of an object in the order of their names.
  public var description: String { document.text }
}

extension JSONValue {
  /// Converts a value. A number that no double can represent becomes null.
  init(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .string(let value): self = .string(value)
    case .array(let items): self = .array(items.map(JSONValue.init))
    case .object(let object):
      self = .object(
        Dictionary(object.members.map { ($0.key, JSONValue($0.value)) }) { first, _ in first })
    case .number(let number):
      if let value = number.int64 {
        self = .int(value)
      } else if let value = BigInteger(number.text) {
        self = .bigInteger(value)
      } else {
        self = number.double.map(JSONValue.double) ?? .null
      }
    }
  }

  /// The same value; infinities and NaN become null.
  var document: JSON {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .bigInteger(let value): .number(JSONNumber(checkedText: value.digits))
    case .double(let value): JSONNumber(value).map(JSON.number) ?? .null
    case .string(let value): .string(value)
    case .array(let items): .array(items.map(\.document))
    case .object(let members): .object(Self.object(members))
    }
  }

  static func object(_ members: [String: JSONValue]) -> JSONObject {
    JSONObject(
      members.sorted { $0.key < $1.key }.map {
        JSONObject.Member(key: $0.key, value: $0.value.document)
      })
  }
}
