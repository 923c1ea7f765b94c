import JSONCodec
import TestSupport
import Testing

@testable import JSONRPC

/// Resources that others wait for until a call is answered are released without waiting for the slow calls of its
/// batch.
@Suite(.timeLimit(.minutes(10))) struct AcknowledgementTests {
  /// `work` logs "acknowledged" when its answer is sent; the others are those of `PeerFixture`.
  private static let methods = Dispatcher([
    MethodEntry(name: "work", order: .ordered) { call, _ in
      .now {
        let fixture = unsafeDowncast(call.peerContext, to: PeerFixture.self)
        call.afterReply { fixture.record("answered") }
        call.respond(.success(Array("1".utf8))) { fixture.record("acknowledged") }
        return .deferred
      }
    },
    try! PeerFixture.methods.entry(for: "watched"), try! PeerFixture.methods.entry(for: "later"),
    try! PeerFixture.methods.entry(for: "task"), try! PeerFixture.methods.entry(for: "now"),
  ])

  let local = LocalPeer(
    methods, options: .forTests(), onEnd: { $0.end() }, makeContext: { PeerFixture($0) })

  private func batch(_ methods: [String]) -> String {
    "[" + methods.map { LocalPeer<PeerFixture>.request($0, $0) }.joined(separator: ",") + "]"
  }

  @Test("alone, and in a batch of fast calls, it is acknowledged when it is answered")
  func quick() {
    local.receive(batch(["work"]))
    #expect(local.fixture.log == ["answered", "acknowledged"])

    local.receive(batch(["work", "later"]))
    #expect(local.fixture.log.suffix(2) == ["start later", "later"])
    local.fixture.answer("later")
    #expect(local.fixture.log.suffix(2) == ["answered", "acknowledged"])
  }

  @Test(
    "in a batch with a call that waits for the platform it is acknowledged at once, before or behind that call",
    arguments: [["work", "watched"], ["watched", "work"], ["work", "task"], ["task", "work"]])
  func slow(methods: [String]) async {
    local.receive(batch(methods))
    #expect(local.fixture.log.contains("acknowledged"))
    #expect(local.channel.takeAll() == [])
    #expect(!local.fixture.log.contains("answered"))

    local.fixture.open("task")
    local.fixture.answer("watched")
    #expect(await local.channel.next() != nil)
    await local.fixture.wait(for: "answered")
    #expect(local.fixture.log.count { $0 == "acknowledged" } == 1)
  }
}
