import DurableLog
import JSONCodec
import Tracing

/// The payloads of the journal, as JSON. Member names are short because there is a record for each job.
enum JobRecord {
  /// A PUT record: an accepted job.
  struct Put {
    private typealias Layout = JobRecordLayout.Put

    /// The id, set in a copy by a checkpoint; otherwise the sequence of the record is the id.
    var original: UInt64?
    var requestId: String
    var method: String
    var userTag: String
    var createdAt: Int64
    var digest: CallDigest
    var attempts: Int
    /// The start of its time to live, on the clock of the outbox.
    var livesSince: Int64
    var trace: TraceContext?
    /// The body; nil for a job that was found damaged.
    var body: JobBody?

    /// Writes the record. The body comes last, so that a reader of the head can skip it.
    func write(to writer: inout JSONWriter) {
      writeHead(to: &writer)
      if let body {
        writer.member(Layout.body)
        body.write(to: &writer)
      }
      writer.fragment("}")
    }

    /// Writes the members before the body.
    func writeHead(to writer: inout JSONWriter) {
      if let original {
        writer.begin(Layout.original)
        writer.int(original)
        writer.member(Layout.requestID)
      } else {
        writer.begin(Layout.requestID)
      }
      writer.string(requestId)
      writer.member(Layout.method)
      writer.string(method)
      writer.member(Layout.userTag)
      writer.string(userTag)
      writer.member(Layout.createdAt)
      writer.int(createdAt)
      writer.member(Layout.digest)
      writer.digest(digest)
      if attempts > 0 {
        writer.member(Layout.attempts)
        writer.int(attempts)
      }
      writer.member(Layout.livesSince)
      writer.int(livesSince)
      if let trace {
        writer.member(Layout.traceparent)
        writer.string(trace.traceparent)
        if let state = trace.tracestate {
          writer.member(Layout.tracestate)
          writer.string(state)
        }
      }
    }

    var bytes: [UInt8] {
      var writer = JSONWriter(capacity: 1024)
      write(to: &writer)
      return writer.bytes
    }

    init(
      original: UInt64? = nil, requestId: String, method: String, userTag: String,
      createdAt: Int64, livesSince: Int64, digest: CallDigest, attempts: Int = 0,
      trace: TraceContext? = nil, body: JobBody?
    ) {
      self.original = original
      self.requestId = requestId
      self.method = method
      self.userTag = userTag
      self.createdAt = createdAt
      self.digest = digest
      self.attempts = attempts
      self.livesSince = livesSince
      self.trace = trace
      self.body = body
    }

    /// Parses a payload in any layout. The body stays encoded if it follows the head in the layout that is
    /// written.
    init?(_ payload: UnsafeRawBufferPointer) {
      guard let head = JobRecordHeader(payload) else {
        guard let json = try? JSONParser.parse(payload, limits: .generous).value else { return nil }
        self.init(json)
        return
      }
      self.init(
        original: head.original, requestId: head.requestID.text,
        method: String(decoding: head.method, as: UTF8.self),
        userTag: String(decoding: head.userTag, as: UTF8.self), createdAt: head.createdAt,
        livesSince: head.livesSince, digest: head.digest, attempts: head.attempts,
        trace: head.trace, body: head.body.map { .encoded(Array($0)) })
    }

    init?(_ json: JSON) {
      guard let requestId = json[Layout.requestID]?.stringValue,
        let method = json[Layout.method]?.stringValue,
        let userTag = json[Layout.userTag]?.stringValue,
        let createdAt = json[Layout.createdAt]?.numberValue?.int64,
        let digest = json[Layout.digest]?.stringValue.flatMap(CallDigest.init(hex:))
      else { return nil }
      self.init(
        original: json[Layout.original]?.numberValue?.uint64, requestId: requestId, method: method,
        userTag: userTag, createdAt: JobRecord.time(createdAt),
        livesSince: JobRecord.time(json[Layout.livesSince]?.numberValue?.int64 ?? createdAt),
        digest: digest, attempts: JobRecord.attempts(json[Layout.attempts]?.intValue),
        trace: Self.trace(json),
        body: json[Layout.body]?.objectValue.map(JobBody.object))
    }

    static func trace(_ json: JSON) -> TraceContext? {
      json[Layout.traceparent]?.stringValue.flatMap {
        TraceContext(traceparent: $0, tracestate: json[Layout.tracestate]?.stringValue)
      }
    }
  }

  /// Clamps a number of attempts to the range of the counter.
  static func attempts(_ number: Int?) -> Int { min(max(number ?? 0, 0), Int(UInt32.max)) }

  /// Returns the number of an outcome; nil for one that no log of this program reaches, so that it can be added to.
  static func outcome(_ number: UInt64?) -> UInt64? {
    number.flatMap { 1...(1 << 52) ~= $0 ? $0 : nil }
  }

  /// Clamps a time in milliseconds to within 8,000 years of 1970, so that it can be calculated with.
  static func time(_ milliseconds: Int64) -> Int64 {
    let bound: Int64 = 253_402_300_799_999
    return min(max(milliseconds, -bound), bound)
  }

  /// A DONE record: the outcome of a job.
  struct Done {
    fileprivate typealias Layout = JobRecordLayout.Done

    /// The size beyond which a record is shortened. Earlier versions kept longer texts of the platform.
    static let longest = 128 << 10

    /// Removes the response of the platform. All other members are bounded.
    mutating func shorten() { response = .null }

    /// The number of the outcome, from 1; nil in the record of an earlier version.
    var outcome: UInt64?
    /// The epoch of the outcomes that begins with this one; nil for all but the first one of a process, and in a copy.
    var epoch: String?
    /// The sequence of the outcome, set in a copy; otherwise the record's own sequence.
    var original: UInt64?
    var target: UInt64
    /// The record that made the job pending; that of the sequence `target`, unless it is set.
    var begin: RecordName
    var requestId: String
    var method: String
    /// The start of the tag of the user; nil for a job under a resource token.
    var user: String?
    /// The id of the trace of the attempt that ended the job.
    var trace: String?
    var state: JobState
    var createdAt: Int64
    var endedAt: Int64
    var attempts: Int
    var digest: CallDigest
    var eventCode: Int
    var lastError: AttemptError?
    /// The HTTP status code of a response that was removed.
    var httpCode: Int?
    /// `ResponseWithHttp`, or null.
    var response: JSON
    /// The push token that the platform knows after this response.
    var savedToken: PushToken?

    /// The record. The members that a start needs come first, so that it can skip the rest. Older logs
    /// have another order.
    var bytes: [UInt8] {
      var writer = JSONWriter(capacity: 512)
      writer.begin(Layout.eventCode)
      writer.int(eventCode)
      writer.member(Layout.state)
      writer.string(state.rawValue)
      writer.member(Layout.target)
      writer.int(target)
      writer.member(Layout.requestID)
      writer.string(requestId)
      writer.member(Layout.digest)
      writer.digest(digest)
      if case .place(let segment, let offset) = begin {
        writer.member(Layout.segment)
        writer.int(segment)
        writer.member(Layout.offset)
        writer.int(offset)
      }
      if let outcome {
        writer.member(Layout.outcome)
        writer.int(outcome)
      }
      if let original {
        writer.member(Layout.original)
        writer.int(original)
      }
      if let epoch {
        writer.member(Layout.epoch)
        writer.string(epoch)
      }
      if let token = savedToken {
        writer.member(Layout.savedToken)
        writer.value(token.json)
      }
      writer.member(Layout.method)
      writer.string(method)
      if let user {
        writer.member(Layout.user)
        writer.string(user)
      }
      if let trace {
        writer.member(Layout.trace)
        writer.string(trace)
      }
      writer.member(Layout.createdAt)
      writer.int(createdAt)
      writer.member(Layout.endedAt)
      writer.int(endedAt)
      writer.member(Layout.attempts)
      writer.int(attempts)
      if let error = lastError {
        writer.member(Layout.lastError)
        writer.value(error.json)
      }
      if let httpCode {
        writer.member(Layout.httpCode)
        writer.int(httpCode)
      }
      if !response.isNull {
        writer.member(Layout.response)
        writer.value(response)
      }
      writer.fragment("}")
      return writer.bytes
    }

    /// Copies the record with these numbers, if it is in the layout that is written.
    static func copy(_ payload: [UInt8], outcome: UInt64?, original: UInt64?) -> [UInt8]? {
      let place = payload.withUnsafeBytes { EndRecordHeader($0)?.numbersPlace }
      guard let place else { return nil }
      let numbers =
        (outcome.map { "\(Layout.outcome.text)\($0)" } ?? "")
        + (original.map { "\(Layout.original.text)\($0)" } ?? "")
      return Array(payload[..<place.lowerBound]) + Array(numbers.utf8)
        + payload[place.upperBound...]
    }

    init(
      target: UInt64, requestId: String, method: String, state: JobState, createdAt: Int64,
      endedAt: Int64, attempts: Int, digest: CallDigest, eventCode: Int, lastError: AttemptError?,
      response: JSON, savedToken: PushToken?
    ) {
      self.target = target
      begin = .sequence(Sequence(target))
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
      guard let target = json[Layout.target]?.numberValue?.uint64,
        let id = json[Layout.requestID]?.stringValue,
        let method = json[Layout.method]?.stringValue,
        let digest = json[Layout.digest]?.stringValue.flatMap(CallDigest.init(hex:)),
        let state = json[Layout.state]?.stringValue.flatMap(JobState.init),
        let createdAt = json[Layout.createdAt]?.numberValue?.int64,
        let endedAt = json[Layout.endedAt]?.numberValue?.int64,
        let eventCode = json[Layout.eventCode]?.intValue
      else { return nil }
      self.init(
        target: target, requestId: id, method: method, state: state,
        createdAt: JobRecord.time(createdAt), endedAt: JobRecord.time(endedAt),
        attempts: JobRecord.attempts(json[Layout.attempts]?.intValue), digest: digest,
        eventCode: eventCode,
        lastError: json[Layout.lastError].map(AttemptError.init(stored:)),
        response: json[Layout.response] ?? .null,
        savedToken: json[Layout.savedToken].flatMap(PushToken.saved))
      begin = RecordName(json, of: target)
      outcome = json[Layout.outcome]?.numberValue?.uint64
      epoch = json[Layout.epoch]?.stringValue
      original = json[Layout.original]?.numberValue?.uint64
      user = json[Layout.user]?.stringValue
      trace = json[Layout.trace]?.stringValue
      httpCode = json[Layout.httpCode]?.intValue
    }
  }

  /// A RETRY record: one failed attempt.
  struct Retry {
    var target: UInt64
    var attempts: Int
    /// The error of the attempt; nil in a record of an older version.
    var error: AttemptError?

    var bytes: [UInt8] {
      var writer = JSONWriter(capacity: 256)
      writer.fragment("{\"target\":")
      writer.int(target)
      writer.fragment(",\"attempts\":")
      writer.int(attempts)
      if let error {
        writer.fragment(",\"error\":")
        writer.value(error.json)
      }
      writer.fragment("}")
      return writer.bytes
    }

    init(target: UInt64, attempts: Int, error: AttemptError? = nil) {
      self.target = target
      self.attempts = attempts
      self.error = error
    }

    /// The record of a job that has been tried and failed; nil for any other.
    init?(_ job: Job) {
      guard job.attempts > 0, let error = job.lastError else { return nil }
      self.init(target: job.id, attempts: job.attempts, error: error)
    }

    /// Parses a payload of exactly that layout, without an error.
    init?(_ payload: UnsafeRawBufferPointer) {
      var scanner = PayloadScanner(payload)
      guard scanner.skip("{\"target\":"), let target = scanner.unsigned(),
        scanner.skip(",\"attempts\":"), let attempts = scanner.unsigned(), scanner.skip("}"),
        scanner.isAtEnd
      else { return nil }
      self.init(target: target, attempts: JobRecord.attempts(Int(clamping: attempts)))
    }

    init?(_ json: JSON) {
      guard let target = json["target"]?.numberValue?.uint64,
        let attempts = json["attempts"]?.intValue
      else { return nil }
      self.init(
        target: target, attempts: JobRecord.attempts(attempts),
        error: json["error"].map(AttemptError.init(stored:)))
    }
  }

  /// The end of a job on a full disk: a RETRY record that is shorter than that of any job, so that ends always make room.
  struct End {
    let target: UInt64
    /// The record that made the job pending.
    let begin: RecordName
    let state: JobState
    let eventCode: Int
    let endedAt: Int64
    let attempts: Int
    let outcome: UInt64?
    let epoch: String?
    let savedToken: PushToken?

    var bytes: [UInt8] {
      var members: JSONObject = [
        "target": .int(target), "end": .string(state.rawValue), "event": .int(eventCode),
        "at": .int(endedAt), "attempts": .int(attempts),
      ]
      if case .place(let segment, let offset) = begin {
        members[Done.Layout.segment.name] = .int(segment)
        members[Done.Layout.offset.name] = .int(offset)
      }
      members["outcome"] = outcome.map { .int($0) }
      members["epoch"] = epoch.map { .string($0) }
      members["token"] = savedToken?.json
      return JSON.object(members).bytes
    }

    init(_ done: Done) {
      target = done.target
      begin = done.begin
      state = done.state
      eventCode = done.eventCode
      endedAt = done.endedAt
      attempts = done.attempts
      outcome = done.outcome
      epoch = done.epoch
      savedToken = done.savedToken
    }

    init?(_ json: JSON) {
      guard let target = json["target"]?.numberValue?.uint64,
        let state = json["end"]?.stringValue.flatMap(JobState.init),
        let eventCode = json["event"]?.intValue
      else { return nil }
      self.target = target
      begin = RecordName(json, of: target)
      self.state = state
      self.eventCode = eventCode
      endedAt = JobRecord.time(json["at"]?.numberValue?.int64 ?? 0)
      attempts = JobRecord.attempts(json["attempts"]?.intValue ?? 0)
      outcome = JobRecord.outcome(json["outcome"]?.numberValue?.uint64)
      epoch = json["epoch"]?.stringValue
      savedToken = json["token"].flatMap(PushToken.saved)
    }
  }

  /// A RETRY record of a rejected job whose body is no longer kept for a retry.
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

  /// A RETRY record without a job: the current time.
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
      self.init(OutboxClock.Reading(clock: JobRecord.time(clock), wall: JobRecord.time(wall)))
    }
  }
}

extension AttemptError {
  /// The error as records contain it.
  fileprivate var json: JSON {
    ["code": .int(code), "http": .optional(httpCode), "message": .string(message)]
  }

  fileprivate init(stored json: JSON) {
    self.init(
      code: json["code"]?.intValue ?? 0, httpCode: json["http"]?.intValue,
      message: json["message"]?.stringValue ?? "")
  }
}

extension RecordName {
  /// The record that made the job `target` pending, as the record of its end names it.
  fileprivate init(_ json: JSON, of target: UInt64) {
    typealias Layout = JobRecordLayout.Done
    if let segment = json[Layout.segment]?.numberValue?.uint64,
      let offset = json[Layout.offset]?.intValue
    {
      self = .place(segment: segment, offset: offset)
    } else {
      self = .sequence(Sequence(target))
    }
  }
}
