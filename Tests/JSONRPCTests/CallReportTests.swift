import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import JSONRPC

/// The entries of the call log.
@Suite struct CallReportTests {
  private static let methods = Dispatcher([
    MethodEntry(name: "well", order: .ordered) { _, _ throws(RPCError) in
      .now { () throws(RPCError) in .result(Array("1".utf8)) }
    },
    MethodEntry(name: "refused", order: .ordered) { _, _ throws(RPCError) in
      .now { () throws(RPCError) in throw .notInitialized }
    },
    MethodEntry(name: "inline", order: .free) {
      MethodEntry.Parts(
        MethodDescription("inline", aliases: [], "", parameters: [], result: .any),
        body: .inline { _, _, _ throws(RPCError) in throw .notInitialized }
      ) { _, _ in }
    },
  ])

  @Test(
    "each level has its entries",
    arguments: [
      (.none, []),
      (.refusals, ["refused a: -32013", "- a: -32013", "- a: -32601"]),
      (.everything, ["well a", "refused a: -32013", "inline a: -32013", "- a: -32601"]),
    ] as [(CallLogging.Interest, [String])])
  func levels(interest: CallLogging.Interest, expected: [String]) {
    let entries = Mutex<[String]>([])
    let watch = CallLogging()
    watch.set(interest)
    var options = PeerOptions.forTests()
    options.watch = watch
    options.report = { report in
      guard case .ended(let method, let id, _, let error, _) = report else { return }
      let code = error.map { ": \($0.code)" } ?? ""
      entries.withLock { $0.append("\(method ?? "-") \(id?.json.stringValue ?? "")\(code)") }
    }
    let local = LocalPeer(Self.methods, options: options) { _ in NoContext() }

    for method in ["well", "refused", "inline", "unknown"] {
      local.receive(#"{"jsonrpc":"2.0","id":"a","method":"\#(method)"}"#)
    }

    #expect(entries.withLock { $0 } == expected)
  }

  @Test("a trace that cannot be read is reported while every call is logged")
  func invalidTrace() {
    for (interest, count) in [(CallLogging.Interest.everything, 1), (.refusals, 0)] {
      let entries = Counter()
      let watch = CallLogging()
      watch.set(interest)
      var options = PeerOptions.forTests()
      options.watch = watch
      options.report = { report in
        guard case .invalidTrace(let method, let id) = report else { return }
        #expect(method == "well" && id == .string("a"))
        entries.increment()
      }
      let local = LocalPeer(Self.methods, options: options) { _ in NoContext() }

      local.receive(#"{"jsonrpc":"2.0","id":"a","method":"well","traceparent":"x"}"#)

      #expect(entries.value == count)
    }
  }
}
