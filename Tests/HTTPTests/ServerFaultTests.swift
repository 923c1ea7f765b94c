import HTTP
import TestSupport
import Testing

@Suite("Any server behaviour ends the attempt with an outcome, and the next one is made")
struct ServerFaultTests {
  private let process = makeProcess()

  @Test("the headers decide, in time and in bounded memory", arguments: ServerFault.all)
  func table(fault: ServerFault) async throws {
    let server = FaultyHTTPServer(["/": fault.behaviour(), "/ok": .answer(status: 200)])
    let other = FaultyHTTPServer(["/ok": .answer(status: 200)])
    let token = HTTPHeader("Authorization", "Bearer x.y.secret")
    // The process is started by this request, so that the deadline of the next one does not include the start.
    #expect(await statusOfAnswer(from: other.url("/ok"), process) == 200)
    let started = ContinuousClock.now

    let deadline: Duration = fault.isAnswered ? testTimeout : .seconds(1.5)
    let outcome = await outcome(
      of: post(server.url("/"), headers: [token], deadline: deadline), process)

    // The deadline, the grace, and the delay of a busy machine.
    #expect(ContinuousClock.now - started < testTimeout)
    #expect(fault.outcome.fits(outcome), "\(outcome)")
    if case .failure(let failure) = outcome { #expect(!failure.message.contains("secret")) }
    var next = await statusOfAnswer(from: server.url("/ok"), process)
    // The next request may get superfluous bytes as its answer, or meet the end of its connection or of the process.
    if next != 200 { next = await statusOfAnswer(from: server.url("/ok"), process) }
    #expect(next == 200)
    #expect(server.requests.count { $0.path == "/" } == 1)
    // A stuck process is replaced in time for the next request.
    if fault.mayCostProcess { #expect(process.starts <= 2) } else { #expect(process.starts == 1) }
    #expect(try peakResidentBytes(try #require(process.processID)) < 80 << 20)
  }
}

extension ServerFault {
  fileprivate var mayCostProcess: Bool {
    if case .endless = behaviour() { return true }
    // After a reset in a body the library may end the process, which the next attempt replaces.
    return outcome == .crash || name.contains("bomb") || name == "resets in the body"
  }

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
    case (.crash, .failure(.worker)), (.crash, .failure(.transport)): true
    default: false
    }
  }
}
