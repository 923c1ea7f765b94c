import JSONCodec

/// The members of one object, each taken at most once. `finish` refuses those that were not taken.
struct Members {
  let path: String
  private let object: JSONObject
  private var taken: [String] = []

  init(_ value: JSON, at path: String) throws(ShapeError) {
    guard let object = value.objectValue else {
      throw ShapeError(path: path, reason: "must be an object, got \(described(value))")
    }
    if let key = object.duplicateKey {
      throw ShapeError(path: "\(path).\(key)", reason: "must not occur twice")
    }
    self.path = path
    self.object = object
  }

  /// Takes a member. Returns nil if it is absent. JSON null is a value here.
  mutating func take(_ key: String) -> JSON? {
    taken.append(key)
    return object[key]
  }

  mutating func require(_ key: String) throws(ShapeError) -> JSON {
    guard let value = take(key) else { throw ShapeError(path: path(key), reason: "is missing") }
    return value
  }

  mutating func require<Value>(_ key: String, _ kind: Kind<Value>) throws(ShapeError) -> Value {
    try kind.read(try require(key), at: path(key))
  }

  /// Takes a member. Returns nil if it is absent or null.
  mutating func takeUnlessNull<Value>(
    _ key: String, _ kind: Kind<Value>
  ) throws(ShapeError) -> Value? {
    guard let value = take(key), !value.isNull else { return nil }
    return try kind.read(value, at: path(key))
  }

  /// Takes a member that must be present but may be null.
  mutating func requireOrNull<Value>(
    _ key: String, _ kind: Kind<Value>
  ) throws(ShapeError) -> Value? {
    let value = try require(key)
    return value.isNull ? nil : try kind.read(value, at: path(key))
  }

  func finish() throws(ShapeError) {
    for key in object.keys where !taken.contains(where: { $0.hasSameBytes(as: key) }) {
      throw ShapeError(path: path(key), reason: "is unknown")
    }
  }

  func path(_ key: String) -> String { "\(path).\(key)" }
}

/// An error in a document, as in `$.subscription.status: must be a string, got null`.
struct ShapeError: Error, Equatable {
  let path: String
  let reason: String

  var message: String { "\(path): \(reason)" }
}

/// A kind of JSON value, with its name in messages.
struct Kind<Value> {
  let name: String
  let convert: (JSON) -> Value?

  func read(_ value: JSON, at path: String) throws(ShapeError) -> Value {
    guard let converted = convert(value) else {
      throw ShapeError(path: path, reason: "must be \(name), got \(described(value))")
    }
    return converted
  }
}

extension Kind where Value == String {
  static var string: Kind { Kind(name: "a string") { $0.stringValue } }

  static var nonEmptyString: Kind {
    Kind(name: "a string that is not empty") { json in
      json.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  static func oneOf(_ choices: [String]) -> Kind {
    Kind(name: "one of \(choices.joined(separator: ", "))") { json in
      json.stringValue.flatMap { choices.contains($0) ? $0 : nil }
    }
  }
}

extension Kind where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  static var choice: Kind {
    let choices = Value.allCases.map(\.rawValue)
    return Kind(name: "one of \(choices.joined(separator: ", "))") { json in
      json.stringValue.flatMap(Value.init)
    }
  }
}

extension Kind where Value == Bool {
  static var bool: Kind { Kind(name: "a boolean") { $0.boolValue } }
}

extension Kind where Value == Int {
  static func integer(in range: ClosedRange<Int>) -> Kind {
    Kind(name: "an integer from \(range.lowerBound) to \(range.upperBound)") { json in
      json.intValue.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  static var integer: Kind { Kind(name: "an integer") { $0.intValue } }

  /// A time up to the year 5138: milliseconds of this century are far beyond it.
  static var epochSeconds: Kind {
    Kind(name: "a time in epoch seconds") { json in
      json.intValue.flatMap { 0..<100_000_000_000 ~= $0 ? $0 : nil }
    }
  }
}

extension Kind where Value == [JSON] {
  static var array: Kind { Kind(name: "an array") { $0.arrayValue } }
}

extension Kind where Value == JSONObject {
  /// An object without duplicate members.
  static var object: Kind {
    Kind(name: "an object without duplicate members") { json in
      json.objectValue.flatMap { $0.duplicateKey == nil ? $0 : nil }
    }
  }
}

/// Describes a scalar by its text, anything else by its kind.
func described(_ value: JSON) -> String {
  switch value {
  case .null: "null"
  case .string(let text) where text.utf8.count > 64: "a string of \(text.utf8.count) bytes"
  case .bool, .number, .string: value.text
  case .array: "an array"
  case .object: "an object"
  }
}

extension JSON {
  var isScalar: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array, .object: false
    }
  }
}
