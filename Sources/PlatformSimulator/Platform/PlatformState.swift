import JSONCodec

/// The result of all requests so far. It is a value: a copy that was read does not change.
package struct PlatformState: Sendable {
  package internal(set) var databases: [Int64: Database] = [:]
  /// The push messages by `smid`.
  package internal(set) var pushMessages: [String: PushMessage] = [:]
  /// The mobile events, oldest first. Their number is bounded; see `droppedMobileEvents`.
  package internal(set) var mobileEvents: [SimulatedMobileEvent] = []
  package internal(set) var droppedMobileEvents = 0
  /// The number of profile updates under a resource token: they do not identify a profile.
  package internal(set) var unmatchedProfileUpdates = 0
  /// The campaigns, oldest first. Their number is bounded.
  package internal(set) var campaigns: [Campaign] = []
  package internal(set) var pushes = WaitingPushes()
  var campaignCount = 0
  /// The number of profiles, subscriptions and messages, for their limit.
  var recordCount = 0
  var subscriptionCount = 0

  init() {}

  /// All profiles, by database and then in the order of their creation.
  package var profiles: [Profile] {
    databases.keys.sorted().flatMap { databases[$0]?.profiles ?? [] }
  }
}

package struct Database: Sendable {
  package let id: Int64
  package internal(set) var profiles: [Profile] = []
  var indexByKey: [ProfileKey: Int] = [:]

  init(id: Int64) {
    self.id = id
  }

  /// Returns the index of a profile. A push key selects the profile with the latest subscription of that
  /// token.
  func index(of key: ProfileKey) -> Int? {
    guard case .push(let provider, let token) = key else { return indexByKey[key] }
    let holders = profiles.indices.compactMap { index in
      profiles[index].latestSubscription(provider: provider, token: token)
        .map { (index: index, sequence: $0.sequence) }
    }
    return holders.max { $0.sequence < $1.sequence }?.index
  }
}

package struct Profile: Sendable {
  package let id: String
  /// The identifier, such as `email`; nil for a profile that only its push subscription identifies.
  package let matching: (name: String, value: String)?
  package let status: String
  package let isTest: Bool
  package internal(set) var fields: JSONObject = [:]
  package internal(set) var subscriptions: [SimulatedPushSubscription] = []
  /// The subscriptions to other channels, from mobile events.
  package internal(set) var channelSubscriptions: [JSON] = []
  package internal(set) var triggersFired = 0
  package internal(set) var triggersSkipped = 0

  /// Returns the subscription created last, of that provider and token if given.
  package func latestSubscription(provider: String?, token: String?) -> SimulatedPushSubscription? {
    subscriptions.filter { subscription in
      (provider == nil || subscription.provider == provider)
        && (token == nil || subscription.token == token)
    }.max { $0.sequence < $1.sequence }
  }

  mutating func count(skippedTriggers: Bool) {
    if skippedTriggers { triggersSkipped += 1 } else { triggersFired += 1 }
  }
}

package struct SimulatedPushSubscription: Sendable {
  package internal(set) var token: String
  package let hashID: String
  package internal(set) var provider: String
  package internal(set) var status: String
  /// The fields as sent.
  package internal(set) var fields: JSONObject
  package internal(set) var categories: [Category]
  /// The number of the subscription over all databases: the higher, the later.
  let sequence: Int

  package struct Category: Sendable, Equatable {
    package let name: String
    package let title: String
    package let isSteady: Bool
    package internal(set) var isActive: Bool
  }
}

package struct PushMessage: Sendable, Equatable {
  package internal(set) var deliveries = 0
  package internal(set) var opens = 0

  package init(deliveries: Int = 0, opens: Int = 0) {
    self.deliveries = deliveries
    self.opens = opens
  }
}

package struct SimulatedMobileEvent: Sendable {
  package let pixel: String
  package let name: String
  /// The time of the sender in epoch seconds.
  package let time: Int
  package let minutesWestOfGMT: Int
  package let payload: JSONObject?
  package let matchingType: String?
  package let matching: JSONObject?
  package let messageID: String?
  package let campaign: JSONObject
  package let subscription: JSONObject?
  package let profileFields: JSONObject?
  /// The profile of the JWT, if it exists; nil under a resource token.
  package let profileID: String?
}
