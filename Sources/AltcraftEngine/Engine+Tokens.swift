// Push tokens, and updates that report a new one to the platform.
extension Engine {
  /// Replaces the priority list of the stored configuration. Call the returned function after the response to
  /// the call; it checks if the current token has changed.
  package func setProviderPriorities(_ names: [String]) throws(EngineError) -> @Sendable () -> Void
  {
    let function = "changePushProviderPriorityList"
    let providers = try providers(names)
    let group = self.group
    try group.change(by: "list") { $0.configuration?.providerPriorityList = providers }
    let check = groups.tokenCheck(of: group)
    return { check.runSoon(function: function) }
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

  /// Deletes now a fixed token of the provider of that name, and one that was set by hand. The returned function
  /// makes the host delete its token. Refused under APNs, which has no such operation.
  package func deleteToken(_ name: String) throws(EngineError) -> @Sendable () async -> Void {
    let provider = try deletableProvider(name)
    try group.forgetManualToken(of: provider)
    return tokens.delete(tokens.registration(of: provider), provider)
  }

  package func deletableProvider(_ name: String) throws(EngineError) -> PushProvider {
    let function = "deleteDeviceToken"
    let provider = try provider(name, function: function)
    guard provider != .iosAPNS else {
      throw .refused(SDKError(.tokenUpdateUnsupported, function: function))
    }
    return provider
  }

  /// Reads now which provider is in use. The returned function makes that provider delete its token, requests
  /// a new one and updates the platform; it returns after the first attempt, or without one if the token is
  /// the same.
  package func forceTokenUpdate() throws(EngineError)
    -> @Sendable () async throws(EngineError) -> Void
  {
    let function = "forcedTokenUpdate"
    try requireConfiguration(function: function)
    let group = self.group
    let (choice, manualTokens) = (tokens.choice(of: group), group.manualTokens)
    return { [self] () async throws(EngineError) in
      try await updateToken(of: group, choice, manualTokens, function)
    }
  }

  private func updateToken(
    of group: AppGroup, _ choice: PushTokens.Choice, _ manualTokens: Int, _ function: String
  ) async throws(EngineError) {
    let (current, event) = await tokens.current(choice)
    if let event { emit(event) }
    guard let current else { throw .refused(SDKError(.pushTokenMissing, function: function)) }
    guard current.provider != .iosAPNS else {
      throw .refused(SDKError(.tokenUpdateUnsupported, function: function))
    }
    // Delete no token if the platform could not be updated afterwards.
    if group.outbox.savedToken != nil { _ = try await ownerFromHost(function: function) }
    await tokens.delete(choice.registrations[current.provider], current.provider)()
    // A call that came later may have set another one.
    try group.forgetManualToken(of: current.provider, among: manualTokens)
    if let update = await groups.tokenCheck(of: group).run(function: function) {
      await group.outbox.firstAttempt(at: update)
    }
  }

  /// Releases an accepted job, and emits an event if it is a subscription that has to wait for a token
  /// update. Call it once the acknowledgement is on its way.
  package func release(_ acceptance: Outbox.Acceptance, function: String) {
    guard acceptance.release() else { return }
    emit(EventDraft(.tokenUpdateWaiting, function: function, requestID: acceptance.requestId))
  }
}
