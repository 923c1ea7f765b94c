/// The source of JWTs.
package enum JWTProvider: Sendable {
  case fixed(Secret)
  case callback(connection: ConnectionID, ask: @Sendable (JWTReason) async -> HostAnswer)

  var isFixed: Bool { if case .fixed = self { true } else { false } }

  /// The connection that is asked; nil for a fixed JWT.
  var connection: ConnectionID? {
    if case .callback(let connection, _) = self { connection } else { nil }
  }
}

/// The reason a JWT is requested.
package enum JWTReason: String, Sendable, CaseIterable {
  /// A call or an attempt needs one.
  case request
  /// The platform refused the last one.
  case rejected
  /// The last one has expired.
  case expired
}
