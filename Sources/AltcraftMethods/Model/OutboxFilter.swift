import AltcraftEngine
import JSONCodec

/// The choice of jobs for `outbox.retry` and `outbox.discard`. A job matches if it matches all members that are
/// given.
struct OutboxFilter: Sendable {
  var state: OutboxListParameters.State?
  var method: [String]?
  var code: [Int]?
  var acceptedBefore: String?
  var acceptedAfter: String?

  static let codec = Codec.object(
    "OutboxFilter",
    "A choice of jobs: those that match all members. At least one member is needed.",
    OutboxFilter.init,
    Field("state", \.state, optional: .choice(), "The state of the jobs. Example: `\"rejected\"`."),
    Field(
      "method", \.method, optional: .list(of: .string),
      "The methods of the jobs. Example: `[\"mobileEvent\"]`."),
    Field(
      "code", \.code, optional: .list(of: .int),
      "The codes of the events that reported the ends of the jobs. Example: `[437]`."),
    Field(
      "acceptedBefore", \.acceptedBefore, optional: time,
      "The time in UTC before which the jobs were accepted. Example: `\"2026-11-20T12:00:00Z\"`."),
    Field(
      "acceptedAfter", \.acceptedAfter, optional: time,
      "The time in UTC at or after which the jobs were accepted. Example: `\"2026-11-20\"`."))

  var isEmpty: Bool {
    state == nil && method == nil && code == nil && acceptedBefore == nil && acceptedAfter == nil
  }

  func matches(_ job: JobReport) -> Bool {
    if let state, state.rawValue != job.state.rawValue { return false }
    if let method, !method.contains(job.method) { return false }
    if let code, !(job.outcome.map { code.contains($0.eventCode) } ?? false) { return false }
    let acceptedAt = Timestamp(milliseconds: job.createdAt).text
    if let acceptedBefore, acceptedAt >= acceptedBefore { return false }
    if let acceptedAfter, acceptedAt < acceptedAfter { return false }
    return true
  }

  /// A time in UTC, as text that can be compared with that of a timestamp.
  private static let time = Codec<String>(
    Schema([
      "type": "string",
      "pattern": "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?Z)?$",
    ]), expected: "a time in UTC such as 2026-11-20T12:00:00Z",
    decode: { json throws(Invalid) in
      guard let text = json.stringValue, let full = complete(text) else {
        throw Invalid(expected: "a time in UTC such as 2026-11-20T12:00:00Z", found: json)
      }
      return full
    },
    encode: { value, writer in writer.string(value) })

  private static func complete(_ text: String) -> String? {
    let full: String
    switch text.utf8.count {
    case 10: full = text + "T00:00:00.000Z"
    case 20: full = text.dropLast() + ".000Z"
    default: full = text
    }
    let pattern = Array("0000-00-00T00:00:00.000Z".utf8)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard full.utf8.count == pattern.count,
      zip(full.utf8, pattern).allSatisfy({ $1 == digits.lowerBound ? digits ~= $0 : $0 == $1 })
    else { return nil }
    return full
  }
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
