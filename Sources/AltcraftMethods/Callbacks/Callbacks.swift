import AltcraftEngine
import JSONCodec
import JSONRPC

/// The callbacks of the bridge. The connection that registered last with "callback" is asked.
enum Callbacks {
  struct GetJWT: Sendable {
    var reason: JWTReason
  }

  static let getJWT = Callback(
    "provider.getJWT",
    "Requests the JWT of the current user.",
    details: """
      Sent to the connection that called setJWTProvider with "callback". Calls and attempts that wait at the \
      same moment share one answer; it is not cached beyond that. An error, null and an empty string count as no \
      JWT; a late answer is ignored.

      The payload of the JWT must have the claim `matching`: an object, or a string with the JSON of one. Its \
      members: `db_id`, the number of the database; `matching`, how the profile is found; and its identifiers: \
      `email` for "email", `phone` for "phone", `profile_id` for "profile_id", `field_name` and `field_value` \
      for "custom", `provider` and `subscription_id` for "push_sub". The claim `exp`, in seconds since 1970, is \
      optional. The JWT and its payload have at most 16 KiB each. The platform checks the signature.
      """,
    parameters: ObjectCodec(
      GetJWT.init,
      Field(
        "reason", \.reason, .choice(),
        """
        The reason of the request: request if a JWT is needed, rejected if the platform refused the last one, \
        expired if the last one has expired.
        """)),
    answer: Codec.string.secret.orNull,
    examples: [
      Example(
        "a user is signed in", ["reason": "request"],
        .like("eyJhbGciOiJub25lIn0.eyJtYXRjaGluZyI6Int9In0.sig")),
      Example("no user is signed in", ["reason": "request"], .like(.null)),
    ])

  struct OfProvider: Sendable {
    var provider: String

    static let fields = ObjectCodec(
      OfProvider.init,
      Field(
        "provider", \.provider, SDKConstants.provider,
        "The push provider: ios-apns, ios-firebase or ios-huawei. Example: `\"ios-firebase\"`."))
  }

  static let getToken = Callback(
    "provider.getToken",
    "Requests the push token of one provider.",
    details: """
      Sent up to three times, one second apart, until there is a token. An error, null, an empty string and a \
      token of more than 4096 bytes count as no token.
      """,
    parameters: OfProvider.fields,
    answer: Codec.string.secret.orNull,
    examples: [
      Example("a token", ["provider": "ios-firebase"], .like("fcm-token-1")),
      Example("none yet", ["provider": "ios-firebase"], .like(.null)),
    ])

  static let deleteToken = Callback(
    "provider.deleteToken",
    """
    Requests the deletion of the push token of one provider, so that the provider issues a new one.
    """,
    details:
      "The bridge ignores the value: it continues after any answer, or after the time limit.",
    parameters: OfProvider.fields,
    answer: Codec.bool,
    examples: [
      Example("deleted", ["provider": "ios-firebase"], .like(true)),
      Example("there was none", ["provider": "ios-huawei"], .like(false)),
    ])

  static let all: [MethodDescription] = [
    getJWT.declaration, getToken.declaration, deleteToken.declaration,
    requestAuthorization.declaration,
    onForegroundNotification.declaration, onNotificationClick.declaration,
  ]
}
