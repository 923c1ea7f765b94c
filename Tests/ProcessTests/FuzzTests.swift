import Foundation
import JSONCodec
import TestSupport
import Testing

/// Tests with messages that are nearly correct. `FUZZ_FRAMES` sets their number for each framing and seed.
@Suite(.timeLimit(.minutes(60))) struct FuzzTests {
  private static let frames =
    ProcessInfo.processInfo.environment["FUZZ_FRAMES"].flatMap { Int($0) } ?? 300
  private static let perConnection = 2_000

  @Test(
    "for any input each call is answered once, by the rules, and the bridge continues",
    arguments: WireConnection.Framing.allCases, [1, 2, 3] as [UInt64])
  func mutations(framing: WireConnection.Framing, seed: UInt64) async throws {
    let place = TemporaryDirectory()
    let arguments = [
      "--stdio", "--socket", place.path + "/run/s", "--limit", "callbackSeconds=0.05", "--limit",
      "attemptSeconds=1", "--limit", "outboxRecords=300",
      // Batches of long answers, together with late answers, may exceed the bound, and end the connection.
      "--limit", "outQueueBytes=\(16 << 20)",
    ]
    try await withBridge(arguments, in: place) { bridge in
      let document = try await bridge.stdio.call("rpc.discover")
      try await bridge.stdio.storeToken("http://127.0.0.1:9")
      var fuzzer = FrameFuzzer(document: document, seed: seed)
      #expect(fuzzer.seedCount > 100)
      var before: Vitals?
      var left = Self.frames
      while left > 0 {
        let count = min(left, Self.perConnection)
        left -= count
        try await run(&fuzzer, count, framing, seed, place)
        #expect(try await bridge.stdio.call("bridge.ping") == "pong")
        if before == nil { before = try bridge.vitals }
      }
      if let before {
        let after = try bridge.vitals
        #expect(after.residentKiB - before.residentKiB < 32 << 10, "\(before) / \(after)")
      }
    }
  }

  /// Returns the messages around the one that was answered last.
  private static func near(_ answer: JSON?, _ frames: [FrameFuzzer.Frame]) -> String {
    let items = answer?.arrayValue ?? answer.map { [$0] } ?? []
    let ids = Set(items.compactMap { $0["id"]?.stringValue })
    let index = frames.lastIndex { !ids.isDisjoint(with: $0.calls) } ?? frames.count - 1
    return frames[max(0, index - 1)..<min(index + 6, frames.count)]
      .map { String(decoding: $0.bytes.prefix(2000), as: UTF8.self) }.joined(separator: "\n")
  }

  /// Returns true for a line that begins like a header without being one: it is answered, and nothing is read
  /// after it.
  private static func endsConnection(_ frame: [UInt8]) -> Bool {
    frame.split(separator: UInt8(ascii: "\n")).contains { line in
      let first = line.first { ![0x09, 0x0B, 0x0C, 0x0D, 0x20].contains($0) }
      return first == UInt8(ascii: "C") || first == UInt8(ascii: "c")
    }
  }

  private func run(
    _ fuzzer: inout FrameFuzzer, _ count: Int, _ framing: WireConnection.Framing, _ seed: UInt64,
    _ place: TemporaryDirectory
  ) async throws {
    // Ids are changed too, so the log checks only the form of answers; their ids are compared below.
    let log = WireLog(nil)
    let host = try WireConnection(unix: place.path + "/run/s", framing, log)
    var expected: [String: Int] = [:]
    var frames: [FrameFuzzer.Frame] = []
    do {
      for _ in 0..<count {
        let frame = fuzzer.next()
        guard framing == .headers || !Self.endsConnection(frame.bytes) else { continue }
        for id in frame.calls { expected[id, default: 0] += 1 }
        frames.append(frame)
        try host.send(frame.bytes)
      }
      // An incomplete message that could be anything has ended by then.
      try host.send(#"{"jsonrpc":"2.0","id":"the end","method":"bridge.ping"}"#)
      #expect(try await host.answer(to: "the end") == "pong")
    } catch {
      Issue.record("seed \(seed): it ended at one of \(Self.near(host.messages.last, frames))")
      throw error
    }
    host.endOutput()
    do { try await host.waitForEnd() } catch {
      let answered = Set(
        host.messages.flatMap { $0.arrayValue ?? [$0] }.compactMap { $0["id"]?.stringValue })
      let open = frames.filter { !$0.calls.allSatisfy(answered.contains) }
      Issue.record(
        "seed \(seed): open calls: \(open.map { String(decoding: $0.bytes.prefix(500), as: UTF8.self) })"
      )
      throw error
    }

    var answers: [String: Int] = [:]
    for message in host.messages {
      for item in message.arrayValue ?? [message] where item["method"] == nil {
        if let id = item["id"]?.stringValue { answers[id, default: 0] += 1 }
      }
    }
    for frame in frames {
      for id in frame.calls where answers[id] != expected[id] {
        let text = String(decoding: frame.bytes.prefix(2000), as: UTF8.self)
        Issue.record("seed \(seed): \(answers[id] ?? 0) answers to \(id) of \(text)")
      }
    }
    let problems = log.problems.filter { !$0.hasPrefix("an answer to nothing") }
    #expect(problems == [], "seed \(seed)")
  }
}
