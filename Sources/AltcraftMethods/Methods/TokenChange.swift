import AltcraftEngine
import JSONCodec
import JSONRPC

struct PriorityListParameters: Sendable {
  var list: [String]

  static let fields = ObjectCodec(
    PriorityListParameters.init,
    Field(
      "list", \.list, .list(of: .string),
      "Which providers are asked for a token, in this order; empty for the default order."))
}

struct DeleteTokenParameters: Sendable {
  var provider: String

  static let fields = ObjectCodec(
    DeleteTokenParameters.init,
    Field("provider", \.provider, .string, "ios-firebase or ios-huawei, in any letter case."))
}

extension Catalog {
  static let changePushProviderPriorityList = BridgeMethod.immediate(
    "changePushProviderPriorityList",
    "Changes which push providers are asked for a token, and in which order.",
    details: """
      Stored with the configuration; the next initialization overwrites it with its own. Where another token \
      comes into use by it, the platform is told: a piece of work named tokenUpdate.
      """,
    parameters: PriorityListParameters.fields, result: .alwaysTrue,
    failures: [
      .sdk(.providerInvalid), .sdk(.configurationMissing), .storageFailed(cause: .noSpace),
    ],
    examples: [
      Example(
        "Huawei first", given: ExampleSteps.ready, ["list": ["ios-huawei", "ios-firebase"]],
        .exactly(true)),
      Example("the default order", given: ExampleSteps.ready, ["list": []], .exactly(true)),
      Example(
        "a provider nobody knows", given: ExampleSteps.ready, ["list": ["ios-apns", "pigeon"]],
        .error(code: 473, reason: "providerInvalid")),
      Example(
        "before any configuration", ["list": ["ios-apns"]],
        .error(code: 501, reason: "configurationMissing")),
    ],
    check: { session, parameters throws(EngineError) in
      try session.engine.checkProviderPriorities(parameters.list)
    },
    run: { call, parameters throws(EngineError) in
      call.afterReply(try call.context.engine.setProviderPriorities(parameters.list))
      return true
    })

  static let deleteDeviceToken = BridgeMethod.waiting(
    "deleteDeviceToken",
    "Has a push provider delete the token of this device.",
    details: """
      A host that registered with "callback" is asked (provider.deleteToken), and what it answers does not \
      matter; a token given once and for all is forgotten. The platform is told nothing.
      """,
    parameters: DeleteTokenParameters.fields, result: .alwaysTrue,
    failures: [.sdk(.providerInvalid), .sdk(.tokenUpdateUnsupported), .shuttingDown],
    examples: [
      Example(
        "of Firebase",
        given: [.init("setFCMTokenProvider", ["provider": ["token": "fcm-token-1"]])],
        ["provider": "ios-firebase"], .exactly(true)),
      Example("of a provider that is not registered", ["provider": "ios-huawei"], .exactly(true)),
      Example(
        "of APNs", ["provider": "ios-apns"], .error(code: 406, reason: "tokenUpdateUnsupported")),
      Example(
        "a provider nobody knows", ["provider": "pigeon"],
        .error(code: 473, reason: "providerInvalid")),
    ],
    check: { session, parameters throws(EngineError) in
      _ = try session.engine.deletableProvider(parameters.provider)
    },
    run: { call, parameters throws(EngineError) in
      let delete = try call.context.engine.deleteToken(parameters.provider)
      return { () async throws(EngineError) in
        await delete()
        return true
      }
    })

  static let forcedTokenUpdate = BridgeMethod.waiting(
    "forcedTokenUpdate",
    "Has the provider in use delete its token, asks it for a new one, and tells the platform.",
    details: """
      Answered after the first attempt to tell the platform; when the token is the same there is none. An \
      attempt that failed retryably goes on in the outbox, as work named tokenUpdate.
      """,
    parameters: NoParameters.fields, result: .alwaysTrue,
    failures: [
      .sdk(.configurationMissing), .sdk(.pushTokenMissing), .sdk(.tokenUpdateUnsupported),
      .sdk(.userTagMissing, data: ["cause": 540]),
      .callbackTimeout(callback: "provider.getJWT"), .shuttingDown, .requestCancelled,
    ],
    examples: [
      Example("the token stays the same", given: ExampleSteps.ready, [:], .exactly(true)),
      Example(
        "no token",
        given: [
          .init(
            "initialization",
            ["configuration": ["apiUrl": "http://127.0.0.1:8080", "rToken": "resource-token"]])
        ], [:], .error(code: 502, reason: "pushTokenMissing")),
      Example(
        "under APNs",
        given: ExampleSteps.ready + [
          .init("setAPNSTokenProvider", ["provider": ["token": "apns-token-1"]])
        ], [:], .error(code: 406, reason: "tokenUpdateUnsupported")),
      Example(
        "before any configuration", [:], .error(code: 501, reason: "configurationMissing")),
    ],
    check: { session, _ throws(EngineError) in
      try session.engine.requireConfiguration(function: "forcedTokenUpdate")
    },
    run: { call, _ throws(EngineError) in
      let update = try call.context.engine.forceTokenUpdate()
      return { () async throws(EngineError) in
        try await update()
        return true
      }
    })
}
