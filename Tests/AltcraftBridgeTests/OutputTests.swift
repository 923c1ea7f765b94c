import AltcraftMethods
import JSONCodec
import System
import Testing

@testable import BridgeCommandLine
@testable import altcraft_bridge

/// The output on a terminal, and in a pipe.
@Suite("The format of printed results") struct OutputTests {
  static let pipe = Terminal(isTerminal: false, width: nil, style: TextStyle(hasColours: false))
  static let plain = Terminal(isTerminal: true, width: 100, style: TextStyle(hasColours: false))
  static let coloured = Terminal(isTerminal: true, width: 100, style: TextStyle(hasColours: true))

  private func json(_ text: String) throws -> JSON { try JSONParser.parse(Array(text.utf8)).value }

  private func bare(_ text: String) -> String { text.replacing(/\u{1b}\[[0-9]+m/, with: "") }

  // The field, the result, and the text in a pipe.
  static let results: [(String?, String, String)] = [
    (nil, #"{"a":[1,{"b":null}]}"#, #"{"a":[1,{"b":null}]}"# + "\n"),
    (nil, #""pong""#, #""pong""# + "\n"),
    ("a", #"{"a":"x \"y\""}"#, #"x "y""# + "\n"),
    ("a", #"{"a":"one\ntwo\n"}"#, "one\ntwo\n"),
    ("a", #"{"a":{"b":1.0}}"#, #"{"b":1.0}"# + "\n"),
    ("a.b", #"{"a":{"b":"c"}}"#, "c\n"),
    ("a.b", #"{"a.b":1,"a":{"b":2}}"#, "1\n"),
    ("items.1.id", #"{"items":[{"id":"x"},{"id":"y"}]}"#, "y\n"),
  ]

  @Test("a program gets one line of JSON, or the plain value of a field", arguments: results)
  func result(_ field: String?, _ result: String, _ text: String) throws {
    #expect(try ResultText.text(try json(result), field, Self.pipe) == text)
  }

  @Test(
    "a missing field is reported with the names of the existing fields",
    arguments: [
      ("c", #"{"a":1,"b":2}"#, "the result has no member c; it has a, b"),
      ("a.x", #"{"a":{"y":1}}"#, "the result has no member x; it has y"),
      ("a", #""pong""#, "a cannot be selected from string; omit --field to see the whole result"),
      (
        "a.7", #"{"a":[1]}"#,
        "7 cannot be selected from array; omit --field to see the whole result"
      ),
    ])
  func missingField(_ field: String, _ result: String, _ message: String) throws {
    let result = try json(result)

    #expect(throws: CommandFailure.ours("--field \(field): \(message)")) {
      try ResultText.text(result, field, Self.pipe)
    }
  }

  @Test("on a terminal the result is indented and coloured, with the same content")
  func person() throws {
    let result = try json(#"{"a":[1,"two",true,null,[],{}],"b":{"c":-1.5e3}}"#)

    let plain = try ResultText.text(result, nil, Self.plain)
    let coloured = try ResultText.text(result, nil, Self.coloured)

    #expect(plain == result.prettyText + "\n")
    #expect(coloured != plain && bare(coloured) == plain)
  }

  @Test("text from outside cannot control the terminal")
  func controlCharacters() throws {
    let result: JSON = ["a": "\u{1b}[2J\u{9b}2J\u{7f}é\n"]

    #expect(
      try ResultText.text(result, "a", Self.plain) == #"\u001b[2J\u009b2J\u007fé"# + "\n")
    #expect(try ResultText.text(result, "a", Self.pipe) == "\u{1b}[2J\u{9b}2J\u{7f}é\n")
    #expect(try !ResultText.text(result, nil, Self.plain).contains("\u{7f}"))
  }

  // A text, and the form of it that is printed to a terminal.
  static let shown = [
    ("plain\ttext\n", "plain\ttext\n"), ("é 日本 👍🏽", "é 日本 👍🏽"),
    ("\r\u{0}", #"\u000d\u0000"#),
    // Right-to-left from here: `moc.elpmaxe` would read as a name.
    ("a\u{202e}b\u{2066}c\u{200f}", #"a\u202eb\u2066c\u200f"#),
    ("\u{feff}\u{ad}\u{200b}\u{2028}", #"\ufeff\u00ad\u200b\u2028"#),
    ("\u{e0041}", #"\udb40\udc41"#),
  ]

  @Test(
    "characters that a terminal would interpret or hide are escaped, as in JSON", arguments: shown)
  func visible(_ text: String, _ shown: String) throws {
    #expect(text.visible == shown)
    #expect(text.shown(on: Self.pipe) == text)
    // The output is still the same JSON.
    let value: JSON = [.string(text)]
    #expect(try json(PrettyJSON(style: Self.plain.style).text(value)) == value)
    let event: JSON = ["code": 230, "message": .string(text)]
    for terminal in [Self.plain, Self.coloured] {
      let line = EventTail(format: .json, terminal: terminal).line(event)
      #expect(try json(line) == event && line.visible == line)
    }
  }

  // The data of an error, and the advice printed below it.
  static let advice: [(String, String?)] = [
    (
      #"{"reason":"methodNotFound","suggestions":["mobileEvent","nse.mobileEvent"]}"#,
      "did you mean mobileEvent or nse.mobileEvent?"
    ),
    (
      #"{"reason":"methodNotFound","suggestions":[]}"#,
      "'altcraft-bridge help protocol' lists the methods"
    ),
    (
      #"{"reason":"invalidParams","parameter":"sid","expected":"string that is not empty"}"#,
      "'altcraft-bridge help METHOD' explains the parameters"
    ),
    (
      #"{"reason":"busy","retryable":true}"#,
      "Repeat the call a moment later, and keep fewer calls in flight. An app group is closed one minute after another one was selected, unless it is in use; a ticket expires after one minute. Both limits are set with --limit."
    ),
    (#"{"reason":"nobodyKnows"}"#, nil),
    (#"{}"#, nil),
  ]

  @Test(
    "an error on a terminal is a sentence and a remedy, with its data only on request",
    arguments: advice)
  func refusal(_ data: String, _ words: String?) throws {
    let error: JSON = ["code": -1, "message": "sid must be a string", "data": try json(data)]

    let reason = error["data"]?["reason"]?.stringValue
    let sentence = "altcraft-bridge: sid must be a string (-1\(reason.map { " \($0)" } ?? ""))"
    let text = sentence + (words.map { "\n  \($0)" } ?? "")

    #expect(ErrorText.text(error, Self.pipe, isVerbose: true) == error.text)
    #expect(ErrorText.text(error, Self.plain, isVerbose: false) == text)
    #expect(
      ErrorText.text(error, Self.plain, isVerbose: true)
        == text + "\n" + (error["data"] ?? .null).prettyText)
  }
}
