import JSONCodec

/// Every bound in the process. What happens beyond each is said in the documentation of its user.
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
  package var outQueueBytes = 1 << 20
  package var eventBuffer = 1000
  package var callbacks = 64
  package var callbackSeconds = 10.0
  package var outboxBytes = 64 << 20
  package var outboxRecords = 100_000
  package var recordBytes = 256 << 10
  package var segmentBytes = 4 << 20
  package var responseBytes = 1 << 20
  package var attemptSeconds = 60.0
  package var concurrency = 4
  package var retryFirstSeconds = 1.0
  package var retryMaxSeconds = 300.0
  package var retryTotalSeconds = 2_592_000.0

  package init() {}
}

/// A limit by the name users give it.
private enum LimitPath: Sendable {
  case count(any WritableKeyPath<Limits, Int> & Sendable)
  case seconds(any WritableKeyPath<Limits, Double> & Sendable)
}

/// What users are told of a limit.
package struct LimitDescription: Sendable {
  package let name: String
  /// The value that holds when nothing is said.
  package let standard: Double
  /// Nil for a mere number.
  package let unit: String?
  package let meaning: String
}

private struct LimitDeclaration: Sendable {
  let name: String
  let path: LimitPath
  let unit: String?
  let meaning: String

  static func count(
    _ name: String, _ path: any WritableKeyPath<Limits, Int> & Sendable, _ unit: String?,
    _ meaning: String
  ) -> LimitDeclaration {
    LimitDeclaration(name: name, path: .count(path), unit: unit, meaning: meaning)
  }

  static func seconds(
    _ name: String, _ path: any WritableKeyPath<Limits, Double> & Sendable, _ meaning: String
  ) -> LimitDeclaration {
    LimitDeclaration(name: name, path: .seconds(path), unit: "seconds", meaning: meaning)
  }
}

private let declarations: [LimitDeclaration] = [
  .count(
    "frameBytes", \.frameBytes, "bytes",
    "one message; beyond it the connection is closed, on stdio the message skipped"),
  .count("depth", \.depth, nil, "how deep a message may be nested"),
  .count("objectMembers", \.objectMembers, nil, "members of one object"),
  .count("stringBytes", \.stringBytes, "bytes", "one string"),
  .count("batchLength", \.batchLength, "messages", "a batch"),
  .count("batchBytes", \.batchBytes, "bytes", "the answer to a batch"),
  .count(
    "inFlight", \.inFlight, "requests",
    "requests of one connection that are being answered; the next ones wait"),
  .count("inFlightBytes", \.inFlightBytes, "bytes", "the same, by their size"),
  .count("connections", \.connections, nil, "open connections"),
  .count(
    "unauthenticated", \.unauthenticated, "connections", "those that have not proven who they are"),
  .seconds("frameSeconds", \.frameSeconds, "how long a message may take to arrive"),
  .seconds("authSeconds", \.authSeconds, "how long a connection may take to prove who it is"),
  .count(
    "outQueueBytes", \.outQueueBytes, "bytes",
    "what waits to be read by one connection; beyond it events are dropped, and told of"),
  .count("eventBuffer", \.eventBuffer, "events", "events kept to be read again"),
  .count("callbacks", \.callbacks, nil, "questions to one connection that wait for an answer"),
  .seconds("callbackSeconds", \.callbackSeconds, "how long a host may take to answer one"),
  .count("outboxBytes", \.outboxBytes, "bytes", "pending work of an app group"),
  .count("outboxRecords", \.outboxRecords, "records", "pending work of an app group"),
  .count("recordBytes", \.recordBytes, "bytes", "one piece of work"),
  .count("segmentBytes", \.segmentBytes, "bytes", "one file of the outbox"),
  .count("responseBytes", \.responseBytes, "bytes", "what is read of an answer of the platform"),
  .seconds("attemptSeconds", \.attemptSeconds, "how long an attempt at the platform may take"),
  .count("concurrency", \.concurrency, "attempts", "attempts under way at once"),
  .seconds(
    "retryFirstSeconds", \.retryFirstSeconds,
    "the pause after the first attempt that failed; each further one is longer"),
  .seconds("retryMaxSeconds", \.retryMaxSeconds, "the longest pause between attempts"),
  .seconds("retryTotalSeconds", \.retryTotalSeconds, "how long work is tried before it expires"),
]

/// What some limits cannot be set beyond: the journal makes segments of that size; and what a message nests is
/// stored a few levels deeper, and must be read again.
private let ranges = [
  "segmentBytes": 4096...(1 << 30), "depth": 1...(JSONLimits.generous.depth - 24),
]

extension Limits {
  package var retryPolicy: RetryPolicy {
    RetryPolicy(
      first: .seconds(retryFirstSeconds), cap: .seconds(retryMaxSeconds),
      timeToLive: .seconds(retryTotalSeconds))
  }

  package static var names: [String] { declarations.map(\.name) }

  /// What a journal and a stream of events are made with. The others can change while the engine runs.
  package static let fixedAtStart: Set = [
    "eventBuffer", "outboxBytes", "outboxRecords", "recordBytes", "segmentBytes",
  ]

  /// Name and value of every limit, in the order of the documentation.
  package var values: [(name: String, value: Double)] {
    declarations.map { limit in
      switch limit.path {
      case .count(let path): (limit.name, Double(self[keyPath: path]))
      case .seconds(let path): (limit.name, self[keyPath: path])
      }
    }
  }

  /// All of them, in the same order.
  package static var descriptions: [LimitDescription] {
    zip(declarations, Limits().values).map { limit, standard in
      LimitDescription(
        name: limit.name, standard: standard.value, unit: limit.unit, meaning: limit.meaning)
    }
  }

  /// Why a limit cannot be set to that value; nil when it can.
  package static func complaint(_ name: String, _ value: Double) -> String? {
    switch declarations.first(where: { $0.name == name })?.path {
    case .seconds: return nil
    case .count where value != value.rounded() || value > Double(Int32.max):
      return "must be a whole number up to \(Int32.max)"
    case .count:
      guard let range = ranges[name], !range.contains(Int(value)) else { return nil }
      return "must be from \(range.lowerBound) to \(range.upperBound)"
    case nil: return "there is no limit of that name"
    }
  }

  /// Sets a limit by name, to a value without a complaint.
  package mutating func set(_ name: String, to value: Double) {
    switch declarations.first(where: { $0.name == name })?.path {
    case .count(let path): self[keyPath: path] = Int(value)
    case .seconds(let path): self[keyPath: path] = value
    case nil: preconditionFailure("unknown limit")
    }
  }
}
