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
