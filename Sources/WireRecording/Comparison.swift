import JSONCodec

/// A comparison of expected and actual messages that lists the differences.
package struct Comparison: Sendable {
  package enum Measure: Sendable {
    /// Exact equality, except for expected values written as `"<any>"`.
    case spelling
    /// Equality of two runs of one program. Times and figures of the run may differ. A name that a run
    /// generates must differ in the same way everywhere.
    case runs
  }

  private let measure: Measure
  /// The names in this run, by the names in the expected run.
  private var names: [String: String] = [:]

  package init(by measure: Measure) { self.measure = measure }

  /// Returns the differences. Each side must have the members of the other. An `error` is compared by its
  /// code and by the given members of its `data`, and must have a message.
  package mutating func differences(
    _ expected: JSON, _ actual: JSON, at path: String = "$"
  ) -> [String] {
    switch (expected, actual) {
    case (.string("<any>"), _): return []
    case (.object(let one), .object(let other)): return differences(one, other, path)
    case (.array(let one), .array(let other)):
      guard one.count == other.count else {
        return ["\(path): expected \(one.count) elements, got \(other.count)"]
      }
      return one.indices.flatMap { differences(one[$0], other[$0], at: "\(path)[\($0)]") }
    case (.string(let one), .string(let other)) where measure == .runs:
      return isSame(one, other, path) ? [] : [Self.difference(expected, actual, path)]
    default: return expected == actual ? [] : [Self.difference(expected, actual, path)]
    }
  }

  private mutating func differences(
    _ expected: JSONObject, _ actual: JSONObject, _ path: String
  ) -> [String] {
    var found: [String] = []
    for member in actual.members where expected[member.key] == nil {
      found.append("\(path).\(member.key): was not expected")
    }
    for member in expected.members {
      let place = "\(path).\(member.key)"
      guard let value = actual[member.key] else {
        found.append("\(place): is missing")
        continue
      }
      if member.key == "error", member.value.objectValue != nil {
        found += errorDifferences(member.value, value, place)
      } else if measure == .runs, member.key == "message", expected["code"] == 500 {
        // The reason why an attempt had no answer names the address of the platform.
        if value.stringValue == nil { found.append(Self.difference(member.value, value, place)) }
      } else if measure == .runs, Self.varies(member.key) {
        if !Self.isAlike(member.value, value) {
          found.append(Self.difference(member.value, value, place))
        }
      } else {
        found += differences(member.value, value, at: place)
      }
    }
    return found
  }

  private mutating func errorDifferences(
    _ expected: JSON, _ actual: JSON, _ path: String
  ) -> [String] {
    guard let data = actual["data"]?.objectValue, data["reason"]?.stringValue != nil,
      data["retryable"]?.boolValue != nil, actual["message"]?.stringValue?.isEmpty == false
    else { return [Self.difference(expected, actual, path)] }
    var found: [String] = []
    if expected["code"] != actual["code"] {
      found.append(
        Self.difference(expected["code"] ?? .null, actual["code"] ?? .null, path + ".code"))
    }
    for member in expected["data"]?.objectValue?.members ?? [] {
      let place = "\(path).data.\(member.key)"
      guard let value = data[member.key] else {
        found.append("\(place): is missing")
        continue
      }
      if measure == .runs, Self.varies(member.key) { continue }
      found += differences(member.value, value, at: place)
    }
    return found
  }

  private static func difference(_ expected: JSON, _ actual: JSON, _ path: String) -> String {
    "\(path): expected \(expected.text), got \(actual.text)"
  }
}

// Comparison of two runs of one program.
extension Comparison {
  /// Returns the message with the names of the expected run replaced by those of this run.
  package func translated(_ message: JSON) -> JSON {
    switch message {
    case .string(let text): .string(names[text] ?? text)
    case .array(let values): .array(values.map(translated))
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { JSONObject.Member(key: $0.key, value: translated($0.value)) }))
    case .null, .bool, .number: message
    }
  }

  private mutating func isSame(_ expected: String, _ actual: String, _ path: String) -> Bool {
    if let known = names[expected] { return known == actual }
    if expected == actual || Self.isTime(expected) && Self.isTime(actual) { return true }
    let isName =
      path.hasSuffix(".epoch") || Self.isGenerated(expected) && Self.isGenerated(actual)
    if isName { names[expected] = actual }
    return isName
  }

  /// Recognizes a UUID, or the id of a request of the bridge.
  private static func isGenerated(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let isUUID =
      bytes.count == 36 && [8, 13, 18, 23].allSatisfy { bytes[$0] == UInt8(ascii: "-") }
    guard isUUID || bytes.count == 32 else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      isUUID && [8, 13, 18, 23].contains(index) || (0x30...0x39).contains(byte)
        || (0x61...0x66).contains(byte)
    }
  }

  /// Recognizes a time such as 2026-11-20T12:00:00.123Z.
  private static func isTime(_ text: String) -> Bool {
    let pattern = Array("dddd-dd-ddTdd:dd:dd.dddZ".utf8)
    let bytes = Array(text.utf8)
    return bytes.count == pattern.count
      && zip(bytes, pattern).allSatisfy { byte, kind in
        kind == UInt8(ascii: "d") ? (0x30...0x39).contains(byte) : byte == kind
      }
  }

  /// Recognizes members that depend on the run, the machine or the time, and members for human readers.
  private static func varies(_ member: String) -> Bool { varying.contains(member) }

  private static let varying: Set = [
    "pid", "startedAt", "uptimeSeconds", "dataDir", "transports", "platform", "version",
    "schemaDigest",
    "latencyMicroseconds", "bytes", "connections", "calls", "events", "delivery", "seq", "oldest",
    "message", "nextAttemptAt", "waitingFor", "retryAfterMs", "used", "offset", "text", "limits",
  ]

  private static func isAlike(_ expected: JSON, _ actual: JSON) -> Bool {
    expected.isNull || actual.isNull || expected.kindName == actual.kindName
  }
}
