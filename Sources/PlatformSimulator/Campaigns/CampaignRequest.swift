import JSONCodec

/// The body of `POST /__campaigns`: a campaign and its audience.
struct CampaignRequest {
  let definition: CampaignDefinition
  let audience: Audience

  init(_ value: JSON) throws(ShapeError) {
    var members = try Members(value, at: "$")
    definition = try CampaignDefinition(&members)
    audience = try Audience(members.take("audience"), at: members.path("audience"))
    try members.finish()
  }
}

/// The subscriptions that a campaign is sent to: those with the status `subscribed` that match every member.
struct Audience {
  private let database: Int64?
  private let profile: String?
  private let provider: String?
  private let token: String?
  private let category: String?

  init(_ value: JSON?, at path: String) throws(ShapeError) {
    guard let value, !value.isNull else {
      (database, profile, provider, token, category) = (nil, nil, nil, nil, nil)
      return
    }
    var members = try Members(value, at: path)
    database = try members.takeUnlessNull("databaseId", .integer).map(Int64.init)
    profile = try members.takeUnlessNull("profileId", .nonEmptyString)
    provider = try members.takeUnlessNull("provider", .oneOf(knownProviders))
    token = try members.takeUnlessNull("token", .nonEmptyString)
    category = try members.takeUnlessNull("category", .nonEmptyString)
    try members.finish()
  }

  func subscriptions(in state: PlatformState) -> [SimulatedPushSubscription] {
    state.databases.values.sorted { $0.id < $1.id }
      .filter { database == nil || $0.id == database }
      .flatMap(\.profiles)
      .filter { profile == nil || $0.id == profile }
      .flatMap(\.subscriptions)
      .filter(fits)
  }

  private func fits(_ subscription: SimulatedPushSubscription) -> Bool {
    subscription.status == "subscribed" && (provider == nil || subscription.provider == provider)
      && (token == nil || subscription.token == token)
      && (category == nil
        || subscription.categories.contains { $0.name == category && $0.isActive })
  }
}

/// A campaign that the platform sends to one profile when it receives a request.
package struct CampaignTrigger: Sendable, Equatable {
  package enum Occasion: String, Sendable, CaseIterable {
    case subscribe, profileUpdate, mobileEvent
  }

  package let id: String
  package let occasion: Occasion
  /// The name of the mobile event; nil for every event.
  package let name: String?
  package let campaign: CampaignDefinition

  init(_ value: JSON, number: Int, at path: String) throws(ShapeError) {
    var members = try Members(value, at: path)
    id = try members.takeUnlessNull("id", .tag) ?? "trigger-\(number)"
    occasion = try members.require("on", .choice)
    name = try members.takeUnlessNull("name", .nonEmptyString)
    if name != nil, occasion != .mobileEvent {
      throw ShapeError(path: members.path("name"), reason: "is only for on: mobileEvent")
    }
    var campaign = try Members(members.require("campaign"), at: members.path("campaign"))
    self.campaign = try CampaignDefinition(&campaign)
    try campaign.finish()
    try members.finish()
  }
}
