import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of invalid input: it does not break the service, and each mistake gets its documented answer.
@Suite struct BadInputTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// The members of `error` that are compared.
    let code: Int
    var id: JSON = .null
    var data: [String: JSON] = [:]

    init(
      _ description: String, _ text: String, _ code: Int, id: JSON = .null,
      data: [String: JSON] = [:]
    ) {
      self.init(description, Array(text.utf8), code, id: id, data: data)
    }

    init(
      _ description: String, _ bytes: [UInt8], _ code: Int, id: JSON = .null,
      data: [String: JSON] = [:]
    ) {
      testDescription = description
      self.bytes = bytes
      self.code = code
      self.id = id
      self.data = data
    }
  }

  static let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)

  static let mistakes: [Mistake] = [
    Mistake("no JSON", #"{"jsonrpc": nonsense}"#, -32700, data: ["offset": 13]),
    Mistake("half a message", #"{"jsonrpc":"2.0","id":1,"#, -32700, data: ["offset": 24]),
    Mistake("more behind a message", #"{} 1"#, -32700, data: ["offset": 3]),
    Mistake("a trailing comma", #"{"id":1,}"#, -32700, data: ["offset": 8]),
    Mistake("a lone surrogate", #"{"id":"\ud800"}"#, -32700),
    Mistake(
      "invalid UTF-8", Array("{\"id\":\"".utf8) + [0xFF] + Array("\"}".utf8), -32700,
      data: ["offset": 7]),
    Mistake(
      "an overlong encoding", Array("{\"id\":\"".utf8) + [0xC0, 0x80] + Array("\"}".utf8), -32700),
    Mistake("a NUL", Array("{\"id\":1".utf8) + [0] + Array("}".utf8), -32700),
    Mistake("no request", #"{"id":9}"#, -32600, id: 9),
    Mistake(
      "too deep, the id before",
      #"{"jsonrpc":"2.0","id":5,"method":"bridge.ping","params":\#(deep)}"#,
      -32600, id: 5, data: ["limit": "depth", "max": 64]),
    Mistake(
      "too deep, the id after",
      #"{"jsonrpc":"2.0","params":\#(deep),"id":5,"method":"bridge.ping"}"#,
      -32600, data: ["limit": "depth", "max": 64]),
    Mistake(
      "100,000 arrays", String(repeating: "[", count: 100_000), -32600, data: ["limit": "depth"]),
    Mistake(
      "100,000 objects", String(repeating: #"{"a":"#, count: 100_000), -32600,
      data: ["limit": "depth"]),
    Mistake(
      "a long id",
      #"{"jsonrpc":"2.0","method":"bridge.ping","id":"\#(String(repeating: "i", count: 600_000))"}"#,
      -32600, data: ["limit": "stringBytes", "max": 524_288]),
    Mistake(
      "an id of a MiB",
      #"{"jsonrpc":"2.0","method":"bridge.ping","id":"\#(String(repeating: "i", count: 1 << 20))"}"#,
      -32003, data: ["limit": "frameBytes", "max": 1_048_576, "retryable": false]),
    Mistake(
      "many members",
      #"{"jsonrpc":"2.0","id":6,"method":"bridge.ping","params":{\#((0...4096).map { "\"m\($0)\":0" }.joined(separator: ","))}}"#,
      -32600, id: 6, data: ["limit": "objectMembers", "max": 4096]),
    Mistake(
      "a long batch", "[" + Array(repeating: "1", count: 101).joined(separator: ",") + "]", -32600,
      data: ["limit": "batchLength", "max": 100]),
  ]

  @Test("an error is answered as documented, and the connection continues", arguments: mistakes)
  func stdio(_ mistake: Mistake) async throws {
    for framing in WireConnection.Framing.allCases {
      try await withBridge(framing: framing) { bridge in
        try bridge.stdio.send(mistake.bytes)
        try await expect(mistake, on: bridge.stdio)
        #expect(try await bridge.stdio.call("bridge.ping") == "pong")
      }
    }
  }

  @Test("the same on a socket, unless the message was too long", arguments: mistakes)
  func sockets(_ mistake: Mistake) async throws {
    let place = TemporaryDirectory()
    let arguments = ["--socket", place.path + "/run/s", "--listen", "127.0.0.1:0"]
    try await withBridge(arguments, in: place) { bridge in
      for host in [try await bridge.connectUnix(.headers), try await bridge.connectTCP()] {
        try host.send(mistake.bytes)
        try await expect(mistake, on: host)
        if mistake.code == -32003 {
          try await host.waitForEnd()
        } else {
          #expect(try await host.call("bridge.ping") == "pong")
        }
      }
    }
  }

  private func expect(_ mistake: Mistake, on host: WireConnection) async throws {
    let answer = try await host.messages(1)[0]
    let error = try #require(answer["error"])
    #expect(error.code == mistake.code && answer["id"] == mistake.id, "\(error.text)")
    for (key, value) in mistake.data { #expect(error["data"]?[key] == value, "\(error.text)") }
  }

  @Test("a value over several lines is invalid, line by line")
  func severalLines() async throws {
    try await withBridge { bridge in
      try bridge.stdio.write(
        Array("{\"jsonrpc\":\"2.0\",\n\"id\":1,\"method\":\"bridge.ping\"}\n\r\n\n".utf8))
      let answers = try await bridge.stdio.messages(2)
      #expect(answers.map { $0["error"]?.code } == [-32700, -32700])
      #expect(try await bridge.stdio.call("bridge.ping") == "pong")
    }
  }

  @Test("an invalid header block ends an input that can no longer be framed")
  func headers() async throws {
    let bridge = try ServiceProcess(serving: [], framing: .headers)
    try bridge.stdio.send(#"{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}"#)
    try bridge.stdio.write(Array("Content-Length: many\r\n\r\n{}".utf8))

    #expect(try await bridge.waitForExit() == .exited(0))
    try await bridge.stdio.waitForEnd()
    let answers = bridge.stdio.messages
    #expect(answers.count == 2 && answers[0]["result"] == "pong")
    #expect(answers.last?["error"]?.code == -32700 && answers.last?["id"] == .null)
  }

  @Test("a configured token is required")
  func token() async throws {
    let place = TemporaryDirectory()
    let arguments = [
      "--listen", "127.0.0.1:0", "--require-token", "--socket", place.path + "/run/s",
    ]
    try await withBridge(arguments, in: place) { bridge in
      let file = bridge.dataDirectory + "/rpc.token"
      let token = String(
        decoding: try #require(FileManager.default.contents(atPath: file)), as: UTF8.self)
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o600 && token.utf8.count == 64)

      let stranger = try await bridge.connectTCP()
      #expect(try await stranger.refusal(of: "bridge.ping").code == -32001)
      try await stranger.waitForEnd()

      let guesser = try await bridge.connectTCP(.headers)
      let wrong = try await guesser.refusal(of: "bridge.authenticate", ["token": "guess"])
      #expect(wrong.code == -32001 && wrong.reason == "unauthorized")
      try await guesser.waitForEnd()

      for parameters: JSON in [
        [:], ["token": 7], ["token": nil], ["token": "x", "more": 1], [1, 2],
      ] {
        let careless = try await bridge.connectTCP()
        let refusal = try await careless.refusal(of: "bridge.authenticate", parameters)
        #expect(refusal.code == -32001 && refusal.reason == "unauthorized")
        try await careless.waitForEnd()
      }

      let stammerer = try await bridge.connectTCP()
      try stammerer.write(Array("{nonsense\n".utf8))
      try await stammerer.waitForEnd()
      #expect(stammerer.bytes.isEmpty)

      let friend = try await bridge.connectTCP()
      #expect(try await friend.call("bridge.authenticate", ["token": .string(token)]) == true)
      #expect(try await friend.call("bridge.ping") == "pong")
      #expect(try await bridge.connectUnix().call("bridge.ping") == "pong")
      #expect(!bridge.errorText.contains(token))
    }
  }

  @Test("an id in flight is refused for a second call, and a wait can be cancelled")
  func inFlight() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(fault: .hang)])
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      let count = host.messages.count
      try host.send(
        #"{"jsonrpc":"2.0","id":"w","method":"pushSubscribe","params":{"requestId":"r","wait":"outcome"}}"#
      )
      try host.send(#"{"jsonrpc":"2.0","id":"w","method":"bridge.ping"}"#)
      let second = try await host.messages(count + 1)[count]
      #expect(second["error"]?.code == -32600 && second["id"] == "w")

      try host.notify("$/cancelRequest", ["id": "w"])
      let first = try await host.messages(count + 2)[count + 1]
      #expect(first["error"]?.code == -32800 && first["id"] == "w")
      #expect(try await host.call("outbox.get", ["requestId": "r"]).state == "pending")
      #expect(try await host.call("bridge.stats")["calls"]?["ignoredResponses"] == 0)
      try host.send(#"{"jsonrpc":"2.0","id":"nobody","result":1}"#)
      #expect(try await host.call("bridge.stats")["calls"]?["ignoredResponses"] == 1)
    }
  }

  @Test("a job too long for a record, and a job for a full outbox, are refused")
  func full() async throws {
    let arguments = ["--limit", "recordBytes=4096", "--limit", "outboxRecords=3"]
    try await withBridge(arguments) { bridge in
      let host = bridge.stdio
      try await host.storeToken("http://127.0.0.1:9")
      let text = JSON.string(String(repeating: "x", count: 5000))

      let long = try await host.refusal(of: "pushSubscribe", ["profileFields": ["f": text]])
      #expect(
        long.code == -32003 && long.data["limit"] == "recordBytes" && long.data["max"] == 4096)

      for _ in 0..<3 { try await host.call("pushSubscribe") }
      let full = try await host.refusal(of: "pushSubscribe")
      #expect(full.code == -32010 && full.data["limit"] == "outboxRecords")
      #expect(full.data["max"] == 3 && full.data["used"] == 3 && full.data["retryable"] == true)
      #expect(full.data["retryAfterMs"]?.intValue != nil)
      #expect(try await host.call("bridge.stats")["outbox"]?["accepted"] == 3)
    }
  }
}
