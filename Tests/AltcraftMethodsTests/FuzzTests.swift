import AltcraftMethods
import Foundation
import JSONCodec
import JSONRPC
import TestSupport
import Testing

/// Almost correct messages to a connection in memory; `FUZZ_FRAMES` sets the number for each seed.
@Suite(.timeLimit(.minutes(60))) struct FuzzTests {
  private static let frames =
    ProcessInfo.processInfo.environment["FUZZ_FRAMES"].flatMap { Int($0) } ?? 2_000
  private static let perFixture = 500

  @Test(
    "for any input each call is answered once", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func mutations(seed: UInt64) async throws {
    let document = JSON.object(Catalog.openRPC(version: "0").document)
    var fuzzer = FrameFuzzer(document: document, seed: seed)
    var left = Self.frames
    while left > 0 {
      try await run(&fuzzer, min(left, Self.perFixture), seed)
      left -= Self.perFixture
    }
  }

  private func run(_ fuzzer: inout FrameFuzzer, _ count: Int, _ seed: UInt64) async throws {
    let fixture = try MethodFixture()
    let connection = try fixture.ready()
    var expected: [String: Int] = [:]
    var frames: [FrameFuzzer.Frame] = []
    var answers: [String: Int] = [:]
    func read() {
      // Not `take`, which compares the messages with those sent by the connection's own functions.
      for text in connection.local.channel.takeAll() {
        guard let message = try? JSONParser.parse(Array(text.utf8)).value else {
          Issue.record("seed \(seed): no JSON: \(text)")
          continue
        }
        for item in message.arrayValue ?? [message] where item["method"] == nil {
          if let id = item["id"]?.stringValue { answers[id, default: 0] += 1 }
        }
        if message["method"] != nil, message["id"] != nil { connection.reply(to: message, .null) }
      }
    }
    for _ in 0..<count {
      let frame = fuzzer.next()
      for id in frame.calls { expected[id, default: 0] += 1 }
      frames.append(frame)
      connection.local.receive([frame.bytes])
      read()
    }

    // Host requests end from here on, so every call ends, including timed waits.
    connection.local.peer.ended()
    for _ in 0..<100_000 where !connection.local.channel.isClosed {
      await fixture.clock.advance(by: .seconds(1))
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(connection.local.channel.isClosed, "seed \(seed): something has no end")

    read()
    for frame in frames {
      for id in frame.calls where answers[id] != expected[id] {
        let text = String(decoding: frame.bytes.prefix(2000), as: UTF8.self)
        Issue.record("seed \(seed): \(answers[id] ?? 0) answers to \(id) of \(text)")
      }
    }
  }
}
