import EngineTestSupport
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine
@testable import DurableLog

/// A volume that an outage has filled with the jobs themselves.
@Suite struct FullDiskTests {
  private static let space = 24 * (64 << 10)

  /// Returns an outbox whose disk is full of accepted jobs, and their ids.
  private static func filled(padding: Int = 0) throws -> (OutboxFixture, accepted: [String]) {
    let directory = MemoryLogDirectory(space: space)
    let fixture = try OutboxFixture(directory)
    var accepted: [String] = []
    while case .success(let id) = fixture.accept(
      SampleJobKinds.event, "job-\(accepted.count)", padding: padding)
    {
      accepted.append(id)
    }
    return (fixture, accepted)
  }

  // Cleaning needed room to begin, so a disk that the outbox itself had filled stayed full.
  @Test(
    "a disk that jobs have filled takes new ones once they are delivered", arguments: [0, 2000])
  func drains(padding: Int) async throws {
    let (fixture, accepted) = try Self.filled(padding: padding)
    #expect(accepted.count > 100 && fixture.storage.last == .noSpace)

    for (index, id) in accepted.enumerated() {
      let job = try fixture.attempt()
      #expect(job.requestID == ClientRequestID(id))
      fixture.deliver(job)
      if index % 16 == 0 { await fixture.outbox.compactIfUseful() }
      // The end of each job is durable at once: a crash repeats nothing.
      if index % 500 == 499 {
        let again = try fixture.restarted()
        #expect(again.pending == Array(accepted[(index + 1)...]))
        again.expectSums()
      }
    }
    await fixture.outbox.repair()

    #expect(fixture.storage.last == .some(nil), "the storage works again")
    for number in 0..<50 {
      #expect(
        try fixture.accept(SampleJobKinds.event, "later-\(number)", padding: padding).get()
          == "later-\(number)")
    }
    fixture.expectSums()
    #expect(fixture.outbox.report(accepted.last!)?.state == .delivered)
    #expect(fixture.directory.bytesUsed <= Self.space)
  }

  @Test("after each restart on the full disk the rest is delivered, and the disk works again")
  func restarts() async throws {
    var (fixture, rest) = try Self.filled()
    while !rest.isEmpty {
      for (index, id) in rest.prefix(700).enumerated() {
        let job = try fixture.attempt()
        #expect(job.requestID == ClientRequestID(id))
        fixture.deliver(job)
        if index % 16 == 0 { await fixture.outbox.compactIfUseful() }
      }
      rest.removeFirst(min(700, rest.count))
      let survivor = fixture.directory.afterKill()
      survivor.setSpace(Self.space)
      fixture = try OutboxFixture(survivor, time: fixture.time)
      #expect(fixture.pending == rest)
    }
    await fixture.outbox.repair()

    #expect(try fixture.accept(SampleJobKinds.event, "later").get() == "later")
    fixture.expectSums()
  }

  @Test("an end that a full disk refused is durable once there is room, by a repair or a clean end")
  func refusedEnds() async throws {
    for isRepaired in [true, false] {
      let (fixture, accepted) = try Self.filled()
      for _ in 0..<1500 { try fixture.deliverNext() }
      #expect(fixture.outbox.read { $0.completed.hasUnnumbered })
      fixture.directory.setSpace(nil)

      if isRepaired { await fixture.outbox.repair() } else { fixture.outbox.close() }

      let again = try fixture.restarted()
      #expect(again.pending == Array(accepted[1500...]))
      again.expectSums()
    }
  }

  // Fewer segments than six were never rewritten.
  @Test(
    "a disk of any size that was drained before a restart takes new jobs",
    arguments: [4, 5, 6, 8, 12])
  func drainedBeforeRestart(segments: Int) async throws {
    let space = segments * (64 << 10)
    let directory = MemoryLogDirectory(space: space)
    let fixture = try OutboxFixture(directory)
    var count = 0
    while case .success = fixture.accept(SampleJobKinds.event, "job-\(count)") { count += 1 }
    for number in 0..<count {
      try fixture.deliverNext()
      if number % 16 == 0 { await fixture.outbox.compactIfUseful() }
    }
    let survivor = directory.afterKill()
    survivor.setSpace(space)

    let again = try OutboxFixture(survivor, time: fixture.time)
    await again.outbox.repair()

    #expect(again.pending.isEmpty)
    #expect(try again.accept(SampleJobKinds.event, "later").get() == "later")
    again.expectSums()
  }

  @Test("damage to the record of a job whose end is short loses nothing")
  func damage() throws {
    let (fixture, accepted) = try Self.filled()
    let job = try fixture.attempt()
    fixture.deliver(job)
    #expect(fixture.outbox.read { $0.completed.kept.count } == 1)
    fixture.directory.alter(SegmentName.name(job.location.segment)) {
      $0[Int(job.location.offset) + 40] ^= 1
    }

    let again = try fixture.restarted()

    #expect(again.pending == Array(accepted[1...]))
    #expect(again.outbox.statistics.counters.lost == 0)
    #expect(again.outbox.statistics.accepted == UInt64(accepted.count))
    #expect(again.outbox.outcomeRange.last == 1)
    again.expectSums()
  }

  @Test("an outcome that the full disk had no room for is in the log after a clean end")
  func outcomes() async throws {
    let (fixture, accepted) = try Self.filled()
    for _ in 0..<400 { try fixture.deliverNext() }
    let kept = fixture.outbox.read { $0.completed.kept.count }
    #expect(kept > 100)
    fixture.outbox.close()

    // The disk has room again.
    for _ in 0..<2 {
      let again = try fixture.restarted()
      #expect(again.pending == Array(accepted[400...]))
      #expect(again.outbox.report(accepted[399])?.state == .delivered)
      #expect(again.outbox.read { $0.completed[ClientRequestID(accepted[399])]?.outcome } == 400)
      await again.outbox.compactIfUseful()
      #expect(again.outbox.read { $0.completed.kept.isEmpty })
      again.expectSums()
    }
  }

  @Test("the end of a job on a full disk is shorter than any job")
  func shortEnd() {
    var done = JobRecord.Done(
      target: .max >> 12, requestId: String(repeating: "r", count: 128), method: "deliveryEvent",
      state: .delivered, createdAt: 1_800_000_000_000, endedAt: 1_800_000_000_000,
      attempts: 1_000_000, digest: CallDigest(of: []), eventCode: 237, lastError: nil,
      response: .null, savedToken: nil)
    done.outcome = 1 << 52
    done.begin = .place(segment: 1 << 40, offset: 1 << 26)
    let put = JobRecord.Put(
      original: .max >> 12, requestId: "r", method: "pushEvent", userTag: "", createdAt: 1,
      livesSince: 1,
      digest: CallDigest(of: []), attempts: 0, body: JobBody.object([:]))
    #expect(JobRecord.End(done).bytes.count < put.bytes.count + 32)
  }

  @Test("an outbox that cannot hold its reserve is refused")
  func tooSmall() throws {
    for (segments, isRefused) in [(3, true), (4, false)] {
      let directory = MemoryLogDirectory(space: segments * (64 << 10) - 4096)
      let fixture = try OutboxFixture(directory)
      if isRefused {
        #expect(throws: JournalError.noSpace) { try fixture.outbox.requireRoom() }
        #expect(directory.contents().keys.filter { $0.hasSuffix(".tmp") }.isEmpty)
      } else {
        try fixture.outbox.requireRoom()
        #expect(try fixture.accept(SampleJobKinds.event, "job").get() == "job")
      }
    }
  }
}
