/// The layout of text for a terminal of 80 columns.
package enum TextLayout {
  static let width = 80

  /// Wraps a paragraph at spaces.
  static func paragraph(_ text: String, indent: Int = 0, hanging: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    let inner = margin + String(repeating: " ", count: hanging)
    let lines = lines(text, width: width - indent - hanging)
    return lines.enumerated().map { ($0 == 0 ? margin : inner) + $1 }.joined(separator: "\n")
  }

  /// Formats two columns and wraps the right one.
  package static func columns(_ rows: [(String, String)], leftWidth: Int? = nil) -> String {
    let left = leftWidth ?? self.leftWidth(rows.map(\.0))
    let margin = String(repeating: " ", count: left + 4)
    return rows.map { name, text in
      var lines = lines(text, width: width - left - 4)
      if name.count <= left, !lines.isEmpty {
        let gap = String(repeating: " ", count: left - name.count + 2)
        return (["  \(name)\(gap)\(lines.removeFirst())"] + lines.map { margin + $0 })
          .joined(separator: "\n")
      }
      return (["  \(name)"] + lines.map { margin + $0 }).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Returns the width of the widest name. A name beyond the limit gets its own line, so that it does not
  /// shift the column.
  package static func leftWidth(_ names: [String]) -> Int {
    names.map(\.count).filter { $0 <= 30 }.max() ?? 0
  }

  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let line = lines.last, line.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension String {
  package func padded(to width: Int, atEnd: Bool = true, with character: Character = " ") -> String
  {
    let padding = String(repeating: character, count: max(0, width - count))
    return atEnd ? self + padding : padding + self
  }
}
