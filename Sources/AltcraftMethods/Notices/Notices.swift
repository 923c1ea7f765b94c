import JSONCodec
import JSONRPC

/// What the bridge tells without being asked.
enum Notices {
  static let event = Declaration(
    "event", "Something happened in the SDK: the outcome of work, a refusal, a change.",
    details: """
      `seq` grows by one for each event, `epoch` names the run of the process. Events that a call causes \
      come after the answer to that call.
      """,
    parameters: EventShape.event, result: .null,
    examples: [Example("subscribed", EventShape.sample.objectValue ?? [:], .like(.null))],
    extensions: ["x-direction": "serverToClient"])

  static let gap = Declaration(
    "events.gap", "Events that this subscriber did not get.",
    details: "What was lost can be read with events.list as long as it is kept.",
    parameters: EventShape.gap, result: .null,
    examples: [
      Example(
        "a slow reader",
        ["epoch": "9f2c4b1e", "from": 4, "to": 9, "count": 6, "reason": "overflow"], .like(.null))
    ],
    extensions: ["x-direction": "serverToClient"])

  static let all = [event, gap]

  /// What a client may send without wanting an answer.
  static let fromClient = [
    Declaration(
      "$/cancelRequest",
      "Cancels a request in flight, which is then answered -32800.",
      details: """
        An id that is unknown or over is ignored. Work that has been journaled is not undone; only the wait \
        for its outcome is. Sent as a request it is answered true.
        """,
      parameters: [
        FieldInfo(
          name: "id", doc: "The id of the request.", isRequired: true,
          schema: Schema(["type": ["string", "number", "null"]]))
      ], result: .null, extensions: ["x-direction": "clientToServer"])
  ]
}
