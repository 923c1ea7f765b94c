import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of W3C Trace Context, from the request of a host to the requests that it causes.
@Suite(.timeLimit(.minutes(10))) struct TraceContextTests {
  private static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
  private static let state = "rojo=00f067aa0ba902b7,b@c=t61 x"
  private static let fields = #""traceparent":"\#(parent)","tracestate":"\#(state)""#

  private func call(
    _ host: WireConnection, _ id: Int, _ method: String, _ parameters: String = "{}",
    _ fields: String = fields
  ) async throws -> JSON {
    try host.send(
      #"{"jsonrpc":"2.0","id":\#(id + 1000),"method":"\#(method)","params":\#(parameters),\#(fields)}"#
    )
    return try await host.answer(to: .int(id + 1000))
  }

  @Test("a job keeps its trace: every attempt contains it, also after a restart")
  func durableWork() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let place = TemporaryDirectory()
    try simulator.script([ScriptRule(fault: .status(503))])
    try await withBridge(quickRetries, in: place) { bridge in
      let host = bridge.stdio
      try await host.prepare(url)
      _ = try await call(host, 1, "pushSubscribe", #"{"requestId":"traced"}"#)
      try await host.call("mobileEvent", ["sid": "pixel", "eventName": "untraced"])
      _ = simulator.waitForRequests(3)
      try await bridge.crash()
    }
    try await withBridge(quickRetries, in: place) { bridge in
      bridge.stdio.onCallback("provider.getToken") { _ in "fcm-token-1" }
      simulator.clearScript()
      try await bridge.stdio.call("setFCMTokenProvider", ["provider": "callback"])
      try await eventually("delivered") {
        try await bridge.stdio.call("bridge.stats")["outbox"]?["delivered"] == 2
      }
    }

    let traced = simulator.requests().filter { $0.headers["request-id"] == "traced" }
    let others = simulator.requests().filter { $0.headers["request-id"] != "traced" }
    #expect(traced.count >= 2 && !others.isEmpty)
    #expect(traced.allSatisfy { $0.headers["traceparent"] == Self.parent })
    #expect(traced.allSatisfy { $0.headers["tracestate"] == Self.state })
    #expect(others.allSatisfy { $0.headers["traceparent"] == nil })
  }

  @Test("direct requests contain the trace of their call, and so do requests to the host")
  func directRequests() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in .string(TestJWT.ann) }
      _ = try await call(host, 1, "pushSubscribe", #"{"wait":"outcome"}"#)
      _ = try await call(host, 2, "getStatusOfLatestSubscription")
      let traced = host.callbacks
      try await host.call("getStatusOfLatestSubscription")

      #expect(traced.contains { $0["method"] == "provider.getJWT" })
      #expect(traced.contains { $0["method"] == "provider.getToken" })
      #expect(traced.allSatisfy { $0["traceparent"]?.stringValue == Self.parent })
      #expect(traced.allSatisfy { $0["tracestate"]?.stringValue == Self.state })
      let later = host.callbacks.dropFirst(traced.count)
      #expect(!later.isEmpty && later.allSatisfy { $0["traceparent"] == nil })
    }

    let parents = simulator.requests().map { $0.headers["traceparent"] }
    #expect(parents.count == 3 && parents.dropLast().allSatisfy { $0 == Self.parent })
    #expect(parents.last == .some(nil))
  }

  @Test(
    "an invalid trace counts as none, and is not an error",
    arguments: [
      #""traceparent":"00-0-0-00""#, #""traceparent":7"#, #""traceparent":null"#,
      #""traceparent":["\#(parent)"]"#, #""tracestate":"a=1""#,
      #""traceparent":"\#(parent)\r\nX-Injected: 1""#,
    ])
  func invalid(fields: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      try await bridge.stdio.prepare(url)
      _ = try await call(bridge.stdio, 1, "pushSubscribe", #"{"wait":"outcome"}"#, fields)
    }

    let headers = try #require(simulator.requests().first).headers
    #expect(headers["traceparent"] == nil && headers["tracestate"] == nil)
    #expect(headers["x-injected"] == nil)
  }

  @Test("an invalid state is left out")
  func invalidState() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      try await bridge.stdio.prepare(url)
      let fields = #""traceparent":"\#(Self.parent)","tracestate":"a=1\r\nX-Injected: 1""#
      _ = try await call(bridge.stdio, 1, "pushSubscribe", #"{"wait":"outcome"}"#, fields)
    }

    let headers = try #require(simulator.requests().first).headers
    #expect(headers["traceparent"] == Self.parent && headers["tracestate"] == nil)
    #expect(headers["x-injected"] == nil)
  }
}
