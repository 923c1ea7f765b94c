import Glibc
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// Tokens that `setPushToken` set.
@Suite("Tokens set by hand", .timeLimit(.minutes(10)))
struct TokenByHandTests {
  private static let url: JSONObject = ["apiUrl": "https://platform.example", "rToken": "t"]

  private static func token(_ world: EngineFixture) async -> String? {
    await world.engine.pushToken()().token?.token.reveal()
  }

  private static func updates(_ world: EngineFixture) -> [String] {
    world.http.requests.filter { $0.url.contains("/push/update/") }
      .compactMap { (try? JSONParser.parse($0.body).value)?["new_token"]?.stringValue }
  }

  /// A platform that knows the token `live` of a provider, after `by-hand` was set by hand.
  private static func replaced() async throws -> EngineFixture {
    let world = try EngineFixture(configuration: url)
    try world.engine.setPushToken("by-hand", for: .iosFirebase)
    try world.engine.setTokenSource(Host(then: .value("live")).token(), for: .iosFirebase)
    try world.accept(SampleJobKinds.token, "first")
    try await eventually { world.state("first") == .delivered }
    #expect(world.engine.outbox.savedToken?.token.reveal() == "live")
    return world
  }

  @Test(
    "a token set by hand is in force until a provider of any kind is registered, over a restart",
    arguments: PushProvider.allCases)
  func untilProvider(provider: PushProvider) async throws {
    let world = try EngineFixture(configuration: Self.url)
    try world.engine.setPushToken("by-hand", for: .iosFirebase)
    #expect(await Self.token(world) == "by-hand")
    await world.engine.stop()
    let again = try world.restarted()
    #expect(await Self.token(again) == "by-hand")

    try again.engine.setTokenSource(
      Host(then: .value("live")).token(connection: 1), for: provider)

    #expect(await Self.token(again) == "live")
    #expect(again.engine.group.current.manualToken == nil)
    again.engine.connectionEnded(ConnectionID(1))
    #expect(await Self.token(again) == nil)
    await again.engine.stop()
    let third = try again.restarted()
    #expect(await Self.token(third) == nil)
    await third.engine.stop()
  }

  @Test("setPushToken answers false, without an effect, while a provider is registered")
  func refused() async throws {
    let world = try EngineFixture(configuration: Self.url)
    #expect(try world.engine.setPushToken("first", for: .iosFirebase))
    try world.engine.setTokenSource(Host(then: .none).token(connection: 1), for: .iosHuawei)

    #expect(try !world.engine.setPushToken("second", for: .iosFirebase))
    #expect(try !world.engine.setPushToken(nil, for: .iosFirebase))
    #expect(world.engine.group.current.manualToken == nil)
    world.engine.connectionEnded(ConnectionID(1))

    #expect(await Self.token(world) == nil)
    #expect(try world.engine.setPushToken("third", for: .iosFirebase))
    #expect(await Self.token(world) == "third")
    await world.engine.stop()
  }

  @Test("while no provider is connected no token update leaves the token that the platform has")
  func noUpdate() async throws {
    let world = try await Self.replaced()
    world.engine.connectionEnded(ConnectionID(1))

    try world.configure(Self.url)
    try world.accept(SampleJobKinds.event, "later")
    try await eventually { world.state("later") == .delivered }
    await world.rest()
    #expect(!world.engine.groups.tokenCheck(of: world.engine.group).mayFindUpdate)
    await world.engine.stop()
    let again = try world.restarted()
    try again.configure(Self.url)
    await again.rest()

    #expect(Self.updates(world) == [] && Self.updates(again) == [])
    #expect(again.engine.outbox.savedToken?.token.reveal() == "live")
    await again.engine.stop()
  }

  @Test("a token set by hand after the provider has left is the host's, and updates the platform")
  func afterProvider() async throws {
    let world = try await Self.replaced()
    world.engine.connectionEnded(ConnectionID(1))
    #expect(try world.engine.setPushToken("newer", for: .iosFirebase))

    try world.configure(Self.url)

    try await eventually { world.engine.outbox.savedToken?.token.reveal() == "newer" }
    #expect(Self.updates(world) == ["newer"])
    await world.engine.stop()
  }

  @Test("selecting a group while a provider is registered forgets its token")
  func otherGroup() async throws {
    let world = try EngineFixture(configuration: Self.url)
    try world.engine.setPushToken("by-hand", for: .iosFirebase)
    try world.engine.selectAppGroup("other")
    try world.engine.setTokenSource(Host(then: .value("live")).token(connection: 1), for: .iosAPNS)

    try world.engine.selectAppGroup("default")
    world.engine.connectionEnded(ConnectionID(1))

    #expect(await Self.token(world) == nil)
    await world.engine.stop()
  }

  @Test("deleteDeviceToken removes the token of that provider, on disk too")
  func deletion() async throws {
    let world = try EngineFixture(configuration: Self.url)
    try world.engine.setPushToken("by-hand", for: .iosFirebase)

    await (try world.engine.deleteToken("ios-huawei"))()
    #expect(await Self.token(world) == "by-hand")
    #expect(throws: EngineError.self) { try world.engine.deleteToken("ios-apns") }
    await (try world.engine.deleteToken("IOS-Firebase"))()

    #expect(await Self.token(world) == nil)
    await world.engine.stop()
    let again = try world.restarted()
    #expect(await Self.token(again) == nil)
    await again.engine.stop()
  }

  @Test("forcedTokenUpdate removes the token, on disk too, and makes no update")
  func forced() async throws {
    let world = try EngineFixture(configuration: Self.url)
    try world.engine.setPushToken("by-hand", for: .iosFirebase)
    try world.accept(SampleJobKinds.token, "first")
    try await eventually { world.state("first") == .delivered }

    try await world.engine.forceTokenUpdate()()

    #expect(await Self.token(world) == nil)
    #expect(Self.updates(world) == [])
    await world.engine.stop()
    let again = try world.restarted()
    #expect(await Self.token(again) == nil)
    await again.engine.stop()
  }

  @Test("under APNs forcedTokenUpdate is 406: the token stays, and no update is made")
  func forcedAPNS() async throws {
    let world = try await Self.replaced()
    world.engine.connectionEnded(ConnectionID(1))
    try world.engine.setPushToken("by-hand", for: .iosAPNS)

    let error = await #expect(throws: EngineError.self) {
      try await world.engine.forceTokenUpdate()()
    }

    guard case .refused(let refusal) = error else {
      Issue.record("not refused: \(String(describing: error))")
      return
    }
    #expect(refusal.event.code == .tokenUpdateUnsupported)
    #expect(await Self.token(world) == "by-hand")
    await world.rest()
    #expect(Self.updates(world) == [] && world.engine.outbox.statistics.pending == 0)
    await world.engine.stop()
  }

  @Test("a provider that cannot be registered, because the disk fails, leaves the token in force")
  func disk() async throws {
    let world = try EngineFixture(configuration: Self.url)
    try world.engine.setPushToken("by-hand", for: .iosFirebase)
    // A directory in place of the file.
    let group = AppGroupName.default.directoryName
    let obstacle = "\(world.directory.path)/\(group)/config.json"
    #expect(unlink(obstacle) == 0 && mkdir(obstacle, 0o700) == 0)

    #expect(throws: EngineError.self) {
      try world.engine.setTokenSource(.fixed(Secret("live")), for: .iosFirebase)
    }
    #expect(throws: EngineError.self) { try world.engine.deleteToken("ios-firebase") }

    #expect(await Self.token(world) == "by-hand" && !world.engine.tokens.hasSources)
    #expect(rmdir(obstacle) == 0)
    try world.engine.setTokenSource(.fixed(Secret("live")), for: .iosFirebase)
    #expect(await Self.token(world) == "live")
    await world.engine.stop()
  }

  @Test("of tokens and providers set at once no token stays beside a provider")
  func race() async throws {
    let world = try EngineFixture(configuration: Self.url)
    for round in 0..<200 {
      let connection = UInt64(round)
      async let byHand = Task { try world.engine.setPushToken("\(round)", for: .iosFirebase) }.value
      try world.engine.setTokenSource(
        Host(then: .none).token(connection: connection), for: .iosFirebase)
      _ = try await byHand
      #expect(world.engine.group.current.manualToken == nil)
      world.engine.connectionEnded(ConnectionID(connection))
    }
    await world.engine.stop()
  }
}
