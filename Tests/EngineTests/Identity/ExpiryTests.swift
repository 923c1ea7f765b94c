import EngineTestSupport
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// Tests of expired JWTs, and of calls that wait for a JWT.
@Suite struct ExpiryTests {
  private static let ann = TestJWT.tag(TestJWT.ann)

  private static func fixture(_ http: ScriptedHTTPClient, _ provider: JWTProvider) throws
    -> EngineFixture
  {
    let fixture = try EngineFixture(http, configuration: [:])
    fixture.engine.setJWTProvider(provider)
    return fixture
  }

  @Test("an expired JWT is replaced by a new request before it is sent")
  func expired() async throws {
    let old = TestJWT.make(
      #"{"db_id":1,"matching":"email","email":"a@b.c"}"#, expiresAt: FixtureTime.start / 1000)
    let fresh = TestJWT.make(
      #"{"db_id":1,"matching":"email","email":"a@b.c"}"#, expiresAt: FixtureTime.start / 1000 + 1)
    let host = Host(.value(old), then: .value(fresh))
    let fixture = try Self.fixture(ScriptedHTTPClient([]), host.jwt())
    try fixture.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { fixture.state("a") == .delivered }
    #expect(host.asked == ["request", "expired"])
    #expect(fixture.http.requests.map { $0.headers[0].value } == ["Bearer " + fresh])
    await fixture.engine.stop()
  }

  private static let over = TestJWT.make(
    #"{"db_id":1,"matching":"email","email":"a@b.c"}"#, expiresAt: 1)

  @Test("an expired JWT without a replacement counts as missing and is never sent")
  func expiredForGood() async throws {
    let host = Host(then: .value(Self.over))
    for provider in [JWTProvider.fixed(Secret(Self.over)), host.jwt()] {
      let fixture = try Self.fixture(ScriptedHTTPClient([]), provider)

      try fixture.accept(SampleJobKinds.state, "a", user: Self.ann)

      try await eventually { fixture.waitingFor("a") == .user }
      #expect(fixture.emitted == ["200", "540 a", "543 a", "520 a"])
      fixture.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
      try await eventually { fixture.state("a") == .delivered }
      #expect(fixture.http.requests.map { $0.headers[0].value } == ["Bearer " + TestJWT.ann])
      await fixture.engine.stop()
    }
    #expect(host.asked == ["request", "expired"])
  }

  @Test("a call that waits for its user stays in its app group")
  func groupOfCall() async throws {
    let host = Host(then: .value(TestJWT.ann))
    let fixture = try Self.fixture(ScriptedHTTPClient([]), host.jwt())
    host.hold()
    async let asking = fixture.engine.ownerFromHost(function: "f")
    try await eventually { host.asked.count == 1 }
    try fixture.engine.selectAppGroup("other")
    host.letGo()
    let owner = try await asking

    try fixture.engine.accept(
      SampleJobKinds.state, requestId: "a", owner: owner, digest: CallDigest(of: []), body: [:]
    ) { if case .success(let acceptance) = $0 { acceptance.release() } }
    fixture.engine.commit()

    #expect(fixture.state("a") == nil)
    try fixture.engine.selectAppGroup("default")
    try await eventually { fixture.state("a") == .delivered }
    await fixture.engine.stop()
  }
}
