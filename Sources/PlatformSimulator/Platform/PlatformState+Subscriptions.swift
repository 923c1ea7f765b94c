import JSONCodec

extension PlatformState {
  /// Creates or changes a subscription. If this throws, nothing changes.
  mutating func subscribe(
    _ request: SubscribeRequest, _ context: SimulatedRequestContext
  ) throws(SimulatedRefusal) -> JSON {
    let settings = context.settings
    let push = ProfileKey.push(provider: request.provider, token: request.token)
    let key = context.key(push: push) ?? push
    // Removed temporarily: a database with many profiles is then changed in place and not copied.
    var database =
      databases.removeValue(forKey: context.database) ?? Database(id: context.database)
    defer { databases[database.id] = database }
    let index = database.index(of: key)
    var profile = index.map { database.profiles[$0] } ?? newProfile(key, in: database)
    let place = profile.subscriptions.lastIndex {
      $0.token == request.token && $0.provider == request.provider
    }
    var subscription =
      place.map { profile.subscriptions[$0] }
      ?? newSubscription(of: profile, provider: request.provider, token: request.token)

    profile.fields = try ProfileFields.applying(
      request.profileFields, to: profile.fields, settings: settings)
    subscription.fields = try SubscriptionFields.applying(
      request.fields, to: subscription.fields, settings: settings)
    try subscription.apply(request.categories, settings)
    try count(newRecords: (index == nil ? 1 : 0) + (place == nil ? 1 : 0), context.limits)

    subscription.status = request.status
    profile.count(skippedTriggers: request.skipsTriggers)
    if let place {
      profile.subscriptions[place] = subscription
    } else {
      subscriptionCount += 1
      profile.subscriptions.append(subscription)
    }
    let profileIndex = database.put(profile, at: index, key)
    if request.replacesOthers {
      database.changeStatus(
        ofToken: request.token, exceptProfile: profileIndex, to: "unsubscribed")
    }
    if !request.skipsTriggers { fire(.subscribe, to: profile, context) }
    return profile.answered(with: subscription)
  }

  /// Replaces a token and returns the profile; null if no profile has the old token or the new one.
  mutating func updateToken(
    _ request: SimulatedTokenUpdateRequest, _ context: SimulatedRequestContext
  ) -> JSON {
    var database = databases[context.database] ?? Database(id: context.database)
    let old = request.old.map { ProfileKey.push(provider: $0.provider, token: $0.token) }
    let new = ProfileKey.push(provider: request.new.provider, token: request.new.token)
    let index =
      context.key(push: old).flatMap(database.index)
      ?? context.key(push: new).flatMap(database.index)
    guard let index else { return .null }
    var profile = database.profiles[index]
    let moving = profile.subscriptions.firstIndex {
      $0.token == request.old?.token && $0.provider == request.old?.provider
    }
    if let moving {
      profile.subscriptions[moving].token = request.new.token
      profile.subscriptions[moving].provider = request.new.provider
      // A subscription that already had the new token would be a duplicate for the same device.
      let moved = profile.subscriptions[moving].sequence
      let count = profile.subscriptions.count
      profile.subscriptions.removeAll {
        $0.token == request.new.token && $0.provider == request.new.provider
          && $0.sequence != moved
      }
      recordCount -= count - profile.subscriptions.count
      database.profiles[index] = profile
      databases[database.id] = database
    }
    let subscription = profile.latestSubscription(
      provider: request.new.provider, token: request.new.token)
    return profile.answered(with: subscription)
  }

  /// Suspends the subscriptions of other profiles with this token, in all databases, and resumes those of the
  /// addressed profile. Returns null if there is no such profile.
  mutating func unsuspend(
    _ request: UnsuspendRequest, _ context: SimulatedRequestContext
  ) -> JSON {
    let key = context.key(push: .push(provider: request.provider, token: request.token))
    let own = key.flatMap { databases[context.database]?.index(of: $0) }
    for id in Array(databases.keys) {
      databases[id]?.changeStatus(
        ofToken: request.token,
        exceptProfile: id == context.database ? own : nil,
        from: "subscribed", to: "suspended")
    }
    guard let own else { return .null }
    databases[context.database]?.profiles[own].changeStatus(
      ofToken: request.token, from: "suspended", to: "subscribed")
    guard let profile = databases[context.database]?.profiles[own] else { return .null }
    return profile.answered(
      with: profile.latestSubscription(provider: request.provider, token: request.token))
  }

  /// Returns the profile, or null if there is no such profile. Its `subscription` is null if none matches.
  func status(_ request: StatusRequest, _ context: SimulatedRequestContext) -> JSON {
    let push = request.token.map { ProfileKey.push(provider: request.provider, token: $0) }
    guard let database = databases[context.database],
      let index = context.key(push: push).flatMap(database.index)
    else { return .null }
    let profile = database.profiles[index]
    return profile.answered(
      with: profile.latestSubscription(provider: request.provider, token: request.token))
  }

  func newProfile(_ key: ProfileKey, in database: Database) -> Profile {
    let number = "db\(database.id)-p\(database.profiles.count + 1)"
    return switch key {
    case .identifier("profile_id", let id):
      Profile(id: id, matching: ("profile_id", id), status: "subscribed", isTest: false)
    case .identifier(let name, let value):
      Profile(id: number, matching: (name, value), status: "subscribed", isTest: false)
    case .push: Profile(id: number, matching: nil, status: "subscribed", isTest: false)
    }
  }

  func newSubscription(
    of profile: Profile, provider: String, token: String
  ) -> SimulatedPushSubscription {
    let sequence = subscriptionCount + 1
    return SimulatedPushSubscription(
      token: token, hashID: fingerprint(of: "\(sequence)/\(profile.id)/\(provider)/\(token)"),
      provider: provider, status: "subscribed", fields: [:], categories: [], sequence: sequence)
  }

  mutating func count(newRecords: Int, _ limits: SimulatorLimits) throws(SimulatedRefusal) {
    guard recordCount + newRecords <= limits.records else {
      throw SimulatedRefusal(status: 507, text: "the simulator is full: reset its state")
    }
    recordCount += newRecords
  }
}

extension Database {
  /// Stores the profile and returns its index.
  mutating func put(_ profile: Profile, at index: Int?, _ key: ProfileKey) -> Int {
    if let index {
      profiles[index] = profile
      return index
    }
    profiles.append(profile)
    if case .identifier = key { indexByKey[key] = profiles.count - 1 }
    return profiles.count - 1
  }

  mutating func changeStatus(
    ofToken token: String, exceptProfile exception: Int?, from old: String? = nil, to new: String
  ) {
    for index in profiles.indices where index != exception {
      profiles[index].changeStatus(ofToken: token, from: old, to: new)
    }
  }
}

extension Profile {
  mutating func changeStatus(ofToken token: String, from old: String?, to new: String) {
    for index in subscriptions.indices where subscriptions[index].token == token {
      if old == nil || subscriptions[index].status == old { subscriptions[index].status = new }
    }
  }

  /// Returns the profile as the platform answers it, with the one requested subscription.
  func answered(with subscription: SimulatedPushSubscription?) -> JSON {
    [
      "id": .string(id),
      "status": .string(status),
      "is_test": .bool(isTest),
      "subscription": subscription?.answered ?? .null,
    ]
  }
}

extension SimulatedPushSubscription {
  mutating func apply(
    _ changes: [SubscribeRequest.CategoryChange], _ settings: PlatformSettings
  ) throws(SimulatedRefusal) {
    for change in changes {
      let known = settings.categories?.first { $0.name == change.name }
      guard settings.categories == nil || known != nil else {
        throw .invalid(
          "Platform profile processing error: field \"subscriptions.cats\" is not valid: "
            + "category not found in resource")
      }
      if let index = categories.firstIndex(where: { $0.name == change.name }) {
        categories[index].isActive = change.isActive ?? categories[index].isActive
      } else {
        categories.append(
          Category(
            name: change.name, title: known?.title ?? change.name,
            isSteady: known?.isSteady ?? false, isActive: change.isActive ?? false))
      }
    }
  }

  var answered: JSON {
    [
      "subscription_id": .string(token),
      "hash_id": .string(hashID),
      "provider": .string(provider),
      "status": .string(status),
      "fields": SubscriptionFields.answered(fields),
      "cats": .array(
        categories.map { category in
          [
            "name": .string(category.name), "title": .string(category.title),
            "steady": .bool(category.isSteady), "active": .bool(category.isActive),
          ]
        }),
    ]
  }
}
