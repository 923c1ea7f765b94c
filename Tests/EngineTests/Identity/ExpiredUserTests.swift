import EngineTestSupport
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// The user whom an expired JWT names.
@Suite("The user of an expired JWT", .timeLimit(.minutes(10)))
struct ExpiredUserTests {
  private static let claim: JSONObject = ["db_id": 1, "matching": "email", "email": "a@b.c"]
  private static let ann = TestJWT.tag(TestJWT.ann)

  /// Returns a JWT of Ann with that text as the claim `exp`.
  private static func jwt(exp: String) throws -> String {
    TestJWT.with(["matching": .object(claim), "exp": try JSONParser.parse(Array(exp.utf8)).value])
  }

  private static func fixture(_ provider: JWTProvider) throws -> EngineFixture {
    let fixture = try EngineFixture(configuration: [:])
    fixture.engine.setJWTProvider(provider)
    return fixture
  }

  /// Returns the user of a call made now.
  private static func owner(_ fixture: EngineFixture) async throws(EngineError) -> UserTag {
    switch try fixture.engine.owner(function: "f") {
    case .known(let owner): owner.userTag
    case .askHost: try await fixture.engine.ownerFromHost(function: "f").userTag
    }
  }

  @Test(
    "a call finds its user whatever the claim exp says",
    arguments: [
      "0", "-1", "1", "1.5", "1e308", "-1e308", "1e400", "-1e400", "9223372036854775808", #""1""#,
      "null", "[]", "true", "1763700000", "4000000000",
    ])
  func owner(exp: String) async throws {
    let jwt = try Self.jwt(exp: exp)
    for provider in [JWTProvider.fixed(Secret(jwt)), Host(then: .value(jwt)).jwt()] {
      let fixture = try Self.fixture(provider)
      #expect(try await Self.owner(fixture) == Self.ann)
      #expect(fixture.emitted == ["200"])
      await fixture.engine.stop()
    }
  }

  @Test(
    "a job of an expired JWT is accepted and waits for its user, over a restart; a new JWT sends it",
    arguments: ["0", "-1", "1.5", "-1e308", "-1e400", "1763700000"])
  func waits(exp: String) async throws {
    let host = Host(then: .value(try Self.jwt(exp: exp)))
    let fixture = try Self.fixture(host.jwt())
    try fixture.accept(SampleJobKinds.state, "a", user: try await Self.owner(fixture))
    try await eventually { fixture.waitingFor("a") == .user }
    #expect(host.asked == ["request", "request", "expired"])
    await fixture.engine.stop()

    let again = try fixture.restarted()
    again.engine.setJWTProvider(host.jwt())
    try await eventually { again.waitingFor("a") == .user && host.asked.count >= 5 }
    #expect(fixture.http.requests.isEmpty && again.http.requests.isEmpty)
    again.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))

    try await eventually { again.state("a") == .delivered }
    #expect(again.http.requests.map { $0.headers[0].value } == ["Bearer " + TestJWT.ann])
    await again.engine.stop()
  }

  @Test(
    "a JWT whose exp is later, or no number, is valid",
    arguments: ["1763700001", "1e308", "1e400", "9223372036854775808", #""1""#, "null", "true"])
  func valid(exp: String) async throws {
    let fixture = try Self.fixture(.fixed(Secret(try Self.jwt(exp: exp))))
    try fixture.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { fixture.state("a") == .delivered }
    await fixture.engine.stop()
  }

  @Test("exp is judged before each attempt: a JWT that expires between two is replaced")
  func betweenAttempts() async throws {
    let start = FixtureTime.start / 1000
    let first = try Self.jwt(exp: "\(start + 1)")
    let host = Host(.value(first), .value(first), then: .value(TestJWT.ann))
    let fixture = try EngineFixture(ScriptedHTTPClient([.status(503)]), configuration: [:])
    fixture.engine.setJWTProvider(host.jwt())

    try fixture.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await fixture.pass { fixture.state("a") == .delivered }

    #expect(host.asked == ["request", "request", "expired"])
    #expect(
      fixture.http.requests.map { $0.headers[0].value } == [
        "Bearer " + first, "Bearer " + TestJWT.ann,
      ])
    await fixture.engine.stop()
  }

  @Test(
    "a call is refused with 402 without a JWT, or with one that cannot be read",
    arguments: [
      (nil, 540), ("", 540), ("junk", 541), (TestJWT.unidentified, 542), (TestJWT.make("{}"), 542),
    ] as [(String?, Int)])
  func refused(jwt: String?, cause: Int) async throws {
    let answer = jwt.map { HostAnswer.value($0) } ?? .none
    let fixed = jwt.map { JWTProvider.fixed(Secret($0)) }
    for provider in [fixed, Host(then: answer).jwt()] {
      let fixture = try EngineFixture(configuration: [:])
      fixture.engine.setJWTProvider(provider)
      let error = await #expect(throws: EngineError.self) { try await Self.owner(fixture) }
      guard case .refused(let refusal) = error else {
        Issue.record("not refused: \(String(describing: error))")
        continue
      }
      #expect(refusal.event.code == .userTagMissing)
      #expect(refusal.causes.map { $0.code.number(.current) } == [cause])
      await fixture.engine.stop()
    }
  }

  @Test("a token update of an expired JWT waits for its user, and is sent with a new JWT")
  func tokenUpdate() async throws {
    let fixture = try Self.fixture(.fixed(Secret(TestJWT.ann)))
    try fixture.engine.setTokenSource(.fixed(Secret("old")), for: .iosFirebase)
    try fixture.accept(SampleJobKinds.token, "first", user: Self.ann)
    try await eventually { fixture.state("first") == .delivered }
    fixture.engine.setJWTProvider(.fixed(Secret(try Self.jwt(exp: "1"))))
    try fixture.engine.setTokenSource(.fixed(Secret("new")), for: .iosFirebase)

    try fixture.configure(["apiUrl": "https://platform.example"])
    try await eventually { fixture.engine.outbox.statistics.pending == 1 }
    #expect(fixture.engine.outbox.savedToken?.token.reveal() == "old")
    fixture.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))

    try await eventually { fixture.engine.outbox.savedToken?.token.reveal() == "new" }
    await fixture.engine.stop()
  }
}
