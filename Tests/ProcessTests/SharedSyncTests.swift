import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests of durable calls of several connections that share syncs, over sockets.
@Suite struct SharedSyncTests {
  private static func events(_ ids: Range<Int>) -> [String] {
    ids.map { id in
      #"{"jsonrpc":"2.0","id":\#(id),"method":"mobileEvent","params":{"sid":"s","eventName":"e\#(id)","#
        + #""payload":{"text":"\#(String(repeating: "x", count: 300))"}}}"#
    }
  }

  private func withHosts(
    _ count: Int, _ body: (ServiceProcess, [WireConnection]) async throws -> Void
  ) async throws {
    let place = TemporaryDirectory()
    try await withBridge(["--stdio", "--socket", place.path + "/run/s"], in: place) { bridge in
      try await bridge.stdio.call(
        "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
      var hosts: [WireConnection] = []
      for _ in 0..<count { hosts.append(try await bridge.connectUnix()) }
      try await body(bridge, hosts)
    }
  }

  @Test(
    "a disk that fails within a group answers each call of each connection, and keeps what it acknowledged"
  )
  func failingDisk() async throws {
    try await withHosts(4) { bridge, hosts in
      // The limit falls within the current segment, and so within one of the next writes.
      guard run("prlimit", "--pid", "\(bridge.pid)", "--fsize=60000:") else {
        print("SKIPPED: a failing disk: prlimit is missing")
        return
      }
      for host in hosts { try host.sendTogether(Self.events(0..<100)) }
      var acknowledged = 0
      for host in hosts {
        for id in 0..<100 {
          do {
            try await host.answer(to: .int(id))
            acknowledged += 1
          } catch let error as WireConnection.Refused {
            #expect(error.code == -32011 && error.reason == "storageFailed")
          }
        }
      }
      #expect(acknowledged < 400)
      let outbox = try await bridge.stdio.call("bridge.stats")["outbox"]
      #expect(outbox?["pending"]?.intValue == acknowledged)
    }
  }

  @Test(
    "a host that ends, and one that does not read, delay no acknowledgement of others; all jobs stay"
  )
  func endedAndSlow() async throws {
    try await withHosts(3) { bridge, hosts in
      let (gone, slow, good) = (hosts[0], hosts[1], hosts[2])
      slow.pauseReading()
      // More answers than the buffers of the socket hold.
      try slow.sendTogether(Self.events(0..<2500))
      try gone.sendTogether(Self.events(0..<64))
      gone.abandon()
      for round in 0..<10 {
        try good.sendTogether(Self.events(round * 64..<(round + 1) * 64))
        for id in round * 64..<(round + 1) * 64 {
          #expect(try await good.answer(to: .int(id))["requestId"]?.stringValue?.count == 36)
        }
      }
      slow.resumeReading()
      for id in 0..<2500 { try await slow.answer(to: .int(id)) }
      let pending = try await bridge.stdio.call("bridge.stats")["outbox"]?["pending"]?.intValue
      // The calls of the host that ended may not have been read.
      #expect((2500 + 640...2500 + 640 + 64).contains(pending ?? 0))
    }
  }
}
