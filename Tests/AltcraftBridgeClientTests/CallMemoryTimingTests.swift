import Foundation
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftBridgeClient

/// The memory of calls, measured alone in the process.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CallMemoryTimingTests {
  @Test("20,000 calls with the longest time limit leave no memory behind")
  func calls() async throws {
    let scripted = ScriptedBridge { _, request in [ScriptedBridge.result(request, "pong")] }
    let bridge = try scripted.client()
    func used(after count: Int) async throws -> Int {
      for _ in 0..<count { _ = try await bridge.call("bridge.ping") }
      scripted.forget()
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
        separator: " ")
      return try #require(Int(pages[1])) * Int(getpagesize())
    }

    let before = try await used(after: 2_000)
    let after = try await used(after: 20_000)

    // One call kept 700 bytes.
    #expect(after - before < 7_000_000)
    await bridge.end()
  }
}
