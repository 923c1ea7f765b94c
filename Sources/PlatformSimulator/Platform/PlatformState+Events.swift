import JSONCodec

extension PlatformState {
  mutating func recordPush(
    _ uid: String, opened: Bool, _ limits: SimulatorLimits
  ) throws(SimulatedRefusal) {
    if pushMessages[uid] == nil { try count(newRecords: 1, limits) }
    var message = pushMessages[uid] ?? PushMessage()
    if (opened ? message.opens : message.deliveries) == 0 { countPush(uid, opened: opened) }
    if opened { message.opens += 1 } else { message.deliveries += 1 }
    pushMessages[uid] = message
  }

  /// Updates the profile of the JWT, and creates it if it does not exist.
  mutating func updateProfile(
    _ request: ProfileUpdateRequest, _ context: SimulatedRequestContext
  ) throws(SimulatedRefusal) {
    guard case .person(let person) = context.credentials else {
      // The fields are checked nevertheless, so that an error in them shows under either authorization.
      _ = try ProfileFields.applying(
        request.profileFields, to: [:], settings: context.settings)
      unmatchedProfileUpdates += 1
      return
    }
    let changed = try change(person, context) { profile throws(SimulatedRefusal) in
      profile.fields = try ProfileFields.applying(
        request.profileFields, to: profile.fields, settings: context.settings)
      profile.count(skippedTriggers: request.skipsTriggers)
    }
    if !request.skipsTriggers { fire(.profileUpdate, to: changed, context) }
  }

  mutating func recordMobileEvent(
    _ request: MobileEventRequest, _ context: SimulatedRequestContext
  ) throws(SimulatedRefusal) {
    var profileID: String?
    if case .person(let person) = context.credentials {
      if request.profileFields != nil || request.subscription != nil {
        _ = try change(person, context) { profile throws(SimulatedRefusal) in
          profile.fields = try ProfileFields.applying(
            request.profileFields ?? [:], to: profile.fields, settings: context.settings)
          if let subscription = request.subscription { profile.add(subscription) }
        }
      }
      let database = databases[person.database]
      profileID = database?.index(of: person.key).flatMap { database?.profiles[$0].id }
    }
    if mobileEvents.count >= context.limits.mobileEvents {
      // Removes a tenth at once, so that a full list does not move all other events for each new one.
      let surplus = max(1, context.limits.mobileEvents / 10)
      mobileEvents.removeFirst(min(surplus, mobileEvents.count))
      droppedMobileEvents += surplus
    }
    mobileEvents.append(SimulatedMobileEvent(request, profileID: profileID))
    attribute(request.campaign)
    if let profile = profile(of: request, context) {
      fire(.mobileEvent, name: request.name, to: profile, context)
    }
  }

  /// Returns the profile of a mobile event: that of the JWT, or under a resource token that of its matching.
  private func profile(
    of request: MobileEventRequest, _ context: SimulatedRequestContext
  ) -> Profile? {
    guard !context.settings.triggers.isEmpty else { return nil }
    let key =
      switch context.credentials {
      case .person(let person): person.key
      case .resourceToken:
        request.matching.map { ProfileKey(mode: request.matchingType ?? "", matching: $0) }
      }
    guard let key, let database = databases[context.database] else { return nil }
    return database.index(of: key).map { database.profiles[$0] }
  }

  /// Changes the profile of the person and returns it. If this throws, nothing changes.
  private mutating func change(
    _ person: SimulatedCredentials.Person, _ context: SimulatedRequestContext,
    _ body: (inout Profile) throws(SimulatedRefusal) -> Void
  ) throws(SimulatedRefusal) -> Profile {
    var database =
      databases.removeValue(forKey: person.database) ?? Database(id: person.database)
    defer { databases[database.id] = database }
    let index = database.index(of: person.key)
    var profile = index.map { database.profiles[$0] } ?? newProfile(person.key, in: database)
    try body(&profile)
    try count(newRecords: index == nil ? 1 : 0, context.limits)
    _ = database.put(profile, at: index, person.key)
    return profile
  }
}

extension Profile {
  /// Adds a subscription. Replaces one with the same address in the same channel and resource.
  fileprivate mutating func add(_ subscription: JSONObject) {
    let address = { (subscription: JSON) in
      ["channel", "resource_id", "email", "phone", "provider", "subscription_id", "cc_data"]
        .map { subscription[$0] ?? .null }
    }
    channelSubscriptions.removeAll { address($0) == address(.object(subscription)) }
    channelSubscriptions.append(.object(subscription))
    // No person has this many addresses; the oldest are dropped.
    if channelSubscriptions.count > 100 { channelSubscriptions.removeFirst() }
  }
}

extension SimulatedMobileEvent {
  fileprivate init(_ request: MobileEventRequest, profileID: String?) {
    pixel = request.pixel
    name = request.name
    time = request.time
    minutesWestOfGMT = request.minutesWestOfGMT
    payload = request.payload
    matchingType = request.matchingType
    matching = request.matching
    messageID = request.messageID
    campaign = request.campaign
    subscription = request.subscription
    profileFields = request.profileFields
    self.profileID = profileID
  }
}
