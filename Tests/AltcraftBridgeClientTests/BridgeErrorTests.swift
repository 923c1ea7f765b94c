import BridgeClient
import JSONCodec
import Testing

@testable import AltcraftBridgeClient

@Suite("The errors of the client for Swift") struct BridgeErrorTests {
  @Test("distinguish a lost connection from a call that was not sent, and from one without answer")
  func reasons() throws {
    let busy = BridgeError(.tooManyCalls)
    #expect(busy == .tooManyCalls && busy.isRetryable)
    #expect(BridgeError(.notAnswered) == .timedOut)
    for failure: CallFailure in [.disconnected, .closed("1006"), .unintelligible("x")] {
      let error = BridgeError(failure)
      #expect(error == .disconnected(failure.message) && !error.isRetryable)
    }
  }

  @Test("have the members of a refusal")
  func refusal() throws {
    let text =
      #"{"code":-32010,"message":"full","data":{"reason":"outboxFull","retryable":true,"max":1}}"#

    let error = BridgeError(.refused(try JSONParser.parse(Array(text.utf8)).value))

    let data: JSONValue = ["reason": "outboxFull", "retryable": true, "max": 1]
    #expect(
      error == .refused(code: -32010, reason: "outboxFull", message: "full", data: data))
    #expect(error.isRetryable)
  }
}
