import JSONCodec
import Testing

@testable import BridgeCommandLine

@Suite("The parameters of the command call") struct CallParametersTests {
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
  ]

  @Test("a value that is valid JSON is JSON; any other value is a string", arguments: good)
  func accepted(_ words: [String], _ params: JSON?) throws {
    #expect(try CallParameters.parse(words, commandEnvironment().readInput) == params)
  }

  static let bad: [([String], String)] = [
    (["{\"a\":1,}"], "PARAMS-JSON: not valid JSON at byte 7, at '}'"),
    (["{\"a\":1"], "PARAMS-JSON: not valid JSON at byte 6, at the end"),
    ([" {}", "a=1"], "a=1: unexpected after PARAMS-JSON"),
    (["-", "a=1"], "a=1: unexpected after -"),
    (["a"], "a: must be KEY=VALUE, or one JSON object or array in quotes"),
    (["=1"], "=1: must be KEY=VALUE, or one JSON object or array in quotes"),
    (["a=1", "a=2"], "a: given twice"),
  ]

  @Test("an argument that is neither is rejected", arguments: bad)
  func refused(_ words: [String], _ message: String) {
    #expect(throws: UsageError.usage(message, helpOn: .call)) {
      try CallParameters.parse(words, commandEnvironment().readInput)
    }
  }

  @Test("a dash reads the parameters from standard input")
  func input() throws {
    let input = commandEnvironment(input: " {\"a\":\n[1]}\n").readInput

    #expect(try CallParameters.parse(["-"], input) == ["a": [1]])
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
      try CallParameters.parse(["-"], commandEnvironment(input: text).readInput)
    }
  }
}
