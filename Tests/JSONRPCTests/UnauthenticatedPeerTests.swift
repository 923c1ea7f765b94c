import JSONCodec
import JSONRPC
import TestSupport
import Testing

/// A peer that must authenticate, over a transport that answers such peers and over one that does not.
@Suite(.timeLimit(.minutes(10))) struct UnauthenticatedPeerTests {
  private static func peer(answers: Bool) -> LocalPeer<PeerFixture> {
    .fixture {
      $0.authenticationMethod = "login"
      $0.answersUnauthenticated = answers
    }
  }

  private static let messages = [
    "{", "[]", #"["a"]"#, #"{"jsonrpc":"2.0","id":1}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"now","params":["a"]}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"login","params":["wrong"]}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"login"}"#,
    #"{"jsonrpc":"2.0","method":"login","params":["\#(String(repeating: "x", count: 5000))"]}"#,
  ]

  @Test(
    "any message of an unauthenticated peer but its secret is refused, and ends the connection",
    arguments: messages)
  func refused(message: String) throws {
    let local = Self.peer(answers: true)

    let answers = local.exchange(message, LocalPeer<PeerFixture>.request("login", "secret"))

    let codes = try answers.map { try JSONParser.parse(Array($0.utf8)).value["error"]?["code"] }
    #expect(codes == [-32001])
    #expect(local.channel.isClosed)
    #expect(!local.fixture.log.contains("secret"))
  }

  @Test("a peer that does not authenticate in time is told so only where it is answered")
  func tooLate() {
    for answers in [true, false] {
      let local = Self.peer(answers: answers)
      local.peer.unframed(.unauthenticated)
      #expect(local.channel.takeAll().count == (answers ? 1 : 0))
      #expect(local.channel.isClosed)
    }
  }

  @Test("a peer that cannot be read is not answered where unauthenticated peers are not")
  func silent() {
    let counters = RPCCounters()
    let local = LocalPeer<PeerFixture>.fixture(counters: counters) {
      $0.authenticationMethod = "login"
    }

    let answers = local.exchange("{", LocalPeer<PeerFixture>.request("login", "secret"))

    #expect(answers == [] && local.channel.isClosed)
    #expect(counters.snapshot.errors == 1)
  }

  @Test("after the authentication every method can be called")
  func accepted() throws {
    let local = Self.peer(answers: true)
    local.request(("login", "secret"), ("now", "a"))
    #expect(try local.answersByNow() == ["secret", "a"])
    #expect(!local.channel.isClosed)
  }
}
