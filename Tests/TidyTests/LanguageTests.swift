import Foundation
import TestSupport
import Testing

/// Tests of the language of comments, string literals, pages, scripts and transcripts: plain technical English.
@Suite("The language")
struct LanguageTests {
  @Test("the sources are plain")
  func sources() {
    expectPlain(
      (Repository.sources + Repository.tests)
        .filter { !$0.isGenerated && !$0.path.hasSuffix("/LanguageTests.swift") }
        .filter { !$0.path.hasSuffix("/CommitMessageTests.swift") }
        .map { ($0.path, $0.text) }, Passage.ofSwift, atLeast: 800)
    expectPlain(["Package.swift"], Passage.ofSwift, atLeast: 1)
  }

  @Test("the pages are plain")
  func pages() {
    expectPlain(Repository.pages.filter { !$0.isGenerated }, Passage.ofPage, atLeast: 40)
  }

  @Test("the written sources of the clients are plain")
  func clients() {
    let files = Repository.paths(in: "clients").filter { !$0.isGenerated }
    expectPlain(files.filter { $0.hasSuffix(".py") }, Passage.ofScript, atLeast: 10)
    expectPlain(
      files.filter {
        [".cs", ".go", ".java", ".js", ".mjs", ".php", ".ts"].contains(where: $0.hasSuffix)
      }, Passage.ofBraces, atLeast: 100)
  }

  @Test("the scripts and styles of the inspector and of the platform's page are plain")
  func webPages() {
    let files = Repository.paths(in: "Sources/WebPages")
    expectPlain(
      files.filter { [".css", ".js"].contains(where: $0.hasSuffix) }, Passage.ofBraces, atLeast: 10)
  }

  @Test("the help pages and the transcripts are plain")
  func goldens() {
    let files = Repository.paths(in: "Tests")
    expectPlain(files.filter { $0.contains("/Golden/") }, Passage.ofHelp, atLeast: 15)
    expectPlain(files.filter { $0.contains("/Transcripts/") }, Passage.ofTranscript, atLeast: 3)
  }

  @Test("the scripts are plain")
  func scripts() {
    let tests = Repository.paths(in: "Tests")
    let files =
      Repository.paths(in: ".ci")
      + tests.filter { path in
        path.split(separator: "/").count == 2 || path.hasSuffix("/run")
          || [".el", ".lua", ".py", ".sh"].contains(where: path.hasSuffix)
      }
    expectPlain(files, Passage.ofScript, atLeast: 80)
    expectPlain(
      tests.filter { [".cpp", ".go", ".js", ".mjs"].contains(where: $0.hasSuffix) },
      Passage.ofBraces, atLeast: 10)
  }

  private func expectPlain(
    _ paths: [String], _ read: (String, String) -> [Passage], atLeast count: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectPlain(
      paths.compactMap { path in (try? Repository.text(path)).map { (path, $0) } }, read,
      atLeast: count, sourceLocation: sourceLocation)
  }

  private func expectPlain(
    _ files: [(path: String, text: String)], _ read: (String, String) -> [Passage],
    atLeast count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(files.count >= count, sourceLocation: sourceLocation)
    let faults = files.flatMap { read($0.path, $0.text) }.flatMap(\.faults)
    #expect(
      faults.isEmpty, "\(faults.count)\n\(faults.joined(separator: "\n"))",
      sourceLocation: sourceLocation)
  }

  @Test(
    "a banned expression is found",
    arguments: [
      ("whoever asks", 1), ("Nobody reads it", 1), ("starts anew", 1), ("it was mended", 1),
      ("is told of a gap", 1), ("it comes to nothing", 1), ("a file is given up", 1),
      ("a fault of ours", 1), ("let go of it", 1), ("a folder is no file", 1),
      ("there is no file", 0), ("there\nis no file", 0), ("it comes\nto nothing", 1),
      ("it is no longer there", 0), ("the amendment", 0),
      ("the outcome", 0), ("is not a file", 0),
    ])
  func bans(text: String, count: Int) {
    #expect(text.bannedExpressions.count == count)
  }

  @Test(
    "a sentence that opens with a clause, and a comment with the wrong first word, are found",
    arguments: [
      (.title, "Where it is.", false), (.title, "When it ends, all is closed.", false),
      (.text, "When it ends, all is closed.", true), (.text, "What is read.", false),
      (.text, "What is read?", true), (.text, "It is read. How it is read\nis unknown.", false),
      (.text, "It is read. How is it read? As text.", true),
      (.text, "The rest: what is left.", true),
      (.ofType, "The end of a line.", true), (.ofType, "Ends a line.", false),
      (.ofType, "JSON as text.", true), (.ofType, "Writes a line.", false),
      (.ofFunction, "Ends a line.", true), (.ofFunction, "The end of a line.", false),
      (.ofFunction, "See `end`.", true), (.ofFunction, "Characters of a line.", false),
      (.ofFunction, "End a line.", false),
    ] as [(Passage.Kind, String, Bool)])
  func checks(kind: Passage.Kind, text: String, isPlain: Bool) {
    #expect(Passage("A.swift:1", kind, text).faults.isEmpty == isPlain)
  }

  @Test("comments of Swift are read with their declarations, and literals of any length")
  func readsSwift() {
    let text = """
      /// A type.
      /// It has a second line.
      @frozen
      package struct A {
        /// Ends it.
        @inline(never)
        private static func end() {}
        /// A value.
        let a = "one" // Two.
        /// The reason.
        @Test("a title")
        func test() {}
        let b = \"""
          // three
          \"""
      }
      """

    let read = Passage.ofSwift("A.swift", text)

    #expect(
      read.map { "\($0.place) \($0.kind) \($0.text)" } == [
        "A.swift:1 ofType A type.\nIt has a second line.", "A.swift:5 ofFunction Ends it.",
        "A.swift:8 title A value.", "A.swift:9 text one", "A.swift:9 title Two.",
        "A.swift:10 title The reason.", "A.swift:11 text a title", "A.swift:14 text     // three",
      ])
  }

  @Test("comments of clients and scripts, pages, help and transcripts are read")
  func readsOthers() {
    func texts(_ passages: [Passage]) -> [String] { passages.map(\.text) }

    #expect(
      texts(
        Passage.ofBraces("A.java", "/**\n * One\n * two.\n * @param a Three.\n */\nx(\"y\"); // Z"))
        == ["One\ntwo.", "Three.", "y", "Z"])
    #expect(
      texts(
        Passage.ofBraces(
          "a.mjs", "f('a \"', `b\n// c` + \"it's \\\"d\", /'/);\n/// <b>E</b>\n/// F"))
        == ["a \"", "b", "// c", "it's \\\"d", "E\nF"])
    #expect(
      texts(
        Passage.ofScript(
          "a.py", "#!/x\n# One\n# two\n\"\"\"Three.\n\nArgs:\n  a: Four.\n\"\"\"\nb = \"c\", 'd'"))
        == ["One\ntwo", "Three.", "Args:", "Four.", "c", "d"])
    #expect(
      texts(
        Passage.ofPage(
          "a.md", "# One\n\nTwo\nthree.\n- Four\n\n| A | B |\n|---|---|\n| C | D |\n```\nE\n```"))
        == ["One", "Two\nthree.", "Four", "A ", "B ", "C ", "D "])
    #expect(
      texts(Passage.ofHelp("a.txt", "one two\n  --a  Three four")) == [
        "one two", "--a", "Three four",
      ])
    #expect(
      texts(Passage.ofTranscript("a.txt", "# One\n--> {}\n# two\n# three")) == [
        "One", "two\nthree",
      ])
  }
}

extension Passage {
  /// The faults of the language in this passage, each with its place.
  fileprivate var faults: [String] {
    let isSuspect = text.hasWord(in: Self.suspects)
    var faults = isSuspect ? text.bannedExpressions.map { "banned: \($0)" } : []
    let word = text.prefix { !$0.isWhitespace }.trimmingCharacters(in: .punctuationCharacters)
    if kind != .text, Self.openers.contains(word) || Self.conjunctions.contains(word),
      !text.isQuestion
    {
      faults.append("opens with a clause")
    } else if isSuspect, text.sentences.contains(where: \.opensWithClause) {
      faults.append("a sentence opens with a clause")
    }
    switch kind {
    case .ofType where !Self.nouns.contains(word): faults.append("\(word) is not a listed noun")
    case .ofFunction where !word.isVerb: faults.append("\(word) is not a verb")
    default: break
    }
    return faults.map { "\(place): \($0): \(text.prefix(100))" }
  }

  /// Words that open a clause in place of a noun.
  fileprivate static let openers: Set = [
    "What", "Who", "Whoever", "Whose", "Whom", "How", "Which", "Whether", "Nobody", "Why",
    "Whatever",
  ]
  /// Words without which a text has no banned expression and no such sentence, in lower case.
  private static let suspects = openers.map { $0.lowercased() }.reduce(
    into: Set([
      "whoever", "nobody", "anew", "mend", "mends", "mended", "mending", "tell", "tells", "told",
      "telling", "come", "comes", "came", "coming", "given", "ours", "go", "no",
    ])
  ) { $0.insert($1) }
  /// Words that can also open a clause before a sentence.
  private static let conjunctions: Set = ["Where", "When", "That", "Those"]
  /// The first words of type comments.
  private static let nouns: Set = [
    "A", "All", "An", "Both", "Bytes", "Calls", "Clients", "Clocks", "Commands", "Comments",
    "Connections", "Counters", "Counts", "Errors", "Every", "Files", "HTML", "JSON", "JWTs",
    "Messages", "Methods", "Numbers", "One", "Operations", "Payloads", "Providers", "Records",
    "Reports", "Statistics", "Tests", "Text", "The", "Tokens", "Users", "Values", "Waiters",
  ]
  /// Words that end like a verb, but are none.
  fileprivate static let otherWords: Set = [
    "Always", "As", "Bytes", "Characters", "Codes", "Errors", "Figures", "Files", "Is", "Its",
    "Jobs",
    "Lines", "Members", "Messages", "Methods", "This", "Tokens", "Users", "Values", "Words",
  ]
}

extension String {
  nonisolated(unsafe) private static let banned =
    /\b(?:there\s+is\s+no|whoever|nobody|anew|mend(?:s|ed|ing)?|(?:tell|tells|told|telling)\s+of|(?:come|comes|came|coming)\s+(?:to|upon)|given\s+up|of\s+ours|(?:let|lets|letting)\s+go|is\s+no(?!\s+longer))\b/
    .ignoresCase()

  fileprivate var bannedExpressions: [Substring] {
    // "There is no" is matched as a whole, so that its end is not, and then excluded.
    return matches(of: Self.banned).map(\.output).filter { !$0.lowercased().hasPrefix("there") }
  }

  /// True if one of the words of this text is in the set, in any case.
  fileprivate func hasWord(in words: Set<String>) -> Bool {
    utf8.split { !($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")) }
      .contains { words.contains(String(decoding: $0.map { $0 | 0x20 }, as: UTF8.self)) }
  }

  nonisolated(unsafe) private static let verb = /[A-Z][a-z-]+s/

  /// True for a verb in the third person, and for a reference to another comment.
  fileprivate var isVerb: Bool {
    self == "See"
      || wholeMatch(of: Self.verb) != nil && !Passage.otherWords.contains(self)
  }

  /// The sentences, each with its full stop.
  fileprivate var sentences: [Substring] {
    var sentences: [Substring] = []
    var start = startIndex
    for index in indices where ".!?".contains(self[index]) {
      let next = self.index(after: index)
      guard next == endIndex || self[next].isWhitespace else { continue }
      sentences.append(self[start..<next])
      start = self[next...].firstIndex { !$0.isWhitespace } ?? endIndex
    }
    return sentences + (start < endIndex ? [self[start...]] : [])
  }
}

extension StringProtocol {
  fileprivate var isQuestion: Bool {
    first { ".!?".contains($0) } == "?"
  }
}

extension Substring {
  fileprivate var opensWithClause: Bool {
    Passage.openers.contains(String(prefix { $0.isLetter })) && !isQuestion
  }
}

extension String {
  /// True for a file of a client that is generated, built or installed.
  fileprivate var isGenerated: Bool {
    hasSuffix("_gen.go")
      || split(separator: "/").contains {
        ["generated", "node_modules", "dist", "build", "target", "out", "obj", "bin"]
          .contains($0.lowercased()) || $0.hasPrefix(".")
      }
  }
}
