import EngineTestSupport
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

  private static func token(_ fixture: EngineFixture) async -> String? {
    await fixture.engine.pushToken()().token?.token.reveal()
  }

  private static func updates(_ fixture: EngineFixture) -> [String] {
    fixture.http.requests.filter { $0.url.contains("/push/update/") }
      .compactMap { (try? JSONParser.parse($0.body).value)?["new_token"]?.stringValue }
  }

  /// Returns a platform that knows the token `live` of a provider, after `by-hand` was set by hand.
  private static func replaced() async throws -> EngineFixture {
    let fixture = try EngineFixture(configuration: url)
    try fixture.engine.setPushToken("by-hand", for: .iosFirebase)
    try fixture.engine.setTokenSource(Host(then: .value("live")).token(), for: .iosFirebase)
    try fixture.accept(SampleJobKinds.token, "first")
    try await eventually { fixture.state("first") == .delivered }
    #expect(fixture.engine.outbox.savedToken?.token.reveal() == "live")
    return fixture
  }

  @Test(
    "a token set by hand is in force until a provider of any kind is registered, over a restart",
    arguments: PushProvider.allCases)
  func untilProvider(provider: PushProvider) async throws {
    let fixture = try EngineFixture(configuration: Self.url)
    try fixture.engine.setPushToken("by-hand", for: .iosFirebase)
    #expect(await Self.token(fixture) == "by-hand")
    await fixture.engine.stop()
    let again = try fixture.restarted()
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
    let fixture = try EngineFixture(configuration: Self.url)
    #expect(try fixture.engine.setPushToken("first", for: .iosFirebase))
    try fixture.engine.setTokenSource(Host(then: .none).token(connection: 1), for: .iosHuawei)

    #expect(try !fixture.engine.setPushToken("second", for: .iosFirebase))
    #expect(try !fixture.engine.setPushToken(nil, for: .iosFirebase))
    #expect(fixture.engine.group.current.manualToken == nil)
    fixture.engine.connectionEnded(ConnectionID(1))

    #expect(await Self.token(fixture) == nil)
    #expect(try fixture.engine.setPushToken("third", for: .iosFirebase))
    #expect(await Self.token(fixture) == "third")
    await fixture.engine.stop()
  }

  @Test("while no provider is connected no token update leaves the token that the platform has")
  func noUpdate() async throws {
    let fixture = try await Self.replaced()
    fixture.engine.connectionEnded(ConnectionID(1))

    try fixture.configure(Self.url)
    try fixture.accept(SampleJobKinds.event, "later")
    try await eventually { fixture.state("later") == .delivered }
    await fixture.rest()
    #expect(!fixture.engine.groups.tokenCheck(of: fixture.engine.group).mayFindUpdate)
    await fixture.engine.stop()
    let again = try fixture.restarted()
    try again.configure(Self.url)
    await again.rest()

    #expect(Self.updates(fixture) == [] && Self.updates(again) == [])
    #expect(again.engine.outbox.savedToken?.token.reveal() == "live")
    await again.engine.stop()
  }

  @Test("a token set by hand after the provider has left is the host's, and updates the platform")
  func afterProvider() async throws {
    let fixture = try await Self.replaced()
    fixture.engine.connectionEnded(ConnectionID(1))
    #expect(try fixture.engine.setPushToken("newer", for: .iosFirebase))

    try fixture.configure(Self.url)

    try await eventually { fixture.engine.outbox.savedToken?.token.reveal() == "newer" }
    #expect(Self.updates(fixture) == ["newer"])
    await fixture.engine.stop()
  }

  @Test("selecting a group while a provider is registered forgets its token")
  func otherGroup() async throws {
    let fixture = try EngineFixture(configuration: Self.url)
    try fixture.engine.setPushToken("by-hand", for: .iosFirebase)
    try fixture.engine.selectAppGroup("other")
    try fixture.engine.setTokenSource(
      Host(then: .value("live")).token(connection: 1), for: .iosAPNS)

    try fixture.engine.selectAppGroup("default")
    fixture.engine.connectionEnded(ConnectionID(1))

    #expect(await Self.token(fixture) == nil)
    await fixture.engine.stop()
  }

  @Test("deleteDeviceToken removes the token of that provider, on disk too")
  func deletion() async throws {
    let fixture = try EngineFixture(configuration: Self.url)
    try fixture.engine.setPushToken("by-hand", for: .iosFirebase)

    await (try fixture.engine.deleteToken("ios-huawei"))()
    #expect(await Self.token(fixture) == "by-hand")
    #expect(throws: EngineError.self) { try fixture.engine.deleteToken("ios-apns") }
    await (try fixture.engine.deleteToken("IOS-Firebase"))()

    #expect(await Self.token(fixture) == nil)
    await fixture.engine.stop()
    let again = try fixture.restarted()
    #expect(await Self.token(again) == nil)
    await again.engine.stop()
  }

  @Test("forcedTokenUpdate removes the token, on disk too, and makes no update")
  func forced() async throws {
    let fixture = try EngineFixture(configuration: Self.url)
    try fixture.engine.setPushToken("by-hand", for: .iosFirebase)
    try fixture.accept(SampleJobKinds.token, "first")
    try await eventually { fixture.state("first") == .delivered }

    try await fixture.engine.forceTokenUpdate()()

    #expect(await Self.token(fixture) == nil)
    #expect(Self.updates(fixture) == [])
    await fixture.engine.stop()
    let again = try fixture.restarted()
    #expect(await Self.token(again) == nil)
    await again.engine.stop()
  }

  @Test("under APNs forcedTokenUpdate is 406: the token stays, and no update is made")
  func forcedAPNS() async throws {
    let fixture = try await Self.replaced()
    fixture.engine.connectionEnded(ConnectionID(1))
    try fixture.engine.setPushToken("by-hand", for: .iosAPNS)

    let error = await #expect(throws: EngineError.self) {
      try await fixture.engine.forceTokenUpdate()()
    }

    guard case .refused(let refusal) = error else {
      Issue.record("not refused: \(String(describing: error))")
      return
    }
    #expect(refusal.event.code == .tokenUpdateUnsupported)
    #expect(await Self.token(fixture) == "by-hand")
    await fixture.rest()
    #expect(Self.updates(fixture) == [] && fixture.engine.outbox.statistics.pending == 0)
    await fixture.engine.stop()
  }

  @Test("a provider that cannot be registered, because the disk fails, leaves the token in force")
  func disk() async throws {
    let fixture = try EngineFixture(configuration: Self.url)
    try fixture.engine.setPushToken("by-hand", for: .iosFirebase)
    // A directory in place of the file.
    let group = AppGroupName.default.directoryName
    let obstacle = "\(fixture.directory.path)/\(group)/config.json"
    #expect(unlink(obstacle) == 0 && mkdir(obstacle, 0o700) == 0)

    #expect(throws: EngineError.self) {
      try fixture.engine.setTokenSource(.fixed(Secret("live")), for: .iosFirebase)
    }
    #expect(throws: EngineError.self) { try fixture.engine.deleteToken("ios-firebase") }

    #expect(await Self.token(fixture) == "by-hand" && !fixture.engine.tokens.hasSources)
    #expect(rmdir(obstacle) == 0)
    try fixture.engine.setTokenSource(.fixed(Secret("live")), for: .iosFirebase)
    #expect(await Self.token(fixture) == "live")
    await fixture.engine.stop()
  }

  // The platform would have got the line end of the host's file, and no push would have arrived.
  @Test("a token with a line end is refused with an event, by hand with an error")
  func lineEnd() async throws {
    let fixture = try EngineFixture(rToken: "r")
    try fixture.engine.setTokenSource(Host(then: .value("token\n")).token(), for: .iosFirebase)

    let (token, _) = await fixture.engine.pushToken()()

    #expect(token == nil)
    let message = "the push token of ios-firebase ends with a line end;"
    try await eventually {
      fixture.allEvents.contains { $0.code == 502 && $0.message.hasPrefix(message) }
    }
    let error = #expect(throws: EngineError.self) {
      try Engine.checkPushToken("token\n", parameter: "pushToken")
    }
    guard case .invalid(let invalid)? = error else { throw Overdue("\(String(describing: error))") }
    #expect(invalid.expected.contains("this one ends with a line end"))
  }

  @Test("concurrent calls never leave a manual token beside a provider")
  func race() async throws {
    let fixture = try EngineFixture(configuration: Self.url)
    for round in 0..<200 {
      let connection = UInt64(round)
      async let byHand = Task { try fixture.engine.setPushToken("\(round)", for: .iosFirebase) }
        .value
      try fixture.engine.setTokenSource(
        Host(then: .none).token(connection: connection), for: .iosFirebase)
      _ = try await byHand
      #expect(fixture.engine.group.current.manualToken == nil)
      fixture.engine.connectionEnded(ConnectionID(connection))
    }
    await fixture.engine.stop()
  }
}
