import AltcraftEngine
import JSONCodec
import JSONRPC

struct StatusForProviderParameters: Sendable {
  var provider: String?

  static let fields = ObjectCodec(
    StatusForProviderParameters.init,
    Field(
      "provider", \.provider, optional: SDKConstants.provider,
      """
      The push provider of the subscription: ios-apns, ios-firebase or ios-huawei, in any letter case. Without \
      it: the provider of the token in use. Example: `"ios-firebase"`.
      """
    ))
}

extension Catalog {
  static let unSuspendPushSubscription = BridgeMethod.waiting(
    "unSuspendPushSubscription",
    """
    Hands the device over to the current user: resumes their subscriptions and suspends those of other users.
    """,
    details: """
      Sent immediately; not stored and not retried. The answer is null if the platform did not answer or the \
      request could not be built; an event gives the reason. If the answer has no subscription, call \
      pushSubscribe.
      """,
    parameters: NoParameters.fields, result: reply,
    failures: statusFailures,
    examples: [
      Example(
        "logged in for the first time: there is nothing to resume, subscribe",
        given: ExampleSteps.anonymous + [.logIn(SampleJWT.registered)], [:],
        .exactly(["httpCode": 200, "response": ["error": 0, "errorText": "", "profile": nil]])),
      Example(
        "logged out again: the subscription of before is resumed",
        given: ExampleSteps.anonymous + [
          .logIn(SampleJWT.registered), .init("unSuspendPushSubscription"),
          .init("pushSubscribe", ["wait": "outcome"]), .logIn(SampleJWT.anonymous),
        ], [:], .like(sampleResumed)),
      Example(
        "before any configuration", [:], .error(code: 501, reason: "configurationMissing")),
    ],
    check: { session, _ throws(EngineError) in
      try session.engine.requireConfiguration(function: "unSuspendPushSubscription")
    },
    run: { call, _ throws(EngineError) in
      try call.sending(.unsuspend, function: "unSuspendPushSubscription", token: .current) {
        context throws(SDKCode) in
        guard let token = context.token else { throw .pushTokenMissing }
        return PlatformRequest(
          path: "/subscription/push/unsuspend/",
          query: [
            ("provider", token.provider.rawValue),
            ("matching_mode", context.authorization.matchingMode),
            ("subscription_id", token.token.reveal()),
          ],
          content: .json([
            "subscription": [
              "subscription_id": .string(token.token.reveal()),
              "provider": .string(token.provider.rawValue),
            ],
            "replace": true,
          ]))
      }
    })

  static let getStatusOfLatestSubscription = status(
    "getStatusOfLatestSubscription", "Returns the latest subscription of the user's profile.",
    token: .none
  ) { _ in (nil, nil) }

  static let getStatusForCurrentSubscription = status(
    "getStatusForCurrentSubscription", "Returns the subscription of the push token in use.",
    token: .saved
  ) { token in (token?.provider, token) }

  static let getStatusOfLatestSubscriptionForProvider = BridgeMethod.waiting(
    "getStatusOfLatestSubscriptionForProvider",
    "Returns the latest subscription of the user's profile with one push provider.",
    details: statusDetails + " Asks for no token if `provider` is given. " + savedTokenDetails,
    parameters: StatusForProviderParameters.fields, result: reply,
    failures: [.sdk(.providerInvalid)] + statusFailures,
    examples: [
      Example(
        "of one provider", given: ExampleSteps.ready, ["provider": "ios-firebase"],
        .like(sampleReply)),
      Example(
        "of an unknown provider", given: ExampleSteps.ready, ["provider": "pigeon"],
        .error(code: 473, reason: "providerInvalid")),
    ],
    check: { session, parameters throws(EngineError) in
      let function = "getStatusOfLatestSubscriptionForProvider"
      _ = try parameters.provider.map { name throws(EngineError) in
        try session.engine.provider(name, function: function)
      }
      try session.engine.requireConfiguration(function: function)
    },
    run: { call, parameters throws(EngineError) in
      let given = parameters.provider.flatMap(PushProvider.init(name:))
      return try call.status(
        "getStatusOfLatestSubscriptionForProvider", token: given == nil ? .saved : .none
      ) { token in
        (given ?? token?.provider, nil)
      }
    })

  private static func status(
    _ name: String, _ summary: String, token: Engine.DirectToken,
    _ subject: @escaping @Sendable (PushToken?) -> (PushProvider?, PushToken?)
  ) -> BridgeMethod {
    let tokenDetails = token == .none ? "Asks for no push token." : savedTokenDetails
    return .waiting(
      name, summary, details: statusDetails + " " + tokenDetails, parameters: NoParameters.fields,
      result: reply,
      failures: statusFailures,
      examples: [
        Example("of a new device", given: ExampleSteps.ready, [:], .like(sampleReply)),
        Example(
          "before any configuration", [:], .error(code: 501, reason: "configurationMissing")),
      ],
      check: { session, _ throws(EngineError) in
        try session.engine.requireConfiguration(function: name)
      },
      run: { call, _ throws(EngineError) in
        try call.status(name, token: token, subject)
      })
  }

  private static let statusDetails = """
    Sent immediately; not stored and not retried. The answer is null if the platform did not answer or the \
    request could not be built; an event gives the reason.
    """

  /// The use of push tokens, of a status call that needs one.
  private static let savedTokenDetails = """
    The token is the one that the platform has; the providers are asked, once, only if there is none.
    """

  private static let statusFailures: [RPCError] = [
    .sdk(.configurationMissing), .callbackTimeout(callback: "provider.getJWT"), .shuttingDown,
  ]

  /// The answer of the platform as the engine has written it, or null.
  private static let reply = Codec<JSON>(
    ResponseSchema.schema.orNull, expected: "", decode: { json throws(Invalid) in json },
    encode: { value, writer in writer.value(value) })

  private static let sampleResumed: JSON = [
    "httpCode": 200,
    "response": [
      "error": 0, "errorText": "",
      "profile": [
        "id": "1", "status": "subscribed", "isTest": false,
        "subscription": [
          "subscriptionId": "fcm-token-1", "hashId": "8a1f", "provider": "ios-firebase",
          "status": "subscribed", "fields": ["_os": "IOS"], "cats": [],
        ],
      ],
    ],
  ]

  private static let sampleReply: JSON = [
    "httpCode": 200, "response": ["error": 0, "errorText": "", "profile": nil],
  ]
}

extension Call {
  /// Makes one request with the current settings. Its answer is that of the call, and its events follow.
  fileprivate func sending(
    _ operation: AltcraftEngine.Operation, function: String, token: Engine.DirectToken,
    _ build: @escaping @Sendable (Engine.DirectContext) throws(SDKCode) -> PlatformRequest
  ) throws(EngineError) -> BridgeMethod.Rest<JSON> {
    let engine = context.engine
    let send = try engine.request(operation, function: function, token: token, build)
    return { [self] () async throws(EngineError) in
      let outcome = try await send()
      afterReply { for event in outcome.events { engine.emit(event) } }
      return outcome.reply?.json ?? .null
    }
  }

  /// Asks the platform for the status of the subject that `subject` derives from the token.
  fileprivate func status(
    _ function: String, token: Engine.DirectToken,
    _ subject: @escaping @Sendable (PushToken?) -> (PushProvider?, PushToken?)
  ) throws(EngineError) -> BridgeMethod.Rest<JSON> {
    try sending(.status, function: function, token: token) { direct throws(SDKCode) in
      let (provider, token) = subject(direct.token)
      return PlatformRequest(
        path: "/subscription/push/status/",
        query: [
          ("matching_mode", direct.authorization.matchingMode),
          ("provider", provider?.rawValue), ("subscription_id", token?.token.reveal()),
        ], content: .none)
    }
  }
}

/// The JWTs of two users of one device, in two databases. They are unsigned; only a simulated platform
/// accepts them.
private enum SampleJWT {
  /// Database 1, matching email, a@b.c.
  static let anonymous =
    "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJtYXRjaGluZyI6IntcImRiX2lkXCI6MSxcIm1hdGNoaW5nXCI6XCJlbWFpbFwiLFwiZW1haWxcIjpcImFAYi5jXCJ9In0.sig"
  /// Database 2, matching profile_id, p123.
  static let registered =
    "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJtYXRjaGluZyI6IntcImRiX2lkXCI6MixcIm1hdGNoaW5nXCI6XCJwcm9maWxlX2lkXCIsXCJwcm9maWxlX2lkXCI6XCJwMTIzXCJ9In0.sig"
}

extension Example.Step {
  fileprivate static func logIn(_ jwt: String) -> Example.Step {
    .init("setJWTProvider", ["provider": ["token": .string(jwt)]])
  }
}

extension ExampleSteps {
  /// The steps that subscribe an anonymous user.
  fileprivate static let anonymous: [Example.Step] = [
    .init("initialization", ["configuration": ["apiUrl": "http://127.0.0.1:8090"]]),
    .init("setPushToken", ["provider": "ios-firebase", "pushToken": "fcm-token-1"]),
    .logIn(SampleJWT.anonymous), .init("pushSubscribe", ["wait": "outcome"]),
  ]
}
