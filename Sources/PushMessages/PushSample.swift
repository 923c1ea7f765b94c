import JSONCodec

/// A push message of one of the ten documented structures, for tests without a phone.
package struct PushSample: Sendable {
  package let structure: PushStructureName
  /// The message as it is documented, with placeholders.
  private let document: JSON
  /// The values that a sender sets, by their keys. A key that the message does not have has no effect, and so
  /// has a badge that is not an integer.
  package var values: [String: String] = [:]
  /// The members that a sender adds to the data of the message. They replace members of the same name.
  package var data: JSONObject = [:]

  private static let documents: [PushStructureName: JSON] = {
    var documents: [PushStructureName: JSON] = [:]
    for structure in PushStructureName.allCases {
      let text = PushSampleDocuments.text(of: structure)
      documents[structure] = (try? JSONParser.parse(Array(text.utf8)))?.value
    }
    return documents
  }()

  package static let names = PushStructureName.allCases.map(\.rawValue)

  package init?(_ name: String) {
    guard let structure = PushStructureName(rawValue: name) else { return nil }
    self.init(structure)
  }

  package init(_ structure: PushStructureName) {
    self.structure = structure
    document = Self.documents[structure] ?? .null
  }

  /// The values that a sender sets: each stands in the documents as its placeholder.
  private static let placeholders: [(key: String, texts: [String])] = [
    ("title", ["Title"]), ("subtitle", ["SubTitle"]), ("body", ["Body"]),
    ("media", ["Media", "Banner"]), ("image", ["Image"]), ("icon", ["Icon"]),
    ("clickUrl", ["ClickURL", "URL"]), ("deeplink", ["Deeplink"]), ("sound", ["Sound"]),
    ("uid", ["UID"]), ("launchId", ["LaunchID"]), ("openUrl", ["URLOpenEvent"]),
    ("deliveryUrl", ["URLDelivEvent"]), ("token", ["SubscriptionID"]),
  ]
  private static let badgeNames = ["badge", "set_num", "notification_count"]

  package static let badge = "badge"
  package static let allKeys = placeholders.map(\.key) + [badge]
  /// The keys of the values that differ between the devices of one campaign.
  package static let keysOfDevice = ["uid", "launchId", "openUrl", "deliveryUrl", "token"]

  /// The keys of the values that this message has.
  package var keys: [String] {
    Self.allKeys.filter { key in
      var copy = self
      copy.values = [key: "1000001"]
      return copy.sent != document
    }
  }

  /// The message as the platform sends it to the push service, with the values in place of their placeholders.
  package var sent: JSON {
    let texts = Self.placeholders.flatMap { key, texts in
      values[key].map { value in texts.map { (placeholder: $0, value: value) } } ?? []
    }
    let badge = values[Self.badge].flatMap { Int($0) }
    let filled = Self.replaced(in: document) { name, old in
      switch old {
      case .number where Self.badgeNames.contains(name): badge.map { .int($0) }
      case .string(let text) where text.hasPrefix("{"): .string(Self.filled(text, texts))
      case .string(let text): texts.first { $0.placeholder == text }.map { .string($0.value) }
      default: nil
      }
    }
    return data.isEmpty ? filled : Self.adding(data, to: filled, at: structure.dataPath[...])
  }

  /// Adds members to the object at the end of `path`. A text on the way is read as JSON and written again.
  private static func adding(
    _ members: JSONObject, to json: JSON, at path: ArraySlice<String>
  ) -> JSON {
    switch json {
    case .string(let text):
      guard let inner = try? JSONParser.parse(Array(text.utf8)).value else { return json }
      return .string(adding(members, to: inner, at: path).text)
    case .array(var elements):
      guard let key = path.first, let index = Int(key), elements.indices.contains(index) else {
        return json
      }
      elements[index] = adding(members, to: elements[index], at: path.dropFirst())
      return .array(elements)
    case .object(var object):
      if let key = path.first {
        object[key] = object[key].map { adding(members, to: $0, at: path.dropFirst()) }
      } else {
        for member in members.members { object[member.key] = member.value }
      }
      return .object(object)
    case .null, .bool, .number: return json
    }
  }

  /// Replaces the placeholders of a text that is JSON, all in one pass: a value may look like a placeholder.
  private static func filled(
    _ json: String, _ texts: [(placeholder: String, value: String)]
  ) -> String {
    let literals = texts.map { (JSON.string($0.placeholder).text, JSON.string($0.value).text) }
    var rest = json[...]
    var filled = ""
    while let next = rest.first {
      if let (placeholder, value) = literals.first(where: { rest.hasPrefix($0.0) }) {
        filled += value
        rest = rest.dropFirst(placeholder.count)
      } else {
        filled.append(next)
        rest.removeFirst()
      }
    }
    return filled
  }

  private static func replaced(
    in json: JSON, name: String = "", _ replacement: (String, JSON) -> JSON?
  ) -> JSON {
    if let new = replacement(name, json) { return new }
    switch json {
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map { member in
            JSONObject.Member(
              key: member.key, value: replaced(in: member.value, name: member.key, replacement))
          }))
    case .array(let values): return .array(values.map { replaced(in: $0, replacement) })
    default: return json
    }
  }
}

// The message as an app receives it: on iOS the payload of APNs, on Android a map of strings.
extension PushSample {
  package var received: JSON {
    let sent = sent
    let android = sent["message"]?["android"]
    switch structure {
    case .apns: return sent
    case .fcmV1IOS, .hmsIOS: return sent["message"]?["apns"]?["payload"] ?? sent
    case .fcmLegacyIOS: return Self.payload(shown: sent["notification"], data: sent["data"])
    case .fcmV1Android: return Self.map(shown: android?["notification"], data: android?["data"])
    case .hmsAndroid: return Self.map(shown: android?["notification"], data: android?["params"])
    case .ruStore:
      return Self.map(shown: android?["notification"], data: sent["message"]?["data"])
    case .fcmLegacyAndroid: return Self.map(shown: sent["notification"], data: sent["data"])
    case .appMetricaIOS: return Self.received(appMetrica: sent, "iOS", Self.payload, "click-url")
    case .appMetricaAndroid:
      return Self.received(appMetrica: sent, "android", Self.map, "click_action")
    }
  }

  private static func received(
    appMetrica sent: JSON, _ system: String, _ form: (_ shown: JSON?, _ data: JSON?) -> JSON,
    _ click: String
  ) -> JSON {
    let message = sent["push_batch_request"]?["batch"]?[0]?["messages"]?[system]
    let content = message?["content"]
    let data = content?["data"]?.stringValue.flatMap {
      try? JSONParser.parse(Array($0.utf8)).value
    }
    guard var received = form(content, data).objectValue else { return .null }
    if received[click] == nil { received[click] = message?["open_action"]?["url"] }
    return .object(received)
  }

  private static func payload(shown: JSON?, data: JSON?) -> JSON {
    var alert = JSONObject([])
    alert["title"] = shown?["title"]
    alert["body"] = shown?["body"] ?? shown?["text"]
    var aps: JSONObject = ["alert": .object(alert)]
    aps["badge"] = shown?["badge"]
    aps["sound"] = shown?["sound"]
    return .object(JSONObject([.init(key: "aps", value: .object(aps))] + strings(data)))
  }

  private static func map(shown: JSON?, data: JSON?) -> JSON {
    var map = JSONObject(strings(data))
    let names = [
      ("title", "title"), ("body", "body"), ("text", "body"), ("icon", "icon"), ("image", "image"),
      ("click_action", "click_action"), ("sound", "sound"),
    ]
    for (source, name) in names where map[name] == nil {
      if let text = shown?[source]?.stringValue { map[name] = .string(text) }
    }
    return .object(map)
  }

  /// Returns the members with all values as text: push services deliver only strings.
  private static func strings(_ data: JSON?) -> [JSONObject.Member] {
    (data?.objectValue?.members ?? []).map { member in
      JSONObject.Member(
        key: member.key, value: .string(member.value.stringValue ?? member.value.text))
    }
  }
}
