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
  @Test("configuration, tokens, stored values and jobs are removed, for the next process too")
  func everything() async throws {
    let fixture = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "the-rtoken")
    try fixture.engine.setPushToken("the-manual-token", for: .iosFirebase)
    try fixture.engine.setUserDefault("the-value", suite: "s", key: "k")
    try fixture.accept(SampleJobKinds.token, "a")
    try await eventually { fixture.waitingFor("a") == .retry }

    try await fixture.engine.clear()()

    #expect(fixture.emitted.last == "205")
    #expect(fixture.allEvents.last?.value == ["cleared": 1])
    #expect(fixture.engine.configuration == nil)
    #expect(fixture.engine.userDefault(suite: "s", key: "k") == nil)
    #expect(await fixture.engine.pushToken()().token == nil)
    #expect(fixture.state("a") == .cleared)
    fixture.expectSums()
    #expect(try Self.files(fixture).filter { $0.hasSuffix(".json") }.isEmpty)
    await fixture.engine.stop()
    let again = try fixture.restarted()
    #expect(again.engine.configuration == nil && again.state("a") == .cleared)
    #expect(again.engine.outbox.statistics.counters.cleared == 1)
    await again.engine.stop()
  }

  private static func files(_ fixture: EngineFixture) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path + "/g-default")
  }

  @Test("a job that fails after a clear is tried again in time")
  func retryAfterClear() async throws {
    let fixture = try EngineFixture(
      ScriptedHTTPClient([.status(503), .status(503)]), rToken: "the-rtoken")
    try fixture.accept(SampleJobKinds.event, "a")
    try await eventually { fixture.waitingFor("a") == .retry }
    try await fixture.engine.clear()()

    // The attempt that "a" waited for would have been earlier.
    await fixture.time.clock.advance(by: .seconds(0.1))
    try fixture.configure(rToken: "the-rtoken")
    try fixture.accept(SampleJobKinds.event, "b")
    try await eventually { fixture.waitingFor("b") == .retry }
    await fixture.time.clock.advance(by: .seconds(600))
    try await eventually { fixture.state("b") == .delivered }
    await fixture.engine.stop()
  }

  @Test("providers and subscribers stay, and the current token is reported again")
  func stays() async throws {
    let fixture = try EngineFixture(rToken: "t")
    try fixture.engine.setTokenSource(.fixed(Secret("x")), for: .iosFirebase)
    await fixture.engine.pushToken()().report()

    try await fixture.engine.clear()()
    await fixture.engine.pushToken()().report()

    #expect(fixture.emitted == ["200", "201", "205", "201"])
    await fixture.engine.stop()
  }

  @Test("a request in flight is cancelled, and its outcome is discarded")
  func onTheWire() async throws {
    let http = ScriptedHTTPClient([.hold])
    let fixture = try EngineFixture(http, rToken: "t")
    try fixture.accept(SampleJobKinds.state, "a")
    await http.waitForRequests(1)

    try await fixture.engine.clear()()

    #expect(http.heldCount == 0)
    #expect(fixture.emitted == ["200", "205"])
    try fixture.configure(rToken: "t")
    try fixture.accept(SampleJobKinds.state, "b", n: 2)
    try await eventually { fixture.state("b") == .delivered }
    #expect(fixture.http.requests.map(\.job) == ["jobState 0", "jobState 2"])
    #expect(fixture.emitted == ["200", "205", "200", "230 b"])
    await fixture.engine.stop()
  }

  @Test(
    "a request in flight is cancelled also if the jobs have ended, but a file cannot be removed",
    arguments: ["config.json", "quarantine/old.bin"])
  func fileStays(name: String) async throws {
    let http = ScriptedHTTPClient([.hold])
    let fixture = try EngineFixture(http, rToken: "t")
    try fixture.accept(SampleJobKinds.state, "a")
    await http.waitForRequests(1)
    // A directory is not removed as a file.
    let file = fixture.directory.path + "/g-default/" + name
    try? FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)

    await #expect(throws: EngineError.self) { _ = try await fixture.engine.clear() }

    #expect(http.heldCount == 0)
    #expect(fixture.engine.outbox.report("a")?.state == .cleared)
    fixture.expectSums()
    await fixture.engine.stop()
  }

  // A change of the settings wrote the old ones with the new epoch, as if they were of after the clear.
  @Test("the settings are removed also if copies of damaged records cannot be deleted")
  func quarantineStays() async throws {
    let fixture = try EngineFixture(rToken: "t")
    let file = fixture.directory.path + "/g-default/quarantine/old.bin"
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)

    await #expect(throws: EngineError.self) { _ = try await fixture.engine.clear() }
    try fixture.engine.setPushToken("new", for: .iosFirebase)

    #expect(fixture.engine.configuration == nil)
    await fixture.engine.stop()
    let again = try fixture.restarted()
    #expect(again.engine.configuration == nil)
    #expect(await again.engine.pushToken()().token?.token.reveal() == "new")
    await again.engine.stop()
  }

  @Test("a request that ignores its cancellation delays the clear by one second")
  func stubborn() async throws {
    let wire = StubbornHTTPClient()
    let fixture = try EngineFixture(rToken: "t", client: wire)
    try fixture.accept(SampleJobKinds.state, "a")
    await wire.begun()

    let isOver = Mutex(false)
    let clearing = Task {
      try await fixture.engine.clear()()
      isOver.withLock { $0 = true }
    }
    try await eventually { fixture.state("a") == .cleared }
    #expect(!fixture.emitted.contains("205"))
    try await fixture.pass { isOver.withLock { $0 } }
    try await clearing.value

    #expect(fixture.emitted.last == "205")
    wire.end()
    await fixture.rest()
    #expect(fixture.emitted.last == "205" && fixture.state("a") == .cleared)
    await fixture.engine.stop()
  }

  @Test("a direct request that waits for the host during a clear is neither sent nor reported")
  func direct() async throws {
    let fixture = try EngineFixture(rToken: "t")
    let host = Host(then: .value("x"))
    host.hold()
    try fixture.engine.setTokenSource(host.token(), for: .iosFirebase)
    let asking = Task {
      try await fixture.engine.request(.status, function: "f", token: .current) {
        _ throws(SDKCode) in
        PlatformRequest(path: "/status", query: [], content: .none)
      }()
    }
    try await eventually { host.asked.count == 1 }

    try await fixture.engine.clear()()
    host.letGo()

    let outcome = try await asking.value
    #expect(outcome.reply == nil && outcome.events.isEmpty)
    #expect(fixture.http.requests.isEmpty)
    await fixture.engine.stop()
  }

  @Test("a token update that is being determined is discarded")
  func tokenUpdate() async throws {
    let fixture = try EngineFixture(rToken: "t")
    try fixture.engine.setPushToken("old", for: .iosFirebase)
    try fixture.accept(SampleJobKinds.token, "a")
    try await eventually { fixture.state("a") == .delivered }
    let host = Host(then: .value("new"))
    host.hold()
    try fixture.engine.setTokenSource(host.token(), for: .iosFirebase)
    try fixture.configure(rToken: "t")
    try await eventually { host.asked.count == 1 }

    try await fixture.engine.clear()()
    host.letGo()
    await fixture.rest()

    #expect(fixture.http.requests.count == 1)
    #expect(fixture.engine.outbox.statistics.pending == 0)
    await fixture.engine.stop()
  }

  @Test("two concurrent clears are two barriers, and both are answered")
  func twice() async throws {
    let fixture = try EngineFixture(rToken: "t")
    async let one = fixture.engine.clear()
    async let other = fixture.engine.clear()
    for notify in try await [one, other] { notify() }
    #expect(fixture.emitted == ["200", "205", "205"])
    await fixture.engine.stop()
  }

  @Test("settings that a crash left behind before a clear are ignored")
  func halfDone() async throws {
    let fixture = try EngineFixture(rToken: "t")
    let file = fixture.directory.path + "/g-default/config.json"
    let old = try Data(contentsOf: URL(fileURLWithPath: file))
    try await fixture.engine.clear()()
    await fixture.engine.stop()
    try old.write(to: URL(fileURLWithPath: file))

    let again = try fixture.restarted()

    #expect(again.engine.configuration == nil)
    #expect(!FileManager.default.fileExists(atPath: file))
    try again.configure(rToken: "t2")
    await again.engine.stop()
    let third = try fixture.restarted()
    #expect(third.engine.configuration?.rToken?.reveal() == "t2")
    await third.engine.stop()
  }

  @Test("only the selected group is cleared")
  func groups() async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([], then: .status(503)), rToken: "t")
    try fixture.accept(SampleJobKinds.state, "a")
    try fixture.engine.selectAppGroup("other")
    try fixture.configure(rToken: "t2")
    try fixture.accept(SampleJobKinds.state, "b")

    try await fixture.engine.clear()()

    #expect(fixture.state("b") == .cleared)
    try fixture.engine.selectAppGroup("default")
    #expect(fixture.state("a") == .pending && fixture.engine.configuration != nil)
    await fixture.engine.stop()
  }

  @Test("a disk failure is an error, and nothing is removed")
  func disk() async throws {
    let fixture = try EngineFixture(rToken: "t")
    try fixture.accept(SampleJobKinds.token, "a")
    try await eventually { fixture.waitingFor("a") == .token }
    let folder = fixture.directory.path + "/g-default"
    // A removed directory accepts no new file.
    try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
    try FileManager.default.removeItem(atPath: folder + "-away")

    await #expect(throws: EngineError.self) { _ = try await fixture.engine.clear() }

    #expect(fixture.state("a") == .pending && fixture.engine.configuration != nil)
    fixture.expectSums()
    await fixture.engine.stop()
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
