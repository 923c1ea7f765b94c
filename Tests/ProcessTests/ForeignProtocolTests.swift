import Foundation
import JSONCodec
import TestSupport
import Testing

/// Tests of the bytes that a web page, or a client of another service, can send to a loopback port. Each
/// contains `line`, the call that it tries to execute.
@Suite(.timeLimit(.minutes(10))) struct ForeignProtocolTests {
  struct Payload: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ description: String, _ bytes: [UInt8]) {
      testDescription = description
      self.bytes = bytes
    }

    init(_ description: String, _ text: String) { self.init(description, Array(text.utf8)) }

    /// Makes a request as a browser sends it, with `body` after the header fields that follow from it.
    init(_ description: String, request: String, fields: [String] = [], body: String = "") {
      let all =
        [request, "Host: 127.0.0.1:4000", "Origin: https://page.example"] + fields
        + (body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"])
      self.init(description, all.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }
  }

  /// A call that stores a value which the witness can see.
  static let line =
    #"{"jsonrpc":"2.0","id":1,"method":"setUserDefaultsValue","params":["s","k","taken"]}"# + "\n"

  static let payloads: [Payload] = [
    Payload("a page that is fetched", request: "GET /?q=\(line.dropLast()) HTTP/1.1", body: line),
    Payload(
      "a form of plain text", request: "POST / HTTP/1.1",
      fields: ["Content-Type: text/plain"], body: "a=\r\n" + line),
    Payload(
      "a form with a file", request: "POST / HTTP/1.1",
      fields: ["Content-Type: multipart/form-data; boundary=b"],
      body: "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(line)\r\n--b--\r\n"),
    Payload(
      "a fetch without preflight", request: "POST /rpc HTTP/1.1",
      fields: ["Content-Type: text/plain;charset=UTF-8", "Accept: */*"], body: line),
    Payload(
      "a preflight", request: "OPTIONS /rpc HTTP/1.1",
      fields: ["Access-Control-Request-Method: POST"], body: line),
    Payload("a tunnel through a proxy", "CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n" + line),
    Payload(
      "a WebSocket", request: "GET / HTTP/1.1",
      fields: [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ], body: line),
    Payload("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0" + line),
    Payload(
      "TLS",
      [0x16, 3, 1, 0, 0xC8, 1, 0, 0, 0xC4, 3, 3] + Array(repeating: 0x41, count: 32)
        + Array(("\n" + line).utf8)),
    Payload("a stream of video", "OPTIONS rtsp://127.0.0.1/a RTSP/1.0\r\nCSeq: 1\r\n\r\n" + line),
    Payload("files", "USER anonymous\r\nPASS x\r\n" + line),
    Payload("mail", "EHLO page.example\r\n" + line),
    // WebRTC sends this to its configured relay, with a user name.
    Payload(
      "a relay", [0, 3, 0, 0x60, 0x21, 0x12, 0xA4, 0x42] + Array(("0123456789ab\n" + line).utf8)),
    Payload(
      "a verb that is the name of our header", request: "Content-Length / HTTP/1.1", body: line),
    Payload("a verb that begins like it", request: "COPY / HTTP/1.1", body: line),
    Payload(
      "a known header before a request", "Content-Type: a\r\nPOST / HTTP/1.1\r\n\r\n" + line),
    Payload("a known header and no length", "Content-Type: a\r\nHost: b\r\n\r\n" + line),
    Payload(
      "two lengths, of which the second would fit",
      "Content-Length: 0\r\nContent-Length: \(line.utf8.count)\r\n\r\n" + line),
    Payload("white space before a request", " \r\n\r\nPOST / HTTP/1.1\r\n\r\n" + line),
    Payload("a byte order mark in UTF-16", [0xFF, 0xFE] + Array(line.utf8)),
    Payload("a byte order mark before a request", "\u{FEFF}POST / HTTP/1.1\r\n\r\n" + line),
    Payload("a NUL", "\0" + line),
  ]

  @Test(
    "over TCP, other protocols get no byte and execute nothing, and the next host is served",
    arguments: payloads, [[], ["--require-token"]])
  func foreign(_ payload: Payload, _ arguments: [String]) async throws {
    let place = TemporaryDirectory()
    let places = ["--socket", place.path + "/run/s", "--listen", "127.0.0.1:0"]
    try await withBridge(places + arguments, in: place) { bridge in
      let witness = try await bridge.connectUnix()
      try await witness.call("events.subscribe")
      let before = try await witness.call("bridge.stats")

      // Send it at full speed, and so slowly that each byte is judged alone.
      let whole = try await bridge.rawTCP()
      _ = whole.write(payload.bytes)
      #expect(whole.rest() == [])
      let slow = try await bridge.rawTCP()
      for byte in payload.bytes {
        guard slow.write([byte]), slow.read(milliseconds: 1) == .nothing else { break }
      }
      #expect(slow.rest() == [])

      #expect(try await value(witness) == .null)
      let after = try await witness.call("bridge.stats")
      // The request for the value, and that for these figures.
      #expect(after["calls"]?["requests"] == before["calls"]?["requests"].adding(2))
      for count in ["notifications", "errors", "ignoredResponses"] {
        #expect(after["calls"]?[count] == before["calls"]?[count])
      }
      #expect(
        after["connections"]?["opened"] == before["connections"]?["opened"].adding(2))
      #expect(witness.events.isEmpty)

      let honest = try await bridge.connectTCP()
      if !arguments.isEmpty {
        let token = try String(contentsOfFile: bridge.dataDirectory + "/rpc.token", encoding: .utf8)
        try await honest.call("bridge.authenticate", ["token": .string(token)])
      }
      #expect(try await honest.call("bridge.ping") == "pong")
      // The line would have had an effect.
      try honest.send(String(Self.line.dropLast()))
      try await eventually("the value is set") { try await value(witness) == "taken" }
    }
  }

  @Test(
    "a request of another protocol behind a message ends the connection; nothing after it is executed",
    arguments: [
      "POST / HTTP/1.1", "GET / HTTP/1.1", "Host: 127.0.0.1",
      "Sec-Fetch-Mode: cors",
    ], WireConnection.Framing.allCases)
  func behind(_ foreign: String, _ framing: WireConnection.Framing) async throws {
    let place = TemporaryDirectory()
    let arguments = ["--socket", place.path + "/run/s", "--listen", "127.0.0.1:0"]
    try await withBridge(arguments, in: place) { bridge in
      let witness = try await bridge.connectUnix()
      let host = try await bridge.connectTCP(framing)
      #expect(try await host.call("bridge.ping") == "pong")

      try host.write(Array((foreign + "\r\n\r\n" + Self.line).utf8))

      try await host.waitForEnd()
      #expect(host.messages.count == 1)
      #expect(try await value(witness) == .null)
      #expect(try await bridge.connectTCP(framing).call("bridge.ping") == "pong")
    }
  }

  private func value(_ witness: WireConnection) async throws -> JSON {
    try await witness.call("bridge.getUserDefaultsValue", ["suiteName": "s", "key": "k"])
  }
}

extension JSON? {
  fileprivate func adding(_ count: Int) -> JSON? { self?.intValue.map { .int($0 + count) } }
}
