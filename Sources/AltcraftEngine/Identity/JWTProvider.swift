/// The source of JWTs.
package enum JWTProvider: Sendable {
  case fixed(Secret)
  case callback(connection: ConnectionID, ask: @Sendable (JWTReason) async -> HostAnswer)
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
