import JSONCodec
import TestSupport
import Testing

/// Tests of JSON as the process reads it, over every transport.
@Suite(.timeLimit(.minutes(10))) struct JSONTextTests {
  @Test(
    "on every transport invalid JSON gets its error, valid JSON is returned, and the service continues",
    arguments: ConformanceTests.combinations)
  func texts(_ wire: Wire, _ framing: WireConnection.Framing) async throws {
    let place = TemporaryDirectory()
    let arguments = ["--stdio", "--socket", place.path + "/run/s", "--listen", "127.0.0.1:0"]
    try await withBridge(arguments, in: place, framing: framing) { bridge in
      let host =
        switch wire {
        case .stdio: bridge.stdio
        case .unix: try await bridge.connectUnix(framing)
        case .tcp: try await bridge.connectTCP(framing)
        }
      // On TCP the first message has to look like one.
      #expect(try await host.call("bridge.ping") == "pong")
      var played = 0
      for text in JSONText.all where framing == .headers || text.isLine {
        if text.isAccepted {
          try await expectKept(text, host)
        } else {
          try await expectRefused(text, host)
        }
        played += 1
      }
      #expect(played > 300)
      #expect(try await host.call("bridge.ping") == "pong")
    }
  }

  /// Sends the text as a message, and expects one error with the id null.
  private func expectRefused(_ text: JSONText, _ host: WireConnection) async throws {
    let count = host.messages.count
    try host.send(text.bytes)
    let answer = try await host.messages(count + 1)[count]
    let expected = text.isTooDeep ? -32600 : -32700
    #expect(answer["error"]?.code == expected && answer["id"] == .null, "\(text): \(answer.text)")
  }

  /// Stores the text as a value of the host, and expects the same value when it is read.
  private func expectKept(_ text: JSONText, _ host: WireConnection) async throws {
    let value = try JSONParser.parse(text.bytes)
    let count = host.messages.count
    let start = #"{"jsonrpc":"2.0","id":"set","method":"setUserDefaultsValue","params":["s","k","#
    try host.send(Array(start.utf8) + text.bytes + Array("]}".utf8))
    let answer = try await host.messages(count + 1)[count]
    guard value.isStorable else {
      #expect(answer["error"]?.code == -32602 && answer["id"] == "set", "\(text): \(answer.text)")
      return
    }
    #expect(answer["result"] == true, "\(text): \(answer.text)")
    let kept = try await host.call("bridge.getUserDefaultsValue", ["suiteName": "s", "key": "k"])
    #expect(kept == value.value, "\(text): \(kept.text)")
  }
}

extension JSONText {
  /// True if the text can be sent as a line: it is neither two lines nor two messages of one line, nor blank.
  fileprivate var isLine: Bool {
    !bytes.contains(0x0A) && bytes != Array("[][]".utf8)
      && !bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}

extension ParsedJSON {
  /// A duplicate key, and a number out of the range of doubles, are valid JSON and refused one step later.
  fileprivate var isStorable: Bool { !hasDuplicateMembers && value.isStorable }
}

extension JSON {
  fileprivate var isStorable: Bool {
    switch self {
    case .number(let number): number.double != nil
    case .array(let elements): elements.allSatisfy(\.isStorable)
    case .object(let object): object.members.allSatisfy(\.value.isStorable)
    default: true
    }
  }
}
