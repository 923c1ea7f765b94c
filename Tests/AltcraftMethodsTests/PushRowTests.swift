import JSONCodec
import JSONRPC
import TestSupport
import Testing

@testable import AltcraftMethods

/// One message structure of the platform, as in the contract: its condition, the place of its data, and for each member
/// the places it may come from, of which the first present one wins.
struct RowOfContract: Sendable, CustomTestStringConvertible {
  let structure: String
  /// The condition that distinguishes it from the other structures.
  var fits: [String: JSON] = [:]
  /// The place of its data; empty for the message itself.
  var data = ""
  let sources: [String: [String]]

  var testDescription: String { structure }

  func path(inData name: String) -> String { data.isEmpty ? name : "\(data).\(name)" }

  /// Returns a message of this structure with `members`, by default from the platform.
  func message(_ members: [String: JSON], isAltcraft: Bool = true) -> JSONObject {
    var all = fits
    if isAltcraft, structure != "sdk" {
      all[path(inData: "uid")] = "u"
      all[path(inData: "launch_id")] = "l"
    }
    return Self.nested(all.merging(members) { $1 })
  }

  /// Returns members by path, as one object: a number in a path is an index.
  private static func nested(_ members: [String: JSON]) -> JSONObject {
    members.sorted { $0.key < $1.key }.reduce(into: [:]) { object, member in
      object = set(member.value, at: member.key.split(separator: ".").map(String.init)[...], object)
    }
  }

  private static func set(_ value: JSON, at path: ArraySlice<String>, _ object: JSONObject)
    -> JSONObject
  {
    var object = object
    guard let key = path.first else { return object }
    let rest = path.dropFirst()
    if rest.isEmpty {
      object[key] = value
    } else if rest.first == "0" {
      let first = object[key]?[0]?.objectValue ?? [:]
      object[key] = .array([.object(set(value, at: rest.dropFirst(), first))])
    } else {
      object[key] = .object(set(value, at: rest, object[key]?.objectValue ?? [:]))
    }
    return object
  }

  static let members = [
    "title", "subtitle", "body", "media", "icon", "clickUrl", "badge", "sound",
  ]

  static let all: [RowOfContract] = {
    let android = "message.android.notification"
    let payload = "message.apns.payload"
    let iOS = "push_batch_request.batch.0.messages.iOS"
    let metrica = "push_batch_request.batch.0.messages.android"
    return [
      RowOfContract(
        structure: "sdk", fits: ["_ac_push": nil],
        sources: alert(at: "").merging([
          "title": ["_title", "aps.alert.title", "title"],
          "body": ["_body", "aps.alert.body", "body", "message"],
          "media": ["_media", "_image", "media", "image"], "icon": ["_icon", "icon", "mediaUrl"],
          "clickUrl": ["_click-url", "_click_action", "click-url", "click_action"],
        ]) { $1 }),
      RowOfContract(
        structure: "appMetricaIOS", fits: ["\(iOS).silent": false], data: "\(iOS).content.data",
        sources: [
          "title": ["\(iOS).content.title"], "body": ["\(iOS).content.text"],
          "media": ["\(iOS).content.data.media"], "icon": ["\(iOS).content.data.icon"],
          "clickUrl": ["\(iOS).open_action.url", "\(iOS).open_action.deeplink"],
          "badge": ["\(iOS).content.badge"],
        ]),
      RowOfContract(
        structure: "appMetricaAndroid", fits: ["\(metrica).silent": false],
        data: "\(metrica).content.data",
        sources: [
          "title": ["\(metrica).content.title"], "body": ["\(metrica).content.text"],
          "media": ["\(metrica).content.banner"], "icon": ["\(metrica).content.image"],
          "clickUrl": ["\(metrica).open_action.url", "\(metrica).open_action.deeplink"],
        ]),
      RowOfContract(
        structure: "hmsIOS", fits: ["message.apns.hms_options.target_user_type": 1], data: payload,
        sources: alert(at: payload + ".")),
      RowOfContract(
        structure: "fcmV1IOS", fits: ["message.apns.headers.apns-expiration": "TTL"], data: payload,
        sources: alert(at: payload + ".").merging([
          "media": ["\(payload).media", "message.apns.fcm_options.image"]
        ]) { $1 }),
      RowOfContract(
        structure: "hmsAndroid", data: "message.android.params",
        sources: [
          "title": ["\(android).title"], "body": ["\(android).body"], "icon": ["\(android).icon"],
          "clickUrl": ["\(android).click_action.url"], "badge": ["\(android).badges.set_num"],
          "sound": ["\(android).sound"],
        ]),
      RowOfContract(
        structure: "fcmV1Android", data: "message.android.data",
        sources: [
          "title": ["\(android).title"], "body": ["\(android).body"],
          "media": ["\(android).image"], "icon": ["\(android).icon"],
          "clickUrl": ["\(android).click_action"], "badge": ["\(android).notification_count"],
          "sound": ["\(android).sound"],
        ]),
      RowOfContract(
        structure: "ruStore", data: "message.data",
        sources: [
          "title": ["\(android).title"], "body": ["\(android).body", "message.data.message"],
          "media": ["message.data.image", "\(android).image"],
          "icon": ["\(android).icon", "message.data.mediaUrl"],
          "clickUrl": ["\(android).click_action"], "badge": ["\(android).notification_count"],
          "sound": ["\(android).sound"],
        ]),
      // An iOS message without an image has an empty member `media`: the templates omit nothing.
      RowOfContract(
        structure: "fcmLegacyIOS", fits: ["to": "token", "data.media": ""], data: "data",
        sources: legacy.merging(["media": ["data.media"]]) { $1 }),
      RowOfContract(
        structure: "fcmLegacyAndroid", fits: ["to": "token"], data: "data",
        sources: legacy.merging(["media": ["data.image"]]) { $1 }),
      RowOfContract(
        structure: "apns", fits: ["aps.mutable_content": 1], sources: alert(at: "")),
      RowOfContract(
        structure: "data",
        sources: [
          "title": ["title"], "body": ["body", "message"], "media": ["media", "image"],
          "icon": ["icon", "mediaUrl"], "clickUrl": ["click-url", "click_action"],
        ]),
    ]
  }()

  private static let legacy: [String: [String]] = [
    "title": ["notification.title"], "body": ["notification.body", "data.message"],
    "icon": ["notification.icon", "data.mediaUrl"], "clickUrl": ["notification.click_action"],
    "sound": ["notification.sound"],
  ]

  private static func alert(at prefix: String) -> [String: [String]] {
    [
      "title": ["aps.alert.title"], "subtitle": ["aps.alert.subtitle"],
      "body": ["aps.alert.body"], "media": ["media"], "icon": ["icon", "mediaUrl"],
      "clickUrl": ["click-url"], "badge": ["aps.badge"], "sound": ["aps.sound"],
    ].mapValues { $0.map { prefix + $0 } }
  }
}

@Suite("parsePush for each structure")
struct PushRowTests {
  @Test("a member is taken from the first of its places that has it", arguments: RowOfContract.all)
  func sources(row: RowOfContract) throws {
    for member in RowOfContract.members {
      let sources = row.sources[member] ?? []
      let values = sources.indices.map { member == "badge" ? JSON.int($0 + 3) : .string("v\($0)") }
      let empty: JSON = ""

      #expect(try parsed(row, [:])["structure"]?.stringValue == row.structure)
      #expect(try parsed(row, [:])[member] == .null, "\(member) absent")
      for (index, source) in sources.enumerated() {
        #expect(try parsed(row, [source: values[index]])[member] == values[index], "\(source)")
        #expect(try parsed(row, [source: empty])[member] == .null, "\(source) empty")
        for other: JSON in [nil, true, [], [:], ["x"], member == "badge" ? "many" : 7] {
          #expect(
            try parsed(row, [source: other])[member] == .null, "\(source) = \(other.text)")
        }
        let later = Dictionary(uniqueKeysWithValues: zip(sources[index...], values[index...]))
        #expect(try parsed(row, later)[member] == values[index], "\(source) and what follows")
        let others = later.merging([source: empty]) { $1 }
        let next = index + 1 < sources.count ? values[index + 1] : .null
        #expect(try parsed(row, others)[member] == next, "after an empty \(source)")
      }
    }
  }

  @Test("the data identifies the sender of a message", arguments: RowOfContract.all)
  func data(row: RowOfContract) throws {
    let link: JSON = ["open": "o", "ack": "a"]
    let none: [String: JSON] = [row.path(inData: "uid"): "", row.path(inData: "launch_id"): 7]
    func with(_ name: String, _ value: JSON) throws -> JSON {
      try parsed(row, none.merging([row.path(inData: name): value]) { $1 })
    }

    #expect(try with("uid", "one")["uid"] == "one")
    #expect(try with("_uid", "two")["uid"] == "two")
    #expect(try with("launch_id", "one")["launchId"] == "one")
    for link in [link, .string(link.text)] {
      let push = try with("hub_link", link)
      #expect(push["hubLink"] == ["open": "o", "ack": "a"])
      #expect(push["structure"]?.stringValue == row.structure)
    }
    #expect(
      try with("hub_link", ["open": "", "ack": "a"])["hubLink"] == ["open": nil, "ack": "a"])
    #expect(try with("hub_link", ["open": 7, "ack": nil])["hubLink"] == .null)
    #expect(
      try parsed(row, [row.path(inData: "uid"): "plain", row.path(inData: "_uid"): "own"])["uid"]
        == "own")
    #expect(
      try with("_buttons", #"[{"label":"A","link":"x"}]"#)["buttons"] == [
        ["identifier": "button0", "label": "A", "link": "x"]
      ])
    for buttons: JSON in ["", "none", 7, [:], nil, [7, nil, ["link": "x"], ["label": ""]]] {
      #expect(try with("_buttons", buttons)["buttons"] == [], "\(buttons.text)")
    }
  }

  @Test(
    "extra contains the members that the structure does not define, unchanged",
    arguments: RowOfContract.all)
  func extra(row: RowOfContract) throws {
    var members: [String: JSON] = [
      row.path(inData: "own"): ["n": .number(JSONNumber(checkedText: "1.0")), "none": nil],
      row.path(inData: "hub_link"): ["open": "o"], row.path(inData: "_buttons"): [],
    ]
    for sources in row.sources.values {
      for source in sources { members[source] = "x" }
    }

    let push = try parsed(row, members)

    #expect(
      push["extra"] == [
        "own": ["n": .number(JSONNumber(checkedText: "1.0")), "none": nil]
      ])
    #expect(try parsed(row, [:])["extra"] == [:])
  }

  @Test(
    "a message of another sender is read in the same way", arguments: RowOfContract.all.dropFirst())
  func foreign(row: RowOfContract) throws {
    var members: [String: JSON] = [:]
    for sources in row.sources.values {
      for source in sources { members[source] = source.contains("badge") ? 3 : "x" }
    }
    members[row.path(inData: "own")] = 1

    var own = try #require(try parsed(row, members).objectValue)
    let foreign = try #require(
      try parsed(row.message(members, isAltcraft: false)).objectValue)

    #expect(own["structure"]?.stringValue == row.structure)
    own["isAltcraft"] = false
    own["structure"] = .null
    own["uid"] = .null
    own["launchId"] = .null
    #expect(foreign == own)
  }

  @Test("any object or list may be encoded as text", arguments: RowOfContract.all)
  func texts(row: RowOfContract) throws {
    var members: [String: JSON] = [row.path(inData: "own"): ["a": [1]]]
    for (member, sources) in row.sources {
      for source in sources { members[source] = member == "badge" ? 3 : .string(source) }
    }
    let message = row.message(members)
    let asTexts = JSONObject(
      message.members.map { JSONObject.Member(key: $0.key, value: Self.text($0.value)) })

    var expected = try #require(try parsed(message).objectValue)
    // Parts that are not read are not decoded either.
    expected["extra"] = ["own": Self.text(["a": [1]])]
    expected["rest"] = nil
    var result = try #require(try parsed(asTexts).objectValue)
    result["rest"] = nil
    #expect(result == expected)
  }

  /// Returns the value with every part that can be a text encoded as one, innermost first.
  private static func text(_ value: JSON) -> JSON {
    switch value {
    case .object(let object):
      .string(
        JSON.object(
          JSONObject(
            object.members.map { JSONObject.Member(key: $0.key, value: text($0.value)) })
        ).text)
    case .array(let elements): .string(JSON.array(elements.map(text)).text)
    default: value
    }
  }

  @Test("the first matching structure is used")
  func order() throws {
    var members: [String: JSON] = [:]
    var structures: [String] = []
    for row in RowOfContract.all.reversed() {
      members.merge(row.fits) { $1 }
      members[row.path(inData: "uid")] = .string(row.structure)
      members[row.path(inData: "launch_id")] = "l"
      let push = try parsed(row.message(members))
      structures.append(push["structure"]?.stringValue ?? "null")
      #expect(push["uid"]?.stringValue == row.structure)
    }
    #expect(structures == RowOfContract.all.reversed().map(\.structure))
  }

  @Test(
    "any input is read: it is either from the platform and has a structure, or neither",
    arguments: 1...8
  )
  func anything(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed &* 0x9E37_79B9_7F4A_7C15)
    let checker = try SchemaChecker(
      document: .object(Catalog.openRPC(version: "").document))
    var structures: Set<String> = []
    for _ in 0..<200 {
      let message = Self.mixed(&random)

      let push = try parsed(message)

      #expect(
        checker.problems(inResult: push, of: "parsePush") == [], "\(JSON.object(message).text)")
      #expect((push["structure"] == .null) == (push["isAltcraft"] == false))
      structures.insert(push["structure"]?.stringValue ?? "none")
    }
    // Otherwise the messages are too far from any valid one.
    #expect(structures.count > 8, "\(structures)")
  }

  /// Returns a message with parts of one or two structures, and any value in their places.
  private static func mixed(_ random: inout SeededNumbers) -> JSONObject {
    let rows = RowOfContract.all.shuffled(using: &random)
      .prefix(Int.random(in: 1...2, using: &random))
    let own = ["uid", "launch_id", "hub_link", "_uid", "_buttons", "_extra"]
    var members: [String: JSON] = [:]
    for row in rows {
      members.merge(row.fits) { $1 }
      let paths = row.sources.values.flatMap(\.self) + own.map(row.path(inData:))
      for path in paths.sorted() where Bool.random(using: &random) {
        members[path] = anything(2, &random)
      }
    }
    return rows.first?.message(members, isAltcraft: Bool.random(using: &random)) ?? [:]
  }

  private static func anything(_ depth: Int, _ random: inout SeededNumbers) -> JSON {
    let words = ["open", "ack", "label", "link", "title", "text", "3", "x"]
    switch Int.random(in: depth == 0 ? 4..<10 : 0..<10, using: &random) {
    case 0, 1:
      var object: JSONObject = [:]
      for word in words.shuffled(using: &random).prefix(3) {
        object[word] = anything(depth - 1, &random)
      }
      return Bool.random(using: &random) ? .object(object) : .string(JSON.object(object).text)
    case 2, 3:
      let list = JSON.array([anything(depth - 1, &random), anything(depth - 1, &random)])
      return Bool.random(using: &random) ? list : .string(list.text)
    case 4: return .int(Int.random(in: -2...2, using: &random))
    case 5: return .null
    case 6: return ["", "{\"open\":", "[", "true"].randomElement(using: &random) ?? ""
    default: return .string(words.randomElement(using: &random) ?? "")
    }
  }

  private func parsed(_ row: RowOfContract, _ members: [String: JSON]) throws -> JSON {
    try parsed(row.message(members))
  }

  private func parsed(_ message: JSONObject) throws -> JSON {
    try JSONParser.parse(ParsedPush.codec.bytes(ParsedPush(message))).value
  }
}
