import HTTP
import TestSupport
import Testing

@Suite("Any server behaviour ends the attempt with an outcome, and the next one is made")
struct ServerFaultTests {
  private let client = makeClient()

  @Test("the headers decide, in time", arguments: ServerFault.all)
  func table(fault: ServerFault) async throws {
    let server = FaultyHTTPServer(["/": fault.behaviour(), "/ok": .answer(status: 200)])
    let token = HTTPHeader("Authorization", "Bearer x.y.secret")
    let started = ContinuousClock.now

    let deadline: Duration = fault.isAnswered ? testTimeout : .seconds(1.5)
    let outcome = await outcome(
      of: post(server.url("/"), headers: [token], deadline: deadline), client)

    // The deadline, and the delay of a busy machine.
    #expect(ContinuousClock.now - started < testTimeout)
    #expect(fault.outcome.fits(outcome), "\(outcome)")
    if case .failure(let failure) = outcome { #expect(!failure.message.contains("secret")) }
    #expect(await statusOfAnswer(from: server.url("/ok"), client) == 200)
    #expect(server.requests.count { $0.path == "/" } == 1)
  }
}

extension ServerFault {
  /// True if the answer is complete, so that nothing has to end it.
  fileprivate var isAnswered: Bool {
    if case .answer(_, isComplete: true) = outcome { true } else { false }
  }
}

extension ServerFault.Outcome {
  fileprivate func fits(_ outcome: Result<HTTPResponse, HTTPFailure>) -> Bool {
    switch (self, outcome) {
    case (.answer(let status, let isComplete), .success(let response)):
      response.status == status && response.bodyIsComplete == isComplete
    case (.head(let status), .success(let response)): response.status == status
    case (.failureOr(let status), .success(let response)): response.status == status
    case (.failure, .failure(.transport)), (.failureOr, .failure(.transport)): true
    default: false
    }
  }
}
