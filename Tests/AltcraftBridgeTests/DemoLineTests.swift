import Testing

@testable import BridgeCommandLine
@testable import altcraft_bridge

@Suite("The demo's transcript") struct DemoLineTests {
  static let plain = TextStyle(hasColours: false)

  static let lines: [(DemoLine, String)] = [
    (.text("Hello."), "Hello."),
    (.heading("1. Set up"), "1. Set up"),
    (.toBridge("bridge.ping"), "  app → bridge  bridge.ping"),
    (.fromBridge("true"), "  app ← bridge  true"),
    (.toPlatform("POST /x"), "        bridge → platform  POST /x"),
    (.incident("kill -9 7"), "  * kill -9 7"),
    (.command(String(repeating: "x", count: 99)), String(repeating: "x", count: 99)),
    (
      .fromBridge("true", remark: "on disk"),
      "  app ← bridge  true" + String(repeating: " ", count: 34) + "on disk"
    ),
  ]

  @Test("an arrow shows the direction of each message", arguments: lines)
  func rendered(_ line: DemoLine, _ text: String) {
    #expect(line.rendered(DemoLineTests.plain) == text)
  }

  @Test("no line is wider than the terminal, and a truncated line is marked")
  func width() {
    let long = String(repeating: "x", count: 200)
    let lines: [DemoLine] = [
      .text(long), .heading(long), .toBridge(long, remark: long), .fromBridge(long),
      .toPlatform(long), .incident(long),
    ]

    for line in lines.map({ $0.rendered(DemoLineTests.plain) }) {
      #expect(line.count == 80)
      #expect(line.hasSuffix("x…"))
    }
  }

  @Test("a remark without enough room is dropped before the text is truncated")
  func remark() {
    let text = String(repeating: "x", count: 60)
    let line = DemoLine.toBridge(text, remark: "a remark of some length")
    #expect(line.rendered(DemoLineTests.plain) == "  app → bridge  " + text)
  }

  @Test("the demo pauses for a person only, and longest before a heading")
  func pace() {
    #expect(DemoPace.fast.pause(before: .heading("x")) == 0)
    let readable = DemoPace.readable
    #expect(readable.pause(before: .text("x")) > 0)
    #expect(readable.pause(before: .heading("x")) > readable.pause(before: .text("x")))
  }

  @Test("colours add only escape sequences")
  func colours() {
    for (line, text) in DemoLineTests.lines {
      let coloured = line.rendered(TextStyle(hasColours: true))
      let bare = coloured.replacing(/\u{1b}\[[0-9]+m/, with: "")
      #expect(bare == text)
    }
    #expect(DemoLine.heading("x").rendered(TextStyle(hasColours: true)) == "\u{1b}[1mx\u{1b}[0m")
  }

  @Test(
    "colours are used only on terminals whose settings allow them",
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
      (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
    ])
  func style(_ isTerminal: Bool, _ environment: [String: String], _ hasColours: Bool) {
    let style = TextStyle.suited(isTerminal: isTerminal, environment: environment)
    #expect(style == TextStyle(hasColours: hasColours))
  }
}
