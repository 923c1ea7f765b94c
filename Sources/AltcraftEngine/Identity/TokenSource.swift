/// The source of push tokens of one provider.
package enum TokenSource: Sendable {
  case fixed(Secret)
  case callback(connection: ConnectionID, host: TokenHost)

  var isFixed: Bool { if case .fixed = self { true } else { false } }

  /// The connection that is asked; nil for a fixed token.
  var connection: ConnectionID? {
    if case .callback(let connection, _) = self { connection } else { nil }
  }
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
