import JSONCodec
import Synchronization
import Tracing

// The implementations of the SDK's methods.
extension Engine {
  package func checkConfiguration(_ json: JSONObject?) throws(EngineError) {
    _ = try decode(json)
  }

  /// Stores the configuration and makes all waiting jobs ready. Call the returned function after the response
  /// to the call; it emits the events.
  package func install(_ json: JSONObject?) throws(EngineError) -> @Sendable () -> Void {
    let configuration = try decode(json)
    let group = self.group
    let old = group.configuration?.rToken
    try group.change(by: "configuration") { settings in
      settings.configuration = configuration
      if let old, let new = configuration.rToken, old != new {
        // An earlier change may not be completely stored.
        settings.clearedThrough = max(settings.clearedThrough ?? 0, group.outbox.lastID)
      }
    }
    log.info("a configuration was installed", ["appGroup": .text(group.group.name)])
    let ended = group.endClearedJobs()
    if let isVerbose = configuration.enableLogging {
      parts.setLogLevel(isVerbose ? .info : .error)
    }
    return { [self] in
      reportCleared(ended, in: group)
      emit(EventDraft(.configurationInstalled, function: "initialization"))
      beginDelivery(of: group)
    }
  }

  func reportCleared(_ ended: [Job], in group: AppGroup) {
    for job in ended {
      emit(job.clearedEvent(group.outbox.kind(of: job), function: "initialization"))
    }
  }

  /// Runs the initial operations: a token update first, if one is due, then all waiting jobs. Operations that
  /// need no token do not wait for the host to provide one.
  private func beginDelivery(of group: AppGroup) {
    let check = groups.tokenCheck(of: group)
    guard check.mayFindUpdate else { return group.outbox.flush() }
    group.outbox.wakeOthers()
    Task {
      _ = await check.run(function: "initialization")
      group.outbox.wakeState()
    }
  }

  private func decode(_ json: JSONObject?) throws(EngineError) -> Configuration {
    let configuration = try decodeMembers(json)
    if let zone = configuration.device.timeZone, !TimeZoneOffset.isZone(zone) {
      throw .invalid(
        parameter: "configuration.device.timeZone", expected: TimeZoneOffset.expected())
    }
    return configuration
  }

  private func decodeMembers(_ json: JSONObject?) throws(EngineError) -> Configuration {
    do throws(ConfigurationFailure) {
      return try Configuration.decode(
        json.map(JSON.object) ?? .null, allowsInsecureHTTP: parts.allowsInsecureHTTP)
    } catch {
      throw .refused(
        SDKError(
          error.code, function: "initialization", message: error.message, value: error.value))
    }
  }
}

extension Engine {
  /// Sets a value; `null` removes it. A value that is too large is an invalid parameter.
  package func setUserDefault(_ value: JSON, suite: String, key: String) throws(EngineError) {
    var failure: UserDefaultsFailure?
    try group.change(by: "value") { settings in
      do throws(UserDefaultsFailure) {
        try settings.setUserDefault(value, suite: suite, key: key)
      } catch {
        failure = error
      }
    }
    switch failure {
    case .valueTooLarge: throw .invalid(parameter: "value", expected: "at most 64 KiB of JSON")
    case .full:
      throw .invalid(parameter: "value", expected: "at most 1 MiB of JSON in all values together")
    case nil: break
    }
  }

  package func userDefault(suite: String, key: String) -> JSON? {
    group.current.userDefault(suite: suite, key: key)
  }
}

// The user, and registrations by the host.
extension Engine {
  package enum Owner: Sendable {
    case known(JobOwner)
    case askHost
  }

  /// Throws the error that would refuse a call made now, without a request to the host.
  package func requireOwner(function: String) throws(EngineError) {
    _ = try owner(function: function)
  }

  /// Returns the owner of the job of a call made now.
  package func owner(function: String) throws(EngineError) -> Owner {
    let group = self.group
    // Jobs under a resource token have one owner, whichever token that is.
    if group.authenticationMode == .resourceToken {
      return .known(JobOwner(.resourceToken, group, environment))
    }
    guard let configuration = group.configuration else {
      throw .refused(SDKError(.configurationMissing, function: function))
    }
    switch identity.knownUser(configuration) {
    case .success(let userTag): return .known(JobOwner(userTag, group, environment))
    case .failure(let failure): throw refusal(failure, function: function)
    case nil: return .askHost
    }
  }

  /// Returns the owner, with a request to the host if needed. The group is the one selected at the time of
  /// the call, even if another one is selected when the host answers.
  package func ownerFromHost(function: String) async throws(EngineError) -> JobOwner {
    let group = self.group
    guard let configuration = group.configuration else {
      throw .refused(SDKError(.configurationMissing, function: function))
    }
    switch await credentials.user(in: group, configuration) {
    case .success(let userTag): return JobOwner(userTag, group, environment)
    case .failure(let failure) where failure.timedOut: throw .callbackTimeout("provider.getJWT")
    case .failure(let failure): throw refusal(failure, function: function)
    }
  }

  private func refusal(_ failure: CredentialsFailure, function: String) -> EngineError {
    .refused(
      SDKError(
        EventDraft(.userTagMissing, function: function),
        causes: [EventDraft(failure.code, function: function, message: failure.message)],
        data: ["cause": .int(failure.code.number(numbering))]))
  }

  /// Puts a provider of that connection in force. Nil ends it; see `RegistrationStack`.
  package func setJWTProvider(_ provider: JWTProvider?, by connection: ConnectionID? = nil) {
    if let provider {
      identity.register(provider, by: connection)
    } else {
      identity.unregister(connection)
    }
    continueWithJWT()
  }

  /// Registers a token source for a connection, which replaces a token set by hand. Nil removes it; see
  /// `RegistrationStack`.
  package func setTokenSource(
    _ source: TokenSource?, for provider: PushProvider, by connection: ConnectionID? = nil
  ) throws(EngineError) {
    if let source {
      try groups.withSelected { group throws(EngineError) in
        try group.forgetManualToken()
        tokens.register(source, for: provider, by: connection)
      }
    } else {
      tokens.unregister(connection, for: provider)
    }
    wakeForToken()
  }

  /// Continues what waits for a JWT, if a provider is in force: jobs, and the token check of the selected group.
  private func continueWithJWT() {
    guard identity.source.provider != nil else { return }
    for group in groups.open { group.outbox.wake(.user) }
    let group = self.group
    if group.owesTokenCheck.exchange(false, ordering: .acquiringAndReleasing) {
      groups.tokenCheck(of: group).runSoon(function: "setJWTProvider")
    }
  }

  /// Wakes the jobs that wait for a push token, if a source is in force.
  private func wakeForToken() {
    guard tokens.hasSources else { return }
    for group in groups.open { group.outbox.wake(.token) }
  }

  /// Returns the provider of that name in any letter case; refuses any other name with 473.
  package func provider(_ name: String, function: String) throws(EngineError) -> PushProvider {
    guard let provider = PushProvider(name: name) else {
      throw .refused(
        SDKError(
          .providerInvalid, function: function, value: PushProvider.refusalValue(given: name)))
    }
    return provider
  }

  /// Sets the token by hand. Returns false, without an effect, while a provider is registered.
  @discardableResult
  package func setPushToken(
    _ token: String?, for provider: PushProvider
  ) throws(EngineError) -> Bool {
    try Self.checkPushToken(token, parameter: "pushToken")
    return try groups.withSelected { group throws(EngineError) in
      guard !tokens.hasSources else { return false }
      try group.setManualToken(token.map { PushToken(provider: provider, token: $0) })
      group.outbox.wake(.token)
      return true
    }
  }

  /// Refuses a token that is longer than `PushToken.byteLimit`, or that has something around it.
  package static func checkPushToken(
    _ token: String?, parameter: String
  ) throws(EngineError) {
    guard PushToken.fits(token ?? "") else {
      throw .invalid(
        parameter: parameter, expected: "push token of at most \(PushToken.byteLimit) bytes")
    }
    if let surplus = token.flatMap(TextSurplus.init) {
      throw .invalid(
        parameter: parameter, expected: "push token alone: this one \(surplus.complaint)")
    }
  }

  /// Reads the sources of the token now. The returned function requests the token. Call `report`, which reports
  /// a new token, after the response to the call.
  package func pushToken()
    -> @Sendable () async -> (token: PushToken?, report: @Sendable () -> Void)
  {
    let choice = tokens.choice(of: group)
    return { [self] in
      let (token, event) = await tokens.current(choice)
      return (token, { [self] in if let event { emit(event) } })
    }
  }

  /// Drops the registrations of a connection that has closed. Those before them are in force again.
  package func connectionEnded(_ connection: ConnectionID) {
    if identity.forget(connection) { continueWithJWT() }
    if tokens.forget(connection) { wakeForToken() }
  }
}

// Jobs.
extension Engine {
  /// Adds a job to the outbox of its owner's group; see `Outbox.accept`.
  package func accept(
    _ kind: JobKind, requestId: String, owner: JobOwner, digest: CallDigest,
    trace: TraceContext? = nil, body: JobBody, from connection: ConnectionID? = nil,
    whenStored: @escaping @Sendable (Result<Outbox.Acceptance, AcceptError>) -> Void
  ) throws(EngineError) {
    guard let index = kindNames.firstIndex(of: kind.method) else {
      preconditionFailure("\(kind.method) is not in the list the engine was started with")
    }
    let newJob = NewJob(
      kind: JobKind.Index(index), requestId: requestId, userTag: owner.userTag, digest: digest,
      trace: trace, body: body, connection: connection)
    do throws(AcceptError) { try owner.group.outbox.accept(newJob, whenStored: whenStored) } catch {
      throw .outbox(error)
    }
  }

  package func accept(
    _ kind: JobKind, requestId: String, owner: JobOwner, digest: CallDigest, body: JSONObject,
    whenStored: @escaping @Sendable (Result<Outbox.Acceptance, AcceptError>) -> Void
  ) throws(EngineError) {
    try accept(
      kind, requestId: requestId, owner: owner, digest: digest, body: .object(body),
      whenStored: whenStored)
  }
}
