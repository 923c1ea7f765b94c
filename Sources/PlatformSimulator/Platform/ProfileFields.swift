import JSONCodec

/// The changes of `profile_fields` to the fields of a profile.
enum ProfileFields {
  /// Returns `fields` after `changes`. Plain values replace; `{"action": …, "value": …}` performs the action.
  static func applying(
    _ changes: JSONObject, to fields: JSONObject, settings: PlatformSettings
  ) throws(SimulatedRefusal) -> JSONObject {
    var fields = fields
    for change in changes.members {
      guard isKnown(change.key, settings) else { throw incorrect(change.key) }
      guard let action = Action(change.value) else {
        fields[change.key] = change.value
        continue
      }
      guard let result = action.result(on: fields[change.key]) else { throw incorrect(change.key) }
      switch result {
      case .value(let value): fields[change.key] = value
      case .removed: fields[change.key] = nil
      }
    }
    return fields
  }

  private static func isKnown(_ name: String, _ settings: PlatformSettings) -> Bool {
    name.hasPrefix("_") || settings.profileFields?.contains(name) ?? true
  }

  private static func incorrect(_ name: String) -> SimulatedRefusal {
    .invalid("Platform profile processing error: with field \"\(name)\": Incorrect field")
  }

  /// One functional update of a field.
  private struct Action {
    let verb: String
    let value: JSON

    enum Outcome {
      case value(JSON)
      case removed
    }

    /// Creates an action; nil if `change` is a plain value.
    init?(_ change: JSON) {
      guard let object = change.objectValue, let verb = object["action"]?.stringValue,
        object.keys.allSatisfy({ $0 == "action" || $0 == "value" })
      else { return nil }
      self.verb = verb
      value = object["value"] ?? .null
    }

    /// Returns the result; nil if the action is unknown or cannot be applied to that value.
    func result(on old: JSON?) -> Outcome? {
      let elements = value.arrayValue ?? [value]
      switch verb {
      case "set": return .value(value)
      case "unset": return .removed
      case "incr": return sum(old ?? 0, value).map(Outcome.value)
      case "add": return .value(.array(list(old) + elements))
      case "delete":
        return .value(.array(list(old).filter { kept in !elements.contains { same($0, kept) } }))
      case "upsert":
        var result = list(old)
        for element in elements where !result.contains(where: { same($0, element) }) {
          result.append(element)
        }
        return .value(.array(result))
      default: return nil
      }
    }

    /// Returns the old value as a list, for a field that is to hold several values.
    private func list(_ old: JSON?) -> [JSON] {
      switch old {
      case nil, .null: []
      case .array(let elements): elements
      case let single?: [single]
      }
    }

    private func same(_ one: JSON, _ other: JSON) -> Bool { one.canonical == other.canonical }

    private func sum(_ old: JSON, _ increment: JSON) -> JSON? {
      let old = old.isNull ? 0 : old
      if let one = old.numberValue?.int64, let other = increment.numberValue?.int64 {
        let (sum, overflow) = one.addingReportingOverflow(other)
        if !overflow { return .int(sum) }
      }
      guard let one = old.numberValue?.double, let other = increment.numberValue?.double else {
        return nil
      }
      return JSONNumber(one + other).map(JSON.number)
    }
  }
}

/// The changes of `subscription.fields` to the fields of a subscription.
enum SubscriptionFields {
  private static let system: Set<String> = [
    "_os", "_os_tz", "_os_language", "_os_ver", "_device_type", "_device_model", "_device_name",
    "_ad_track", "_ad_id", "_app_id", "_app_iid", "_app_ver",
  ]

  static func applying(
    _ changes: JSONObject, to fields: JSONObject, settings: PlatformSettings
  ) throws(SimulatedRefusal) -> JSONObject {
    var fields = fields
    for change in changes.members {
      let isKnown =
        system.contains(change.key) || settings.subscriptionFields?.contains(change.key) ?? true
      guard isKnown, change.value.isScalar else {
        throw .invalid(
          "Platform profile processing error: field \"\(change.key)\" is not valid: "
            + "failed convert custom field")
      }
      fields[change.key] = change.value
    }
    return fields
  }

  /// Returns the fields as the platform answers them: versions are split into their parts.
  static func answered(_ fields: JSONObject) -> JSON {
    .object(
      JSONObject(
        fields.members.map { member in
          JSONObject.Member(key: member.key, value: answered(member.key, member.value))
        }))
  }

  private static func answered(_ key: String, _ value: JSON) -> JSON {
    guard let raw = value.stringValue else { return value }
    let numbers = raw.split(separator: ".").map { Int($0) ?? 0 }
    switch key {
    case "_os_ver":
      // A text that looks like a list, as in the documentation.
      let list = numbers.map { "\"\($0).0\"" }.joined(separator: ", ")
      return ["raw": .string(raw), "ver": .string("[\(list)]")]
    case "_app_ver":
      // Major and minor only, as numbers, as in the documentation.
      return ["raw": .string(raw), "ver": .array(numbers.prefix(2).map { .int($0) })]
    default: return value
    }
  }
}
