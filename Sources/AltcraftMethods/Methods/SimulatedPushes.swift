import AltcraftEngine
import JSONCodec
import JSONRPC

extension Catalog {
  static let simulatedPushSubscribe = BridgeMethod.waiting(
    "push.simulated.subscribe",
    "Asks for the pushes of a simulated platform: each comes as a notification `push.simulated`.",
    details: """
      For tests without a device: `apiUrl` must be the address of `altcraft-bridge platform` on this machine. The \
      pushes are those for the token of the subscription that was delivered last; pushes that were sent before this \
      call come first. A subscription ends with its connection.
      """,
    parameters: NoParameters.fields, result: .alwaysTrue,
    failures: [.sdk(.configurationMissing), .noSimulator(), .shuttingDown],
    examples: [
      Example("from now on", given: ExampleSteps.ready, [:], .exactly(true)),
      Example(
        "a real platform",
        given: [
          .init(
            "initialization",
            ["configuration": ["apiUrl": "https://platform.example", "rToken": "r-token-1"]])
        ], [:], .error(code: -32017, reason: "noSimulator")),
      Example(
        "before any configuration", [:], .error(code: 501, reason: "configurationMissing")),
    ],
    check: { session, _ throws(EngineError) in
      _ = try session.engine.simulatedPlatform(function: "push.simulated.subscribe")
    },
    run: { call, _ throws(EngineError) in
      let session = call.context
      let platform = try session.engine.simulatedPlatform(function: "push.simulated.subscribe")
      return { () async throws(EngineError) in
        try await platform.check()
        call.afterReply { session.register { session.service.simulation.add(session) } }
        return true
      }
    })

  static let simulatedPushUnsubscribe = BridgeMethod.immediate(
    "push.simulated.unsubscribe",
    "Ends this connection's subscription to the pushes of a simulated platform.",
    parameters: NoParameters.fields, result: .alwaysTrue,
    examples: [
      Example("remove", [:], .exactly(true)),
      Example("no parameters", ["token": "t"], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, _ throws(EngineError) in
      call.context.service.simulation.remove(call.context.id)
      return true
    })
}
