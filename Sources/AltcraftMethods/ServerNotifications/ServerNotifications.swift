import JSONCodec
import JSONRPC

/// The notifications of the bridge.
enum ServerNotifications {
  static let event = MethodDescription(
    "event", "Reports an event of the SDK: the outcome of a job, a refusal or a change.",
    details: """
      `seq` grows by one for each event, `epoch` identifies the run of the process. Events that a call causes \
      come after the answer to that call.
      """,
    parameters: EventSchema.event, result: .null,
    examples: [Example("subscribed", EventSchema.sample.objectValue ?? [:], .like(.null))],
    extensions: ["x-direction": "serverToClient"])

  static let gap = MethodDescription(
    "events.gap", "Reports events that this subscriber did not receive.",
    details: "`events.list` returns missing events as long as they are kept.",
    parameters: EventSchema.gap, result: .null,
    examples: [
      Example(
        "a slow reader",
        ["epoch": "9f2c4b1e", "from": 4, "to": 9, "count": 6, "reason": "overflow"], .like(.null))
    ],
    extensions: ["x-direction": "serverToClient"])

  static let outcome = MethodDescription(
    "outcome", "Reports the outcome of a job to a connection that called outcomes.subscribe.",
    details:
      "Outcomes arrive in the order of their numbers; `outcomes.gap` reports missing ones.",
    parameters: OutcomeSchema.fields, result: .null,
    examples: [Example("subscribed", OutcomeSchema.sample.objectValue ?? [:], .like(.null))],
    extensions: ["x-direction": "serverToClient"])

  static let outcomeGap = MethodDescription(
    "outcomes.gap",
    "Reports outcomes that this subscriber does not get, or that it has another history.",
    parameters: OutcomeSchema.gap, result: .null,
    examples: [
      Example(
        "after a long absence", ["epoch": "9f2c4b1e", "from": 4, "to": 9, "reason": "notKept"],
        .like(.null)),
      Example(
        "an older copy of the data directory",
        ["epoch": "9f2c4b1e", "from": 1, "to": 0, "reason": "rolledBack"], .like(.null)),
    ],
    extensions: ["x-direction": "serverToClient"])

  static let simulatedPush = MethodDescription(
    "push.simulated",
    "Reports a push of a simulated platform to a connection that called push.simulated.subscribe.",
    details: """
      Pass `message` to takePush, as if the device had received it. A push may come twice, as on a device.
      """,
    parameters: SimulatedPushSchema.fields, result: .null,
    examples: [
      Example(
        "a push of a campaign",
        ["campaign": "c1", "number": 1_700_000_000_000, "message": PushSamples.device],
        .like(.null))
    ],
    extensions: ["x-direction": "serverToClient"])

  static let trace = MethodDescription(
    "trace",
    "Reports a message or a step of a job to a connection that called trace.subscribe.",
    details: """
      The members after `kind` depend on it. The notifications `trace` and `trace.gap` are not reported. Secrets are \
      covered as in `--trace-wire`. An answer to a call before the subscription is covered as a whole.
      """,
    parameters: TraceSchema.fields, result: .null,
    examples: [
      Example("a call", TraceSchema.message.objectValue ?? [:], .like(.null)),
      Example("an answer of the platform", TraceSchema.step.objectValue ?? [:], .like(.null)),
    ],
    extensions: ["x-direction": "serverToClient"])

  static let traceGap = MethodDescription(
    "trace.gap", "Reports items of the trace that this subscriber did not receive.",
    parameters: EventSchema.gap, result: .null,
    examples: [
      Example(
        "a slow reader",
        ["epoch": "9f2c4b1e", "from": 4, "to": 9, "count": 6, "reason": "overflow"], .like(.null))
    ],
    extensions: ["x-direction": "serverToClient"])

  static let all = [event, gap, outcome, outcomeGap, trace, traceGap, simulatedPush]

  /// The notifications that a client may send.
  static let fromClient = [
    MethodDescription(
      "$/cancelRequest",
      "Cancels a request in flight, which is then answered with -32800.",
      details: """
        An unknown id, or that of an answered request, is ignored. A stored job is not undone; only the wait for \
        its outcome ends. Sent as a request it is answered with true.
        """,
      parameters: [
        FieldInfo(
          name: "id", doc: "The id of the request to cancel, as it was sent. Example: `7`.",
          isRequired: true,
          schema: Schema(["type": ["string", "number", "null"]]))
      ], result: .null, extensions: ["x-direction": "clientToServer"])
  ]
}
