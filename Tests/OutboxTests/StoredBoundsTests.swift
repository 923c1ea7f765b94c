import DurableLog
import EngineTestSupport
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// Tests of data on disk that may be longer, deeper or larger than the limits of this process allow.
@Suite struct StoredBoundsTests {
  // EACCES, EPERM and every error other than EIO and damage ended acknowledged jobs as lost.
  @Test(
    "jobs in a segment that cannot be opened, for any cause, wait and are delivered later",
    arguments: [EIO, EACCES, EPERM, EROFS, ENOSPC, EMFILE, ENFILE, ENOENT, ENOMEM, ELOOP, ESTALE],
    [FileError.Operation.open, .read])
  func unreadable(code: Int32, operation: FileError.Operation) throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    fixture.directory.fail([.init(operation, .error(code), lasts: true)])

    let entry = try fixture.attempt()
    guard case .failure? = fixture.outbox.content(of: entry) else {
      Issue.record("it cannot be read now")
      return
    }

    fixture.directory.fail([])
    fixture.outbox.wait(entry, for: .retry, .test)
    fixture.outbox.flush()
    #expect(try fixture.attempt().requestId == "a")
  }

  // The record of such an end was refused as too large: the job went out again at each start, and each checkpoint and
  // cleaning failed with a false `ioError`, until no job was accepted any more.
  @Test(
    "an end of any size is stored, shortened if necessary, and fails no checkpoint or cleaning",
    arguments: [JobState.rejected, .delivered], [200, 300 << 10, 1 << 20])
  func longEnds(state: JobState, bytes: Int) async throws {
    let fixture = try OutboxFixture()
    let text = String(repeating: "é", count: bytes / 2)
    let token = PushToken(provider: .iosAPNS, token: String(repeating: "t", count: 4096))
    for number in 0..<40 {
      fixture.accept(SampleJobKinds.event, "r\(number)", padding: 4000)
      let error = AttemptError(code: 437, httpCode: 400, message: text)
      let ending = Outbox.JobCompletion(
        state: state, eventCode: 437, lastError: error, savedToken: number == 39 ? token : nil,
        byAttempt: true)
      fixture.outbox.settle(try fixture.attempt(), ending) {}
      fixture.outbox.commit()
    }
    fixture.accept(SampleJobKinds.event, "last")

    await fixture.outbox.compactIfUseful()
    let again = try fixture.restarted()
    try again.outbox.checkpoint()
    await again.outbox.compactIfUseful()

    for fixture in [fixture, again, try again.restarted()] {
      #expect(fixture.storage == [])
      #expect(fixture.pending == ["last"])
      let report = try #require(fixture.outbox.report("r7"))
      #expect(report.state == state && report.lastError?.code == 437)
      let message = report.lastError?.message ?? ""
      #expect(message == (text.utf8.count <= 1024 ? text : text.cut(to: 1024)))
      #expect(fixture.outbox.savedToken == token)
      fixture.expectSums()
    }
    #expect(again.directory.bytesUsed < 2 << 20)
  }

  // A copy names the record it copies, which made it too long for the segment: a false `ioError`.
  @Test("a job that just fits a segment can be copied by a cleaning and by a checkpoint")
  func justFits() async throws {
    var limits = Limits.tiny
    limits.recordBytes = 256 << 10
    limits.outboxBytes = 64 << 10
    let fixture = try OutboxFixture(limits: limits)
    var longest = 4096
    while case .failure(.recordTooLarge) = fixture.accept(
      SampleJobKinds.event, "job-0", padding: longest)
    {
      longest -= 1
    }
    #expect(longest > 3500)
    for number in 1..<10 {
      fixture.accept(
        number % 4 == 0 ? SampleJobKinds.event : SampleJobKinds.own, "job-\(number)",
        padding: longest)
    }
    for _ in 0..<8 {
      let entry = try fixture.attempt()
      fixture.deliver(entry, entry.lane.isOfState ? .delivered : .rejected)
    }
    let pending = fixture.pending

    await fixture.outbox.compactIfUseful()
    try fixture.outbox.checkpoint()
    await fixture.outbox.compactIfUseful()

    #expect(fixture.storage == [])
    let again = try fixture.restarted(limits: limits)
    #expect(again.pending == pending && pending.count == 2)
    #expect(again.outbox.list(limit: 100, after: nil, states: [.rejected])?.items.count == 8)
    again.expectSums()
  }

  @Test("jobs accepted under larger limits survive a start with the smallest ones")
  func smallerLimits() async throws {
    let fixture = try OutboxFixture(limits: Limits())
    for number in 0..<8 {
      fixture.accept(SampleJobKinds.event, "job-\(number)", padding: 200 << 10)
    }
    try fixture.deliverNext(.rejected)

    let again = try fixture.restarted(limits: .tiny)
    try again.outbox.checkpoint()
    try again.deliverNext()
    await again.outbox.compactIfUseful()

    #expect(again.storage == [])
    let third = try again.restarted(limits: .tiny)
    #expect(third.pending == (2..<8).map { "job-\($0)" })
    #expect(try third.attempt().requestId == "job-2")
    third.expectSums()
  }

  /// Returns an object that is nested `depth` levels deep.
  private static func nested(_ depth: Int) -> JSONObject {
    [
      "n": (1..<depth).reduce(JSON.int(depth)) { inner, level in
        level % 2 == 0 ? ["n": inner] : [inner]
      }
    ]
  }

  // Readers of the log stopped at 512 levels: the job was missing after the next start.
  @Test(
    "a job as deep as a message may be is there after a start", arguments: [500, 512, 600, 1000])
  func deepWork(depth: Int) throws {
    let fixture = try OutboxFixture()
    let body = Self.nested(depth)
    let job = NewJob(
      kind: 1, requestId: "deep", userTag: UserTag("u"), digest: CallDigest(of: []), body: body)
    try fixture.outbox.accept(job) { result in
      if case .success(let acceptance) = result { acceptance.release() }
    }
    fixture.outbox.commit()
    try fixture.outbox.checkpoint()

    let again = try fixture.restarted()

    #expect(try again.outbox.content(of: try again.attempt())?.get().body == body)
  }

  @Test("settings as deep as a message may be are there after a start", arguments: [600, 1000])
  func deepSettings(depth: Int) throws {
    let directory = TemporaryDirectory()
    let store = SettingsStore(directory: try DataDirectory.open(directory.path).directory)
    var settings = Settings()
    try settings.setUserDefault(.object(Self.nested(depth)), suite: "s", key: "deep")
    try store.save(settings)

    let loaded = try store.load(allowsInsecureHTTP: false)

    #expect(loaded.settings.userDefaults == settings.userDefaults)
  }

  @Test("no limit of messages exceeds the limit of readers of stored data")
  func oneBound() {
    let stored = JSONLimits.generous
    // Stored data nests the received value a few levels deeper.
    #expect(Limits.complaint("depth", Double(stored.depth - 23)) != nil)
    #expect(Limits.complaint("depth", Double(stored.depth - 24)) == nil)
    #expect(stored.objectMembers == .max && stored.stringBytes == .max)
  }
}

/// Records with valid checksums whose numbers no outbox writes. Any writer to the directory can create them.
@Suite struct ForgedRecordTests {
  private static let digest = String(repeating: "0", count: 32)

  /// Payloads in the written layout, each number of which is to be replaced.
  private static let templates: [(kind: RecordKind, text: String)] = [
    (
      .put,
      #"{"orig":N,"id":"x","method":"jobEvent","user":"u","created":N,"digest":"D","attempts":N,"#
        + #""clock":N,"body":{"n":N}}"#
    ),
    (
      .put,
      #"{"id":"y","method":"jobOwn","user":"u","created":N,"digest":"D","attempts":N,"clock":N,"#
        + #""body":{}}"#
    ),
    (
      .done,
      #"{"event":N,"state":"rejected","target":N,"id":"a","digest":"D","orig":N,"#
        + #""method":"jobEvent","created":N,"ended":N,"attempts":N,"#
        + #""error":{"code":N,"http":N,"message":""},"response":{"http_code":N}}"#
    ),
    (.done, #"{"event":N,"state":"delivered","target":1,"id":"a","digest":"D","method":"m"}"#),
    (.retry, #"{"target":N,"attempts":N}"#),
    (.retry, #"{"target":1,"attempts":N}"#),
    (.retry, #"{"target":N,"discarded":"a"}"#),
    (.retry, #"{"clock":N,"wall":N}"#),
    (
      .state,
      #"{"counters":{"accepted":N,"delivered":N,"rejected":N,"expired":N,"cleared":N,"lost":N},"#
        + #""token":null}"#
    ),
    (.clear, "{}"),
  ]

  private static let numbers = [
    "0", "1", "2", "-1", "9007199254740993", "999999999999999999", "-999999999999999999",
    "4611686018427387904", "9223372036854775806", "9223372036854775807", "-9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "18446744073709551614",
    "18446744073709551615", "18446744073709551616", "1e308", "-1e308", "1e400", "0.5", "null",
    #""1""#,
  ]

  private static func payload(_ template: String, _ number: () -> String) -> [UInt8] {
    let text = template.replacing("D", with: digest)
    let parts = text.split(separator: "N", omittingEmptySubsequences: false)
    return Array(parts.dropFirst().reduce(String(parts[0])) { $0 + number() + $1 }.utf8)
  }

  /// Expects that every operation of an outbox works with those records in its log.
  private static func expectNoTrap(
    _ records: [(kind: RecordKind, epoch: UInt64, isCopy: Bool, payload: [UInt8])]
  ) async throws {
    let first = try OutboxFixture(limits: .tiny)
    for id in ["a", "b"] { first.accept(SampleJobKinds.event, id) }
    let directory = first.directory.afterKill()
    let options = JournalOptions(segmentBytes: 4096, recordBytes: 1024)
    let (journal, _) = try Journal.open(directory, options) { _ in }
    for record in records {
      _ = try journal.append(
        record.kind, epoch: record.epoch, record.payload, isCopy: record.isCopy)
    }
    journal.commit()

    var fixture = try OutboxFixture(directory.afterKill(), time: first.time, limits: .tiny)
    for round in 0..<3 {
      let before = fixture.outbox.statistics
      fixture.expectSums()
      #expect(fixture.accept(SampleJobKinds.own, "new\(round)") == .success("new\(round)"))
      for report in fixture.outbox.list(limit: 10, after: nil, states: [.pending, .rejected])!.items
      {
        _ = Timestamp(milliseconds: report.createdAt).text
        _ = report.endedAt.map { Timestamp(milliseconds: $0).text }
        _ = fixture.outbox.list(limit: 10, after: report.requestId, states: [.pending, .rejected])
        _ = fixture.outbox.report(report.requestId)
      }
      _ = before.oldestPendingAt.map { Timestamp(milliseconds: $0).text }
      let outbox = fixture.outbox
      for _ in 0..<6 {
        switch outbox.nextStep() {
        case .attempt(let entry):
          switch outbox.content(of: entry) {
          case .success?: outbox.postpone(entry, .test, retryAfter: nil) {}
          case .failure?: outbox.wait(entry, for: .retry, .test)
          case nil: fixture.deliver(entry, .lost)
          }
        case .expire(let entry): fixture.deliver(entry, .expired)
        case .wait: break
        }
      }
      try? await outbox.retry("a")
      await outbox.compactIfUseful()
      try outbox.checkpoint()
      fixture.expectSums()
      if round == 1 { _ = try fixture.clear() }
      fixture = try fixture.restarted(limits: .tiny)
      #expect(fixture.outbox.report("new\(round)") != nil)
    }
    _ = try OutboxSnapshot.read(directory).jobs
  }

  @Test("any number in any place of a record", arguments: templates.indices)
  func numbers(index: Int) async throws {
    let (kind, text) = Self.templates[index]
    for number in Self.numbers {
      let payload = Self.payload(text) { number }
      // In another layout it is read as JSON.
      let records = [payload, [UInt8(ascii: " ")] + payload].flatMap { payload in
        [false, true].map { (kind, 0 as UInt64, $0, payload) }
      }
      try await Self.expectNoTrap(records)
    }
  }

  @Test("random numbers in all places, in any epoch", arguments: 1...4)
  func random(seed: UInt64) async throws {
    var dice = SeededNumbers(seed: seed)
    for _ in 0..<20 {
      let records = (0..<Int.random(in: 1...6, using: &dice)).map { _ in
        let (kind, text) = Self.templates.randomElement(using: &dice)!
        let epoch = [0, 0, 0, 1, 1 << 63, .max].randomElement(using: &dice)! as UInt64
        return (
          kind, epoch, Bool.random(using: &dice),
          Self.payload(text) { Self.numbers.randomElement(using: &dice)! }
        )
      }
      try await Self.expectNoTrap(records)
    }
  }

  @Test("an unreadable record of an accepted job is counted as lost, once")
  func unreadable() throws {
    let first = try OutboxFixture(limits: .tiny)
    for id in ["a", "b"] { first.accept(SampleJobKinds.event, id) }
    let directory = first.directory.afterKill()
    let (journal, _) = try Journal.open(directory, .init(segmentBytes: 4096)) { _ in }
    _ = try journal.append(.put, epoch: 0, Array(#"{"id":"c""#.utf8))
    journal.commit()

    var again = try OutboxFixture(directory, time: first.time, limits: .tiny)
    for _ in 0..<3 {
      #expect(again.pending == ["a", "b"])
      #expect(again.outbox.statistics.counters.lost == 1)
      again.expectSums()
      try again.outbox.checkpoint()
      again = try again.restarted(limits: .tiny)
    }
  }
}

/// A disk that refused writes and accepts them again: section 9.6 of the interface.
@Suite struct StorageRetryTests {
  private static func failing(_ fixture: OutboxFixture) {
    fixture.directory.fail([.init(.sync, .error(ENOSPC), lasts: true)])
    #expect(fixture.accept(SampleJobKinds.event, "refused") == .failure(.storage(.noSpace)))
  }

  @Test("the first call one second after the last try is accepted if the disk works")
  func atOnce() async throws {
    let fixture = try OutboxFixture()
    Self.failing(fixture)
    fixture.directory.fail([])

    await fixture.time.clock.advance(by: .milliseconds(999))
    #expect(fixture.accept(SampleJobKinds.event, "early") == .failure(.storage(.noSpace)))
    await fixture.time.clock.advance(by: .milliseconds(1))
    #expect(fixture.accept(SampleJobKinds.event, "a") == .success("a"))

    #expect(fixture.storage == [.noSpace, nil])
    #expect(try fixture.restarted(Crash.powerCut.survivor).pending == ["a"])
    fixture.expectSums()
  }

  @Test("a disk without room for the next file is reported, and so is the room that it has later")
  func noRoomForASegment() async throws {
    let fixture = try OutboxFixture(limits: .tiny)
    fixture.directory.fail([.init(.create, .error(ENOSPC), lasts: true)])

    var last = Result<String, AcceptError>.success("")
    for number in 0..<1000 where (try? last.get()) != nil {
      last = fixture.accept(SampleJobKinds.event, "a\(number)")
    }

    #expect(last == .failure(.storage(.noSpace)))
    #expect(fixture.storage == [.noSpace])
    #expect(fixture.outbox.failure == .noSpace)
    fixture.directory.fail([])
    #expect(fixture.accept(SampleJobKinds.event, "b") == .success("b"))
    await fixture.outbox.repair()
    #expect(fixture.storage == [.noSpace, nil])
    fixture.expectSums()
  }

  @Test("a disk that still fails gets at most one try per second from calls")
  func onceASecond() async throws {
    let fixture = try OutboxFixture()
    Self.failing(fixture)
    for _ in 0..<5 {
      await fixture.time.clock.advance(by: .seconds(1))
      let before = fixture.directory.faultsTriggered
      for number in 0..<10 {
        #expect(fixture.accept(SampleJobKinds.event, "r\(number)") == .failure(.storage(.noSpace)))
      }
      #expect(fixture.directory.faultsTriggered - before == 1)
    }
    #expect(fixture.storage == [.noSpace])
    fixture.expectSums()
  }
}
