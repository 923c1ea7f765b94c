import JSONCodec

/// A request `POST /event/push/delivery` or `/event/push/open`.
struct PushEventRequest {
  let messageID: String
  let time: Int

  init(
    query: inout Parameters, body: JSON, credentials: SimulatedCredentials
  ) throws(SimulatedRefusal) {
    try query.matchingMode(credentials)
    try query.finish()
    do throws(ShapeError) {
      var body = try Members(body, at: "$")
      time = try body.require("time", .epochSeconds)
      messageID = try body.require("smid", .nonEmptyString)
      try body.finish()
    } catch {
      throw SimulatedRefusal(error)
    }
  }
}

/// A request `POST /profile/update`.
struct ProfileUpdateRequest {
  let profileFields: JSONObject
  let skipsTriggers: Bool

  init(query: inout Parameters, body: JSON) throws(SimulatedRefusal) {
    try query.finish()
    do throws(ShapeError) {
      var body = try Members(body, at: "$")
      profileFields = try body.requireOrNull("profile_fields", .object) ?? [:]
      skipsTriggers = try body.requireOrNull("skip_triggers", .bool) ?? false
      try body.finish()
    } catch {
      throw SimulatedRefusal(error)
    }
  }
}

/// A request `POST /event/post`: an action of a person in the app.
struct MobileEventRequest {
  /// The parts that hold the campaign, with their names outside the wire format.
  static let campaignParts = [
    ("cn", "campaign"), ("cc", "content"), ("ck", "keyword"), ("cm", "medium"), ("cs", "source"),
    ("ct", "temp"),
  ]

  let pixel: String
  let name: String
  let time: Int
  let minutesWestOfGMT: Int
  let matchingType: String?
  let campaign: JSONObject
  let payload: JSONObject?
  let messageID: String?
  let matching: JSONObject?
  let subscription: JSONObject?
  let profileFields: JSONObject?

  init(query: inout Parameters, parts: [FormPart]) throws(SimulatedRefusal) {
    pixel = try query.require("i")
    for (name, constant) in [("tr", "px"), ("t", "open"), ("v", "2")] {
      guard try query.require(name) == constant else {
        throw .invalid("query \(name): must be \(constant)")
      }
    }
    try query.finish()
    do throws(ShapeError) {
      var form = try FormMembers(parts)
      // From +14:00 to -12:00, with some room for historical time zones.
      minutesWestOfGMT = try form.integer("tz", in: -960...960)
      time = try form.integer("t", in: 0...99_999_999_999)
      _ = try form.requireText("aci")
      name = try form.requireText("wn")
      matchingType = try form.text("mm")
      var campaign = JSONObject([])
      for (part, name) in Self.campaignParts {
        campaign[name] = try form.text(part).map(JSON.string)
      }
      self.campaign = campaign
      payload = try form.json("wd", .object)
      messageID = try form.json("mi", .string)
      matching = try form.json("ma", .object)
      subscription = try form.json("sn", .object)
      profileFields = try form.json("pf", .object)
      try form.finish()
      for member in payload?.members ?? [] where !member.value.isScalar {
        throw ShapeError(
          path: "part wd: $.\(member.key)",
          reason: "must be a scalar, got \(described(member.value))")
      }
      if let subscription { try Self.checkSubscription(.object(subscription)) }
    } catch {
      throw SimulatedRefusal(error)
    }
  }

  private static func checkSubscription(_ value: JSON) throws(ShapeError) {
    var members = try Members(value, at: "part sn: $")
    let channels = ["email", "sms", "push", "telegram_bot", "whatsapp", "viber", "notify"]
    let channel = try members.require("channel", .oneOf(channels))
    _ = try members.require("resource_id", .integer)
    switch channel {
    case "email": _ = try members.require("email", .nonEmptyString)
    case "sms": _ = try members.require("phone", .nonEmptyString)
    case "push":
      _ = try members.require("provider", .oneOf(knownProviders))
      _ = try members.require("subscription_id", .nonEmptyString)
    default: _ = try members.require("cc_data", .object)
    }
    _ = try members.takeUnlessNull("status", .string)
    _ = try members.takeUnlessNull("priority", .integer)
    _ = try members.takeUnlessNull("custom_fields", .object)
    let categories = try members.takeUnlessNull("cats", .array) ?? []
    for (index, category) in categories.enumerated() {
      _ = try Kind.string.read(category, at: "\(members.path("cats"))[\(index)]")
    }
    try members.finish()
  }
}

/// The parts of one form. `finish` refuses those that were not taken.
private struct FormMembers {
  private let parts: [FormPart]
  private var taken: [String] = []

  init(_ parts: [FormPart]) throws(ShapeError) {
    var names = Set<String>()
    for part in parts where !names.insert(part.name).inserted {
      throw ShapeError(path: "part \(part.name)", reason: "must not occur twice")
    }
    self.parts = parts
  }

  mutating func text(_ name: String) throws(ShapeError) -> String? {
    guard let part = try part(name, mediaType: "text/plain") else { return nil }
    guard let text = String(validating: part.content, as: UTF8.self) else {
      throw ShapeError(path: "part \(name)", reason: "is not UTF-8")
    }
    return text
  }

  mutating func requireText(_ name: String) throws(ShapeError) -> String {
    guard let text = try text(name) else {
      throw ShapeError(path: "part \(name)", reason: "is missing")
    }
    return text
  }

  mutating func integer(
    _ name: String, in range: ClosedRange<Int>
  ) throws(ShapeError) -> Int {
    let text = try requireText(name)
    guard let value = Int(text), range.contains(value), !text.hasPrefix("+") else {
      let allowed = "an integer from \(range.lowerBound) to \(range.upperBound)"
      throw ShapeError(path: "part \(name)", reason: "must be \(allowed), got \(text.prefix(32))")
    }
    return value
  }

  mutating func json<Value>(
    _ name: String, _ kind: Kind<Value>
  ) throws(ShapeError) -> Value? {
    guard let part = try part(name, mediaType: "application/json") else { return nil }
    do {
      return try kind.read(try JSONParser.parse(part.content).value, at: "part \(name): $")
    } catch let error as ShapeError {
      throw error
    } catch {
      throw ShapeError(path: "part \(name)", reason: "is not JSON")
    }
  }

  func finish() throws(ShapeError) {
    for part in parts where !taken.contains(part.name) {
      throw ShapeError(path: "part \(part.name)", reason: "is unknown")
    }
  }

  private mutating func part(
    _ name: String, mediaType: String
  ) throws(ShapeError) -> FormPart? {
    taken.append(name)
    guard let part = parts.first(where: { $0.name == name }) else { return nil }
    guard part.mediaType == mediaType, part.charset ?? "utf-8" == "utf-8" else {
      throw ShapeError(
        path: "part \(name)", reason: "must have Content-Type: \(mediaType); charset=utf-8")
    }
    return part
  }
}
