import DurableLog
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
    "acknowledged work survives, with its order, attempts and counters",
    arguments: Crash.allCases)
  func crash(_ crash: Crash) throws {
    let world = try OutboxFixture()
    for id in ["a", "b", "c", "d", "e"] { world.accept(SampleJobKinds.event, id, n: 1) }
    try world.deliverNext()
    try world.deliverNext(.rejected)
    world.outbox.postpone(try world.attempt(), .test, retryAfter: nil) {}
    world.accept(SampleJobKinds.state, "f")
    world.outbox.commit()

    let again = try world.restarted(crash.survivor)

    #expect(again.pending == ["c", "d", "e", "f"])
    #expect(again.outbox.report("c")?.attempts == 1)
    #expect(again.outbox.report("a")?.state == .delivered)
    #expect(again.outbox.report("b")?.state == .rejected)
    #expect(again.outbox.statistics.counters == world.outbox.statistics.counters)
    #expect(again.recovery.lostRecords == 0)
    again.expectSums()
    // Failed work waits up to five seconds, new work goes out at once.
    #expect(try again.attempt().requestId == "f")
    #expect(throws: OutboxFixture.Nothing.self) { try again.attempt() }
    #expect(again.outbox.report("c")?.nextAttemptAt == WorldTime.start + 5000)
  }

  @Test("an end that was not synced is lost in a power failure, and the work goes out again")
  func unsyncedEnd() throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    let entry = try world.attempt()
    world.outbox.settle(entry, .init(state: .delivered, eventCode: 237, byAttempt: true)) {}

    let again = try OutboxFixture(world.directory.afterPowerCut(), time: world.time)

    #expect(try again.attempt().requestId == "a")
    again.expectSums()
  }

  @Test(
    "killed at any system call, the outbox keeps all acknowledged work, and the counters add up",
    .timeLimit(.minutes(10)))
  func everyCall() throws {
    var call = 0
    var isOver = false
    while !isOver {
      let directory = MemoryLogDirectory()
      directory.fail([.init(nil, after: call, .error(EIO), lasts: true)])
      var acknowledged: Set<String> = []
      if let world = try? OutboxFixture(directory, limits: .tiny) {
        for number in 0..<30 {
          let id = "r\(number)"
          if case .success = world.accept(SampleJobKinds.event, id, padding: 100) {
            acknowledged.insert(id)
          }
          if number % 3 == 2, let entry = try? world.attempt() {
            world.deliver(entry, number % 2 == 0 ? .delivered : .rejected)
          }
          if number == 20 { try? world.outbox.checkpoint() }
          world.expectSums()
        }
        world.outbox.close()
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

  @Test("a checkpoint moves pending and ended work, and both are readable afterwards")
  func checkpoint() throws {
    let world = try OutboxFixture()
    for id in ["a", "b", "c", "d"] { world.accept(SampleJobKinds.event, id, n: 7) }
    try world.deliverNext()
    try world.deliverNext(.rejected)
    let entry = try world.attempt()
    let before = world.outbox.statistics.counters

    try world.outbox.checkpoint()

    #expect(try world.outbox.content(of: entry)?.get().body["n"] == 7)
    #expect(world.outbox.report("a")?.state == .delivered)
    let again = try world.restarted()
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
    let world = try OutboxFixture()
    for id in ["a", "b"] { world.accept(SampleJobKinds.event, id) }
    try world.deliverNext()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 0..<100 { try? world.outbox.checkpoint() } }
      for _ in 0..<1000 {
        #expect(world.outbox.report("a")?.outcome?.eventCode == 237)
        if let entry = world.outbox.pending(through: .max).first {
          #expect(world.outbox.content(of: entry) != nil)
        }
      }
    }
  }

  @Test("a record of the maximum size can be rewritten by a checkpoint")
  func largestRecord() throws {
    let world = try OutboxFixture()
    var padding = 16 << 10
    while case .failure = world.accept(SampleJobKinds.event, "a", padding: padding) { padding -= 1 }
    world.outbox.postpone(try world.attempt(), .test, retryAfter: nil) {}

    try world.outbox.checkpoint()

    #expect(try world.restarted().pending == ["a"])
  }

  @Test("a work limit shorter than an outcome does not keep outcomes from being stored")
  func shortRecords() throws {
    var limits = Limits.small
    limits.recordBytes = 300
    let world = try OutboxFixture(limits: limits)
    world.accept(SampleJobKinds.event, "a")
    let body = #"{"error_text":""# + String(repeating: "x", count: 2000) + #""}"#
    let reply = PlatformReply(HTTPResponse(status: 200, body: Array(body.utf8)))
    world.outbox.settle(
      try world.attempt(),
      .init(state: .delivered, eventCode: 237, response: reply, byAttempt: true)
    ) {}
    world.outbox.commit()

    try world.outbox.checkpoint()

    let again = try world.restarted(limits: limits)
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

  @Test("a new epoch ends older work, counted as cleared")
  func epoch() throws {
    let world = try OutboxFixture()
    for id in ["a", "b"] { world.accept(SampleJobKinds.event, id) }
    let journal = world.outbox.journal
    _ = try journal.append(.clear, epoch: 1, Array("{}".utf8))
    journal.commit()

    let again = try world.restarted()

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
    let world = try OutboxFixture()
    for id in ["work-a", "work-b", "work-c"] { world.accept(SampleJobKinds.event, id) }
    let damaged = world.directory.afterKill()
    Self.damage(damaged, "work-b")

    var again = try OutboxFixture(damaged, time: world.time)
    for _ in 0..<3 {
      #expect(again.pending == ["work-a", "work-c"])
      #expect(again.outbox.statistics.counters.lost == 1)
      #expect(again.outbox.statistics.accepted == 3)
      again.expectSums()
      again = try again.restarted()
      #expect(again.recovery.lostRecords == 0)
    }
  }

  // The end of work with a lost beginning was counted as delivered, and the work as lost.
  @Test("the end of work with a damaged acceptance keeps the counters correct")
  func endWithoutBeginning() throws {
    let world = try OutboxFixture()
    for id in ["work-a", "work-b"] { world.accept(SampleJobKinds.event, id) }
    try world.deliverNext()
    let damaged = world.directory.afterKill()
    Self.damage(damaged, "work-a")

    let again = try OutboxFixture(damaged, time: world.time)

    again.expectSums()
    #expect(again.outbox.report("work-a")?.state == .delivered)
    #expect(again.pending == ["work-b"])
    try again.restarted().expectSums()
  }

  // The checkpoint with the loss counter could not be written, and the start failed.
  @Test("damage on a disk that refuses writes does not prevent the outbox from opening")
  func damageOnFullDisk() throws {
    let world = try OutboxFixture()
    for id in ["work-a", "work-b", "work-c"] { world.accept(SampleJobKinds.event, id) }
    let damaged = world.directory.afterKill()
    Self.damage(damaged, "work-b")
    damaged.setSpace(0)

    let again = try OutboxFixture(damaged, time: world.time)

    #expect(again.pending == ["work-a", "work-c"])
    #expect(again.storage == [.noSpace])
    #expect(again.accept(SampleJobKinds.event, "d") == .failure(.storage(.noSpace)))
    #expect(try again.attempt().requestId == "work-a")
    again.expectSums()
    damaged.setSpace(nil)
    let third = try again.restarted()
    #expect(third.outbox.statistics.counters.lost == 1)
    third.expectSums()
  }

  // One damaged record in a segment made every checkpoint fail, so storage never recovered.
  @Test("a job damaged at run time is the only one lost, and is reported and counted once")
  func damagedWhileRunning() async throws {
    let world = try OutboxFixture()
    for id in ["work-a", "work-b", "work-c"] { world.accept(SampleJobKinds.event, id) }
    Self.damage(world.directory, "work-b")
    try world.outbox.checkpoint()
    let again = try world.restarted()

    for world in [world, again] {
      #expect(world.pending == ["work-a", "work-b", "work-c"])
      world.expectSums()
      try world.deliverNext()
      let entry = try world.attempt()
      #expect(entry.requestId == "work-b")
      if world.outbox.content(of: entry) != nil { Issue.record("its body cannot be read") }
      world.outbox.settle(entry, .init(state: .lost, eventCode: 602, byAttempt: false)) {}
      world.outbox.commit()
      #expect(try world.attempt().requestId == "work-c")
      #expect(world.outbox.statistics.counters.lost == 1)
      world.expectSums()
      try world.restarted().expectSums()
    }
  }

  @Test("a temporary read error loses nothing")
  func unreadable() throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    world.directory.fail([.init(.read, .error(EIO)), .init(.read, .error(EIO))])
    let entry = try world.attempt()
    guard case .failure(.ioError)? = world.outbox.content(of: entry) else {
      Issue.record("it cannot be read now")
      return
    }
    world.outbox.wait(entry, for: .retry, .test)
    world.outbox.flush()
    #expect(try world.attempt().requestId == "a")
  }
}

@Suite struct OutboxStorageTests {
  @Test(
    "a disk failure is reported once, and a repair restores all acknowledged work",
    arguments: [(ENOSPC, StorageCause.noSpace), (EIO, .ioError), (EROFS, .readOnly)])
  func repair(code: Int32, cause: StorageCause) async throws {
    let world = try OutboxFixture()
    for id in ["a", "b", "c"] { world.accept(SampleJobKinds.event, id) }
    world.directory.fail([
      .init(.write, .error(code), lasts: true), .init(.sync, .error(code), lasts: true),
      .init(.create, .error(code), lasts: true),
    ])

    #expect(world.accept(SampleJobKinds.event, "d") == .failure(.storage(cause)))
    #expect(world.accept(SampleJobKinds.event, "e") == .failure(.storage(cause)))
    #expect(world.storage == [cause])
    #expect(world.outbox.failure == cause)
    world.expectSums()
    // Acknowledged work is still delivered, and its outcome is available.
    try world.deliverNext()
    try world.deliverNext(.rejected)
    #expect(world.outbox.report("a")?.state == .delivered)
    await world.outbox.repair()
    #expect(world.storage == [cause])
    world.directory.fail([])
    await world.outbox.repair()

    #expect(world.storage == [cause, nil])
    #expect(world.outbox.failure == nil)
    #expect(world.accept(SampleJobKinds.event, "d") == .success("d"))
    world.expectSums()
    let again = try world.restarted(Crash.powerCut.survivor)
    #expect(again.pending == ["c", "d"])
    #expect(again.outbox.report("a")?.state == .delivered)
    #expect(again.outbox.report("b")?.state == .rejected)
    again.expectSums()
  }

  // The failed write contained only the end of work; the failure was not noticed, and no new work was accepted
  // afterwards.
  @Test(
    "a disk failure during the write of an end is noticed, and the end is kept until it can be written"
  )
  func failureOfAnEnd() async throws {
    let world = try OutboxFixture()
    for id in ["a", "b"] { world.accept(SampleJobKinds.event, id) }
    let entry = try world.attempt()
    world.directory.fail([.init(.write, .error(EIO)), .init(.sync, .error(EIO))])

    world.outbox.settle(entry, .init(state: .delivered, eventCode: 237, byAttempt: true)) {}
    world.outbox.commit()

    #expect(world.storage == [.ioError])
    #expect(world.outbox.report("a")?.outcome?.eventCode == 237)
    world.directory.fail([])
    await world.outbox.repair()
    let again = try world.restarted(Crash.powerCut.survivor)
    #expect(again.outbox.report("a")?.outcome?.eventCode == 237)
    #expect(again.pending == ["b"])
    again.expectSums()
  }

  @Test("a disk failure during the write of a retry is noticed by the next call")
  func failureOfARetry() throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    let entry = try world.attempt()
    world.directory.fail([.init(.write, .error(EIO))])
    world.outbox.postpone(entry, .test, retryAfter: nil) {}
    world.outbox.commit()

    #expect(world.accept(SampleJobKinds.event, "b") == .failure(.storage(.ioError)))

    #expect(world.storage == [.ioError])
  }

  @Test(
    "the same call twice on a failing disk is refused twice, and stored once when it is made again")
  func twice() async throws {
    let world = try OutboxFixture()
    world.directory.fail([.init(.sync, .error(EIO))])
    #expect(world.accept(SampleJobKinds.event, "a") == .failure(.storage(.ioError)))
    await world.outbox.repair()
    #expect(world.accept(SampleJobKinds.event, "a") == .success("a"))
    world.expectSums()
    let again = try world.restarted()
    #expect(again.pending == ["a"])
    again.expectSums()
  }

  @Test("a disk that recovers after each failure is reported each time")
  func again() async throws {
    let world = try OutboxFixture()
    for round in 0..<3 {
      world.directory.fail([.init(.sync, .error(ENOSPC))])
      #expect(world.accept(SampleJobKinds.event, "x\(round)") == .failure(.storage(.noSpace)))
      await world.outbox.repair()
    }
    #expect(world.storage == [.noSpace, nil, .noSpace, nil, .noSpace, nil])
  }

  @Test("dead records are removed when they make up most of the log")
  func compaction() async throws {
    let world = try OutboxFixture()
    for number in 0..<200 {
      world.accept(SampleJobKinds.event, "r\(number)", padding: 4000)
      try world.deliverNext()
    }
    let before = world.directory.bytesUsed
    await world.outbox.compactIfUseful()
    #expect(world.directory.bytesUsed < before / 3)
    #expect(try world.restarted().outbox.report("r0")?.state == .delivered)
  }

  @Test("a failed compaction is reported and not retried at every step")
  func failingCompaction() async throws {
    let world = try OutboxFixture()
    for number in 0..<200 {
      world.accept(SampleJobKinds.event, "r\(number)", padding: 4000)
      try world.deliverNext()
    }
    world.directory.fail([.init(nil, .error(EIO), lasts: true)])
    await world.outbox.compactIfUseful()
    #expect(world.storage == [.ioError])
    let triggered = world.directory.faultsTriggered
    await world.outbox.compactIfUseful()
    #expect(world.directory.faultsTriggered == triggered)
    world.directory.fail([])
    await world.outbox.repair()
    #expect(world.storage == [.ioError, nil])
    world.expectSums()
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
