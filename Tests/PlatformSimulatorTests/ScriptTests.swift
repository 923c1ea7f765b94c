import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

@Suite struct ScriptTests {
  private func script(_ text: String) throws(PlatformScriptError) -> PlatformScript {
    try PlatformScript(json: Array(text.utf8))
  }

  @Test("every fault has a name in scripts")
  func faults() throws {
    let cases: [(String, Fault)] = [
      (#"{"status":503}"#, .status(503)),
      (
        #"{"status":401,"headers":{"WWW-Authenticate":"Basic"},"body":{"a":1}}"#,
        .status(401, headers: [.init("WWW-Authenticate", "Basic")], body: ["a": 1])
      ),
      (#"{"delayMs":5}"#, .delay(milliseconds: 5)),
      (#"{"drop":"before"}"#, .drop(.before)),
      (#"{"drop":"after","delayMs":9}"#, Fault(.drop(.after), delayMilliseconds: 9)),
      (#"{"truncateBody":0}"#, .truncateBody(0)),
      (#"{"redirect":"http://x/"}"#, .redirect(to: "http://x/")),
      (
        #"{"redirect":"/y","status":302}"#, Fault(.redirect(to: "/y", status: 302))
      ),
      (#"{"hang":true}"#, .hang),
    ]
    for (text, fault) in cases {
      let parsed = try script(#"{"rules":[{"fault":\#(text)}]}"#)

      #expect(parsed.rules == [ScriptRule(fault: fault)])
    }
  }

  @Test(
    "an error is reported with its place",
    arguments: [
      ("{", "not JSON at byte 1"),
      ("[]", "$: must be an object, got an array"),
      (#"{"rule":[]}"#, "$.rule: is unknown"),
      (#"{"rules":{}}"#, "$.rules: must be an array, got an object"),
      (#"{"rules":[{}]}"#, "$.rules[0].fault: is missing"),
      (
        #"{"rules":[{"fault":{}}]}"#,
        "$.rules[0].fault: must have one of status, drop, truncateBody, redirect, hang, or delayMs"
      ),
      (
        #"{"rules":[{"fault":{"drop":"after","hang":true}}]}"#,
        "$.rules[0].fault: must have one of status, drop, truncateBody, redirect, hang, or delayMs"
      ),
      (
        #"{"rules":[{"fault":{"hang":true}},{"fault":{"status":99}}]}"#,
        "$.rules[1].fault.status: must be an integer from 200 to 599, got 99"
      ),
      (
        #"{"rules":[{"fault":{"body":1,"delayMs":1}}]}"#,
        "$.rules[0].fault: headers and body need a status and no redirect"
      ),
      (
        #"{"rules":[{"fault":{"status":200,"headers":{"A":"b\r\nC: d"}}}]}"#,
        "$.rules[0].fault.headers.A: is not a valid header value"
      ),
      (
        #"{"rules":[{"fault":{"status":200,"headers":{"Content-Length":"1"}}}]}"#,
        "$.rules[0].fault.headers.Content-Length: is set by the simulator; see truncateBody"
      ),
      (
        #"{"rules":[{"fault":{"redirect":"x","status":200}}]}"#,
        "$.rules[0].fault.status: must be 300 to 399 for a redirect, got 200"
      ),
      (
        #"{"rules":[{"fault":{"hang":true},"times":0}]}"#,
        "$.rules[0].times: must be an integer from 1 to 2147483647, got 0"
      ),
      (
        #"{"rules":[{"fault":{"hang":true},"match":{"path":"event"}}]}"#,
        "$.rules[0].match.path: must start with /, got event"
      ),
      (
        #"{"rules":[{"fault":{"hang":true},"match":{"paths":"/"}}]}"#,
        "$.rules[0].match.paths: is unknown"
      ),
      (
        #"{"platform":{"categories":[{"title":"x"}]}}"#, "$.platform.categories[0].name: is missing"
      ),
      (
        #"{"platform":{"resourceTokens":["a",1]}}"#,
        "$.platform.resourceTokens[1]: must be a string that is not empty, got 1"
      ),
    ])
  func mistakes(text: String, message: String) throws {
    let error = #expect(throws: PlatformScriptError.self) { try script(text) }
    #expect(error?.message == message)

    let platform = try TestPlatform()
    let answer = try platform.control("POST", "/__script", text)
    #expect(answer.status == 400)
    #expect(try answer.errorText == "script \(message)")
  }

  @Test("a script is read from a file, and errors name the file")
  func file() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/script.json"
    write(#"{"rules":[{"fault":{"hang":true}}]}"#, to: path)

    #expect(try PlatformScript(file: path).rules == [ScriptRule(fault: .hang)])
    write(#"{"rules":[{"fault":{"hang":1}}]}"#, to: path)
    let wrong = #expect(throws: PlatformScriptError.self) { try PlatformScript(file: path) }
    #expect(wrong?.message == "\(path): $.rules[0].fault.hang: must be a boolean, got 1")
    let missing = #expect(throws: PlatformScriptError.self) {
      try PlatformScript(file: "/nowhere.json")
    }
    #expect(missing?.message == "/nowhere.json: No such file or directory")
  }

  private func write(_ text: String, to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  @Test("the number of rules is limited")
  func bounded() throws {
    let platform = try TestPlatform { $0.limits.rules = 2 }
    try platform.simulator.script([ScriptRule(fault: .hang), ScriptRule(fault: .hang)])

    let error = #expect(throws: PlatformScriptError.self) {
      try platform.simulator.script([ScriptRule(fault: .hang)])
    }
    #expect(error?.message == "$.rules: must be at most 2 in all")
  }
}
