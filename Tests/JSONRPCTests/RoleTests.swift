import JSONCodec
import JSONRPC
import Synchronization
import TestSupport
import Testing

@Suite("The role of an observer", .timeLimit(.minutes(10))) struct RoleTests {
  /// Counts the calls that took effect.
  private final class RoleFixture: Sendable {
    let writes = Counter()
    let remote: Remote

    init(_ remote: Remote) { self.remote = remote }
  }

  private static let dispatcher = Dispatcher([
    method("read", aliases: ["look"], .observer), method("write", aliases: ["change"], .control),
    MethodEntry(name: "inlineRead", order: .free) { inline("inlineRead", .observer) },
    MethodEntry(name: "inlineWrite", order: .free) { inline("inlineWrite", .control) },
  ])

  private static func method(_ name: String, aliases: [String], _ role: Role) -> MethodEntry {
    MethodEntry(name: name, aliases: aliases, order: .ordered) {
      MethodEntry.Parts(
        MethodDescription(name, aliases: aliases, role: role, "", parameters: [], result: .any),
        body: .start { call, _ throws(RPCError) in
          .now { () throws(RPCError) in
            unsafeDowncast(call.peerContext, to: RoleFixture.self).writes.increment()
            return .result(JSON.string(name).bytes)
          }
        }, check: { _, _ in })
    }
  }

  private static func inline(_ name: String, _ role: Role) -> MethodEntry.Parts {
    MethodEntry.Parts(
      MethodDescription(name, role: role, "", parameters: [], result: .any),
      body: .inline { _, _, writer throws(RPCError) in writer.string(name) }, check: { _, _ in })
  }

  private func peer(_ role: Role) -> LocalPeer<RoleFixture> {
    var options = PeerOptions(
      authenticationMethod: nil, closesOnOversize: true, clock: ContinuousClock(),
      counters: RPCCounters())
    options.role = role
    return LocalPeer(Self.dispatcher, options: options) { RoleFixture($0) }
  }

  private func answers(_ local: LocalPeer<RoleFixture>) throws -> [JSON] {
    try local.channel.takeAll().map { try JSONParser.parse(Array($0.utf8)).value }
  }

  @Test(
    "an observer may call the methods that read, under every name and in every spelling",
    arguments: [
      #"{"jsonrpc":"2.0","id":1,"method":"read"}"#, #"{"jsonrpc":"2.0","id":1,"method":"look"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"inlineRead"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"\u0072ead","params":{}}"#,
    ])
  func reads(_ message: String) throws {
    let local = peer(.observer)

    local.receive(message)

    #expect(try answers(local).map { $0["error"] } == [nil])
  }

  @Test(
    "every other method is refused without effect, and the connection stays open",
    arguments: [
      (#"{"jsonrpc":"2.0","id":1,"method":"write"}"#, "write"),
      (#"{"jsonrpc":"2.0","id":1,"method":"change"}"#, "write"),
      (#"{"jsonrpc":"2.0","id":1,"method":"inlineWrite"}"#, "inlineWrite"),
      (#"{"jsonrpc":"2.0","id":1,"method":"\u0077rite"}"#, "write"),
      (#"{"jsonrpc":"2.0","id":1,"method":"write","params":[1]}"#, "write"),
    ])
  func writes(_ message: String, _ method: String) throws {
    let local = peer(.observer)

    local.receive(message)
    local.receive(#"{"jsonrpc":"2.0","id":2,"method":"inlineRead"}"#)

    let answers = try answers(local)
    #expect(answers.map { $0["error"]?["code"] } == [-32001, nil])
    let sentence = answers[0]["error"]?["message"]?.stringValue ?? ""
    #expect(sentence.contains(method) && sentence.contains("rpc.token"))
    #expect(local.context.writes.value == 0)
    #expect(!local.channel.isClosed)
  }

  @Test("a notification of an observer that writes is dropped, one in a batch too")
  func notifications() throws {
    let local = peer(.observer)

    local.receive(#"{"jsonrpc":"2.0","method":"write"}"#)
    local.receive(
      #"[{"jsonrpc":"2.0","method":"write"},{"jsonrpc":"2.0","id":1,"method":"write"},"#
        + #"{"jsonrpc":"2.0","id":2,"method":"inlineRead"}]"#)

    let batch = try #require(try answers(local).first?.arrayValue)
    #expect(batch.map { $0["error"]?["code"] } == [-32001, nil])
    #expect(local.context.writes.value == 0)
  }

  @Test("a role that is proved later replaces the earlier one, in both directions")
  func change() throws {
    let local = peer(.control)
    let write = #"{"jsonrpc":"2.0","id":1,"method":"write"}"#

    local.receive(write)
    local.context.remote.authenticate(as: .observer)
    local.receive(write)
    local.context.remote.authenticate(as: .control)
    local.receive(write)

    #expect(try answers(local).map { $0["error"]?["code"] } == [nil, -32001, nil])
  }

  @Test("an unknown method is unknown to an observer too")
  func unknown() throws {
    let local = peer(.observer)

    local.receive(#"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#)

    #expect(try answers(local).map { $0["error"]?["code"] } == [-32601])
  }

  @Test("a role that several threads share keeps its value", arguments: Role.allCases)
  func shared(role: Role) {
    let other: Role = role == .control ? .observer : .control
    let value = Atomic(other)
    value.store(role, ordering: .relaxed)
    #expect(value.load(ordering: .relaxed) == role)
  }
}
