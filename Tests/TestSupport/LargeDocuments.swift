/// The shapes of a JSON document of a given size. Each causes a different cost in a parser or a check.
package enum LargeDocument: String, CaseIterable, Sendable {
  case arrays, objects, members, equalMembers, longNames, alikeNames
  case strings, escapes, foreignText, digits, fraction, exponent, duplicates, space

  /// Returns about this many bytes of JSON. The text is within the limits of a message up to 512 KiB.
  package func text(bytes: Int) -> String {
    switch self {
    case .arrays:
      list(of: String(repeating: "[", count: 50) + String(repeating: "]", count: 50), bytes)
    case .objects:
      list(
        of: String(repeating: #"{"a":"#, count: 50) + "1" + String(repeating: "}", count: 50), bytes
      )
    case .members:
      list(of: "{" + (0..<200).map { #""m\#($0)":\#($0)"# }.joined(separator: ",") + "}", bytes)
    case .equalMembers:
      list(of: "{" + (0..<15).map { #""same\#($0)":1"# }.joined(separator: ",") + "}", bytes)
    case .longNames: nested(name: String(repeating: "n", count: bytes / 50))
    case .alikeNames:
      // The maximum number of members of an object, with names that differ only in their last letters.
      "{"
        + (0..<min(4096, bytes / 100)).map {
          "\"" + String(repeating: "x", count: bytes / min(4096, bytes / 100) - 12) + "\($0)\":1"
        }.joined(separator: ",") + "}"
    case .strings: list(of: #""text""#, bytes)
    case .escapes: "\"" + String(repeating: #"\u00e9\n"#, count: bytes / 8) + "\""
    case .foreignText: "\"" + String(repeating: "é€", count: bytes / 5) + "\""
    case .digits: String(repeating: "7", count: bytes)
    case .fraction: "0." + String(repeating: "7", count: bytes)
    case .exponent: "1" + String(repeating: "0", count: bytes) + "e-\(bytes)"
    case .duplicates: list(of: #"{"d":1,"d":2}"#, bytes)
    case .space: "[" + String(repeating: " ", count: bytes) + "]"
    }
  }

  private func list(of element: String, _ bytes: Int) -> String {
    let count = max(1, bytes / (element.utf8.count + 1))
    return "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
  }

  private func nested(name: String) -> String {
    String(repeating: "{\"\(name)\":", count: 50) + "1e400" + String(repeating: "}", count: 50)
  }

  /// Returns `depth` nested objects, with a duplicate member in the innermost one.
  package static func duplicate(atDepth depth: Int) -> String {
    String(repeating: #"{"a":"#, count: depth - 1) + #"{"d":1,"d":2}"#
      + String(repeating: "}", count: depth - 1)
  }
}
