import JSONCodec
import JSONRPC
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct LifeCycleTests {
  let local = LocalPeer<PeerFixture>.fixture()

  @Test("a peer that closes its output gets the answers to its calls, then the end")
  func halfClose() async throws {
    local.request(("later", "a"), ("after", "b"), ("now", "c"))

    local.peer.ended()
    #expect(!local.channel.isClosed)
    local.fixture.answer("a")
    #expect(!local.channel.isClosed)
    local.fixture.open("b")
    #expect(try await local.answers(3) == ["a: 1", "b", "c"])
    await local.channel.waitForClose()
  }

  @Test("with nothing in flight the end is immediate, and the owner is notified")
  func end() {
    let ends = Counter()
    let local = LocalPeer<PeerFixture>.fixture { $0.onEnded = { ends.increment() } }

    local.peer.ended()
    #expect(local.channel.isClosed)
    #expect(ends.value == 1)
  }

  @Test(
    "the end of the input is delayed while calls wait for an outcome, at most for the grace period")
  func outcomeGrace() async throws {
    let clock = TestClock()
    for ending in ["answers", "time", "stop"] {
      let local = LocalPeer<PeerFixture>.fixture(clock: clock) {
        $0.outcomeGrace = .seconds(5)
        $0.limits.inFlight = 2
      }
      let ends = Counter()
      local.request(("watched", "a"), ("later", "b"), ("watched", "unplaced"))
      let reader = ReaderThread {
        local.peer.ended()
        ends.increment()
      }
      await clock.waitForSleepers()
      switch ending {
      case "answers":
        local.fixture.answer("a")
        local.fixture.answer("b")
        #expect(ends.value == 0)
        local.fixture.answer("unplaced")
        await reader.end()
        #expect(Set(try local.answersByNow()) == ["a: 1", "b: 1", "unplaced: 1"])
      case "time":
        await clock.advance(by: .seconds(4.9))
        #expect(ends.value == 0)
        await clock.advance(by: .seconds(0.2))
        await reader.end()
        #expect(try local.answersByNow() == [])
        local.peer.stop {}
        #expect(Set(try local.answersByNow()).contains("a: \"pending\""))
      default:
        local.peer.stop {}
        await reader.end()
        #expect(Set(try local.answersByNow()).contains("a: \"pending\""))
      }
    }
  }

  @Test("a stop ends the delay of the end, also if it answers no call")
  func stopDuringGrace() async {
    let clock = TestClock()
    let local = LocalPeer<PeerFixture>.fixture(clock: clock) { $0.outcomeGrace = .seconds(5) }
    local.request(("later", "a"))
    let reader = ReaderThread { local.peer.ended() }
    await clock.waitForSleepers()

    local.peer.stop {}

    await reader.end()
    #expect(!local.channel.isClosed)
  }

  @Test("without a call that waits for an outcome the end of the input is not delayed")
  func noGrace() async throws {
    let clock = TestClock()
    let local = LocalPeer<PeerFixture>.fixture(clock: clock) { $0.outcomeGrace = .seconds(5) }
    local.request(("now", "a"), ("task", "t"), ("after", "b"))
    local.peer.ended()
    #expect(clock.sleeperCount == 0)
  }

  @Test("calls from the last read are committed although the input has ended")
  func commitAtEnd() throws {
    for byte in [Array(LocalPeer<PeerFixture>.request("durable", "a").utf8)] {
      byte.withUnsafeBytes { local.peer.received($0) }
    }

    local.peer.ended()
    #expect(try local.answersByNow() == ["a: \"durable\""])
    #expect(local.channel.isClosed)
  }

  @Test("a stop starts no more calls and answers the waiting ones")
  func stop() async throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlight = 6 }
    let idle = Counter()
    local.request(
      ("later", "l"), ("task", "t"), ("watched", "w"), ("after", "a"), ("now", "b"), ("now", "c"),
      ("now", "unplaced"))

    local.peer.stop { idle.increment() }
    #expect(
      try local.answersByNow() == [
        "t: -32014", "w: \"pending\"", "a: -32014", "b: -32014", "c: -32014", "unplaced: -32014",
      ])
    #expect(idle.value == 0)

    local.request(("now", "d"))
    local.receive(#"{"jsonrpc":"2.0","method":"now","params":["n"]}"#)
    #expect(try local.answersByNow() == ["d: -32014"])

    // A call that has run and waits for its commit is answered as usual.
    local.fixture.answer("l")
    #expect(try local.answersByNow() == ["l: 1"])
    #expect(idle.value == 1)
    let effects = local.fixture.log.filter { !$0.hasPrefix("start") }
    #expect(!effects.contains { ["a", "b", "c", "unplaced", "d", "n"].contains($0) })
  }

  // A client was answered -32014, which says that the call had no effect, although `clear` had deleted its data.
  @Test("a barrier that has taken effect is answered with its result during a stop")
  func barrierAtStop() async throws {
    let idle = Counter()
    local.request(("barrier", "b"), ("now", "c"))

    local.peer.stop { idle.increment() }
    #expect(try local.answersByNow() == ["c: -32014"])
    local.fixture.open("b")

    #expect(try await local.answers(1) == ["b"])
    try await eventually { idle.value == 1 }
    #expect(local.fixture.log.filter { !$0.hasPrefix("start") } == ["b", "end b"])
  }

  @Test("when the peer has hung up, waits for an outcome end, and everything else continues")
  func abandoned() async throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlight = 4 }
    local.request(("later", "l"), ("watched", "w"), ("after", "a"), ("now", "unplaced"))
    local.request(("watched", "second"))

    local.peer.abandon()

    #expect(try local.answersByNow().contains("w: \"pending\""))
    local.request(("watched", "late"))
    local.peer.ended()
    #expect(!local.channel.isClosed)
    local.fixture.answer("l")
    local.fixture.open("a")
    await local.channel.waitForClose()
    let effects = local.fixture.log.filter { !$0.hasPrefix("start") }
    #expect(["a", "unplaced", "l"].allSatisfy(effects.contains))
  }

  @Test("a stop with nothing in flight completes at once, and once")
  func idleStop() {
    let idle = Counter()
    local.peer.stop { idle.increment() }
    #expect(idle.value == 1)

    local.request(("now", "a"))
    #expect(idle.value == 1)
  }

  @Test("a stop requested by a call completes after that call's answer")
  func stopWithinCall() throws {
    let idle = Counter()
    let local = self.local
    local.request(("later", "l"))
    local.request(("watched", "w"))
    local.peer.stop {
      local.fixture.record("idle")
      idle.increment()
    }
    local.fixture.answer("l")

    #expect(try local.answersByNow() == ["w: \"pending\"", "l: 1"])
    #expect(local.fixture.log.last == "idle")
    #expect(idle.value == 1)
  }

  // The last answer of that batch is not one of a call, and nothing checked for the end after it.
  @Test("a stop completes when a refusal completes the last batch")
  func stopWithinBatch() {
    let idle = Counter()
    let stopping = Stopping(idle)
    let local = LocalPeer(stopping.methods, options: .forTests()) { _ in NoContext() }
    stopping.peer.withLock { $0 = local.peer }
    defer { stopping.peer.withLock { $0 = nil } }

    local.receive(
      #"[{"jsonrpc":"2.0","id":1,"method":"stop"},{"jsonrpc":"2.0","id":2,"method":"stop"}]"#)

    #expect(local.channel.takeAll().count == 1)
    #expect(idle.value == 1)
  }

  @Test("a reader that waits for room is released by a stop")
  func stopReleasesReader() async throws {
    let local = LocalPeer<PeerFixture>.fixture {
      $0.limits.inFlight = 1
      $0.limits.waitingBytes = 300
    }
    let reader = ReaderThread { local.request(("later", "a"), ("now", "b"), ("now", "c")) }
    await local.fixture.wait(for: "a")

    local.peer.stop {}
    await reader.end()
    #expect(try local.answersByNow().sorted() == ["b: -32014", "c: -32014"])
  }

  @Test(
    "a message that is too long is rejected; the transport decides if the connection ends",
    arguments: [true, false])
  func tooLong(closes: Bool) throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.closesOnOversize = closes }

    local.peer.unframed(.tooLong(max: 1_048_576))
    #expect(local.channel.isClosed == closes)
    let answer = try JSONParser.parse(Array(local.channel.takeAll()[0].utf8)).value
    #expect(answer["id"] == .null)
    #expect(answer["error"]?["code"] == -32003)
    #expect(answer["error"]?["data"]?["limit"] == "frameBytes")
    #expect(answer["error"]?["data"]?["max"] == 1_048_576)
    local.request(("now", "a"))
    #expect(try local.answersByNow() == (closes ? [] : ["a"]))
  }

  @Test("an invalid header ends the connection after the earlier requests are answered")
  func malformedHeader() throws {
    local.request(("later", "a"))

    local.peer.unframed(.malformedHeader(offset: 12))
    let answer = try JSONParser.parse(Array(local.channel.takeAll()[0].utf8)).value
    #expect(answer["error"]?["code"] == -32700)
    #expect(answer["error"]?["data"]?["offset"] == 12)
    #expect(!local.channel.isClosed)
    local.fixture.answer("a")
    #expect(try local.answersByNow() == ["a: 1"])
    #expect(local.channel.isClosed)
  }

  @Test("calls are counted by kind")
  func counters() {
    let counters = RPCCounters()
    let local = LocalPeer<PeerFixture>.fixture(counters: counters)

    local.request(("now", "a"), ("nothing", "b"), ("refuse", "c"))
    local.receive(
      #"{"jsonrpc":"2.0","method":"now","params":["n"]}"#, #"{"jsonrpc":"2.0","method":"nothing"}"#,
      #"{"jsonrpc":"2.0","id":1,"result":1}"#, "{", "1")

    var expected = RPCCounters.Snapshot()
    expected.requests = 3
    expected.notifications = 2
    expected.errors = 5
    expected.ignoredResponses = 1
    #expect(counters.snapshot == expected)
  }

  @Test("the time to each answer is observed, once for each request")
  func latency() {
    let observed = Counter()
    let local = LocalPeer<PeerFixture>.fixture {
      $0.observeLatency = { time, requests in
        guard time > .zero else { return }
        for _ in 0..<requests { observed.increment() }
      }
    }

    local.request(("now", "a"), ("now", "b"))
    local.receive(#"{"jsonrpc":"2.0","method":"now","params":["n"]}"#)
    #expect(observed.value == 2)
    local.receive(
      "[\(LocalPeer<PeerFixture>.request("now", "a")),\(LocalPeer<PeerFixture>.request("now", "b"))]"
    )
    #expect(observed.value == 4)
  }
}

@Suite(.timeLimit(.minutes(10))) struct AuthenticationTests {
  let local = LocalPeer<PeerFixture>.fixture { $0.authenticationMethod = "login" }

  @Test("an authenticated peer may call every method")
  func proven() throws {
    #expect(!local.fixture.remote.isAuthenticated)
    local.request(("login", "secret"), ("now", "a"))
    local.receive("{")

    #expect(local.fixture.remote.isAuthenticated)
    #expect(try local.answersByNow() == ["secret", "a", "null: -32700"])
    #expect(!local.channel.isClosed)
  }

  @Test("a wrong token is answered, and the connection is closed")
  func wrongToken() throws {
    local.request(("login", "guess"), ("login", "secret"), ("now", "a"))

    #expect(try local.answersByNow() == ["guess: -32001"])
    #expect(local.channel.isClosed)
    #expect(!local.fixture.remote.isAuthenticated)
  }

  @Test(
    "any other first message with an id is answered -32001, and the connection is closed",
    arguments: [
      (LocalPeer<PeerFixture>.request("now", "a"), "\"a\""),
      (LocalPeer<PeerFixture>.request("nothing", "a"), "\"a\""),
      // A malformed attempt was answered -32602, and others could follow.
      (#"{"jsonrpc":"2.0","id":1,"method":"login"}"#, "1"),
      (#"{"jsonrpc":"2.0","id":1,"method":"login","params":[]}"#, "1"),
      (#"{"jsonrpc":"2.0","id":1,"method":"login","params":[7]}"#, "1"),
      (#"{"jsonrpc":"2.0","id":1,"method":"login","params":{"token":"secret"}}"#, "1"),
      (#"{"jsonrpc":"2.0","id":1,"method":"login","params":[{"a":1,"a":2}]}"#, "1"),
      (#"{"jsonrpc":"2.0","id":1,"method":"$/cancelRequest","params":{"id":1}}"#, "1"),
      (#"{"jsonrpc":"1.0","id":1}"#, "1"), ("[]", "null"), ("1", "null"), (" \t[nonsense", "null"),
      ("[" + LocalPeer<PeerFixture>.request("login", "secret") + "]", "null"),
      (
        LocalPeer<PeerFixture>.request("login", "secret") + String(repeating: " ", count: 4096),
        "null"
      ),
      (#"{"x":"# + String(repeating: "[", count: 5000), "null"),
    ])
  func otherRequest(message: String, id: String) throws {
    local.receive(message)

    let answer = try JSONParser.parse(Array(local.channel.takeAll()[0].utf8)).value
    #expect(answer["error"]?["code"] == -32001)
    #expect(answer["id"]?.text == id)
    #expect(local.channel.isClosed)
    #expect(local.fixture.log == [])
    #expect(!local.fixture.remote.isAuthenticated)
  }

  @Test(
    "every JSON spelling of the call authenticates the peer",
    arguments: [
      #" { "params" : [ "secret" ] , "method" : "login" , "id" : 1.0 , "jsonrpc" : "2.0" } "#,
      #"{"jsonrpc":"2.0","id":1,"method":"\u006cogin","params":["se\u0063ret"]}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"login","params":["secret",{"more":[[[1]]]}],"x":[[[{}]]]}"#,
      #"{"jsonrpc":"2.0","method":"login","params":["secret"]}"#,
    ])
  func spellings(message: String) {
    local.receive(message)

    #expect(local.fixture.remote.isAuthenticated)
    #expect(!local.channel.isClosed)
  }

  @Test(
    "a first message that cannot be answered closes the connection without an answer",
    arguments: [
      "{", "POST / HTTP/1.1", #"{"jsonrpc":"2.0","method":"now","params":["n"]}"#,
      #"{"jsonrpc":"2.0","id":1,"result":1}"#, #"{"jsonrpc":"2.0","method":"$/cancelRequest"}"#,
      #"{"jsonrpc":"2.0","method":"login","params":["guess"]}"#,
      #"{"jsonrpc":"2.0","method":"login"}"#,
    ])
  func unanswered(message: String) {
    local.receive(message)
    local.request(("login", "secret"))

    #expect(local.channel.takeAll() == [])
    #expect(local.channel.isClosed)
    #expect(!local.fixture.log.contains("n"))
    #expect(!local.fixture.remote.isAuthenticated)
  }

  @Test(
    "framing errors close the connection without an answer",
    arguments: [
      FramingFault.tooLong(max: 1), .malformedHeader(offset: 1),
    ])
  func framing(fault: FramingFault) {
    local.peer.unframed(fault)

    #expect(local.channel.takeAll() == [])
    #expect(local.channel.isClosed)
  }

  @Test("a connection has one attempt, also within one read")
  func oneTry() throws {
    local.request(("login", "guess"), ("login", "secret"))

    #expect(try local.answersByNow() == ["guess: -32001"])
    #expect(local.channel.isClosed)
    #expect(!local.fixture.remote.isAuthenticated)
  }

  @Test(
    "messages sent together with the token may have the normal maximum length, and may be a batch"
  )
  func behindProof() throws {
    let long = String(repeating: " ", count: 5000)
    local.receive(
      LocalPeer<PeerFixture>.request("login", "secret"),
      LocalPeer<PeerFixture>.request("now", "a") + long,
      "[" + LocalPeer<PeerFixture>.request("now", "b") + "]")

    #expect(local.channel.takeAll().count == 3)
    #expect(local.fixture.log.suffix(2) == ["start b", "b"])
    #expect(!local.channel.isClosed)
  }
}

/// A method that stops its own peer.
private final class Stopping: Sendable {
  let peer = Mutex<Peer?>(nil)
  private let idle: Counter

  init(_ idle: Counter) { self.idle = idle }

  var methods: Dispatcher {
    Dispatcher([
      MethodEntry(name: "stop", order: .ordered) { [self] _, _ in
        .now { [self] in
          peer.withLock { $0 }?.stop { [idle] in idle.increment() }
          return .result(Array("1".utf8))
        }
      }
    ])
  }
}

final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  func increment() { count.add(1, ordering: .sequentiallyConsistent) }
}
