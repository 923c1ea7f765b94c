import JSONCodec

/// A type of the generated code: its values are read from JSON and written to it.
protocol JSONConvertible: Sendable, Hashable {
  init(json: JSONValue) throws(BridgeError)
  var json: JSONValue { get }
}

/// A text with known values.
protocol JSONChoice: JSONConvertible {
  init(rawValue: String)
  var rawValue: String { get }
}

extension JSONChoice {
  init(json: JSONValue) throws(BridgeError) { self.init(rawValue: try String(json: json)) }
  var json: JSONValue { .string(rawValue) }
}

extension JSONValue: JSONConvertible {
  init(json: JSONValue) { self = json }
  var json: JSONValue { self }

  /// Reads a value of the type that the caller expects.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func read<Value: JSONConvertible>() throws(BridgeError) -> Value { try Value(json: self) }

  /// Returns a part of this value, or throws that it is something else.
  fileprivate func expect<Value>(_ what: String, _ value: Value?) throws(BridgeError) -> Value {
    guard let value else { throw .unreadable("not \(what)") }
    return value
  }
}

extension Bool: JSONConvertible {
  init(json: JSONValue) throws(BridgeError) { self = try json.expect("a boolean", json.boolValue) }
  var json: JSONValue { .bool(self) }
}

extension Int: JSONConvertible {
  init(json: JSONValue) throws(BridgeError) {
    self = Int(try json.expect("an integer of 64 bits", json.intValue))
  }
  var json: JSONValue { .int(Int64(self)) }
}

extension Double: JSONConvertible {
  init(json: JSONValue) throws(BridgeError) { self = try json.expect("a number", json.doubleValue) }
  var json: JSONValue { .double(self) }
}

extension String: JSONConvertible {
  init(json: JSONValue) throws(BridgeError) { self = try json.expect("a text", json.stringValue) }
  var json: JSONValue { .string(self) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  init(json: JSONValue) throws(BridgeError) {
    self = json == .null ? nil : try Wrapped(json: json)
  }
  var json: JSONValue { map(\.json) ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  init(json: JSONValue) throws(BridgeError) {
    self = try json.expect("a list", json.arrayValue)
      .map { item throws(BridgeError) in try Element(json: item) }
  }
  var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
  init(json: JSONValue) throws(BridgeError) {
    self = [:]
    for (name, item) in try json.expect("an object", json.objectValue) {
      self[name] = try Value(json: item)
    }
  }
  var json: JSONValue { .object(mapValues(\.json)) }
}

// The functions of the next types are not specialised: their hundreds of calls would take most of the time to compile.

/// The members of an object that is being read. Each is taken once; those of a newer bridge are left.
struct MemberReader {
  private(set) var rest: [String: JSONValue]

  init(_ json: JSONValue) throws(BridgeError) { rest = try [String: JSONValue](json: json) }

  /// Takes a member. One that is missing counts as null.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  mutating func take<Value: JSONConvertible>(_ name: String) throws(BridgeError) -> Value {
    do throws(BridgeError) {
      return try (rest.removeValue(forKey: name) ?? .null).read()
    } catch {
      guard case .unreadable(let reason) = error else { throw error }
      throw .unreadable("\(name): \(reason)")
    }
  }

  /// Takes a member that distinguishes the type from others, if the object has it. Null means that it has not.
  mutating func expect(_ name: String, _ text: String) throws(BridgeError) {
    let value = rest.removeValue(forKey: name) ?? .null
    guard value == .null || value == .string(text) else {
      throw .unreadable("\(name): not \(text)")
    }
  }
}

/// The members of an object that is being written.
struct MemberWriter {
  private(set) var members: [String: JSONValue] = [:]

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  mutating func add<Value: JSONConvertible>(_ name: String, _ value: Value) {
    members[name] = value.json
  }

  /// Adds a member that is left out if it is nil.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  mutating func addPresent<Value: JSONConvertible>(_ name: String, _ value: Value?) {
    if let value { members[name] = value.json }
  }
}

extension BridgeError {
  /// The reason of a refused call; nil for another error.
  public var reason: ErrorReason? {
    if case .refused(_, let reason, _, _) = self { ErrorReason(rawValue: reason) } else { nil }
  }
}
