import JSONCodec

/// A map as a device receives it or as a provider gets it: any value may be a text that contains JSON. A
/// value that is absent, empty or of another type is nil.
struct PushMap: Sendable {
  let members: JSONObject

  init(_ members: JSONObject) { self.members = members }

  /// Reads a map. Returns nil for a value that is not an object or a text that contains one.
  init?(_ json: JSON?) {
    guard let object = Self.unwrapped(json)?.objectValue else { return nil }
    members = object
  }

  func has(_ key: String) -> Bool { members[key] != nil }

  /// Returns the object at the end of `path`.
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

  /// Returns the JSON in a text; any other value unchanged.
  private static func unwrapped(_ json: JSON?) -> JSON? {
    guard case .string(let text)? = json else { return json }
    return parsed(text)
  }

  private static func parsed(_ text: String) -> JSON? {
    // Most texts are not JSON, so a failure to parse is not an error here.
    (try? JSONParser.parse(Array(text.utf8)))?.value
  }
}

/// The data that the platform puts into every message, in every structure: its recipient and its marks.
struct PushData: Sendable {
  /// The marker of a platform message. Only its presence counts, not its value.
  static let marker = "_ac_push"

  let map: PushMap

  init(_ map: PushMap?) { self.map = map ?? PushMap([:]) }

  /// Returns the first text that is present. The name with an underscore, which the SDK's own messages use,
  /// wins over the plain one.
  func text(_ names: String...) -> String? {
    for name in names {
      if let text = map.text("_" + name) ?? map.text(name) { return text }
    }
    return nil
  }

  /// The uid; nil if it is absent or empty.
  var uid: String? { text("uid") }
  var launchId: String? { text("launch_id") }

  var hubLink: HubLink? {
    guard let link = map.map("_hub_link") ?? map.map("hub_link") else { return nil }
    let (open, acknowledge) = (link.text("open"), link.text("ack"))
    return open == nil && acknowledge == nil ? nil : HubLink(open: open, ack: acknowledge)
  }

  /// True if the message is from the platform.
  var isAltcraft: Bool {
    map.has(Self.marker) || hubLink != nil || (uid != nil && launchId != nil)
  }

  /// The buttons; nil if there are none, or if they cannot be read.
  var buttons: [PushButton]? {
    map.array("_buttons")?.enumerated().map { index, element in
      let button = PushMap(element)
      return PushButton(
        identifier: "button\(index)", label: button?.text("label"), link: button?.text("link"))
    }
  }
}

/// The addresses of the platform that count an open and a delivery. The host may use them; the bridge does
/// not.
struct HubLink: Sendable {
  var open: String?
  var ack: String?

  static let codec = Codec.result(
    "HubLink", "Addresses of the platform that count opens and deliveries of a push.", HubLink.init,
    Field("open", \.open, optional: .string, "The address whose request counts an open."),
    Field("ack", \.ack, optional: .string, "The address whose request counts a delivery."))
}

/// A button of a message by its index in the list of the message.
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
