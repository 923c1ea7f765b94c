import JSONCodec
import PushMessages

/// The content of a campaign: the values of its message, and the way it is sent.
package struct CampaignDefinition: Sendable, Equatable {
  /// The form in which a message is handed over.
  package enum Form: String, Sendable, CaseIterable {
    /// As it arrives on a device.
    case device
    /// As the platform sends it to the push service.
    case provider
  }

  /// A fault between the platform and the device.
  package enum Fault: String, Sendable, CaseIterable {
    /// No device gets the push.
    case lose
    /// Each device gets the push twice.
    case `repeat`
  }

  /// The structure; nil for that of the provider of each subscription.
  package let structure: PushStructureName?
  package let form: Form
  package let fault: Fault?
  /// The campaign of the UTM tags; nil for the id of the campaign.
  package let utm: String?
  /// The message as it was given.
  let message: JSONObject
  private let values: [String: String]
  private let data: JSONObject

  /// Reads a definition. Takes its members and leaves the others to the caller.
  init(_ members: inout Members) throws(ShapeError) {
    structure = try members.takeUnlessNull("structure", .choice)
    form = try members.takeUnlessNull("form", .choice) ?? .device
    fault = try members.takeUnlessNull("fault", .choice)
    utm = try members.takeUnlessNull("utm", .tag)
    message = try members.require("message", .object)
    let path = members.path("message")
    guard JSON.object(message).bytes.count <= Self.messageBytes else {
      // Push services deliver at most 4 KiB, and the structure needs the rest.
      throw ShapeError(path: path, reason: "must have at most \(Self.messageBytes) bytes")
    }
    (values, data) = try Self.values(message, at: path)
  }

  private static let messageBytes = 3072

  private static func values(
    _ message: JSONObject, at path: String
  ) throws(ShapeError) -> (values: [String: String], data: JSONObject) {
    var members = try Members(.object(message), at: path)
    var values: [String: String] = [:]
    for key in PushSample.allKeys where !PushSample.keysOfDevice.contains(key) {
      values[key] =
        key == PushSample.badge
        ? String(try members.takeUnlessNull(key, .integer(in: 0...Int(Int32.max))) ?? 1)
        : try members.takeUnlessNull(key, .string) ?? ""
    }
    let data = try members.takeUnlessNull("data", .object) ?? [:]
    try members.finish()
    for member in data.members where !member.value.isScalar {
      throw ShapeError(
        path: "\(members.path("data")).\(member.key)",
        reason: "must be a scalar, got \(described(member.value))")
    }
    return (values, data)
  }

  /// Returns the structure for a subscription of that provider.
  func structure(for provider: String) -> PushStructureName {
    if let structure { return structure }
    return switch provider {
    case "ios-firebase": .fcmV1IOS
    case "ios-huawei": .hmsIOS
    case "android-firebase": .fcmV1Android
    case "android-huawei": .hmsAndroid
    case "android-rustore": .ruStore
    default: .apns
    }
  }

  /// Returns the message for one device.
  func message(
    structure: PushStructureName, campaign: String, uid: String, token: String, platform: String
  ) -> JSON {
    let utm = utm ?? campaign
    var sample = PushSample(structure)
    sample.values = values
    if let link = values["clickUrl"], !link.isEmpty {
      sample.values["clickUrl"] = Self.link(link, utm: utm)
    }
    sample.values["token"] = token
    sample.values["openUrl"] = "\(platform)/__hub?open=\(uid)"
    sample.values["deliveryUrl"] = "\(platform)/__hub?ack=\(uid)"
    // The pages of APNs and AppMetrica print no uid. Without one the bridge could report nothing.
    var data: JSONObject = [
      "uid": .string(uid), "launch_id": .string(uid), "utm_campaign": .string(utm),
      "utm_source": "altcraft", "utm_medium": "push",
    ]
    for member in self.data.members where data[member.key] == nil {
      data[member.key] = member.value
    }
    sample.data = data
    return form == .device ? sample.received : sample.sent
  }

  /// Adds UTM tags to the query of an address.
  private static func link(_ link: String, utm: String) -> String {
    let address = link.prefix { $0 != "#" }
    let tags = "utm_campaign=\(utm)&utm_source=altcraft&utm_medium=push"
    return "\(address)\(address.contains("?") ? "&" : "?")\(tags)\(link.dropFirst(address.count))"
  }

  /// The members of the definition as they are read.
  var members: [JSONObject.Member] {
    [
      .init(key: "structure", value: .optional(structure?.rawValue)),
      .init(key: "form", value: .string(form.rawValue)),
      .init(key: "fault", value: .optional(fault?.rawValue)),
      .init(key: "utm", value: .optional(utm)), .init(key: "message", value: .object(message)),
    ]
  }
}

extension Kind where Value == String {
  /// A name that needs no escaping in an address.
  static var tag: Kind {
    Kind(name: "1 to 64 of A-Z a-z 0-9 . _ -") { json in
      guard let text = json.stringValue, 1...64 ~= text.utf8.count else { return nil }
      let isTag = text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
      return isTag ? text : nil
    }
  }
}
