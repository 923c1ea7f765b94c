import AltcraftEngine
import JSONCodec

/// The shape of an item of the trace. The engine writes the members of jobs, the recording of messages the others.
enum TraceSchema {
  static let step: JSON = [
    "epoch": "9f2c4b1e", "seq": 4, "at": 1_795_176_000_123_456, "kind": "job",
    "requestId": "order-7", "method": "mobileEvent", "user": "5f1d7a84", "appGroup": "default",
    "step": "answer", "attempt": 1, "httpCode": 200, "failure": nil, "durationUs": 48_210,
    "platformTime": 1_795_176_000_000_000,
  ]

  static let message: JSON = [
    "epoch": "9f2c4b1e", "seq": 1, "at": 1_795_176_000_123_456, "kind": "wire", "connection": 3,
    "transport": "unix", "event": "message", "direction": "received", "bytes": 50,
    "message": ["jsonrpc": "2.0", "id": 1, "method": "bridge.ping"],
  ]

  /// The members of an item. The first one also declares their type, so that generated clients have it.
  static let fields: [FieldInfo] = {
    var fields = stream + wire + job
    let item = ObjectSchema.named(
      "TraceItem", "An item of the trace: a message of a connection, or a step of a job.", fields)
    fields[0] = FieldInfo(
      name: fields[0].name, doc: fields[0].doc, isRequired: true,
      schema: Schema(ObjectSchema.text, referringTo: [item]))
    return fields
  }()

  private static let stream: [FieldInfo] = [
    ObjectSchema.field(
      "epoch",
      "The id of the run of the process that counts `seq`. Example: `\"9f2c4b1e\"`.",
      ObjectSchema.text),
    ObjectSchema.field(
      "seq", "The number of the item in this run. Example: `17`.", ObjectSchema.integer),
    ObjectSchema.field(
      "at", "The time of the item, in microseconds since 1970. Example: `1795176000123456`.",
      ObjectSchema.integer),
    ObjectSchema.field(
      "kind", "The kind: wire for an event of a connection, job for a step of a job.",
      choice(TraceHub.Kind.allCases.map(\.rawValue))),
  ]

  private static let wire: [FieldInfo] = [
    optional(
      "connection",
      """
      The number of the connection: that of the event, or of the call that was accepted; null for a job of the \
      bridge itself. Example: `3`.
      """, ObjectSchema.integerOrNull),
    optional("transport", "Wire: the transport. Example: `\"unix\"`.", ObjectSchema.text),
    optional(
      "event", "Wire: the event of the connection.",
      choice(["opened", "message", "dropped", "fault", "inputEnded", "closed"])),
    optional(
      "direction", "Message: received from the client, or sent to it.",
      choice(["received", "sent"])),
    optional("bytes", "Message: its size. Example: `50`.", ObjectSchema.integer),
    FieldInfo(
      name: "message",
      doc: """
        Message: the message, with secrets covered; null for one that is longer than the limit traceMessageBytes. \
        Absent with `fault`.
        """, isRequired: false, schema: .any),
    FieldInfo(
      name: "outline",
      doc: """
        Message, if it is longer than the limit: its id, its method, and in `answer` whether it has a result or an \
        error; of a batch a list of these. Absent if this is longer than 1024 bytes. \
        Example: `{"id":7,"answer":"result"}`.
        """, isRequired: false, schema: .any),
    optional(
      "fault", "The reason why the data is not a message. Example: `\"not JSON at byte 4\"`.",
      ObjectSchema.text),
    FieldInfo(
      name: "peer", doc: "Opened: the process at the other end, if the transport knows it.",
      isRequired: false,
      schema: ObjectSchema.record([
        optional("pid", "The id of the process. Example: `4711`.", ObjectSchema.integer),
        optional("uid", "The id of its user. Example: `1000`.", ObjectSchema.integer),
      ])),
  ]

  private static let job: [FieldInfo] = [
    optional("requestId", "Job: its id. Example: `\"order-7\"`.", ObjectSchema.text),
    optional(
      "method", "Job: the method of the call, or tokenUpdate. Example: `\"mobileEvent\"`.",
      ObjectSchema.text),
    optional(
      "user",
      "Job: the start of the tag of its user; null under a resource token. Example: `\"5f1d7a84\"`.",
      ObjectSchema.textOrNull),
    optional("appGroup", "Job: its app group. Example: `\"default\"`.", ObjectSchema.text),
    optional(
      "step",
      """
      Job: the step. accepted, then durable when the record is on disk, or refused if the disk does not take it; \
      attempt and answer for each request; waiting while it is not sent; ended; retried when a rejected job is put back.
      """,
      choice([
        "accepted", "refused", "durable", "attempt", "answer", "waiting", "ended", "retried",
      ])),
    optional(
      "attempt", "Attempt and answer: the number of the attempt, from 1. Example: `1`.",
      ObjectSchema.integer),
    optional(
      "httpCode", "Answer: the HTTP status code; null without an answer. Example: `200`.",
      ObjectSchema.integerOrNull),
    optional(
      "failure", "Answer: the reason why there is none; null if there is one.",
      ObjectSchema.textOrNull),
    optional(
      "durationUs", "Answer: the time since the attempt, in microseconds. Example: `48210`.",
      ObjectSchema.integer),
    optional(
      "platformTime",
      """
      Answer: the clock of the platform, in microseconds since 1970 and exact to a second; null if the answer does not \
      have it.
      """, ObjectSchema.integerOrNull),
    optional(
      "waitingFor", "Waiting: the reason, as in `outbox.get`. Example: `\"retry\"`.",
      ObjectSchema.text),
    optional(
      "until",
      "Waiting: the time of the next check, in microseconds since 1970; null if none is set.",
      ObjectSchema.integerOrNull),
    optional(
      "state", "Ended: the state. Example: `\"delivered\"`.",
      choice(OutcomeState.allCases.map(\.rawValue))),
    optional(
      "eventCode", "Ended: the code of the event that reported it. Example: `230`.",
      ObjectSchema.integer),
    optional(
      "outcome",
      "Ended: the number of the outcome, as in `outcomes.list`; null if it has none yet.",
      ObjectSchema.integerOrNull),
  ]

  private static func optional(
    _ name: String, _ doc: String, _ schema: JSONObject
  ) -> FieldInfo {
    FieldInfo(name: name, doc: doc, isRequired: false, schema: Schema(schema))
  }

  private static func choice(_ words: [String]) -> JSONObject {
    ["type": "string", "enum": .array(words.map(JSON.string))]
  }
}
