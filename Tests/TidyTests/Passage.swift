import Foundation

/// A text of the repository that people read, with its place.
struct Passage: Sendable {
  enum Kind: Sendable {
    /// The comment of a type, and that of a function.
    case ofType, ofFunction
    /// Another comment, a heading or the head of a table.
    case title
    /// A paragraph, a cell, or a string literal.
    case text
  }

  let place: String
  var kind: Kind
  var text: String

  init(_ place: String, _ kind: Kind, _ text: some StringProtocol) {
    self.place = place
    self.kind = kind
    self.text = String(text)
  }
}

/// The lines of a file, from which passages are read.
private struct Lines {
  let path: String
  let lines: [Substring]
  var passages: [Passage] = []
  /// The last passage, if it is a comment that may describe the next line.
  var documentation: Int?
  /// True if the line before the current one continues in it.
  private var isOpen = false

  init(_ path: String, _ text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  func place(_ index: Int) -> String { "\(path):\(index + 1)" }

  /// Adds a line to the open passage, or begins one.
  mutating func add(_ text: some StringProtocol, _ kind: Passage.Kind, at index: Int) {
    if isOpen {
      passages[passages.endIndex - 1].text += "\n" + text
    } else {
      passages.append(Passage(place(index), kind, text))
    }
    isOpen = true
  }

  mutating func addAlone(_ text: some StringProtocol, _ kind: Passage.Kind, at index: Int) {
    passages.append(Passage(place(index), kind, text))
  }

  mutating func close() { isOpen = false }
}

extension Passage {
  /// Returns comments and string literals of Swift. Consecutive lines of comment are one passage.
  static func ofSwift(_ path: String, _ text: String) -> [Passage] {
    var reader = Lines(path, text)
    var isLiteral = false
    for (index, line) in reader.lines.enumerated() {
      let begins = line.hasQuote && line.ranges(of: "\"\"\"").count % 2 == 1
      if isLiteral {
        if begins { reader.close() } else { reader.add(line, .text, at: index) }
      } else if let text = line.comment(after: ["///", "//"]) {
        reader.add(text, .title, at: index)
        reader.documentation = line.trimmed.hasPrefix("///") ? reader.passages.count - 1 : nil
      } else {
        reader.describe(line)
        reader.close()
        reader.addLiterals(line, at: index)
        reader.addTrailingComment(line, at: index)
      }
      if begins { isLiteral.toggle() }
    }
    return reader.passages
  }

  /// Returns the comments of Go, Java or TypeScript, and string literals of one line.
  static func ofBraces(_ path: String, _ text: String) -> [Passage] {
    var reader = Lines(path, text)
    for (index, line) in reader.lines.enumerated() {
      if let text = line.comment(after: ["/**", "/*", "*/", "//", "*"]) {
        if let tag = text.firstMatch(of: /^@param\s+\S+\s+(.*)|^@\w+\s+(.*)/) {
          reader.close()
          reader.add(tag.output.1 ?? tag.output.2 ?? "", .title, at: index)
        } else if text.isEmpty {
          reader.close()
        } else {
          reader.add(text, .title, at: index)
        }
      } else {
        reader.close()
        reader.addLiterals(line, at: index)
        reader.addTrailingComment(line, at: index)
      }
    }
    return reader.passages
  }

  /// Returns the comments of a script or of Python with its documentation, and string literals of one line.
  static func ofScript(_ path: String, _ text: String) -> [Passage] {
    var reader = Lines(path, text)
    var isDocumentation = false
    for (index, line) in reader.lines.enumerated() where !line.hasPrefix("#!") {
      let marks = line.ranges(of: "\"\"\"").count
      if isDocumentation || marks > 0 {
        let text = line.replacing("\"\"\"", with: "").drop { $0 == " " }
        if let argument = text.firstMatch(of: /^\w+: ([A-Z].*)/) {
          reader.close()
          reader.add(argument.output.1, .title, at: index)
        } else if text.isEmpty {
          reader.close()
        } else {
          reader.add(text, .title, at: index)
        }
        if marks % 2 == 1 { isDocumentation.toggle() }
        if !isDocumentation { reader.close() }
      } else if let text = line.comment(after: ["#", "--", ";;", "//"]) {
        reader.add(text, .title, at: index)
      } else {
        reader.close()
        reader.addLiterals(line, at: index)
      }
    }
    return reader.passages
  }

  /// Returns headings, paragraphs, items and cells of Markdown, without code.
  static func ofPage(_ path: String, _ text: String) -> [Passage] {
    var reader = Lines(path, text)
    var isCode = false
    for (index, line) in reader.lines.enumerated() {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("```") { isCode.toggle() }
      if isCode || text.isEmpty || text.hasPrefix("```") {
        reader.close()
      } else if text.hasPrefix("|") {
        let following = reader.lines.dropFirst(index + 1).first ?? ""
        let isHead = following.hasPrefix("|") && following.allSatisfy { "|-: ".contains($0) }
        for cell in text.split(separator: "|") {
          reader.addAlone(cell.plain, isHead ? .title : .text, at: index)
        }
      } else if text.hasPrefix("#") {
        reader.close()
        reader.addAlone(text.drop { $0 == "#" }.plain, .title, at: index)
      } else {
        if let marker = text.prefixMatch(of: /(?:[-*]|\d+\.)\s/) {
          reader.close()
          reader.add(text[marker.range.upperBound...].plain, .text, at: index)
        } else {
          reader.add(text.plain, .text, at: index)
        }
      }
    }
    return reader.passages
  }

  /// Returns the columns of a help page.
  static func ofHelp(_ path: String, _ text: String) -> [Passage] {
    let reader = Lines(path, text)
    return reader.lines.enumerated().flatMap { index, line in
      line.split(separator: /\s{2,}/).map { Passage(reader.place(index), .text, $0) }
    }
  }

  /// Returns the comments between the messages of a transcript.
  static func ofTranscript(_ path: String, _ text: String) -> [Passage] {
    var reader = Lines(path, text)
    for (index, line) in reader.lines.enumerated() {
      if let text = line.comment(after: ["#"]) {
        reader.add(text, .title, at: index)
      } else {
        reader.close()
      }
    }
    return reader.passages
  }
}

extension Lines {
  fileprivate mutating func addLiterals(_ line: Substring, at index: Int) {
    guard line.hasQuote else { return }
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    for part in stride(from: 1, to: parts.count - 1, by: 2) {
      addAlone(parts[part], .text, at: index)
    }
  }

  fileprivate mutating func addTrailingComment(_ line: Substring, at index: Int) {
    guard line.utf8.contains(UInt8(ascii: "/")), let mark = line.firstRange(of: " // ") else {
      return
    }
    addAlone(line[mark.upperBound...], .title, at: index)
  }

  /// Sets the kind of the comment above a type or a function, with only attributes between them. The title of a test says
  /// what it does, so its comment may give a reason.
  fileprivate mutating func describe(_ line: Substring) {
    guard let comment = documentation else { return }
    let isAttribute = line.wholeMatch(of: /\s*@[\w.]+(?:\([^()]*\))?/) != nil
    if isAttribute && !line.contains("@Test") { return }
    documentation = nil
    let declaration =
      /\s*(?:(?:@[\w.]+(?:\([^)]*\))?|[a-z]+(?:\([a-z]+\))?)\s+)*(struct|class|enum|actor|protocol|typealias|func)\s+[\w`].*/
    guard !line.contains("@Test"), let kind = line.wholeMatch(of: declaration)?.output.1 else {
      return
    }
    passages[comment].kind = kind == "func" ? .ofFunction : .ofType
  }
}

extension Substring {
  /// Returns the text of a line that is a comment.
  fileprivate func comment(after marks: [String]) -> Substring? {
    let text = drop { $0 == " " || $0 == "\t" }
    guard let mark = marks.first(where: text.hasPrefix) else { return nil }
    let comment = text.dropFirst(mark.count).drop { $0 == " " }
    return comment.hasSuffix("*/") ? comment.dropLast(2) : comment
  }

  /// The line without its indentation.
  fileprivate var trimmed: Substring { drop { $0 == " " } }

  fileprivate var hasQuote: Bool { utf8.contains(UInt8(ascii: "\"")) }

  /// The text without the marks of emphasis at its start.
  fileprivate var plain: Substring { drop { $0 == " " || $0 == "*" } }
}
