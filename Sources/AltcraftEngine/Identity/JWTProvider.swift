/// Why a JWT is asked for.
package enum JWTReason: String, Sendable, CaseIterable {
  /// A call or an attempt needs one.
  case request
  /// The platform refused the last one.
  case rejected
  /// The last one says itself that it is over.
  case expired
}

/// What came of asking the host.
package enum HostAnswer: Sendable, Equatable {
  /// An empty text counts as none.
  case value(String)
  case none
  /// The time limit passed.
  case timedOut
}

/// Where JWTs come from.
package enum JWTProvider: Sendable {
  case fixed(Secret)
  case callback(connection: ConnectionID, ask: @Sendable (JWTReason) async -> HostAnswer)
}

/// Where a push token of one provider comes from.
package enum TokenSource: Sendable {
  case fixed(Secret)
  case callback(connection: ConnectionID, host: TokenHost)
}

/// A host that has push tokens.
package struct TokenHost: Sendable {
  package let token: @Sendable (PushProvider) async -> HostAnswer
  /// Returns when the host has answered, whatever it said, or its time is over.
  package let deleteToken: @Sendable (PushProvider) async -> Void

  package init(
    token: @escaping @Sendable (PushProvider) async -> HostAnswer,
    deleteToken: @escaping @Sendable (PushProvider) async -> Void
  ) {
    self.token = token
    self.deleteToken = deleteToken
  }
}

/// Names a connection within the process. What a connection registered goes with it.
package struct ConnectionID: Hashable, Sendable {
  package let value: UInt64

  package init(_ value: UInt64) {
    self.value = value
  }
}

/// What goes into the header of a request, and whose it is.
package struct Credentials: Sendable {
  package let authorization: PlatformAuthorization
  package let userTag: UserTag
}

/// Why there are no credentials.
package struct CredentialsFailure: Error, Sendable, Equatable {
  /// 540, 541 or 542.
  package let code: SDKCode
  package let message: String
  /// The host was asked and did not answer in time.
  package let timedOut: Bool
}
