import JSONCodec
import JSONRPC
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct OrderTests {
  let local = LocalPeer<PeerFixture>.fixture()

  @Test("a call that need not wait is answered before the next read")
  func inline() throws {
    local.receive([Array(LocalPeer<PeerFixture>.request("now", "a").utf8)])

    #expect(try local.answersByNow() == ["a"])
  }

  @Test("a call behind one that asks the host waits for its turn, and no call starts ahead of it")
  func barrier() async throws {
    local.request(("after", "a"), ("now", "b"), ("after", "c"), ("now", "d"))

    #expect(local.fixture.log == ["start a", "start b"])
    #expect(try local.answersByNow() == [])

    local.fixture.open("c")
    local.fixture.open("a")
    #expect(try await local.answers(4) == ["a", "b", "c", "d"])
    #expect(
      local.fixture.log == ["start a", "start b", "a", "b", "start c", "start d", "c", "d"])
  }

  @Test("calls that ask the host prepare concurrently and take effect in order of arrival")
  func preparation() async throws {
    local.request(("after", "a"), ("after", "b"), ("after", "c"))

    #expect(local.fixture.log == ["start a", "start b", "start c"])
    for door in ["c", "b", "a"] { local.fixture.open(door) }
    #expect(try await local.answers(3) == ["a", "b", "c"])
    #expect(local.fixture.log.suffix(3) == ["a", "b", "c"])
  }

  @Test("a rejection during preparation is answered at once and delays no other call")
  func refusalWhilePreparing() async throws {
    local.request(("after", "a"), ("after", "refused b"), ("now", "c"))

    local.fixture.open("refused b")
    #expect(try await local.answers(1) == ["refused b: -32013"])
    local.fixture.open("a")
    #expect(try await local.answers(2) == ["a", "c"])
  }

  @Test("invalid parameters are answered at once, without waiting for a turn")
  func badParameters() async throws {
    local.request(("after", "a"))
    local.receive(#"{"jsonrpc":"2.0","id":"b","method":"now"}"#)

    #expect(try local.answersByNow() == ["b: -32602"])
    local.fixture.open("a")
    #expect(try await local.answers(1) == ["a"])
  }

  @Test(
    "unordered methods that had to wait for a slot see the effects of the calls before them, and none after"
  )
  func freeInBacklog() throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlightBytes = 9_000 }
    let long = String(repeating: " ", count: 9_000)
    local.receive(LocalPeer<PeerFixture>.request("later", "a") + long)

    local.request(("now", "b"), ("free", "c"), ("now", "d"))
    #expect(local.fixture.log == ["start a", "a"])
    local.fixture.answer("a")
    #expect(try local.answersByNow() == ["a: 1", "b", "c", "d"])
    #expect(
      local.fixture.log.dropFirst(2) == ["start b", "b", "start c", "c", "start d", "d"])
  }

  @Test("unordered methods wait for no call, and no call waits for them")
  func free() async throws {
    local.request(("after", "a"), ("freeAfter", "f"), ("free", "b"), ("task", "t"), ("now", "c"))

    #expect(try local.answersByNow() == ["b"])
    local.fixture.open("a")
    #expect(try await local.answers(2) == ["a", "c"])
    local.fixture.open("f")
    #expect(try await local.answers(1) == ["f"])
    local.fixture.open("t")
    #expect(try await local.answers(1) == ["t"])
  }

  @Test("a slow tail no longer blocks the order")
  func tail() async throws {
    local.request(("task", "t"), ("now", "a"))

    #expect(try local.answersByNow() == ["a"])
    local.fixture.open("t")
    #expect(try await local.answers(1) == ["t"])
  }

  @Test("a barrier waits for its turn, and no later call starts before it is answered")
  func barrierMethod() async throws {
    local.request(("after", "a"), ("barrier", "b"), ("now", "c"), ("after", "d"), ("free", "f"))

    #expect(try local.answersByNow() == ["f"])
    local.fixture.open("b")
    local.fixture.open("a")
    #expect(try await local.answers(2) == ["a", "b"])
    #expect(try await local.answers(1) == ["c"])
    local.fixture.open("d")
    #expect(try await local.answers(1) == ["d"])
    #expect(
      local.fixture.log.filter { $0 != "f" && $0 != "start f" } == [
        "start a", "start b", "a", "b", "end b", "start c", "c", "start d", "d",
      ])
  }

  @Test("a cancelled barrier delays no other call")
  func cancelledBarrier() async throws {
    local.request(("barrier", "b"), ("now", "c"))
    #expect(try local.answersByNow() == [])

    local.receive(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"b"}}"#)

    #expect(try await local.answers(2) == ["b: -32800", "c"])
  }

  @Test("notifications keep their place in the order and are never answered")
  func notifications() async throws {
    local.request(("after", "a"))
    local.receive(
      #"{"jsonrpc":"2.0","method":"now","params":["n"]}"#,
      #"{"jsonrpc":"2.0","method":"refuse","params":["r"]}"#,
      LocalPeer<PeerFixture>.request("now", "b"))

    local.fixture.open("a")
    #expect(try await local.answers(2) == ["a", "b"])
    #expect(local.fixture.log.filter { !$0.hasPrefix("start") } == ["a", "n", "r", "b"])
    #expect(try local.answersByNow() == [])
  }

  @Test("messages for after a call's answer follow it")
  func afterReply() throws {
    local.request(("events", "a"))

    #expect(
      local.channel.takeAll() == [
        #"{"jsonrpc":"2.0","method":"event","params":[1]}"#,
        #"{"jsonrpc":"2.0","id":"a","result":"a"}"#,
        #"{"jsonrpc":"2.0","method":"event","params":[2]}"#,
      ])
  }

  @Test("messages for after a notification follow its effect")
  func afterNotification() throws {
    local.receive(#"{"jsonrpc":"2.0","method":"events","params":["a"]}"#)

    #expect(
      local.channel.takeAll() == [
        #"{"jsonrpc":"2.0","method":"event","params":[1]}"#,
        #"{"jsonrpc":"2.0","method":"event","params":[2]}"#,
      ])
  }

  @Test("only the first answer of a call counts")
  func firstAnswer() throws {
    local.request(("later", "a"))

    local.fixture.answer("a")
    local.fixture.answer("a", .failure(.internalError))
    #expect(try local.answersByNow() == ["a: 1"])
  }

  @Test("an alias is the same method")
  func alias() throws {
    local.request(("alsoNow", "a"))

    #expect(try local.answersByNow() == ["a"])
  }

  @Test("effects on another thread are committed too")
  func commitAfterPreparation() async throws {
    local.request(("after", "a"), ("durable", "d"))

    local.fixture.open("a")
    #expect(try await local.answers(2) == ["a", "d: \"durable\""])
  }
}
