import JSONCodec
import JSONRPC
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CancellationTests {
  let local = LocalPeer<PeerFixture>.fixture()

  @Test("a call that asks the host is cancelled at once and never takes effect")
  func preparing() async throws {
    local.request(("after", "a"), ("now", "b"))

    local.cancel("a")
    #expect(try local.answersByNow() == ["a: -32800", "b"])
    #expect(!local.fixture.log.contains("a"))
  }

  @Test("a call that waits for its turn is cancelled, started or not")
  func waiting() async throws {
    local.request(("after", "a"), ("now", "b"), ("now", "c"), ("now", "d"))

    local.cancel("b")
    local.cancel("d")
    #expect(try local.answersByNow() == ["b: -32800", "d: -32800"])
    local.fixture.open("a")
    #expect(try await local.answers(2) == ["a", "c"])
    #expect(local.fixture.log.filter { !$0.hasPrefix("start") } == ["a", "c"])
  }

  @Test("a slow tail is cancelled and its result dropped")
  func tail() async throws {
    local.request(("task", "t"))

    local.cancel("t")
    #expect(try local.answersByNow() == ["t: -32800"])
    await local.fixture.wait(for: "end t")
    #expect(try local.answersByNow() == [])
  }

  @Test("a call with a deferred answer is answered once")
  func later() throws {
    local.request(("watched", "w"))

    local.cancel("w")
    #expect(try local.answersByNow() == ["w: -32800"])
    #expect(local.fixture.log == ["start w", "w", "answered w"])
    local.fixture.answer("w")
    #expect(try local.answersByNow() == [])
  }

  @Test("cancelling an ended or unknown call does nothing")
  func over() throws {
    local.request(("now", "a"))

    local.cancel("a")
    local.cancel("unknown")
    #expect(try local.answersByNow() == ["a"])
  }

  @Test("a cancelled call that waits for a slot frees its place in the queue")
  func unstarted() async throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlight = 1 }
    local.request(("later", "a"), ("now", "b"), ("now", "c"))

    local.cancel("b")
    #expect(try local.answersByNow() == ["b: -32800"])
    local.fixture.answer("a")
    #expect(try local.answersByNow() == ["a: 1", "c"])
    local.request(("now", "d"))
    #expect(try local.answersByNow() == ["d"])
  }

  @Test("the id must be spelled as in the request", arguments: ["1.0", "\"1\"", "10e-1"])
  func spelling(id: String) throws {
    local.receive(#"{"jsonrpc":"2.0","id":1,"method":"later","params":["a"]}"#)

    local.receive(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    #expect(try local.answersByNow() == [])
    local.receive(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
    #expect(try local.answersByNow() == ["1: -32800"])
  }

  @Test("a callback that only a cancelled call waits for is dropped")
  func callback() async throws {
    local.request(("ask", "a"))
    let question = try #require(try await local.next())

    local.cancel("a")
    #expect(try local.answersByNow() == ["a: -32800"])
    #expect(question["method"] == "host.ask")
  }
}
