import JSONRPC
import TestSupport
import Testing

@testable import Transports

@Suite("WebSocket frames")
struct WebSocketFramingTests {
  @Test(
    "a message of any length encoding arrives, in pieces of any length",
    arguments: [0, 1, 7, 8, 9, 125, 126, 127, 65_535, 65_536, 70_000])
  func lengths(length: Int) {
    let text = String(repeating: "é", count: length / 2) + (length % 2 == 1 ? "x" : "")
    let expected: [FrameEvent] = length == 0 ? [] : [.text(text)]
    for chunk in length < 1000 ? [1, 2, 3, 7, 1 << 20] : [999, 4096, 1 << 20] {
      #expect(frameEvents(clientText(text), max: 70_000, chunk: chunk) == expected)
    }
  }

  @Test("an input of all kinds of frames gives the same events, cut at every byte")
  func cuts() {
    let long = String(repeating: "long ", count: 40)
    let input =
      clientText("one") + clientFrame(9, [1, 2, 3]) + clientText("fragm", isLast: false)
      + clientFrame(9) + clientFrame(0, Array("ent€".utf8.dropLast()), isLast: false)
      + clientFrame(10, [9]) + clientFrame(0, [0xAC]) + clientText("") + clientText(long)
      + clientFrame(2, [0xFF]) + clientText("never")
    let expected: [FrameEvent] = [
      .text("one"), .ping([1, 2, 3]), .ping([]), .text("fragment€"), .text(long), .closed(1003),
    ]

    #expect(frameEvents(input) == expected)
    #expect(frameEvents(input, chunk: 1) == expected)
    for cut in 1..<input.count {
      var isMidMessage = false
      let start = frameEvents(Array(input[..<cut]), isMidMessage: &isMidMessage)
      #expect(start == Array(expected.prefix(start.count)))
      #expect(frameEvents(input, chunk: cut) == expected)
    }
  }

  @Test("a frame or a message that is not complete counts as begun, and a complete one does not")
  func midMessage() {
    let parts: [([UInt8], Bool)] = [
      (clientText("a"), false), ([0x81], true), (Array(clientText("a").dropLast()), true),
      (clientText("a", isLast: false), true),
      (clientText("a", isLast: false) + clientFrame(9), true),
      (clientText("a", isLast: false) + clientFrame(0), false),
    ]
    for (input, expected) in parts {
      var isMidMessage = !expected
      _ = frameEvents(input, isMidMessage: &isMidMessage)
      #expect(isMidMessage == expected, "\(input)")
    }
  }

  // A peer whose control frames were cut, so that one was always incomplete, was closed after `frameSeconds`.
  @Test("the time of a frame starts again behind a control frame, but not within a message")
  func changes() {
    var buffer = WebSocketBuffer(maxBytes: 1000, messages: .text)
    let ping = clientFrame(9, [1, 2, 3])
    let between = [
      Array(ping.prefix(8)), Array(ping.suffix(1)) + Array(ping.prefix(1)),
      Array(ping[1...]) + Array(ping.prefix(1)), Array(ping[1...]),
      clientText("a", isLast: false),
    ]
    let within = [Array(ping.prefix(8)), Array(ping.suffix(1)), clientFrame(0, isLast: false)]

    var changesBetween: [Int] = []
    for bytes in between { changesBetween.append(Self.changes(of: &buffer, after: bytes)) }
    var changesWithin: [Int] = []
    for bytes in within + within { changesWithin.append(Self.changes(of: &buffer, after: bytes)) }

    #expect(changesBetween.allSatisfy { $0 > 0 })
    #expect(changesWithin.allSatisfy { $0 == 0 })
  }

  private static func changes(of buffer: inout WebSocketBuffer, after bytes: [UInt8]) -> Int {
    let before = buffer.changes
    buffer.space().copyBytes(from: bytes)
    buffer.filled(bytes.count)
    while true {
      if case .nothing = buffer.next(atEnd: false) { return buffer.changes - before }
    }
  }

  @Test(
    "a mask of any value is removed, at every position",
    arguments: [
      [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [1, 0, 0, 0], [0, 0, 0, 1], [0x12, 0x34, 0x56, 0x78],
    ] as [[UInt8]])
  func masks(mask: [UInt8]) {
    for length in 0...40 {
      let payload = (0..<length).map { UInt8($0 * 7 & 0xFF) }
      for chunk in [1, 3, 5, 100] {
        let events = frameEvents(
          clientFrame(2, payload, mask: mask), messages: .any, chunk: chunk)
        #expect(events == [.binary(payload)])
      }
    }
  }

  @Test(
    "a violation of the protocol is found at the byte that commits it",
    arguments: [
      ("unmasked", [0x81, 0x05], 1002), ("unmasked ping", [0x89, 0x00], 1002),
      ("reserved bit 1", [0xC1], 1002), ("reserved bit 2", [0xA1], 1002),
      ("reserved bit 3", [0x91], 1002), ("opcode 3", [0x83], 1002), ("opcode 7", [0x87], 1002),
      ("opcode 11", [0x8B], 1002), ("opcode 15", [0x8F], 1002),
      ("continuation without a start", [0x80], 1002), ("the same, not last", [0x00], 1002),
      ("fragmented ping", [0x09], 1002), ("fragmented pong", [0x0A], 1002),
      ("fragmented close", [0x08], 1002), ("long ping", [0x89, 0xFE], 1002),
      ("long close", [0x88, 0xFF], 1002),
      ("125 in 16 bits", [0x81, 0xFE, 0, 125], 1002),
      ("65535 in 64 bits", [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002),
      ("the top bit of a length", [0x81, 0xFF, 0x80], 1002), ("binary", [0x82], 1003),
    ] as [(String, [UInt8], UInt16)])
  func violations(what: String, frame: [UInt8], code: UInt16) {
    let input = clientText("before") + frame

    #expect(frameEvents(input) == [.text("before"), .closed(code)], "\(what)")
    #expect(frameEvents(Array(input.dropLast())) == [.text("before")], "\(what)")
    #expect(frameEvents(input, chunk: 1) == [.text("before"), .closed(code)], "\(what)")
  }

  @Test("within a message only its continuation and control frames may come")
  func fragments() {
    let start = clientText("a", isLast: false)

    #expect(frameEvents(start + [0x81]) == [.closed(1002)])
    #expect(frameEvents(start + [0x82]) == [.closed(1002)])
    #expect(frameEvents(start + clientFrame(9, [7])) == [.ping([7])])
    #expect(frameEvents(start + clientFrame(8)) == [.closed(nil)])
    #expect(frameEvents(start + clientFrame(0) + [0x80]) == [.text("a"), .closed(1002)])
    #expect(frameEvents(clientText("", isLast: false) + clientFrame(0)) == [])
  }

  @Test(
    "a Close frame is answered with its code; one that is not legal is a violation",
    arguments: [
      ([], nil), ([3], 1002), ([3, 232], 1000), ([3, 233] + Array("bye €".utf8), 1001),
      ([3, 232] + Array(repeating: 0x2A, count: 123), 1000), ([3, 232, 0xFF], 1007),
      ([3, 232, 0xE2, 0x82], 1007),
    ] as [([UInt8], UInt16?)])
  func closes(payload: [UInt8], code: UInt16?) {
    #expect(frameEvents(clientFrame(8, payload) + clientText("after")) == [.closed(code)])
  }

  @Test("the legal codes are those of the standard, its registry and applications")
  func codes() {
    let legal = (0...65_535).filter { WebSocketClose.isLegal(UInt16($0)) }

    #expect(
      legal.prefix(12) == [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014])
    #expect(Array(legal.dropFirst(12)) == Array(3000...4999))
  }

  @Test("text that is not UTF-8 ends the connection at its first wrong byte, over all borders")
  func text() {
    let greek = Array("κόσμε".utf8)
    let wrong = greek + [0xF4, 0x90]
    let whole = clientFrame(1, wrong + [0x80, 0x80])

    #expect(frameEvents(Array(whole.dropLast(3))) == [])
    #expect(frameEvents(Array(whole.dropLast(2))) == [.closed(1007)])
    let first = clientFrame(1, Array(wrong.dropLast()), isLast: false)
    #expect(frameEvents(first) == [])
    #expect(frameEvents(first + clientFrame(0, [0x90], isLast: false)) == [.closed(1007)])
    // A text that ends within a character is wrong at its end only.
    #expect(frameEvents(clientFrame(1, [0xE2, 0x82], isLast: false)) == [])
    #expect(frameEvents(clientFrame(1, [0xE2, 0x82])) == [.closed(1007)])
    #expect(
      frameEvents(clientFrame(1, [0xE2, 0x82], isLast: false) + clientFrame(0)) == [.closed(1007)])
    #expect(frameEvents(clientFrame(2, [0xFF]), messages: .any) == [.binary([0xFF])])
  }

  @Test("a message that is too long is refused with its id as soon as that has arrived")
  func tooLong() {
    let long = #"{"jsonrpc":"2.0","id":"q","method":"m","params":["#
    let text = long + String(repeating: "1,", count: 5000)
    let fault = FrameEvent.fault(.tooLong(max: 1000, id: .string("q")))
    let whole = clientText(text)

    #expect(frameEvents(whole) == [fault])
    #expect(frameEvents(Array(whole.prefix(8 + 4096))) == [fault])
    #expect(frameEvents(Array(whole.prefix(8 + 4095))) == [])
    #expect(frameEvents(whole, chunk: 1) == [fault])
    let parts =
      clientText(long, isLast: false)
      + clientFrame(0, Array(repeating: 0x31, count: 1001), isLast: false)
    #expect(frameEvents(parts) == [fault])
    #expect(
      frameEvents(clientText(String(repeating: "x", count: 1001)))
        == [.fault(.tooLong(max: 1000, id: .null))])
    #expect(frameEvents(clientText(String(repeating: "x", count: 1000))).count == 1)
    // A length alone needs no memory.
    #expect(frameEvents([0x81, 0xFF, 0x7F] + Array(repeating: 0xFF, count: 11)) == [])
  }

  @Test("random messages in random frames and pieces arrive as they were sent")
  func random() {
    var numbers = SeededNumbers(seed: 0x6455)
    for _ in 0..<300 {
      var input: [UInt8] = []
      var expected: [FrameEvent] = []
      for _ in 0..<Int.random(in: 1...5, using: &numbers) {
        let text = String(
          (0..<Int.random(in: 1...200, using: &numbers)).map { _ in
            ["a", "é", "€", "😀"].randomElement(using: &numbers) ?? "a"
          }.joined())
        var rest = Array(text.utf8)[...]
        var opcode: UInt8 = 1
        while opcode == 1 || !rest.isEmpty {
          let part = rest.prefix(Int.random(in: 0...150, using: &numbers))
          rest = rest.dropFirst(part.count)
          let mask = (0..<4).map { _ in UInt8.random(in: 0...255, using: &numbers) }
          input += clientFrame(opcode, Array(part), isLast: rest.isEmpty, mask: mask)
          opcode = 0
          if !rest.isEmpty, Bool.random(using: &numbers) {
            input += clientFrame(9, Array(part.prefix(5)))
            expected.append(.ping(Array(part.prefix(5))))
          }
        }
        expected.append(.text(text))
      }
      let chunk = Int.random(in: 1...300, using: &numbers)
      #expect(frameEvents(input, chunk: chunk) == expected)
    }
  }
}

@Suite struct UTF8ValidatorTests {
  @Test("a text is accepted exactly if the standard library accepts it, in any pieces")
  func random() {
    var numbers = SeededNumbers(seed: 3629)
    let bytes: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
      0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]
    for first in bytes {
      for second in bytes {
        for third in bytes {
          let tail = (0..<Int.random(in: 0...9, using: &numbers)).map { _ in
            bytes.randomElement(using: &numbers) ?? 0
          }
          let text = [first, second, third] + tail
          let cut = Int.random(in: 0...text.count, using: &numbers)
          var validator = UTF8Validator()
          let isAccepted =
            [text[..<cut], text[cut...]].allSatisfy { part in
              Array(part).withUnsafeBytes { validator.accepts($0) }
            } && validator.isComplete
          #expect(isAccepted == (String(validating: text, as: UTF8.self) != nil), "\(text)")
        }
      }
    }
  }
}

@Suite struct IdleCheckTests {
  private let start = ContinuousClock.now

  private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test("a silent peer gets a ping after half of the limit, and ends after the whole")
  func silence() {
    var check = IdleCheck(limit: .seconds(40), from: start)

    #expect(check.nextAt == at(20))
    #expect(check.action(at: at(20), lastInput: start, unread: 0) == .ping)
    #expect(check.nextAt == at(40))
    #expect(check.action(at: at(39), lastInput: start, unread: 0) == .none)
    #expect(check.action(at: at(40), lastInput: start, unread: 0) == .end)
  }

  @Test("any input starts the time again")
  func input() {
    var check = IdleCheck(limit: .seconds(40), from: start)

    #expect(check.action(at: at(20), lastInput: at(15), unread: 0) == .none)
    #expect(check.nextAt == at(35))
    #expect(check.action(at: at(35), lastInput: at(15), unread: 0) == .ping)
    #expect(check.action(at: at(55), lastInput: at(36), unread: 0) == .none)
    #expect(check.nextAt == at(56))
    #expect(check.action(at: at(56), lastInput: at(36), unread: 0) == .ping)
  }

  @Test("bytes that arrive while the reader is busy count as input; bytes that lie there do not")
  func unread() {
    var check = IdleCheck(limit: .seconds(40), from: start)

    #expect(check.action(at: at(20), lastInput: start, unread: 100) == .ping)
    #expect(check.action(at: at(40), lastInput: start, unread: 106) == .none)
    #expect(check.nextAt == at(60))
    #expect(check.action(at: at(60), lastInput: start, unread: 106) == .ping)
    #expect(check.action(at: at(80), lastInput: start, unread: 106) == .end)
  }

  @Test("a peer is not ended without a ping, as after a suspension of the machine")
  func suspension() {
    var check = IdleCheck(limit: .seconds(40), from: start)

    #expect(check.action(at: at(9000), lastInput: start, unread: 0) == .ping)
    #expect(check.action(at: at(9020), lastInput: start, unread: 0) == .end)
  }
}
