import AltcraftEngine
import JSONCodec
import JSONRPC

struct BackgroundTaskParameters: Sendable {
  var intervalSeconds: Double

  static let fields = ObjectCodec(
    BackgroundTaskParameters.init,
    Field(
      "intervalSeconds", \.intervalSeconds, .number(in: 1...31_536_000), default: 10_800,
      """
      The time from the start of one pass to the start of the next, in seconds: from one second to a year, by \
      default three hours. Example: `600`.
      """))
}

extension Catalog {
  static let registerBackgroundTask = BridgeMethod.immediate(
    "backgroundTasks.registerBackgroundTask",
    "Runs a background pass at an interval: a token update, and one attempt for all pending jobs.",
    details: """
      Each pass emits event 208 when it starts and event 209 when all its attempts have ended. If a pass is \
      still running when the next one is due, event 505 is emitted and the next one is skipped. Registering \
      again replaces the interval. `clear` ends the task.
      """,
    parameters: BackgroundTaskParameters.fields, result: .alwaysTrue,
    examples: [
      Example("every three hours", [:], .exactly(true)),
      Example("every ten minutes", ["intervalSeconds": 600], .exactly(true)),
      Example(
        "without a pause", ["intervalSeconds": 0], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      call.context.engine.registerBackgroundTask(every: .seconds(parameters.intervalSeconds))
      return true
    })
}
