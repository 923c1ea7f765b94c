import JSONCodec

/// A push message of one of the ten documented structures, for tests without a phone.
package struct PushSample: Sendable {
  private let structure: PushStructure
  /// The message as it is documented, with placeholders.
  private let document: JSON
  /// The values that a sender sets, by their keys. A key that the message does not have has no effect, and so
  /// has a badge that is not an integer.
  package var values: [String: String] = [:]

  private static let documents: [(structure: PushStructure, text: String)] = [
    (.apns, PushSampleDocuments.apns),
    (.fcmV1IOS, PushSampleDocuments.fcmV1IOS), (.fcmV1Android, PushSampleDocuments.fcmV1Android),
    (.fcmLegacyIOS, PushSampleDocuments.fcmLegacyIOS),
    (.fcmLegacyAndroid, PushSampleDocuments.fcmLegacyAndroid),
    (.hmsIOS, PushSampleDocuments.hmsIOS), (.hmsAndroid, PushSampleDocuments.hmsAndroid),
    (.appMetricaIOS, PushSampleDocuments.appMetricaIOS),
    (.appMetricaAndroid, PushSampleDocuments.appMetricaAndroid),
    (.ruStore, PushSampleDocuments.ruStore),
  ]

  package static let names = documents.map(\.structure.rawValue)

  package init?(_ name: String) {
    guard let sample = Self.documents.first(where: { $0.structure.rawValue == name }),
      let json = try? JSONParser.parse(Array(sample.text.utf8)).value
    else { return nil }
    structure = sample.structure
    document = json
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
    return Self.replaced(in: document) { name, old in
      switch old {
      case .number where Self.badgeNames.contains(name): badge.map { .int($0) }
      case .string(let text) where text.hasPrefix("{"): .string(Self.filled(text, texts))
      case .string(let text): texts.first { $0.placeholder == text }.map { .string($0.value) }
      default: nil
      }
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
    switch structure {
    case .fcmV1IOS, .hmsIOS: sent["message"]?["apns"]?["payload"] ?? sent
    case .fcmLegacyIOS: payload(shown: sent["notification"], data: sent["data"])
    case .appMetricaIOS: payload(shown: appMetrica("iOS"), data: data(of: appMetrica("iOS")))
    case .fcmV1Android:
      map(shown: android("notification"), data: android("data"))
    case .hmsAndroid: map(shown: android("notification"), data: android("params"))
    case .ruStore: map(shown: android("notification"), data: sent["message"]?["data"])
    case .fcmLegacyAndroid: map(shown: sent["notification"], data: sent["data"])
    case .appMetricaAndroid:
      map(shown: appMetrica("android"), data: data(of: appMetrica("android")))
    case .apns, .sdk, .data: sent
    }
  }

  private func android(_ name: String) -> JSON? { sent["message"]?["android"]?[name] }

  private func appMetrica(_ system: String) -> JSON? {
    sent["push_batch_request"]?["batch"]?.arrayValue?.first?["messages"]?[system]?["content"]
  }

  private func data(of content: JSON?) -> JSON? {
    content?["data"]?.stringValue.flatMap { try? JSONParser.parse(Array($0.utf8)).value }
  }

  private func payload(shown: JSON?, data: JSON?) -> JSON {
    var alert = JSONObject([])
    alert["title"] = shown?["title"]
    alert["body"] = shown?["body"] ?? shown?["text"]
    var aps: JSONObject = ["alert": .object(alert)]
    aps["badge"] = shown?["badge"]
    aps["sound"] = shown?["sound"]
    return .object(JSONObject([.init(key: "aps", value: .object(aps))] + strings(data)))
  }

  private func map(shown: JSON?, data: JSON?) -> JSON {
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
  private func strings(_ data: JSON?) -> [JSONObject.Member] {
    (data?.objectValue?.members ?? []).map { member in
      JSONObject.Member(
        key: member.key, value: .string(member.value.stringValue ?? member.value.text))
    }
  }
}
