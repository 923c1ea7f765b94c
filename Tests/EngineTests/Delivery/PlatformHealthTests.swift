import EngineTestSupport
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// The state of the platform, as `bridge.stats` reports it.
@Suite struct PlatformHealthTests {
  private static func url(_ number: Int) throws -> APIURL {
    try APIURL.parse("https://platform-\(number).example", allowsInsecureHTTP: false)
  }

  @Test("a new address is untried until something is sent to it, and the old one keeps its state")
  func newAddress() async throws {
    let fixture = try EngineFixture(rToken: "t")
    #expect(fixture.engine.platformState == .untried)
    try fixture.accept(SampleJobKinds.event, "first")
    try await eventually { fixture.state("first") == .delivered }
    #expect(fixture.engine.platformState == .well)

    try fixture.configure(["apiUrl": "https://other.example", "rToken": "t"])
    #expect(fixture.engine.platformState == .untried)
    try fixture.accept(SampleJobKinds.event, "second")
    try await eventually { fixture.state("second") == .delivered }
    #expect(fixture.engine.platformState == .well)

    try fixture.configure(["apiUrl": "https://third.example", "rToken": "t"])
    #expect(fixture.engine.platformState == .untried)
    try fixture.configure(["apiUrl": "https://other.example", "rToken": "t"])
    #expect(fixture.engine.platformState == .well)
    await fixture.engine.stop()
  }

  @Test("the states of a bounded number of addresses are kept")
  func bound() throws {
    let health = PlatformHealth(.none)
    let failure = AttemptOutcome(HTTPFailure.transport(message: "refused"))
    for number in 1...PlatformHealth.addressLimit {
      health.record(failure, of: try Self.url(number))
    }
    #expect(health.state(of: try Self.url(1)) == .unreachable)

    health.record(failure, of: try Self.url(0))

    #expect(health.state(of: try Self.url(0)) == .unreachable)
    #expect(health.state(of: try Self.url(1)) == .untried && health.state(of: nil) == .untried)
  }
}
