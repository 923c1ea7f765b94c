import EngineTestSupport
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// The owner of a job, and the credentials with which it is sent.
@Suite struct CredentialsTests {
  private static let url: JSONObject = ["apiUrl": "https://platform.example"]
  private static let ann = TestJWT.tag(TestJWT.ann)
  private static let bob = TestJWT.tag(TestJWT.bob)

  private static func fixture(
    _ http: ScriptedHTTPClient = ScriptedHTTPClient([]), _ provider: JWTProvider? = nil
  ) throws -> EngineFixture {
    let fixture = try EngineFixture(http, configuration: url)
    fixture.engine.setJWTProvider(provider)
    return fixture
  }

  @Test("a job of one user is never sent with the credentials of another; it waits for its own")
  func otherUser() async throws {
    let fixture = try Self.fixture(ScriptedHTTPClient([]), .fixed(Secret(TestJWT.bob)))
    try fixture.accept(SampleJobKinds.state, "of-ann", n: 1, user: Self.ann)
    try fixture.accept(SampleJobKinds.state, "of-bob", n: 2, user: Self.bob)

    try await eventually { fixture.state("of-bob") == .delivered }
    try await eventually { fixture.waitingFor("of-ann") == .user }
    await fixture.pass(.seconds(600), by: .seconds(30))
    #expect(fixture.http.requests.map(\.job) == ["jobState 2"])
    #expect(fixture.emitted.contains("503 of-ann"))
    fixture.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
    try await eventually { fixture.state("of-ann") == .delivered }

    #expect(
      fixture.http.requests.last?.headers.contains(
        HTTPHeader("Authorization", "Bearer " + TestJWT.ann)) == true)
    await fixture.engine.stop()
  }

  @Test("a job under an rToken is not sent with a JWT, nor the other way round")
  func otherWay() async throws {
    let fixture = try Self.fixture(ScriptedHTTPClient([]), .fixed(Secret(TestJWT.ann)))
    try fixture.accept(SampleJobKinds.state, "of-token", n: 1)
    try await eventually { fixture.waitingFor("of-token") == .user }
    try fixture.configure(rToken: "t")
    try fixture.accept(SampleJobKinds.state, "of-ann", n: 2, user: Self.ann)
    try await eventually {
      fixture.state("of-token") == .delivered && fixture.waitingFor("of-ann") == .user
    }
    #expect(fixture.http.requests.map(\.job) == ["jobState 1"])
    await fixture.engine.stop()
  }

  @Test(
    "an unusable JWT is reported with its cause, in order, and the job waits",
    arguments: [
      (nil, "540"), ("", "540"), ("junk", "541"),
      (TestJWT.make(#"{"db_id":1,"matching":"email"}"#), "542"),
    ])
  func chain(jwt: String?, cause: String) async throws {
    let fixture = try Self.fixture(ScriptedHTTPClient([]), jwt.map { .fixed(Secret($0)) })
    try fixture.accept(SampleJobKinds.state, "a", user: Self.ann)

    try await eventually { fixture.waitingFor("a") == .user }

    #expect(fixture.emitted == ["200", "\(cause) a", "543 a", "520 a"])
    #expect(fixture.allEvents.last?.type == .retryError)
    #expect(fixture.engine.outbox.report("a")?.attempts == 0)
    #expect(fixture.engine.outbox.report("a")?.lastError?.code == 520)
    await fixture.engine.stop()
  }

  @Test("a job without a configuration, a token or the permission reports the missing requirement")
  func obstacles() async throws {
    let fixture = try EngineFixture()
    try fixture.accept(SampleJobKinds.token, "a")
    try await eventually { fixture.waitingFor("a") == .configuration }
    #expect(fixture.emitted == ["501 a"])
    try fixture.configure(rToken: "t")
    try await eventually { fixture.waitingFor("a") == .token }
    #expect(fixture.emitted == ["501 a", "200", "502 a", "520 a"])

    try fixture.engine.setPushToken("device", for: .iosAPNS)

    try await eventually { fixture.state("a") == .delivered }
    #expect(fixture.emitted.suffix(2) == ["201", "231 a"])
    #expect(fixture.http.requests.map { $0.url.hasSuffix("token=device") } == [true])
    #expect(fixture.engine.outbox.savedToken == PushToken(provider: .iosAPNS, token: "device"))
    await fixture.engine.stop()
    let again = try fixture.restarted()
    #expect(again.engine.outbox.savedToken == PushToken(provider: .iosAPNS, token: "device"))
    await again.engine.stop()
  }

  @Test(
    "after a rejected JWT from a callback the request is repeated once, if and only if the host has another JWT",
    arguments: [401, 403])
  func refused(status: Int) async throws {
    let http = ScriptedHTTPClient([.status(status)])
    let host = Host(.value(TestJWT.ann), then: .value(TestJWT.annAgain))
    let fixture = try Self.fixture(http, host.jwt())
    try fixture.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { fixture.state("a") == .delivered }

    #expect(host.asked == ["request", "rejected"])
    #expect(fixture.emitted == ["200", "230 a"])
    #expect(
      http.requests.map { $0.headers[0].value } == [
        "Bearer " + TestJWT.ann, "Bearer " + TestJWT.annAgain,
      ])
    #expect(fixture.engine.outbox.report("a")?.attempts == 1)
    await fixture.engine.stop()
  }

  @Test("a second rejected JWT ends the job")
  func refusedTwice() async throws {
    let http = ScriptedHTTPClient([], then: .status(401))
    let host = Host(.value(TestJWT.ann), then: .value(TestJWT.annAgain))
    let fixture = try Self.fixture(http, host.jwt())
    try fixture.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { fixture.state("a") == .rejected }
    #expect(host.asked == ["request", "rejected"] && http.requests.count == 2)
    #expect(fixture.emitted == ["200", "430 a"])
    await fixture.engine.stop()
  }

  @Test(
    "without another JWT of the same user a 401 is final after one request",
    arguments: [
      HostAnswer.value(TestJWT.ann), .none, .timedOut, .value("junk"), .value(TestJWT.bob),
    ])
  func refusedForGood(second: HostAnswer) async throws {
    let http = ScriptedHTTPClient([], then: .status(401))
    let host = Host(.value(TestJWT.ann), then: second)
    let fixture = try Self.fixture(http, host.jwt())
    try fixture.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { fixture.state("a") == .rejected }
    #expect(host.asked == ["request", "rejected"] && http.requests.count == 1)
    #expect(fixture.emitted == ["200", "430 a"])
    await fixture.engine.stop()
  }

  @Test("with an rToken or a static JWT the host is not asked after a 401")
  func refusedStatic() async throws {
    let host = Host(then: .value(TestJWT.annAgain))
    let fixture = try EngineFixture(ScriptedHTTPClient([], then: .status(401)), rToken: "t")
    fixture.engine.setJWTProvider(host.jwt())
    try fixture.accept(SampleJobKinds.state, "a")
    try await eventually { fixture.state("a") == .rejected }
    #expect(host.asked == [] && fixture.http.requests.count == 1)
    await fixture.engine.stop()
  }

  @Test("a burst of calls of any size under a callback makes two requests to the host")
  func burst() async throws {
    let host = Host(then: .value(TestJWT.ann))
    let fixture = try Self.fixture(ScriptedHTTPClient([]), host.jwt())
    host.hold()
    let owners = try await withThrowingTaskGroup(of: UserTag?.self) { group in
      group.addTask { try? await fixture.engine.ownerFromHost(function: "f").userTag }
      try await eventually { host.asked.count == 1 }
      for _ in 0..<63 {
        group.addTask { try? await fixture.engine.ownerFromHost(function: "f").userTag }
      }
      try await eventually { fixture.engine.identity.source.waitingCount(for: .request) == 63 }
      host.letGo()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(owners.count == 64 && owners.allSatisfy { $0 == Self.ann })
    #expect(host.asked == ["request", "request"])
    await fixture.engine.stop()
  }

  @Test("each call gets the error that concerns its owner")
  func ownerFailures() async throws {
    let fixture = try EngineFixture()
    func failure() async -> EngineError? {
      do throws(EngineError) {
        _ = try await fixture.engine.ownerFromHost(function: "f")
        return nil
      } catch {
        return error
      }
    }
    guard case .refused(let missing)? = await failure() else {
      _ = Issue.record("501")
      return
    }
    #expect(missing.event.code == .configurationMissing)
    try fixture.configure(Self.url)
    let host = Host(.timedOut, .none, .value("junk"), then: .value(TestJWT.ann))
    fixture.engine.setJWTProvider(host.jwt())
    guard case .callbackTimeout("provider.getJWT")? = await failure() else {
      _ = Issue.record("-32012")
      return
    }
    guard case .refused(let none)? = await failure() else {
      _ = Issue.record("402")
      return
    }
    #expect(none.event.code == .userTagMissing && none.causes.map(\.code) == [.jwtMissing])
    #expect(none.data == ["cause": 540])
    guard case .refused(let junk)? = await failure() else {
      _ = Issue.record("402")
      return
    }
    #expect(junk.causes.map(\.code) == [.jwtInvalid] && junk.data == ["cause": 541])
    #expect(await failure() == nil)
    // The host disconnects, and its registrations are removed.
    fixture.engine.connectionEnded(ConnectionID(2))
    #expect(await failure() == nil)
    fixture.engine.connectionEnded(ConnectionID(1))
    #expect(await failure() != nil)
    await fixture.engine.stop()
  }

  // An attempt asked a host that did not answer. A new registration then woke only the lanes that already slept.
  @Test("a provider registered while an attempt waits for the previous one is used")
  func arrivalDuringQuestion() async throws {
    let host = Host(then: .timedOut)
    host.hold()
    let fixture = try Self.fixture(ScriptedHTTPClient([]), host.jwt())
    try fixture.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { host.asked.count == 1 }

    fixture.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
    host.letGo()

    try await eventually { fixture.state("a") == .delivered }
    #expect(fixture.time.clock.now.sinceStart == .zero)
    await fixture.engine.stop()
  }

  @Test("a callback that never answers delays only its own attempt")
  func silentHost() async throws {
    let host = Host(then: .value("token"))
    host.hold()
    let fixture = try EngineFixture(rToken: "t")
    try fixture.engine.setTokenSource(host.token(), for: .iosFirebase)
    try fixture.accept(SampleJobKinds.token, "a")
    try await eventually { host.asked.count == 1 }
    for number in 1...10 { try fixture.accept(SampleJobKinds.event, "r\(number)") }
    try await eventually { fixture.state("r10") == .delivered }
    #expect(fixture.state("a") == .pending)
    host.letGo()
    try await eventually { fixture.state("a") == .delivered }
    await fixture.engine.stop()
  }
}

@Suite struct ResourceTokenChangeTests {
  @Test(
    "a change of the rToken ends its subscriptions and events; pushes and other users' jobs stay"
  )
  func change() async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([], then: .status(503)), rToken: "old")
    let ann = TestJWT.tag(TestJWT.ann)
    try fixture.accept(SampleJobKinds.state, "state")
    try fixture.accept(SampleJobKinds.event, "event")
    try fixture.accept(SampleJobKinds.own, "push")
    try fixture.accept(SampleJobKinds.state, "of-ann", user: ann)
    try await eventually { fixture.emitted.count >= 5 }
    let outcome = Mutex<JobOutcome?>(nil)
    _ = fixture.engine.outbox.whenEnded("state") { ended in outcome.withLock { $0 = ended } }
    fixture.http.enqueue(.status(200))
    let before = fixture.emitted.count

    try fixture.configure(rToken: "new")

    #expect(
      outcome.withLock { $0 } == JobOutcome(state: .cleared, eventCode: 601, response: .null))
    #expect(
      Array(fixture.emitted.dropFirst(before).prefix(3)) == ["601 state", "601 event", "200"])
    #expect(fixture.state("state") == .cleared && fixture.state("event") == .cleared)
    try await eventually { fixture.state("push") == .delivered }
    #expect(fixture.state("of-ann") == .pending)
    #expect(
      fixture.http.requests.last?.headers.contains(
        HTTPHeader("Authorization", "Bearer rtoken@new")) == true)
    #expect(fixture.engine.outbox.statistics.counters.cleared == 2)
    fixture.expectSums()
    try fixture.accept(SampleJobKinds.state, "later")
    try await eventually { fixture.emitted.contains("530 later") }
    await fixture.engine.stop()
  }

  @Test(
    "a job in flight during a change of the rToken ends once and blocks its lane until the request is over"
  )
  func changeOnTheWire() async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([], then: .hold), rToken: "old")
    try fixture.accept(SampleJobKinds.state, "a", n: 1)
    await fixture.http.waitForRequests(1)

    try fixture.configure(rToken: "new")
    try fixture.accept(SampleJobKinds.state, "b", n: 2)
    await fixture.rest()
    #expect(fixture.http.requests.count == 1)
    fixture.http.release(.success(HTTPResponse(status: 200, body: [])))
    await fixture.http.waitForRequests(2)
    fixture.http.release(.success(HTTPResponse(status: 200, body: [])))
    try await eventually { fixture.state("b") == .delivered }

    #expect(fixture.emitted == ["200", "601 a", "200", "230 b"])
    #expect(fixture.state("a") == .cleared)
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test(
    "after a crash between the new configuration and the end of the old jobs, the start ends those jobs"
  )
  func crash() async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([], then: .status(503)), rToken: "old")
    try fixture.accept(SampleJobKinds.state, "a")
    try fixture.accept(SampleJobKinds.own, "push")
    try await eventually { fixture.emitted.count == 3 }
    // The first step of `install` only.
    let store = fixture.engine.group
    let configuration = try Configuration.decode(
      ["apiUrl": "https://platform.example", "rToken": "new"], allowsInsecureHTTP: false)
    try store.change(by: "configuration") { settings in
      settings.configuration = configuration
      settings.clearedThrough = store.outbox.lastID
    }
    await fixture.engine.stop()

    let again = try fixture.restarted()

    #expect(again.state("a") == .cleared)
    #expect(again.emitted.first == "601 a")
    try again.accept(SampleJobKinds.state, "b")
    await again.pass(.seconds(6))
    try await eventually { again.state("b") == .delivered && again.state("push") == .delivered }
    #expect(again.engine.outbox.statistics.counters.cleared == 1)
    again.expectSums()
    await again.engine.stop()
    let third = try again.restarted()
    #expect(third.engine.outbox.statistics.counters.cleared == 1)
    #expect(!third.emitted.contains("601 a"))
    await third.engine.stop()
  }

  @Test("an unchanged, a first and a removed rToken end nothing")
  func noChange() async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([], then: .status(503)), rToken: "old")
    try fixture.accept(SampleJobKinds.state, "a")
    try fixture.configure(rToken: "old")
    try fixture.configure(["apiUrl": "https://platform.example"])
    try fixture.configure(rToken: "old")
    #expect(fixture.state("a") == .pending)
    await fixture.engine.stop()
  }
}

@Suite struct PushTokensTests {
  private let clock = TestClock()

  private func tokens() -> PushTokens {
    let clock = self.clock
    return PushTokens(
      sleep: { try await clock.sleep(for: $0) },
      refused: { [refusals] provider, refusal in
        refusals.value.withLock { $0.append("\(provider.rawValue) \(refusal.complaint)") }
      })
  }

  /// The answers that were no tokens.
  private let refusals = Refusals()

  private final class Refusals: Sendable {
    let value = Mutex<[String]>([])
  }

  @Test(
    "providers are asked in the order of the list, and the static token is used only without providers"
  )
  func order() async {
    let tokens = tokens()
    let manual = PushToken(provider: .iosHuawei, token: "manual")
    #expect(await tokens.resolve(priorities: nil, manual: nil) == nil)
    #expect(await tokens.resolve(priorities: nil, manual: manual)?.token == manual)
    tokens.register(.fixed(Secret("fcm")), for: .iosFirebase)
    tokens.register(.fixed(Secret("apns")), for: .iosAPNS)
    let byDefault = await tokens.resolve(priorities: nil, manual: manual)
    #expect(byDefault?.token == PushToken(provider: .iosAPNS, token: "apns"))
    #expect(byDefault?.isNew == true)
    #expect(await tokens.resolve(priorities: nil, manual: manual)?.isNew == false)
    let listed = await tokens.resolve(priorities: [.iosFirebase], manual: manual)
    #expect(listed?.token == PushToken(provider: .iosFirebase, token: "fcm"))
    #expect(await tokens.resolve(priorities: [.iosHuawei], manual: manual) == nil)
    tokens.register(.fixed(Secret("")), for: .iosAPNS)
    #expect(await tokens.resolve(priorities: nil, manual: nil)?.token.provider == .iosFirebase)
  }

  @Test("a provider without a token is asked three times, one second apart")
  func threeTimes() async {
    let tokens = tokens()
    let host = Host(.none, .timedOut, then: .value("t"))
    tokens.register(host.token(), for: .iosFirebase)
    async let resolved = tokens.resolve(priorities: nil, manual: nil)
    await clock.waitForSleepers()
    #expect(host.asked.count == 1)
    await clock.advance(by: .seconds(1))
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    #expect(await resolved?.token.token.reveal() == "t")
    #expect(host.asked == ["ios-firebase", "ios-firebase", "ios-firebase"])
  }

  // It was dropped without a word, after three requests.
  @Test(
    "a token that is too long is refused once with its size, and the next provider is asked",
    .timeLimit(.minutes(10)))
  func tooLong() async {
    let tokens = tokens()
    let host = Host(then: .value(String(repeating: "x", count: PushToken.byteLimit + 1)))
    tokens.register(host.token(), for: .iosAPNS)
    tokens.register(.fixed(Secret("fcm")), for: .iosFirebase)

    let resolved = await tokens.resolve(priorities: nil, manual: nil)

    #expect(resolved?.token.provider == .iosFirebase)
    #expect(host.asked == ["ios-apns"])
    #expect(refusals.value.withLock { $0 } == ["ios-apns has 4097 bytes; it may have at most 4096"])
  }

  @Test("the event of a token that is too long states its size in JSON and the limit")
  func tooLongEvent() async throws {
    let fixture = try EngineFixture(rToken: "r")
    let host = Host(then: .value(String(repeating: "\"", count: 3000)))
    try fixture.engine.setTokenSource(host.token(), for: .iosFirebase)

    let (token, _) = await fixture.engine.pushToken()()

    #expect(token == nil)
    let message = "the push token of ios-firebase has 6000 bytes; it may have at most 4096"
    try await eventually {
      fixture.allEvents.contains { $0.code == 502 && $0.message == message }
    }
  }

  @Test("a provider of a disconnected host counts as not registered")
  func gone() async {
    let tokens = tokens()
    let manual = PushToken(provider: .iosHuawei, token: "manual")
    tokens.register(Host(then: .value("one")).token(connection: 1), for: .iosFirebase)
    tokens.register(Host(then: .value("two")).token(connection: 2), for: .iosAPNS)
    tokens.forget(ConnectionID(2))
    #expect(await tokens.resolve(priorities: nil, manual: manual)?.token.token.reveal() == "one")
    tokens.forget(ConnectionID(1))
    #expect(await tokens.resolve(priorities: nil, manual: manual)?.token == manual)
  }
}

@Suite struct SignalTests {
  @Test("a signal without a waiter is kept for the next waiter", .timeLimit(.minutes(10)))
  func rings() async {
    let signal = AsyncSignal()
    signal.fire()
    signal.fire()
    await signal.wait()
    let heard = Mutex(false)
    let listener = Task {
      await signal.wait()
      heard.withLock { $0 = true }
    }
    try? await Task.sleep(for: .milliseconds(5))
    #expect(!heard.withLock { $0 })
    signal.fire()
    await listener.value
  }

  @Test("no signal between two threads is lost", .timeLimit(.minutes(10)))
  func pingPong() async {
    let (one, other) = (AsyncSignal(), AsyncSignal())
    await withDiscardingTaskGroup { group in
      group.addTask {
        for _ in 0..<5000 {
          one.fire()
          await other.wait()
        }
      }
      group.addTask {
        for _ in 0..<5000 {
          await one.wait()
          other.fire()
        }
      }
    }
  }
}
