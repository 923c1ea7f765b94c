import Glibc
import System
import TestSupport
import Testing

@testable import BridgeClient

@Suite("The client side of a WebSocket", .timeLimit(.minutes(1))) struct WebSocketStreamTests {
  private let pipe: PipeEnds
  private let output: WireOutput

  init() throws {
    pipe = try PipeEnds()
    output = WireOutput(pipe.writing)
  }

  /// Returns the text of all lines, from input that arrives in pieces of that size.
  private func lines(_ input: [UInt8], pieces size: Int = .max) -> String {
    let stream = WebSocketStream(output: output, received: [])
    var rest = input[...]
    var text = ""
    while let lines = stream.lines({
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(min(size, rest.count)) }
      return Array(rest.prefix(size))
    }) {
      text += String(decoding: lines, as: UTF8.self)
    }
    return text
  }

  /// Returns the frames that were sent, unmasked: the first byte and the payload of each.
  private func sent() -> [[UInt8]] {
    output.close()
    var rest: ArraySlice<UInt8> = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(pipe.reading, &buffer, buffer.count)
      guard count > 0 else { break }
      rest += buffer[..<count]
    }
    close(pipe.reading)
    var frames: [[UInt8]] = []
    while let first = rest.popFirst(), let second = rest.popFirst() {
      #expect(second & 0x80 != 0, "a frame of a client is masked")
      var length = Int(second & 0x7F)
      let extra = length == 126 ? 2 : length == 127 ? 8 : 0
      if extra > 0 { length = rest.prefix(extra).reduce(0) { $0 << 8 | Int($1) } }
      rest = rest.dropFirst(extra)
      let mask = Array(rest.prefix(4))
      let payload = rest.dropFirst(4).prefix(length)
      frames.append([first] + zip(payload, 0...).map { $0 ^ mask[$1 & 3] })
      rest = rest.dropFirst(4 + length)
    }
    return frames
  }

  private static func frame(_ first: UInt8, _ text: String) -> [UInt8] {
    let payload = Array(text.utf8)
    let length: [UInt8] =
      payload.count < 126
      ? [UInt8(payload.count)] : [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    return [first] + length + payload
  }

  private static let long = String(repeating: "ä", count: 300)

  static let messages: [([UInt8], String)] = [
    (frame(0x81, "a") + frame(0x81, long), "a\n\(long)\n"),
    (frame(0x01, "a") + frame(0x00, "b") + frame(0x80, "c"), "abc\n"),
    (frame(0x01, "a") + frame(0x89, "p") + frame(0x80, "b"), "ab\n"),
    (frame(0x8A, "") + frame(0x81, "a"), "a\n"),
  ]

  @Test(
    "a message is one line, in one frame or several, cut anywhere", arguments: messages,
    [1, 2, 7, .max])
  func reads(_ message: ([UInt8], String), _ size: Int) {
    #expect(lines(message.0, pieces: size) == message.1)
    _ = sent()
  }

  @Test("a ping is answered with its bytes, and a close frame with its code")
  func answers() {
    #expect(lines(Self.frame(0x89, "abc") + [0x88, 4, 0x03, 0xE9, 0x61, 0x62]) == "")

    #expect(sent() == [[0x8A] + Array("abc".utf8), [0x88, 0x03, 0xE9]])
  }

  @Test(
    "a frame that no bridge sends ends the connection with 1002",
    arguments: [[0x81, 0x81, 0, 0, 0, 0, 0x61], [0x82, 1, 0], [0xC1, 1, 0x61], [0x83, 0]]
      as [[UInt8]])
  func foreign(_ frame: [UInt8]) {
    #expect(lines(frame + Self.frame(0x81, "a")) == "")

    #expect(sent() == [[0x88, 0x03, 0xEA]])
  }

  @Test("the sentence of a refusal is shown without the control characters in it")
  func refusal() {
    let answer = "HTTP/1.1 401 Unauthorized\r\n\r\n\u{1B}[31mwrong\u{7}\r\nmore"

    #expect(
      HandshakeAnswer(Array(answer.utf8)).problem(key: "", subprotocol: "")
        == #"refused with 401, \u001b[31mwrong\u0007"#)
  }

  @Test(
    "the code and the reason of a close frame are kept, without control characters",
    arguments: [
      ([], nil), ([0x03, 0xF0], "1008"),
      ([0x03, 0xF0] + Array("authenticate first".utf8), "1008, authenticate first"),
      ([0x03, 0xE9, 0x1B], #"1001, \u001b"#),
    ])
  func closure(payload: [UInt8], expected: String?) {
    let stream = WebSocketStream(
      output: output, received: [0x88, UInt8(payload.count)] + payload)

    #expect(stream.lines { nil } == nil)

    #expect(stream.closure == expected)
    #expect(sent() == [[0x88] + payload.prefix(2)])
  }

  @Test("a frame longer than any answer ends the connection")
  func tooLong() {
    #expect(lines([0x81, 127, 0xFF, 0, 0, 0, 0, 0, 0, 0]) == "")

    #expect(sent() == [[0x88, 0x03, 0xEA]])
  }

  @Test("each line is sent as a message of its own, of any length")
  func writes() {
    let stream = WebSocketStream(output: output, received: [])

    #expect(stream.write(Array("a\n\(Self.long)\n".utf8)))
    stream.close()
    #expect(!stream.write(Array("b\n".utf8)))

    #expect(sent() == [[0x81, 0x61], [0x81] + Array(Self.long.utf8), [0x88, 0x03, 0xE8]])
  }
}
