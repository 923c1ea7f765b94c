import Foundation
import TestSupport
import Testing

/// The language of comments, string literals and pages: plain technical English. The numbers are what is left of an
/// older dialect, by folder; they may only fall, and end at 0.
@Suite("The language")
struct LanguageTests {
  struct Count: Equatable, CustomStringConvertible {
    var banned = 0
    var openers = 0

    var description: String { "(\(banned), \(openers))" }
  }

  @Test("no folder has more banned expressions, or comments that open with a clause, than before")
  func falls() {
    var counts: [String: Count] = [:]
    for file in Repository.sources + Repository.tests
    where !file.path.hasSuffix("/LanguageTests.swift") {
      counts[file.folder, default: Count()].add(Prose(file))
    }
    for page in Repository.pages {
      counts[page.split(separator: "/").first.map(String.init) ?? page, default: Count()].banned +=
        ((try? Repository.text(page)) ?? "").bannedExpressions.count
    }

    for (folder, count) in counts.sorted(by: { $0.key < $1.key }) {
      let (banned, openers) = Self.left[folder] ?? (0, 0)
      #expect(
        count.banned <= banned && count.openers <= openers,
        "\(folder): (banned, openers) is \(count), was (\(banned), \(openers))")
    }
  }

  @Test(
    "a banned expression is found",
    arguments: [
      ("whoever asks", 1), ("Nobody reads it", 1), ("starts anew", 1), ("it was mended", 1),
      ("is told of a gap", 1), ("it comes to nothing", 1), ("a file is given up", 1),
      ("a fault of ours", 1), ("let go of it", 1), ("a folder is no file", 1),
      ("there is no file", 0), ("it is no longer there", 0), ("the amendment", 0),
      ("the outcome", 0), ("is not a file", 0),
    ])
  func bans(text: String, count: Int) {
    #expect(text.bannedExpressions.count == count)
  }

  @Test("a comment that opens with a clause is found once, whatever its length")
  func openers() {
    let text = """
      /// What is read.
      /// How it is read does not matter.
      let a = 1  // Where it is.
      // The end.
      """

    let prose = Prose(SourceFile(path: "Sources/A/B.swift", text: text))

    #expect(prose.comments.filter(\.opensWithClause).count == 2)
  }

  /// Banned expressions, and comments that open with a clause.
  private static let left: [String: (Int, Int)] = [
    "CHANGELOG.md": (5, 0),
    "Sources": (78, 0),
    "Sources/AltcraftEngine": (2, 0),
    "Sources/AltcraftMethods": (1, 0),
    "Sources/ClientGenerator": (3, 1),
    "Sources/HTTP": (1, 0),
    "Sources/PlatformSimulator": (2, 0),
    "Sources/Transports": (1, 0),
    "Sources/WireRecording": (2, 0),
    "Sources/altcraft-bridge": (9, 0),
    "Tests/AltcraftBridgeBenchTests": (0, 1),
    "Tests/AltcraftBridgeTests": (10, 3),
    "Tests/AltcraftEngineTests": (41, 19),
    "Tests/AltcraftMethodsTests": (18, 22),
    "Tests/DurableLogTests": (11, 7),
    "Tests/HTTPTests": (7, 0),
    "Tests/JSONCodecTests": (1, 1),
    "Tests/JSONRPCTests": (14, 8),
    "Tests/PlatformSimulatorTests": (4, 0),
    "Tests/ProcessTests": (38, 0),
    "Tests/SchemaTests": (6, 1),
    "Tests/TestSupport": (2, 0),
    "Tests/TidyTests": (2, 1),
    "Tests/TracingTests": (1, 0),
    "Tests/TransportsTests": (9, 5),
    "Tests/WireRecordingTests": (3, 2),
    "clients": (8, 0),
    "schema": (3, 0),
  ]
}

/// Comments and string literals of one Swift file.
private struct Prose {
  /// Consecutive lines of comment are one.
  private(set) var comments: [String] = []
  private(set) var literals: [String] = []

  init(_ file: SourceFile) {
    var wasComment = false
    for line in file.text.split(separator: "\n", omittingEmptySubsequences: false) {
      let whole = line.wholeMatch(of: /\s*\/{2,3} ?(.*)/)
      if let text = whole?.output.1 {
        if wasComment {
          comments[comments.endIndex - 1] += "\n" + text
        } else {
          comments.append(String(text))
        }
      } else if let text = line.firstMatch(of: /\s\/\/ (.*)/)?.output.1 {
        comments.append(String(text))
      }
      wasComment = whole != nil
      if whole == nil { literals += line.matches(of: /"([^"]*)"/).map { String($0.output.1) } }
    }
  }
}

extension LanguageTests.Count {
  fileprivate mutating func add(_ prose: Prose) {
    banned += (prose.comments + prose.literals).reduce(0) { $0 + $1.bannedExpressions.count }
    openers += prose.comments.count(where: \.opensWithClause)
  }
}

extension SourceFile {
  /// The target that it belongs to.
  fileprivate var folder: String { path.split(separator: "/").prefix(2).joined(separator: "/") }
}

extension String {
  fileprivate var bannedExpressions: [Substring] {
    let banned =
      /\b(?:there is no|whoever|nobody|anew|mend(?:s|ed|ing)?|(?:tell|tells|told|telling) of|(?:come|comes|came|coming) (?:to|upon)|given up|of ours|(?:let|lets|letting) go|is no(?! longer))\b/
      .ignoresCase()
    // "There is no" is matched whole, so that its end is not, and then left out.
    return matches(of: banned).map(\.output).filter { $0.lowercased() != "there is no" }
  }

  fileprivate var opensWithClause: Bool {
    let opener =
      /^(?:What|Who|Whoever|Whose|Whom|How|Where|That|Which|Whether|Nobody|Why|When|Those|Whatever)\b/
    return firstMatch(of: opener) != nil
  }
}
