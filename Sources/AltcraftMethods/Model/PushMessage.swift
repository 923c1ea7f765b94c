import JSONCodec

/// A map as it arrives on a device or as a provider is handed it: any value may be a text that holds JSON.
/// What is absent, empty or of another type is nil.
struct PushMap: Sendable {
  let members: JSONObject

  init(_ members: JSONObject) { self.members = members }

  /// Nil for what is no object, nor a text that holds one.
  init?(_ json: JSON?) {
    guard let object = Self.unwrapped(json)?.objectValue else { return nil }
    members = object
  }

  func has(_ key: String) -> Bool { members[key] != nil }

  /// The object at the end of `path`.
  func map(_ path: String...) -> PushMap? {
    path.reduce(self as PushMap?) { map, key in PushMap(map?.members[key]) }
  }

  func array(_ key: String) -> [JSON]? { Self.unwrapped(members[key])?.arrayValue }

  func text(_ key: String) -> String? {
    guard let text = members[key]?.stringValue, !text.isEmpty else { return nil }
    return text
  }

  func integer(_ key: String) -> Int? {
    guard case .string(let text)? = members[key] else { return members[key]?.intValue }
    return Self.parsed(text)?.intValue
  }

  /// What a text of JSON holds; any other value as it is.
  private static func unwrapped(_ json: JSON?) -> JSON? {
    guard case .string(let text)? = json else { return json }
    return parsed(text)
  }

  private static func parsed(_ text: String) -> JSON? {
    // Most texts are no JSON, which is no error here.
    (try? JSONParser.parse(Array(text.utf8)))?.value
  }
}

/// What the platform puts into every message, whatever brings it: who it is for and how it is told from
/// the messages of others.
struct PushData: Sendable {
  /// Told by its presence alone, whatever its value.
  static let marker = "_ac_push"

  let map: PushMap

  init(_ map: PushMap?) { self.map = map ?? PushMap([:]) }

  /// The first text that is there. The name with an underscore, which the SDK's own messages use, wins over
  /// the plain one.
  func text(_ names: String...) -> String? {
    for name in names {
      if let text = map.text("_" + name) ?? map.text(name) { return text }
    }
    return nil
  }

  /// Nil for a message without one, and for one that is empty.
  var uid: String? { text("uid") }
  var launchId: String? { text("launch_id") }

  var hubLink: HubLink? {
    guard let link = map.map("_hub_link") ?? map.map("hub_link") else { return nil }
    let (open, acknowledge) = (link.text("open"), link.text("ack"))
    return open == nil && acknowledge == nil ? nil : HubLink(open: open, ack: acknowledge)
  }

  /// Whether the platform made it.
  var isAltcraft: Bool {
    map.has(Self.marker) || hubLink != nil || (uid != nil && launchId != nil)
  }

  /// Nil where there are none, or where they cannot be read.
  var buttons: [PushButton]? {
    map.array("_buttons")?.enumerated().map { index, element in
      let button = PushMap(element)
      return PushButton(
        identifier: "button\(index)", label: button?.text("label"), link: button?.text("link"))
    }
  }
}

/// Addresses of the platform that count an open and a delivery. The host may use them; the bridge does not.
struct HubLink: Sendable {
  var open: String?
  var ack: String?

  static let codec = Codec.result(
    "HubLink", "Addresses of the platform that count opens and deliveries of a push.", HubLink.init,
    Field("open", \.open, optional: .string, "The address whose request counts an open."),
    Field("ack", \.ack, optional: .string, "The address whose request counts a delivery."))
}

/// One button of a message by its place in the list of the message.
struct PushButton: Sendable {
  var identifier: String
  /// A button without one is not shown.
  var label: String?
  var link: String?

  static let codec = Codec.result(
    "PushButton", "A button of a push.", PushButton.init,
    Field(
      "identifier", \.identifier, .string,
      "The identifier: button0 for the first button of the push."),
    Field("label", \.label, optional: .string, "The label of the button."),
    Field(
      "link", \.link, optional: .string,
      "The address that a tap on the button opens; null if there is none."))
}
