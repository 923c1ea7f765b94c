import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import JSONRPC

/// Reports of a client, calls that answer themselves, and the end of a peer with calls that wait.
@Suite(.timeLimit(.minutes(10))) struct ClientReportTests {
  @Test(
    "a client reports an answer that belongs to no request",
    arguments: [
      #"{"jsonrpc":"2.0","result":1}"#, #"{"jsonrpc":"2.0","id":"a","result":1,"error":{}}"#,
    ])
  func uselessAnswer(message: String) throws {
    let reports = Counter()
    let client = LocalPeer<PeerFixture>.fixture { $0.onInvalidMessage = { reports.increment() } }

    client.receive(message)

    #expect(reports.value == 1)
    #expect(try client.answersByNow() == [])
  }

  @Test("a stop releases the calls that wait for a place")
  func waitingCalls() async throws {
    let traces = try Self.stopWithWaitingCall()

    var asking = Poll()
    while !traces.living.isEmpty, asking.continues() { await Task.yield() }
    #expect(traces.living == [])
  }

  private static func stopWithWaitingCall() throws -> Traces {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlight = 1 }
    let traces = local.fixture.traces
    traces.watch(local.peer, as: "peer")
    local.request(("later", "a"), ("now", "b"))

    local.peer.stop {}
    local.fixture.answer("a")

    #expect(try local.answersByNow() == ["b: -32014", "a: 1"])
    return traces
  }

  @Test("a call that has answered itself is not answered by its result, and the next call runs")
  func answeredTwice() async throws {
    let twice = MethodEntry(name: "twice", order: .ordered) { call, _ throws(RPCError) in
      .now { () throws(RPCError) in
        call.respond(.success(Array("1".utf8)))
        return .result(Array("2".utf8))
      }
    }
    let local = LocalPeer(
      Dispatcher([twice]), options: .forTests(clock: TestClock(), counters: RPCCounters()),
      makeContext: { _ in NoContext() })

    for id in ["a", "b"] {
      let answers = local.exchange(#"{"jsonrpc":"2.0","id":"\#(id)","method":"twice"}"#)
      #expect(answers == [#"{"jsonrpc":"2.0","id":"\#(id)","result":1}"#])
    }
  }

  @Test("no timer is left when the outcome arrives within the grace period")
  func endedGrace() async throws {
    let clock = TestClock()
    let endings = Counter()
    let local = LocalPeer<PeerFixture>.fixture(clock: clock) {
      $0.outcomeGrace = .seconds(5)
      $0.onEnding = { endings.increment() }
    }
    local.request(("watched", "a"))
    let reader = ReaderThread { local.peer.ended() }
    await clock.waitForSleepers()
    #expect(endings.value == 0)

    local.fixture.answer("a")
    await reader.end()
    #expect(endings.value == 1)

    try await eventually { clock.sleeperCount == 0 }
  }

  @Test("a call that has asked the host may be answered by a slow tail")
  func tailAfterPreparation() async throws {
    let slow = MethodEntry(name: "slow", order: .ordered) { _, _ throws(RPCError) in
      .after { () async throws(RPCError) in
        { () throws(RPCError) in .task { () async throws(RPCError) in Array("1".utf8) } }
      }
    }
    let local = LocalPeer(
      Dispatcher([slow]), options: .forTests(clock: TestClock(), counters: RPCCounters()),
      makeContext: { _ in NoContext() })

    local.receive(#"{"jsonrpc":"2.0","id":"a","method":"slow"}"#)

    #expect(await local.channel.next() == #"{"jsonrpc":"2.0","id":"a","result":1}"#)
  }

  @Test("a barrier of a method without order blocks no later call")
  func freeBarrier() async throws {
    let free = MethodEntry(name: "free", order: .free) { _, _ throws(RPCError) in
      .now { () throws(RPCError) in .barrier { () async throws(RPCError) in Array("1".utf8) } }
    }
    let next = MethodEntry(name: "next", order: .ordered) { _, _ throws(RPCError) in
      .now { () throws(RPCError) in .result(Array("2".utf8)) }
    }
    let local = LocalPeer(
      Dispatcher([free, next]), options: .forTests(clock: TestClock(), counters: RPCCounters()),
      makeContext: { _ in NoContext() })
    local.receive(#"{"jsonrpc":"2.0","id":"a","method":"free"}"#)
    #expect(await local.channel.next() == #"{"jsonrpc":"2.0","id":"a","result":1}"#)

    local.receive(#"{"jsonrpc":"2.0","id":"b","method":"next"}"#)

    #expect(local.channel.takeAll() == [#"{"jsonrpc":"2.0","id":"b","result":2}"#])
  }

  @Test("a call that could be answered at once does not overtake calls that wait for a place")
  func inlineBehindWaiting() throws {
    let held = Mutex<[Call]>([])
    let hold = MethodEntry(name: "hold", order: .ordered) { call, _ throws(RPCError) in
      .now { () throws(RPCError) in
        held.withLock { $0.append(call) }
        return .deferred
      }
    }
    let inline = MethodEntry(name: "inline", order: .free) {
      MethodEntry.Parts(
        MethodDescription("inline", aliases: [], "", parameters: [], result: .any),
        body: .inline { _, _, writer throws(RPCError) in writer.int(1) }
      ) { _, _ in }
    }
    var options = PeerOptions.forTests(clock: TestClock(), counters: RPCCounters())
    options.limits.inFlightBytes = 3000
    let local = LocalPeer(
      Dispatcher([hold, inline]), options: options, makeContext: { _ in NoContext() })
    let padding = String(repeating: "x", count: 1500)
    for id in ["a", "b"] {
      local.receive(#"{"jsonrpc":"2.0","id":"\#(id)","method":"hold","x":"\#(padding)"}"#)
    }
    #expect(held.withLock { $0.count } == 1)

    local.receive(#"{"jsonrpc":"2.0","id":"c","method":"inline"}"#)
    #expect(local.channel.takeAll() == [])

    held.withLock { $0.removeFirst() }.respond(.success(Array("1".utf8)))
    #expect(local.channel.takeAll().count == 2)
    held.withLock { $0.removeFirst() }.respond(.success(Array("1".utf8)))
    #expect(local.channel.takeAll().count == 1)
  }

  @Test(
    "a trace that cannot be read, also in part, is noted",
    arguments: [
      (#""x":1"#, false), (#""traceparent":"\#(ClientReportTests.parent)""#, false),
      (#""traceparent":"\#(ClientReportTests.parent)","tracestate":"a=b""#, false),
      (#""traceparent":"x""#, true),
      (#""traceparent":"\#(ClientReportTests.parent)","tracestate":5"#, true),
    ])
  func invalidTrace(members: String, isInvalid: Bool) throws {
    let text = #"{"jsonrpc":"2.0","id":1,"method":"now",\#(members)}"#
    let json = try JSONParser.parse(Array(text.utf8)).value

    guard case .call(let request) = Message(json, mayHaveDuplicates: false) else {
      Issue.record("not a call")
      return
    }

    #expect(request.hasInvalidTrace == isInvalid)
  }

  static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
}
