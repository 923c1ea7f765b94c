import AltcraftEngine
import JSONCodec
import JSONRPC
import Testing

/// Errors in parameters: missing, of another type, and unknown are three sentences.
@Suite struct ParameterErrorTests {
  // The method, the parameters as JSON, and the message of the error.
  static let messages: [(String, String, String)] = [
    ("mobileEvent", #"{"eventName":"e"}"#, "sid is required (a non-empty string)"),
    (
      "mobileEvent", #"{"sid":1,"eventName":"e"}"#,
      "sid must be a non-empty string, got the number 1"
    ),
    ("mobileEvent", #"{"sid":"","eventName":"e"}"#, "sid must be a non-empty string"),
    ("mobileEvent", #"{"sid":null,"eventName":"e"}"#, "sid must be a non-empty string, got null"),
    (
      "mobileEvent", #"{"sid":"px","evntName":"e"}"#,
      "unknown parameter evntName; did you mean eventName?"
    ),
    ("setAppGroup", #"{"groupName":7}"#, "groupName must be a string, got the number 7"),
    ("pushSubscribe", #"{"sync":"yes"}"#, "sync must be a boolean, got a string"),
    ("pushSubscribe", #"{"cats":{"a":1}}"#, "cats must be an array, got an object"),
    ("pushSubscribe", #"{"cats":["a",7]}"#, "cats[1] must be a string or object, got the number 7"),
    (
      "pushSubscribe", #"{"cats":[{"nmae":"a"}]}"#,
      "unknown parameter cats[0].nmae; did you mean name?"
    ),
    (
      "pushSubscribe", #"{"cats":[{"colour":"a"}]}"#,
      "unknown parameter cats[0].colour; expected one of name, title, steady, active"
    ),
    (
      "pushSubscribe", #"{"userName":"a"}"#,
      "unknown parameter userName; pushSubscribe takes sync, profileFields, customFields, cats, replace, skipTriggers, requestId, wait, waitTimeoutMs"
    ),
    (
      "pushSubscribe", #"{"waitTimeoutMs":0}"#,
      "waitTimeoutMs must be an integer from 1 to 86400000, got the number 0"
    ),
    (
      "pushSubscribe", #"{"requestId":"a b"}"#,
      "requestId must be 1 to 128 characters of A-Z a-z 0-9 . _ : -"
    ),
    (
      "pushSubscribe", "[true,null,null,null,null,null,null,null,null,1]",
      "pushSubscribe takes at most 9 parameters"
    ),
    (
      "pushSubscribe", #"{"profileFields":{"a":1,"a":2}}"#,
      "profileFields.a is given more than once"
    ),
    (
      "initialization", #"{"apiUrl":"https://example.com"}"#,
      #"unknown parameter apiUrl; initialization takes {"configuration": {...}}"#
    ),
    (
      "initialization", #"{"configuration":{"apiURL":"https://example.com"}}"#,
      "unknown parameter configuration.apiURL; did you mean apiUrl?"
    ),
    ("bridge.ping", #"{"loud":true}"#, "unknown parameter loud; bridge.ping takes no parameters"),
    ("bridge.ping", "[1]", "bridge.ping takes no parameters"),
    (
      "setJWTProvider", #"{"provider":{"token":1234}}"#,
      "provider.token must be a string, got a number"
    ),
    ("setJWTProvider", #"{"provider":{}}"#, "provider.token is required (a string)"),
    (
      "setJWTProvider", #"{"provider":"calback"}"#,
      #"provider must be "callback", an object with the string member token, or null"#
    ),
    (
      "mobileEvent",
      #"["px","e",null,null,null,null,null,{"channel":"email","email":"a@b.c"}]"#,
      "subscription.resource_id is required (an integer)"
    ),
    ("nse.isAltcraftPush", "{}", "message is required (an object, unless request is given)"),
    ("mobilEvent", "{}", "unknown method mobilEvent; did you mean mobileEvent?"),
    (
      "eventSDKFunctions.subscribe", "{}",
      "unknown method eventSDKFunctions.subscribe; did you mean events.subscribe?"
    ),
    ("somethingElse", "{}", "unknown method somethingElse"),
    ("", "{}", #"unknown method """#),
    ("bridge.ping", #"{"":1}"#, #"unknown parameter ""; bridge.ping takes no parameters"#),
  ]

  @Test("the message for a refused parameter states the fault and the remedy", arguments: messages)
  func message(method: String, params: String, message: String) async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()

    let messages = client.send(method, try JSONParser.parse(Array(params.utf8)).value)

    #expect(messages.map { $0["error"]?["message"] } == [.string(message)])
    await fixture.engine.stop()
  }

  @Test(
    "a refused call gets the same error from the fast path and from the full parser",
    arguments: FailedCall.all.map { ($0.method, $0.params, $0.isReady) }
      + messages.map { ($0.0, try? JSONParser.parse(Array($0.1.utf8)).value, true) })
  func parsers(method: String, params: JSON?, isReady: Bool) async throws {
    let fixture = try MethodFixture()
    let client = fixture.connect()
    if isReady { try client.ready() }
    let ordinary = client.request(method, params)
    // A member that JSON-RPC does not define is left to the full parser.
    var other = try #require(client.request(method, params).objectValue)
    other["more"] = 1

    client.receive([ordinary])
    client.receive([.object(other)])

    let errors = client.take().compactMap { $0["error"] }
    #expect(errors.count == 2 && errors.first == errors.last)
    await fixture.engine.stop()
  }
}
