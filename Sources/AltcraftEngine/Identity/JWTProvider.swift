/// The reason a JWT is requested.
package enum JWTReason: String, Sendable, CaseIterable {
  /// A call or an attempt needs one.
  case request
  /// The platform refused the last one.
  case rejected
  /// The last one has expired.
  case expired
}

/// The result of a request to the host.
package enum HostAnswer: Sendable, Equatable {
  /// An answer. An empty text counts as none.
  case value(String)
  case none
  /// The time limit passed.
  case timedOut
}

/// The source of JWTs.
package enum JWTProvider: Sendable {
  case fixed(Secret)
  case callback(connection: ConnectionID, ask: @Sendable (JWTReason) async -> HostAnswer)
}

/// The source of push tokens of one provider.
package enum TokenSource: Sendable {
  case fixed(Secret)
  case callback(connection: ConnectionID, host: TokenHost)
}

/// A host that has push tokens.
package struct TokenHost: Sendable {
  package let token: @Sendable (PushProvider) async -> HostAnswer
  /// Deletes a token. Returns when the host has answered, with any answer, or after the time limit.
  package let deleteToken: @Sendable (PushProvider) async -> Void

  package init(
    token: @escaping @Sendable (PushProvider) async -> HostAnswer,
    deleteToken: @escaping @Sendable (PushProvider) async -> Void
  ) {
    self.token = token
    self.deleteToken = deleteToken
  }
}

/// The id of a connection within the process. The registrations of a connection end with it.
package struct ConnectionID: Hashable, Sendable {
  package let value: UInt64

  package init(_ value: UInt64) {
    self.value = value
  }
}

/// The authorization of a request, and the user it belongs to.
package struct Credentials: Sendable {
  package let authorization: PlatformAuthorization
  package let userTag: UserTag
}

/// The reason there are no credentials.
package struct CredentialsFailure: Error, Sendable, Equatable {
  /// 540, 541 or 542.
  package let code: SDKCode
  package let message: String
  /// True if the host did not answer a request in time.
  package let timedOut: Bool
}
