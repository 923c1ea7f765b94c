import DurableLog
import EngineTestSupport
import Glibc
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct OutcomeTests {
  private func ended(_ fixture: OutboxFixture, _ state: JobState = .delivered, ids: [String]) throws
  {
    for id in ids {
      fixture.accept(SampleJobKinds.event, id)
      try fixture.deliverNext(state)
    }
  }

  private func all(_ fixture: OutboxFixture, after: UInt64 = 0) -> [String] {
    fixture.outbox.outcomes(after: after, limit: 1000, bytes: 1 << 30).outcomes.map {
      "\($0.outcome) \($0.requestId) \($0.state)"
    }
  }

  @Test("outcomes are numbered in the order in which they became durable, over restarts")
  func numbers() throws {
    let fixture = try OutboxFixture()
    try ended(fixture, ids: ["a", "b"])
    #expect(all(fixture) == ["1 a delivered", "2 b delivered"])

    let again = try fixture.restarted()
    try ended(again, .rejected, ids: ["c"])
    try again.outbox.checkpoint()
    let third = try again.restarted()
    try ended(third, ids: ["d"])

    #expect(
      all(third) == ["1 a delivered", "2 b delivered", "3 c rejected", "4 d delivered"])
    #expect(all(third, after: 3) == ["4 d delivered"])
    #expect(third.outbox.outcomeRange == .init(first: 1, last: 4))
  }

  @Test("clear ends jobs with numbers, and does not reset them")
  func clear() throws {
    let fixture = try OutboxFixture()
    try ended(fixture, ids: ["a"])
    for id in ["b", "c"] { fixture.accept(SampleJobKinds.event, id) }
    #expect(try fixture.clear() == 2)
    let again = try fixture.restarted()
    try ended(again, ids: ["d"])
    #expect(
      all(again) == ["1 a delivered", "2 b cleared", "3 c cleared", "4 d delivered"])
  }

  @Test("a retried job ends again with a new number")
  func retry() async throws {
    let fixture = try OutboxFixture()
    try ended(fixture, .rejected, ids: ["a"])
    try ended(fixture, ids: ["b"])
    try await fixture.outbox.retry("a")
    try fixture.deliverNext()
    #expect(all(fixture) == ["2 b delivered", "3 a delivered"])
    let again = try fixture.restarted()
    #expect(all(again) == all(fixture))
    try ended(again, ids: ["c"])
    #expect(all(again, after: 3) == ["4 c delivered"])
  }

  @Test("an end is listed once it is durable")
  func durable() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    let job = try fixture.attempt()
    fixture.outbox.settle(job, .init(state: .delivered, eventCode: 237, byAttempt: true)) {}
    fixture.outbox.commit()
    #expect(all(fixture) == ["1 a delivered"])
  }

  @Test("an outcome that the disk refused is numbered when a checkpoint stores it")
  func refused() async throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b"] { fixture.accept(SampleJobKinds.event, id) }
    try fixture.deliverNext()
    fixture.directory.fail([.init(.write, after: 0, .error(EIO), lasts: true)])
    try fixture.deliverNext()
    #expect(all(fixture) == ["1 a delivered"])
    fixture.directory.fail([])
    await fixture.outbox.repair()
    #expect(all(fixture) == ["1 a delivered", "2 b delivered"])
    #expect(all(try fixture.restarted()) == all(fixture))
  }

  // Found by the simulation with seed 4080: a reader got the outcomes of the clear after the outcome with the higher number.
  @Test("an outcome that the disk refused is numbered before the outcomes of a clear")
  func refusedBeforeClear() throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b"] { fixture.accept(SampleJobKinds.event, id) }
    fixture.directory.fail([.init(.write, after: 0, .error(EIO), lasts: true)])
    try fixture.deliverNext()
    fixture.directory.fail([])

    #expect(try fixture.clear() == 1)

    #expect(all(fixture) == ["1 a delivered", "2 b cleared"])
    #expect(all(fixture, after: 1) == ["2 b cleared"])
    #expect(all(try fixture.restarted()) == all(fixture))
  }

  @Test("ends in the log of an earlier version are numbered once")
  func earlier() throws {
    let fixture = try OutboxFixture()
    try ended(fixture, ids: ["x"])
    let journal = fixture.outbox.journal
    for (number, id) in ["a", "b"].enumerated() {
      let put = JobRecord.Put(
        requestId: id, method: SampleJobKinds.event.method, userTag: "u", createdAt: 0,
        livesSince: 0, digest: CallDigest(of: []), body: .object([:]))
      let (sequence, _) = try journal.append(.put, epoch: 0, put.bytes)
      let done = JobRecord.Done(
        target: sequence.value, requestId: id, method: put.method, state: .delivered,
        createdAt: 0, endedAt: Int64(number), attempts: 1, digest: put.digest, eventCode: 237,
        lastError: nil, response: .null, savedToken: nil)
      _ = try journal.append(.done, epoch: 0, done.bytes)
    }
    journal.commit()

    let again = try fixture.restarted()
    #expect(all(again) == ["1 x delivered", "2 a delivered", "3 b delivered"])
    try ended(again, ids: ["c"])
    #expect(all(try again.restarted()) == all(again))
  }

  @Test("a page has ends of the filter, and says up to where it looked")
  func filter() throws {
    let fixture = try OutboxFixture()
    try ended(fixture, ids: ["a-1", "a-2"])
    try ended(fixture, .rejected, ids: ["a-3", "b-1"])
    func page(_ filter: OutcomeFilter, limit: Int = 10) -> OutcomePage {
      fixture.outbox.outcomes(after: 0, limit: limit, bytes: 1 << 20, filter: filter)
    }
    #expect(page(.init(states: [.rejected])).outcomes.map(\.outcome) == [3, 4])
    #expect(page(.init(requestIdPrefix: "a-")).outcomes.map(\.outcome) == [1, 2, 3])
    #expect(page(.init(methods: ["nothing"])).outcomes.isEmpty)
    #expect(page(.init(methods: ["nothing"])).next == 4)
    let first = page(.init(), limit: 1)
    #expect(first.outcomes.map(\.outcome) == [1] && first.next == 1)
  }

  @Test("an outcome has the name of the event of its method")
  func names() throws {
    let fixture = try OutboxFixture()
    for kind in [SampleJobKinds.event, SampleJobKinds.profile, SampleJobKinds.own] {
      fixture.accept(kind, kind.method)
      try fixture.deliverNext()
    }
    let page = fixture.outbox.outcomes(after: 0, limit: 9, bytes: 1 << 20)
    #expect(
      page.outcomes.map(\.name)
        == [Operation.mobileEvent, .profileUpdate, .pushEvent].map { $0.succeeded.name })
  }

  @Test("a page ends before its responses take more bytes than asked for")
  func pageBytes() throws {
    let fixture = try OutboxFixture()
    let text = String(repeating: "x", count: 3000)
    for id in ["a", "b", "c", "d"] {
      fixture.accept(SampleJobKinds.event, id)
      let reply = PlatformReply(
        httpCode: 200,
        response: PlatformResponse(body: Array(#"{"error":0,"error_text":"\#(text)"}"#.utf8)))
      fixture.outbox.settle(
        try fixture.attempt(),
        .init(state: .delivered, eventCode: 237, response: reply, byAttempt: true)
      ) {}
      fixture.outbox.commit()
    }
    for (bytes, count) in [(1, 1), (8000, 1), (9000, 2), (13_000, 3), (1 << 20, 4)] {
      let page = fixture.outbox.outcomes(after: 0, limit: 9, bytes: bytes)
      #expect(page.outcomes.count == count, "\(bytes) bytes")
      #expect(page.next == UInt64(count))
    }
  }

  @Test("a subscriber is woken, also after another one has left twice")
  func subscribers() {
    let feed = OutcomeFeed(durableThrough: 0)
    let (one, other) = (AsyncSignal(), AsyncSignal())
    #expect(!feed.hasSubscribers)
    feed.add(one)
    #expect(feed.hasSubscribers)
    feed.add(other)
    feed.remove(other)
    feed.remove(other)
    #expect(feed.hasSubscribers)
    feed.remove(one)
    #expect(!feed.hasSubscribers)
  }

  @Test("of more ends than are kept, the newest stay in order")
  func newest() {
    var completed = CompletedJobs(capacity: 10)
    for id in 1...3000 as ClosedRange<UInt64> {
      completed.add(
        ClientRequestID("r\(id)"),
        .init(
          id: id, digest: CallDigest(of: []), state: .delivered, eventCode: 237,
          details: .inMemory([]), outcome: id))
      let first = id > 10 ? id - 9 : 1
      #expect(completed.all.map(\.item.id) == Array(first...id))
    }
    #expect(completed.after(2995, through: 3000, limit: 3).map(\.item.id) == [2996, 2997, 2998])
  }

  @Test("outcomes that are no longer kept are reported as one gap, also after a restart")
  func tooMany() async throws {
    let fixture = try OutboxFixture(limits: Limits())
    let count = Limits().finishedRecords + 50
    for number in 0..<count { fixture.accept(SampleJobKinds.event, "\(number)") }
    #expect(try fixture.clear() == count)
    for fixture in [fixture, try fixture.restarted(limits: Limits())] {
      #expect(fixture.outbox.outcomeRange == .init(first: 51, last: UInt64(count)))
      let reader = OutcomeReader(fixture.outbox, after: 10)
      let steps = await reader.next(bytes: 1 << 20) ?? []
      #expect(steps.prefix(2).map(describe) == ["gap 11-50", "51 50"])
      reader.cancel()
    }
  }

  @Test("a reader of damaged ends gets a gap, and no number twice")
  func damage() async throws {
    let fixture = try OutboxFixture()
    try ended(fixture, ids: ["job-a", "job-b", "job-c"])
    let damaged = fixture.directory.afterKill()
    // The end is the last record with this id.
    for (name, bytes) in damaged.contents() where name.hasSuffix(".log") {
      guard let last = bytes.ranges(of: Array("job-b".utf8)).last else { continue }
      damaged.alter(name) { $0[last.lowerBound] ^= 0xFF }
    }
    let again = try OutboxFixture(damaged, time: fixture.time)
    // Its job is pending again.
    #expect(all(again) == ["1 job-a delivered", "3 job-c delivered"])
    let reader = OutcomeReader(again.outbox, after: 0)
    let steps = await reader.next(bytes: 1 << 20) ?? []
    #expect(steps.map(describe) == ["1 job-a", "gap 2-2", "3 job-c", "gap 4-4"])
    try again.deliverNext()
    #expect(all(again).last == "5 job-b delivered")
    #expect(await reader.next(bytes: 1 << 20)?.map(describe) == ["5 job-b"])

    reader.cancel()
    let end = await reader.next(bytes: 1 << 20)
    #expect(end?.count == nil)
  }

  @Test("an outcome that no disk accepted before the process was killed keeps no number")
  func poisonedAndKilled() throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b"] { fixture.accept(SampleJobKinds.event, id) }
    try fixture.deliverNext()
    fixture.directory.fail([.init(.sync, after: 0, .error(EIO), lasts: true)])
    try fixture.deliverNext()
    #expect(all(fixture) == ["1 a delivered"])
    fixture.directory.fail([])

    let again = try fixture.restarted { $0.afterPowerCut() }
    #expect(all(again) == ["1 a delivered"])
    try again.deliverNext()
    #expect(all(again) == ["1 a delivered", "2 b delivered"])
  }

  @Test("the numbers survive compactions")
  func compactions() async throws {
    let fixture = try OutboxFixture()
    for round in 0..<40 {
      try ended(fixture, ids: (0..<5).map { "\(round)-\($0)" })
      fixture.accept(SampleJobKinds.event, "filler-\(round)", padding: 8000)
      try fixture.deliverNext(.rejected)
      if round % 10 == 0 { try fixture.outbox.checkpoint() }
    }
    let numbers = fixture.outbox.outcomes(after: 0, limit: 1000, bytes: 1 << 30).outcomes.map(
      \.outcome)
    #expect(numbers == Array(1...240))
    let again = try fixture.restarted()
    #expect(all(again) == all(fixture))
  }

  @Test("discarded and superseded jobs have a number each, in the order of the outcomes")
  func discarded() async throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b"] { fixture.accept(SampleJobKinds.event, id) }
    _ = try await fixture.outbox.discardPending(
      "b", .init(state: .cleared, eventCode: 601, byAttempt: false))
    try fixture.deliverNext()
    #expect(all(fixture) == ["1 b cleared", "2 a delivered"])
    #expect(all(try fixture.restarted()) == all(fixture))
  }

  private func describe(_ step: OutcomeReader.Step) -> String {
    switch step {
    case .outcome(let report): "\(report.outcome) \(report.requestId)"
    case .gap(let gap): "gap \(gap.from)-\(gap.to)"
    }
  }
}
