import AltcraftEngine
import JSONCodec
import JSONRPC

struct BackgroundTaskParameters: Sendable {
  var intervalSeconds: Double

  static let fields = ObjectCodec(
    BackgroundTaskParameters.init,
    Field(
      "intervalSeconds", \.intervalSeconds, .number(in: 1...31_536_000), default: 10_800,
      "How often, in seconds, from one second to a year; three hours by default."))
}

extension Catalog {
  static let registerBackgroundTask = BridgeMethod.immediate(
    "backgroundTasks.registerBackgroundTask",
    "Makes a background pass every so often: a token update, and one attempt at all that waits.",
    details: """
      Each pass begins with event 208 and ends with event 209, when all it tried has ended. A pass that is \
      not over when the next is due is event 505, and takes its place. Registering again replaces the \
      interval.
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
