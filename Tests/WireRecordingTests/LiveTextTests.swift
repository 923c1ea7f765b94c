import JSONCodec
import JSONRPC
import Synchronization
import TestSupport
import Testing
import WireRecording

/// A tap that keeps what it gets while it is on.
final class FakeTap: WireTap {
  private let state = Mutex<(isOn: Bool, items: [(String, WireItem.Content)])>((false, []))

  var isOn: Bool {
    get { state.withLock { $0.isOn } }
    set { state.withLock { $0.isOn = newValue } }
  }

  func put(_ connection: UInt64, _ transport: String, _ content: () -> WireItem.Content) {
    let content = content()
    state.withLock { $0.items.append(("\(connection) \(transport)", content)) }
  }

  var items: [(String, WireItem.Content)] { state.withLock { $0.items } }
}

@Suite("The events of connections in the trace")
struct LiveTextTests {
  private func text(longest: Int = 1000, secrets: [String] = []) -> LiveText {
    LiveText(MessageRedactorTests.marks, secrets: secrets, longest: longest)
  }

  private func message(
    _ text: String, _ direction: MessageRedactor.Direction = .received
  ) -> WireItem.Content { .message(direction, Array(text.utf8)) }

  static let events: [(WireItem.Content, String)] = [
    (.opened(transport: "unix", peer: ["pid": 5]), #""event":"opened","peer":{"pid":5}}"#),
    (
      .message(.sent, Array(#"{"method":"event"}"#.utf8)),
      #""event":"message","direction":"sent","bytes":18,"message":{"method":"event"}}"#
    ),
    (
      .message(.received, Array("{oops".utf8)),
      #""event":"message","direction":"received","bytes":5,"fault":"not JSON at byte 1"}"#
    ),
    (
      .message(.received, Array(#"{"id":1,"id":2}"#.utf8)),
      #""event":"message","direction":"received","bytes":15,"fault":"a member is there twice"}"#
    ),
    (.dropped, #""event":"dropped"}"#),
    (.fault(.tooLong(max: 9)), #""event":"fault","fault":"longer than 9 bytes"}"#),
    (.inputEnded, #""event":"inputEnded"}"#), (.closed, #""event":"closed"}"#),
  ]

  @Test("each event has its connection, its transport and its members", arguments: events)
  func members(_ content: WireItem.Content, _ expected: String) {
    var text = text()

    let members = text.members(content, of: 3, "unix")

    #expect(JSON.object(members).text == #"{"connection":3,"transport":"unix","# + expected)
  }

  @Test("a message longer than the limit has only its length, also if covering made it longer")
  func long() {
    var text = text(longest: 64)
    let long = #"{"id":1,"method":"m","a":"\#(String(repeating: "x", count: 64))"}"#

    let members = text.members(message(long), of: 1, "unix")

    #expect(members["message"] == .null && members["bytes"] == .int(long.utf8.count))
    let grown = #"{"id":2,"method":"setPushToken","params":{"pushToken":"t","a":1}}"#
    #expect(grown.utf8.count < 80)
    #expect(text.members(message(grown), of: 1, "unix")["message"] == .null)
  }

  static let outlines: [(String, String?)] = [
    (#"{"id":1,"method":"m","params":{"a":"PADDING"}}"#, #"{"id":1,"method":"m"}"#),
    (#"{"id":"a","result":"x","a":"PADDING"}"#, #"{"id":"a","answer":"result"}"#),
    (#"{"id":2,"error":{"code":1,"message":"PADDING"}}"#, #"{"id":2,"answer":"error"}"#),
    (
      #"[{"id":1,"method":"m"},{"method":"n","a":"PADDING"}]"#,
      #"[{"id":1,"method":"m"},{"method":"n"}]"#
    ),
    (#"{"method":"n","params":{"a":"PADDING"}}"#, #"{"method":"n"}"#),
    (#"{"id":"PADDING","method":"m"}"#, nil),
  ]

  @Test(
    "a message longer than the limit has an outline that assigns an answer", arguments: outlines)
  func outline(_ content: String, _ expected: String?) {
    var text = text(longest: 100)
    let padding = String(repeating: "x", count: 2000)

    let members = text.members(
      message(content.replacing("PADDING", with: padding)), of: 1, "unix")

    #expect(members["message"] == .null && members["outline"]?.text == expected)
  }

  @Test("the answer to a long request is covered by the marks of its method")
  func longRequest() {
    var text = text(longest: 100)
    let padding = String(repeating: "x", count: 200)

    _ = text.members(
      message(#"{"id":1,"method":"getPushToken","p":"\#(padding)"}"#), of: 1, "unix")
    let answer = text.members(
      message(#"{"id":1,"result":{"provider":"p","token":"secret-t"}}"#, .sent), of: 1, "unix")

    #expect(answer["message"]?["result"]?["provider"] == "p")
    #expect(answer["message"]?["result"]?["token"] == "<secret:8 bytes>")
  }

  @Test("an answer to a request that it has not seen is covered as a whole")
  func unseen() {
    var text = text()

    let members = text.members(
      message(#"{"id":1,"result":{"provider":"p"}}"#, .sent), of: 1, "unix")

    #expect(members["message"]?["result"] == "<secret:16 bytes>")
  }

  // The id may belong to a lost request of another method.
  @Test("after missing messages no answer is covered by an earlier request of the same id")
  func missing() {
    var text = text()
    _ = text.members(message(#"{"id":1,"method":"bridge.ping"}"#), of: 1, "unix")

    text.skip()
    let members = text.members(message(#"{"id":1,"result":"token-1"}"#, .sent), of: 1, "unix")

    #expect(members["message"]?["result"] == "<secret:7 bytes>")
  }

  @Test("a secret that is known from the start is covered in every text")
  func known() {
    var text = text(secrets: ["canary-token-1"])

    let members = text.members(
      message(#"{"method":"event","params":{"message":"no canary-token-1 here"}}"#, .sent), of: 1,
      "unix")

    #expect(members["message"]?["params"]?["message"] == "no <secret:14 bytes> here")
  }

  @Test("a tap that is turned on while the connection is open gets the events that follow")
  func turnedOn() {
    let tap = FakeTap()
    let connection = LoggedConnection(7, transport: "tcp", peer: [:], [], tap)
    connection.sends("1")

    tap.isOn = true
    connection.sends("2")
    connection.sends("4")
    connection.dropped()
    connection.received("5")
    tap.isOn = false
    connection.sends("6")
    tap.isOn = true
    connection.unframed(.foreignProtocol)
    connection.outputEnded()
    connection.inputEnds()
    connection.inputEnded()

    #expect(Set(tap.items.map(\.0)) == ["7 tcp"])
    let kinds = tap.items.map { item -> String in
      switch item.1 {
      case .message(let direction, let bytes):
        "\(direction) \(String(decoding: bytes, as: UTF8.self))"
      case .dropped: "dropped"
      case .fault: "fault"
      case .inputEnded: "inputEnded"
      case .closed: "closed"
      case .opened, .exchange: "other"
      }
    }
    #expect(
      kinds == ["sent 2", "sent 4", "dropped", "received 5", "fault", "inputEnded", "closed"])
  }
}
