import EngineTestSupport
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// Fixed push tokens of connections that have closed, beside the token that the platform has.
@Suite("Fixed tokens of closed connections", .timeLimit(.minutes(10)))
struct FixedTokenTests {
  private static let url: JSONObject = ["apiUrl": "https://platform.example", "rToken": "t"]
  private static let script = ConnectionID(1)
  private static let app = ConnectionID(2)

  private static func updates(_ fixture: EngineFixture) -> [String] {
    fixture.http.requests.filter { $0.url.contains("/push/update/") }
      .compactMap { (try? JSONParser.parse($0.body).value)?["new_token"]?.stringValue }
  }

  private static func saved(_ fixture: EngineFixture) -> String? {
    fixture.engine.outbox.savedToken?.token.reveal()
  }

  /// Returns a platform that knows the token `live` of the app, which came after the fixed token `old` of a script.
  private static func live(
    closes: Bool, service: PushProvider = .iosFirebase
  ) async throws -> EngineFixture {
    let fixture = try EngineFixture(configuration: url)
    try fixture.engine.setTokenSource(.fixed(Secret("old")), for: service, by: script)
    if closes { fixture.engine.connectionEnded(script) }
    try fixture.engine.setTokenSource(
      Host(then: .value("live")).token(connection: app.value), for: .iosFirebase)
    try fixture.accept(SampleJobKinds.token, "first")
    try await eventually { fixture.state("first") == .delivered }
    #expect(saved(fixture) == "live")
    return fixture
  }

  @Test(
    "a fixed token from before the provider moves no subscription after the provider has left",
    arguments: [PushProvider.iosFirebase, .iosHuawei])
  func older(service: PushProvider) async throws {
    let fixture = try await Self.live(closes: true, service: service)
    fixture.engine.connectionEnded(Self.app)

    try fixture.configure(Self.url)
    try fixture.accept(SampleJobKinds.token, "later")
    try await eventually { fixture.state("later") == .delivered }
    await fixture.rest()

    #expect(Self.updates(fixture) == [] && Self.saved(fixture) == "live")
    #expect(await fixture.engine.pushToken()().token?.token.reveal() == "live")
    await fixture.engine.stop()
  }

  @Test("a fixed token that a script sets after the provider has left updates the platform")
  func newer() async throws {
    let fixture = try await Self.live(closes: true)
    fixture.engine.connectionEnded(Self.app)
    try fixture.engine.setTokenSource(.fixed(Secret("new")), for: .iosFirebase, by: Self.script)
    fixture.engine.connectionEnded(Self.script)

    try fixture.configure(Self.url)

    try await eventually { Self.saved(fixture) == "new" }
    #expect(Self.updates(fixture) == ["new"])
    await fixture.engine.stop()
  }

  @Test("a fixed token of an open connection is in force again, and updates the platform")
  func open() async throws {
    let fixture = try await Self.live(closes: false)
    fixture.engine.connectionEnded(Self.app)

    try fixture.configure(Self.url)

    try await eventually { Self.saved(fixture) == "old" }
    #expect(Self.updates(fixture) == ["old"])
    await fixture.engine.stop()
  }

  @Test("after `clear` the platform has no token, and a fixed token is in force again")
  func cleared() async throws {
    let fixture = try await Self.live(closes: true)
    fixture.engine.connectionEnded(Self.app)

    try await fixture.engine.clear()()

    #expect(await fixture.engine.pushToken()().token?.token.reveal() == "old")
    await fixture.engine.stop()
  }
}
