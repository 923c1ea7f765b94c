import AltcraftEngine
import JSONCodec
import JSONRPC

/// What the bridge asks of the host. Whoever registered with "callback" is asked; the latest one wins.
enum Callbacks {
  struct GetJWT: Sendable {
    var reason: JWTReason
  }

  static let getJWT = Callback(
    "provider.getJWT",
    "Asks for the JWT of the current user.",
    details: """
      Asked of the connection that called setJWTProvider with "callback". Calls and attempts that wait at \
      the same moment share one answer; nothing is remembered beyond that. An error, null and an empty \
      text count as no JWT; an answer that comes late is ignored.
      """,
    parameters: ObjectCodec(
      GetJWT.init,
      Field(
        "reason", \.reason, .choice(),
        "\"request\": one is needed; \"rejected\": the platform refused the last one; \"expired\": the "
          + "last one is over.")),
    answer: Codec.string.secret.orNull,
    examples: [
      Example(
        "a user is signed in", ["reason": "request"],
        .like("eyJhbGciOiJub25lIn0.eyJtYXRjaGluZyI6Int9In0.sig")),
      Example("nobody is signed in", ["reason": "request"], .like(.null)),
    ])

  struct OfProvider: Sendable {
    var provider: String

    static let fields = ObjectCodec(
      OfProvider.init,
      Field("provider", \.provider, .string, "ios-apns, ios-firebase or ios-huawei."))
  }

  static let getToken = Callback(
    "provider.getToken",
    "Asks for the push token of one provider.",
    details: """
      Asked up to three times, a second apart, as long as it does not yield a token. An error, null, an \
      empty text and one of more than 4096 bytes count as no token.
      """,
    parameters: OfProvider.fields,
    answer: Codec.string.secret.orNull,
    examples: [
      Example("a token", ["provider": "ios-firebase"], .like("fcm-token-1")),
      Example("none yet", ["provider": "ios-firebase"], .like(.null)),
    ])

  static let deleteToken = Callback(
    "provider.deleteToken",
    "Asks for the push token of one provider to be deleted, so that the next one is another.",
    details:
      "Whether it was does not matter: the bridge goes on when this is answered, or its time is over.",
    parameters: OfProvider.fields,
    answer: Codec.bool,
    examples: [
      Example("deleted", ["provider": "ios-firebase"], .like(true)),
      Example("there was none", ["provider": "ios-huawei"], .like(false)),
    ])

  static let all: [Declaration] = [
    getJWT.declaration, getToken.declaration, deleteToken.declaration,
    requestAuthorization.declaration,
    onForegroundNotification.declaration, onNotificationClick.declaration,
  ]
}
