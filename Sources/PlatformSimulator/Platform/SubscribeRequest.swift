import JSONCodec

/// A request `POST /subscription/push/subscribe/`. Subscribe, suspend and unsubscribe differ only
/// by `status`.
struct SubscribeRequest {
  static let statuses = ["subscribed", "suspended", "unsubscribed"]

  struct CategoryChange {
    let name: String
    let isActive: Bool?
  }

  let token: String
  let provider: String
  let status: String
  let fields: JSONObject
  let categories: [CategoryChange]
  let profileFields: JSONObject
  let isSync: Bool
  let replacesOthers: Bool
  let skipsTriggers: Bool

  init(
    query: inout Parameters, body: JSON, credentials: SimulatedCredentials
  ) throws(SimulatedRefusal) {
    let queryProvider = try query.provider()
    try query.matchingMode(credentials)
    isSync = try query.sync()
    try query.finish()
    do throws(ShapeError) {
      var body = try Members(body, at: "$")
      _ = try body.require("time", .epochSeconds)
      token = try body.require("subscription_id", .nonEmptyString)
      replacesOthers = try body.require("replace", .bool)
      skipsTriggers = try body.require("skip_triggers", .bool)
      profileFields = try body.takeUnlessNull("profile_fields", .object) ?? [:]
      var subscription = try Members(
        try body.require("subscription"), at: body.path("subscription"))
      try body.finish()

      provider = try subscription.require("provider", .oneOf(knownProviders))
      status = try subscription.require("status", .oneOf(Self.statuses))
      fields = try subscription.requireOrNull("fields", .object) ?? [:]
      let nestedToken = try subscription.require("subscription_id", .nonEmptyString)
      guard nestedToken == token else {
        throw ShapeError(
          path: subscription.path("subscription_id"), reason: "must equal $.subscription_id")
      }
      guard provider == queryProvider else {
        throw ShapeError(
          path: subscription.path("provider"), reason: "must equal provider of the query")
      }
      let categories = try subscription.require("cats", .array)
      self.categories = try Self.changes(categories, at: subscription.path("cats"))
      try subscription.finish()
    } catch {
      throw SimulatedRefusal(error)
    }
  }

  private static func changes(
    _ elements: [JSON], at path: String
  ) throws(ShapeError) -> [CategoryChange] {
    var changes: [CategoryChange] = []
    for (index, element) in elements.enumerated() {
      var category = try Members(element, at: "\(path)[\(index)]")
      changes.append(
        CategoryChange(
          name: try category.require("name", .nonEmptyString),
          isActive: try category.takeUnlessNull("active", .bool)))
      // Known, but without a meaning in requests.
      _ = try category.takeUnlessNull("title", .string)
      _ = try category.takeUnlessNull("steady", .bool)
      try category.finish()
    }
    return changes
  }
}

/// A request `POST /subscription/push/update/`: the device has a new token.
struct SimulatedTokenUpdateRequest {
  struct DeviceToken {
    let provider: String
    let token: String
  }

  let old: DeviceToken?
  let new: DeviceToken
  let isSync: Bool

  init(query: inout Parameters, body: JSON) throws(SimulatedRefusal) {
    let queryProvider = try query.provider()
    let queryToken = query.take("subscription_id")
    isSync = try query.syncIfGiven() ?? false
    try query.finish()
    do throws(ShapeError) {
      var body = try Members(body, at: "$")
      let oldToken = try body.requireOrNull("old_token", .nonEmptyString)
      let oldProvider = try body.requireOrNull("old_provider", .oneOf(knownProviders))
      new = DeviceToken(
        provider: try body.require("new_provider", .oneOf(knownProviders)),
        token: try body.require("new_token", .nonEmptyString))
      try body.finish()
      switch (oldToken, oldProvider) {
      case (nil, nil): old = nil
      case (let token?, let provider?): old = DeviceToken(provider: provider, token: token)
      default:
        throw ShapeError(
          path: "$.old_token", reason: "must be null exactly when old_provider is null")
      }
    } catch {
      throw SimulatedRefusal(error)
    }
    guard queryProvider == new.provider else {
      throw .invalid("query provider: must equal $.new_provider")
    }
    guard queryToken == old?.token else {
      throw .invalid("query subscription_id: must equal $.old_token, absent when that is null")
    }
  }
}

/// A request `POST /subscription/push/unsuspend/`: another person is now logged in on the device.
struct UnsuspendRequest {
  let provider: String
  let token: String

  init(
    query: inout Parameters, body: JSON, credentials: SimulatedCredentials
  ) throws(SimulatedRefusal) {
    let queryProvider = try query.provider()
    let queryToken = try query.require("subscription_id")
    try query.matchingModeIfGiven(credentials)
    try query.finish()
    do throws(ShapeError) {
      var body = try Members(body, at: "$")
      guard try body.require("replace", .bool) else {
        throw ShapeError(path: "$.replace", reason: "must be true")
      }
      var subscription = try Members(
        try body.require("subscription"), at: body.path("subscription"))
      try body.finish()
      provider = try subscription.require("provider", .oneOf(knownProviders))
      token = try subscription.require("subscription_id", .nonEmptyString)
      try subscription.finish()
    } catch {
      throw SimulatedRefusal(error)
    }
    guard queryProvider == provider else {
      throw .invalid("query provider: must equal $.subscription.provider")
    }
    guard queryToken == token else {
      throw .invalid("query subscription_id: must equal $.subscription.subscription_id")
    }
  }
}

/// A request `GET /subscription/push/status/` for the latest subscription, that of a provider, or that of a
/// token.
struct StatusRequest {
  let provider: String?
  let token: String?

  init(query: inout Parameters, credentials: SimulatedCredentials) throws(SimulatedRefusal) {
    try query.matchingMode(credentials)
    provider = try query.providerIfGiven()
    token = query.take("subscription_id")
    try query.finish()
    guard token?.isEmpty != true else {
      throw .invalid("query subscription_id: must not be empty")
    }
    guard token == nil || provider != nil else {
      throw .invalid("query provider: is required with subscription_id")
    }
  }
}
