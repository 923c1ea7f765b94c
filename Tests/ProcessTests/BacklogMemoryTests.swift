import JSONCodec
import TestSupport
import Testing

/// The memory of the process after an outage of the platform.
@Suite struct BacklogMemoryTests {
  private static let count = 40_000

  // The heap kept what the tables of the backlog had taken: 38 MB instead of 9.
  @Test("a backlog leaves no memory behind when it has ended", .timeLimit(.minutes(5)))
  func backlog() async throws {
    let directory = TemporaryDirectory()
    let bridge = try ServiceProcess(
      serving: ["--stdio", "--socket", directory.path + "/run/s"], in: directory)
    try await bridge.ready()
    // Nothing listens there.
    try await bridge.stdio.storeToken("http://127.0.0.1:9")
    let host = try PlainHost(await bridge.endpoint("unix:"))
    let before = ProcessFigures(of: bridge.pid).privateKilobytes
    for start in stride(from: 0, to: Self.count, by: 1000) {
      try host.call(
        (start..<start + 1000).map {
          #"{"jsonrpc":"2.0","id":\#($0),"method":"deliveryEvent","params":{"messageUID":"m-\#($0)"}}"#
        })
      try await eventually("all are accepted") {
        try await bridge.stdio.call("bridge.stats")["outbox"]?["accepted"] == .int(start + 1000)
      }
    }
    let peak = ProcessFigures(of: bridge.pid).privateKilobytes

    try await bridge.stdio.call("clear")

    // The outcomes of the last 10,000 jobs are kept.
    try await eventually("memory is given back") {
      ProcessFigures(of: bridge.pid).privateKilobytes < before + 6 << 10
    }
    print("backlog: private memory \(before) kB, \(peak) kB at the peak")
    try await stop(bridge)
  }
}
