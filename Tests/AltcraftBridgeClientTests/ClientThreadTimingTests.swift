import BridgeClient
import Foundation
import Synchronization
import System
import TestSupport
import Testing

@testable import AltcraftBridgeClient

/// The threads of the client, counted alone in the process.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ClientThreadTimingTests {
  private static func threads() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
  }

  // Each call asked for the status of the process on a thread of its own.
  @Test("300 calls that fail with their process do not wait on 300 threads")
  func failedCalls() async throws {
    let process = try PipedProcess(
      "/bin/sh", ["-c", "exec >&-; sleep 1; exit 7"], environment: [:])
    let link = Link(BridgeConnection(process.wire), process: process)
    let running = Monitor(300)
    let before = try Self.threads()

    let calls = (0..<300).map { _ in
      Task {
        defer { running.update { $0 -= 1 } }
        return await #expect(throws: BridgeError.self) {
          try await link.call("bridge.ping", within: .seconds(60))
        }
      }
    }
    var most = 0
    try await eventually {
      most = max(most, try Self.threads())
      return running.withLock { $0 } == 0
    }

    #expect(most - before < 50)
    for call in calls {
      guard case .disconnected(let text) = await call.value else {
        Issue.record("no call was disconnected")
        continue
      }
      #expect(text.hasSuffix("; the process has ended with status 7"))
    }
  }
}
