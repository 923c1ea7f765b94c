import DurableLog
import JSONCodec

/// The payloads of the journal, as JSON. Short member names: there is one for each piece of work.
enum WorkRecord {
  /// PUT: work that was accepted.
  struct Put {
    /// Set when a checkpoint wrote it again; else the record's own sequence is the id.
    var original: UInt64?
    var requestId: String
    var method: String
    var userTag: String
    var createdAt: Int64
    var digest: String
    var attempts: Int
    /// From when its time to live counts, on the clock of the outbox.
    var livesSince: Int64
    /// Nil for work that was found damaged.
    var body: JSONObject?

    var bytes: [UInt8] {
      var writer = JSONWriter(capacity: 512)
      writer.beginObject()
      if let original {
        writer.key("orig")
        writer.int(original)
      }
      writer.key("id")
      writer.string(requestId)
      writer.key("method")
      writer.string(method)
      writer.key("user")
      writer.string(userTag)
      writer.key("created")
      writer.int(createdAt)
      writer.key("digest")
      writer.string(digest)
      if attempts > 0 {
        writer.key("attempts")
        writer.int(attempts)
      }
      writer.key("clock")
      writer.int(livesSince)
      if let body {
        writer.key("body")
        writer.value(.object(body))
      }
      writer.endObject()
      return writer.bytes
    }

    init(
      original: UInt64? = nil, requestId: String, method: String, userTag: String,
      createdAt: Int64, livesSince: Int64, digest: String, attempts: Int = 0,
      body: JSONObject?
    ) {
      self.original = original
      self.requestId = requestId
      self.method = method
      self.userTag = userTag
      self.createdAt = createdAt
      self.digest = digest
      self.attempts = attempts
      self.livesSince = livesSince
      self.body = body
    }

    init?(_ json: JSON) {
      guard let requestId = json["id"]?.stringValue, let method = json["method"]?.stringValue,
        let userTag = json["user"]?.stringValue,
        let createdAt = json["created"]?.numberValue?.int64,
        let digest = json["digest"]?.stringValue
      else { return nil }
      self.init(
        original: json["orig"]?.numberValue?.uint64, requestId: requestId, method: method,
        userTag: userTag, createdAt: createdAt,
        livesSince: json["clock"]?.numberValue?.int64 ?? createdAt, digest: digest,
        attempts: json["attempts"]?.intValue ?? 0, body: json["body"]?.objectValue)
    }
  }

  /// DONE: how work ended.
  struct Done {
    /// Set when it was written again; else the record's own sequence says when the work ended.
    var original: UInt64?
    var target: UInt64
    var requestId: String
    var method: String
    var state: WorkState
    var createdAt: Int64
    var endedAt: Int64
    var attempts: Int
    var digest: String
    var eventCode: Int
    var lastError: WorkError?
    /// `ResponseWithHttp`, or null.
    var response: JSON
    /// The push token that this answer proves the platform to know.
    var savedToken: PushToken?

    var json: JSON {
      var object: JSONObject = [
        "target": .int(target), "id": .string(requestId), "method": .string(method),
        "state": .string(state.rawValue), "created": .int(createdAt), "ended": .int(endedAt),
        "attempts": .int(attempts), "digest": .string(digest), "event": .int(eventCode),
      ]
      if let error = lastError {
        object["error"] = [
          "code": .int(error.code), "http": .optional(error.httpCode),
          "message": .string(error.message),
        ]
      }
      if !response.isNull { object["response"] = response }
      if let token = savedToken { object["token"] = token.json }
      if let original { object["orig"] = .int(original) }
      return .object(object)
    }

    var bytes: [UInt8] { json.bytes }

    init(
      target: UInt64, requestId: String, method: String, state: WorkState, createdAt: Int64,
      endedAt: Int64, attempts: Int, digest: String, eventCode: Int, lastError: WorkError?,
      response: JSON, savedToken: PushToken?
    ) {
      self.target = target
      self.requestId = requestId
      self.method = method
      self.state = state
      self.createdAt = createdAt
      self.endedAt = endedAt
      self.attempts = attempts
      self.digest = digest
      self.eventCode = eventCode
      self.lastError = lastError
      self.response = response
      self.savedToken = savedToken
    }

    init?(_ json: JSON) {
      guard let target = json["target"]?.numberValue?.uint64, let id = json["id"]?.stringValue,
        let method = json["method"]?.stringValue, let digest = json["digest"]?.stringValue,
        let state = json["state"]?.stringValue.flatMap(WorkState.init),
        let createdAt = json["created"]?.numberValue?.int64,
        let endedAt = json["ended"]?.numberValue?.int64, let eventCode = json["event"]?.intValue
      else { return nil }
      self.init(
        target: target, requestId: id, method: method, state: state, createdAt: createdAt,
        endedAt: endedAt, attempts: json["attempts"]?.intValue ?? 0, digest: digest,
        eventCode: eventCode,
        lastError: json["error"].map {
          WorkError(
            code: $0["code"]?.intValue ?? 0, httpCode: $0["http"]?.intValue,
            message: $0["message"]?.stringValue ?? "")
        },
        response: json["response"] ?? .null, savedToken: json["token"].flatMap(PushToken.init))
      original = json["orig"]?.numberValue?.uint64
    }
  }

  /// RETRY, one attempt that failed: `{"target", "attempts"}`. Or this one: rejected work whose body is not
  /// kept for another attempt any more.
  struct Discard {
    var target: UInt64
    var requestId: String

    var bytes: [UInt8] {
      JSON.object(["target": .int(target), "discarded": .string(requestId)]).bytes
    }

    init(target: UInt64, requestId: String) {
      self.target = target
      self.requestId = requestId
    }

    init?(_ json: JSON) {
      guard let target = json["target"]?.numberValue?.uint64,
        let requestId = json["discarded"]?.stringValue
      else { return nil }
      self.init(target: target, requestId: requestId)
    }
  }

  /// RETRY, with nothing to do with a piece of work: what time it is.
  struct Tick {
    var reading: OutboxClock.Reading

    var bytes: [UInt8] {
      JSON.object(["clock": .int(reading.clock), "wall": .int(reading.wall)]).bytes
    }

    init(_ reading: OutboxClock.Reading) { self.reading = reading }

    init?(_ json: JSON) {
      guard let clock = json["clock"]?.numberValue?.int64,
        let wall = json["wall"]?.numberValue?.int64
      else { return nil }
      self.init(OutboxClock.Reading(clock: clock, wall: wall))
    }
  }

  /// STATE: what belongs to the group and to no piece of work.
  struct State {
    var counters: OutboxCounters
    var savedToken: PushToken?

    var bytes: [UInt8] {
      JSON.object([
        "counters": counters.json, "token": savedToken.map(\.json) ?? .null,
      ]).bytes
    }

    init(counters: OutboxCounters, savedToken: PushToken?) {
      self.counters = counters
      self.savedToken = savedToken
    }

    init?(_ json: JSON) {
      guard let counters = json["counters"].flatMap(OutboxCounters.init) else { return nil }
      self.init(counters: counters, savedToken: json["token"].flatMap(PushToken.init))
    }
  }
}

/// What became of all the work ever accepted. Together with what is pending it always adds up:
/// accepted = delivered + rejected + expired + cleared + lost + pending.
package struct OutboxCounters: Sendable, Equatable {
  package var accepted = 0
  package var delivered = 0
  package var rejected = 0
  package var expired = 0
  package var cleared = 0
  package var lost = 0

  package init() {}

  init?(_ json: JSON) {
    guard json.objectValue != nil else { return nil }
    accepted = json["accepted"]?.intValue ?? 0
    delivered = json["delivered"]?.intValue ?? 0
    rejected = json["rejected"]?.intValue ?? 0
    expired = json["expired"]?.intValue ?? 0
    cleared = json["cleared"]?.intValue ?? 0
    lost = json["lost"]?.intValue ?? 0
  }

  var json: JSON {
    [
      "accepted": .int(accepted), "delivered": .int(delivered), "rejected": .int(rejected),
      "expired": .int(expired), "cleared": .int(cleared), "lost": .int(lost),
    ]
  }

  /// All that was accepted has ended or is pending.
  mutating func balance(pending: Int) {
    accepted = delivered + rejected + expired + cleared + lost + pending
  }

  package mutating func count(_ state: WorkState) {
    switch state {
    case .pending: accepted += 1
    case .delivered: delivered += 1
    case .rejected: rejected += 1
    case .expired: expired += 1
    case .cleared: cleared += 1
    case .lost: lost += 1
    }
  }
}

// As the journal keeps the token that the platform is known to know.
extension PushToken {
  init?(_ json: JSON) {
    guard let provider = json["provider"]?.stringValue.flatMap(PushProvider.init(name:)),
      let token = json["token"]?.stringValue
    else { return nil }
    self.init(provider: provider, token: token)
  }

  var json: JSON {
    ["provider": .string(provider.rawValue), "token": .string(token.reveal())]
  }
}
