import EngineTestSupport
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// Expired JWTs, and calls that wait for a JWT.
@Suite struct ExpiryTests {
  private static let ann = TestJWT.tag(TestJWT.ann)

  private static func world(_ http: ScriptedHTTPClient, _ provider: JWTProvider) throws
    -> EngineFixture
  {
    let world = try EngineFixture(http, configuration: [:])
    world.engine.setJWTProvider(provider)
    return world
  }

  @Test("an expired JWT is replaced by a new request before it is sent")
  func expired() async throws {
    let old = TestJWT.make(
      #"{"db_id":1,"matching":"email","email":"a@b.c"}"#, expiresAt: WorldTime.start / 1000)
    let fresh = TestJWT.make(
      #"{"db_id":1,"matching":"email","email":"a@b.c"}"#, expiresAt: WorldTime.start / 1000 + 1)
    let host = Host(.value(old), then: .value(fresh))
    let world = try Self.world(ScriptedHTTPClient([]), host.jwt())
    try world.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { world.state("a") == .delivered }
    #expect(host.asked == ["request", "expired"])
    #expect(world.http.requests.map { $0.headers[0].value } == ["Bearer " + fresh])
    await world.engine.stop()
  }

  private static let over = TestJWT.make(
    #"{"db_id":1,"matching":"email","email":"a@b.c"}"#, expiresAt: 1)

  @Test("an expired JWT without a replacement counts as missing and is never sent")
  func expiredForGood() async throws {
    let host = Host(then: .value(Self.over))
    for provider in [JWTProvider.fixed(Secret(Self.over)), host.jwt()] {
      let world = try Self.world(ScriptedHTTPClient([]), provider)

      try world.accept(SampleJobKinds.state, "a", user: Self.ann)

      try await eventually { world.waitingFor("a") == .user }
      #expect(world.told == ["200", "540 a", "543 a", "520 a"])
      world.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
      try await eventually { world.state("a") == .delivered }
      #expect(world.http.requests.map { $0.headers[0].value } == ["Bearer " + TestJWT.ann])
      await world.engine.stop()
    }
    #expect(host.asked == ["request", "expired"])
  }

  @Test("a call that waits for its user stays in its app group")
  func groupOfCall() async throws {
    let host = Host(then: .value(TestJWT.ann))
    let world = try Self.world(ScriptedHTTPClient([]), host.jwt())
    host.hold()
    async let asking = world.engine.ownerFromHost(function: "f")
    try await eventually { host.asked.count == 1 }
    try world.engine.selectAppGroup("other")
    host.letGo()
    let owner = try await asking

    try world.engine.accept(
      SampleJobKinds.state, requestId: "a", owner: owner, digest: CallDigest(of: []), body: [:]
    ) { if case .success(let acceptance) = $0 { acceptance.release() } }
    world.engine.commit()

    #expect(world.state("a") == nil)
    try world.engine.selectAppGroup("default")
    try await eventually { world.state("a") == .delivered }
    await world.engine.stop()
  }
}
