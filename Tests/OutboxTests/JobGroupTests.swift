import DurableLog
import EngineTestSupport
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct JobGroupTests {
  /// The answers to the jobs of several groups.
  private final class Answers: Sendable {
    let all = Mutex<[Int: [Int: AcceptError]]>([:])

    var count: Int { all.withLock { $0.count } }

    func add(_ group: Int, _ failures: [Int: AcceptError]) {
      all.withLock { all in
        #expect(all[group] == nil, "answered twice")
        all[group] = failures
      }
    }
  }

  private func group(
    _ jobs: Int, in fixture: OutboxFixture, padding: Int = 0
  ) -> (group: JobGroup, ids: [String]) {
    let group = JobGroup(connection: nil)
    group.begin(in: fixture.outbox, for: UserTag("u"))
    let ids = (0..<jobs).map { number in
      group.add(SampleJobKinds.event) { writer in
        writer.object(["n": .int(number), "p": .string(String(repeating: "x", count: padding))])
      }.text
    }
    return (group, ids)
  }

  @Test("the jobs of several groups share one sync, and are pending after a power cut")
  func sharing() throws {
    let fixture = try OutboxFixture()
    let answers = Answers()
    let groups = (0..<3).map { _ in group(4, in: fixture) }
    let syncs = fixture.directory.calls[.sync] ?? 0
    for (index, group) in groups.enumerated() {
      group.group.accept(refusing: []) { answers.add(index, $0) }
    }
    #expect(answers.count == 0)
    fixture.outbox.commit()

    #expect(fixture.directory.calls[.sync] == syncs + 1)
    #expect(answers.all.withLock { $0.values.allSatisfy(\.isEmpty) } && answers.count == 3)
    let survivor = try fixture.restarted { $0.afterPowerCut() }
    #expect(survivor.pending == groups.flatMap(\.ids))
  }

  @Test("a sync that fails refuses every job of every group in it, and none of them stays")
  func failingSync() throws {
    let fixture = try OutboxFixture()
    #expect(fixture.accept(SampleJobKinds.event, "before") == .success("before"))
    let answers = Answers()
    let groups = (0..<3).map { _ in group(4, in: fixture) }
    fixture.directory.fail([.init(.sync, .error(EIO), lasts: true)])
    for (index, group) in groups.enumerated() {
      group.group.accept(refusing: []) { answers.add(index, $0) }
    }
    fixture.outbox.commit()

    for index in 0..<3 {
      #expect(
        answers.all.withLock { $0[index] }
          == Dictionary(uniqueKeysWithValues: (0..<4).map { ($0, .storage(.ioError)) }))
    }
    #expect(fixture.pending == ["before"])
    #expect(fixture.storage == [.ioError])
    // A group during the failure is refused at once.
    group(2, in: fixture).group.accept(refusing: []) { answers.add(3, $0) }
    #expect(answers.all.withLock { $0[3]?.count } == 2)
    fixture.expectSums()
  }

  @Test("a failure between the writes of one group refuses only the jobs behind it")
  func secondWrite() throws {
    let fixture = try OutboxFixture(limits: Limits())
    let answers = Answers()
    let (group, ids) = group(600, in: fixture)
    fixture.directory.fail([.init(.sync, after: 1, .error(EIO), lasts: true)])
    group.accept(refusing: []) { answers.add(0, $0) }
    fixture.outbox.commit()

    let failures = answers.all.withLock { $0[0] } ?? [:]
    // A write takes 256 records, one of them a copy of the header.
    #expect(failures.keys.sorted() == Array(255..<600))
    #expect(fixture.pending == Array(ids.prefix(255)))
  }

  @Test("a job that is refused leaves room for those behind it")
  func fullInside() throws {
    var limits = Limits.small
    limits.outboxRecords = 3
    let fixture = try OutboxFixture(limits: limits)
    let answers = Answers()
    let (group, ids) = group(5, in: fixture)
    group.accept(refusing: [1]) { answers.add(0, $0) }
    fixture.outbox.commit()

    #expect(answers.all.withLock { $0[0]?.keys.sorted() } == [4])
    #expect(fixture.pending == [ids[0], ids[2], ids[3]])
    // Held until the answers are on their way.
    guard case .wait = fixture.outbox.nextStep() else { return #expect(Bool(false)) }
    group.reset()
    #expect(try fixture.attempt().requestId == ids[0])
  }

  @Test("a group can be used again")
  func reuse() throws {
    let fixture = try OutboxFixture()
    let answers = Answers()
    let (group, first) = group(2, in: fixture)
    group.accept(refusing: []) { answers.add(0, $0) }
    fixture.outbox.commit()
    group.reset()
    group.begin(in: fixture.outbox, for: UserTag("v"))
    let second = group.add(SampleJobKinds.event) { $0.object(["n": 9]) }.text
    group.accept(refusing: []) { answers.add(1, $0) }
    fixture.outbox.commit()
    #expect(fixture.pending == first + [second])
    #expect(try fixture.restarted().pending == first + [second])
  }

  @Test("a group that is used again reports the failures of its own jobs only")
  func failingReuse() throws {
    let fixture = try OutboxFixture()
    let answers = Answers()
    let (group, _) = group(2, in: fixture)
    group.accept(refusing: []) { answers.add(0, $0) }
    fixture.outbox.commit()
    group.reset()
    group.begin(in: fixture.outbox, for: UserTag("u"))
    _ = group.add(SampleJobKinds.event) { $0.object(["n": 9]) }

    fixture.directory.fail([.init(.sync, .error(EIO), lasts: true)])
    group.accept(refusing: []) { answers.add(1, $0) }
    fixture.outbox.commit()

    #expect(answers.all.withLock { $0[1] } == [0: .storage(.ioError)])
  }

  @Test("the jobs of a group are durable in the trace")
  func traced() throws {
    let hub = TraceHub(epoch: "e", limits: .small, now: { 0 })
    let fixture = try OutboxFixture(tracing: hub)
    let steps = JobSteps(hub)
    let answers = Answers()
    let (group, ids) = group(2, in: fixture)
    group.accept(refusing: []) { answers.add(0, $0) }
    fixture.outbox.commit()

    try blockUntil { ids.allSatisfy { steps.of($0).count >= 2 } }
    for id in ids { #expect(steps.of(id) == ["accepted connection=null", "durable"]) }
  }
}
