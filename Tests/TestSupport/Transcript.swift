import Foundation
import JSONCodec
import WireRecording

/// A transcript of sent and expected messages, as text that can be replayed over any transport.
///
///     # A title for the lines up to the next blank line.
///     --> {"jsonrpc":"2.0","id":1,"method":"sum","params":[1,2]}
///     <-- {"jsonrpc":"2.0","id":1,"result":3}
///
/// A `-->` line is sent unchanged. Adjacent `<--` lines may arrive in any order, and so may the elements of a
/// batch and the members of objects. Numbers match digit for digit. `"<any>"` matches any value. An `error`
/// is compared by its code and by the given members of its `data`; its message must not be empty. A case
/// whose last line is `-->` expects no answer to it.
package struct Transcript: Sendable {
  package enum Step: Sendable {
    case send(String)
    /// The expected messages, as many as there are elements, in any order.
    case expect([JSON])
  }

  package struct Case: Sendable, CustomStringConvertible {
    package let title: String
    package let steps: [Step]
    package var description: String { title }

    package init(title: String, steps: [Step]) {
      self.title = title
      self.steps = steps
    }
  }

  package struct Malformed: Error, CustomStringConvertible {
    package let line: String
    package var description: String { "not a line of a transcript: \(line)" }
  }

  /// The prefix of a line that is sent, and of a line that is expected.
  private static let sent = "--> "
  private static let expected = "<-- "

  package let cases: [Case]

  package init(_ text: String) throws {
    var cases: [Case] = []
    var title = ""
    var steps: [Step] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        if !steps.isEmpty { cases.append(Case(title: title, steps: steps)) }
        (title, steps) = ("", [])
      } else if line.hasPrefix("#") {
        title = String(line.dropFirst().drop { $0 == " " })
      } else if line.hasPrefix(Self.sent) {
        steps.append(.send(String(line.dropFirst(Self.sent.count))))
      } else if line.hasPrefix(Self.expected) {
        let message = try JSONParser.parse(Array(line.dropFirst(Self.expected.count).utf8)).value
        if case .expect(let others) = steps.last {
          steps[steps.count - 1] = .expect(others + [message])
        } else {
          steps.append(.expect([message]))
        }
      } else {
        throw Malformed(line: String(line))
      }
    }
    if !steps.isEmpty { cases.append(Case(title: title, steps: steps)) }
    self.cases = cases
  }
}

extension Transcript {
  /// Returns whether these messages are the expected ones, in any order.
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
    var comparison = Comparison(by: .spelling)
    return comparison.differences(expected, actual).isEmpty
  }
}

extension Transcript {
  package init(contentsOf file: URL) throws {
    try self.init(String(contentsOf: file, encoding: .utf8))
  }

  /// Returns the cases of all transcripts in a directory, sorted by file name and titled with it.
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
