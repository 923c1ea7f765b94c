import Synchronization

/// The identity of the current user: a resource token, or the JWT that the host provides.
package final class Identity: Sendable {
  private let sources = Mutex(RegistrationStack<JWTSource>())
  private let none: JWTSource
  private let now: @Sendable () -> Timestamp

  init(now: @escaping @Sendable () -> Timestamp) {
    self.now = now
    none = JWTSource(nil, now: now)
  }

  /// Registers a provider. `connection` is that of the host that gave a fixed JWT.
  func register(_ provider: JWTProvider, by connection: ConnectionID? = nil) {
    let source = JWTSource(provider, now: now)
    sources.withLock {
      $0.register(source, by: provider.connection ?? connection, isFixed: provider.isFixed)
    }
  }

  /// Ends the registration of that connection, or without one all; see `RegistrationStack.unregister`.
  func unregister(_ connection: ConnectionID?) {
    sources.withLock { $0.unregister(connection) }
  }

  /// Drops the registration of a connection that has closed. Returns true if it had one.
  @discardableResult
  func forget(_ connection: ConnectionID) -> Bool { sources.withLock { $0.forget(connection) } }

  /// The source of JWTs in force. A fixed JWT that has expired leaves it to the registration before it.
  var source: JWTSource {
    let all = sources.withLock { $0.all }
    return all.first { !$0.hasExpired } ?? all.first ?? none
  }

  /// Returns the source in force after one whose connection has ended, or has no registration any more; nil if it has one,
  /// or if there is no other.
  func successor(of source: JWTSource) -> JWTSource? {
    guard let connection = source.provider?.connection else { return nil }
    let all = sources.withLock { $0.all }
    guard !all.isEmpty, !all.contains(where: { $0.provider?.connection == connection }) else {
      return nil
    }
    return self.source
  }

  /// True if the host is asked for each JWT, so that it may have another one.
  var asksHost: Bool {
    if case .callback = source.provider { true } else { false }
  }

  /// Returns the current user without a request to the host; nil if one is needed.
  func knownUser(_ configuration: Configuration) -> Result<UserTag, CredentialsFailure>? {
    configuration.rToken == nil
      ? source.found?.map(\.credentials.userTag) : .success(.resourceToken)
  }
}

/// A registered JWT provider. Concurrent callers share its answer; callers of another one, registered later,
/// do not.
final class JWTSource: Sendable {
  let provider: JWTProvider?
  private let questions: [JWTReason: RequestCoalescer<HostAnswer>]
  private let now: @Sendable () -> Timestamp
  /// The content of a fixed JWT.
  private let fixed: Result<Found, CredentialsFailure>?

  init(_ provider: JWTProvider?, now: @escaping @Sendable () -> Timestamp) {
    self.provider = provider
    self.now = now
    if case .fixed(let jwt) = provider {
      fixed = Self.credentials(jwt: jwt.reveal())
    } else {
      fixed = nil
    }
    questions = Dictionary(
      uniqueKeysWithValues: JWTReason.allCases.map { ($0, RequestCoalescer()) })
  }

  /// Returns the number of callers that share the next request for that reason.
  func waitingCount(for reason: JWTReason) -> Int { questions[reason]?.waitingCount ?? 0 }

  /// Returns credentials without a request to the host; nil if one is needed.
  private var known: Result<Credentials, CredentialsFailure>? { found.map(usable) }

  /// Returns what is known without a request to the host, a JWT that has expired too; nil if one is needed.
  fileprivate var found: Result<Found, CredentialsFailure>? {
    if case nil = provider { .failure(.missing) } else { fixed }
  }

  /// True for a fixed JWT that has expired.
  fileprivate var hasExpired: Bool {
    guard case .success(let found) = fixed else { return false }
    return found.hasExpired(now())
  }

  /// Returns the user that the claims of the JWT name, with a request to the host if it registered a callback.
  /// `isValid` is false for a JWT that has expired.
  func user() async -> Result<(tag: UserTag, isValid: Bool), CredentialsFailure> {
    let found: Result<Found, CredentialsFailure>
    if let known = self.found {
      found = known
    } else {
      found = await request(.request)
    }
    return found.map { ($0.credentials.userTag, !$0.hasExpired(now())) }
  }

  /// Returns credentials, with a request to the host if it registered a callback. Requests a JWT that has
  /// expired once more.
  func credentials(_ reason: JWTReason) async -> Result<Credentials, CredentialsFailure> {
    if let known { return known }
    let first = await request(reason)
    guard case .success(let found) = first, found.hasExpired(now()), reason != .expired else {
      return usable(first)
    }
    return usable(await request(.expired))
  }

  /// Checks a JWT. An expired one counts as missing.
  private func usable(
    _ result: Result<Found, CredentialsFailure>
  ) -> Result<Credentials, CredentialsFailure> {
    result.flatMap { $0.hasExpired(now()) ? .failure(.expired) : .success($0.credentials) }
  }

  fileprivate struct Found {
    let credentials: Credentials
    let expiresAt: Int64?

    func hasExpired(_ now: Timestamp) -> Bool { expiresAt.map { $0 <= now.seconds } ?? false }
  }

  private func request(_ reason: JWTReason) async -> Result<Found, CredentialsFailure> {
    guard case .callback(_, let ask) = provider, let question = questions[reason]
    else { return .failure(.missing) }
    switch await question.request({ await ask(reason) }) ?? HostAnswer.none {
    case .value(let jwt): return Self.credentials(jwt: jwt)
    case .none: return .failure(.missing)
    case .timedOut: return .failure(.timedOut)
    }
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
    code: .jwtMissing, message: "the JWT has expired, and the host returned no other",
    timedOut: false)
  static let timedOut = CredentialsFailure(
    code: .jwtMissing, message: "the host did not answer in time", timedOut: true)
}
