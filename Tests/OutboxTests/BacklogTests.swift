import DurableLog
import EngineTestSupport
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// An outbox with more jobs than one hold of its lock looks at.
@Suite struct BacklogTests {
  private static let count: UInt64 = 1000

  /// Returns a scheduler in which the jobs of as many lanes wait for their user.
  private static func parked() -> Scheduler {
    var scheduler = Scheduler.test(concurrency: 1)
    for id in 1...count { scheduler.insert(.test(id, .own(id))) }
    for id in 1...count {
      #expect(scheduler.steps(at: 0) == [id])
      scheduler.wait(id, for: .user, at: 0)
    }
    return scheduler
  }

  /// Returns the jobs that are tried, each once, without a change from outside.
  private static func tried(_ scheduler: inout Scheduler) -> Set<Job.ID> {
    var tried: Set<Job.ID> = []
    for _ in 0..<3 * count {
      switch scheduler.nextStep(at: .zero) {
      case .attempt(let id):
        tried.insert(id)
        _ = scheduler.settle(id)
      // More lanes are to be looked at.
      case .wait(until: .zero): continue
      case .wait, .expire: return tried
      }
    }
    return tried
  }

  @Test("every lane that waits for a user is tried when the user comes, a part at each step")
  func user() {
    var scheduler = Self.parked()

    let hasWoken = scheduler.wake(.user, userTag: UserTag("u"))
    #expect(hasWoken)
    #expect(scheduler.fresh.count < Self.count)

    #expect(Self.tried(&scheduler) == Set(1...Self.count))
  }

  @Test("a flush wakes every lane, a part at each step")
  func flush() {
    var scheduler = Self.parked()

    scheduler.wakeAll()
    #expect(scheduler.fresh.count < Self.count)

    #expect(Self.tried(&scheduler) == Set(1...Self.count))
  }

  @Test("lanes that a flush leaves out are tried at their time")
  func leftOut() {
    var scheduler = Self.parked()

    scheduler.wakeLanes(.ofState)

    #expect(Self.tried(&scheduler).isEmpty)
    #expect(scheduler.alarms.count == Self.count)
  }

  // It was tried at once: its earlier wait was still to end.
  @Test("a lane that was tried after a flush, and waits again, is not woken by it once more")
  func waitsAgain() {
    var scheduler = Self.parked()
    scheduler.wakeAll()
    scheduler.wake(.user)

    var tried: [Job.ID] = []
    for _ in 0..<5 * Self.count {
      guard case .attempt(let id) = scheduler.nextStep(at: .zero) else { continue }
      tried.append(id)
      scheduler.postpone(id, at: 0)
    }

    #expect(tried.sorted() == Array(1...Self.count))
  }

  @Test("alarms that are due together are handled a part at each step")
  func alarms() {
    var scheduler = Self.parked()

    _ = scheduler.nextStep(at: .seconds(1000))

    #expect(scheduler.alarms.count == Self.count - UInt64(Scheduler.lookedAt))
  }

  @Test("a flush waits for an attempt in each lane, however many there are")
  func wait() async throws {
    let fixture = try Self.fixture()
    let isOver = Atomic(false)
    async let all: Void = {
      await fixture.outbox.flushAndWait()
      isOver.store(true, ordering: .sequentiallyConsistent)
    }()
    try await eventually { fixture.outbox.read { $0.observers.jobCount == Int(Self.count) } }

    for number in 1...Self.count {
      let wasOver = isOver.load(ordering: .sequentiallyConsistent)
      #expect(!wasOver)
      fixture.deliver(try fixture.attempt(), number % 2 == 0 ? .delivered : .rejected)
    }

    await all
    #expect(fixture.outbox.read { $0.observers.isEmpty })
  }

  @Test("a flush whose caller goes leaves none of its many jobs behind", arguments: [false, true])
  func cancelled(byDeselection: Bool) async throws {
    let fixture = try Self.fixture()
    let flush = Task { await fixture.outbox.flushAndWait() }
    try await eventually { fixture.outbox.read { $0.observers.jobCount == Int(Self.count) } }

    if byDeselection { fixture.outbox.setActive(false) } else { flush.cancel() }

    await flush.value
    #expect(fixture.outbox.read { $0.observers.isEmpty })
  }

  @Test("the pages of a list have each job once, pending or rejected, in order of acceptance")
  func pages() throws {
    let fixture = try Self.fixture()
    for number in 1...300 {
      fixture.deliver(try fixture.attempt(), number % 3 == 0 ? .delivered : .rejected)
    }
    let last = fixture.outbox.newestListed
    fixture.accept(SampleJobKinds.own, "later")

    var listed: [String] = []
    var start: Job.ID? = 0
    while let first = start {
      let page = fixture.outbox.page(of: [.pending, .rejected], from: first, through: last)
      #expect(page.reports.count <= OutboxState.pageLength)
      listed += page.reports.map(\.requestId)
      start = page.next
    }

    let gone = Set((1...100).map { "r\($0 * 3)" })
    #expect(listed == (1...Int(Self.count)).map { "r\($0)" }.filter { !gone.contains($0) })
  }

  @Test("memory is given back when most of a backlog has ended, and not before")
  func memory() throws {
    let calls = Atomic(0)
    let time = FixtureTime()
    var environment = time.environment
    environment.maintain = { $0() }
    environment.releaseMemory = { calls.add(1, ordering: .relaxed) }
    let fixture = try OutboxFixture(time: time, limits: Limits(), environment: environment)
    for number in 1...4100 { Self.accept(fixture, number) }
    fixture.outbox.commit()
    for _ in 1...3000 { fixture.deliver(try fixture.attempt()) }
    #expect(calls.load(ordering: .relaxed) == 0)

    for _ in 1...200 { fixture.deliver(try fixture.attempt()) }

    #expect(calls.load(ordering: .relaxed) == 1)
  }

  private static func fixture() throws -> OutboxFixture {
    let fixture = try OutboxFixture(limits: Limits())
    for number in 1...Int(count) { accept(fixture, number) }
    fixture.outbox.commit()
    return fixture
  }

  /// Accepts a job of a lane of its own, without a commit for each.
  private static func accept(_ fixture: OutboxFixture, _ number: Int) {
    let job = NewJob(
      kind: JobKind.Index(SampleJobKinds.all.firstIndex { $0.method == "jobOwn" } ?? 0),
      requestId: "r\(number)", userTag: UserTag("u"), digest: .none, body: ["n": .int(number)])
    do throws(AcceptError) {
      try fixture.outbox.accept(job) { result in
        if case .success(let acceptance) = result { acceptance.release() }
      }
    } catch { Issue.record("\(error)") }
  }
}
