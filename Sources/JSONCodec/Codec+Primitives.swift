extension Codec where Value == String {
  package static let string = text(expected: "string", ["type": "string"]) { _ in true }

  package static func string(minLength: Int) -> Codec {
    text(
      expected: minLength == 1 ? Invalid.nonEmptyString : "string of \(minLength) characters",
      ["type": "string", "minLength": .int(minLength)]
    ) { text in
      // A text has at least as many bytes as scalars, so its scalars are counted only if the bytes could be
      // enough.
      text.utf8.count >= minLength && (minLength <= 1 || text.unicodeScalars.count >= minLength)
    }
  }

  /// Returns a codec for strings that follow a rule. `pattern`, an ECMA 262 expression, documents the rule
  /// for clients, and `isValid` checks it.
  package static func string(
    pattern: String, expected: String, isValid: @escaping @Sendable (String) -> Bool
  ) -> Codec {
    text(expected: expected, ["type": "string", "pattern": .string(pattern)], isValid)
  }

  private static func text(
    expected: String, _ schema: JSONObject, _ isValid: @escaping @Sendable (String) -> Bool
  ) -> Codec {
    Codec(
      Schema(schema), expected: expected,
      decode: { json throws(Invalid) in
        guard case .string(let value) = json, isValid(value) else {
          throw Invalid(expected: expected, foundForString: json)
        }
        return value
      },
      encode: { value, writer in writer.string(value) })
  }
}

extension Codec where Value == Bool {
  package static let bool = Codec(
    Schema(["type": "boolean"]), expected: "boolean",
    decode: { json throws(Invalid) in
      guard case .bool(let value) = json else { throw Invalid(expected: "boolean", found: json) }
      return value
    },
    encode: { value, writer in writer.bool(value) })

  /// The result of a call that can only succeed.
  package static let alwaysTrue = Codec(
    Schema(["type": "boolean", "const": true]), expected: "true",
    decode: { json throws(Invalid) in
      guard case .bool(true) = json else { throw Invalid(expected: "true", found: json) }
      return true
    },
    encode: { _, writer in writer.bool(true) })
}

extension Codec where Value == Int {
  package static let int = int(in: Int.min...Int.max)

  package static func int(in range: ClosedRange<Int>) -> Codec {
    var schema: JSONObject = ["type": "integer"]
    if range.lowerBound != .min { schema["minimum"] = .int(range.lowerBound) }
    if range.upperBound != .max { schema["maximum"] = .int(range.upperBound) }
    let expected =
      range == Int.min...Int.max
      ? "integer"
      : "integer from \(range.lowerBound)"
        + (range.upperBound == .max ? "" : " to \(range.upperBound)")
    return Codec(
      Schema(schema), expected: expected,
      decode: { json throws(Invalid) in
        guard let value = json.intValue, range.contains(value) else {
          throw Invalid(expected: expected, found: json)
        }
        return value
      },
      encode: { value, writer in writer.int(value) })
  }
}

extension Codec where Value == Double {
  package static func number(in range: ClosedRange<Double>) -> Codec {
    let (least, greatest) = (bound(range.lowerBound), bound(range.upperBound))
    let expected = "number from \(least.text) to \(greatest.text)"
    return Codec(
      Schema(["type": "number", "minimum": least, "maximum": greatest]), expected: expected,
      decode: { json throws(Invalid) in
        guard let value = json.numberValue?.double, range.contains(value) else {
          throw Invalid(expected: expected, found: json)
        }
        return value
      },
      encode: { value, writer in writer.value(JSONNumber(value).map(JSON.number) ?? .null) })
  }

  private static func bound(_ value: Double) -> JSON {
    Int(exactly: value).map(JSON.int) ?? JSONNumber(value).map(JSON.number) ?? .null
  }
}

extension Codec where Value == JSON {
  /// Any JSON whose numbers are within the range of doubles, kept as written.
  package static let json = Codec(
    .any, expected: "any JSON",
    decode: { json throws(Invalid) in
      try checkNumbers(json)
      return json
    },
    encode: { value, writer in writer.value(value) })
}

extension Codec where Value == JSONObject {
  /// An object with any members, kept as written.
  package static let map = Codec(
    Schema(["type": "object"]), expected: "object",
    decode: { json throws(Invalid) in
      guard let object = json.lenientObjectValue else {
        throw Invalid(expected: "object", found: json)
      }
      try checkNumbers(json)
      return object
    },
    encode: { value, writer in writer.value(.object(value)) })
}

/// Rejects a number beyond all doubles (`1e400`), because the platform could not read it. The parser limits
/// the depth, so this function may recurse.
private func checkNumbers(_ json: JSON) throws(Invalid) {
  switch json {
  case .null, .bool, .string: return
  case .number(let number):
    guard number.isWithinDoubles else {
      throw Invalid(expected: "number that a double can hold", found: json)
    }
  case .array(let elements):
    for index in elements.indices {
      do { try checkNumbers(elements[index]) } catch { throw error.inside(index) }
    }
  case .object(let object):
    for index in object.members.indices {
      do { try checkNumbers(object.members[index].value) } catch {
        throw error.inside(object.members[index].key)
      }
    }
  }
}

extension Codec {
  package static func list<Element>(of element: Codec<Element>) -> Codec where Value == [Element] {
    Codec(
      Schema(
        ["type": "array", "items": .object(element.schema.json)], referringTo: [element.schema]),
      expected: "array",
      decode: { json throws(Invalid) in
        guard case .array(let elements) = json else {
          throw Invalid(expected: "array", found: json)
        }
        var values: [Element] = []
        values.reserveCapacity(elements.count)
        for (index, json) in elements.enumerated() {
          do throws(Invalid) {
            values.append(try element.decode(json))
          } catch { throw error.inside(index) }
        }
        return values
      },
      encode: { values, writer in
        writer.beginArray()
        for value in values { element.encode(value, &writer) }
        writer.endArray()
      })
  }

  /// Returns a codec for the raw values of an enumeration.
  package static func choice() -> Codec
  where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    let names = Value.allCases.map(\.rawValue)
    let expected = "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    return Codec(
      Schema(["type": "string", "enum": .array(names.map(JSON.string))]), expected: expected,
      decode: { json throws(Invalid) in
        guard case .string(let text) = json, let value = Value(rawValue: text) else {
          throw Invalid(expected: expected, foundForString: json)
        }
        return value
      },
      encode: { value, writer in writer.string(value.rawValue) })
  }
}
