import JSONCodec
import JSONRPC
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CallbackTests {
  let clock = TestClock()
  let counters = RPCCounters()
  let local: LocalPeer<PeerFixture>

  init() {
    local = .fixture(clock: clock, counters: counters) { $0.limits.callbacks = 2 }
  }

  /// Starts a call that sends a request to the host, and returns the id of that request.
  private func question(_ name: String) async throws -> String {
    local.request(("ask", name))
    let question = try #require(try await local.next())
    #expect(question["method"] == "host.ask")
    #expect(question["params"] == [:])
    return try #require(question["id"]?.stringValue)
  }

  private func answer(_ id: String, _ outcome: String) {
    local.receive(#"{"jsonrpc":"2.0","id":"\#(id)",\#(outcome)}"#)
  }

  @Test("an answer reaches the call that asked")
  func answered() async throws {
    let id = try await question("a")

    answer(id, #""result":{"token":[1.0]}"#)
    #expect(try await local.answers(1) == [#"a: {"token":[1.0]}"#])
  }

  @Test("answers are matched to their requests in any order, also within a batch")
  func shuffled() async throws {
    let first = try await question("a")
    let second = try await question("b")

    local.receive(
      #"[{"jsonrpc":"2.0","id":"\#(second)","result":2},{"jsonrpc":"2.0","id":"\#(first)","result":1}]"#
    )
    #expect(try await local.answers(2) == ["a: 1", "b: 2"])
  }

  @Test("an error answer is a rejection")
  func refused() async throws {
    let id = try await question("a")

    answer(id, #""error":{"code":-1,"message":"no"}"#)
    #expect(try await local.answers(1) == ["a: \"refused\""])
  }

  @Test("a task that is cancelled before asks nothing")
  func cancelledBefore() async throws {
    let remote = local.fixture.remote
    let task = Task { () async -> CallbackFailure? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(CallbackFailure) {
        _ = try await remote.call("host.ask", nil)
        return nil
      } catch { return error }
    }
    #expect(await task.value == .cancelled)
    #expect(try local.answersByNow() == [])
  }

  @Test("an error without an id ends all requests of a client")
  func errorOfClient() async throws {
    let client = LocalPeer<PeerFixture>.fixture(clock: clock, counters: counters) {
      $0.onInvalidMessage = {}
    }
    let remote = client.fixture.remote
    let task = Task { () async -> CallbackFailure? in
      do throws(CallbackFailure) {
        _ = try await remote.call("host.ask", nil)
        return nil
      } catch { return error }
    }
    _ = try await client.next()

    client.receive(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#)

    #expect(await task.value?.description == "refused")
  }

  @Test("the error object of an answer is kept")
  func errorObject() async throws {
    let remote = local.fixture.remote
    let task = Task { () async -> CallbackFailure? in
      do throws(CallbackFailure) {
        _ = try await remote.call("host.ask", nil)
        return nil
      } catch { return error }
    }
    let question = try #require(try await local.next())
    #expect(question["params"] == nil)

    answer(try #require(question["id"]?.stringValue), #""error":{"code":-1,"message":"no"}"#)
    let error: JSON = ["code": -1, "message": "no"]
    #expect(await task.value == .refused(RemoteError(object: error)))
  }

  @Test("a request can have its own deadline")
  func ownTimeout() async throws {
    let remote = local.fixture.remote
    let task = Task { () async -> CallbackFailure? in
      do throws(CallbackFailure) {
        _ = try await remote.call("host.ask", nil, within: .seconds(1))
        return nil
      } catch { return error }
    }
    await clock.waitForSleepers()

    await clock.advance(by: .seconds(1))
    #expect(await task.value == .timeout)
  }

  @Test("a request without an answer delays its call by the time limit and no more")
  func timeout() async throws {
    let id = try await question("a")
    await clock.waitForSleepers()

    await clock.advance(by: .seconds(9.999))
    #expect(try local.answersByNow() == [])
    await clock.advance(by: .seconds(0.001))
    #expect(try await local.answers(1) == ["a: \"timeout\""])
    answer(id, #""result":1"#)
    #expect(counters.snapshot.ignoredResponses == 1)
  }

  @Test("the second answer to a request is ignored and counted")
  func double() async throws {
    let id = try await question("a")

    answer(id, #""result":1"#)
    answer(id, #""result":2"#)
    #expect(try await local.answers(1) == ["a: 1"])
    #expect(counters.snapshot.ignoredResponses == 1)
  }

  @Test(
    "invalid answers leave the request open",
    arguments: [
      #""result":1,"error":{"code":1,"message":"x"}"#, #""error":"no""#,
    ])
  func useless(outcome: String) async throws {
    let id = try await question("a")

    answer(id, outcome)
    #expect(counters.snapshot.ignoredResponses == 1)
    answer(id, #""result":1"#)
    #expect(try await local.answers(1) == ["a: 1"])
  }

  @Test("another connection cannot answer")
  func foreign() async throws {
    let id = try await question("a")
    let other = LocalPeer<PeerFixture>.fixture(counters: counters)

    other.receive(#"{"jsonrpc":"2.0","id":"\#(id)","result":"forged"}"#)
    #expect(counters.snapshot.ignoredResponses == 1)
    answer(id, #""result":"true""#)
    #expect(try await local.answers(1) == ["a: \"true\""])
  }

  @Test("ids are 128 random bits in hex")
  func ids() async throws {
    let first = try await question("a")
    let second = try await question("b")

    #expect(first != second)
    for id in [first, second] {
      #expect(id.utf8.count == 32)
      #expect(id.allSatisfy { $0.isHexDigit })
    }
  }

  @Test("requests beyond the limit are not sent")
  func busy() async throws {
    _ = try await question("a")
    _ = try await question("b")

    local.request(("freeAfter", "done"))
    await #expect(throws: CallbackFailure.busy) {
      try await local.fixture.remote.call("host.ask", Array("{}".utf8))
    }
    #expect(local.channel.takeAll() == [])
  }

  @Test("the end of the connection fails open and later requests")
  func gone() async throws {
    _ = try await question("a")

    local.peer.ended()
    #expect(try await local.answers(1) == ["a: \"gone\""])
    await #expect(throws: CallbackFailure.gone) {
      try await local.fixture.remote.call("host.ask", Array("{}".utf8))
    }
  }

  @Test("a channel that refuses a message fails the request at once")
  func closedChannel() async throws {
    local.channel.close()

    await #expect(throws: CallbackFailure.gone) {
      try await local.fixture.remote.call("host.ask", Array("{}".utf8))
    }
  }

  @Test("cancelling the waiting call ends the wait", arguments: [true, false])
  func cancelled(whenAsked: Bool) async throws {
    let remote = local.fixture.remote
    let task = Task { () async -> CallbackFailure? in
      do throws(CallbackFailure) {
        _ = try await remote.call("host.ask", Array("{}".utf8))
        return nil
      } catch { return error }
    }

    if whenAsked { _ = try await local.next() }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test("a notification of the bridge reports if there was room")
  func notify() {
    #expect(local.fixture.remote.notify("event", Array("{}".utf8), as: .event))
    local.channel.refuseEvents()
    #expect(!local.fixture.remote.notify("event", Array("{}".utf8), as: .event))
    #expect(local.fixture.remote.notify("gap", Array("{}".utf8), as: .required))
    #expect(
      local.channel.takeAll() == [
        #"{"jsonrpc":"2.0","method":"event","params":{}}"#,
        #"{"jsonrpc":"2.0","method":"gap","params":{}}"#,
      ])
  }
}

@Suite struct PendingCallsTests {
  private let ids = (0..<3).map { RequestID.number(JSONNumber($0)) }

  @Test("an answer is accepted once")
  func once() throws {
    var pending = PendingCalls<String>(limit: 2)
    try pending.add(ids[0], "a")

    #expect(pending.take(ids[1]) == nil)
    #expect(pending.take(ids[0]) == "a")
    #expect(pending.take(ids[0]) == nil)
  }

  @Test("the number of waiting requests is limited")
  func limit() throws {
    var pending = PendingCalls<String>(limit: 2)
    try pending.add(ids[0], "a")
    try pending.add(ids[1], "b")

    #expect(throws: CallbackFailure.busy) { try pending.add(ids[2], "c") }
    _ = pending.take(ids[0])
    try pending.add(ids[2], "c")
    #expect(pending.count == 2)
  }

  @Test("the end releases all waiters and accepts no more")
  func end() throws {
    var pending = PendingCalls<String>(limit: 2)
    try pending.add(ids[0], "a")
    try pending.add(ids[1], "b")

    #expect(pending.end().sorted() == ["a", "b"])
    #expect(pending.end() == [])
    #expect(throws: CallbackFailure.gone) { try pending.add(ids[2], "c") }
  }

  @Test("the waiter can be changed until the answer arrives")
  func update() throws {
    var pending = PendingCalls<String>(limit: 2)
    try pending.add(ids[0], "a")

    #expect(pending.update(ids[0]) { $0 += "!" })
    #expect(pending.take(ids[0]) == "a!")
    #expect(!pending.update(ids[0]) { $0 += "!" })
  }
}
