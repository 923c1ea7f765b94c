import AltcraftEngine
import JSONCodec
import JSONRPC

struct PriorityListParameters: Sendable {
  var list: [String]

  static let fields = ObjectCodec(
    PriorityListParameters.init,
    Field(
      "list", \.list, .list(of: SDKConstants.provider),
      """
      The push providers to ask for a token, the first one first; an empty list restores the default order. \
      Example: `["ios-huawei", "ios-firebase"]`.
      """))
}

struct DeleteTokenParameters: Sendable {
  var provider: String

  static let fields = ObjectCodec(
    DeleteTokenParameters.init,
    Field(
      "provider", \.provider, SDKConstants.provider,
      """
      The push provider whose token is deleted: ios-firebase or ios-huawei, in any letter case. Example: \
      `"ios-firebase"`.
      """))
}

extension Catalog {
  static let changePushProviderPriorityList = BridgeMethod.immediate(
    "changePushProviderPriorityList",
    "Sets which push providers the bridge asks for a token, and in which order.",
    details: """
      Stored with the configuration; the next initialization overwrites it. If the token in use changes, a job \
      named tokenUpdate reports the new one to the platform.
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
        "an unknown provider", given: ExampleSteps.ready, ["list": ["ios-apns", "pigeon"]],
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
    "Deletes the token of this device at a push provider.",
    details: """
      Calls provider.deleteToken on the host that registered with "callback" and ignores its answer; a fixed \
      token, and one of that provider set by setPushToken, is removed. Nothing is sent to the platform.
      """,
    parameters: DeleteTokenParameters.fields, result: .alwaysTrue,
    failures: [
      .sdk(.providerInvalid), .sdk(.tokenUpdateUnsupported), .storageFailed(cause: .noSpace),
      .shuttingDown,
    ],
    examples: [
      Example(
        "of Firebase",
        given: [.init("setFCMTokenProvider", ["provider": ["token": "fcm-token-1"]])],
        ["provider": "ios-firebase"], .exactly(true)),
      Example("of a provider that is not registered", ["provider": "ios-huawei"], .exactly(true)),
      Example(
        "of APNs", ["provider": "ios-apns"], .error(code: 406, reason: "tokenUpdateUnsupported")),
      Example(
        "an unknown provider", ["provider": "pigeon"],
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
    """
    Deletes the token at the provider in use, requests a new one, and reports it to the platform.
    """,
    details: """
      Answered after the first attempt to report the token; there is none if the token did not change. If the \
      attempt fails and can be retried, delivery continues in the outbox as a job named tokenUpdate. A token set \
      by setPushToken is removed; there is no other to report. Refused under APNs (406), without an update.
      """,
    parameters: NoParameters.fields, result: .alwaysTrue,
    failures: [
      .sdk(.configurationMissing), .sdk(.pushTokenMissing), .sdk(.tokenUpdateUnsupported),
      .sdk(.userTagMissing, data: ["cause": 540]),
      .callbackTimeout(callback: "provider.getJWT"), .storageFailed(cause: .noSpace), .shuttingDown,
      .requestCancelled,
    ],
    examples: [
      Example("the token stays the same", given: ExampleSteps.ready, [:], .exactly(true)),
      Example(
        "no token",
        given: [
          .init(
            "initialization",
            ["configuration": ["apiUrl": "http://127.0.0.1:8090", "rToken": "resource-token"]])
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
