import JSONCodec
import Testing

@testable import BridgeCommandLine
@testable import altcraft_bridge

@Suite("The output of tail") struct EventTailTests {
  static func event(_ change: (inout JSONObject) -> Void = { _ in }) -> JSON {
    var event: JSONObject = [
      "epoch": "e35928cc", "seq": 3, "type": "event", "code": 230,
      "name": "pushSubscribe.succeeded", "function": "processResponse",
      "message": "successful request: push/subscribe", "value": ["httpCode": 200],
      "date": "2026-11-20T12:00:00.123Z", "requestId": "c414f9e0-95b9-4a22-af3d-76255a907541",
    ]
    change(&event)
    return .object(event)
  }

  private func line(_ event: JSON, width: Int? = nil, colours: Bool = false) -> String {
    EventTail(
      format: .text,
      terminal: Terminal(
        isTerminal: true, width: width, style: TextStyle(hasColours: colours))
    ).line(event)
  }

  @Test("a line has the time, code, name, message, beginning of the id, and value")
  func text() {
    let line = line(Self.event())

    #expect(
      line.hasSuffix(
        ".123 230 pushSubscribe.succeeded successful request: push/subscribe c414f9e0  "
          + #"{"httpCode":200}"#))
    #expect(line.prefix(12).allSatisfy { $0.isNumber || ":.".contains($0) })
  }

  @Test(
    "the colour shows the class of the event",
    arguments: [("event", "32"), ("error", "31"), ("retryError", "33")])
  func colour(_ type: String, _ code: String) {
    let line = line(Self.event { $0["type"] = .string(type) }, colours: true)

    #expect(line.contains("\u{1b}[\(code)m230 pushSubscribe.succeeded"))
    #expect(line.replacing(/\u{1b}\[[0-9]+m/, with: "") == self.line(Self.event()))
  }

  @Test("the value takes the remaining width of the line, or is left out", arguments: 60...140)
  func width(_ width: Int) {
    let value: JSON = ["text": .string(String(repeating: "x", count: 200))]
    let whole = line(Self.event { $0["value"] = value }, width: width)
    let bare = line(Self.event { $0["value"] = nil }, width: width)

    #expect(whole == bare || whole.count == width)
    #expect(whole != bare || width < bare.count + 18)
  }

  @Test("the most frequent event fits in one line of a terminal of 80 columns")
  func narrow() {
    let line = line(Self.event(), width: 80)

    #expect(line.count == 80 && line.hasPrefix(String(self.line(Self.event()).prefix(8)) + " 230"))
  }

  @Test("text from outside can neither control the terminal nor break the line")
  func controlCharacters() {
    let line = line(
      Self.event {
        $0["message"] = "\u{1b}[2Ja\nb"
        $0["value"] = ["x": "\u{7f}"]
      })

    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f })
    #expect(line.contains("a b"))
  }

  @Test("a program gets the event unchanged")
  func json() {
    let tail = EventTail(format: .json, terminal: OutputTests.coloured)

    #expect(tail.line(Self.event()) == Self.event().text)
  }

  @Test(
    "a gap is reported in words",
    arguments: [
      (
        ["from": 4, "to": 9, "count": 6, "reason": "overflow"],
        "6 events are no longer available: 4 to 9"
      ),
      (["from": 4, "to": 4, "count": 1, "reason": "overflow"], "event 4 is no longer available"),
      (
        ["from": 4, "to": nil, "count": nil, "reason": "restart"],
        "the bridge was restarted since event 4; "
          + "the events of this run that are still kept follow"
      ),
    ] as [(JSON, String)])
  func gap(_ gap: JSON, _ words: String) {
    #expect(EventTail.words(gap: gap) == words)
  }

  @Test("times are in the local time zone, and an invalid time is shown unchanged")
  func times() {
    // The tests may run in any time zone: only the seconds are the same everywhere.
    #expect(LocalTime.text("2026-11-20T12:00:07.123Z").hasSuffix(":07.123"))
    #expect(LocalTime.text("yesterday") == "yesterday")
    #expect(LocalTime.text("") == "")
  }
}
