import HTTP
import JSONCodec

/// The bounds of the process. The documentation of each user of a limit describes the behaviour beyond it.
/// Each value that users set is within the range of its declaration.
package struct Limits: Sendable, Equatable {
  package var frameBytes = 1 << 20
  package var depth = 64
  package var objectMembers = 4096
  package var stringBytes = 512 << 10
  package var batchLength = 100
  package var batchBytes = 4 << 20
  package var inFlight = 64
  package var inFlightBytes = 2 << 20
  package var connections = 64
  package var unauthenticated = 16
  package var frameSeconds = 30.0
  package var authSeconds = 5.0
  package var idleSeconds = 40.0
  package var tickets = 64
  package var stopSeconds = 5.0
  package var outQueueBytes = 1 << 20
  package var eventBuffer = 1000
  package var eventBytes = 8 << 20
  package var traceBuffer = 10_000
  package var traceBytes = 8 << 20
  package var traceMessageBytes = 64 << 10
  package var callbacks = 64
  package var callbackSeconds = 10.0
  package var appGroups = 64
  package var outboxBytes = 64 << 20
  package var outboxRecords = 100_000
  package var recordBytes = 256 << 10
  package var finishedRecords = 10_000
  package var segmentBytes = 4 << 20
  package var responseBytes = 1 << 20
  package var attemptSeconds = 60.0
  package var concurrency = 4
  package var retryFirstSeconds = 1.0
  package var retryMaxSeconds = 300.0
  package var retryTotalSeconds = 2_592_000.0

  package init() {}
}

/// The property of a limit, and the range of its values.
private enum LimitPath: Sendable {
  case count(any WritableKeyPath<Limits, Int> & Sendable, ClosedRange<Int>)
  case seconds(any WritableKeyPath<Limits, Double> & Sendable, ClosedRange<Double>)
}

/// The description of a limit for users.
package struct LimitDescription: Sendable {
  package let name: String
  /// The default value.
  package let standard: Double
  /// The smallest and the largest value, as text: `from 1 to 1000`.
  package let range: String
  /// The unit; nil for a plain number.
  package let unit: String?
  package let meaning: String
}

private struct LimitDeclaration: Sendable {
  let name: String
  let path: LimitPath
  let unit: String?
  let meaning: String

  static func count(
    _ name: String, _ path: any WritableKeyPath<Limits, Int> & Sendable,
    _ range: ClosedRange<Int>, _ unit: String?, _ meaning: String
  ) -> LimitDeclaration {
    LimitDeclaration(name: name, path: .count(path, range), unit: unit, meaning: meaning)
  }

  static func seconds(
    _ name: String, _ path: any WritableKeyPath<Limits, Double> & Sendable,
    _ range: ClosedRange<Double>, _ meaning: String
  ) -> LimitDeclaration {
    LimitDeclaration(
      name: name, path: .seconds(path, range), unit: "seconds", meaning: meaning)
  }

  var range: String {
    switch path {
    case .count(_, let range): "from \(range.lowerBound) to \(range.upperBound)"
    case .seconds(_, let range):
      "from \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
    }
  }
}

extension Double {
  /// The number as text, without a fraction if it is whole.
  package var shortText: String { Int(exactly: self).map(String.init) ?? String(self) }
}

/// The maximum of bytes that a message, response or text limit can be set to: each is in memory as a whole.
private let gibibyte = 1 << 30

private let declarations: [LimitDeclaration] = [
  .count(
    "frameBytes", \.frameBytes, 1024...gibibyte, "bytes",
    "one message; a longer one closes the connection, and is skipped on stdio"),
  // A message is stored a few levels deeper, and must be readable again.
  .count(
    "depth", \.depth, 1...(JSONLimits.generous.depth - 24), nil, "the nesting depth of a message"),
  .count("objectMembers", \.objectMembers, 1...1_000_000, nil, "members of one object"),
  .count("stringBytes", \.stringBytes, 64...gibibyte, "bytes", "one string"),
  .count("batchLength", \.batchLength, 1...100_000, "messages", "messages of a batch"),
  .count("batchBytes", \.batchBytes, 1024...gibibyte, "bytes", "the answer to a batch"),
  .count(
    "inFlight", \.inFlight, 1...100_000, "requests",
    "requests of one connection that are not answered yet; further ones wait"),
  .count("inFlightBytes", \.inFlightBytes, 1...gibibyte, "bytes", "the size of these requests"),
  .count("connections", \.connections, 1...100_000, nil, "open connections"),
  .count(
    "unauthenticated", \.unauthenticated, 1...100_000, "connections",
    "open connections that are not authenticated"),
  .seconds(
    "frameSeconds", \.frameSeconds, 0.01...86_400, "the time in which a message must be complete"),
  .seconds(
    "authSeconds", \.authSeconds, 0.01...86_400,
    "the time in which a connection must authenticate"),
  .seconds(
    "idleSeconds", \.idleSeconds, 0.01...86_400,
    "the time after which a WebSocket from which nothing arrives is closed; a ping is sent at half of it"
  ),
  .count(
    "tickets", \.tickets, 1...10_000, "tickets", "unused tickets of bridge.ticket, of each role"),
  .seconds(
    "stopSeconds", \.stopSeconds, 0.01...3600,
    "the time of a stop after the end of standard input; calls with wait \"outcome\" can get their outcome in it"
  ),
  .count(
    "outQueueBytes", \.outQueueBytes, 1024...gibibyte, "bytes",
    "unread output of one connection; beyond it events are dropped, and events.gap reports them"),
  .count(
    "eventBuffer", \.eventBuffer, 1...1_000_000, "events",
    "events kept for events.list and for resumed subscriptions"),
  .count(
    "eventBytes", \.eventBytes, SDKEvent.limit...gibibyte, "bytes", "the size of these events"),
  .count(
    "traceBuffer", \.traceBuffer, 1...1_000_000, "items",
    "items of trace.subscribe that wait to be encoded, and those kept for resumed subscriptions"),
  .count("traceBytes", \.traceBytes, 65_536...gibibyte, "bytes", "the size of these items"),
  .count(
    "traceMessageBytes", \.traceMessageBytes, 64...gibibyte, "bytes",
    "the longest message in an item of a trace; of a longer one the item has only the length and the id"
  ),
  .count(
    "callbacks", \.callbacks, 1...100_000, nil,
    "callbacks to one connection that are not answered yet"),
  .seconds(
    "callbackSeconds", \.callbackSeconds, 0.01...86_400,
    "the time in which a host must answer a callback"),
  // Selecting a group opens it next to the selected one.
  .count(
    "appGroups", \.appGroups, 2...10_000, "groups",
    "open app groups; one that is not selected is closed after a minute, unless it is in use"),
  .count(
    "outboxBytes", \.outboxBytes, 65_536...Int(Int32.max), "bytes", "pending jobs of an app group"),
  .count(
    "outboxRecords", \.outboxRecords, 1...10_000_000, "records", "pending jobs of an app group"),
  .count("recordBytes", \.recordBytes, 1024...64 << 20, "bytes", "one job"),
  .count(
    "finishedRecords", \.finishedRecords, 1...1_000_000, "records",
    "ended jobs of an app group that are kept, for outbox.get, outcomes.list and repeated calls"),
  // The smallest segment takes an outcome without its response, and a push token.
  .count("segmentBytes", \.segmentBytes, 16_384...gibibyte, "bytes", "one file of the outbox"),
  .count(
    "responseBytes", \.responseBytes, 1024...(15 << 20), "bytes",
    "the part of a platform response that is read"),
  .seconds(
    "attemptSeconds", \.attemptSeconds, 0.01...86_400,
    "the time in which a delivery attempt must end"),
  .count(
    "concurrency", \.concurrency, 1...256, "attempts",
    "simultaneous delivery attempts of an app group, and requests to one address of the platform"),
  .seconds(
    "retryFirstSeconds", \.retryFirstSeconds, RetrySettings.firstRange,
    "the pause after the first failed attempt; each further one is longer"),
  .seconds(
    "retryMaxSeconds", \.retryMaxSeconds, RetrySettings.maxRange,
    "the longest pause between attempts"),
  .seconds(
    "retryTotalSeconds", \.retryTotalSeconds, RetrySettings.totalRange,
    "the time after which an undelivered job expires"),
]

extension Limits {
  package var retryPolicy: RetryPolicy {
    RetryPolicy(
      first: .seconds(retryFirstSeconds), cap: .seconds(retryMaxSeconds),
      timeToLive: .seconds(retryTotalSeconds))
  }

  package static var names: [String] { declarations.map(\.name) }

  /// The limits that a journal and an event stream get when they are created. The others can change while the
  /// engine runs.
  package static let fixedAtStart: Set = [
    "eventBuffer", "eventBytes", "finishedRecords", "outboxBytes", "outboxRecords", "recordBytes",
    "segmentBytes", "traceBuffer", "traceBytes", "traceMessageBytes",
  ]

  /// The name and the value of every limit, in the order of the documentation.
  package var values: [(name: String, value: Double)] {
    declarations.map { limit in
      switch limit.path {
      case .count(let path, _): (limit.name, Double(self[keyPath: path]))
      case .seconds(let path, _): (limit.name, self[keyPath: path])
      }
    }
  }

  /// The descriptions of all limits, in the same order.
  package static var descriptions: [LimitDescription] {
    zip(declarations, Limits().values).map { limit, standard in
      LimitDescription(
        name: limit.name, standard: standard.value, range: limit.range, unit: limit.unit,
        meaning: limit.meaning)
    }
  }

  /// Returns the reason a limit cannot be set to that value; nil if it can.
  package static func complaint(_ name: String, _ value: Double) -> String? {
    guard let limit = declarations.first(where: { $0.name == name }) else {
      return "unknown limit"
    }
    switch limit.path {
    case .count(_, let range):
      guard let count = Int(exactly: value), range.contains(count) else {
        return "must be a whole number \(limit.range)"
      }
    case .seconds(_, let range):
      guard range.contains(value) else { return "must be a number of seconds \(limit.range)" }
    }
    return nil
  }

  /// Sets a limit by name. A value outside the range is clamped.
  package mutating func set(_ name: String, to value: Double) {
    switch declarations.first(where: { $0.name == name })?.path {
    case .count(let path, let range):
      let count = Int(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
      self[keyPath: path] = min(max(count, range.lowerBound), range.upperBound)
    case .seconds(let path, let range):
      self[keyPath: path] = min(max(value, range.lowerBound), range.upperBound)
    case nil: preconditionFailure("unknown limit")
    }
  }
}

// Limits in seconds as durations. The ranges keep them within the bounds of a `Duration` and a timer.
extension Limits {
  package var frameTime: Duration { .seconds(frameSeconds) }
  package var authenticationTime: Duration { .seconds(authSeconds) }
  package var idleTime: Duration { .seconds(idleSeconds) }
  /// The time for outcomes. The rest, at most half a second, is for the stop itself.
  package var outcomeTime: Duration { .seconds(stopSeconds - min(stopSeconds / 2, 0.5)) }
  package var callbackTime: Duration { .seconds(callbackSeconds) }
  package var attemptTime: Duration { .seconds(attemptSeconds) }
  package var retryFirstMilliseconds: Int { Int(retryFirstSeconds * 1000) }
}
