/// The lookup of the credentials for a request of an app group.
struct CredentialsService: Sendable {
  let identity: Identity

  /// Returns credentials, with a request to the host if it registered a callback for JWTs. Jobs of the owner
  /// of a JWT then need not wait any longer; those under a resource token are woken by its configuration.
  func credentials(
    in group: AppGroup, _ configuration: Configuration, _ reason: JWTReason
  ) async -> Result<Credentials, CredentialsFailure> {
    await credentials(of: identity.source, in: group, configuration, reason)
  }

  /// Returns credentials from that source, unless there is a resource token. If its connection ends meanwhile, asks the
  /// source that is then in force.
  func credentials(
    of source: JWTSource, in group: AppGroup, _ configuration: Configuration, _ reason: JWTReason
  ) async -> Result<Credentials, CredentialsFailure> {
    if let token = configuration.rToken {
      let authorization = PlatformAuthorization.resourceToken(
        token, configuration.rTokenMatchingMode)
      return .success(Credentials(authorization: authorization, userTag: .resourceToken))
    }
    let result = await source.credentials(reason)
    switch result {
    case .success(let found): group.outbox.wake(.user, userTag: found.userTag)
    case .failure:
      if let next = identity.successor(of: source) {
        return await credentials(of: next, in: group, configuration, reason)
      }
    }
    return result
  }

  /// Returns the user that owns a job accepted now, with a request to the host if it registered a callback for
  /// JWTs. A JWT that has expired still names its user.
  func user(
    in group: AppGroup, _ configuration: Configuration
  ) async -> Result<UserTag, CredentialsFailure> {
    guard configuration.rToken == nil else { return .success(.resourceToken) }
    var source = identity.source
    var result = await source.user()
    while case .failure = result, let next = identity.successor(of: source) {
      source = next
      result = await source.user()
    }
    if case .success(let (tag, isValid)) = result, isValid {
      group.outbox.wake(.user, userTag: tag)
    }
    return result.map(\.tag)
  }

  /// Returns true if a request for credentials goes to the host, which may have newer ones.
  func canRefresh(_ configuration: Configuration) -> Bool {
    configuration.rToken == nil && identity.asksHost
  }
}
