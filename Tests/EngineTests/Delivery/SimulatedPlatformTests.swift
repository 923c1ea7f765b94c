import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// The answers of a program that should be a simulated platform.
@Suite(.timeLimit(.minutes(10))) struct SimulatedPlatformTests {
  private static func platform(_ answer: ScriptedHTTPClient.Answer) throws -> SimulatedPlatform {
    let fixture = try EngineFixture(
      ScriptedHTTPClient([], then: answer), configuration: ["apiUrl": "http://127.0.0.1:1"])
    return try fixture.engine.simulatedPlatform(function: "test")
  }

  @Test("the pushes of an answer are read in their order")
  func pushes() async throws {
    let platform = try Self.platform(
      .status(
        200,
        #"{"pushes":[{"number":1,"campaign":"c","message":{"a":1}},{"number":2,"message":{}}]}"#))

    let pushes = try await platform.pushes(of: "t", after: 0, milliseconds: 0).get()

    #expect(pushes.map(\.number) == [1, 2])
    #expect(pushes.map(\.campaign) == ["c", nil])
    #expect(pushes.map(\.message) == [["a": 1], [:]])
    await #expect(throws: Never.self) { try await platform.check() }
  }

  @Test(
    "an answer of another program, or a part of one, is refused",
    arguments: [
      HTTPResponse(status: 404, body: Array(#"{"pushes":[]}"#.utf8)),
      HTTPResponse(status: 200, body: Array(#"{"pushes":[]}"#.utf8), bodyIsComplete: false),
      HTTPResponse(status: 200, body: Array("<html>".utf8)),
      HTTPResponse(status: 200, body: Array(#"{"pushes":[{"number":0,"message":{}}]}"#.utf8)),
      HTTPResponse(status: 200, body: Array(#"{"pushes":[{"number":1,"message":1}]}"#.utf8)),
    ])
  func otherProgram(answer: HTTPResponse) async throws {
    let platform = try Self.platform(.respond(answer))

    let problem = await #expect(throws: SimulatedPlatform.Problem.self) {
      try await platform.pushes(of: "t", after: 0, milliseconds: 0).get()
    }
    #expect(problem?.text.contains("is not a simulated platform") == true)
    await #expect(throws: EngineError.self) { try await platform.check() }
  }

  @Test("without a configuration there is no platform to ask")
  func unconfigured() throws {
    let fixture = try EngineFixture()

    let error = #expect(throws: EngineError.self) {
      try fixture.engine.simulatedPlatform(function: "test")
    }
    guard case .refused(let refusal)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(refusal.event.code == .configurationMissing)
  }
}
