import Foundation
import JSONCodec
import JSONRPC
import TestSupport
import Testing

@testable import Transports

/// The result of a framing for an input, in the order of events.
enum Event: Equatable, CustomStringConvertible {
  case message(String)
  case fault(FramingFault)
  case refused

  var description: String {
    switch self {
    case .message(let text): "message(\(text.prefix(40).debugDescription))"
    case .fault(let fault): "\(fault)"
    case .refused: "refused"
    }
  }
}

struct FramingCase: CustomTestStringConvertible {
  let input: String
  let events: [Event]

  init(_ input: String, _ events: Event...) {
    self.input = input
    self.events = events
  }

  var testDescription: String { String(input.prefix(50)).debugDescription }
}

/// Feeds `input` in reads of `chunk` bytes and then its end, like a connection.
func events(
  in input: String, max: Int = 64, rule: FirstByteRule = .open, chunk: Int, capacity: Int? = nil,
  ends: Bool = true
) -> [Event] {
  var style: FramingStyle?
  return events(
    in: input, max: max, rule: rule, chunk: chunk, capacity: capacity, ends: ends, style: &style)
}

func events(
  in input: String, max: Int = 64, rule: FirstByteRule = .open, chunk: Int, capacity: Int? = nil,
  ends: Bool = true,
  style: inout FramingStyle?
) -> [Event] {
  var buffer = MessageBuffer(maxBytes: max, rule: rule)
  var events: [Event] = []
  func take(atEnd: Bool) -> Bool {
    while true {
      switch buffer.next(atEnd: atEnd) {
      case .message(let bytes): events.append(.message(String(decoding: bytes, as: UTF8.self)))
      case .fault(let fault):
        events.append(.fault(fault))
        if case .malformedHeader = fault { return false }
        if case .foreignProtocol = fault { return false }
      case .refused:
        events.append(.refused)
        return false
      case .nothing: return true
      case .binary, .ping, .closed: Issue.record("only a WebSocket has these")
      }
    }
  }
  var rest = Array(input.utf8)[...]
  while !rest.isEmpty {
    let space = buffer.space()
    let count = min(chunk, rest.count, space.count)
    space.copyBytes(from: rest.prefix(count))
    buffer.filled(count)
    rest = rest.dropFirst(count)
    guard take(atEnd: false) else { return events }
    if let capacity { #expect(buffer.queue.capacity <= capacity) }
  }
  if ends { _ = take(atEnd: true) }
  style = buffer.style
  return events
}

private let sixtyFour = String(repeating: "x", count: 64)
private let tooLong = Event.fault(.tooLong(max: 64))

private func malformed(_ offset: Int) -> Event { .fault(.malformedHeader(offset: offset)) }

@Suite struct FramingTests {
  static let lines: [FramingCase] = [
    FramingCase(""),
    FramingCase("{}\n", .message("{}")),
    FramingCase("{}\r\n[]\n", .message("{}"), .message("[]")),
    FramingCase("{}\n\n\r\n \t \n[]\n", .message("{}"), .message("[]")),
    FramingCase("{\"last\":1}", .message("{\"last\":1}")),
    FramingCase("{}\n[]\r", .message("{}"), .message("[]")),
    FramingCase("  {}\n", .message("  {}")),
    FramingCase("\n\n{}\n", .message("{}")),
    FramingCase("{}\r\r\n", .message("{}")),
    FramingCase("hello\nworld", .message("hello"), .message("world")),
    FramingCase("\u{FEFF}{}\n", .message("{}")),
    FramingCase("\u{FEFF}\u{FEFF}{}\n", .message("\u{FEFF}{}")),
    FramingCase("{}\n\u{FEFF}{}\n", .message("{}"), .message("\u{FEFF}{}")),
    FramingCase("{}{}[1]\n{}", .message("{}"), .message("{}"), .message("[1]"), .message("{}")),
    FramingCase("{} \t[{}] {}\n", .message("{}"), .message(" \t[{}]"), .message(" {}")),
    FramingCase("{\"a\":\"}{\"}\n", .message("{\"a\":\"}{\"}")),
    FramingCase("{\"a\":\"\\\"}{\"}{}", .message("{\"a\":\"\\\"}{\"}"), .message("{}")),
    FramingCase("{\"a\":\n{}\n", .message("{\"a\":"), .message("{}")),
    FramingCase("}{}\n", .message("}{}")),
    FramingCase("1{}\n", .message("1{}")),
    FramingCase("[1,\n2]\n", .message("[1,"), .message("2]")),
    FramingCase(
      "{}\nContent-Length: 2\r\n\r\n{}", .message("{}"), .message("Content-Length: 2"),
      .message("{}")),
    FramingCase(sixtyFour + "\n{}\n", .message(sixtyFour), .message("{}")),
    FramingCase(sixtyFour + "\r\n{}\n", .message(sixtyFour), .message("{}")),
    FramingCase(sixtyFour + "y\n{}\n", tooLong, .message("{}")),
    FramingCase(sixtyFour + "\ry\n{}\n", tooLong, .message("{}")),
    FramingCase(sixtyFour + sixtyFour + sixtyFour + "\n{}\n", tooLong, .message("{}")),
    FramingCase(sixtyFour + sixtyFour, tooLong),
    FramingCase("{}\n" + sixtyFour + "yz\n\n[]", .message("{}"), tooLong, .message("[]")),
  ]

  /// Input whose messages depend on the arrival: a closed value that nothing follows is complete.
  static let wholeLines: [FramingCase] = [
    FramingCase("{}1\n", .message("{}1")),
    FramingCase("[[]\n[]]\n", .message("[[]"), .message("[]]")),
    FramingCase("{}\"\"\n{}", .message("{}\"\""), .message("{}")),
    FramingCase("{}{}x\n[]", .message("{}"), .message("{}x"), .message("[]")),
    FramingCase("{}" + sixtyFour + "\n[]", tooLong, .message("[]")),
  ]

  static let headers: [FramingCase] = [
    FramingCase("Content-Length: 2\r\n\r\n{}", .message("{}")),
    FramingCase(
      "content-length:2\r\n\r\n{}Content-LENGTH: 3 \r\n\r\n[1]", .message("{}"), .message("[1]")),
    FramingCase("Content-Length: 3\r\n\r\n{}\n", .message("{}\n")),
    FramingCase(
      "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\nX-Other: ü\r\n\r\n{}",
      .message("{}")),
    FramingCase("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1", .message(""), .message("1")),
    FramingCase("Content-Length: 0002\r\n\r\n{}", .message("{}")),
    FramingCase("Content-Length: 64\r\n\r\n\(sixtyFour)", .message(sixtyFour)),
    FramingCase(
      "Content-Length: 65\r\n\r\n\(sixtyFour)yContent-Length: 2\r\n\r\n{}", tooLong, .message("{}")),
    FramingCase("Content-Length: 65\r\n\r\n\(sixtyFour)", tooLong),
    FramingCase(
      "Content-Length: 65\r\n\r\n{\"id\":7,", .fault(.tooLong(max: 64, id: .number(JSONNumber(7))))),
    FramingCase("Content-Length: 99999999999999999999999\r\n\r\n{}", tooLong),
    FramingCase("Content-Length: 9223372036854775807\r\n\r\n{}", tooLong),
    FramingCase("Content-Length: 9223372036854775808\r\n\r\n{}", tooLong),
    FramingCase("Content-Length: -1\r\n\r\n{}", malformed(0)),
    FramingCase("Content-Length: +2\r\n\r\n{}", malformed(0)),
    FramingCase("Content-Length: 0x2\r\n\r\n{}", malformed(0)),
    FramingCase("Content-Length: \r\n\r\n{}", malformed(0)),
    FramingCase("Content-Length: 2 2\r\n\r\n{}", malformed(0)),
    FramingCase("Content-Length : 2\r\n\r\n{}", malformed(0)),
    FramingCase("Content-Length: 2\n\n{}", malformed(0)),
    FramingCase("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", malformed(19)),
    FramingCase("Content-Length: 2\r\nno colon\r\n\r\n{}", malformed(19)),
    FramingCase("Content-Length: 2\r\n: nameless\r\n\r\n{}", malformed(19)),
    FramingCase("Content-Length: 2\r\nX: a\u{0}b\r\n\r\n{}", malformed(19)),
    FramingCase("Content-Type: text\r\n\r\n{}", malformed(20)),
    FramingCase("CONNECT example.com:443 HTTP/1.1\r\n\r\n", malformed(0)),
    FramingCase("cat\n", malformed(0)),
    FramingCase("Content-Length: 2\r\n\r\n{}\n", .message("{}"), malformed(0)),
    FramingCase("Content-Length: 2\r\n\r\n{}GET / HTTP/1.1\r\n", .message("{}"), malformed(0)),
    FramingCase("Content-Le", malformed(0)),
    FramingCase("Content-Length: 2\r\n", malformed(19)),
    FramingCase("Content-Length: 20\r\n\r\n", malformed(0)),
    FramingCase("Content-Length: 20\r\n\r\n{\"short\":1}", malformed(0)),
    FramingCase(
      "Content-Length: 2\r\nX: " + String(repeating: "x", count: 9000) + "\r\n\r\n{}", malformed(19)
    ),
  ]

  static let guarded: [FramingCase] = [
    FramingCase("{}\n[]\n", .message("{}"), .message("[]")),
    FramingCase(" \r\n\t{}\n", .message("{}")),
    FramingCase("Content-Length: 2\r\n\r\n{}", .message("{}")),
    FramingCase("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", .refused),
    FramingCase("POST /rpc HTTP/1.1\r\n\r\n{\"jsonrpc\":\"2.0\"}\n", .refused),
    FramingCase("\r\n\r\nGET / HTTP/1.1\r\n", .refused),
    FramingCase(" \"text\"\n", .refused),
    FramingCase("\u{16}\u{3}\u{1}\u{2}\u{0}", .refused),
    FramingCase("\u{0}", .refused),
    FramingCase("CONNECT x:1 HTTP/1.1\r\n", malformed(0)),
    FramingCase("COPY / HTTP/1.1\r\n", malformed(0)),
    FramingCase("Cookie: a\r\n", malformed(0)),
    FramingCase("{}\nPOST / HTTP/1.1\n{}\n", .message("{}"), .refused),
    FramingCase("{}\nHost: localhost\n{}\n", .message("{}"), .refused),
    FramingCase("{}\nX-Custom: 1\n{}\n", .message("{}"), .refused),
    FramingCase(
      "{}\ntrue\n\"a: b\"\nnot json\n", .message("{}"), .message("true"), .message("\"a: b\""),
      .message("not json")),
  ]

  @Test("lines, read whole, byte by byte and in odd pieces", arguments: lines)
  func lineTable(_ example: FramingCase) {
    for chunk in [1, 2, 7, 1_000_000] {
      #expect(events(in: example.input, chunk: chunk) == example.events, "chunk \(chunk)")
    }
  }

  @Test(
    "a closed value followed on its line by anything else is one message", arguments: wholeLines)
  func wholeLineTable(_ example: FramingCase) {
    #expect(events(in: example.input, chunk: 1_000_000) == example.events)
  }

  @Test("a closed value is a message before its line ends, if nothing or another value follows")
  func withoutNewline() {
    for (input, expected) in [
      ("{\"a\":[1,\"]\"]}", ["{\"a\":[1,\"]\"]}"]), ("[{}] \r", ["[{}]"]), ("{}[", ["{}"]),
      ("{}[]", ["{}", "[]"]),
      ("{}x", []), ("{", []), ("12", []), ("\"{}\"", []),
    ] {
      for chunk in [1, 1000] where !(chunk == 1 && input == "{}x") {
        #expect(
          events(in: input, chunk: chunk, ends: false) == expected.map(Event.message), "\(input)")
      }
    }
  }

  @Test(
    "an oversized message is reported with the id in its first bytes",
    arguments: [
      (#"{"id":"a","params":"#, RequestID.string("a")),
      (#"{"jsonrpc":"2.0","method":"m","id":12345,"#, .number(JSONNumber(12345))),
      (#"{"id":null,"params":"#, .null), (#"{"id":[1],"params":"#, .null), (#"{"params":"#, .null),
      (#"["id",1"#, .null),
      (#"{"id":123"#, .null), ("", .null),
    ])
  func idOfOversized(_ start: String, _ id: RequestID) {
    let rest = start + String(repeating: "0", count: 200)
    let faults = [Event.fault(.tooLong(max: 64, id: id))]
    #expect(events(in: rest + "\n", chunk: 1000) == faults)
    #expect(events(in: rest, chunk: 7) == faults)
    #expect(events(in: "Content-Length: \(rest.utf8.count)\r\n\r\n" + rest, chunk: 7) == faults)
  }

  @Test(
    "an oversized line that has arrived is reported with the id behind its parameters",
    arguments: [
      (#"},"id":7}"#, RequestID.number(JSONNumber(7))),
      (#"}, "id" : "a\"b", "trace": {"id": 1} } "#, .string("a\"b")),
      (#""id":8},"id":7,"x":[{"id":9}]}"#, .number(JSONNumber(7))),
      (#"},"id":null}"#, .null), (#"},"id":[7]}"#, .null),
      // Not members of the message.
      (#","id":7}}"#, .null), (#"},"x":"id"}"#, .null), (#"},"x":"\"id\":7}"}"#, .null),
      (#"},"id":7}]"#, .null), (#"},"id":7"#, .null), (#"},"id"}"#, .null), (#"},"id":"#, .null),
    ])
  func idBehind(_ end: String, _ id: RequestID) {
    let line = #"{"params":{"x":"# + String(repeating: "0", count: 5000) + "," + end
    let faults = [Event.fault(.tooLong(max: 64, id: id))]
    #expect(events(in: line + "\n", chunk: 10_000) == faults)
    #expect(events(in: line + "\r\n[1]\n", chunk: 10_000) == faults + [.message("[1]")])
  }

  @Test("an oversized value that another one follows on its line is reported with its id")
  func idOfSeveral() {
    let zeros = String(repeating: "0", count: 100)
    for value in [#"{"id":7,"x":"\#(zeros)"}"#, #"{"x":"\#(zeros)","id":7}"#] {
      #expect(
        events(in: value + "[1]\n", chunk: 1000) == [
          .fault(.tooLong(max: 64, id: .number(JSONNumber(7)))), .message("[1]"),
        ])
    }
  }

  @Test(
    "answers end as the first line does",
    arguments: [("{}\n{}\r\n", FramingStyle.lines), ("{}\r\n{}\n", .returnedLines), ("{}", .lines)])
  func lineEnds(_ input: String, _ style: FramingStyle) {
    for chunk in [1, 2, 3, 100] {
      var found: FramingStyle?
      _ = events(in: input, chunk: chunk, style: &found)
      #expect(found == style, "chunk \(chunk)")
    }
  }

  @Test(
    "a Unix socket explains itself to another protocol, once",
    arguments: ["GET / HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}", " hello\n{}\n"])
  func explained(_ input: String) {
    for chunk in [1, 100] {
      #expect(events(in: input, rule: .explained, chunk: chunk) == [.fault(.foreignProtocol)])
    }
    #expect(events(in: "\u{FEFF} {}\n", rule: .explained, chunk: 1) == [.message("{}")])
    #expect(events(in: "\u{FEFF}{}", rule: .guarded, chunk: 1) == [.message("{}")])
  }

  @Test("headers, read whole, byte by byte and in odd pieces", arguments: headers)
  func headerTable(_ example: FramingCase) {
    for chunk in [1, 2, 7, 1_000_000] {
      #expect(events(in: example.input, chunk: chunk) == example.events, "chunk \(chunk)")
    }
  }

  @Test("valid input over TCP, read whole, byte by byte and in odd pieces", arguments: guarded)
  func guardedTable(_ example: FramingCase) {
    for chunk in [1, 2, 7, 1_000_000] {
      let found = events(in: example.input, rule: .guarded, chunk: chunk)
      #expect(found == example.events, "chunk \(chunk)")
    }
  }

  @Test("a foreign protocol is rejected at its first byte, an HTTP verb with a C at its second")
  func refusedEarly() {
    #expect(events(in: "G", rule: .guarded, chunk: 1) == [.refused])
    #expect(events(in: "CO", rule: .guarded, chunk: 1) == [malformed(0)])
    var buffer = MessageBuffer(maxBytes: 64, rule: .guarded)
    let space = buffer.space()
    space.copyBytes(from: "COPY".utf8)
    buffer.filled(4)
    guard case .fault(.malformedHeader) = buffer.next(atEnd: false) else {
      Issue.record("waited for the rest of the line")
      return
    }
  }

  @Test("memory stays below the longest message and one read, for any input")
  func boundedMemory() {
    let max = 300_000
    let bound = max + (256 << 10)
    let long = String(repeating: "x", count: 5_000_000)
    for input in [
      long, long + "\n{}\n", "Content-Length: 5000000\r\n\r\n" + long,
      String(repeating: "{}\n", count: 500_000),
      String(repeating: String(repeating: "y", count: max) + "\n", count: 5),
    ] {
      for chunk in [4096, 1 << 20] {
        _ = events(in: input, max: max, chunk: chunk, capacity: bound)
      }
    }
  }

  @Test(
    "values, and one line in small pieces, are found in linear time",
    arguments: [
      LongInput("many values on one line", sizes: (50_000, 500_000), chunk: 1 << 20) {
        String(repeating: "[]", count: $0) + "\n"
      },
      LongInput("many values without a line end", sizes: (50_000, 500_000), chunk: 1 << 20) {
        String(repeating: "[]", count: $0)
      },
      LongInput("a deep value in pieces", chunk: 8) {
        String(repeating: "[", count: $0) + String(repeating: "]", count: $0)
      },
      LongInput("a long value in pieces", chunk: 512) {
        "[" + String(repeating: "{},", count: $0) + "]\n"
      },
      LongInput("a long line in pieces", sizes: (50_000, 500_000), chunk: 8) {
        String(repeating: "x", count: 8 * $0) + "\n"
      },
    ])
  func linear(input: LongInput) {
    let growth = growth(from: input.sizes.small, to: input.sizes.large) { size in
      let found = events(in: input.text(size), max: 5_000_000, chunk: input.chunk)
      #expect(found.count == (input.holdsMany ? size : 1))
    }

    #expect(growth < maxLinearGrowth)
  }
}

/// An input of any length, and the number of bytes of each read.
struct LongInput: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let sizes: (small: Int, large: Int)
  let chunk: Int
  let text: @Sendable (_ size: Int) -> String
  var holdsMany: Bool { testDescription.hasPrefix("many") }

  /// A search from the start is fast: only long inputs show it.
  init(
    _ name: String, sizes: (Int, Int) = (5000, 50_000), chunk: Int,
    text: @escaping @Sendable (Int) -> String
  ) {
    testDescription = name
    self.sizes = sizes
    self.chunk = chunk
    self.text = text
  }
}
