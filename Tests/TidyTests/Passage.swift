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
  /// True within a literal in backticks, which may have several lines.
  var isInBackticks = false

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
      let begins = line.has("\"") && line.ranges(of: "\"\"\"").count % 2 == 1
      if isLiteral {
        if begins { reader.close() } else { reader.add(line, .text, at: index) }
      } else if let text = line.comment(after: ["///", "//"]) {
        reader.add(text, .title, at: index)
        reader.documentation = line.trimmed.hasPrefix("///") ? reader.passages.count - 1 : nil
      } else {
        reader.describe(line)
        reader.close()
        reader.addLiterals(line, in: "\"", at: index)
        reader.addTrailingComment(line, at: index)
      }
      if begins { isLiteral.toggle() }
    }
    return reader.passages
  }

  /// Returns the comments of Go, Java, TypeScript, PHP or C#, and string literals of one line or in backticks.
  static func ofBraces(_ path: String, _ text: String) -> [Passage] {
    var reader = Lines(path, text)
    for (index, line) in reader.lines.enumerated() {
      if !reader.isInBackticks,
        let text = line.comment(after: ["///", "/**", "/*", "*/", "//", "*"])?.withoutTags
      {
        if text.hasPrefix("@"), let tag = text.firstMatch(of: /^@param\s+\S+\s+(.*)|^@\w+\s+(.*)/) {
          reader.close()
          reader.add(tag.output.1 ?? tag.output.2 ?? "", .title, at: index)
        } else if text.isEmpty {
          reader.close()
        } else {
          reader.add(text, .title, at: index)
        }
      } else {
        reader.close()
        reader.addLiterals(line, in: "\"'`", at: index)
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
      let marks = line.has("\"") ? line.ranges(of: "\"\"\"").count : 0
      if isDocumentation || marks > 0 {
        if !isDocumentation { reader.close() }
        let text = line.replacing("\"\"\"", with: "").drop { $0 == " " }
        if text.has(":"), let argument = text.firstMatch(of: /^\w+: ([A-Z].*)/) {
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
        reader.addLiterals(line, in: "\"'", at: index)
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
        let isHead = reader.lines.dropFirst(index + 1).first?.isRule == true
        for cell in text.split(separator: "|") where !text.isRule {
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
  /// Adds the literals of a line in one of the quotes. A literal without an end is not added, except one in backticks.
  fileprivate mutating func addLiterals(_ line: Substring, in quotes: String, at index: Int) {
    guard isInBackticks || quotes.unicodeScalars.contains(where: line.has) else { return }
    let quotes = Array(quotes.utf8)
    let bytes = Array(line.utf8)
    var quote = isInBackticks ? UInt8(ascii: "`") : nil
    var (start, place) = (0, 0)
    while place < bytes.count {
      let byte = bytes[place]
      if quote == nil, quotes.contains(byte) {
        (quote, start) = (byte, place + 1)
      } else if byte == quote {
        if start < place {
          addAlone(String(decoding: bytes[start..<place], as: UTF8.self), .text, at: index)
        }
        quote = nil
      } else if byte == UInt8(ascii: "\\") {
        place += 1
      }
      place += 1
    }
    isInBackticks = quote == UInt8(ascii: "`")
    if isInBackticks {
      addAlone(String(decoding: bytes[start...], as: UTF8.self), .text, at: index)
    }
  }

  fileprivate mutating func addTrailingComment(_ line: Substring, at index: Int) {
    guard line.has("/"), let mark = line.firstRange(of: " // ") else {
      return
    }
    addAlone(line[mark.upperBound...], .title, at: index)
  }

  /// Sets the kind of the comment above a type or a function, with only attributes between them. The title of a test says
  /// what it does, so its comment may give a reason.
  fileprivate mutating func describe(_ line: Substring) {
    guard let comment = documentation else { return }
    let isAttribute = line.has("@") && line.wholeMatch(of: /\s*@[\w.]+(?:\([^()]*\))?/) != nil
    if isAttribute && !line.contains("@Test") { return }
    documentation = nil
    guard !line.contains("@Test"), let kind = line.wholeMatch(of: Self.declaration)?.output.1
    else { return }
    passages[comment].kind = kind == "func" ? .ofFunction : .ofType
  }

  nonisolated(unsafe) private static let declaration =
    /\s*(?:(?:@[\w.]+(?:\([^)]*\))?|[a-z]+(?:\([a-z]+\))?)\s+)*(struct|class|enum|actor|protocol|typealias|func)\s+[\w`].*/
}

extension Substring {
  /// Returns the text of a line that is a comment.
  fileprivate func comment(after marks: [String]) -> Substring? {
    let text = Substring(utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    guard let mark = marks.first(where: text.hasPrefix) else { return nil }
    let comment = text.dropFirst(mark.count).drop { $0 == " " }
    return comment.hasSuffix("*/") ? comment.dropLast(2) : comment
  }

  /// The line without its indentation.
  fileprivate var trimmed: Substring { drop { $0 == " " } }

  /// True for the line below the head of a table.
  fileprivate var isRule: Bool { hasPrefix("|") && allSatisfy { "|-: ".contains($0) } }

  fileprivate func has(_ character: Unicode.Scalar) -> Bool {
    utf8.withContiguousStorageIfAvailable {
      $0.count > 0 && memchr($0.baseAddress!, Int32(character.value), $0.count) != nil
    } ?? true
  }

  /// The text without the tags of a comment of C#.
  fileprivate var withoutTags: Substring {
    has("<") ? self[...].replacing(/<\/?[a-z][^>]*>/, with: "")[...].trimmed : self
  }

  /// The text without the marks of emphasis at its start.
  fileprivate var plain: Substring { drop { $0 == " " || $0 == "*" } }
}
