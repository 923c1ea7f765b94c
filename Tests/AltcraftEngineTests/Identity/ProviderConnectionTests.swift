import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// Providers of several connections: an app, and a notification extension that comes and goes.
@Suite("Providers of several connections", .timeLimit(.minutes(10)))
struct ProviderConnectionTests {
  private static let app: UInt64 = 1
  private static let notificationExtension: UInt64 = 2
  private static let ann = TestJWT.tag(TestJWT.ann)

  private static func owner(_ world: EngineFixture) async -> UserTag? {
    try? await world.engine.ownerFromHost(function: "f").userTag
  }

  /// The ways in which the provider of the notification extension ends.
  enum Ending: CaseIterable { case disconnected, null }

  private static func end(_ ending: Ending, _ world: EngineFixture) throws {
    let connection = ConnectionID(notificationExtension)
    switch ending {
    case .disconnected: world.engine.connectionEnded(connection)
    case .null:
      world.engine.setJWTProvider(nil, by: connection)
      try world.engine.setTokenSource(nil, for: .iosFirebase, by: connection)
    }
  }

  @Test(
    "a notification extension that came and went leaves the providers of the app in place",
    arguments: Ending.allCases)
  func cameAndWent(ending: Ending) async throws {
    let world = try EngineFixture(configuration: [:])
    let (app, other) = (Host(then: .value(TestJWT.ann)), Host(then: .value(TestJWT.bob)))
    world.engine.setJWTProvider(app.jwt(connection: Self.app))
    try world.engine.setTokenSource(app.token(connection: Self.app), for: .iosFirebase)
    world.engine.setJWTProvider(other.jwt(connection: Self.notificationExtension))
    try world.engine.setTokenSource(
      other.token(connection: Self.notificationExtension), for: .iosFirebase)
    #expect(await Self.owner(world) == TestJWT.tag(TestJWT.bob))
    #expect(await world.engine.pushToken()().token?.token.reveal() == TestJWT.bob)
    #expect(app.asked.isEmpty)

    try Self.end(ending, world)

    #expect(await Self.owner(world) == Self.ann)
    #expect(await world.engine.pushToken()().token?.token.reveal() == TestJWT.ann)
    #expect(other.asked.count == 2)
    world.engine.connectionEnded(ConnectionID(Self.app))
    #expect(await Self.owner(world) == nil)
    #expect(await world.engine.pushToken()().token == nil)
    await world.engine.stop()
  }

  @Test("a fixed token of a connection that has closed yields to the provider of the app")
  func fixedAndGone() async throws {
    let world = try EngineFixture(configuration: [:])
    let (app, other) = (ConnectionID(Self.app), ConnectionID(Self.notificationExtension))
    world.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    try world.engine.setTokenSource(
      Host(then: .value("of-app")).token(connection: Self.app), for: .iosFirebase)
    world.engine.setJWTProvider(.fixed(Secret(TestJWT.bob)), by: other)
    try world.engine.setTokenSource(.fixed(Secret("fixed")), for: .iosFirebase, by: other)
    #expect(await Self.owner(world) == TestJWT.tag(TestJWT.bob))
    #expect(await world.engine.pushToken()().token?.token.reveal() == "fixed")

    world.engine.connectionEnded(other)
    #expect(await Self.owner(world) == Self.ann)
    #expect(await world.engine.pushToken()().token?.token.reveal() == "of-app")

    world.engine.connectionEnded(app)
    #expect(await Self.owner(world) == TestJWT.tag(TestJWT.bob))
    #expect(await world.engine.pushToken()().token?.token.reveal() == "fixed")

    // A script signs out with a connection of its own.
    world.engine.setJWTProvider(nil, by: ConnectionID(9))
    try world.engine.setTokenSource(nil, for: .iosFirebase, by: ConnectionID(9))
    #expect(await Self.owner(world) == nil)
    #expect(await world.engine.pushToken()().token == nil)
    await world.engine.stop()
  }

  @Test("null of a connection without a registration leaves that of the app in force")
  func nullOfOther() async throws {
    let world = try EngineFixture(configuration: [:])
    world.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    world.engine.setJWTProvider(nil, by: ConnectionID(Self.notificationExtension))
    #expect(await Self.owner(world) == Self.ann)
    await world.engine.stop()
  }

  @Test("a fixed JWT that has expired leaves it to the provider of the app")
  func expiredFixed() async throws {
    let world = try EngineFixture(configuration: [:])
    let expired = TestJWT.make(
      #"{"db_id":2,"matching":"profile_id","profile_id":"p123"}"#, expiresAt: 1)
    world.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    world.engine.setJWTProvider(
      .fixed(Secret(expired)), by: ConnectionID(Self.notificationExtension))
    #expect(await Self.owner(world) == Self.ann)
    // Without another one it still names the user.
    world.engine.connectionEnded(ConnectionID(Self.app))
    #expect(await Self.owner(world) == TestJWT.tag(TestJWT.bob))
    await world.engine.stop()
  }

  @Test(
    "work that waits for its user goes out when the provider of the app is in force again",
    arguments: Ending.allCases)
  func wakesForUser(ending: Ending) async throws {
    let world = try EngineFixture(configuration: [:])
    world.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    world.engine.setJWTProvider(
      Host(then: .value(TestJWT.bob)).jwt(connection: Self.notificationExtension))
    try world.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { world.waitingFor("a") == .user }

    try Self.end(ending, world)

    try await eventually { world.state("a") == .delivered }
    #expect(world.http.requests.map { $0.headers[0].value } == ["Bearer " + TestJWT.ann])
    await world.engine.stop()
  }

  @Test(
    "work that waits for a token goes out when the provider of the app is in force again",
    arguments: Ending.allCases)
  func wakesForToken(ending: Ending) async throws {
    let world = try EngineFixture(rToken: "t")
    try world.engine.setTokenSource(
      Host(then: .value("of-app")).token(connection: Self.app), for: .iosFirebase)
    try world.engine.setTokenSource(
      Host(then: .none).token(connection: Self.notificationExtension), for: .iosFirebase)
    try world.accept(SampleJobKinds.token, "a")
    try await world.pass { world.waitingFor("a") == .token }

    try Self.end(ending, world)

    try await eventually { world.state("a") == .delivered }
    #expect(world.engine.outbox.savedToken?.token.reveal() == "of-app")
    await world.engine.stop()
  }

  @Test(
    "a provider that disconnects during a request to it leaves the attempt to the one before it")
  func disconnectsWhileAsked() async throws {
    let world = try EngineFixture(configuration: [:])
    let gone = Host(then: .none)
    gone.hold()
    world.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    try world.engine.setTokenSource(
      Host(then: .value("of-app")).token(connection: Self.app), for: .iosFirebase)
    world.engine.setJWTProvider(gone.jwt(connection: Self.notificationExtension))
    try world.engine.setTokenSource(
      gone.token(connection: Self.notificationExtension), for: .iosFirebase)
    try world.accept(SampleJobKinds.token, "a", user: Self.ann)
    try await eventually { gone.asked.count == 1 }

    world.engine.connectionEnded(ConnectionID(Self.notificationExtension))
    gone.letGo()

    try await world.pass { world.state("a") == .delivered }
    #expect(world.engine.outbox.savedToken?.token.reveal() == "of-app")
    await world.engine.stop()
  }

  @Test("a token update that the JWT of a closed connection prevented is made with that of the app")
  func owedUpdate() async throws {
    let world = try EngineFixture(configuration: [:])
    world.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    try world.engine.setTokenSource(.fixed(Secret("old")), for: .iosFirebase)
    try world.accept(SampleJobKinds.token, "first", user: Self.ann)
    try await eventually { world.state("first") == .delivered }
    world.engine.setJWTProvider(Host(then: .none).jwt(connection: Self.notificationExtension))
    try world.engine.setTokenSource(.fixed(Secret("new")), for: .iosFirebase)
    try world.configure(["apiUrl": "https://platform.example"])
    try await eventually { world.told.contains("540") }

    world.engine.connectionEnded(ConnectionID(Self.notificationExtension))

    try await eventually { world.engine.outbox.savedToken?.token.reveal() == "new" }
    await world.engine.stop()
  }

  @Test("ten thousand connections that register and end leave nothing, and the app in force")
  func tenThousand() async throws {
    final class Marker: Sendable {}
    let world = try EngineFixture(configuration: [:])
    world.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    try world.engine.setTokenSource(
      Host(then: .value("of-app")).token(connection: Self.app), for: .iosFirebase)
    func register(_ number: UInt64) throws -> WeakReference {
      let (marker, connection) = (Marker(), ConnectionID(number))
      world.engine.setJWTProvider(
        .callback(connection: connection) { _ in withExtendedLifetime(marker) { .none } })
      for provider in PushProvider.allCases {
        try world.engine.setTokenSource(
          .callback(
            connection: connection,
            host: TokenHost(
              token: { _ in withExtendedLifetime(marker) { .none } }, deleteToken: { _ in })),
          for: provider)
      }
      return WeakReference(marker)
    }

    // Ten connections at a time are open, and end in the order of their registration.
    var open: [(number: UInt64, marker: WeakReference)] = []
    for number in UInt64(2)...10_001 {
      open.append((number, try register(number)))
      guard open.count == 10 else { continue }
      let first = open.removeFirst()
      world.engine.connectionEnded(ConnectionID(first.number))
      #expect(first.marker.isGone)
    }
    for last in open {
      world.engine.connectionEnded(ConnectionID(last.number))
      #expect(last.marker.isGone)
    }

    #expect(await Self.owner(world) == Self.ann)
    #expect(await world.engine.pushToken()().token?.token.reveal() == "of-app")
    await world.engine.stop()
  }
}
