import BridgeClient
import Glibc
import JSONCodec
import System
import TestSupport
import Testing

@testable import AltcraftBridgeClient

@Suite("The end of the client for Swift with a bridge that hangs") struct HungBridgeTests {
  // A call blocked its thread with a full pipe, and `close` waited for it.
  @Test("a stopped process does not delay the time limits of calls, and is killed by the close")
  func stopped() async throws {
    let directory = TemporaryDirectory()
    let process = try PipedProcess(
      builtProduct("altcraft-bridge"),
      ["serve", "--stdio", "--data-dir", directory.path + "/data"], environment: [:])
    let link = Link(BridgeConnection(process.wire), process: process)
    let long: [String: JSONValue] = ["text": .string(String(repeating: "a", count: 100_000))]
    // The first long call asks for the limit of the bridge.
    _ = try? await link.call("bridge.ping", long, within: testTimeout)

    process.send(signal: SIGSTOP)
    for _ in 0..<4 {
      await #expect(throws: BridgeError.timedOut) {
        try await link.call("bridge.ping", long, within: .milliseconds(1))
      }
    }
    let status = await onThread { link.close(until: .after(.zero)) }

    #expect(status == 128 + SIGKILL)
    #expect(link.connection.waitForEnd(until: .after(testTimeout)))
  }

  @Test("a connection whose other side does not end it is ended by the close")
  func socket() async throws {
    let isReleased = Monitor(false)
    let scripted = ScriptedBridge.hanging(until: isReleased)
    let bridge = try scripted.client()
    let link = bridge.state.withLock { $0.link }

    let call = Task { try await link.call("hang", within: .seconds(3600)) }
    try await eventually { scripted.requests.count == 1 }
    #expect(await onThread { link.close(until: .after(.zero)) } == nil)

    #expect(link.connection.waitForEnd(until: .after(testTimeout)))
    await #expect(throws: BridgeError.self) { try await call.value }
    isReleased.update { $0 = true }
    await bridge.end()
  }
}
