import Foundation

/// A page of the documentation, reduced to its executable parts: its blocks of code.
struct Page {
  struct Block {
    /// The text after the fence, as `sh`; empty for the output of a command.
    let language: String
    let text: String
    /// The title above the block.
    let section: String
    /// The lines between the preceding block or title and this block.
    let introduction: String
  }

  private(set) var blocks: [Block] = []

  init(_ path: String) throws {
    let text = try Self.text(path)
    var section = ""
    var introduction = ""
    var open: (language: String, lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        if let block = open {
          let text = block.lines.map { $0 + "\n" }.joined()
          blocks.append(
            Block(
              language: block.language, text: text, section: section, introduction: introduction))
          open = nil
          introduction = ""
        } else {
          open = (String(line.dropFirst(3)), [])
        }
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("#") {
        section = String(line.drop { $0 == "#" || $0 == " " })
        introduction = ""
      } else {
        introduction += line + "\n"
      }
    }
  }

  /// Returns the text of a page. `path` is relative to the root of the repository.
  static func text(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  func blocks(in section: String) -> [Block] { blocks.filter { $0.section == section } }
}

/// The output that a page shows. `…` in a line matches any text, alone on a line any lines.
struct ShownOutput {
  let text: String

  func matches(_ output: String) -> Bool {
    Self.match(Self.lines(text), Self.lines(output))
  }

  private static func lines(_ text: String) -> ArraySlice<Substring> {
    text.split(separator: "\n", omittingEmptySubsequences: false).drop { _ in false }
  }

  private static func match(
    _ shown: ArraySlice<Substring>, _ output: ArraySlice<Substring>
  ) -> Bool {
    guard let first = shown.first else { return output.isEmpty }
    if first == "…" {
      return (0...output.count).contains { match(shown.dropFirst(), output.dropFirst($0)) }
    }
    guard let line = output.first, matchLine(first, line) else { return false }
    return match(shown.dropFirst(), output.dropFirst())
  }

  private static func matchLine(_ shown: Substring, _ line: Substring) -> Bool {
    let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
    guard let start = parts.first, let end = parts.last, parts.count > 1 else {
      return shown == line
    }
    guard line.hasPrefix(start), line.count >= start.count + end.count, line.hasSuffix(end) else {
      return false
    }
    var rest = line.dropFirst(start.count).dropLast(end.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }
}
