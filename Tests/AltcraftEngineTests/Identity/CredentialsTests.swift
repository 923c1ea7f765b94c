import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// Who owns work, and whose credentials it is sent with.
@Suite struct CredentialsTests {
  private static let url: JSONObject = ["apiUrl": "https://platform.example"]
  private static let ann = TestJWT.tag(TestJWT.ann)
  private static let bob = TestJWT.tag(TestJWT.bob)

  private static func world(
    _ http: ScriptedHTTPClient = ScriptedHTTPClient([]), _ provider: JWTProvider? = nil
  ) throws -> EngineWorld {
    let world = try EngineWorld(http, configuration: url)
    world.engine.setJWTProvider(provider)
    return world
  }

  @Test("work of one user is never sent with the credentials of another; it waits for its own")
  func otherUser() async throws {
    let world = try Self.world(ScriptedHTTPClient([]), .fixed(Secret(TestJWT.bob)))
    try world.accept(Toys.state, "of-ann", n: 1, user: Self.ann)
    try world.accept(Toys.state, "of-bob", n: 2, user: Self.bob)

    await eventually { world.state("of-bob") == .delivered }
    await eventually { world.waitingFor("of-ann") == .user }
    await world.pass(.seconds(600), by: .seconds(30))
    #expect(world.http.requests.map(\.toy) == ["toyState 2"])
    #expect(world.told.contains("503 of-ann"))
    world.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
    await eventually { world.state("of-ann") == .delivered }

    #expect(
      world.http.requests.last?.headers.contains(
        HTTPHeader("Authorization", "Bearer " + TestJWT.ann)) == true)
    await world.engine.stop()
  }

  @Test("work under an rToken is not sent with a JWT, nor the other way round")
  func otherWay() async throws {
    let world = try Self.world(ScriptedHTTPClient([]), .fixed(Secret(TestJWT.ann)))
    try world.accept(Toys.state, "of-token", n: 1)
    await eventually { world.waitingFor("of-token") == .user }
    try world.configure(rToken: "t")
    try world.accept(Toys.state, "of-ann", n: 2, user: Self.ann)
    await eventually {
      world.state("of-token") == .delivered && world.waitingFor("of-ann") == .user
    }
    #expect(world.http.requests.map(\.toy) == ["toyState 1"])
    await world.engine.stop()
  }

  @Test(
    "a JWT that cannot be used is told with its cause, in order, and the work waits",
    arguments: [
      (nil, "540"), ("", "540"), ("junk", "541"),
      (TestJWT.make(#"{"db_id":1,"matching":"email"}"#), "542"),
    ])
  func chain(jwt: String?, cause: String) async throws {
    let world = try Self.world(ScriptedHTTPClient([]), jwt.map { .fixed(Secret($0)) })
    try world.accept(Toys.state, "a", user: Self.ann)

    await eventually { world.waitingFor("a") == .user }

    #expect(world.told == ["200", "\(cause) a", "543 a", "520 a"])
    #expect(world.allEvents.last?.type == .retryError)
    #expect(world.engine.outbox.report("a")?.attempts == 0)
    #expect(world.engine.outbox.report("a")?.lastError?.code == 520)
    await world.engine.stop()
  }

  @Test("work without a configuration, a token or the permission says what it waits for")
  func obstacles() async throws {
    let world = try EngineWorld()
    try world.accept(Toys.token, "a")
    await eventually { world.waitingFor("a") == .configuration }
    #expect(world.told == ["501 a"])
    try world.configure(rToken: "t")
    await eventually { world.waitingFor("a") == .token }
    #expect(world.told == ["501 a", "200", "502 a", "520 a"])

    try world.engine.setPushToken("device", for: .iosAPNS)

    await eventually { world.state("a") == .delivered }
    #expect(world.told.suffix(2) == ["201", "231 a"])
    #expect(world.http.requests.map { $0.url.hasSuffix("token=device") } == [true])
    #expect(world.engine.outbox.savedToken == PushToken(provider: .iosAPNS, token: "device"))
    await world.engine.stop()
    let again = try world.restarted()
    #expect(again.engine.outbox.savedToken == PushToken(provider: .iosAPNS, token: "device"))
    await again.engine.stop()
  }

  @Test(
    "a refused JWT of a callback gets one more request if, and only if, the host has another",
    arguments: [401, 403])
  func refused(status: Int) async throws {
    let http = ScriptedHTTPClient([.status(status)])
    let host = Host(.value(TestJWT.ann), then: .value(TestJWT.annAgain))
    let world = try Self.world(http, host.jwt())
    try world.accept(Toys.state, "a", user: Self.ann)
    await eventually { world.state("a") == .delivered }

    #expect(host.asked == ["request", "rejected"])
    #expect(world.told == ["200", "230 a"])
    #expect(
      http.requests.map { $0.headers[0].value } == [
        "Bearer " + TestJWT.ann, "Bearer " + TestJWT.annAgain,
      ])
    #expect(world.engine.outbox.report("a")?.attempts == 1)
    await world.engine.stop()
  }

  @Test("a second JWT that is refused too ends the work")
  func refusedTwice() async throws {
    let http = ScriptedHTTPClient([], then: .status(401))
    let host = Host(.value(TestJWT.ann), then: .value(TestJWT.annAgain))
    let world = try Self.world(http, host.jwt())
    try world.accept(Toys.state, "a", user: Self.ann)
    await eventually { world.state("a") == .rejected }
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
    try world.accept(Toys.state, "a", user: Self.ann)
    await eventually { world.state("a") == .rejected }
    #expect(host.asked == ["request", "rejected"] && http.requests.count == 1)
    #expect(world.told == ["200", "430 a"])
    await world.engine.stop()
  }

  @Test("under an rToken or a JWT that was given once nobody is asked after a 401")
  func refusedStatic() async throws {
    let host = Host(then: .value(TestJWT.annAgain))
    let world = try EngineWorld(ScriptedHTTPClient([], then: .status(401)), rToken: "t")
    world.engine.setJWTProvider(host.jwt())
    try world.accept(Toys.state, "a")
    await eventually { world.state("a") == .rejected }
    #expect(host.asked == [] && world.http.requests.count == 1)
    await world.engine.stop()
  }

  @Test("a burst of calls under a callback costs two questions, however many they are")
  func burst() async throws {
    let host = Host(then: .value(TestJWT.ann))
    let world = try Self.world(ScriptedHTTPClient([]), host.jwt())
    host.hold()
    let owners = await withTaskGroup(of: UserTag?.self) { group in
      group.addTask { try? await world.engine.ownerFromHost(function: "f").userTag }
      await eventually { host.asked.count == 1 }
      for _ in 0..<63 {
        group.addTask { try? await world.engine.ownerFromHost(function: "f").userTag }
      }
      await world.rest()
      host.letGo()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(owners.count == 64 && owners.allSatisfy { $0 == Self.ann })
    #expect(host.asked == ["request", "request"])
    await world.engine.stop()
  }

  @Test("each call finds out what went wrong with its owner")
  func ownerFailures() async throws {
    let world = try EngineWorld()
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
    // The host goes, and with it what it registered.
    world.engine.connectionEnded(ConnectionID(2))
    #expect(await failure() == nil)
    world.engine.connectionEnded(ConnectionID(1))
    #expect(await failure() != nil)
    await world.engine.stop()
  }

  // An attempt asked a host that did not answer; who registered meanwhile woke only what slept already.
  @Test("a provider that comes while an attempt waits for the one before is not missed")
  func arrivalDuringQuestion() async throws {
    let host = Host(then: .timedOut)
    host.hold()
    let world = try Self.world(ScriptedHTTPClient([]), host.jwt())
    try world.accept(Toys.state, "a", user: Self.ann)
    await eventually { host.asked.count == 1 }

    world.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
    host.letGo()

    await eventually { world.state("a") == .delivered }
    #expect(world.time.clock.now.sinceStart == .zero)
    await world.engine.stop()
  }

  @Test("a callback that never answers holds up its own attempt and nothing else")
  func silentHost() async throws {
    let host = Host(then: .value("token"))
    host.hold()
    let world = try EngineWorld(rToken: "t")
    world.engine.setTokenSource(host.token(), for: .iosFirebase)
    try world.accept(Toys.token, "a")
    await eventually { host.asked.count == 1 }
    for number in 1...10 { try world.accept(Toys.event, "r\(number)") }
    await eventually { world.state("r10") == .delivered }
    #expect(world.state("a") == .pending)
    host.letGo()
    await eventually { world.state("a") == .delivered }
    await world.engine.stop()
  }
}

@Suite struct ResourceTokenChangeTests {
  @Test("a change of the rToken ends its subscription and event work; pushes and other users' stay")
  func change() async throws {
    let world = try EngineWorld(ScriptedHTTPClient([], then: .status(503)), rToken: "old")
    let ann = TestJWT.tag(TestJWT.ann)
    try world.accept(Toys.state, "state")
    try world.accept(Toys.event, "event")
    try world.accept(Toys.own, "push")
    try world.accept(Toys.state, "of-ann", user: ann)
    await eventually { world.told.count >= 5 }
    let outcome = Mutex<WorkOutcome?>(nil)
    _ = world.engine.outbox.whenEnded("state") { ended in outcome.withLock { $0 = ended } }
    world.http.enqueue(.status(200))
    let before = world.told.count

    try world.configure(rToken: "new")

    #expect(
      outcome.withLock { $0 } == WorkOutcome(state: .cleared, eventCode: 601, response: .null))
    #expect(Array(world.told.dropFirst(before).prefix(3)) == ["601 state", "601 event", "200"])
    #expect(world.state("state") == .cleared && world.state("event") == .cleared)
    await eventually { world.state("push") == .delivered }
    #expect(world.state("of-ann") == .pending)
    #expect(
      world.http.requests.last?.headers.contains(
        HTTPHeader("Authorization", "Bearer rtoken@new")) == true)
    #expect(world.engine.outbox.statistics.counters.cleared == 2)
    world.expectSums()
    try world.accept(Toys.state, "later")
    await eventually { world.told.last == "530 later" }
    await world.engine.stop()
  }

  @Test("work on the wire while the rToken changes ends once, and holds its lane until it is off")
  func changeOnTheWire() async throws {
    let world = try EngineWorld(ScriptedHTTPClient([], then: .hold), rToken: "old")
    try world.accept(Toys.state, "a", n: 1)
    await world.http.waitForRequests(1)

    try world.configure(rToken: "new")
    try world.accept(Toys.state, "b", n: 2)
    await world.rest()
    #expect(world.http.requests.count == 1)
    world.http.release(.success(HTTPResponse(status: 200, body: [])))
    await world.http.waitForRequests(2)
    world.http.release(.success(HTTPResponse(status: 200, body: [])))
    await eventually { world.state("b") == .delivered }

    #expect(world.told == ["200", "601 a", "200", "230 b"])
    #expect(world.state("a") == .cleared)
    world.expectSums()
    await world.engine.stop()
  }

  @Test("a crash between the new configuration and the end of the old work ends it at the start")
  func crash() async throws {
    let world = try EngineWorld(ScriptedHTTPClient([], then: .status(503)), rToken: "old")
    try world.accept(Toys.state, "a")
    try world.accept(Toys.own, "push")
    await eventually { world.told.count == 3 }
    // What `install` does first, and no more.
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
    try again.accept(Toys.state, "b")
    await again.pass(.seconds(6))
    await eventually { again.state("b") == .delivered && again.state("push") == .delivered }
    #expect(again.engine.outbox.statistics.counters.cleared == 1)
    again.expectSums()
    await again.engine.stop()
    let third = try again.restarted()
    #expect(third.engine.outbox.statistics.counters.cleared == 1)
    #expect(!third.told.contains("601 a"))
    await third.engine.stop()
  }

  @Test("the same rToken, one where there was none, and none any more end nothing")
  func noChange() async throws {
    let world = try EngineWorld(ScriptedHTTPClient([], then: .status(503)), rToken: "old")
    try world.accept(Toys.state, "a")
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
    return PushTokens(sleep: { try await clock.sleep(for: $0) })
  }

  @Test("providers are asked in the order of the list; the token given by hand only without any")
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

  @Test("a provider is asked three times, a second apart, as long as it yields no token")
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

  @Test("a provider whose host is gone counts as not registered")
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
  @Test("a ring while nobody listens is heard once by the next who does", .timeLimit(.minutes(10)))
  func rings() async {
    let signal = Signal()
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

  @Test("no ring is lost between two threads", .timeLimit(.minutes(10)))
  func pingPong() async {
    let (one, other) = (Signal(), Signal())
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
