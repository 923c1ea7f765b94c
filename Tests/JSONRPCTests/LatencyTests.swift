import JSONCodec
import JSONRPC
import TestSupport
import Testing

/// The observed times between a read and its answers.
@Suite struct LatencyTests {
  private static let methods = Dispatcher([
    MethodEntry(name: "inline", order: .free) {
      MethodEntry.Parts(
        MethodDescription("inline", "", parameters: [], result: .any),
        body: .inline { _, _, writer throws(RPCError) in writer.int(1) }
      ) { _, _ in }
    },
    MethodEntry(name: "now", order: .ordered) { _, _ throws(RPCError) in
      .now { () throws(RPCError) in .result(Array("1".utf8)) }
    },
  ])

  @Test("each read has one observation of its inline answers, and one of each other answer")
  func reads() {
    let (observations, requests) = (Counter(), Counter())
    var options = PeerOptions.forTests()
    options.observeLatency = { _, count in
      observations.increment()
      for _ in 0..<count { requests.increment() }
    }
    let local = LocalPeer(Self.methods, options: options) { _ in NoContext() }

    for (read, expected) in [
      (["inline", "inline"], (1, 2)), (["inline"], (2, 3)), (["now", "now"], (4, 5)),
      (["inline", "now", "inline"], (7, 8)), ([], (7, 8)),
    ] {
      local.receive(read.map { Array(#"{"jsonrpc":"2.0","id":1,"method":"\#($0)"}"#.utf8) })
      #expect(observations.value == expected.0 && requests.value == expected.1, "\(read)")
    }
  }
}
