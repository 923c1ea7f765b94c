import AltcraftMethods
import JSONCodec
import JSONRPC
import ReferencePages
import Testing

@testable import BridgeCommandLine

@Suite("The parameters of the command call") struct CallParametersTests {
  /// A method that this version does not know.
  static let unknown = "new.method"

  static let good: [([String], JSON?)] = [
    ([], nil),
    (["{}"], [:]),
    ([#"{"a":[1,{"b":null}]}"#], ["a": [1, ["b": nil]]]),
    (["[1,2]"], [1, 2]),
    (["name=Ann"], ["name": "Ann"]),
    (["name="], ["name": ""]),
    (["count=3", "flag=true", "none=null"], ["count": 3, "flag": true, "none": nil]),
    (["text=\"3\""], ["text": "3"]),
    (["payload={\"plan\":\"pro\"}"], ["payload": ["plan": "pro"]]),
    (["broken={plan"], ["broken": "{plan"]),
    (["phone=+7999"], ["phone": "+7999"]),
    (["zip=007"], ["zip": "007"]),
    (["jwt=a.b.c=="], ["jwt": "a.b.c=="]),
    (["price=1.0"], ["price": .number(JSONNumber(checkedText: "1.0"))]),
    (["a.b=1", "a.c.d=x"], ["a": ["b": 1, "c": ["d": "x"]]]),
  ]

  @Test(
    "for an unknown method, a value that is valid JSON is JSON; any other value is a string",
    arguments: good)
  func accepted(_ words: [String], _ params: JSON?) throws {
    #expect(try CallParameters(Self.unknown, commandEnvironment()).parse(words) == params)
  }

  static let typed: [(String, [String], JSON?)] = [
    ("deleteDeviceToken", ["provider=IOS-APNS"], ["provider": "ios-apns"]),
    (
      "mobileEvent", ["sid=17", "eventName=true", "waitTimeoutMs=5000", "wait=outcome"],
      ["sid": "17", "eventName": "true", "waitTimeoutMs": 5000, "wait": "outcome"]
    ),
    (
      "mobileEvent", ["sid=\"17\"", "eventName=null", "sendMessageId=null"],
      ["sid": "\"17\"", "eventName": "null", "sendMessageId": nil]
    ),
    (
      "mobileEvent",
      ["sid=p", "eventName=e", "payload.price=12", "payload.zip=007", "matching.email=a@b.c"],
      [
        "sid": "p", "eventName": "e", "payload": ["price": 12, "zip": "007"],
        "matching": ["email": "a@b.c"],
      ]
    ),
    (
      "mobileEvent", ["sid=p", "eventName=e", #"payload={"a":1}"#, "payload.b=2"],
      ["sid": "p", "eventName": "e", "payload": ["a": 1, "b": 2]]
    ),
    (
      "outbox.discard", ["filter.code=437", "filter.method=mobileEvent", "filter.state=rejected"],
      ["filter": ["code": [437], "method": ["mobileEvent"], "state": "rejected"]]
    ),
    ("pushSubscribe", ["cats=[]"], ["cats": []]),
    (
      "initialize", ["configuration.apiUrl=https://e", "configuration.rToken=1"],
      ["configuration": ["apiUrl": "https://e", "rToken": "1"]]
    ),
    (
      "mobileEvent",
      [
        "sid=p", "eventName=e", "subscription.channel=email", "subscription.resource_id=1",
        "subscription.email=a@b.c",
      ],
      [
        "sid": "p", "eventName": "e",
        "subscription": ["channel": "email", "resource_id": 1, "email": "a@b.c"],
      ]
    ),
    ("mobileEvent", [#"{"sid":"-","eventName":"@e"}"#], ["sid": "-", "eventName": "@e"]),
    ("outbox.get", ["requestId=@id"], ["requestId": "order-7"]),
    ("outbox.get", ["requestId=-"], ["requestId": "order-8"]),
    ("parsePush", ["message=@push"], ["message": ["a": "1"]]),
  ]

  @Test(
    "a value has the type that the method declares; it may stand in a file or on standard input",
    arguments: typed)
  func read(_ method: String, _ words: [String], _ params: JSON?) throws {
    let environment = commandEnvironment(
      files: ["id": "order-7\n", "push": #"{"a":"1"}"#], input: "order-8\n")

    #expect(try CallParameters(method, environment).parse(words) == params)
  }

  static let refusals: [(String, [String], String)] = [
    ("mobileEvent", [], "mobileEvent: needs sid=VALUE eventName=VALUE"),
    ("mobileEvent", ["sid=p"], "mobileEvent: needs eventName=VALUE"),
    ("mobileEvent", ["waitTimeoutMs=soon"], "waitTimeoutMs=soon: must be an integer"),
    ("mobileEvent", ["waitTimeoutMs=1.5"], "waitTimeoutMs=1.5: must be an integer"),
    ("mobileEvent", ["wait=never"], "wait=never: must be accepted or outcome"),
    ("mobileEvent", ["payload=x"], "payload=x: must be a JSON object"),
    ("mobileEvent", ["sid.a=x"], "sid: must be a string"),
    (
      "mobileEvent", ["evntName=x"],
      "evntName: mobileEvent has no such parameter, did you mean eventName?"
    ),
    ("bridge.ping", ["a=x"], "a: bridge.ping has no such parameter, it has none"),
  ]

  @Test(
    "a missing parameter, one of the wrong type and an unknown one are three messages",
    arguments: refusals)
  func wrong(_ method: String, _ words: [String], _ message: String) {
    #expect(throws: UsageError.usage(message, helpOnMethod: method)) {
      try CallParameters(method, commandEnvironment()).parse(words)
    }
  }

  @Test("the command of each example of the reference gives the parameters of the example")
  func examples() throws {
    var count = 0
    for method in Reference(version: "").groups.flatMap(\.methods) {
      let declared = Catalog.methods.first { $0.name == method.name }?.declaration.examples ?? []
      for (shown, example) in zip(method.examples, declared) {
        let words = Self.words(of: shown.command)
        #expect(words.prefix(3) == ["altcraft-bridge", "call", method.name])
        let given = try CallParameters(method.name, commandEnvironment()).parse(
          Array(words.dropFirst(3)))
        let isEmpty = given == nil || given == [:]
        #expect(
          isEmpty ? example.parameters.isEmpty : given == .object(example.parameters),
          "\(shown.command)")
        count += 1
      }
    }
    #expect(count > 100)
  }

  /// Splits a command line as a shell does that has only single quotes and backslashes.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "'" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == "\\", !isQuoted {
        isEscaped = true
      } else if character == " ", !isQuoted {
        words += word.map { [$0] } ?? []
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  static let bad: [([String], String)] = [
    (["{\"a\":1,}"], "PARAMS-JSON: not valid JSON at byte 7, at '}'"),
    (["{\"a\":1"], "PARAMS-JSON: not valid JSON at byte 6, at the end"),
    ([" {}", "a=1"], "a=1: unexpected after PARAMS-JSON"),
    (["-", "a=1"], "a=1: unexpected after -"),
    (["a"], "a: must be KEY=VALUE, or one JSON object or array in quotes"),
    (["=1"], "=1: must be KEY=VALUE, or one JSON object or array in quotes"),
    (["a=1", "a=2"], "a: given twice"),
    (["a.b=1", "a.b=2"], "a.b: given twice"),
    (["a=1", "a.b=2"], "a.b: a is not an object"),
    (["a=@none"], "none: no such file or directory"),
    (["a=-", "b=-"], "standard input: only one VALUE can be read from it"),
  ]

  @Test("an argument that is neither is rejected", arguments: bad)
  func refused(_ words: [String], _ message: String) {
    #expect(throws: UsageError.usage(message, helpOn: .call)) {
      try CallParameters(Self.unknown, commandEnvironment()).parse(words)
    }
  }

  @Test("a dash reads the parameters from standard input")
  func input() throws {
    let environment = commandEnvironment(input: " {\"a\":\n[1]}\n")

    #expect(try CallParameters(Self.unknown, environment).parse(["-"]) == ["a": [1]])
  }

  @Test(
    "standard input must contain parameters",
    arguments: [
      ("", "not valid JSON at byte 0, at the end"), ("[1", "not valid JSON at byte 2, at the end"),
      ("[1 2]\n", "not valid JSON at byte 3, at '2] '"),
      ("3", "must be a JSON object or array, got number"),
    ])
  func refusedInput(_ text: String, _ message: String) {
    #expect(throws: UsageError.usage("standard input: \(message)", helpOn: .call)) {
      try CallParameters(Self.unknown, commandEnvironment(input: text)).parse(["-"])
    }
  }
}
