import DurableLog
import EngineTestSupport
import Glibc
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// A user who refused notifications, and what the bridge sends for that user.
@Suite struct WaitingSubscriptionTests {
  private static func engine(
    _ http: ScriptedHTTPClient = ScriptedHTTPClient([])
  ) throws -> EngineFixture {
    let engine = try EngineFixture(http, rToken: "r")
    try engine.engine.setPushToken("t", for: .iosFirebase)
    return engine
  }

  private static func jobs(_ engine: EngineFixture) -> [String] { engine.http.requests.map(\.job) }

  @Test("a suspend passes a subscription without permission and ends it, with event 601")
  func superseded() async throws {
    let engine = try Self.engine()
    try engine.engine.setPermission(granted: false)
    try engine.accept(SampleJobKinds.subscribe, "sub", n: 1)
    try engine.accept(SampleJobKinds.profile, "profile", n: 2)
    try engine.accept(SampleJobKinds.token, "suspend", n: 3)
    try engine.accept(SampleJobKinds.subscribe, "later", n: 4)

    try await eventually { engine.state("suspend") == .delivered }
    #expect(Self.jobs(engine) == ["jobProfile 2", "jobToken 3"])
    #expect(engine.state("sub") == .cleared)
    let ended = engine.allEvents.filter { $0.code == 601 }
    #expect(ended.map(\.requestID) == ["sub"])
    #expect(ended.first?.value?["cause"] == "superseded")
    #expect(ended.first?.value?["by"] == "suspend")
    try await eventually { engine.waitingFor("later") == .permission }
    engine.expectSums()

    await engine.engine.stop()
    let next = try engine.restarted()
    #expect(next.state("sub") == .cleared && next.state("later") == .pending)
    try next.engine.setPermission(granted: true)
    try await eventually { next.state("later") == .delivered }
    #expect(Self.jobs(next) == ["jobSubscribe 4"])
  }

  @Test("a restart subscribes no user who refused, until the host says otherwise")
  func restart() async throws {
    let engine = try Self.engine()
    try engine.engine.setPermission(granted: false)
    // The restart comes before any attempt.
    await engine.engine.stop()
    let next = try engine.restarted()
    try next.accept(SampleJobKinds.subscribe, "sub", n: 1)
    try await eventually { next.waitingFor("sub") == .permission }
    await next.engine.stop()
    let last = try next.restarted()
    try await eventually { last.waitingFor("sub") == .permission }
    #expect(Self.jobs(next) + Self.jobs(last) == [])
    try last.engine.setPermission(granted: true)
    try await eventually { last.state("sub") == .delivered }
    await last.engine.stop()
    let granted = try last.restarted()
    #expect(granted.engine.hasPermission)
  }

  @Test("a refusal holds in a group that is selected later, and after clear")
  func groups() async throws {
    let engine = try Self.engine()
    try engine.engine.setPermission(granted: false)
    try engine.engine.selectAppGroup("other")
    #expect(!engine.engine.hasPermission)
    await engine.engine.stop()
    let next = try engine.restarted()
    try next.engine.selectAppGroup("other")
    #expect(!next.engine.hasPermission)
    try next.engine.selectAppGroup("third")
    #expect(!next.engine.hasPermission)
    try next.engine.selectAppGroup(AppGroupName.default.name)
    _ = try await next.engine.clear()
    #expect(!next.engine.hasPermission)
    await next.engine.stop()
    #expect(try !next.restarted().engine.hasPermission)
  }

  @Test("a host that does not answer for a token holds up nothing but what needs the token")
  func silentHost() async throws {
    let engine = try EngineFixture(rToken: "r")
    let host = Host(then: .value("t"))
    host.hold()
    try engine.engine.setTokenSource(host.token(), for: .iosFirebase)
    try engine.accept(SampleJobKinds.subscribe, "sub", n: 1)
    try engine.accept(SampleJobKinds.token, "suspend", n: 2)
    try engine.accept(SampleJobKinds.profile, "profile", n: 3)
    try await eventually { host.asked.count == 1 }

    try await engine.pass(by: TokenRequest.quickWait) { engine.state("profile") == .delivered }
    #expect(engine.waitingFor("sub") == .token && engine.waitingFor("suspend") == .lane)
    #expect(Self.jobs(engine) == ["jobProfile 3"])
    host.letGo()
    try await eventually { engine.state("suspend") == .delivered }
    #expect(Self.jobs(engine) == ["jobProfile 3", "jobSubscribe 1", "jobToken 2"])
    #expect(!engine.emitted.contains("502 sub"))
    await engine.engine.stop()
  }

  @Test(
    "a job whose token came during a slow attempt of its lane goes next, without a second request to the host"
  )
  func slowPlatform() async throws {
    let engine = try EngineFixture(ScriptedHTTPClient([.hold]), rToken: "r")
    let host = Host(then: .value("t"))
    host.hold()
    try engine.engine.setTokenSource(host.token(), for: .iosFirebase)
    try engine.accept(SampleJobKinds.subscribe, "sub", n: 1)
    try engine.accept(SampleJobKinds.profile, "first", n: 2)
    try engine.accept(SampleJobKinds.profile, "second", n: 3)
    try await eventually { host.asked.count == 1 }
    await engine.time.clock.advance(by: TokenRequest.quickWait)
    await engine.http.waitForRequests(1)
    host.letGo()
    try await eventually { engine.waitingFor("sub") == .lane }

    await engine.time.clock.advance(by: .seconds(55))
    engine.http.release(.success(HTTPResponse(status: 200, headers: [], body: Array("{}".utf8))))

    try await eventually { engine.state("second") == .delivered }
    #expect(Self.jobs(engine) == ["jobProfile 2", "jobSubscribe 1", "jobProfile 3"])
    #expect(host.asked.count == 1)
    await engine.engine.stop()
  }

  @Test("a flush does not wait for the host if its group is no longer selected")
  func deselectedWhileAsked() async throws {
    let engine = try EngineFixture(rToken: "r")
    let host = Host(then: .value("t"))
    host.hold()
    try engine.engine.setTokenSource(host.token(), for: .iosFirebase)
    try engine.accept(SampleJobKinds.token, "a", n: 1)
    try await eventually { host.asked.count == 1 }
    let outbox = engine.engine.outbox
    let isOver = Mutex(false)
    let flush = Task {
      await outbox.flushAndWait()
      isOver.withLock { $0 = true }
    }
    try await eventually { outbox.read { !$0.observers.isEmpty } }
    try engine.engine.selectAppGroup("other")
    try await engine.pass(by: TokenRequest.quickWait) { isOver.withLock { $0 } }
    await flush.value
    host.letGo()
    await engine.engine.stop()
  }

  @Test(
    "a job whose token is requested from the host can be discarded, and is not sent when it answers"
  )
  func discardedWhileAsked() async throws {
    let engine = try EngineFixture(configuration: [:])
    let host = Host(then: .value(TestJWT.ann))
    host.hold()
    engine.engine.setJWTProvider(host.jwt())
    try engine.accept(SampleJobKinds.state, "a", n: 1, user: TestJWT.tag(TestJWT.ann))
    try engine.accept(SampleJobKinds.state, "b", n: 2, user: TestJWT.tag(TestJWT.ann))
    try await eventually { host.asked.count == 1 }

    try await engine.engine.discard("a")()

    #expect(engine.state("a") == .cleared)
    host.letGo()
    try await eventually { engine.state("b") == .delivered }
    #expect(Self.jobs(engine) == ["jobState 2"])
    engine.expectSums()
    await engine.engine.stop()
  }

  @Test("a pending job that is not on the wire can be discarded, with event 601")
  func discarded() async throws {
    let engine = try Self.engine()
    try engine.engine.setPermission(granted: false)
    try engine.accept(SampleJobKinds.subscribe, "sub", n: 1)
    try await eventually { engine.waitingFor("sub") == .permission }
    let report = try await engine.engine.discard("sub")
    report()
    #expect(engine.state("sub") == .cleared)
    let event = try #require(engine.allEvents.last { $0.code == 601 })
    #expect(event.requestID == "sub" && event.value?["cause"] == "discarded")
    await #expect(throws: Outbox.ControlFailure.notRetryable) {
      try await engine.engine.discard("sub")
    }
    engine.expectSums()
    await engine.engine.stop()
    let next = try engine.restarted()
    #expect(next.state("sub") == .cleared)
    try next.engine.setPermission(granted: true)
    await next.rest()
    #expect(Self.jobs(next) == [])
  }

  @Test("a job that is on the wire cannot be discarded")
  func onTheWire() async throws {
    let engine = try Self.engine(ScriptedHTTPClient([.hold]))
    try engine.accept(SampleJobKinds.subscribe, "sub", n: 1)
    try await eventually { engine.http.heldCount == 1 }
    await #expect(throws: Outbox.ControlFailure.notRetryable) {
      try await engine.engine.discard("sub")
    }
    _ = engine.http.release(.success(HTTPResponse(status: 200, headers: [], body: [])))
    try await eventually { engine.state("sub") == .delivered }
    await engine.engine.stop()
  }

  @Test("a suspend that the platform refuses has passed the subscription all the same")
  func refusedSuspend() async throws {
    let engine = try Self.engine(ScriptedHTTPClient([.status(400)]))
    try engine.engine.setPermission(granted: false)
    try engine.accept(SampleJobKinds.subscribe, "sub", n: 1)
    try engine.accept(SampleJobKinds.token, "suspend", n: 2)
    try await eventually { engine.state("suspend") == .rejected }
    #expect(engine.state("sub") == .cleared)
    #expect(engine.allEvents.last { $0.code == 601 }?.value?["cause"] == "superseded")
    await engine.engine.stop()
  }

  @Test("two subscriptions that wait are sent in their order")
  func twoSubscriptions() async throws {
    let engine = try Self.engine()
    try engine.engine.setPermission(granted: false)
    try engine.accept(SampleJobKinds.subscribe, "one", n: 1)
    try engine.accept(SampleJobKinds.profile, "profile", n: 2)
    try engine.accept(SampleJobKinds.subscribe, "two", n: 3)
    try await eventually { engine.state("profile") == .delivered }
    try engine.engine.setPermission(granted: true)
    try await eventually { engine.state("two") == .delivered }
    #expect(Self.jobs(engine) == ["jobProfile 2", "jobSubscribe 1", "jobSubscribe 3"])
    await engine.engine.stop()
  }
}
