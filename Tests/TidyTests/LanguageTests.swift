import Foundation
import TestSupport
import Testing

/// The language of comments, string literals and pages: plain technical English.
@Suite("The language")
struct LanguageTests {
  struct Count: Equatable, CustomStringConvertible {
    var banned = 0
    var openers = 0

    var description: String { "(\(banned), \(openers))" }
  }

  @Test("no source and no page has a banned expression, or a comment that opens with a clause")
  func isPlain() {
    var counts: [String: Count] = [:]
    for file in Repository.sources + Repository.tests
    where !["LanguageTests.swift", "CommitMessageTests.swift"].contains(file.name) {
      counts[file.path, default: Count()].add(Prose(file))
    }
    for page in Repository.pages {
      counts[page, default: Count()].banned +=
        ((try? Repository.text(page)) ?? "").bannedExpressions.count
    }

    let left = counts.filter { $0.value != Count() }
    #expect(left.isEmpty, "banned expressions and openers: \(left)")
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

  @Test("a comment of any length that opens with a clause is found once")
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
  fileprivate var name: Substring { path.split(separator: "/").last ?? "" }
}

extension String {
  fileprivate var bannedExpressions: [Substring] {
    let banned =
      /\b(?:there\s+is\s+no|whoever|nobody|anew|mend(?:s|ed|ing)?|(?:tell|tells|told|telling)\s+of|(?:come|comes|came|coming)\s+(?:to|upon)|given\s+up|of\s+ours|(?:let|lets|letting)\s+go|is\s+no(?!\s+longer))\b/
      .ignoresCase()
    // "There is no" is matched as a whole, so that its end is not, and then excluded.
    return matches(of: banned).map(\.output).filter { !$0.lowercased().hasPrefix("there") }
  }

  fileprivate var opensWithClause: Bool {
    let opener =
      /^(?:What|Who|Whoever|Whose|Whom|How|Where|That|Which|Whether|Nobody|Why|When|Those|Whatever)\b/
    return firstMatch(of: opener) != nil
  }
}
