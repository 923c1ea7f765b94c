import EngineTestSupport
import Foundation
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// The barrier of `clear`.
@Suite struct ClearTests {
  @Test("configuration, tokens, stored values and work are removed, for the next process too")
  func everything() async throws {
    let world = try EngineFixture(ScriptedHTTPClient([], then: .status(503)), rToken: "the-rtoken")
    try world.engine.setPushToken("the-manual-token", for: .iosFirebase)
    try world.engine.setUserDefault("the-value", suite: "s", key: "k")
    try world.accept(SampleJobKinds.token, "a")
    try await eventually { world.waitingFor("a") == .retry }

    try await world.engine.clear()()

    #expect(world.told.last == "205")
    #expect(world.allEvents.last?.value == ["cleared": 1])
    #expect(world.engine.configuration == nil)
    #expect(world.engine.userDefault(suite: "s", key: "k") == nil)
    #expect(await world.engine.pushToken()().token == nil)
    #expect(world.state("a") == .cleared)
    world.expectSums()
    #expect(try Self.files(world).filter { $0.hasSuffix(".json") }.isEmpty)
    await world.engine.stop()
    let again = try world.restarted()
    #expect(again.engine.configuration == nil && again.state("a") == .cleared)
    #expect(again.engine.outbox.statistics.counters.cleared == 1)
    await again.engine.stop()
  }

  private static func files(_ world: EngineFixture) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: world.directory.path + "/g-default")
  }

  @Test("providers and subscribers stay, and the current token is reported again")
  func stays() async throws {
    let world = try EngineFixture(rToken: "t")
    try world.engine.setTokenSource(.fixed(Secret("x")), for: .iosFirebase)
    await world.engine.pushToken()().report()

    try await world.engine.clear()()
    await world.engine.pushToken()().report()

    #expect(world.told == ["200", "201", "205", "201"])
    await world.engine.stop()
  }

  @Test("a request in flight is cancelled, and its outcome is discarded")
  func onTheWire() async throws {
    let http = ScriptedHTTPClient([.hold])
    let world = try EngineFixture(http, rToken: "t")
    try world.accept(SampleJobKinds.state, "a")
    await http.waitForRequests(1)

    try await world.engine.clear()()

    #expect(http.heldCount == 0)
    #expect(world.told == ["200", "205"])
    try world.configure(rToken: "t")
    try world.accept(SampleJobKinds.state, "b", n: 2)
    try await eventually { world.state("b") == .delivered }
    #expect(world.http.requests.map(\.toy) == ["toyState 0", "toyState 2"])
    #expect(world.told == ["200", "205", "200", "230 b"])
    await world.engine.stop()
  }

  @Test("a request that ignores its cancellation delays the clear by one second")
  func stubborn() async throws {
    let wire = StubbornHTTPClient()
    let world = try EngineFixture(rToken: "t", client: wire)
    try world.accept(SampleJobKinds.state, "a")
    await wire.begun()

    let clearing = Task { try await world.engine.clear()() }
    await world.time.clock.waitForSleepers(1)
    try await eventually { world.state("a") == .cleared }
    #expect(!world.told.contains("205"))
    await world.time.clock.advance(by: .seconds(1))
    try await clearing.value

    #expect(world.told.last == "205")
    wire.end()
    await world.rest()
    #expect(world.told.last == "205" && world.state("a") == .cleared)
    await world.engine.stop()
  }

  @Test("a direct request that waits for the host during a clear is neither sent nor reported")
  func direct() async throws {
    let world = try EngineFixture(rToken: "t")
    let host = Host(then: .value("x"))
    host.hold()
    try world.engine.setTokenSource(host.token(), for: .iosFirebase)
    let asking = Task {
      try await world.engine.request(.status, function: "f", token: .current) { _ throws(SDKCode) in
        PlatformRequest(path: "/status", query: [], content: .none)
      }()
    }
    try await eventually { host.asked.count == 1 }

    try await world.engine.clear()()
    host.letGo()

    let outcome = try await asking.value
    #expect(outcome.reply == nil && outcome.events.isEmpty)
    #expect(world.http.requests.isEmpty)
    await world.engine.stop()
  }

  @Test("a token update that is being determined is discarded")
  func tokenUpdate() async throws {
    let world = try EngineFixture(rToken: "t")
    try world.engine.setPushToken("old", for: .iosFirebase)
    try world.accept(SampleJobKinds.token, "a")
    try await eventually { world.state("a") == .delivered }
    let host = Host(then: .value("new"))
    host.hold()
    try world.engine.setTokenSource(host.token(), for: .iosFirebase)
    try world.configure(rToken: "t")
    try await eventually { host.asked.count == 1 }

    try await world.engine.clear()()
    host.letGo()
    await world.rest()

    #expect(world.http.requests.count == 1)
    #expect(world.engine.outbox.statistics.pending == 0)
    await world.engine.stop()
  }

  @Test("two concurrent clears are two barriers, and both are answered")
  func twice() async throws {
    let world = try EngineFixture(rToken: "t")
    async let one = world.engine.clear()
    async let other = world.engine.clear()
    for notify in try await [one, other] { notify() }
    #expect(world.told == ["200", "205", "205"])
    await world.engine.stop()
  }

  @Test("settings that a crash left behind before a clear are ignored")
  func halfDone() async throws {
    let world = try EngineFixture(rToken: "t")
    let file = world.directory.path + "/g-default/config.json"
    let old = try Data(contentsOf: URL(fileURLWithPath: file))
    try await world.engine.clear()()
    await world.engine.stop()
    try old.write(to: URL(fileURLWithPath: file))

    let again = try world.restarted()

    #expect(again.engine.configuration == nil)
    #expect(!FileManager.default.fileExists(atPath: file))
    try again.configure(rToken: "t2")
    await again.engine.stop()
    let third = try world.restarted()
    #expect(third.engine.configuration?.rToken?.reveal() == "t2")
    await third.engine.stop()
  }

  @Test("only the selected group is cleared")
  func groups() async throws {
    let world = try EngineFixture(ScriptedHTTPClient([], then: .status(503)), rToken: "t")
    try world.accept(SampleJobKinds.state, "a")
    try world.engine.selectAppGroup("other")
    try world.configure(rToken: "t2")
    try world.accept(SampleJobKinds.state, "b")

    try await world.engine.clear()()

    #expect(world.state("b") == .cleared)
    try world.engine.selectAppGroup("default")
    #expect(world.state("a") == .pending && world.engine.configuration != nil)
    await world.engine.stop()
  }

  @Test("a disk failure is an error, and nothing is removed")
  func disk() async throws {
    let world = try EngineFixture(rToken: "t")
    try world.accept(SampleJobKinds.token, "a")
    try await eventually { world.waitingFor("a") == .token }
    let folder = world.directory.path + "/g-default"
    // A removed directory accepts no new file.
    try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
    try FileManager.default.removeItem(atPath: folder + "-away")

    await #expect(throws: EngineError.self) { _ = try await world.engine.clear() }

    #expect(world.state("a") == .pending && world.engine.configuration != nil)
    world.expectSums()
    await world.engine.stop()
  }
}

/// A client that ignores cancellation.
private final class StubbornHTTPClient: HTTPClient {
  private let started = AsyncSignal()
  private let over = AsyncSignal()

  func begun() async { await started.wait() }
  func end() { over.fire() }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    started.fire()
    await over.wait()
    return HTTPResponse(status: 200, headers: [], body: [])
  }
}
