import AltcraftEngine
import JSONCodec

/// The subscription of a mobile event: one of four kinds, distinguished by `channel`, or by `type` as the
/// React Native SDK writes it.
enum MobileEventSubscription {
  fileprivate struct Kind: Sendable {
    let name: String
    let doc: String
    let type: String
    let channels: [String]
    /// The required members besides `resource_id`.
    let own: [Member]

    var required: [Member] {
      [
        Member(
          "resource_id", .integer,
          """
          The identifier of the resource that the subscription belongs to, from the Altcraft account. Example: \
          `1`.
          """)
      ] + own
    }
    /// All members in the order of the wire.
    var members: [Member] { required + MobileEventSubscription.optional }
  }

  fileprivate struct Member: Sendable {
    enum Shape: Sendable, Equatable {
      case text, integer, object, texts
      /// A text, which the SDK has these constants for.
      case known([String])
    }

    let name: String
    let shape: Shape
    let doc: String

    init(_ name: String, _ shape: Shape, _ doc: String) {
      self.name = name
      self.shape = shape
      self.doc = doc
    }
  }

  private static let kinds = [
    Kind(
      name: "EmailSubscription", doc: "A subscription to email.", type: "email",
      channels: ["email"],
      own: [
        Member(
          "email", .text,
          "The recipient's email address, from the user. Example: `\"ann@example.com\"`.")
      ]),
    Kind(
      name: "SmsSubscription", doc: "A subscription to text messages.", type: "sms",
      channels: ["sms"],
      own: [
        Member(
          "phone", .text,
          """
          The phone number in international format, from the user. Example: `"+4915112345678"`.
          """)
      ]),
    Kind(
      name: "PushSubscription", doc: "A subscription to push notifications.", type: "push",
      channels: ["push"],
      own: [
        Member(
          "provider", .known(SDKConstants.providers),
          "The push service that issued the token. Example: `\"ios-apns\"`."),
        Member(
          "subscription_id", .text,
          "The push token that the push service issued. Example: `\"apns-token-1\"`."),
      ]),
    Kind(
      name: "CcDataSubscription", doc: "A subscription to messages of a chat.", type: "cc_data",
      channels: ["telegram_bot", "whatsapp", "viber", "notify"],
      own: [
        Member(
          "cc_data", .object,
          """
          The address of the recipient in the channel, as the platform expects it: a chat id or a phone \
          number. Example: `{"chat_id": "4711"}`.
          """)
      ]),
  ]

  /// The accepted channels.
  static let accepted = kinds.flatMap(\.channels)

  fileprivate static let optional = [
    Member(
      "status", .known(SDKConstants.statuses),
      "The status of the subscription. Example: `\"subscribed\"`."),
    Member("priority", .integer, "The priority of the subscription in delivery. Example: `0`."),
    Member(
      "custom_fields", .object,
      "Standard and custom fields of the subscription by name. Example: `{\"plan\": \"pro\"}`."),
    Member(
      "cats", .texts,
      "The names of the categories of the subscription. Example: `[\"news\"]`."),
  ]

  /// A codec for the object; `check` validates what depends on the kind. Camel-case names are accepted as
  /// synonyms of the wire names.
  static let codec = Codec<JSON>(
    schema, expected: "object",
    decode: { json throws(Invalid) in
      .object(try wireNames(of: try Codec<JSONObject>.map.decode(json)))
    },
    encode: { value, writer in writer.value(value) })

  private static let wireNames = [
    "resourceId": "resource_id", "subscriptionId": "subscription_id", "ccData": "cc_data",
    "customFields": "custom_fields",
  ]

  private static func wireNames(of object: JSONObject) throws(Invalid) -> JSONObject {
    var members: [JSONObject.Member] = []
    for member in object.members {
      let name = wireNames[member.key] ?? member.key
      guard name == member.key || object[name] == nil else {
        throw Invalid(expected: "no \(member.key) beside \(name)", path: member.key)
      }
      members.append(.init(key: name, value: member.value))
    }
    return JSONObject(members)
  }

  /// Validates a subscription. Refuses a missing or unknown channel with 476, and likewise a member that a
  /// known channel does not have, lacks, or has with another type.
  static func check(_ subscription: JSON) throws(EngineError) {
    guard let kind = kind(of: subscription) else {
      let message =
        "\(SDKCode.subscriptionTypeUnsupported.meaning); accepted: \(accepted.joined(separator: ", "))"
      throw .refused(
        SDKError(
          EventDraft(.subscriptionTypeUnsupported, function: "mobileEvent", message: message),
          data: ["accepted": .array(accepted.map(JSON.string))]))
    }
    if let type = subscription["type"], !type.isNull, type != .string(kind.type) {
      throw .invalid(parameter: "subscription.type", expected: "\"\(kind.type)\"")
    }
    let known = ["channel", "type"] + kind.members.map(\.name)
    for name in subscription.objectValue?.keys ?? [] where !known.contains(name) {
      throw .invalid(Invalid(unknown: name, among: known).inside("subscription"))
    }
    do {
      for member in kind.required { try member.check(subscription[member.name]) }
      for member in optional {
        if let value = subscription[member.name], !value.isNull { try member.check(value) }
      }
    } catch { throw .invalid(error.inside("subscription")) }
  }

  /// Returns the subscription as the platform reads it: the given members under its channel, without nulls.
  static func wire(_ subscription: JSON) -> JSON {
    var members: JSONObject = [:]
    members["channel"] = channel(of: subscription).map(JSON.string)
    for member in kind(of: subscription)?.members ?? [] {
      guard let value = subscription[member.name], !value.isNull else { continue }
      let object = member.shape == .object ? value.lenientObjectValue : nil
      members[member.name] = object.map(JSON.object) ?? value
    }
    return .object(members)
  }

  private static func kind(of subscription: JSON) -> Kind? {
    let channel = channel(of: subscription)
    return kinds.first { kind in channel.map(kind.channels.contains) ?? false }
  }

  /// Returns the channel. Chats share a type, so `type` identifies the channel only for the others.
  private static func channel(of subscription: JSON) -> String? {
    if let channel = subscription["channel"], !channel.isNull { return channel.stringValue }
    let type = subscription["type"]?.stringValue
    return kinds.first { $0.type == type && $0.channels == [$0.type] }?.type
  }
}

extension MobileEventSubscription.Member {
  private var expected: String {
    switch shape {
    case .text, .known: "string"
    case .integer: "integer"
    case .object: "object"
    case .texts: "array of strings"
    }
  }

  fileprivate func check(_ value: JSON?) throws(Invalid) {
    guard let value else { throw Invalid(expected: expected, path: name, .missing) }
    switch (shape, value) {
    case (.text, .string), (.known, .string): return
    case (.object, _) where value.lenientObjectValue != nil: return
    case (.integer, .number(let number)) where number.int64 != nil: return
    case (.texts, .array(let elements)):
      guard let index = elements.firstIndex(where: { $0.stringValue == nil }) else { return }
      throw Invalid(expected: "string", found: elements[index]).inside(index).inside(name)
    default: throw Invalid(expected: expected, found: value).inside(name)
    }
  }

  fileprivate func schema(isRequired: Bool) -> JSON {
    if case .known(let values) = shape {
      var schema = SDKConstants.open(values, orNull: !isRequired)
      schema["description"] = .string(doc)
      return .object(schema)
    }
    let type: JSON =
      switch shape {
      case .text, .known: "string"
      case .integer: "integer"
      case .object: "object"
      case .texts: "array"
      }
    var schema: JSONObject = [
      "type": isRequired ? type : [type, "null"], "description": .string(doc),
    ]
    if shape == .texts { schema["items"] = ["type": "string"] }
    return .object(schema)
  }
}

// The schema: a shape for each kind.
extension MobileEventSubscription {
  private static let schema: Schema = {
    let all = kinds.map { Schema($0.schema).named($0.name, $0.doc) }
    return Schema(["oneOf": .array(all.map { .object($0.json) })], referringTo: all)
      .named(
        "Subscription",
        """
        A subscription of the profile; `channel` selects one of four kinds. Members in camel case (`resourceId`) are \
        accepted too.
        """)
  }()
}

extension MobileEventSubscription.Kind {
  fileprivate var schema: JSONObject {
    let isToldByType = channels == [type]
    let channel = Schema(["type": "string", "enum": .array(channels.map(JSON.string))])
    let kind = Schema(["type": "string", "const": .string(type)])
    var properties: JSONObject = [
      "channel": .object(
        (isToldByType ? channel.orNull : channel)
          .described("The channel of the subscription. Example: `\"\(channels[0])\"`.").json),
      "type": .object(
        kind.orNull.described(
          """
          The kind of the subscription, as the React Native SDK names it. Example: `"\(type)"`.
          """
        ).json),
    ]
    for member in required { properties[member.name] = member.schema(isRequired: true) }
    for member in MobileEventSubscription.optional {
      properties[member.name] = member.schema(isRequired: false)
    }
    let names = (isToldByType ? [] : ["channel"]) + required.map(\.name)
    var schema: JSONObject = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
      "required": .array(names.map(JSON.string)),
    ]
    if isToldByType { schema["anyOf"] = [["required": ["channel"]], ["required": ["type"]]] }
    return schema
  }
}
