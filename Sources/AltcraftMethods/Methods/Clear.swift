import AltcraftEngine
import JSONCodec
import JSONRPC

extension Catalog {
  static let clear = BridgeMethod.barrier(
    "clear",
    "Forgets all data of the app group: configuration, tokens, stored values, pending work.",
    details: """
      A barrier: once it is answered no request for an earlier call begins, none of it is on disk, and no \
      event tells of it except 205. Work that was pending ends as cleared; one request that is on the wire \
      may still reach the platform. Providers, event subscribers and the selected group stay. The files are \
      unlinked, not overwritten.
      """,
    parameters: NoParameters.fields, result: .alwaysTrue,
    failures: [.storageFailed(cause: .ioError), .shuttingDown, .requestCancelled],
    examples: [
      Example(
        "with work that was pending",
        given: ExampleSteps.ready + [.init("pushSubscribe", ["requestId": "example-1"])], [:],
        .exactly(true)),
      Example("nothing there", [:], .exactly(true)),
      Example("no parameters", ["all": true], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, _ throws(EngineError) in
      call.afterReply(try await call.context.engine.clear())
      return true
    })
}
