import AltcraftEngine
import JSONCodec

/// The answers of `bridge.info` and `bridge.stats`.
enum ServiceSchema {
  static let info = result(
    ObjectSchema.named(
      "BridgeInfo", "The program, its run and its settings.",
      [
        ObjectSchema.field(
          "name", "The name of the program: always altcraft-bridge.", ObjectSchema.text),
        ObjectSchema.field("version", "The version of the program.", ObjectSchema.text),
        ObjectSchema.field(
          "protocol", "The version of the protocol: 1.",
          ObjectSchema.integer),
        ObjectSchema.field(
          "schemaDigest",
          """
          The digest of the document that `altcraft-bridge schema` prints: sha256: and hex digits.
          """,
          ObjectSchema.text),
        ObjectSchema.field("pid", "The id of the process.", ObjectSchema.integer),
        ObjectSchema.field(
          "epoch", "The id of this run of the process, as in events.", ObjectSchema.text),
        ObjectSchema.field(
          "startedAt", "The time at which the process began to serve.", ObjectSchema.time),
        ObjectSchema.field(
          "transports",
          "The endpoints: stdio, unix: with a path, tcp: and ws: with an address and a port.",
          ["type": "array", "items": .object(ObjectSchema.text)]),
        ObjectSchema.field("dataDir", "The directory that holds all data.", ObjectSchema.text),
        ObjectSchema.field("appGroup", "The app group in use.", ObjectSchema.text),
        durability,
        ObjectSchema.field(
          "limits", "The limits in force by name, in bytes, seconds or counts.",
          ["type": "object", "additionalProperties": ["type": "number"]]),
      ]))

  static let stats = result(
    ObjectSchema.named(
      "BridgeStats",
      """
      Counters. Those of the outbox belong to the app group and survive restarts; the others start with the \
      process.
      """,
      [
        member(
          "outbox",
          """
          Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending.
          """, outboxCounters),
        durability,
        ObjectSchema.field(
          "uptimeSeconds", "The time since the start of the process, in seconds.",
          ObjectSchema.integer),
        member(
          "connections", "Connections of hosts.",
          [
            count("open", "The number of open connections."),
            count("opened", "The number of connections opened since the start."),
            count(
              "refused",
              "The number of refused connections: beyond a limit, or not authorized."),
          ]),
        member(
          "bytes", "The data of all connections, in bytes.",
          [count("in", "The number of bytes read."), count("out", "The number of bytes written.")]),
        member(
          "calls", "Messages from hosts.",
          [
            count("requests", "The number of requests."),
            count("notifications", "The number of notifications."),
            count("errors", "The number of calls answered with an error, and of invalid messages."),
            count("ignoredResponses", "The number of responses without an open request."),
          ]),
        member(
          "events", "SDK events.",
          [
            count("emitted", "The number of emitted events."),
            count(
              "dropped",
              """
              The number of events that a subscriber did not receive, counted for each subscriber.
              """),
          ]),
        member(
          "delivery", "Requests to the platform.",
          [
            count("attempts", "The number of requests sent."),
            count("connections", "The number of connections opened for them."),
          ]),
        member(
          "platform", "The platform of the app group.",
          [
            ObjectSchema.field(
              "url", "Its address; null without a configuration.", ObjectSchema.textOrNull),
            ObjectSchema.field(
              "state",
              """
              The result of the last attempt: well for an answer, failing for an answer with 5xx, unreachable \
              for none, untried before the first one to this address since the start.
              """,
              [
                "type": "string",
                "enum": .array(PlatformHealth.State.allCases.map { .string($0.rawValue) }),
              ]),
          ]),
        FieldInfo(
          name: "latencyMicroseconds",
          doc:
            "The histogram of response times: from the last byte read to the answer written.",
          isRequired: true,
          schema: ObjectSchema.list(
            of: ObjectSchema.named(
              "LatencyStep", "A bucket of the histogram of response times.",
              [
                ObjectSchema.field(
                  "le",
                  "The upper bound of the bucket, in microseconds; null for the last one.",
                  ObjectSchema.integerOrNull),
                count("count", "The number of requests in this bucket and not in a lower one."),
              ]))),
      ]))

  static let sampleInfo: JSON = [
    "name": "altcraft-bridge", "version": "0.1.0", "protocol": 1,
    "schemaDigest": "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "pid": 4711, "epoch": "9f2c4b1e", "startedAt": "2026-11-20T12:00:00.123Z",
    "transports": ["stdio", "tcp:127.0.0.1:49152", "ws:127.0.0.1:8093"],
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
    "delivery": ["attempts": 2, "connections": 1],
    "platform": ["url": "https://pxl.example.com", "state": "well"],
    "latencyMicroseconds": [["le": 100, "count": 9], ["le": nil, "count": 0]],
  ]

  static func info(_ session: Session) -> JSON {
    let service = session.service
    let limits = session.engine.limits.values.map { name, value in
      JSONObject.Member(key: name, value: JSONNumber(value).map(JSON.number) ?? .null)
    }
    return [
      "name": "altcraft-bridge", "version": .string(service.version), "protocol": 1,
      "schemaDigest": .string(Catalog.schemaDigest), "pid": .int(service.pid),
      "epoch": .string(session.engine.eventEpoch),
      "startedAt": .string(Timestamp(milliseconds: service.startedAt).text),
      "transports": .array(service.transports().map(JSON.string)),
      "dataDir": .string(service.dataDirectory), "appGroup": .string(session.engine.appGroup),
      "durability": .string(service.durability), "limits": .object(JSONObject(limits)),
    ]
  }

  static func stats(_ session: Session) -> JSON {
    let service = session.service
    let transports = service.statistics()
    let statistics = session.engine.statistics
    let events = session.engine.eventCounters
    return [
      "outbox": outbox(statistics),
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
        "attempts": .int(session.engine.attempts),
        "connections": .int(transports.deliveryConnections),
      ],
      "platform": [
        "url": .optional(session.engine.configuration?.apiURL.text),
        "state": .string(session.engine.platformState.rawValue),
      ],
      "latencyMicroseconds": .array(
        transports.latency.map { ["le": .optional($0.le), "count": .int($0.count)] }),
    ]
  }

  private static func outbox(_ statistics: Outbox.Statistics) -> JSON {
    [
      "accepted": .int(statistics.accepted),
      "delivered": .int(statistics.counters.delivered),
      "rejected": .int(statistics.counters.rejected), "expired": .int(statistics.counters.expired),
      "cleared": .int(statistics.counters.cleared), "lost": .int(statistics.counters.lost),
      "pending": .int(statistics.pending), "bytes": .int(statistics.bytes),
      "oldestPendingAt": .optional(
        statistics.oldestPendingAt.map { Timestamp(milliseconds: $0).text }),
    ]
  }

  private static let outboxCounters = [
    count("accepted", "The number of accepted jobs."),
    count("delivered", "The number of delivered jobs."),
    count("rejected", "The number of jobs that the platform rejected."),
    count("expired", "The number of jobs whose time to live ended first."),
    count(
      "cleared",
      """
      The number of jobs that `clear`, a new resource token, a later suspend or unsubscribe, or `outbox.discard` ended.
      """),
    count("lost", "The number of jobs lost to damaged storage."),
    count("pending", "The number of pending jobs."),
    count("bytes", "The size of the pending jobs, in bytes."),
    ObjectSchema.field(
      "oldestPendingAt",
      "The acceptance time of the oldest pending job; null if nothing is pending.",
      ObjectSchema.timeOrNull),
  ]

  private static let durability = ObjectSchema.field(
    "durability",
    """
    The failures that accepted jobs survive: power for a power failure, process for a crash of the bridge \
    only.
    """,
    ObjectSchema.text)

  private static func count(_ name: String, _ doc: String) -> FieldInfo {
    ObjectSchema.field(name, doc, ObjectSchema.integer)
  }

  private static func member(_ name: String, _ doc: String, _ fields: [FieldInfo]) -> FieldInfo {
    FieldInfo(name: name, doc: doc, isRequired: true, schema: ObjectSchema.record(fields))
  }

  /// Returns a codec for a result that is already JSON.
  static func result(_ schema: Schema) -> Codec<JSON> {
    Codec(
      schema, expected: "", decode: { json throws(Invalid) in json },
      encode: { value, writer in writer.value(value) })
  }
}
