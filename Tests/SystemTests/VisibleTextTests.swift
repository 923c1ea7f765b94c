import System
import Testing

@Suite struct VisibleTextTests {
  // An argument, and the form of it that an error repeats.
  static let arguments = [
    ("serve", "serve"), ("", #""""#), ("Größe 👍🏽", "Größe 👍🏽"),
    ("a\u{1b}[31m\nb\t", #"a\u001b[31m\u000ab"# + "\t"), ("\u{202e}", #"\u202e"#),
    (String(repeating: "é", count: 1024), String(repeating: "é", count: 1024)),
    (String(repeating: "x", count: 1024) + "\n", String(repeating: "x", count: 1024) + "…"),
    (String(repeating: "x", count: 5_000_000), String(repeating: "x", count: 1024) + "…"),
  ]

  @Test("a message repeats an argument on one line, escaped and cut", arguments: arguments)
  func inMessage(_ text: String, _ shown: String) {
    #expect(text.inMessage == shown)
  }
}
