import AltcraftEngine
import JSONCodec
import JSONRPC

struct SetPushTokenParameters: Sendable {
  enum Encoding: String, Sendable, CaseIterable { case text, hex, base64 }

  var provider: String
  var pushToken: String?
  var encoding: Encoding

  static let fields = ObjectCodec(
    SetPushTokenParameters.init,
    Field(
      "provider", \.provider, SDKConstants.provider,
      """
      The push service that issued the token: ios-apns, ios-firebase or ios-huawei, in any letter case; any \
      other is refused with 473. Example: `"ios-firebase"`.
      """
    ),
    Field(
      "pushToken", \.pushToken, Codec.string.secret.orNull,
      """
      The push token that the push service issued for this device, at most 4096 bytes as it is stored; null or \
      an empty string removes it. Example: `"fcm-token-1"`.
      """),
    Field(
      "encoding", \.encoding, .choice(), default: .text,
      """
      The encoding of `pushToken`: text as it is; hex or base64 for binary tokens, which are stored as \
      lower-case hex. Example: `"hex"`.
      """))
}

extension Catalog {
  static let setPushToken = BridgeMethod.immediate(
    "setPushToken",
    "Sets the push token, for hosts that register no provider.",
    details: """
      Answers false, without an effect, while a provider of any push service is registered. Registering one \
      makes the bridge forget the token, on disk too. A token set after the last provider has left is newer than \
      its tokens: the platform gets it by a token update.
      """,
    parameters: SetPushTokenParameters.fields, result: .bool,
    failures: [.sdk(.providerInvalid), .storageFailed(cause: .noSpace)],
    examples: [
      Example(
        "a text", ["provider": "ios-firebase", "pushToken": "fcm-token-1"], .exactly(true)),
      Example(
        "bytes", ["provider": "ios-apns", "pushToken": "00FFA0", "encoding": "hex"],
        .exactly(true)),
      Example("remove", ["provider": "ios-apns", "pushToken": nil], .exactly(true)),
      Example(
        "while a provider is registered",
        given: [.init("setFCMTokenProvider", ["provider": ["token": "fcm-token-1"]])],
        ["provider": "ios-firebase", "pushToken": "fcm-token-2"], .exactly(false)),
      Example(
        "an unknown provider", ["provider": "pigeon", "pushToken": "x"],
        .error(code: 473, reason: "providerInvalid")),
    ],
    check: { session, parameters throws(EngineError) in
      try Engine.checkPushToken(try token(parameters), parameter: "pushToken")
      _ = try session.engine.provider(parameters.provider, function: "setPushToken")
    },
    run: { call, parameters throws(EngineError) in
      let engine = call.context.engine
      let provider = try engine.provider(parameters.provider, function: "setPushToken")
      return try engine.setPushToken(try token(parameters), for: provider)
    })

  /// Returns the token as it is stored; nil for none.
  private static func token(_ parameters: SetPushTokenParameters) throws(EngineError) -> String? {
    guard let text = parameters.pushToken, !text.isEmpty else { return nil }
    switch parameters.encoding {
    case .text: return text
    case .hex:
      guard let bytes = Hex.decode(text) else {
        throw .invalid(parameter: "pushToken", expected: "an even number of hex digits")
      }
      return Hex.text(bytes)
    case .base64:
      guard let bytes = BinaryText.base64(text) else {
        throw .invalid(parameter: "pushToken", expected: "base64")
      }
      return Hex.text(bytes)
    }
  }

  static let getPushToken = BridgeMethod.waiting(
    "getPushToken",
    "Returns the push token in use, or null if there is none.",
    details: """
      Calls the registered providers in the order of the priority list and returns the first token. Without a \
      provider it returns the token of setPushToken.
      """,
    parameters: NoParameters.fields,
    result: Codec.result(
      "TokenData", "The push token in use and the push service that issued it.", TokenData.init,
      Field(
        "provider", \.provider, SDKConstants.provider, "The push service that issued the token."),
      Field(
        "token", \.token, Codec.string.secret,
        "The push token; a binary one is written in lower-case hex.")
    ).orNull,
    failures: [.shuttingDown],
    examples: [
      Example(
        "a token set by hand",
        given: [
          .init("setPushToken", ["provider": "ios-firebase", "pushToken": "fcm-token-1"])
        ], [:], .exactly(["provider": "ios-firebase", "token": "fcm-token-1"])),
      Example("without one", [:], .exactly(.null)),
      Example(
        "no parameters", ["provider": "ios-apns"], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, _ throws(EngineError) in
      let request = call.context.engine.pushToken()
      return { () async throws(EngineError) in
        let (token, report) = await request()
        call.afterReply(report)
        return token.map { TokenData(provider: $0.provider.rawValue, token: $0.token.reveal()) }
      }
    })
}

private struct TokenData: Sendable {
  var provider: String
  var token: String
}
