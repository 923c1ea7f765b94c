import Foundation
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import JSONRPC

@Suite(.timeLimit(.minutes(10))) struct LimitTests {
  @Test("requests beyond the limit in flight wait unstarted, in order")
  func inFlight() throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlight = 2 }

    local.request(("later", "a"), ("later", "b"), ("now", "c"), ("free", "d"), ("now", "e"))
    #expect(local.fixture.log == ["start a", "a", "start b", "b"])
    local.fixture.answer("b")
    #expect(local.fixture.log.suffix(6) == ["start c", "c", "start d", "d", "start e", "e"])
    #expect(try local.answersByNow() == ["b: 1", "c", "d", "e"])
  }

  // 64 messages of a MiB each in flight once took half a gigabyte: a count alone is not a bound.
  @Test(
    "fewer long requests are in flight, at least one always runs, and short ones wait behind a long one"
  )
  func inFlightBytes() throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlightBytes = 3_000 }
    func request(_ id: String, _ size: Int) {
      let text = String(repeating: "x", count: size)
      local.receive(
        #"{"jsonrpc":"2.0","id":"\#(id)","method":"later","params":["\#(id)"],"x":"\#(text)"}"#)
    }

    for (id, size) in [("a", 9_000), ("b", 1_000), ("c", 1_000), ("d", 2_000), ("e", 1)] {
      request(id, size)
    }
    #expect(local.fixture.log == ["start a", "a"])
    local.fixture.answer("a")
    #expect(local.fixture.log.suffix(4) == ["start b", "b", "start c", "c"])
    local.fixture.answer("b")
    #expect(local.fixture.log.last == "c")
    local.cancel("d")
    #expect(local.fixture.log.suffix(2) == ["start e", "e"])
    local.fixture.answer("c")
    local.fixture.answer("e")
    #expect(try local.answersByNow() == ["a: 1", "b: 1", "d: -32800", "c: 1", "e: 1"])
  }

  @Test("requests that have exactly the bytes of the limit are in flight together")
  func exactBytes() {
    let cost = LocalPeer<PeerFixture>.request("later", "a").utf8.count + Peer.callCost
    for (bytes, log) in [
      (2 * cost, ["start a", "a", "start b", "b"]), (2 * cost - 1, ["start a", "a"]),
    ] {
      let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlightBytes = bytes }
      local.request(("later", "a"), ("later", "b"))
      #expect(local.fixture.log == log, "\(bytes) bytes")
    }
  }

  @Test("an inline answer counts as unanswered until it is sent")
  func inlineAnswer() {
    var state = PeerState(limits: PeerLimits())
    let mayAnswer = "\"a\"".utf8.withContiguousStorageIfAvailable {
      state.beginInline(PeerState.IDText(bytes: UnsafeRawBufferPointer($0)))
    }
    #expect(mayAnswer == true)
    _ = state.stop {}
    let early = state.idleActions()
    #expect(early == nil)
    let idle = state.endInline()
    #expect(idle?.then.count == 1)
  }

  @Test("answers to callbacks and cancellations are processed while requests wait")
  func throughTraffic() async throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlight = 2 }
    local.request(("ask", "a"), ("later", "b"), ("now", "c"))
    let id = try #require(try await local.next()?["id"]?.stringValue)

    local.cancel("b")
    #expect(try local.answersByNow() == ["b: -32800"])
    local.receive(#"{"jsonrpc":"2.0","id":"\#(id)","result":1}"#)
    #expect(try await local.answers(2) == ["a: 1", "c"])
  }

  @Test("an id in flight is rejected, waiting or started", arguments: [1, 64])
  func duplicateID(inFlight: Int) throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlight = inFlight }
    local.request(("later", "a"), ("later", "b"))

    local.request(("now", "b"), ("now", "a"), ("nothing", "a"))
    #expect(try local.answersByNow() == ["b: -32600", "a: -32600", "a: -32600"])
    local.fixture.answer("a")
    local.fixture.answer("b")
    local.request(("now", "a"))
    #expect(try local.answersByNow() == ["a: 1", "b: 1", "a"])
  }

  @Test("beyond the queue limit calls are answered busy while the host owes an answer")
  func busy() async throws {
    let local = LocalPeer<PeerFixture>.fixture {
      $0.limits.inFlight = 1
      $0.limits.waitingBytes = 1_000
    }
    local.request(("ask", "a"))
    let id = try #require(try await local.next()?["id"]?.stringValue)

    local.request(("now", "b"), ("now", "c"), ("now", "d"), ("now", "e"))
    local.receive(#"{"jsonrpc":"2.0","method":"now","params":["n"]}"#)
    #expect(try local.answersByNow() == ["e: -32002"])
    local.receive(#"{"jsonrpc":"2.0","id":"\#(id)","result":1}"#)
    #expect(try await local.answers(4) == ["a: 1", "b", "c", "d"])
    local.request(("now", "e"))
    #expect(try await local.answers(1) == ["e"])
    #expect(!local.fixture.log.contains("n"))
  }

  @Test("beyond the queue limit the reader stops until there is room")
  func backPressure() async throws {
    let local = LocalPeer<PeerFixture>.fixture {
      $0.limits.inFlight = 1
      $0.limits.waitingBytes = 1_000
    }
    let delivered = Atomic<Int>(0)
    let reader = ReaderThread {
      for name in "abcdefghij" {
        local.request(("later", String(name)))
        delivered.add(1, ordering: .sequentiallyConsistent)
      }
    }

    for name in "abcdefghij" {
      await local.fixture.wait(for: String(name))
      // One in flight, three that wait and one held by the reader.
      let started = local.fixture.log.count(where: { $0.hasPrefix("start") })
      #expect(delivered.load(ordering: .sequentiallyConsistent) <= started + 4)
      local.fixture.answer(String(name))
    }
    await reader.end()
    #expect(try local.answersByNow() == "abcdefghij".map { "\($0): 1" })
  }

  @Test("a stopped reader resumes as soon as there is room, not only at the next answer")
  func roomWithoutAnswer() async throws {
    let local = LocalPeer<PeerFixture>.fixture {
      $0.limits.inFlight = 1
      $0.limits.waitingBytes = 300
    }
    let reader = ReaderThread {
      local.request(("later", "a"), ("later", "b"), ("later", "c"))
      local.cancel("b")
    }
    await local.fixture.wait(for: "a")

    local.fixture.answer("a")
    await reader.end()
    #expect(try await local.answers(2) == ["a: 1", "b: -32800"])
    await local.fixture.wait(for: "c")
    local.fixture.answer("c")
    #expect(try await local.answers(1) == ["c: 1"])
  }

  @Test("a callback that begins while the reader waits makes it resume")
  func callbackDuringBackPressure() async throws {
    let local = LocalPeer<PeerFixture>.fixture {
      $0.limits.inFlight = 1
      $0.limits.waitingBytes = 300
    }
    let reader = ReaderThread {
      local.request(("later", "a"), ("now", "b"), ("now", "c"))
      local.request(("now", "d"))
    }
    await local.fixture.wait(for: "a")

    async let answer = local.fixture.remote.call("host.ask", Array("{}".utf8))
    await reader.end()
    let sent = local.channel.takeAll()
    let question = try #require(sent.first { $0.contains("host.ask") })
    let id = try #require(
      try JSONParser.parse(Array(question.utf8)).value["id"]?.stringValue)
    #expect(sent.count(where: { $0.contains("-32002") }) == 2)
    local.receive(#"{"jsonrpc":"2.0","id":"\#(id)","result":1}"#)
    #expect(try await answer == 1)
    local.fixture.answer("a")
    #expect(try local.answersByNow() == ["a: 1", "b"])
  }

  @Test("a reader that waits for room commits first: the calls in flight may wait for that commit")
  func commitBeforeWaiting() throws {
    let local = LocalPeer<PeerFixture>.fixture {
      $0.limits.inFlight = 1
      $0.limits.waitingBytes = 300
    }
    let names = (0..<50).map { "\($0)" }

    local.receive(names.map { Array(LocalPeer<PeerFixture>.request("durable", $0).utf8) })
    #expect(try local.answersByNow() == names.map { "\($0): \"durable\"" })
  }

  @Test("a long wait ends without a deep stack", arguments: ["now", "free", "durable"])
  func longBacklog(method: String) throws {
    let local = LocalPeer<PeerFixture>.fixture {
      $0.limits.inFlight = 1
      $0.limits.waitingBytes = 100 << 20
    }
    local.request(("later", "first"))
    local.receive(
      (0..<20_000).map { Array(LocalPeer<PeerFixture>.request(method, "\($0)").utf8) })

    #expect(try local.answersByNow() == [])
    local.fixture.answer("first")
    #expect(local.channel.takeAll().count == 20_001)
  }

  @Test(
    "a message beyond a limit of the parser is answered with its id if that was read before",
    arguments: [
      (#"{"jsonrpc":"2.0","id":1.0,"method":"now","params":[[[["#, "1.0", "depth", 3),
      (#"{"id":"\u0061","a":1,"b":1,"c":1,"d":1,"e":1}"#, "\"a\"", "objectMembers", 5),
      (#"{"jsonrpc":"2.0","method":"now","params":[[[["#, "null", "depth", 3),
      (#"{"id":7,"method":"aaaaaaaaaaaaaaaaaaaaa"}"#, "7", "stringBytes", 20),
      (#"{"id":[],"method":"aaaaaaaaaaaaaaaaaaaaa"}"#, "null", "stringBytes", 20),
      (#"[{"id":7,"method":"aaaaaaaaaaaaaaaaaaaaa"}]"#, "null", "stringBytes", 20),
    ])
  func parserLimits(message: String, id: String, limit: String, max: Int) throws {
    let local = LocalPeer<PeerFixture>.fixture {
      $0.limits.json = JSONLimits(depth: 3, objectMembers: 5, stringBytes: 20)
    }

    local.receive(message)
    let answer = try JSONParser.parse(Array(local.channel.takeAll()[0].utf8)).value
    #expect(answer["id"]?.text == id)
    #expect(answer["error"]?["code"] == -32600)
    #expect(answer["error"]?["data"]?["limit"] == .string(limit))
    #expect(answer["error"]?["data"]?["max"] == .int(max))
  }
}

/// A thread that acts as the reader of a connection, because it may block.
final class ReaderThread: Sendable {
  private let isOver = AsyncStream<Void>.makeStream()

  init(_ body: @escaping @Sendable () -> Void) {
    let continuation = isOver.continuation
    Thread {
      body()
      continuation.finish()
    }.start()
  }

  func end() async { for await _ in isOver.stream {} }
}
