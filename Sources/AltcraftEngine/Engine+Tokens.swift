import Synchronization

// Push tokens, and telling the platform that one has changed.
extension Engine {
  /// Replaces the priority list of the stored configuration, and looks whether that changes the token in
  /// use; what is returned does so, and is to be called when the call has been answered.
  package func setProviderPriorities(_ names: [String]) throws(EngineError) -> @Sendable () -> Void
  {
    let function = "changePushProviderPriorityList"
    let providers = try providers(names)
    let group = self.group
    try group.change(by: "list") { $0.configuration?.providerPriorityList = providers }
    return { [self] in checkTokenSoon(of: group, function: function) }
  }

  package func checkProviderPriorities(_ names: [String]) throws(EngineError) {
    _ = try providers(names)
  }

  private func providers(_ names: [String]) throws(EngineError) -> [PushProvider] {
    let function = "changePushProviderPriorityList"
    let providers = try names.map { name throws(EngineError) in
      try provider(name, function: function)
    }
    try requireConfiguration(function: function)
    return providers
  }

  /// Forgets now a token of the provider of that name that was given once and for all. What it returns has
  /// the host delete its token. Refused under APNs, which has no such operation.
  package func deleteToken(_ name: String) throws(EngineError) -> @Sendable () async -> Void {
    let provider = try deletableProvider(name)
    return tokens.delete(tokens.registration(of: provider), provider)
  }

  package func deletableProvider(_ name: String) throws(EngineError) -> PushProvider {
    let function = "deleteDeviceToken"
    let provider = try provider(name, function: function)
    guard provider != .iosAPNS else {
      throw .refused(Refusal(.tokenUpdateUnsupported, function: function))
    }
    return provider
  }

  /// Reads now which provider is in use. What it returns has that provider delete its token, asks for a new
  /// one, and tells the platform; it ends after the first attempt at that, and there is none when the token
  /// is the same.
  package func forceTokenUpdate() throws(EngineError)
    -> @Sendable () async throws(EngineError) -> Void
  {
    let function = "forcedTokenUpdate"
    try requireConfiguration(function: function)
    let group = self.group
    let choice = tokenChoice(of: group)
    return { [self] () async throws(EngineError) in
      try await updateToken(of: group, choice, function)
    }
  }

  private func updateToken(
    of group: GroupStore, _ choice: PushTokens.Choice, _ function: String
  ) async throws(EngineError) {
    let (current, event) = await resolve(choice)
    if let event { emit(event) }
    guard let current else { throw .refused(Refusal(.pushTokenMissing, function: function)) }
    guard current.provider != .iosAPNS else {
      throw .refused(Refusal(.tokenUpdateUnsupported, function: function))
    }
    // Nothing is deleted that could not be told of then.
    if group.outbox.savedToken != nil { _ = try await ownerFromHost(function: function) }
    await tokens.delete(choice.registrations[current.provider], current.provider)()
    if let update = await checkToken(of: group, function: function) {
      await group.outbox.firstAttempt(at: update)
    }
  }

  func checkTokenSoon(of group: GroupStore, function: String) {
    Task { _ = await checkToken(of: group, function: function) }
  }

  /// Makes the work that tells the platform of the token in use, where it is believed to know another one.
  /// The answer is that work, also where it was pending already. Who asks while another looks shares the
  /// next look.
  func checkToken(of group: GroupStore, function: String) async -> Entry.ID? {
    await group.tokenCheck.ask { [self] in await lookAtToken(of: group, function) } ?? nil
  }

  /// Without asking anyone.
  func mayNeedTokenUpdate(_ group: GroupStore) -> Bool {
    group.outbox.savedToken != nil && (tokens.hasSources || group.current.manualToken != nil)
  }

  private func lookAtToken(of group: GroupStore, _ function: String) async -> Entry.ID? {
    let outbox = group.outbox
    let epoch = outbox.epoch
    guard mayNeedTokenUpdate(group), let configuration = group.configuration,
      let saved = outbox.savedToken
    else { return nil }
    let (current, event) = await resolvePushToken(of: group)
    if let event { emit(event) }
    guard let current else {
      emit(EventDraft(.pushTokenMissing, function: function))
      return nil
    }
    guard current != saved else { return nil }
    switch await credentials(in: group, configuration, .request) {
    case .failure(let failure):
      group.owesTokenCheck.store(true, ordering: .releasing)
      emit(EventDraft(failure.code, function: function, message: failure.message))
      emit(EventDraft(.authMissing, function: function))
      emit(EventDraft(.tokenUpdateDataMissing, function: function))
      return nil
    case .success(let credentials):
      do throws(OutboxRefusal) {
        let check = try outbox.updateToken(to: current, of: credentials.userTag, epoch: epoch)
        if case .update(let id) = check { return id }
      } catch {
        parts.log.error("no room or no disk for a token update; the next trigger tries again")
      }
      return nil
    }
  }

  /// Lets accepted work go out, and says so where it is a subscription that has to wait for a token update.
  /// To be called when its acknowledgement is on its way.
  package func release(_ acceptance: Outbox.Acceptance, function: String) {
    guard acceptance.release() else { return }
    emit(EventDraft(.tokenUpdateWaiting, function: function, requestID: acceptance.requestId))
  }
}
