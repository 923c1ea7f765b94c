import Foundation
import Testing

/// One Swift file of the repository.
struct SourceFile: Sendable, CustomTestStringConvertible {
  /// From the root of the repository.
  let path: String
  let text: String
  /// The text without comments and without the content of string literals; the number of lines stays the same.
  let code: String
  let imports: [String]

  var testDescription: String { path }

  /// The module of the file: the second part of its path.
  var module: String { String(path.split(separator: "/")[1]) }

  /// True for a page that is assembled from the parts beside it, and for a generated part of a client.
  var isGenerated: Bool {
    text.hasPrefix("// Generated from the parts in this folder.")
      || text.hasPrefix("// Written by `altcraft-bridge generate ")
  }

  init(path: String, text: String) {
    self.path = path
    self.text = text
    let code = Self.stripped(text)
    self.code = code
    imports = Self.lines(of: code, with: ["import"]).compactMap {
      $0.text.firstMatch(
        of: /^\s*(?:@\w+\s+)*import\s+(?:(?:struct|class|enum|func)\s+)?(\w+)/
      ).map { String($0.output.1) }
    }
  }

  /// Returns the places of `pattern` in the code, as `path:line`. Each match has one of `words`, and most lines have none.
  func places(of pattern: some RegexComponent, with words: String...) -> [String] {
    Self.lines(of: code, with: words).filter { $0.text.firstMatch(of: pattern) != nil }
      .map { "\(path):\($0.number)" }
  }

  /// Returns whether the text, with comments and literals, has these characters.
  func has(_ words: String) -> Bool { text.withCString { strstr($0, words) != nil } }

  /// Returns the lines that have one of `words`, and their numbers from 1. The search of the C library is a hundred times as fast
  /// as a pattern.
  private static func lines(
    of text: String, with words: [String]
  ) -> [(number: Int, text: String)] {
    text.withCString { text in
      var lines: [(number: Int, text: String)] = []
      var (number, start) = (1, text)
      var hits = words.map { strstr(start, $0).map { UnsafePointer($0) } }
      while let hit = hits.compactMap({ $0 }).min() {
        while let end = strchr(start, 0x0A), end < hit {
          (number, start) = (number + 1, UnsafePointer(end) + 1)
        }
        let end = strchr(start, 0x0A).map { UnsafePointer($0) } ?? start + strlen(start)
        let line = UnsafeRawBufferPointer(start: start, count: end - start)
        lines.append((number, String(decoding: line, as: UTF8.self)))
        for (index, word) in words.enumerated() {
          if let hit = hits[index], hit < end {
            hits[index] = strstr(end, word).map { UnsafePointer($0) }
          }
        }
      }
      return lines
    }
  }

  /// Removes comments and the content of literals, well enough for this repository: an interpolation counts as part of
  /// its string.
  private static func stripped(_ text: String) -> String {
    text.withCString { text in
      var code: [UInt8] = []
      var rest = text
      while true {
        // Most bytes begin neither, and the sources have millions of them.
        let plain = strcspn(rest, "/#\"")
        code += UnsafeRawBufferPointer(start: rest, count: plain)
        rest += plain
        guard rest.pointee != 0 else { return String(decoding: code, as: UTF8.self) }
        let skipped = lengthOfCommentOrLiteral(rest)
        let bytes = UnsafeRawBufferPointer(start: rest, count: max(1, skipped))
        code += skipped == 0 ? Array(bytes) : bytes.filter { $0 == UInt8(ascii: "\n") }
        rest += bytes.count
      }
    }
  }

  private static func lengthOfCommentOrLiteral(_ text: UnsafePointer<CChar>) -> Int {
    func begins(_ prefix: String) -> Bool { strncmp(text, prefix, prefix.utf8.count) == 0 }
    func length(from start: Int, to end: String) -> Int {
      strstr(text + start, end).map { UnsafePointer($0) - text + end.utf8.count } ?? strlen(text)
    }
    func lengthWithEscapes(from start: Int, to end: String) -> Int {
      var position = start
      while true {
        position += strcspn(text + position, "\\\"")
        if text[position] == 0 { return position }
        if strncmp(text + position, end, end.utf8.count) == 0 { return position + end.utf8.count }
        position += text[position] == CChar(UInt8(ascii: "\\")) && text[position + 1] != 0 ? 2 : 1
      }
    }
    if begins("//") { return length(from: 2, to: "\n") - 1 }
    if begins("/*") { return length(from: 2, to: "*/") }
    if begins("#\"\"\"") { return length(from: 4, to: "\"\"\"#") }
    if begins("#\"") { return length(from: 2, to: "\"#") }
    if begins("\"\"\"") { return lengthWithEscapes(from: 3, to: "\"\"\"") }
    if begins("\"") { return lengthWithEscapes(from: 1, to: "\"") }
    return 0
  }
}

@Suite("The reader of sources")
struct SourceFileTests {
  @Test(
    "reads code, without comments and the content of strings",
    arguments: [
      ("let a = 1 // a!\nb", "let a = 1 \nb"),
      ("let a = \"b!\" + c", "let a =  + c"),
      ("let a = \"\\\"b\" + c", "let a =  + c"),
      ("let a = #\"b\"c!\"# + d", "let a =  + d"),
      ("a /* b\n c */ d", "a \n d"),
      ("let a = \"\"\"\n  b!\n  \"\"\"\nc", "let a = \n\n\nc"),
      ("a\n\"b\\", "a\n"), ("a\n/* b", "a\n"), ("a\n#\"b\"", "a\n"), ("a / b # c", "a / b # c"),
    ])
  func strips(text: String, code: String) {
    #expect(SourceFile(path: "Sources/A/B.swift", text: text).code == code)
  }

  @Test("finds the places of a pattern by their lines, and only with one of the words")
  func places() {
    let text = "a1 b\n\nb1 // b2\nc1 b3 a2\na3"
    let file = SourceFile(path: "Sources/A/B.swift", text: text)
    #expect(file.places(of: /[ab]\d/, with: "a", "b") == [1, 3, 4, 5].map { "\(file.path):\($0)" })
    #expect(file.places(of: /[abc]\d/, with: "c") == ["\(file.path):4"])
    #expect(file.places(of: /\d/, with: "d") == [])
    #expect(file.has("// b2") && !file.has("d"))
  }

  @Test("recognises every form of import")
  func imports() {
    let text = "import A\n@preconcurrency import B\nimport struct C.D\n// import E\n"
    #expect(SourceFile(path: "Sources/A/B.swift", text: text).imports == ["A", "B", "C"])
  }
}
