import JSONCodec
import JSONRPC
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct StressTests {
  @Test("with any cancellations and answers each request is answered exactly once")
  func once() async throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlight = 8 }
    let methods = ["now", "after", "free", "freeAfter", "later", "durable", "task", "watched"]
    let count = 2_000
    let opener = Task.detached {
      for index in 0..<count {
        local.fixture.open("\(index)")
        if index % 50 == 0 { await Task.yield() }
      }
    }
    let reader = ReaderThread {
      for index in 0..<count {
        local.request((methods[index * 7 % 8], "\(index)"))
        if index % 3 == 0 { local.cancel("\(index / 2)") }
        if index % 5 == 0 { local.cancel("\(index)") }
      }
    }

    let answerer = Task.detached {
      while !Task.isCancelled {
        for name in local.fixture.newlyRetained { local.fixture.answer(name) }
        await Task.yield()
      }
    }

    var seen: [String: Int] = [:]
    while seen.count < count {
      let message = try #require(await local.channel.next())
      let id = try #require(
        try JSONParser.parse(Array(message.utf8)).value["id"]?.stringValue)
      seen[id, default: 0] += 1
    }
    answerer.cancel()
    await reader.end()
    await opener.value
    #expect(seen.values.allSatisfy { $0 == 1 })

    local.peer.ended()
    #expect(local.channel.isClosed)
  }

  @Test("a stop under load answers all earlier requests and becomes idle")
  func stop() async throws {
    let received = Atomic<Int>(0)
    var receivedBefore = 0
    for round in 0..<50 {
      let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlight = 8 }
      let methods = ["now", "after", "freeAfter", "durable", "task", "watched"]
      let reader = ReaderThread {
        for index in 0..<60 {
          local.request((methods[index % 6], "\(index)"))
          received.add(1, ordering: .releasing)
        }
      }
      let opener = Task.detached { for index in 0..<60 { local.fixture.open("\(index)") } }

      for _ in 0..<round { await Task.yield() }
      let before = received.load(ordering: .acquiring) - round * 60
      await withCheckedContinuation { continuation in local.peer.stop { continuation.resume() } }
      await reader.end()
      await opener.value
      let answered = try local.channel.takeAll().map {
        try JSONParser.parse(Array($0.utf8)).value["id"]?.stringValue
      }
      #expect(Set(answered).count == answered.count)
      #expect(Set(answered).isSuperset(of: (0..<before).map { "\($0)" }))
      receivedBefore += before

      // A stopped connection releases all calls, also those that waited for a place.
      local.fixture.end()
      local.peer.ended()
      let traces = local.fixture.traces
      var asking = Poll()
      while !traces.living.isEmpty, asking.continues() { await Task.yield() }
      #expect(traces.living == [])
    }
    #expect(receivedBefore > 0)
  }
}
