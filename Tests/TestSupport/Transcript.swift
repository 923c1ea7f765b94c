import Foundation
import JSONCodec

/// What goes in and what comes out, as text that can be replayed over any transport.
///
///     # A title for the lines up to the next blank line.
///     --> {"jsonrpc":"2.0","id":1,"method":"sum","params":[1,2]}
///     <-- {"jsonrpc":"2.0","id":1,"result":3}
///
/// `-->` is sent as it stands. Adjacent `<--` lines may arrive in any order, and so may the elements of a
/// batch; members of objects too. Numbers match digit for digit. `"<any>"` matches any value. An `error` is
/// compared by its code and by those members of its `data` that are given; its message must not be empty.
/// A case whose last line is `-->` expects no answer to it.
package struct Transcript: Sendable {
  package enum Step: Sendable {
    case send(String)
    /// As many messages as there are elements, in any order.
    case expect([JSON])
  }

  package struct Case: Sendable, CustomStringConvertible {
    package let title: String
    package let steps: [Step]
    package var description: String { title }
  }

  package struct Malformed: Error, CustomStringConvertible {
    package let line: String
    package var description: String { "not a line of a transcript: \(line)" }
  }

  package let cases: [Case]

  package init(_ text: String) throws {
    var cases: [Case] = []
    for paragraph in text.components(separatedBy: "\n\n") {
      var title = ""
      var steps: [Step] = []
      for line in paragraph.split(separator: "\n") {
        if line.hasPrefix("#") {
          title = line.dropFirst().trimmingCharacters(in: .whitespaces)
        } else if line.hasPrefix("--> ") {
          steps.append(.send(String(line.dropFirst(4))))
        } else if line.hasPrefix("<-- ") {
          let expected = try JSONParser.parse(Array(line.dropFirst(4).utf8)).value
          if case .expect(let others) = steps.last {
            steps[steps.count - 1] = .expect(others + [expected])
          } else {
            steps.append(.expect([expected]))
          }
        } else {
          throw Malformed(line: String(line))
        }
      }
      if !steps.isEmpty { cases.append(Case(title: title, steps: steps)) }
    }
    self.cases = cases
  }

  package init(contentsOf file: URL) throws {
    try self.init(String(contentsOf: file, encoding: .utf8))
  }

  /// Every transcript of a directory, by name, its cases titled with it.
  package static func cases(in directory: URL) throws -> [Case] {
    let files = try FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "txt" }
    .sorted { $0.path < $1.path }
    return try files.flatMap { file in
      try Transcript(contentsOf: file).cases.map { one in
        Case(
          title: file.deletingPathExtension().lastPathComponent + ": " + one.title,
          steps: one.steps)
      }
    }
  }
}

extension Transcript {
  /// Whether these messages are those expected, in whatever order.
  package static func match(_ expected: [JSON], _ actual: [JSON]) -> Bool {
    guard expected.count == actual.count else { return false }
    var rest = actual
    return expected.allSatisfy { one in
      guard let index = rest.firstIndex(where: { matchesMessage(one, $0) }) else { return false }
      rest.remove(at: index)
      return true
    }
  }

  private static func matchesMessage(_ expected: JSON, _ actual: JSON) -> Bool {
    guard case .array(let elements) = expected else { return matches(expected, actual) }
    return actual.arrayValue.map { match(elements, $0) } ?? false
  }

  private static func matches(_ expected: JSON, _ actual: JSON) -> Bool {
    switch (expected, actual) {
    case (.string("<any>"), _): true
    case (.object(let one), .object(let other)):
      one.count == other.count
        && one.members.allSatisfy { member in
          guard let value = other[member.key] else { return false }
          return member.key == "error"
            ? matchesError(member.value, value) : matches(member.value, value)
        }
    case (.array(let one), .array(let other)):
      one.count == other.count && zip(one, other).allSatisfy { matches($0, $1) }
    default: expected == actual
    }
  }

  private static func matchesError(_ expected: JSON, _ actual: JSON) -> Bool {
    guard let data = actual["data"]?.objectValue, data["reason"]?.stringValue != nil,
      data["retryable"]?.boolValue != nil, actual["message"]?.stringValue?.isEmpty == false
    else { return false }
    return expected["code"] == actual["code"]
      && (expected["data"]?.objectValue?.members ?? []).allSatisfy { member in
        data[member.key].map { matches(member.value, $0) } ?? false
      }
  }
}
