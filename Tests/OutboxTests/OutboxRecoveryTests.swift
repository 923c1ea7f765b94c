import DurableLog
import EngineTestSupport
import Glibc
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// The ways in which a process ends unexpectedly.
enum Crash: CaseIterable, Sendable {
  case kill, powerCut, tornPowerCut

  func survivor(of directory: MemoryLogDirectory) -> MemoryLogDirectory {
    switch self {
    case .kill: directory.afterKill()
    case .powerCut: directory.afterPowerCut()
    case .tornPowerCut: directory.afterPowerCut(.tears(seed: 7))
    }
  }
}

@Suite struct OutboxRecoveryTests {
  @Test(
    "acknowledged jobs survive, with their order, attempts and counters",
    arguments: Crash.allCases)
  func crash(_ crash: Crash) throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b", "c", "d", "e"] { fixture.accept(SampleJobKinds.event, id, n: 1) }
    try fixture.deliverNext()
    try fixture.deliverNext(.rejected)
    fixture.outbox.postpone(try fixture.attempt(), .test, retryAfter: nil) {}
    fixture.accept(SampleJobKinds.state, "f")
    fixture.outbox.commit()

    let again = try fixture.restarted(crash.survivor)

    #expect(again.pending == ["c", "d", "e", "f"])
    #expect(again.outbox.report("c")?.attempts == 1)
    #expect(again.outbox.report("a")?.state == .delivered)
    #expect(again.outbox.report("b")?.state == .rejected)
    #expect(again.outbox.statistics.counters == fixture.outbox.statistics.counters)
    #expect(again.recovery.lostRecords == 0)
    again.expectSums()
    // A failed job waits up to five seconds, a new job goes out at once.
    #expect(try again.attempt().requestId == "f")
    #expect(throws: OutboxFixture.Nothing.self) { try again.attempt() }
    #expect(again.outbox.report("c")?.nextAttemptAt == FixtureTime.start + 5000)
  }

  @Test("an outcome that was not synced is lost in a power failure, and the job goes out again")
  func unsyncedEnd() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    let entry = try fixture.attempt()
    fixture.outbox.settle(entry, .init(state: .delivered, eventCode: 237, byAttempt: true)) {}

    let again = try OutboxFixture(fixture.directory.afterPowerCut(), time: fixture.time)

    #expect(try again.attempt().requestId == "a")
    again.expectSums()
  }

  @Test(
    "killed at any system call, the outbox keeps all acknowledged jobs, and the counters add up",
    .timeLimit(.minutes(10)))
  func everyCall() throws {
    var call = 0
    var isOver = false
    while !isOver {
      let directory = MemoryLogDirectory()
      directory.fail([.init(nil, after: call, .error(EIO), lasts: true)])
      var acknowledged: Set<String> = []
      if let fixture = try? OutboxFixture(directory, limits: .tiny) {
        for number in 0..<30 {
          let id = "r\(number)"
          if case .success = fixture.accept(SampleJobKinds.event, id, padding: 100) {
            acknowledged.insert(id)
          }
          if number % 3 == 2, let entry = try? fixture.attempt() {
            fixture.deliver(entry, number % 2 == 0 ? .delivered : .rejected)
          }
          if number == 20 { try? fixture.outbox.checkpoint() }
          fixture.expectSums()
        }
        fixture.outbox.close()
      }
      isOver = directory.faultsTriggered == 0
      for crash in Crash.allCases {
        let again = try OutboxFixture(crash.survivor(of: directory), limits: .tiny)
        let known = acknowledged.filter { again.outbox.report($0) != nil }
        #expect(known == acknowledged, "call \(call), \(crash)")
        #expect(again.recovery.lostRecords == 0, "call \(call), \(crash)")
        again.expectSums()
        again.outbox.close()
      }
      call += 1
    }
    #expect(call > 40)
  }

  @Test("a checkpoint moves pending and ended jobs, and both are readable afterwards")
  func checkpoint() throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b", "c", "d"] { fixture.accept(SampleJobKinds.event, id, n: 7) }
    try fixture.deliverNext()
    try fixture.deliverNext(.rejected)
    let entry = try fixture.attempt()
    let before = fixture.outbox.statistics.counters

    try fixture.outbox.checkpoint()

    #expect(try fixture.outbox.content(of: entry)?.get().body["n"] == 7)
    #expect(fixture.outbox.report("a")?.state == .delivered)
    let again = try fixture.restarted()
    #expect(again.pending == ["c", "d"])
    #expect(again.outbox.statistics.counters == before)
    #expect(again.outbox.report("b")?.retryable == true)
    #expect(try again.attempt().requestId == "c")
    #expect(again.accept(SampleJobKinds.event, "d", n: 7) == .success("d"))
    again.expectSums()
    let third = try again.restarted()
    #expect(third.pending == ["c", "d"])
    third.expectSums()
  }

  @Test("an outcome can be read during checkpoints", .timeLimit(.minutes(10)))
  func reportsDuringCheckpoints() async throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b"] { fixture.accept(SampleJobKinds.event, id) }
    try fixture.deliverNext()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 0..<100 { try? fixture.outbox.checkpoint() } }
      for _ in 0..<1000 {
        #expect(fixture.outbox.report("a")?.outcome?.eventCode == 237)
        if let entry = fixture.outbox.pending(through: .max).first {
          #expect(fixture.outbox.content(of: entry) != nil)
        }
      }
    }
  }

  @Test("a record of the maximum size can be rewritten by a checkpoint")
  func largestRecord() throws {
    let fixture = try OutboxFixture()
    var padding = 16 << 10
    while case .failure = fixture.accept(SampleJobKinds.event, "a", padding: padding) {
      padding -= 1
    }
    fixture.outbox.postpone(try fixture.attempt(), .test, retryAfter: nil) {}

    try fixture.outbox.checkpoint()

    #expect(try fixture.restarted().pending == ["a"])
  }

  @Test("a job limit shorter than an outcome does not keep outcomes from being stored")
  func shortRecords() throws {
    var limits = Limits.small
    limits.recordBytes = 300
    let fixture = try OutboxFixture(limits: limits)
    fixture.accept(SampleJobKinds.event, "a")
    let body = #"{"error_text":""# + String(repeating: "x", count: 2000) + #""}"#
    let reply = PlatformReply(HTTPResponse(status: 200, body: Array(body.utf8)))
    fixture.outbox.settle(
      try fixture.attempt(),
      .init(state: .delivered, eventCode: 237, response: reply, byAttempt: true)
    ) {}
    fixture.outbox.commit()

    try fixture.outbox.checkpoint()

    let again = try fixture.restarted(limits: limits)
    #expect(again.outbox.report("a")?.outcome?.response == reply.json)
  }

  @Test("ids are remembered for the last 10,000 that ended, across restarts")
  func window() throws {
    var finished = CompletedJobs(capacity: Limits().finishedRecords)
    for number in 0..<10_050 { finished.add(ClientRequestID("r\(number)"), .test(UInt64(number))) }
    #expect(finished.count == 10_000)
    #expect(finished[ClientRequestID("r49")] == nil && finished[ClientRequestID("r50")] != nil)

    // A forgotten id is used again and ends twice: no other id may be forgotten for it.
    finished.add(ClientRequestID("r49"), .test(20_000))
    finished.add(ClientRequestID("r49"), .test(20_001))
    #expect(finished.count == 10_000 && finished.all.count == 10_000)
    #expect(finished.all.first?.requestID.text == "r51")
    #expect(finished[ClientRequestID("r49")]?.id == 20_001)
  }

  @Test("a new epoch ends older jobs, counted as cleared")
  func epoch() throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b"] { fixture.accept(SampleJobKinds.event, id) }
    let journal = fixture.outbox.journal
    _ = try journal.append(.clear, epoch: 1, Array("{}".utf8))
    journal.commit()

    let again = try fixture.restarted()

    #expect(again.pending == [])
    #expect(again.outbox.statistics.counters.cleared == 2)
    again.expectSums()
  }
}

@Suite struct OutboxDamageTests {
  /// Flips a byte within the record that contains `text`.
  private static func damage(_ directory: MemoryLogDirectory, _ text: String) {
    for (name, bytes) in directory.contents() where name.hasSuffix(".log") {
      let pattern = Array(text.utf8)
      guard let index = bytes.firstIndex(of: pattern) else { continue }
      directory.alter(name) { $0[index] ^= 0xFF }
    }
  }

  @Test("damage is counted once, over any number of restarts")
  func countedOnce() throws {
    let fixture = try OutboxFixture()
    for id in ["job-a", "job-b", "job-c"] { fixture.accept(SampleJobKinds.event, id) }
    let damaged = fixture.directory.afterKill()
    Self.damage(damaged, "job-b")

    var again = try OutboxFixture(damaged, time: fixture.time)
    for _ in 0..<3 {
      #expect(again.pending == ["job-a", "job-c"])
      #expect(again.outbox.statistics.counters.lost == 1)
      #expect(again.outbox.statistics.accepted == 3)
      again.expectSums()
      again = try again.restarted()
      #expect(again.recovery.lostRecords == 0)
    }
  }

  // The end of a job with a lost beginning was counted as delivered, and the job as lost.
  @Test("the outcome of a job with a damaged acceptance keeps the counters correct")
  func endWithoutBeginning() throws {
    let fixture = try OutboxFixture()
    for id in ["job-a", "job-b"] { fixture.accept(SampleJobKinds.event, id) }
    try fixture.deliverNext()
    let damaged = fixture.directory.afterKill()
    Self.damage(damaged, "job-a")

    let again = try OutboxFixture(damaged, time: fixture.time)

    again.expectSums()
    #expect(again.outbox.report("job-a")?.state == .delivered)
    #expect(again.pending == ["job-b"])
    try again.restarted().expectSums()
  }

  // The checkpoint with the loss counter could not be written, and the start failed.
  @Test("damage on a disk that refuses writes does not prevent the outbox from opening")
  func damageOnFullDisk() throws {
    let fixture = try OutboxFixture()
    for id in ["job-a", "job-b", "job-c"] { fixture.accept(SampleJobKinds.event, id) }
    let damaged = fixture.directory.afterKill()
    Self.damage(damaged, "job-b")
    damaged.setSpace(0)

    let again = try OutboxFixture(damaged, time: fixture.time)

    #expect(again.pending == ["job-a", "job-c"])
    #expect(again.storage == [.noSpace])
    #expect(again.accept(SampleJobKinds.event, "d") == .failure(.storage(.noSpace)))
    #expect(try again.attempt().requestId == "job-a")
    again.expectSums()
    damaged.setSpace(nil)
    let third = try again.restarted()
    #expect(third.outbox.statistics.counters.lost == 1)
    third.expectSums()
  }

  // One damaged record in a segment made every checkpoint fail, so storage never recovered.
  @Test("a job damaged at run time is the only one lost, and is reported and counted once")
  func damagedWhileRunning() async throws {
    let fixture = try OutboxFixture()
    for id in ["job-a", "job-b", "job-c"] { fixture.accept(SampleJobKinds.event, id) }
    Self.damage(fixture.directory, "job-b")
    try fixture.outbox.checkpoint()
    let again = try fixture.restarted()

    for fixture in [fixture, again] {
      #expect(fixture.pending == ["job-a", "job-b", "job-c"])
      fixture.expectSums()
      try fixture.deliverNext()
      let entry = try fixture.attempt()
      #expect(entry.requestId == "job-b")
      if fixture.outbox.content(of: entry) != nil { Issue.record("its body cannot be read") }
      fixture.outbox.settle(entry, .init(state: .lost, eventCode: 602, byAttempt: false)) {}
      fixture.outbox.commit()
      #expect(try fixture.attempt().requestId == "job-c")
      #expect(fixture.outbox.statistics.counters.lost == 1)
      fixture.expectSums()
      try fixture.restarted().expectSums()
    }
  }

  @Test("a temporary read error loses nothing")
  func unreadable() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    fixture.directory.fail([.init(.read, .error(EIO)), .init(.read, .error(EIO))])
    let entry = try fixture.attempt()
    guard case .failure(.ioError)? = fixture.outbox.content(of: entry) else {
      Issue.record("it cannot be read now")
      return
    }
    fixture.outbox.wait(entry, for: .retry, .test)
    fixture.outbox.flush()
    #expect(try fixture.attempt().requestId == "a")
  }
}

@Suite struct OutboxStorageTests {
  @Test(
    "a disk failure is reported once, and a repair restores all acknowledged jobs",
    arguments: [(ENOSPC, StorageCause.noSpace), (EIO, .ioError), (EROFS, .readOnly)])
  func repair(code: Int32, cause: StorageCause) async throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b", "c"] { fixture.accept(SampleJobKinds.event, id) }
    fixture.directory.fail([
      .init(.write, .error(code), lasts: true), .init(.sync, .error(code), lasts: true),
      .init(.create, .error(code), lasts: true),
    ])

    #expect(fixture.accept(SampleJobKinds.event, "d") == .failure(.storage(cause)))
    #expect(fixture.accept(SampleJobKinds.event, "e") == .failure(.storage(cause)))
    #expect(fixture.storage == [cause])
    #expect(fixture.outbox.failure == cause)
    fixture.expectSums()
    // An acknowledged job is still delivered, and its outcome is available.
    try fixture.deliverNext()
    try fixture.deliverNext(.rejected)
    #expect(fixture.outbox.report("a")?.state == .delivered)
    await fixture.outbox.repair()
    #expect(fixture.storage == [cause])
    fixture.directory.fail([])
    await fixture.outbox.repair()

    #expect(fixture.storage == [cause, nil])
    #expect(fixture.outbox.failure == nil)
    #expect(fixture.accept(SampleJobKinds.event, "d") == .success("d"))
    fixture.expectSums()
    let again = try fixture.restarted(Crash.powerCut.survivor)
    #expect(again.pending == ["c", "d"])
    #expect(again.outbox.report("a")?.state == .delivered)
    #expect(again.outbox.report("b")?.state == .rejected)
    again.expectSums()
  }

  // The failed write contained only the end of a job; the failure was not noticed, and no new job was accepted
  // afterwards.
  @Test(
    "a disk failure during the write of an end is noticed, and the end is kept until it can be written"
  )
  func failureOfAnEnd() async throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b"] { fixture.accept(SampleJobKinds.event, id) }
    let entry = try fixture.attempt()
    fixture.directory.fail([.init(.write, .error(EIO)), .init(.sync, .error(EIO))])

    fixture.outbox.settle(entry, .init(state: .delivered, eventCode: 237, byAttempt: true)) {}
    fixture.outbox.commit()

    #expect(fixture.storage == [.ioError])
    #expect(fixture.outbox.report("a")?.outcome?.eventCode == 237)
    fixture.directory.fail([])
    await fixture.outbox.repair()
    let again = try fixture.restarted(Crash.powerCut.survivor)
    #expect(again.outbox.report("a")?.outcome?.eventCode == 237)
    #expect(again.pending == ["b"])
    again.expectSums()
  }

  @Test("a disk failure during the write of a retry is noticed by the next call")
  func failureOfARetry() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    let entry = try fixture.attempt()
    fixture.directory.fail([.init(.write, .error(EIO))])
    fixture.outbox.postpone(entry, .test, retryAfter: nil) {}
    fixture.outbox.commit()

    #expect(fixture.accept(SampleJobKinds.event, "b") == .failure(.storage(.ioError)))

    #expect(fixture.storage == [.ioError])
  }

  @Test(
    "the same call twice on a failing disk is refused twice, and stored once when it is made again")
  func twice() async throws {
    let fixture = try OutboxFixture()
    fixture.directory.fail([.init(.sync, .error(EIO))])
    #expect(fixture.accept(SampleJobKinds.event, "a") == .failure(.storage(.ioError)))
    await fixture.outbox.repair()
    #expect(fixture.accept(SampleJobKinds.event, "a") == .success("a"))
    fixture.expectSums()
    let again = try fixture.restarted()
    #expect(again.pending == ["a"])
    again.expectSums()
  }

  @Test(
    "a call tries a failed disk again if a second has passed since the last try, and is accepted")
  func repairByCall() async throws {
    let fixture = try OutboxFixture()
    let refused = Result<String, AcceptError>.failure(.storage(.noSpace))
    fixture.directory.fail([.init(.sync, .error(ENOSPC), lasts: true)])
    #expect(fixture.accept(SampleJobKinds.event, "a") == refused)
    let clock = fixture.time.clock
    await clock.advance(by: .seconds(1))
    #expect(fixture.accept(SampleJobKinds.event, "a") == refused)

    fixture.directory.fail([])
    await clock.advance(by: .milliseconds(999))
    #expect(fixture.accept(SampleJobKinds.event, "a") == refused)
    await clock.advance(by: .milliseconds(1))
    #expect(fixture.accept(SampleJobKinds.event, "a") == .success("a"))
    #expect(fixture.storage == [.noSpace, nil])
  }

  @Test("a disk that recovers after each failure is reported each time")
  func again() async throws {
    let fixture = try OutboxFixture()
    for round in 0..<3 {
      fixture.directory.fail([.init(.sync, .error(ENOSPC))])
      #expect(fixture.accept(SampleJobKinds.event, "x\(round)") == .failure(.storage(.noSpace)))
      await fixture.outbox.repair()
    }
    #expect(fixture.storage == [.noSpace, nil, .noSpace, nil, .noSpace, nil])
  }

  @Test("dead records are removed when they make up most of the log")
  func compaction() async throws {
    let fixture = try OutboxFixture()
    for number in 0..<200 {
      fixture.accept(SampleJobKinds.event, "r\(number)", padding: 4000)
      try fixture.deliverNext()
    }
    let before = fixture.directory.bytesUsed
    await fixture.outbox.compactIfUseful()
    #expect(fixture.directory.bytesUsed < before / 3)
    #expect(try fixture.restarted().outbox.report("r0")?.state == .delivered)
  }

  @Test("a failed compaction is reported and not retried at every step")
  func failingCompaction() async throws {
    let fixture = try OutboxFixture()
    for number in 0..<200 {
      fixture.accept(SampleJobKinds.event, "r\(number)", padding: 4000)
      try fixture.deliverNext()
    }
    fixture.directory.fail([.init(nil, .error(EIO), lasts: true)])
    await fixture.outbox.compactIfUseful()
    #expect(fixture.storage == [.ioError])
    let triggered = fixture.directory.faultsTriggered
    await fixture.outbox.compactIfUseful()
    #expect(fixture.directory.faultsTriggered == triggered)
    fixture.directory.fail([])
    await fixture.outbox.repair()
    #expect(fixture.storage == [.ioError, nil])
    fixture.expectSums()
  }
}

extension CompletedJobs.Item {
  static func test(_ id: UInt64) -> CompletedJobs.Item {
    CompletedJobs.Item(
      id: id, digest: CallDigest(of: []), state: .delivered, eventCode: 230,
      details: .inMemory([]))
  }
}

extension Limits {
  /// So that a few records fill a segment.
  static var tiny: Limits {
    var limits = Limits()
    limits.segmentBytes = 4096
    limits.recordBytes = 1024
    return limits
  }
}

extension [UInt8] {
  func firstIndex(of pattern: [UInt8]) -> Int? {
    guard count >= pattern.count else { return nil }
    return (0...(count - pattern.count)).first {
      self[$0..<$0 + pattern.count].elementsEqual(pattern)
    }
  }
}
