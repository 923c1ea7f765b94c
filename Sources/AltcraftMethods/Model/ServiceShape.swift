import AltcraftEngine
import JSONCodec

/// What `bridge.info` and `bridge.stats` answer.
enum ServiceShape {
  static let info = result(
    ObjectShape.named(
      "BridgeInfo", "Which bridge this is, and how it was started.",
      [
        ObjectShape.field("name", "Always altcraft-bridge.", ObjectShape.text),
        ObjectShape.field("version", "The version of the program.", ObjectShape.text),
        ObjectShape.field(
          "protocol", "The version of the protocol: 1.",
          ObjectShape.integer),
        ObjectShape.field(
          "schemaDigest", "sha256: and the hex digest of what altcraft-bridge schema prints.",
          ObjectShape.text),
        ObjectShape.field("pid", "The id of the process.", ObjectShape.integer),
        ObjectShape.field(
          "epoch", "The run of the process, as events name it.", ObjectShape.text),
        ObjectShape.field("startedAt", "When the process began to serve.", ObjectShape.time),
        ObjectShape.field(
          "transports",
          "Where it can be reached: stdio, unix: and a path, tcp: and an address with its port.",
          ["type": "array", "items": .object(ObjectShape.text)]),
        ObjectShape.field("dataDir", "The directory that holds all data.", ObjectShape.text),
        ObjectShape.field("appGroup", "The app group in use.", ObjectShape.text),
        durability,
        ObjectShape.field(
          "limits", "The limits in force, by name: bytes, seconds or counts.",
          ["type": "object", "additionalProperties": ["type": "number"]]),
      ]))

  static let stats = result(
    ObjectShape.named(
      "BridgeStats",
      "Counters. Those of the outbox are of the app group and survive restarts; the others begin with the "
        + "process.",
      [
        member(
          "outbox",
          "What became of the work: accepted is the sum of delivered, rejected, expired, cleared, lost and "
            + "pending.", outboxCounters),
        durability,
        ObjectShape.field(
          "uptimeSeconds", "How long the process has run, in seconds.", ObjectShape.integer),
        member(
          "connections", "Connections of hosts.",
          [
            count("open", "How many are open now."),
            count("opened", "How many were opened."),
            count("refused", "How many were turned away: too many, or not allowed to speak."),
          ]),
        member(
          "bytes", "What went over all connections, in bytes.",
          [count("in", "Bytes that were read."), count("out", "Bytes that were written.")]),
        member(
          "calls", "Messages of hosts.",
          [
            count("requests", "Calls that are to be answered."),
            count("notifications", "Calls that are not."),
            count("errors", "Calls that ended with an error, and messages that were none."),
            count("ignoredResponses", "Answers to nothing that was asked, or too late."),
          ]),
        member(
          "events", "SDK events.",
          [
            count("emitted", "How many there were."),
            count(
              "dropped", "How many did not reach a subscriber, each counted once for every such."),
          ]),
        member(
          "delivery", "Requests to the platform.",
          [
            count("attempts", "How many were made."),
            count("workerStarts", "How often the process that makes them was started."),
          ]),
        FieldInfo(
          name: "latencyMicroseconds",
          doc:
            "How long requests took, from their last byte read to their answer written, as a histogram.",
          isRequired: true,
          schema: ObjectShape.list(
            of: ObjectShape.named(
              "LatencyStep", "A step of the histogram of times.",
              [
                ObjectShape.field(
                  "le",
                  "The longest time that falls into this step, in microseconds; null for the rest.",
                  ObjectShape.integerOrNull),
                count("count", "How many requests fall into it and into none before."),
              ]))),
      ]))

  static let sampleInfo: JSON = [
    "name": "altcraft-bridge", "version": "0.1.0", "protocol": 1,
    "schemaDigest": "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "pid": 4711, "epoch": "9f2c4b1e", "startedAt": "2026-11-20T12:00:00.123Z",
    "transports": ["stdio", "tcp:127.0.0.1:49152"],
    "dataDir": "/home/ann/.local/state/altcraft-bridge", "appGroup": "default",
    "durability": "power", "limits": ["frameBytes": 1_048_576],
  ]

  static let sampleStats: JSON = [
    "outbox": [
      "accepted": 3, "delivered": 2, "rejected": 0, "expired": 0, "cleared": 0, "lost": 0,
      "pending": 1, "bytes": 312, "oldestPendingAt": "2026-11-20T12:00:00.123Z",
    ],
    "durability": "power", "uptimeSeconds": 60,
    "connections": ["open": 1, "opened": 1, "refused": 0],
    "bytes": ["in": 1024, "out": 2048],
    "calls": ["requests": 9, "notifications": 0, "errors": 0, "ignoredResponses": 0],
    "events": ["emitted": 3, "dropped": 0],
    "delivery": ["attempts": 2, "workerStarts": 1],
    "latencyMicroseconds": [["le": 100, "count": 9], ["le": nil, "count": 0]],
  ]

  static func info(_ session: Session) -> JSON {
    let service = session.service
    let limits = session.engine.limits.values.map { name, value in
      JSONObject.Member(key: name, value: JSONNumber(value).map(JSON.number) ?? .null)
    }
    return [
      "name": "altcraft-bridge", "version": .string(service.version), "protocol": 1,
      "schemaDigest": .string(service.schemaDigest()), "pid": .int(service.pid),
      "epoch": .string(session.engine.events.epoch),
      "startedAt": .string(Timestamp(milliseconds: service.startedAt).text),
      "transports": .array(service.transports().map(JSON.string)),
      "dataDir": .string(service.dataDirectory), "appGroup": .string(session.engine.appGroup),
      "durability": .string(service.durability), "limits": .object(JSONObject(limits)),
    ]
  }

  static func stats(_ session: Session) -> JSON {
    let service = session.service
    let transports = service.statistics()
    let work = session.engine.outbox.statistics
    let events = session.engine.events.counters
    return [
      "outbox": outbox(work),
      "durability": .string(service.durability),
      "uptimeSeconds": .int(max(0, session.engine.uptime.components.seconds)),
      "connections": [
        "open": .int(transports.connectionsOpen), "opened": .int(transports.connectionsOpened),
        "refused": .int(transports.connectionsRefused),
      ],
      "bytes": ["in": .int(transports.bytesIn), "out": .int(transports.bytesOut)],
      "calls": [
        "requests": .int(transports.requests), "notifications": .int(transports.notifications),
        "errors": .int(transports.errors), "ignoredResponses": .int(transports.ignoredResponses),
      ],
      "events": ["emitted": .int(events.emitted), "dropped": .int(events.dropped)],
      "delivery": [
        "attempts": .int(session.engine.attempts), "workerStarts": .int(transports.workerStarts),
      ],
      "latencyMicroseconds": .array(
        transports.latency.map { ["le": .optional($0.le), "count": .int($0.count)] }),
    ]
  }

  private static func outbox(_ work: Outbox.Statistics) -> JSON {
    [
      "accepted": .int(work.counters.accepted), "delivered": .int(work.counters.delivered),
      "rejected": .int(work.counters.rejected), "expired": .int(work.counters.expired),
      "cleared": .int(work.counters.cleared), "lost": .int(work.counters.lost),
      "pending": .int(work.pending), "bytes": .int(work.bytes),
      "oldestPendingAt": .optional(
        work.oldestPendingAt.map { Timestamp(milliseconds: $0).text }),
    ]
  }

  private static let outboxCounters = [
    count("accepted", "Pieces of work that were accepted."),
    count("delivered", "Those the platform took."),
    count("rejected", "Those it refused for good."),
    count("expired", "Those whose time to live was over first."),
    count("cleared", "Those that clear ended."),
    count("lost", "Those lost to damage of the disk."),
    count("pending", "Those still to be delivered."),
    count("bytes", "What the pending ones take of the outbox, in bytes."),
    ObjectShape.field(
      "oldestPendingAt", "When the oldest pending one was accepted; null when nothing is pending.",
      ObjectShape.timeOrNull),
  ]

  private static let durability = ObjectShape.field(
    "durability",
    "What accepted work survives: power for a power failure, process for a crash only.",
    ObjectShape.text)

  private static func count(_ name: String, _ doc: String) -> FieldInfo {
    ObjectShape.field(name, doc, ObjectShape.integer)
  }

  private static func member(_ name: String, _ doc: String, _ fields: [FieldInfo]) -> FieldInfo {
    FieldInfo(name: name, doc: doc, isRequired: true, schema: ObjectShape.record(fields))
  }

  /// Of what is written as JSON as it stands.
  static func result(_ schema: Schema) -> Codec<JSON> {
    Codec(
      schema, expected: "", decode: { json throws(Invalid) in json },
      encode: { value, writer in writer.value(value) })
  }
}
