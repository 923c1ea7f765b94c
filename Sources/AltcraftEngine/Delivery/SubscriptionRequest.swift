import JSONCodec

/// A request of `push/subscribe`, `push/suspend` or `push/unsubscribe`, which differ in the status.
package struct SubscriptionRequest: Sendable, Equatable {
  package enum Status: String, Sendable, CaseIterable {
    case subscribed, suspended, unsubscribed
  }

  package var status: Status
  package var sync: Bool
  /// The time of acceptance of the call.
  package var created: Timestamp
  /// The result of `DeviceFields.fields` at the time of acceptance.
  package var fields: JSONObject
  package var cats: [PushCategory]
  /// Omitted from the body if nil.
  package var profileFields: JSONObject?
  package var replace: Bool
  package var skipTriggers: Bool

  package init(
    status: Status, sync: Bool, created: Timestamp, fields: JSONObject, cats: [PushCategory],
    profileFields: JSONObject?, replace: Bool, skipTriggers: Bool
  ) {
    self.status = status
    self.sync = sync
    self.created = created
    self.fields = fields
    self.cats = cats
    self.profileFields = profileFields
    self.replace = replace
    self.skipTriggers = skipTriggers
  }

  /// Builds the request for the token that is current at the time of the attempt.
  package func request(for token: PushToken, as authorization: PlatformAuthorization)
    -> PlatformRequest
  {
    PlatformRequest(
      path: "/subscription/push/subscribe/",
      query: [
        ("provider", token.provider.rawValue), ("matching_mode", authorization.matchingMode),
        ("sync", sync ? "true" : "false"),
      ],
      content: .json(body(token)))
  }

  private func body(_ token: PushToken) -> JSONObject {
    let subscriptionID = JSON.string(token.token.reveal())
    var body: JSONObject = [
      "time": .int(created.seconds),
      "subscription_id": subscriptionID,
      "subscription": [
        "subscription_id": subscriptionID,
        "provider": .string(token.provider.rawValue),
        "status": .string(status.rawValue),
        "fields": .object(fields),
        "cats": .array(cats.map(\.requestJSON)),
      ],
      "replace": .bool(replace),
      "skip_triggers": .bool(skipTriggers),
    ]
    body["profile_fields"] = profileFields.map(JSON.object)
    return body
  }
}

/// A request of `push/update`, which reports a changed token of this installation.
package struct TokenUpdateRequest: Sendable, Equatable {
  /// The token that the platform is believed to know.
  package var old: PushToken?
  package var new: PushToken

  package init(from old: PushToken?, to new: PushToken) {
    self.old = old
    self.new = new
  }

  /// Builds the request. `sync` is true exactly if a resource token is configured.
  package func request(sync: Bool) -> PlatformRequest {
    PlatformRequest(
      path: "/subscription/push/update/",
      query: [
        ("provider", new.provider.rawValue), ("sync", sync ? "true" : "false"),
        ("subscription_id", old?.token.reveal()),
      ],
      content: .json([
        "old_token": .optional(old?.token.reveal()),
        "old_provider": .optional(old?.provider.rawValue),
        "new_token": .string(new.token.reveal()),
        "new_provider": .string(new.provider.rawValue),
      ]))
  }
}
