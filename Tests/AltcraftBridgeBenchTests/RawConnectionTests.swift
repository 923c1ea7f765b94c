import Glibc
import System
import Testing

@testable import altcraft_bridge_bench

@Suite("The measuring client")
struct RawConnectionTests {
  private func read(
    _ text: String, _ framing: Framing = .newline, isEcho: Bool = false, pieces: Int = .max
  ) throws -> [Answer] {
    try read(Array(text.utf8), framing, isEcho: isEcho, pieces: pieces)
  }

  /// Returns the reader's result for bytes that arrive in pieces of the given size.
  private func read(
    _ bytes: [UInt8], _ framing: Framing, isEcho: Bool = false, pieces: Int = .max
  ) throws -> [Answer] {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let reader = ResponseReader(framing, isEcho: isEcho)
    var answers: [Answer] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pieces)
      rest = rest.dropFirst(piece.count)
      #expect(File.write(Array(piece), to: ends[1]))
      #expect(reader.fill(from: ends[0]) == piece.count)
      while let answer = try reader.next() { answers.append(answer) }
    }
    close(ends[1])
    #expect(reader.fill(from: ends[0]) == 0)
    return answers
  }

  @Test(
    "finds the id of every answer, in every notation",
    arguments: [
      (#"{"jsonrpc":"2.0","id":10000007,"result":"pong"}"#, .result(10_000_007)),
      (#"{"jsonrpc":"2.0","id":10000007,"error":{"code":1}}"#, .error(10_000_007)),
      (#"{"id":5,"result":{"error":1,"method":"x"},"jsonrpc":"2.0"}"#, .result(5)),
      (#"{ "jsonrpc" : "2.0", "id" : "6", "result" : "}\"{" }"#, .result(6)),
      (#"{"jsonrpc":"2.0","method":"event","params":{"id":3}}"#, .other),
      (#"{"jsonrpc":"2.0","id":"c-1","method":"provider.getJWT"}"#, .other),
      (#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}"#, .other),
      ("", .other),
    ] as [(String, Answer)])
  func answers(text: String, expected: Answer) throws {
    #expect(try read(text + "\n" + text + "\n") == [expected, expected])
    let framed = "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
    #expect(try read(framed + framed, .contentLength) == [expected, expected])
  }

  @Test("an answer may come in pieces of any size", arguments: [1, 2, 7, 64])
  func pieces(size: Int) throws {
    let numbers = 10_000_000..<10_000_020
    let texts = numbers.map { #"{"jsonrpc":"2.0","id":\#($0),"result":true}"# }
    let expected = numbers.map { Answer.result($0) }

    #expect(try read(texts.map { $0 + "\n" }.joined(), pieces: size) == expected)
    let framed = texts.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
    #expect(try read(framed, .contentLength, pieces: size) == expected)
    let frames = texts.flatMap { (text: String) -> [UInt8] in
      [0x81, UInt8(text.utf8.count)] + Array(text.utf8)
    }
    #expect(try read(frames, .webSocket, pieces: size) == expected)
  }

  @Test("an echo is its own answer", arguments: Framing.ofStreams)
  func echo(framing: Framing) throws {
    let template = RequestTemplate(RequestTemplate.pingText, framing)
    let text = String(decoding: template.bytes, as: UTF8.self)

    #expect(try read(text, framing, isEcho: true) == [.result(RequestTemplate.firstNumber)])
  }

  @Test("a request contains its number in every place", arguments: Framing.ofStreams)
  func template(framing: Framing) {
    let template = RequestTemplate(#"{"id":%d,"uid":"u-%d"}"#, framing)
    var bytes = template.bytes
    for place in template.places {
      bytes.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { RequestTemplate.write(12_345_678, to: base + place) }
      }
    }

    let body = #"{"id":12345678,"uid":"u-12345678"}"#
    let text = framing == .newline ? body + "\n" : "Content-Length: 34\r\n\r\n" + body
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test(
    "the baseline server answers each message with its id; it answers complete messages at once and the others later"
  )
  func baseline() {
    var walk = FrameWalk()
    defer { walk.deallocate() }
    func take(_ text: String) -> String {
      for (index, byte) in text.utf8.enumerated() { walk.bytes[walk.end + index] = byte }
      walk.take(text.utf8.count)
      return String(
        decoding: UnsafeBufferPointer(start: walk.answers, count: walk.answerCount), as: UTF8.self)
    }

    #expect(take(#"{"params":{"id":1},"id":7}"#) == "")
    #expect(take("\n" + #"{"id":"a"}"# + "\n{") == pong("7") + "\n" + pong(#""a""#) + "\n")
    #expect(take(#""id":8}"# + "\n") == pong("8") + "\n")
    let answer = pong("9")
    #expect(
      take("Content-Length: 8\r\n\r\n" + #"{"id":9}"#)
        == "Content-Length: \(answer.utf8.count)\r\n\r\n\(answer)")
  }

  private func pong(_ id: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":"pong"}"#
  }
}
