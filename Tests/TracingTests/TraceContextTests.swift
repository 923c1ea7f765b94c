import Testing
import Tracing

@Suite struct TraceContextTests {
  static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  @Test("a trace is passed on unchanged")
  func valid() throws {
    let trace = try #require(
      TraceContext(traceparent: Self.parent, tracestate: "rojo=00f067,b@c=t"))

    #expect(trace.traceparent == Self.parent)
    #expect(trace.tracestate == "rojo=00f067,b@c=t")
    #expect(trace.traceID == "0af7651916cd43dd8448eb211c80319c")
  }

  @Test(
    "a header that the specification does not allow is ignored",
    arguments: [
      "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
      "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      "00-00000000000000000000000000000000-b7ad6b7169203331-01",
      "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
      "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0x",
      "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\nX: y",
      "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01more",
      " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      "é0-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    ])
  func invalid(text: String) {
    #expect(TraceContext(traceparent: text, tracestate: nil) == nil)
  }

  @Test(
    "the known part of a later version is passed on, as version 00",
    arguments: [
      ("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "01"),
      ("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-fe-what\r\nX: y", "00"),
      ("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff-", "01"),
    ])
  func laterVersion(text: String, flags: String) {
    let trace = TraceContext(traceparent: text, tracestate: nil)

    #expect(trace?.traceparent == Self.parent.dropLast(2) + flags)
  }

  @Test(
    "an allowed state is passed on",
    arguments: [
      "a=1", "a=1,b=2", "a=1, b=2", "a=1,,b=2 \t", "0=1", "tenant@system=x y", "a*/-_=!\"#$~",
      "k=" + String(repeating: "v", count: 256), String(repeating: "k", count: 256) + "=v",
      (1...32).map { "k\($0)=v" }.joined(separator: ","),
    ])
  func state(text: String) {
    #expect(TraceContext(traceparent: Self.parent, tracestate: text)?.tracestate == text)
  }

  @Test(
    "a state that is not allowed is dropped, and the trace is passed on",
    arguments: [
      "", ",", "a", "a=", "=1", "A=1", "a=1=2", "a=é", "a=\u{1}", "a=1\r\nX: y", "a=1\n", "a b=1",
      "a=1,a=2", "a=\u{7F}", "k=" + String(repeating: "v", count: 257),
      String(repeating: "k", count: 257) + "=v",
      (1...33).map { "k\($0)=v" }.joined(separator: ","),
      (1...3).map { "k\($0)=" + String(repeating: "v", count: 200) }.joined(separator: ","),
    ])
  func invalidState(text: String) {
    let trace = TraceContext(traceparent: Self.parent, tracestate: text)

    #expect(trace?.traceparent == Self.parent)
    #expect(trace?.tracestate == nil)
  }

  @Test("work within a trace belongs to it, including tasks, and other work to none")
  func current() async throws {
    let trace = try #require(TraceContext(traceparent: Self.parent, tracestate: nil))

    let found = TraceContext.with(trace) { TraceContext.current }
    let inTask = await TraceContext.with(trace) { await Task { TraceContext.current }.value }
    let within = TraceContext.with(trace) { TraceContext.with(nil) { TraceContext.current } }

    #expect(found == trace && inTask == trace)
    #expect(within == nil && TraceContext.current == nil)
  }
}
