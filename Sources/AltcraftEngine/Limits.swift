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

private let limitPaths: [(name: String, path: LimitPath)] = [
  ("frameBytes", .count(\.frameBytes)), ("depth", .count(\.depth)),
  ("objectMembers", .count(\.objectMembers)), ("stringBytes", .count(\.stringBytes)),
  ("batchLength", .count(\.batchLength)), ("batchBytes", .count(\.batchBytes)),
  ("inFlight", .count(\.inFlight)), ("inFlightBytes", .count(\.inFlightBytes)),
  ("connections", .count(\.connections)),
  ("unauthenticated", .count(\.unauthenticated)), ("frameSeconds", .seconds(\.frameSeconds)),
  ("authSeconds", .seconds(\.authSeconds)), ("outQueueBytes", .count(\.outQueueBytes)),
  ("eventBuffer", .count(\.eventBuffer)), ("callbacks", .count(\.callbacks)),
  ("callbackSeconds", .seconds(\.callbackSeconds)), ("outboxBytes", .count(\.outboxBytes)),
  ("outboxRecords", .count(\.outboxRecords)), ("recordBytes", .count(\.recordBytes)),
  ("segmentBytes", .count(\.segmentBytes)), ("responseBytes", .count(\.responseBytes)),
  ("attemptSeconds", .seconds(\.attemptSeconds)), ("concurrency", .count(\.concurrency)),
  ("retryFirstSeconds", .seconds(\.retryFirstSeconds)),
  ("retryMaxSeconds", .seconds(\.retryMaxSeconds)),
  ("retryTotalSeconds", .seconds(\.retryTotalSeconds)),
]

/// What some limits cannot be set beyond: the journal makes segments of that size, and what is nested is read
/// by calls within calls, for which a stack has to have room.
private let ranges = ["segmentBytes": 4096...(1 << 30), "depth": 1...1000]

extension Limits {
  package var retryPolicy: RetryPolicy {
    RetryPolicy(
      first: .seconds(retryFirstSeconds), cap: .seconds(retryMaxSeconds),
      timeToLive: .seconds(retryTotalSeconds))
  }

  package static var names: [String] { limitPaths.map(\.name) }

  /// Name and value of every limit, in the order of the documentation.
  package var values: [(name: String, value: Double)] {
    limitPaths.map { name, path in
      switch path {
      case .count(let path): (name, Double(self[keyPath: path]))
      case .seconds(let path): (name, self[keyPath: path])
      }
    }
  }

  /// Why a limit cannot be set to that value; nil when it can.
  package static func complaint(_ name: String, _ value: Double) -> String? {
    switch limitPaths.first(where: { $0.name == name })?.path {
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
    switch limitPaths.first(where: { $0.name == name })?.path {
    case .count(let path): self[keyPath: path] = Int(value)
    case .seconds(let path): self[keyPath: path] = value
    case nil: preconditionFailure("unknown limit")
    }
  }
}
