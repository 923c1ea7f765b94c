import Synchronization

/// Who the user is right now: by a resource token, or by the JWT the host provides.
package final class Identity: Sendable {
  private let current: Mutex<JWTSource>
  private let now: @Sendable () -> Timestamp

  init(now: @escaping @Sendable () -> Timestamp) {
    self.now = now
    current = Mutex(JWTSource(nil, now: now))
  }

  func register(_ new: JWTProvider?) {
    let source = JWTSource(new, now: now)
    current.withLock { $0 = source }
  }

  func forget(_ connection: ConnectionID) {
    current.withLock { source in
      if case .callback(connection, _) = source.provider { source = JWTSource(nil, now: now) }
    }
  }

  /// Where JWTs come from now.
  var source: JWTSource { current.withLock { $0 } }

  /// Whether the host is asked for each JWT, so that it may have another one.
  var asksHost: Bool {
    if case .callback = source.provider { true } else { false }
  }

  /// Without asking anyone; nil when the host must be asked.
  func known(_ configuration: Configuration) -> Result<Credentials, CredentialsFailure>? {
    source.known(configuration)
  }
}

/// A JWT provider as it was registered. Who asks it at the same time shares the answer; who asks another one,
/// registered later, does not.
final class JWTSource: Sendable {
  let provider: JWTProvider?
  private let questions: [JWTReason: SharedQuestion<HostAnswer>]
  private let now: @Sendable () -> Timestamp

  init(_ provider: JWTProvider?, now: @escaping @Sendable () -> Timestamp) {
    self.provider = provider
    self.now = now
    questions = Dictionary(
      uniqueKeysWithValues: JWTReason.allCases.map { ($0, SharedQuestion()) })
  }

  /// Without asking anyone; nil when the host must be asked.
  func known(_ configuration: Configuration) -> Result<Credentials, CredentialsFailure>? {
    if let token = configuration.rToken { return .success(Self.credentials(token, configuration)) }
    switch provider {
    case nil: return .failure(.missing)
    case .fixed(let jwt): return usable(Self.credentials(jwt: jwt.reveal()))
    case .callback: return nil
    }
  }

  /// Asks the host where that is how JWTs come. One that says itself that it is over is asked for anew.
  func credentials(
    _ configuration: Configuration, _ reason: JWTReason
  ) async -> Result<Credentials, CredentialsFailure> {
    if let known = known(configuration) { return known }
    let first = await ask(reason)
    guard case .success(let found) = first, found.hasExpired(now()), reason != .expired else {
      return usable(first)
    }
    return usable(await ask(.expired))
  }

  /// A JWT that is over counts as none.
  private func usable(
    _ result: Result<Found, CredentialsFailure>
  ) -> Result<Credentials, CredentialsFailure> {
    result.flatMap { $0.hasExpired(now()) ? .failure(.expired) : .success($0.credentials) }
  }

  private struct Found {
    let credentials: Credentials
    let expiresAt: Int64?

    func hasExpired(_ now: Timestamp) -> Bool { expiresAt.map { $0 <= now.seconds } ?? false }
  }

  private func ask(_ reason: JWTReason) async -> Result<Found, CredentialsFailure> {
    guard case .callback(_, let ask) = provider, let question = questions[reason]
    else { return .failure(.missing) }
    switch await question.ask({ await ask(reason) }) ?? HostAnswer.none {
    case .value(let jwt): return Self.credentials(jwt: jwt)
    case .none: return .failure(.missing)
    case .timedOut: return .failure(.timedOut)
    }
  }

  private static func credentials(_ token: Secret, _ configuration: Configuration) -> Credentials {
    Credentials(
      authorization: .resourceToken(token, configuration.rTokenMatchingMode),
      userTag: .resourceToken)
  }

  private static func credentials(jwt: String) -> Result<Found, CredentialsFailure> {
    do throws(JWTFailure) {
      let identity = try JWTIdentity.parse(jwt)
      return .success(
        Found(
          credentials: Credentials(
            authorization: .jwt(Secret(jwt), identity), userTag: identity.userTag),
          expiresAt: identity.expiresAt))
    } catch {
      return .failure(
        CredentialsFailure(code: error.code, message: error.message, timedOut: false))
    }
  }
}

extension CredentialsFailure {
  static let missing = CredentialsFailure(
    code: .jwtMissing, message: SDKCode.jwtMissing.meaning, timedOut: false)
  static let expired = CredentialsFailure(
    code: .jwtMissing, message: "the JWT has expired, and there is no other", timedOut: false)
  static let timedOut = CredentialsFailure(
    code: .jwtMissing, message: "the host did not answer in time", timedOut: true)
}
