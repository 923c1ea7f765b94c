import AltcraftEngine
import JSONCodec

/// The choice of jobs for `outbox.retry` and `outbox.discard`. A job matches if it matches all members that are
/// given.
struct OutboxFilter: Sendable {
  var state: OutboxListParameters.State?
  var method: [String]?
  var code: [Int]?
  var acceptedBefore: Timestamp?
  var acceptedAfter: Timestamp?

  static let codec = Codec.object(
    "OutboxFilter",
    "A choice of jobs: those that match all members. At least one member is needed.",
    OutboxFilter.init,
    Field("state", \.state, optional: .choice(), "The state of the jobs. Example: `\"rejected\"`."),
    Field(
      "method", \.method, optional: .list(of: .string),
      """
      The methods of the jobs. Token updates, which the bridge makes itself, match only if it contains tokenUpdate. \
      Example: `["mobileEvent"]`.
      """),
    Field(
      "code", \.code, optional: .list(of: .int),
      """
      The codes of the events that reported the outcomes of the jobs, or the last errors of pending ones. Example: \
      `[437]`.
      """),
    Field(
      "acceptedBefore", \.acceptedBefore, optional: time,
      "The time in UTC before which the jobs were accepted. Example: `\"2026-11-20T12:00:00Z\"`."),
    Field(
      "acceptedAfter", \.acceptedAfter, optional: time,
      "The time in UTC at or after which the jobs were accepted. Example: `\"2026-11-20\"`."))

  var isEmpty: Bool {
    state == nil && method == nil && code == nil && acceptedBefore == nil && acceptedAfter == nil
  }

  /// Returns true for a job that matches. A host may name thousands of methods and codes, and have 100,000 jobs.
  var predicate: (JobReport) -> Bool {
    let (methods, codes) = (method.map { Set($0) }, code.map { Set($0) })
    return { job in
      if let state, state.rawValue != job.state.rawValue { return false }
      guard methods?.contains(job.method) ?? (job.method != TokenUpdate.method) else {
        return false
      }
      if let codes {
        let found = job.outcome?.eventCode ?? job.lastError?.code
        guard let found, codes.contains(found) else { return false }
      }
      let acceptedAt = Timestamp(milliseconds: job.createdAt)
      if let acceptedBefore, acceptedAt >= acceptedBefore { return false }
      if let acceptedAfter, acceptedAt < acceptedAfter { return false }
      return true
    }
  }

  private static let time = Codec<Timestamp>(
    Schema([
      "type": "string",
      "pattern": "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|\\+00:00))?$",
    ]), expected: expectedTime,
    decode: { json throws(Invalid) in
      guard let time = json.stringValue.flatMap(Timestamp.init(utc:)) else {
        throw Invalid(expected: expectedTime, found: json)
      }
      return time
    },
    encode: { value, writer in writer.string(value.text) })

  private static let expectedTime = "a time in UTC such as 2026-11-20T12:00:00Z"
}

/// The answer of `outbox.retry` and `outbox.discard`: true for one job, the numbers of jobs for a filter.
enum OutboxChange: Sendable {
  case one
  case many(OutboxChanges)

  static let codec: Codec<OutboxChange> = {
    let many = Codec.result(
      "OutboxChanges", "The jobs that a filter chose.", OutboxChanges.init,
      Field("matched", \.matched, .int(in: 0...Int(Int32.max)), "The number of jobs that match."),
      Field(
        "done", \.done, .int(in: 0...Int(Int32.max)),
        "The number of jobs that were changed: 0 with `dryRun`."))
    return Codec(
      Schema(
        ["oneOf": [["type": "boolean", "const": true], .object(many.schema.json)]],
        referringTo: [many.schema]),
      expected: "",
      decode: { _ throws(Invalid) in throw Invalid(expected: "nothing: it is only written") },
      encode: { value, writer in
        switch value {
        case .one: writer.bool(true)
        case .many(let changes): many.encode(changes, &writer)
        }
      })
  }()
}

struct OutboxChanges: Sendable {
  var matched: Int
  var done: Int
}
