import EngineTestSupport
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// The owner of work, and the credentials with which it is sent.
@Suite struct CredentialsTests {
  private static let url: JSONObject = ["apiUrl": "https://platform.example"]
  private static let ann = TestJWT.tag(TestJWT.ann)
  private static let bob = TestJWT.tag(TestJWT.bob)

  private static func world(
    _ http: ScriptedHTTPClient = ScriptedHTTPClient([]), _ provider: JWTProvider? = nil
  ) throws -> EngineFixture {
    let world = try EngineFixture(http, configuration: url)
    world.engine.setJWTProvider(provider)
    return world
  }

  @Test("work of one user is never sent with the credentials of another; it waits for its own")
  func otherUser() async throws {
    let world = try Self.world(ScriptedHTTPClient([]), .fixed(Secret(TestJWT.bob)))
    try world.accept(SampleJobKinds.state, "of-ann", n: 1, user: Self.ann)
    try world.accept(SampleJobKinds.state, "of-bob", n: 2, user: Self.bob)

    try await eventually { world.state("of-bob") == .delivered }
    try await eventually { world.waitingFor("of-ann") == .user }
    await world.pass(.seconds(600), by: .seconds(30))
    #expect(world.http.requests.map(\.toy) == ["toyState 2"])
    #expect(world.told.contains("503 of-ann"))
    world.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
    try await eventually { world.state("of-ann") == .delivered }

    #expect(
      world.http.requests.last?.headers.contains(
        HTTPHeader("Authorization", "Bearer " + TestJWT.ann)) == true)
    await world.engine.stop()
  }

  @Test("work under an rToken is not sent with a JWT, nor the other way round")
  func otherWay() async throws {
    let world = try Self.world(ScriptedHTTPClient([]), .fixed(Secret(TestJWT.ann)))
    try world.accept(SampleJobKinds.state, "of-token", n: 1)
    try await eventually { world.waitingFor("of-token") == .user }
    try world.configure(rToken: "t")
    try world.accept(SampleJobKinds.state, "of-ann", n: 2, user: Self.ann)
    try await eventually {
      world.state("of-token") == .delivered && world.waitingFor("of-ann") == .user
    }
    #expect(world.http.requests.map(\.toy) == ["toyState 1"])
    await world.engine.stop()
  }

  @Test(
    "an unusable JWT is reported with its cause, in order, and the work waits",
    arguments: [
      (nil, "540"), ("", "540"), ("junk", "541"),
      (TestJWT.make(#"{"db_id":1,"matching":"email"}"#), "542"),
    ])
  func chain(jwt: String?, cause: String) async throws {
    let world = try Self.world(ScriptedHTTPClient([]), jwt.map { .fixed(Secret($0)) })
    try world.accept(SampleJobKinds.state, "a", user: Self.ann)

    try await eventually { world.waitingFor("a") == .user }

    #expect(world.told == ["200", "\(cause) a", "543 a", "520 a"])
    #expect(world.allEvents.last?.type == .retryError)
    #expect(world.engine.outbox.report("a")?.attempts == 0)
    #expect(world.engine.outbox.report("a")?.lastError?.code == 520)
    await world.engine.stop()
  }

  @Test("work without a configuration, a token or the permission reports the missing requirement")
  func obstacles() async throws {
    let world = try EngineFixture()
    try world.accept(SampleJobKinds.token, "a")
    try await eventually { world.waitingFor("a") == .configuration }
    #expect(world.told == ["501 a"])
    try world.configure(rToken: "t")
    try await eventually { world.waitingFor("a") == .token }
    #expect(world.told == ["501 a", "200", "502 a", "520 a"])

    try world.engine.setPushToken("device", for: .iosAPNS)

    try await eventually { world.state("a") == .delivered }
    #expect(world.told.suffix(2) == ["201", "231 a"])
    #expect(world.http.requests.map { $0.url.hasSuffix("token=device") } == [true])
    #expect(world.engine.outbox.savedToken == PushToken(provider: .iosAPNS, token: "device"))
    await world.engine.stop()
    let again = try world.restarted()
    #expect(again.engine.outbox.savedToken == PushToken(provider: .iosAPNS, token: "device"))
    await again.engine.stop()
  }

  @Test(
    "after a rejected JWT from a callback the request is repeated once, if and only if the host has another JWT",
    arguments: [401, 403])
  func refused(status: Int) async throws {
    let http = ScriptedHTTPClient([.status(status)])
    let host = Host(.value(TestJWT.ann), then: .value(TestJWT.annAgain))
    let world = try Self.world(http, host.jwt())
    try world.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { world.state("a") == .delivered }

    #expect(host.asked == ["request", "rejected"])
    #expect(world.told == ["200", "230 a"])
    #expect(
      http.requests.map { $0.headers[0].value } == [
        "Bearer " + TestJWT.ann, "Bearer " + TestJWT.annAgain,
      ])
    #expect(world.engine.outbox.report("a")?.attempts == 1)
    await world.engine.stop()
  }

  @Test("a second rejected JWT ends the work")
  func refusedTwice() async throws {
    let http = ScriptedHTTPClient([], then: .status(401))
    let host = Host(.value(TestJWT.ann), then: .value(TestJWT.annAgain))
    let world = try Self.world(http, host.jwt())
    try world.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { world.state("a") == .rejected }
    #expect(host.asked == ["request", "rejected"] && http.requests.count == 2)
    #expect(world.told == ["200", "430 a"])
    await world.engine.stop()
  }

  @Test(
    "without another JWT of the same user a 401 is final after one request",
    arguments: [
      HostAnswer.value(TestJWT.ann), .none, .timedOut, .value("junk"), .value(TestJWT.bob),
    ])
  func refusedForGood(second: HostAnswer) async throws {
    let http = ScriptedHTTPClient([], then: .status(401))
    let host = Host(.value(TestJWT.ann), then: second)
    let world = try Self.world(http, host.jwt())
    try world.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { world.state("a") == .rejected }
    #expect(host.asked == ["request", "rejected"] && http.requests.count == 1)
    #expect(world.told == ["200", "430 a"])
    await world.engine.stop()
  }

  @Test("with an rToken or a static JWT the host is not asked after a 401")
  func refusedStatic() async throws {
    let host = Host(then: .value(TestJWT.annAgain))
    let world = try EngineFixture(ScriptedHTTPClient([], then: .status(401)), rToken: "t")
    world.engine.setJWTProvider(host.jwt())
    try world.accept(SampleJobKinds.state, "a")
    try await eventually { world.state("a") == .rejected }
    #expect(host.asked == [] && world.http.requests.count == 1)
    await world.engine.stop()
  }

  @Test("a burst of calls of any size under a callback makes two requests to the host")
  func burst() async throws {
    let host = Host(then: .value(TestJWT.ann))
    let world = try Self.world(ScriptedHTTPClient([]), host.jwt())
    host.hold()
    let owners = try await withThrowingTaskGroup(of: UserTag?.self) { group in
      group.addTask { try? await world.engine.ownerFromHost(function: "f").userTag }
      try await eventually { host.asked.count == 1 }
      for _ in 0..<63 {
        group.addTask { try? await world.engine.ownerFromHost(function: "f").userTag }
      }
      try await eventually { world.engine.identity.source.waitingCount(for: .request) == 63 }
      host.letGo()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(owners.count == 64 && owners.allSatisfy { $0 == Self.ann })
    #expect(host.asked == ["request", "request"])
    await world.engine.stop()
  }

  @Test("each call gets the error that concerns its owner")
  func ownerFailures() async throws {
    let world = try EngineFixture()
    func failure() async -> EngineError? {
      do throws(EngineError) {
        _ = try await world.engine.ownerFromHost(function: "f")
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
    try world.configure(Self.url)
    let host = Host(.timedOut, .none, .value("junk"), then: .value(TestJWT.ann))
    world.engine.setJWTProvider(host.jwt())
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
    world.engine.connectionEnded(ConnectionID(2))
    #expect(await failure() == nil)
    world.engine.connectionEnded(ConnectionID(1))
    #expect(await failure() != nil)
    await world.engine.stop()
  }

  // An attempt asked a host that did not answer. A new registration then woke only the lanes that already slept.
  @Test("a provider registered while an attempt waits for the previous one is used")
  func arrivalDuringQuestion() async throws {
    let host = Host(then: .timedOut)
    host.hold()
    let world = try Self.world(ScriptedHTTPClient([]), host.jwt())
    try world.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { host.asked.count == 1 }

    world.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
    host.letGo()

    try await eventually { world.state("a") == .delivered }
    #expect(world.time.clock.now.sinceStart == .zero)
    await world.engine.stop()
  }

  @Test("a callback that never answers delays only its own attempt")
  func silentHost() async throws {
    let host = Host(then: .value("token"))
    host.hold()
    let world = try EngineFixture(rToken: "t")
    try world.engine.setTokenSource(host.token(), for: .iosFirebase)
    try world.accept(SampleJobKinds.token, "a")
    try await eventually { host.asked.count == 1 }
    for number in 1...10 { try world.accept(SampleJobKinds.event, "r\(number)") }
    try await eventually { world.state("r10") == .delivered }
    #expect(world.state("a") == .pending)
    host.letGo()
    try await eventually { world.state("a") == .delivered }
    await world.engine.stop()
  }
}

@Suite struct ResourceTokenChangeTests {
  @Test(
    "a change of the rToken ends its subscriptions and events; pushes and other users' work stay"
  )
  func change() async throws {
    let world = try EngineFixture(ScriptedHTTPClient([], then: .status(503)), rToken: "old")
    let ann = TestJWT.tag(TestJWT.ann)
    try world.accept(SampleJobKinds.state, "state")
    try world.accept(SampleJobKinds.event, "event")
    try world.accept(SampleJobKinds.own, "push")
    try world.accept(SampleJobKinds.state, "of-ann", user: ann)
    try await eventually { world.told.count >= 5 }
    let outcome = Mutex<JobOutcome?>(nil)
    _ = world.engine.outbox.whenEnded("state") { ended in outcome.withLock { $0 = ended } }
    world.http.enqueue(.status(200))
    let before = world.told.count

    try world.configure(rToken: "new")

    #expect(
      outcome.withLock { $0 } == JobOutcome(state: .cleared, eventCode: 601, response: .null))
    #expect(Array(world.told.dropFirst(before).prefix(3)) == ["601 state", "601 event", "200"])
    #expect(world.state("state") == .cleared && world.state("event") == .cleared)
    try await eventually { world.state("push") == .delivered }
    #expect(world.state("of-ann") == .pending)
    #expect(
      world.http.requests.last?.headers.contains(
        HTTPHeader("Authorization", "Bearer rtoken@new")) == true)
    #expect(world.engine.outbox.statistics.counters.cleared == 2)
    world.expectSums()
    try world.accept(SampleJobKinds.state, "later")
    try await eventually { world.told.contains("530 later") }
    await world.engine.stop()
  }

  @Test(
    "work in flight during a change of the rToken ends once and blocks its lane until the request is over"
  )
  func changeOnTheWire() async throws {
    let world = try EngineFixture(ScriptedHTTPClient([], then: .hold), rToken: "old")
    try world.accept(SampleJobKinds.state, "a", n: 1)
    await world.http.waitForRequests(1)

    try world.configure(rToken: "new")
    try world.accept(SampleJobKinds.state, "b", n: 2)
    await world.rest()
    #expect(world.http.requests.count == 1)
    world.http.release(.success(HTTPResponse(status: 200, body: [])))
    await world.http.waitForRequests(2)
    world.http.release(.success(HTTPResponse(status: 200, body: [])))
    try await eventually { world.state("b") == .delivered }

    #expect(world.told == ["200", "601 a", "200", "230 b"])
    #expect(world.state("a") == .cleared)
    world.expectSums()
    await world.engine.stop()
  }

  @Test(
    "after a crash between the new configuration and the end of the old work, the start ends that work"
  )
  func crash() async throws {
    let world = try EngineFixture(ScriptedHTTPClient([], then: .status(503)), rToken: "old")
    try world.accept(SampleJobKinds.state, "a")
    try world.accept(SampleJobKinds.own, "push")
    try await eventually { world.told.count == 3 }
    // The first step of `install` only.
    let store = world.engine.group
    let configuration = try Configuration.decode(
      ["apiUrl": "https://platform.example", "rToken": "new"], allowsInsecureHTTP: false)
    try store.change(by: "configuration") { settings in
      settings.configuration = configuration
      settings.clearedThrough = store.outbox.lastID
    }
    await world.engine.stop()

    let again = try world.restarted()

    #expect(again.state("a") == .cleared)
    #expect(again.told.first == "601 a")
    try again.accept(SampleJobKinds.state, "b")
    await again.pass(.seconds(6))
    try await eventually { again.state("b") == .delivered && again.state("push") == .delivered }
    #expect(again.engine.outbox.statistics.counters.cleared == 1)
    again.expectSums()
    await again.engine.stop()
    let third = try again.restarted()
    #expect(third.engine.outbox.statistics.counters.cleared == 1)
    #expect(!third.told.contains("601 a"))
    await third.engine.stop()
  }

  @Test("an unchanged, a first and a removed rToken end nothing")
  func noChange() async throws {
    let world = try EngineFixture(ScriptedHTTPClient([], then: .status(503)), rToken: "old")
    try world.accept(SampleJobKinds.state, "a")
    try world.configure(rToken: "old")
    try world.configure(["apiUrl": "https://platform.example"])
    try world.configure(rToken: "old")
    #expect(world.state("a") == .pending)
    await world.engine.stop()
  }
}

@Suite struct PushTokensTests {
  private let clock = TestClock()

  private func tokens() -> PushTokens {
    let clock = self.clock
    return PushTokens(
      sleep: { try await clock.sleep(for: $0) },
      refused: { [refusals] provider, bytes in
        refusals.value.withLock { $0.append("\(provider.rawValue) \(bytes)") }
      })
  }

  /// The answers that were too long.
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
    #expect(refusals.value.withLock { $0 } == ["ios-apns 4097"])
  }

  @Test("the event of a token that is too long states its size in JSON and the limit")
  func tooLongEvent() async throws {
    let world = try EngineFixture(rToken: "r")
    let host = Host(then: .value(String(repeating: "\"", count: 3000)))
    try world.engine.setTokenSource(host.token(), for: .iosFirebase)

    let (token, _) = await world.engine.pushToken()()

    #expect(token == nil)
    let message = "the push token of ios-firebase has 6000 bytes; it may have at most 4096"
    try await eventually {
      world.allEvents.contains { $0.code == 502 && $0.message == message }
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
