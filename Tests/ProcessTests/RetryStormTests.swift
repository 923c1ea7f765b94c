import Foundation
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

/// Tests that a recovering platform does not get all requests at once.
@Suite struct RetryStormTests {
  @Test(
    "a long backlog probes a failed platform only occasionally, and goes out when it works"
  )
  func outage() async throws {
    let count = CampaignLength.isShort ? 1_000 : 10_000
    let arrivals = Arrivals(count)
    let knocks = Mutex<Int?>(0)
    let server = FaultyHTTPServer { request in
      let isDown = knocks.withLock { knocks in
        knocks = knocks.map { $0 + 1 }
        return knocks != nil
      }
      if isDown { return .answer(status: 503) }
      arrivals.record(request)
      return .answer(status: 200)
    }
    let directory = TemporaryDirectory()
    let sockets = ["--stdio", "--socket", directory.path + "/run/s"]
    try await withBridge(sockets, in: directory) { bridge in
      try await bridge.stdio.storeToken(server.url(""))
      let host = try PlainHost(await bridge.endpoint("unix:"))
      for start in stride(from: 0, to: count, by: 100) {
        try host.call((start..<start + 100).map(Self.call))
      }
      try await eventually("all is accepted") {
        try await bridge.stdio.call("bridge.stats")["outbox"]?["accepted"] == .int(count)
      }
      // Long enough for a storm of all of them.
      try await Task.sleep(for: .seconds(4))

      let attempts = knocks.withLock { knocks in
        defer { knocks = nil }
        return knocks ?? 0
      }
      #expect((5...30).contains(attempts), "\(attempts)")
      try await bridge.stdio.call("outbox.flush")
      try await eventually("all is delivered", within: testTimeout * 10) {
        try await bridge.stdio.call("bridge.stats")["outbox"]?["delivered"] == .int(count)
      }
      #expect(arrivals.distinct == count && arrivals.repeated == 0 && host.refused == 0)
    }
  }

  private static func call(_ number: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(number),"method":"deliveryEvent","#
      + #""params":{"messageUID":"uid-\#(number)","requestId":"n-\#(number)"}}"#
  }
}
