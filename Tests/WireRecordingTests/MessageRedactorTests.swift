import AltcraftMethods
import JSONCodec
import JSONRPC
import Testing
import WireRecording

@Suite struct MessageRedactorTests {
  static let marks = RedactionRules(
    document: JSON.object(Catalog.openRPC(version: "1").document))
  private static let jwt = "eyJhbGciOiJub25lIn0.eyJtYXRjaGluZyI6Int9In0.sig"

  /// Returns the shown form of consecutive messages; those that begin with `<` are sent.
  private static func shown(_ messages: [String]) throws -> [String] {
    var redaction = MessageRedactor(marks)
    var lengths = LengthRedaction()
    return try messages.map { message in
      let isSent = message.hasPrefix("<")
      let json = try JSONParser.parse(Array(message.drop { $0 == "<" }.utf8)).value
      return redaction.redacted(json, isSent ? .sent : .received, by: &lengths).text
    }
  }

  @Test(
    "secrets are redacted where the document marks them, by name and by position",
    arguments: [
      (
        #"{"method":"setPushToken","params":{"provider":"ios-apns","pushToken":"abc"}}"#,
        #"{"method":"setPushToken","params":{"provider":"ios-apns","pushToken":"<secret:3 bytes>"}}"#
      ),
      (
        #"{"method":"setPushToken","params":["ios-apns","abc","text","more"]}"#,
        #"{"method":"setPushToken","params":["ios-apns","<secret:3 bytes>","text","<secret:4 bytes>"]}"#
      ),
      (
        #"{"method":"initialize","params":[{"apiUrl":"https://a.example/x","rToken":"r","rTokenMatchingMode":"rToken"}]}"#,
        #"{"method":"initialize","params":[{"apiUrl":"https://a.example/x","rToken":"<secret:1 bytes>","rTokenMatchingMode":"rToken"}]}"#
      ),
      (
        #"{"method":"setJWTProvider","params":{"provider":{"token":"j"}}}"#,
        #"{"method":"setJWTProvider","params":{"provider":{"token":"<secret:1 bytes>"}}}"#
      ),
      (
        #"{"method":"setJWTProvider","params":{"provider":"callback"}}"#,
        #"{"method":"setJWTProvider","params":{"provider":"callback"}}"#
      ),
      (
        #"{"method":"setPushToken","params":["ios-apns",null]}"#,
        #"{"method":"setPushToken","params":["ios-apns",null]}"#
      ),
      (
        #"{"method":"bridge.check","params":{"method":"setPushToken","params":["ios-apns","abc"]}}"#,
        #"{"method":"bridge.check","params":{"method":"setPushToken","params":["ios-apns","<secret:3 bytes>"]}}"#
      ),
      (
        #"{"method":"bridge.check","params":["bridge.check",["setPushToken",["ios-apns","abc"]]]}"#,
        #"{"method":"bridge.check","params":["bridge.check",["setPushToken",["ios-apns","<secret:3 bytes>"]]]}"#
      ),
      (
        #"[{"method":"bridge.authenticate","params":["t"]},{"method":"bridge.ping"}]"#,
        #"[{"method":"bridge.authenticate","params":["<secret:1 bytes>"]},{"method":"bridge.ping"}]"#
      ),
    ])
  func marked(message: String, shown: String) throws {
    #expect(try Self.shown([message]) == [shown])
  }

  @Test(
    "a secret in an unexpected place is redacted",
    arguments: [
      (
        #"{"method":"setJWTProvider","params":{"provider":"j"}}"#,
        #"{"method":"setJWTProvider","params":{"provider":"<secret:1 bytes>"}}"#
      ),
      (
        #"{"method":"setPushToken","params":{"pushToken":["abc"]}}"#,
        #"{"method":"setPushToken","params":{"pushToken":"<secret:7 bytes>"}}"#
      ),
      (
        #"{"method":"setPushToken","params":{"pushTokn":"abc"}}"#,
        #"{"method":"setPushToken","params":{"pushTokn":"<secret:3 bytes>"}}"#
      ),
      (
        #"{"method":"setPushTokn","params":{"provider":"p","pushToken":"abc"}}"#,
        #"{"method":"setPushTokn","params":{"provider":"p","pushToken":"<secret:3 bytes>"}}"#
      ),
      (
        #"{"method":"setPushTokn","params":["p","abc"]}"#,
        #"{"method":"setPushTokn","params":["<secret:1 bytes>","<secret:3 bytes>"]}"#
      ),
      (
        #"{"method":"mobileEvent","params":{"eventName":"x","payload":{"apiPassword":"abc","n":1}}}"#,
        #"{"method":"mobileEvent","params":{"eventName":"x","payload":{"apiPassword":"<secret:3 bytes>","n":1}}}"#
      ),
      (#"{"id":7,"result":"abc"}"#, #"{"id":7,"result":"<secret:3 bytes>"}"#),
      (
        #"{"method":"initialization","params":[{"apiUrl":"https://u:pw@a.example/x?key=abc"}]}"#,
        #"{"method":"initialization","params":[{"apiUrl":"https://<secret:4 bytes>@a.example/x?<secret:7 bytes>"}]}"#
      ),
    ])
  func misplaced(message: String, shown: String) throws {
    #expect(try Self.shown([message]) == [shown])
  }

  @Test("text that looks like a JWT is redacted in every place")
  func looks() throws {
    let message =
      #"{"method":"setAppGroup","params":{"groupName":"a \#(Self.jwt)!"},"\#(Self.jwt)":1}"#

    #expect(
      try Self.shown([message]) == [
        #"{"method":"setAppGroup","params":{"groupName":"a <secret:\#(Self.jwt.count) bytes>!"},"<secret:\#(Self.jwt.count) bytes>":1}"#
      ])
  }

  @Test("an answer is redacted according to its request, in both directions")
  func answers() throws {
    #expect(
      try Self.shown([
        #"{"id":1,"method":"getPushToken"}"#, #"{"id":"1","method":"bridge.ping"}"#,
        #"<{"id":1,"result":{"provider":"ios-apns","token":"abc"}}"#,
        #"<{"id":"1","result":"pong"}"#,
        #"<{"id":"cb","method":"provider.getJWT","params":{"reason":"request"}}"#,
        #"{"id":"cb","result":"abc"}"#,
      ]) == [
        #"{"id":1,"method":"getPushToken"}"#, #"{"id":"1","method":"bridge.ping"}"#,
        #"{"id":1,"result":{"provider":"ios-apns","token":"<secret:3 bytes>"}}"#,
        #"{"id":"1","result":"pong"}"#,
        #"{"id":"cb","method":"provider.getJWT","params":{"reason":"request"}}"#,
        #"{"id":"cb","result":"<secret:3 bytes>"}"#,
      ])
  }

  @Test("covering changes only the secrets")
  func plain() throws {
    struct Nothing: Redaction {
      func redact(_ secret: JSON) -> JSON { secret }
      func redact(_ secret: String) -> String { secret }
    }
    let text = #"{"method":"setPushToken","params":["ios-apns","token-0123456789"]}"#
    var (redaction, nothing) = (MessageRedactor(Self.marks), Nothing())

    let shown = redaction.redacted(
      try JSONParser.parse(Array(text.utf8)).value, .received, by: &nothing)

    #expect(shown.text == text)
  }

  @Test("a known secret is redacted in every other place too")
  func known() throws {
    let shown = try Self.shown([
      #"{"method":"setPushToken","params":["ios-apns","token-0123456789"]}"#,
      #"{"method":"deleteDeviceToken","params":["is token-0123456789"]}"#,
    ])

    #expect(shown[1] == #"{"method":"deleteDeviceToken","params":["is <secret:16 bytes>"]}"#)
  }

  @Test("a known secret is redacted as often as it is there, and before an accent that joins it")
  func repeated() throws {
    func called(_ text: String) -> String {
      #"{"method":"deleteDeviceToken","params":["\#(text)"]}"#
    }
    let secret = "token-0123456789"

    let shown = try Self.shown([
      #"{"method":"setPushToken","params":["ios-apns","\#(secret)"]}"#,
      called("\(secret)\(secret)\u{301}, token-012345678"), called("token-01234567\(secret)"),
    ])

    let mark = "<secret:16 bytes>"
    #expect(shown[1] == called("\(mark)\(mark)\u{301}, token-012345678"))
    #expect(shown[2] == called("token-01234567\(mark)"))
  }

  @Test("the search for a secret takes time in proportion to the text", .timeLimit(.minutes(1)))
  func searched() throws {
    let secret = String(repeating: "a", count: 100_000) + "b"
    let text = String(repeating: "a", count: 500_000)

    let shown = try Self.shown([
      #"{"method":"setPushToken","params":["ios-apns","\#(secret)"]}"#,
      #"{"method":"mobileEvent","params":{"eventName":"\#(text)"}}"#,
    ])

    #expect(shown[1].utf8.count > text.utf8.count)
  }

  // Each address took a frame of the stack: the text of one call ended the process.
  @Test("a text of eighty thousand addresses is redacted")
  func addresses() throws {
    let count = 80_000
    let text = String(repeating: "a://b ", count: count)

    let shown = try Self.shown([#"{"method":"mobileEvent","params":{"eventName":"\#(text)"}}"#])

    let redacted = String(repeating: "a://<secret:1 bytes> ", count: count)
    #expect(shown == [#"{"method":"mobileEvent","params":{"eventName":"\#(redacted)"}}"#])
  }
}
