import TestSupport
import Testing

/// Tests of input that differs from JSON-RPC, or from one message per line, as some clients write it.
@Suite("Input as other clients write it") struct LenientInputTests {
  private static func ping(_ id: Int, _ parameters: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"bridge.ping","params":\#(parameters)}"#
  }

  private static func pong(_ id: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":"pong"}"#
  }

  private static let accepted: [(input: String, answers: String)] = [
    (ping(1, "null") + "\n", pong(1) + "\n"),
    (
      ping(1, "[null]") + "\n" + ping(2, "[null,null,null]") + "\n", pong(1) + "\n" + pong(2) + "\n"
    ),
    (ping(1, "[]") + ping(2, "{}"), pong(1) + "\n" + pong(2) + "\n"),
    (ping(1, "[]") + "[" + ping(2, "{}") + "]", pong(1) + "\n[" + pong(2) + "]\n"),
    (ping(1, "[]") + "\r\n" + ping(2, "[]") + "\r\n", pong(1) + "\r\n" + pong(2) + "\r\n"),
    ("\u{FEFF}" + ping(1, "[]") + "\n", pong(1) + "\n"),
    (
      "\u{FEFF}Content-Length: \(ping(1, "null").utf8.count)\r\n\r\n" + ping(1, "null"),
      "Content-Length: \(pong(1).utf8.count)\r\n\r\n" + pong(1)
    ),
  ]

  @Test("is answered over every transport", arguments: accepted)
  func isAccepted(input: String, answers: String) async throws {
    let place = TemporaryDirectory()
    let arguments = ["--stdio", "--socket", place.path + "/run/s", "--listen", "127.0.0.1:0"]
    try await withBridge(arguments, in: place) { bridge in
      for peer in [try await bridge.rawUnix(), try await bridge.rawTCP()] {
        // The answer does not wait for the end of the input.
        #expect(peer.write(input))
        var bytes: [UInt8] = []
        try await eventually("the answers to \(input)") {
          if case .bytes(let more) = peer.read(milliseconds: 20) { bytes += more }
          return bytes.count >= answers.utf8.count
        }
        peer.endOutput()
        bytes += peer.rest() ?? []
        #expect(String(decoding: bytes, as: UTF8.self) == answers)
      }
    }
    let data = TemporaryDirectory()
    let stdio = try FinishedCommand.bridge("serve", "--data-dir", data.path + "/d", input: input)
    #expect(stdio.output == answers, "\(stdio.errors)")
  }

  @Test(
    "stays an error if it is not a message",
    arguments: [ping(1, "[]") + "x\n", "{\n\"jsonrpc\":\"2.0\"}\n"])
  func isRejected(input: String) async throws {
    let data = TemporaryDirectory()
    let stdio = try FinishedCommand.bridge("serve", "--data-dir", data.path + "/d", input: input)
    #expect(stdio.output.contains("-32700") && !stdio.output.contains("pong"))
  }

  @Test(
    "the Unix socket says once which protocol it speaks, and closes",
    arguments: ["GET / HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}", "hello\n"])
  func namesItsProtocol(input: String) async throws {
    let place = TemporaryDirectory()
    try await withBridge(["--socket", place.path + "/run/s"], in: place) { bridge in
      let peer = try await bridge.rawUnix()
      #expect(peer.write(input))

      let text = String(decoding: try #require(peer.rest()), as: UTF8.self)

      #expect(text.split(separator: "\n").count == 1)
      #expect(text.contains(#""id":null"#) && text.contains("-32700"))
      #expect(text.contains("this socket speaks JSON-RPC 2.0"))
    }
  }

  @Test("a message that is too long is answered with its id, if that is near its start")
  func tooLong() async throws {
    let place = TemporaryDirectory()
    let arguments = ["--socket", place.path + "/run/s", "--limit", "frameBytes=10000"]
    try await withBridge(arguments, in: place) { bridge in
      let peer = try await bridge.rawUnix()
      let filler = String(repeating: "x", count: 20_000)
      #expect(
        peer.write(#"{"jsonrpc":"2.0","id":"far","method":"bridge.ping","params":["\#(filler)"]}"#))
      #expect(peer.write("\n"))

      let text = String(decoding: try #require(peer.rest()), as: UTF8.self)

      #expect(text.contains(#""id":"far""#) && text.contains(#""limit":"frameBytes""#))
    }
  }
}
