import JSONCodec
import Synchronization

/// A map as a device receives it or as a provider gets it: any value may be a text that contains JSON. A
/// value that is absent, empty or of another type is nil.
struct PushMap: Sendable {
  let members: JSONObject
  /// The place in the message.
  let path: [String]
  private let reads: PushReads?

  /// Creates the map of a whole message. `reads` records the members that are read.
  init(_ members: JSONObject, reads: PushReads? = nil) {
    self.init(members, path: [], reads)
  }

  private init(_ members: JSONObject, path: [String], _ reads: PushReads?) {
    self.members = members
    self.path = path
    self.reads = reads
  }

  /// The same map, whose members can be read without a record.
  var unrecorded: PushMap { PushMap(members, path: path, nil) }

  func has(_ key: String) -> Bool { members[key] != nil }

  /// Returns the object at the end of `path`.
  func map(_ path: String...) -> PushMap? {
    path.reduce(self as PushMap?) { map, key in map?.map(map?.members[key], key) }
  }

  /// Returns the objects of a list; nil in place of an element of another type.
  func maps(_ key: String) -> [PushMap?]? {
    PushJSON.unwrapped(members[key])?.arrayValue?.enumerated().map { index, element in
      map(element, key, String(index))
    }
  }

  /// Reads a map. Returns nil for a value that is not an object or a text that contains one.
  private func map(_ json: JSON?, _ place: String...) -> PushMap? {
    guard let object = PushJSON.unwrapped(json)?.objectValue else { return nil }
    return PushMap(object, path: path + place, reads)
  }

  func text(_ key: String) -> String? {
    guard let text = members[key]?.stringValue, !text.isEmpty else { return nil }
    hold(key)
    return text
  }

  func integer(_ key: String) -> Int? {
    let json = members[key]
    let value = json?.stringValue.map { PushJSON.parsed($0)?.intValue } ?? json?.intValue
    if value != nil { hold(key) }
    return value
  }

  /// Returns a boolean, which may be written as 0 or 1.
  func flag(_ key: String) -> Bool? {
    let json = members[key]?.stringValue.map(PushJSON.parsed) ?? members[key]
    let value: Bool? =
      switch json {
      case .bool(let value)?: value
      case let json?: json.intValue.flatMap { [0: false, 1: true][$0] }
      case nil: nil
      }
    if value != nil { hold(key) }
    return value
  }

  /// Records that a member is in the result as a whole.
  func hold(_ key: String) { reads?.hold(path + [key]) }
}

/// The members of a message that its result has.
final class PushReads: Sendable {
  private let paths = Mutex<Set<[String]>>([])

  func hold(_ path: [String]) { _ = paths.withLock { $0.insert(path) } }

  /// Returns the message without the members that were read.
  func rest(of message: JSONObject) -> JSONObject {
    let held = paths.withLock { $0 }
    // A text is opened only where something in it was read.
    let opened = Set(held.flatMap { path in path.indices.map { Array(path[..<$0]) } })
    return Self.rest(.object(message), [], held, opened)?.objectValue ?? [:]
  }

  private static func rest(
    _ json: JSON, _ path: [String], _ held: Set<[String]>, _ opened: Set<[String]>
  ) -> JSON? {
    if held.contains(path) { return nil }
    guard opened.contains(path), let value = PushJSON.unwrapped(json) else { return json }
    switch value {
    case .object(let object):
      let members = object.members.compactMap { member in
        rest(member.value, path + [member.key], held, opened).map {
          JSONObject.Member(key: member.key, value: $0)
        }
      }
      return members.isEmpty ? nil : .object(JSONObject(members))
    case .array(let elements):
      let rests = elements.enumerated().map { rest($1, path + [String($0)], held, opened) }
      return rests.allSatisfy { $0 == nil } ? nil : .array(rests.map { $0 ?? .null })
    case .null, .bool, .number, .string: return json
    }
  }
}

/// JSON within texts.
enum PushJSON {
  /// Returns the JSON in a text; any other value unchanged.
  static func unwrapped(_ json: JSON?) -> JSON? {
    guard case .string(let text)? = json else { return json }
    return parsed(text)
  }

  static func parsed(_ text: String) -> JSON? {
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
    map.maps("_buttons")?.enumerated().map { index, button in
      let label = button?.text("label")
      // A button without a label is not in the result.
      let link = (label == nil ? button?.unrecorded : button)?.text("link")
      return PushButton(identifier: "button\(index)", label: label, link: link)
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
