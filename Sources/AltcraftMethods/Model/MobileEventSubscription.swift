import AltcraftEngine
import JSONCodec

/// The subscription that a mobile event may carry: one of four kinds, told apart by `channel`, or by `type`
/// as the React Native SDK writes it.
enum MobileEventSubscription {
  /// Members beside the channel that a kind must have.
  private static let required: [String: [(name: String, isObject: Bool)]] = [
    "email": [("email", false)], "sms": [("phone", false)],
    "push": [("provider", false), ("subscription_id", false)],
    "telegram_bot": [("cc_data", true)], "whatsapp": [("cc_data", true)],
    "viber": [("cc_data", true)], "notify": [("cc_data", true)],
  ]

  private static let schema: Schema = {
    let common: [(String, JSON)] = [
      ("type", ["type": "string"]), ("channel", ["type": "string"]),
      ("resource_id", ["type": "integer"]), ("status", ["type": ["string", "null"]]),
      ("priority", ["type": ["integer", "null"]]),
      ("custom_fields", ["type": ["object", "null"]]),
      ("cats", ["type": ["array", "null"], "items": ["type": "string"]]),
      ("email", ["type": "string"]), ("phone", ["type": "string"]),
      ("provider", ["type": "string"]), ("subscription_id", ["type": "string"]),
      ("cc_data", ["type": "object"]),
    ]
    return Schema([
      "type": "object",
      "properties": .object(
        JSONObject(common.map { JSONObject.Member(key: $0.0, value: $0.1) })),
      "additionalProperties": false,
    ]).named("Subscription")
  }()

  /// Types only; what depends on the channel is for `check`.
  static let codec = Codec<JSON>(
    schema, expected: "object",
    decode: { json throws(Invalid) in
      let object = try Codec<JSONObject>.map.decode(json)
      let known = schema.definitions["Subscription"]?["properties"]?.objectValue?.keys ?? []
      for key in object.keys where !known.contains(key) {
        throw Invalid(expected: "one of " + known.joined(separator: ", "), path: key)
      }
      return json
    },
    encode: { value, writer in writer.value(value) })

  /// Refuses a channel that is missing or unknown with 476, and a missing or ill-typed member of a known one.
  static func check(_ subscription: JSON) throws(EngineError) {
    guard let channel = channel(of: subscription), let members = required[channel] else {
      throw .refused(Refusal(.subscriptionTypeUnsupported, function: "mobileEvent"))
    }
    guard subscription["resource_id"]?.numberValue?.int64 != nil else {
      throw .invalid(parameter: "subscription.resource_id", expected: "integer")
    }
    for (name, isObject) in members {
      let value = subscription[name]
      guard isObject ? value?.objectValue != nil : value?.stringValue != nil else {
        throw .invalid(parameter: "subscription.\(name)", expected: isObject ? "object" : "string")
      }
    }
    try checkOptional(subscription)
  }

  private static func checkOptional(_ subscription: JSON) throws(EngineError) {
    let rules: [(name: String, expected: String, fits: (JSON) -> Bool)] = [
      ("status", "string", { $0.stringValue != nil }),
      ("priority", "integer", { $0.numberValue?.int64 != nil }),
      ("custom_fields", "object", { $0.objectValue != nil }),
      (
        "cats", "array of strings", { $0.arrayValue?.allSatisfy { $0.stringValue != nil } ?? false }
      ),
    ]
    for rule in rules {
      guard let value = subscription[rule.name], !value.isNull, !rule.fits(value) else { continue }
      throw .invalid(parameter: "subscription.\(rule.name)", expected: rule.expected)
    }
  }

  /// As the platform reads it: what was given, under its channel, nulls left out.
  static func wire(_ subscription: JSON) -> JSON {
    var members: JSONObject = [:]
    members["channel"] = channel(of: subscription).map(JSON.string)
    let order = [
      "resource_id", "email", "phone", "provider", "subscription_id", "cc_data", "status",
      "priority", "custom_fields", "cats",
    ]
    for name in order {
      if let value = subscription[name], !value.isNull { members[name] = value }
    }
    return .object(members)
  }

  private static func channel(of subscription: JSON) -> String? {
    if let channel = subscription["channel"]?.stringValue { return channel }
    let type = subscription["type"]?.stringValue
    return type == "cc_data" ? nil : type
  }
}
