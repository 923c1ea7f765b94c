import AltcraftEngine
import JSONCodec
import JSONRPC

extension Catalog {
  static let clear = BridgeMethod.barrier(
    "clear",
    "Deletes all data of the app group: configuration, tokens, stored values and pending jobs.",
    details: """
      A barrier: after the answer no request for an earlier call starts, none of its data is on disk, and no \
      event other than 205 reports it. Pending jobs end in state cleared; a request that is being sent may \
      still reach the platform. The background task ends; backgroundTasks.registerBackgroundTask starts it again. \
      Providers, event subscribers and the selected group stay. The files are \
      unlinked, not overwritten.
      """,
    parameters: NoParameters.fields, result: .alwaysTrue,
    failures: [.storageFailed(cause: .ioError), .shuttingDown, .requestCancelled],
    examples: [
      Example(
        "with a pending job",
        given: ExampleSteps.ready + [.init("pushSubscribe", ["requestId": "example-1"])], [:],
        .exactly(true)),
      Example("without data", [:], .exactly(true)),
      Example("no parameters", ["all": true], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, _ throws(EngineError) in
      call.afterReply(try await call.context.engine.clear())
      return true
    })
}
