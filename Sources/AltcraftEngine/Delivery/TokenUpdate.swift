import JSONCodec

/// The job kind of `push/update`. It has no method: the engine makes the job if the current token is not the
/// one that the platform knows.
package enum TokenUpdate {
  package static let method = "tokenUpdate"

  package static let kind = JobKind(
    method: method, operation: .tokenUpdate, lane: .state, hasPriority: true,
    savedToken: { body, _ in newToken(body) }
  ) { body, context in
    guard let new = newToken(body) else { preconditionFailure("a token update has a new token") }
    return TokenUpdateRequest(from: body["old"].flatMap(PushToken.init), to: new)
      .request(sync: context.configuration.rToken != nil)
  }

  static func body(from old: PushToken, to new: PushToken) -> JSONObject {
    ["old": old.json, "new": new.json]
  }

  static func newToken(_ body: JSONObject) -> PushToken? { body["new"].flatMap(PushToken.init) }
}
