import AltcraftEngine
import JSONCodec

/// What `bridge.info` and `bridge.stats` answer.
enum ServiceShape {
  static let info = shape("BridgeInfo", sampleInfo, nullable: [], open: ["limits"])
  static let stats = shape(
    "BridgeStats", sampleStats, nullable: ["oldestPendingAt", "le"], open: [])

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

  /// A result whose schema is read off a sample: every member there, each of the sample's type.
  private static func shape(
    _ name: String, _ sample: JSON, nullable: Set<String>, open: Set<String>
  ) -> Codec<JSON> {
    let schema = schema(of: sample, named: "", nullable, open)
    return Codec(
      Schema(schema.objectValue ?? [:]).named(name), expected: "",
      decode: { json throws(Invalid) in json },
      encode: { value, writer in writer.value(value) })
  }

  private static func schema(
    of sample: JSON, named name: String, _ nullable: Set<String>, _ open: Set<String>
  ) -> JSON {
    func type(_ type: String) -> JSON {
      nullable.contains(name) ? ["type": [.string(type), "null"]] : ["type": .string(type)]
    }
    switch sample {
    case .null: return ["type": "null"]
    case .bool: return type("boolean")
    case .number: return type(name == "limits" ? "number" : "integer")
    case .string: return type("string")
    case .array(let elements):
      return [
        "type": "array",
        "items": elements.first.map { schema(of: $0, named: "", nullable, open) } ?? [:],
      ]
    case .object(let object):
      if open.contains(name) {
        return ["type": "object", "additionalProperties": ["type": "number"]]
      }
      let properties = object.members.map {
        JSONObject.Member(key: $0.key, value: schema(of: $0.value, named: $0.key, nullable, open))
      }
      return [
        "type": "object", "properties": .object(JSONObject(properties)),
        "additionalProperties": false, "required": .array(object.keys.map(JSON.string)),
      ]
    }
  }
}
