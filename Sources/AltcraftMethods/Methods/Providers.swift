import AltcraftEngine
import JSONCodec
import JSONRPC

extension Catalog {
  static let setJWTProvider = BridgeMethod.immediate(
    "setJWTProvider", aliases: ["nse.setJWTProvider"],
    "Says where the JWT of the current user comes from.",
    details: """
      With "callback" this connection is asked by provider.getJWT whenever one is needed; the latest \
      registration wins and goes with its connection. A JWT is judged when it is used, so any text is \
      accepted here. Under a resource token no JWT is needed.
      """,
    parameters: ProviderParameters.fields, result: .alwaysTrue,
    examples: [
      Example("ask me", ["provider": "callback"], .exactly(true)),
      Example(
        "this one", ["provider": ["token": "eyJhbGciOiJub25lIn0.eyJtYXRjaGluZyI6Int9In0.sig"]],
        .exactly(true)),
      Example("none", ["provider": nil], .exactly(true)),
      Example(
        "something else", ["provider": 7], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      let session = call.context
      switch parameters.provider {
      case .none: session.engine.setJWTProvider(nil)
      case .fixed(let token): session.engine.setJWTProvider(.fixed(token))
      case .callback:
        session.engine.setJWTProvider(
          .callback(connection: session.id) { [weak session] reason in
            await session?.ask(Callbacks.getJWT, Callbacks.GetJWT(reason: reason)) ?? .none
          })
        session.registered()
      }
      return true
    })

  static let setAPNSTokenProvider = tokenProvider("setAPNSTokenProvider", .iosAPNS, "APNs")
  static let setFCMTokenProvider = tokenProvider("setFCMTokenProvider", .iosFirebase, "Firebase")
  static let setHMSTokenProvider = tokenProvider("setHMSTokenProvider", .iosHuawei, "Huawei")

  private static func tokenProvider(
    _ name: String, _ provider: PushProvider, _ service: String
  ) -> BridgeMethod {
    .immediate(
      name,
      "Says where push tokens of \(service) (\(provider.rawValue)) come from.",
      details: """
        Registering asks nothing: a token is resolved when it is needed, and event 201 follows when it \
        differs from the last one reported.
        """,
      parameters: ProviderParameters.fields, result: .alwaysTrue,
      examples: [
        Example("ask me", ["provider": "callback"], .exactly(true)),
        Example("this one", ["provider": ["token": "push-token-1"]], .exactly(true)),
        Example("none", ["provider": nil], .exactly(true)),
        Example(
          "a token without its object", ["provider": "push-token-1"],
          .error(code: -32602, reason: "invalidParams")),
      ],
      run: { call, parameters throws(EngineError) in
        let session = call.context
        switch parameters.provider {
        case .none: session.engine.setTokenSource(nil, for: provider)
        case .fixed(let token): session.engine.setTokenSource(.fixed(token), for: provider)
        case .callback:
          session.engine.setTokenSource(
            .callback(
              connection: session.id,
              host: TokenHost(
                token: { [weak session] provider in
                  await session?.ask(
                    Callbacks.getToken, Callbacks.OfProvider(provider: provider.rawValue)) ?? .none
                },
                deleteToken: { [weak session] provider in
                  _ = await session?.answer(
                    to: Callbacks.deleteToken, Callbacks.OfProvider(provider: provider.rawValue))
                })), for: provider)
          session.registered()
        }
        return true
      })
  }
}
