import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// JWTs that are over, and calls that wait for one.
@Suite struct ExpiryTests {
  private static let ann = TestJWT.tag(TestJWT.ann)

  private static func world(_ http: ScriptedHTTPClient, _ provider: JWTProvider) throws
    -> EngineWorld
  {
    let world = try EngineWorld(http, configuration: [:])
    world.engine.setJWTProvider(provider)
    return world
  }

  @Test("a JWT that says it is over is asked for anew before it is sent")
  func expired() async throws {
    let old = TestJWT.make(
      #"{"db_id":1,"matching":"email","email":"a@b.c"}"#, expiresAt: WorldTime.start / 1000)
    let fresh = TestJWT.make(
      #"{"db_id":1,"matching":"email","email":"a@b.c"}"#, expiresAt: WorldTime.start / 1000 + 1)
    let host = Host(.value(old), then: .value(fresh))
    let world = try Self.world(ScriptedHTTPClient([]), host.jwt())
    try world.accept(Toys.state, "a", user: Self.ann)
    await eventually { world.state("a") == .delivered }
    #expect(host.asked == ["request", "expired"])
    #expect(world.http.requests.map { $0.headers[0].value } == ["Bearer " + fresh])
    await world.engine.stop()
  }

  private static let over = TestJWT.make(
    #"{"db_id":1,"matching":"email","email":"a@b.c"}"#, expiresAt: 1)

  @Test("a JWT that is over counts as none when there is no other, and is never sent")
  func expiredForGood() async throws {
    let host = Host(then: .value(Self.over))
    for provider in [JWTProvider.fixed(Secret(Self.over)), host.jwt()] {
      let world = try Self.world(ScriptedHTTPClient([]), provider)

      try world.accept(Toys.state, "a", user: Self.ann)

      await eventually { world.waitingFor("a") == .user }
      #expect(world.told == ["200", "540 a", "543 a", "520 a"])
      world.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
      await eventually { world.state("a") == .delivered }
      #expect(world.http.requests.map { $0.headers[0].value } == ["Bearer " + TestJWT.ann])
      await world.engine.stop()
    }
    #expect(host.asked == ["request", "expired"])
  }

  @Test("a call that waits for its user stays in the group it was made in")
  func groupOfCall() async throws {
    let host = Host(then: .value(TestJWT.ann))
    let world = try Self.world(ScriptedHTTPClient([]), host.jwt())
    host.hold()
    async let asking = world.engine.ownerFromHost(function: "f")
    await eventually { host.asked.count == 1 }
    try world.engine.selectAppGroup("other")
    host.letGo()
    let owner = try await asking

    try world.engine.accept(
      Toys.state, requestId: "a", owner: owner, digest: CallDigest(of: []), body: [:]
    ) { if case .success(let acceptance) = $0 { acceptance.release() } }
    world.engine.commit()

    #expect(world.state("a") == nil)
    try world.engine.selectAppGroup("default")
    await eventually { world.state("a") == .delivered }
    await world.engine.stop()
  }
}
