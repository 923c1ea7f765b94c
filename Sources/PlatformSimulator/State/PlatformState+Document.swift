import JSONCodec

// The complete state as JSON, and back.
extension PlatformState {
  var document: JSON {
    [
      "databases": .array(
        databases.values.sorted { $0.id < $1.id }.map { database in
          ["id": .int(database.id), "profiles": .array(database.profiles.map(\.document))]
        }),
      "subscriptionCount": .int(subscriptionCount),
      "pushEvents": .array(
        pushMessages.sorted { $0.key < $1.key }.map { id, message in
          [
            "smid": .string(id), "delivery": .int(message.deliveries), "open": .int(message.opens),
          ]
        }),
      "mobileEvents": .array(mobileEvents.map(\.document)),
      "mobileEventsDropped": .int(droppedMobileEvents),
      "unmatchedProfileUpdates": .int(unmatchedProfileUpdates),
      "campaigns": .array(campaigns.map(\.asJSON)), "campaignCount": .int(campaignCount),
      "pushes": .array(pushes.all.map(\.asJSON)), "pushesDropped": .int(pushes.dropped),
      "lastPush": .int(pushes.last),
    ]
  }

  init(document: JSON, _ limits: SimulatorLimits) throws(ShapeError) {
    self.init()
    var members = try Members(document, at: "$.state")
    subscriptionCount = try members.require("subscriptionCount", .count)
    for (value, path) in try members.elements("databases", upTo: limits.records) {
      var members = try Members(value, at: path)
      let id = Int64(try members.require("id", .integer))
      var database = Database(id: id)
      for (value, path) in try members.elements("profiles", upTo: limits.records) {
        try database.append(Profile(document: value, at: path, limits), at: path)
      }
      try members.finish()
      guard databases.updateValue(database, forKey: id) == nil else {
        throw ShapeError(path: path, reason: "has the id of another database")
      }
    }
    for (value, path) in try members.elements("pushEvents", upTo: limits.records) {
      var members = try Members(value, at: path)
      let message = PushMessage(
        deliveries: try members.require("delivery", .count),
        opens: try members.require("open", .count))
      let id = try members.require("smid", .nonEmptyString)
      try members.finish()
      guard pushMessages.updateValue(message, forKey: id) == nil else {
        throw ShapeError(path: path, reason: "has the smid of another push event")
      }
    }
    for (value, path) in try members.elements("mobileEvents", upTo: limits.mobileEvents) {
      mobileEvents.append(try SimulatedMobileEvent(document: value, at: path))
    }
    droppedMobileEvents = try members.require("mobileEventsDropped", .count)
    unmatchedProfileUpdates = try members.require("unmatchedProfileUpdates", .count)
    campaignCount = try members.require("campaignCount", .count)
    for (value, path) in try members.elements("campaigns", upTo: limits.campaigns) {
      campaigns.append(try Campaign(document: value, at: path))
    }
    try readPushes(&members, limits)
    try members.finish()
    recordCount =
      pushMessages.count
      + databases.values.flatMap(\.profiles).reduce(0) { $0 + 1 + $1.subscriptions.count }
    guard recordCount <= limits.records else {
      throw ShapeError(path: "$.state", reason: "has more than \(limits.records) records")
    }
  }

  private mutating func readPushes(
    _ members: inout Members, _ limits: SimulatorLimits
  ) throws(ShapeError) {
    let dropped = try members.require("pushesDropped", .count)
    let last = Int64(try members.require("lastPush", .count))
    for (value, path) in try members.elements("pushes", upTo: limits.pushes) {
      let push = try SimulatedPush(document: value, at: path)
      guard push.number > pushes.last, push.number <= last else {
        throw ShapeError(path: "\(path).number", reason: "is not in order")
      }
      pushes.last = push.number
      pushes.append(push, limits)
    }
    pushes.last = last
    pushes.dropped = dropped
  }
}

extension Members {
  /// Takes a list, and returns its elements with their paths.
  fileprivate mutating func elements(
    _ key: String, upTo limit: Int
  ) throws(ShapeError) -> [(value: JSON, path: String)] {
    let elements = try require(key, .array)
    guard elements.count <= limit else {
      throw ShapeError(path: path(key), reason: "has more than \(limit) elements")
    }
    let path = path(key)
    return elements.enumerated().map { ($1, "\(path)[\($0)]") }
  }
}

extension Kind where Value == Int {
  /// A counter. The bound is the largest integer that every reader of JSON keeps, and leaves room to count on.
  fileprivate static var count: Kind { .integer(in: 0...(1 << 53) - 1) }
}

extension Database {
  fileprivate mutating func append(_ profile: Profile, at path: String) throws(ShapeError) {
    if let (name, value) = profile.matching {
      let key = ProfileKey.identifier(name: name, value: value)
      guard indexByKey.updateValue(profiles.count, forKey: key) == nil else {
        throw ShapeError(path: path, reason: "has the matching of another profile")
      }
    }
    profiles.append(profile)
  }
}

extension Profile {
  fileprivate var document: JSON {
    [
      "id": .string(id),
      "matching": matching.map { ["name": .string($0.name), "value": .string($0.value)] } ?? .null,
      "status": .string(status), "test": .bool(isTest), "fields": .object(fields),
      "subscriptions": .array(subscriptions.map(\.document)),
      "channelSubscriptions": .array(channelSubscriptions),
      "triggersFired": .int(triggersFired), "triggersSkipped": .int(triggersSkipped),
    ]
  }

  fileprivate init(
    document: JSON, at path: String, _ limits: SimulatorLimits
  ) throws(ShapeError) {
    var members = try Members(document, at: path)
    id = try members.require("id", .string)
    matching =
      try members.takeUnlessNull("matching", .object).map { object throws(ShapeError) in
        var matching = try Members(.object(object), at: "\(path).matching")
        let pair = (
          name: try matching.require("name", .string), value: try matching.require("value", .string)
        )
        try matching.finish()
        return pair
      }
    status = try members.require("status", .string)
    isTest = try members.require("test", .bool)
    fields = try members.require("fields", .object)
    for (value, path) in try members.elements("subscriptions", upTo: limits.records) {
      subscriptions.append(try SimulatedPushSubscription(document: value, at: path))
    }
    channelSubscriptions = try members.elements("channelSubscriptions", upTo: 100).map(\.value)
    triggersFired = try members.require("triggersFired", .count)
    triggersSkipped = try members.require("triggersSkipped", .count)
    try members.finish()
  }
}

extension SimulatedPushSubscription {
  fileprivate var document: JSON {
    [
      "token": .string(token), "hashId": .string(hashID), "provider": .string(provider),
      "status": .string(status), "fields": .object(fields), "sequence": .int(sequence),
      "categories": .array(
        categories.map { category in
          [
            "name": .string(category.name), "title": .string(category.title),
            "steady": .bool(category.isSteady), "active": .bool(category.isActive),
          ]
        }),
    ]
  }

  fileprivate init(document: JSON, at path: String) throws(ShapeError) {
    var members = try Members(document, at: path)
    token = try members.require("token", .nonEmptyString)
    hashID = try members.require("hashId", .string)
    provider = try members.require("provider", .oneOf(knownProviders))
    status = try members.require("status", .oneOf(SubscribeRequest.statuses))
    fields = try members.require("fields", .object)
    sequence = try members.require("sequence", .count)
    categories = []
    for (value, path) in try members.elements("categories", upTo: 10_000) {
      var category = try Members(value, at: path)
      categories.append(
        Category(
          name: try category.require("name", .string),
          title: try category.require("title", .string),
          isSteady: try category.require("steady", .bool),
          isActive: try category.require("active", .bool)))
      try category.finish()
    }
    try members.finish()
  }
}

extension SimulatedMobileEvent {
  var document: JSON {
    let object = { (object: JSONObject?) -> JSON in object.map(JSON.object) ?? .null }
    return [
      "sid": .string(pixel), "name": .string(name), "time": .int(time),
      "tz": .int(minutesWestOfGMT), "payload": object(payload),
      "matchingType": .optional(matchingType), "matching": object(matching),
      "sendMessageId": .optional(messageID), "utm": .object(campaign),
      "subscription": object(subscription), "profileFields": object(profileFields),
      "profileId": .optional(profileID),
    ]
  }

  fileprivate init(document: JSON, at path: String) throws(ShapeError) {
    var members = try Members(document, at: path)
    pixel = try members.require("sid", .string)
    name = try members.require("name", .string)
    time = try members.require("time", .integer)
    minutesWestOfGMT = try members.require("tz", .integer)
    payload = try members.requireOrNull("payload", .object)
    matchingType = try members.requireOrNull("matchingType", .string)
    matching = try members.requireOrNull("matching", .object)
    messageID = try members.requireOrNull("sendMessageId", .string)
    campaign = try members.require("utm", .object)
    subscription = try members.requireOrNull("subscription", .object)
    profileFields = try members.requireOrNull("profileFields", .object)
    profileID = try members.requireOrNull("profileId", .string)
    try members.finish()
  }
}

extension Campaign {
  fileprivate init(document: JSON, at path: String) throws(ShapeError) {
    var members = try Members(document, at: path)
    id = try members.require("id", .tag)
    definition = try CampaignDefinition(&members)
    sent = try members.require("sent", .count)
    received = try members.require("received", .count)
    delivered = try members.require("delivered", .count)
    opened = try members.require("opened", .count)
    attributed = try members.require("attributed", .count)
    try members.finish()
  }
}

extension SimulatedPush {
  fileprivate init(document: JSON, at path: String) throws(ShapeError) {
    var members = try Members(document, at: path)
    number = Int64(try members.require("number", .count))
    time = Int64(try members.require("time", .integer))
    token = try members.require("token", .nonEmptyString)
    campaign = try members.requireOrNull("campaign", .tag)
    message = try members.require("message", .object).asJSON
    try members.finish()
  }
}

extension JSONObject {
  fileprivate var asJSON: JSON { .object(self) }
}
