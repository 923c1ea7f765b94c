import EngineTestSupport
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// Reports to the platform that the push token has changed.
@Suite struct TokenUpdateTests {
  /// Returns a fixture whose platform knows the token `old` of Firebase, from a subscription.
  private static func fixture(
    _ http: ScriptedHTTPClient = ScriptedHTTPClient([]), jwt: String? = nil
  ) async throws -> EngineFixture {
    let fixture = try EngineFixture(http, rToken: jwt == nil ? "t" : nil, configuration: [:])
    if let jwt { fixture.engine.setJWTProvider(.fixed(Secret(jwt))) }
    try fixture.engine.setTokenSource(.fixed(Secret("old")), for: .iosFirebase)
    try fixture.accept(SampleJobKinds.token, "first", user: jwt.map(TestJWT.tag) ?? .resourceToken)
    try await eventually { fixture.state("first") == .delivered }
    return fixture
  }

  private static func change(_ fixture: EngineFixture, to token: String) throws {
    try fixture.engine.setTokenSource(.fixed(Secret(token)), for: .iosFirebase)
  }

  private static func configure(_ fixture: EngineFixture, jwt: Bool = false) throws {
    try fixture.configure(
      jwt
        ? ["apiUrl": "https://platform.example"]
        : ["apiUrl": "https://platform.example", "rToken": "t"])
  }

  private static func updates(_ fixture: EngineFixture) -> [JSON] {
    fixture.http.requests.filter { $0.url.contains("/push/update/") }
      .compactMap { try? JSONParser.parse($0.body).value }
  }

  private static func body(_ old: String, _ new: String) -> JSON {
    [
      "old_token": .string(old), "old_provider": "ios-firebase", "new_token": .string(new),
      "new_provider": "ios-firebase",
    ]
  }

  @Test("a changed token is reported at the next initialization, as a job with its own id")
  func initialization() async throws {
    let fixture = try await Self.fixture()
    try Self.change(fixture, to: "new")

    try Self.configure(fixture)

    try await eventually { fixture.emitted.contains { $0.hasPrefix("233 ") } }
    let request = try #require(fixture.http.requests.last)
    #expect(
      request.url
        == "https://platform.example/subscription/push/update/?provider=ios-firebase&sync=true&subscription_id=old"
    )
    #expect(Self.updates(fixture) == [Self.body("old", "new")])
    #expect(fixture.emitted.filter { $0 == "201" }.count == 2)
    #expect(fixture.engine.outbox.savedToken?.token.reveal() == "new")
    let id = try #require(request.headers.first { $0.name == "Request-ID" }?.value)
    #expect(fixture.engine.outbox.report(id)?.method == "tokenUpdate")
    #expect(fixture.engine.outbox.statistics.accepted == 2)
    fixture.expectSums()
    try Self.configure(fixture)
    await fixture.rest()
    #expect(Self.updates(fixture).count == 1)
    await fixture.engine.stop()
  }

  @Test("without a token known to the platform, or with the same token, no update is sent")
  func nothing() async throws {
    let fresh = try EngineFixture(rToken: "t")
    try fresh.engine.setTokenSource(.fixed(Secret("new")), for: .iosFirebase)
    try Self.configure(fresh)
    let known = try await Self.fixture()
    try Self.configure(known)

    await fresh.rest()
    await known.rest()

    #expect(Self.updates(fresh).isEmpty && Self.updates(known).isEmpty)
    await fresh.engine.stop()
    await known.engine.stop()
  }

  @Test("a missing token emits event 502, and no update is sent")
  func gone() async throws {
    let fixture = try await Self.fixture()
    let host = Host(then: .none)
    try fixture.engine.setTokenSource(host.token(), for: .iosFirebase)

    try Self.configure(fixture)

    try await eventually {
      await fixture.pass(.seconds(3))
      return fixture.emitted.contains("502")
    }
    #expect(Self.updates(fixture).isEmpty)
    await fixture.engine.stop()
  }

  @Test(
    "under a resource token a subscription waits for the update, and the delivered update emits event 207"
  )
  func gate() async throws {
    let http = ScriptedHTTPClient { $0.url.contains("/push/update/") ? .hold : .status(200) }
    let fixture = try await Self.fixture(http)
    try Self.change(fixture, to: "new")

    try fixture.accept(SampleJobKinds.token, "second", n: 2)
    try fixture.accept(SampleJobKinds.state, "third", n: 3)
    await http.waitForRequests(2)
    try await eventually { fixture.emitted.last == "207 second" }
    await fixture.rest()

    #expect(http.requests.map(\.job).first == "jobToken 0")
    #expect(fixture.emitted.last == "207 second")
    #expect(fixture.state("second") == .pending)
    http.release(.success(HTTPResponse(status: 200, headers: [], body: [])))
    try await eventually { fixture.state("third") == .delivered }
    #expect(http.requests.map(\.job).suffix(2) == ["jobToken 2", "jobState 3"])
    #expect(http.requests[2].url.contains("token=new"))
    #expect(fixture.emitted.filter { $0.hasPrefix("207") } == ["207 second"])
    await fixture.engine.stop()
  }

  @Test("a retryable failure of the update keeps the subscription waiting")
  func gateRetries() async throws {
    let http = ScriptedHTTPClient([.status(200), .status(503)])
    let fixture = try await Self.fixture(http)
    try Self.change(fixture, to: "new")

    try fixture.accept(SampleJobKinds.token, "second")
    try await eventually { fixture.emitted.contains { $0.hasPrefix("533 ") } }
    #expect(fixture.state("second") == .pending)

    try await eventually {
      await fixture.pass(.seconds(1))
      return fixture.state("second") == .delivered
    }
    #expect(Self.updates(fixture).count == 2)
    await fixture.engine.stop()
  }

  @Test("a rejected update releases the subscription, which then sends the new token itself")
  func gateRefused() async throws {
    let http = ScriptedHTTPClient([.status(200), .status(400)])
    let fixture = try await Self.fixture(http)
    try Self.change(fixture, to: "new")

    try fixture.accept(SampleJobKinds.token, "second")

    try await eventually { fixture.state("second") == .delivered }
    #expect(Self.updates(fixture).count == 1)
    #expect(fixture.emitted.contains { $0.hasPrefix("433 ") })
    #expect(fixture.engine.outbox.savedToken?.token.reveal() == "new")
    await fixture.engine.stop()
  }

  @Test(
    "under a JWT no job waits for an update, and the update is sent with the user's own credentials"
  )
  func jwt() async throws {
    let fixture = try await Self.fixture(jwt: TestJWT.ann)
    try Self.change(fixture, to: "new")
    try fixture.accept(SampleJobKinds.token, "second", user: TestJWT.tag(TestJWT.ann))
    try await eventually { fixture.state("second") == .delivered }
    #expect(Self.updates(fixture).isEmpty)
    try Self.change(fixture, to: "newer")

    try Self.configure(fixture, jwt: true)

    try await eventually { fixture.emitted.contains { $0.hasPrefix("233 ") } }
    #expect(Self.updates(fixture) == [Self.body("new", "newer")])
    let request = try #require(fixture.http.requests.last)
    #expect(request.url.contains("sync=false"))
    #expect(request.headers[0].value == "Bearer " + TestJWT.ann)
    await fixture.engine.stop()
  }

  @Test("an update without a JWT is reported with its cause, and made when a JWT is provided")
  func owed() async throws {
    let fixture = try await Self.fixture(jwt: TestJWT.ann)
    fixture.engine.setJWTProvider(nil)
    try Self.change(fixture, to: "new")

    try Self.configure(fixture, jwt: true)

    try await eventually { fixture.emitted.suffix(3) == ["540", "543", "521"] }
    #expect(Self.updates(fixture).isEmpty)
    fixture.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
    try await eventually { fixture.emitted.contains { $0.hasPrefix("233 ") } }
    await fixture.engine.stop()
  }

  @Test("an update goes out before the waiting jobs of its lane, also after a restart")
  func first() async throws {
    let http = ScriptedHTTPClient([.status(200), .status(503)], then: .hold)
    let fixture = try await Self.fixture(http)
    try fixture.accept(SampleJobKinds.state, "second", n: 2)
    try fixture.accept(SampleJobKinds.state, "third", n: 3)
    try await eventually { fixture.waitingFor("second") == .retry }
    try Self.change(fixture, to: "new")
    try Self.configure(fixture)
    await http.waitForRequests(3)
    #expect(http.requests[2].url.contains("/push/update/"))
    await fixture.engine.stop()

    let again = try fixture.restarted()
    try await eventually {
      await again.pass(.seconds(6))
      return again.state("third") == .delivered
    }

    #expect(again.http.requests.first?.url.contains("/push/update/") == true)
    #expect(again.http.requests.map(\.job).suffix(2) == ["jobState 2", "jobState 3"])
    again.expectSums()
    await again.engine.stop()
  }

  @Test(
    "there is at most one update; a token that changes meanwhile is reported after its delivery"
  )
  func outdated() async throws {
    let http = ScriptedHTTPClient([.status(200), .hold])
    let fixture = try await Self.fixture(http)
    try Self.change(fixture, to: "new")
    try Self.configure(fixture)
    await http.waitForRequests(2)
    try Self.change(fixture, to: "newer")
    for _ in 0..<3 { try Self.configure(fixture) }
    await fixture.rest()
    #expect(fixture.engine.outbox.statistics.pending == 1)

    http.release(.success(HTTPResponse(status: 200, headers: [], body: [])))

    try await eventually { Self.updates(fixture).count == 2 }
    #expect(Self.updates(fixture) == [Self.body("old", "new"), Self.body("new", "newer")])
    await fixture.engine.stop()
  }

  @Test("concurrent requests for an update share one token lookup")
  func shared() async throws {
    let fixture = try await Self.fixture()
    let host = Host(then: .value("new"))
    host.hold()
    try fixture.engine.setTokenSource(host.token(), for: .iosFirebase)
    for _ in 0..<20 { try Self.configure(fixture) }
    try await eventually { fixture.engine.group.tokenCheck.waitingCount == 19 }

    host.letGo()

    try await eventually { fixture.emitted.contains { $0.hasPrefix("233 ") } }
    await fixture.rest()
    #expect(host.asked.count <= 2)
    #expect(Self.updates(fixture).count == 1)
    await fixture.engine.stop()
  }

  @Test("the priority list is replaced and stored, and a token that becomes current is reported")
  func priorities() async throws {
    let fixture = try await Self.fixture()
    try fixture.engine.setTokenSource(.fixed(Secret("h")), for: .iosHuawei)

    try fixture.engine.setProviderPriorities(["IOS-Huawei"])()

    try await eventually { fixture.emitted.contains { $0.hasPrefix("233 ") } }
    #expect(Self.updates(fixture).first?["new_provider"] == "ios-huawei")
    #expect(fixture.engine.configuration?.providerPriorityList == [.iosHuawei])
    await fixture.engine.stop()
    let again = try fixture.restarted()
    #expect(again.engine.configuration?.providerPriorityList == [.iosHuawei])
    await again.engine.stop()
  }

  @Test("a forced update deletes the token, requests a new one and reports it, then returns")
  func forced() async throws {
    let fixture = try await Self.fixture()
    let host = Host(.value("old"), then: .value("new"))
    try fixture.engine.setTokenSource(host.token(), for: .iosFirebase)

    try await fixture.engine.forceTokenUpdate()()

    #expect(host.asked == ["ios-firebase", "delete ios-firebase", "ios-firebase"])
    #expect(Self.updates(fixture) == [Self.body("old", "new")])
    #expect(fixture.engine.outbox.savedToken?.token.reveal() == "new")
    await fixture.engine.stop()
  }

  @Test("a forced update with a retryable failure returns and continues in the outbox")
  func forcedRetry() async throws {
    let fixture = try await Self.fixture(ScriptedHTTPClient([.status(200), .status(500)]))
    let host = Host(.value("old"), then: .value("new"))
    try fixture.engine.setTokenSource(host.token(), for: .iosFirebase)

    try await fixture.engine.forceTokenUpdate()()

    #expect(fixture.engine.outbox.statistics.pending == 1)
    try await eventually {
      await fixture.pass(.seconds(1))
      return fixture.engine.outbox.statistics.pending == 0
    }
    await fixture.engine.stop()
  }

  @Test(
    "a forced update without a token, without a configuration, under APNs, or without a user is rejected"
  )
  func forcedRefusals() async throws {
    func refusal(_ fixture: EngineFixture) async -> SDKCode? {
      do {
        try await fixture.engine.forceTokenUpdate()()
        return nil
      } catch {
        guard case .refused(let refusal) = error else { return nil }
        return refusal.event.code
      }
    }
    let empty = try EngineFixture()
    #expect(await refusal(empty) == .configurationMissing)
    try empty.configure(rToken: "t")
    #expect(await refusal(empty) == .pushTokenMissing)
    try empty.engine.setTokenSource(.fixed(Secret("a")), for: .iosAPNS)
    #expect(await refusal(empty) == .tokenUpdateUnsupported)
    let ann = try await Self.fixture(jwt: TestJWT.ann)
    let host = Host(then: .value("old"))
    try ann.engine.setTokenSource(host.token(), for: .iosFirebase)
    ann.engine.setJWTProvider(nil)
    #expect(await refusal(ann) == .userTagMissing)
    #expect(host.asked == ["ios-firebase"])
    await empty.engine.stop()
    await ann.engine.stop()
  }

  @Test(
    "deleting a token asks the host or removes the static token; an unregistered provider has none"
  )
  func delete() async throws {
    let fixture = try EngineFixture(rToken: "t")
    let host = Host(then: .value("h"))
    try fixture.engine.setTokenSource(.fixed(Secret("f")), for: .iosFirebase)
    try fixture.engine.setTokenSource(host.token(), for: .iosHuawei)

    await (try fixture.engine.deleteToken("ios-firebase"))()
    await (try fixture.engine.deleteToken("IOS-HUAWEI"))()

    #expect(host.asked == ["delete ios-huawei"])
    #expect(await fixture.engine.pushToken()().token?.provider == .iosHuawei)
    try fixture.engine.setTokenSource(nil, for: .iosHuawei)
    await (try fixture.engine.deleteToken("ios-huawei"))()
    #expect(await fixture.engine.pushToken()().token == nil)
    await fixture.engine.stop()
  }
}
