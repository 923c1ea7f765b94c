import AltcraftEngine
import JSONCodec
import JSONRPC

extension Catalog {
  private static let exampleJWT = "eyJhbGciOiJub25lIn0.eyJtYXRjaGluZyI6Int9In0.sig"

  static let setJWTProvider = BridgeMethod.immediate(
    "setJWTProvider", aliases: ["nse.setJWTProvider"],
    "Sets how the bridge gets the current user's JWT.",
    details: """
      With "callback" the bridge calls provider.getJWT on this connection whenever it needs a JWT. The latest \
      registration whose connection is open is used, callback or fixed token. A fixed token outlives its connection: \
      it is used again while no open connection has a registration. null ends the registration of this connection, \
      and a fixed token whose connection has closed. A fixed JWT that has expired leaves it to the registration \
      before it. A JWT is checked when it is used, so any string is accepted here. \
      An expired JWT still names the user: calls are accepted, and their jobs wait for a valid JWT of that \
      user. provider.getJWT says what a JWT must hold. With a resource token no JWT is needed.
      """,
    parameters: ProviderParameters.fields(example: exampleJWT), result: .alwaysTrue,
    examples: [
      Example("a callback", ["provider": "callback"], .exactly(true)),
      Example(
        "a fixed token", ["provider": ["token": .string(exampleJWT)]],
        .exactly(true)),
      Example("without one", ["provider": nil], .exactly(true)),
      Example(
        "a wrong type", ["provider": 7], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      let session = call.context
      switch parameters.provider {
      case .none: session.engine.setJWTProvider(nil, by: session.id)
      case .fixed(let token):
        session.registerFixed { session.engine.setJWTProvider(.fixed(token), by: session.id) }
      case .callback:
        let provider = JWTProvider.callback(connection: session.id) { [weak session] reason in
          await session?.request(Callbacks.getJWT, Callbacks.GetJWT(reason: reason)) ?? .none
        }
        session.register { session.engine.setJWTProvider(provider) }
      }
      return true
    })

  static let setAPNSTokenProvider = tokenProvider(
    "setAPNSTokenProvider", .iosAPNS, "APNs", token: "apns-token-1")
  static let setFCMTokenProvider = tokenProvider(
    "setFCMTokenProvider", .iosFirebase, "Firebase", token: "fcm-token-1")
  static let setHMSTokenProvider = tokenProvider(
    "setHMSTokenProvider", .iosHuawei, "Huawei", token: "hms-token-1")

  private static func tokenProvider(
    _ name: String, _ provider: PushProvider, _ service: String, token: String
  ) -> BridgeMethod {
    .immediate(
      name,
      "Sets how the bridge gets push tokens of \(service) (\(provider.rawValue)).",
      details: """
        Registering requests no token. The bridge requests one when it needs it, and emits event 201 when it \
        differs from the last one reported. A token has at most 4096 bytes. The latest registration whose \
        connection is open is used, callback or fixed token. A fixed token outlives its connection: it is used again \
        while no open connection has a registration. null ends the registration of this connection, and a fixed token \
        whose connection has closed. Registering makes the bridge forget a token set by setPushToken. While no provider \
        is connected, a fixed token that is older than the last one from a provider does not replace the token that \
        the platform has.
        """,
      parameters: ProviderParameters.fields(example: token), result: .alwaysTrue,
      failures: [.storageFailed(cause: .noSpace)],
      examples: [
        Example("a callback", ["provider": "callback"], .exactly(true)),
        Example("a fixed token", ["provider": ["token": .string(token)]], .exactly(true)),
        Example("without one", ["provider": nil], .exactly(true)),
        Example(
          "a token without its object", ["provider": .string(token)],
          .error(code: -32602, reason: "invalidParams")),
      ],
      check: { _, parameters throws(EngineError) in
        guard case .fixed(let token) = parameters.provider else { return }
        try Engine.checkPushToken(token.reveal(), parameter: "provider.token")
      },
      run: { call, parameters throws(EngineError) in
        let session = call.context
        switch parameters.provider {
        case .none: try session.engine.setTokenSource(nil, for: provider, by: session.id)
        case .fixed(let token):
          try session.registerFixed { () throws(EngineError) in
            try session.engine.setTokenSource(.fixed(token), for: provider, by: session.id)
          }
        case .callback:
          let host = TokenHost(
            token: { [weak session] provider in
              await session?.request(
                Callbacks.getToken, Callbacks.OfProvider(provider: provider.rawValue)) ?? .none
            },
            deleteToken: { [weak session] provider in
              _ = await session?.answer(
                to: Callbacks.deleteToken, Callbacks.OfProvider(provider: provider.rawValue))
            })
          try session.register { () throws(EngineError) in
            try session.engine.setTokenSource(
              .callback(connection: session.id, host: host), for: provider)
          }
        }
        return true
      })
  }
}
