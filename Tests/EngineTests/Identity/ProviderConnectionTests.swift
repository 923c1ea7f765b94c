import EngineTestSupport
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

  private static func owner(_ fixture: EngineFixture) async -> UserTag? {
    try? await fixture.engine.ownerFromHost(function: "f").userTag
  }

  /// The ways in which the provider of the notification extension ends.
  enum Ending: CaseIterable { case disconnected, null }

  private static func end(_ ending: Ending, _ fixture: EngineFixture) throws {
    let connection = ConnectionID(notificationExtension)
    switch ending {
    case .disconnected: fixture.engine.connectionEnded(connection)
    case .null:
      fixture.engine.setJWTProvider(nil, by: connection)
      try fixture.engine.setTokenSource(nil, for: .iosFirebase, by: connection)
    }
  }

  @Test(
    "a notification extension that came and went leaves the providers of the app in place",
    arguments: Ending.allCases)
  func cameAndWent(ending: Ending) async throws {
    let fixture = try EngineFixture(configuration: [:])
    let (app, other) = (Host(then: .value(TestJWT.ann)), Host(then: .value(TestJWT.bob)))
    fixture.engine.setJWTProvider(app.jwt(connection: Self.app))
    try fixture.engine.setTokenSource(app.token(connection: Self.app), for: .iosFirebase)
    fixture.engine.setJWTProvider(other.jwt(connection: Self.notificationExtension))
    try fixture.engine.setTokenSource(
      other.token(connection: Self.notificationExtension), for: .iosFirebase)
    #expect(await Self.owner(fixture) == TestJWT.tag(TestJWT.bob))
    #expect(await fixture.engine.pushToken()().token?.token.reveal() == TestJWT.bob)
    #expect(app.asked.isEmpty)

    try Self.end(ending, fixture)

    #expect(await Self.owner(fixture) == Self.ann)
    #expect(await fixture.engine.pushToken()().token?.token.reveal() == TestJWT.ann)
    #expect(other.asked.count == 2)
    fixture.engine.connectionEnded(ConnectionID(Self.app))
    #expect(await Self.owner(fixture) == nil)
    #expect(await fixture.engine.pushToken()().token == nil)
    await fixture.engine.stop()
  }

  @Test("a fixed token of a connection that has closed yields to the provider of the app")
  func fixedAndGone() async throws {
    let fixture = try EngineFixture(configuration: [:])
    let (app, other) = (ConnectionID(Self.app), ConnectionID(Self.notificationExtension))
    fixture.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    try fixture.engine.setTokenSource(
      Host(then: .value("of-app")).token(connection: Self.app), for: .iosFirebase)
    fixture.engine.setJWTProvider(.fixed(Secret(TestJWT.bob)), by: other)
    try fixture.engine.setTokenSource(.fixed(Secret("fixed")), for: .iosFirebase, by: other)
    #expect(await Self.owner(fixture) == TestJWT.tag(TestJWT.bob))
    #expect(await fixture.engine.pushToken()().token?.token.reveal() == "fixed")

    fixture.engine.connectionEnded(other)
    #expect(await Self.owner(fixture) == Self.ann)
    #expect(await fixture.engine.pushToken()().token?.token.reveal() == "of-app")

    fixture.engine.connectionEnded(app)
    #expect(await Self.owner(fixture) == TestJWT.tag(TestJWT.bob))
    #expect(await fixture.engine.pushToken()().token?.token.reveal() == "fixed")

    // A script signs out with a connection of its own.
    fixture.engine.setJWTProvider(nil, by: ConnectionID(9))
    try fixture.engine.setTokenSource(nil, for: .iosFirebase, by: ConnectionID(9))
    #expect(await Self.owner(fixture) == nil)
    #expect(await fixture.engine.pushToken()().token == nil)
    await fixture.engine.stop()
  }

  @Test("null of a connection without a registration leaves that of the app in force")
  func nullOfOther() async throws {
    let fixture = try EngineFixture(configuration: [:])
    fixture.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    fixture.engine.setJWTProvider(nil, by: ConnectionID(Self.notificationExtension))
    #expect(await Self.owner(fixture) == Self.ann)
    await fixture.engine.stop()
  }

  @Test("an expired fixed JWT gives way to the app's provider")
  func expiredFixed() async throws {
    let fixture = try EngineFixture(configuration: [:])
    let expired = TestJWT.make(
      #"{"db_id":2,"matching":"profile_id","profile_id":"p123"}"#, expiresAt: 1)
    fixture.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    fixture.engine.setJWTProvider(
      .fixed(Secret(expired)), by: ConnectionID(Self.notificationExtension))
    #expect(await Self.owner(fixture) == Self.ann)
    // Without another one it still names the user.
    fixture.engine.connectionEnded(ConnectionID(Self.app))
    #expect(await Self.owner(fixture) == TestJWT.tag(TestJWT.bob))
    await fixture.engine.stop()
  }

  @Test(
    "a job that waits for its user goes out when the provider of the app is in force again",
    arguments: Ending.allCases)
  func wakesForUser(ending: Ending) async throws {
    let fixture = try EngineFixture(configuration: [:])
    fixture.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    fixture.engine.setJWTProvider(
      Host(then: .value(TestJWT.bob)).jwt(connection: Self.notificationExtension))
    try fixture.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { fixture.waitingFor("a") == .user }

    try Self.end(ending, fixture)

    try await eventually { fixture.state("a") == .delivered }
    #expect(fixture.http.requests.map { $0.headers[0].value } == ["Bearer " + TestJWT.ann])
    await fixture.engine.stop()
  }

  @Test(
    "a job that waits for a token goes out when the provider of the app is in force again",
    arguments: Ending.allCases)
  func wakesForToken(ending: Ending) async throws {
    let fixture = try EngineFixture(rToken: "t")
    try fixture.engine.setTokenSource(
      Host(then: .value("of-app")).token(connection: Self.app), for: .iosFirebase)
    try fixture.engine.setTokenSource(
      Host(then: .none).token(connection: Self.notificationExtension), for: .iosFirebase)
    try fixture.accept(SampleJobKinds.token, "a")
    try await fixture.pass { fixture.waitingFor("a") == .token }

    try Self.end(ending, fixture)

    try await eventually { fixture.state("a") == .delivered }
    #expect(fixture.engine.outbox.savedToken?.token.reveal() == "of-app")
    await fixture.engine.stop()
  }

  @Test(
    "a provider that disconnects during a request to it leaves the attempt to the one before it")
  func disconnectsWhileAsked() async throws {
    let fixture = try EngineFixture(configuration: [:])
    let gone = Host(then: .none)
    gone.hold()
    fixture.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    try fixture.engine.setTokenSource(
      Host(then: .value("of-app")).token(connection: Self.app), for: .iosFirebase)
    fixture.engine.setJWTProvider(gone.jwt(connection: Self.notificationExtension))
    try fixture.engine.setTokenSource(
      gone.token(connection: Self.notificationExtension), for: .iosFirebase)
    try fixture.accept(SampleJobKinds.token, "a", user: Self.ann)
    try await eventually { gone.asked.count == 1 }

    fixture.engine.connectionEnded(ConnectionID(Self.notificationExtension))
    gone.letGo()

    try await fixture.pass { fixture.state("a") == .delivered }
    #expect(fixture.engine.outbox.savedToken?.token.reveal() == "of-app")
    await fixture.engine.stop()
  }

  @Test(
    "a call whose provider disconnects while it is asked gets the answer of the one before it")
  func callWhileDisconnecting() async throws {
    let fixture = try EngineFixture(configuration: [:])
    let gone = Host(then: .none)
    gone.hold()
    fixture.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    try fixture.engine.setTokenSource(
      Host(then: .value("of-app")).token(connection: Self.app), for: .iosFirebase)
    fixture.engine.setJWTProvider(gone.jwt(connection: Self.notificationExtension))
    try fixture.engine.setTokenSource(
      gone.token(connection: Self.notificationExtension), for: .iosFirebase)
    async let owner = Self.owner(fixture)
    async let token = fixture.engine.pushToken()().token
    try await eventually { gone.asked.count == 2 }

    fixture.engine.connectionEnded(ConnectionID(Self.notificationExtension))
    gone.letGo()

    #expect(await owner == Self.ann)
    #expect(await token?.token.reveal() == "of-app")
    #expect(gone.asked.count == 2)
    await fixture.engine.stop()
  }

  @Test("a token update that the JWT of a closed connection prevented is made with that of the app")
  func owedUpdate() async throws {
    let fixture = try EngineFixture(configuration: [:])
    fixture.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    try fixture.engine.setTokenSource(.fixed(Secret("old")), for: .iosFirebase)
    try fixture.accept(SampleJobKinds.token, "first", user: Self.ann)
    try await eventually { fixture.state("first") == .delivered }
    fixture.engine.setJWTProvider(Host(then: .none).jwt(connection: Self.notificationExtension))
    try fixture.engine.setTokenSource(.fixed(Secret("new")), for: .iosFirebase)
    try fixture.configure(["apiUrl": "https://platform.example"])
    try await eventually { fixture.emitted.contains("540") }

    fixture.engine.connectionEnded(ConnectionID(Self.notificationExtension))

    try await eventually { fixture.engine.outbox.savedToken?.token.reveal() == "new" }
    await fixture.engine.stop()
  }

  @Test("ten thousand connections that register and end leave nothing, and the app in force")
  func tenThousand() async throws {
    final class Marker: Sendable {}
    let fixture = try EngineFixture(configuration: [:])
    fixture.engine.setJWTProvider(Host(then: .value(TestJWT.ann)).jwt(connection: Self.app))
    try fixture.engine.setTokenSource(
      Host(then: .value("of-app")).token(connection: Self.app), for: .iosFirebase)
    func register(_ number: UInt64) throws -> WeakReference {
      let (marker, connection) = (Marker(), ConnectionID(number))
      fixture.engine.setJWTProvider(
        .callback(connection: connection) { _ in withExtendedLifetime(marker) { .none } })
      for provider in PushProvider.allCases {
        try fixture.engine.setTokenSource(
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
      fixture.engine.connectionEnded(ConnectionID(first.number))
      #expect(first.marker.isGone)
    }
    for last in open {
      fixture.engine.connectionEnded(ConnectionID(last.number))
      #expect(last.marker.isGone)
    }

    #expect(await Self.owner(fixture) == Self.ann)
    #expect(await fixture.engine.pushToken()().token?.token.reveal() == "of-app")
    await fixture.engine.stop()
  }
}
