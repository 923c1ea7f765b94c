import DurableLog
import JSONCodec
import TestSupport
import Testing
import Tracing

@testable import AltcraftEngine

/// The fields that a start reads without parsing equal those of a full parse.
@Suite struct JobRecordHeaderTests {
  @Test("every written PUT is read alike by its header and as JSON")
  func puts() throws {
    var random = SeededNumbers(seed: 11)
    var scanned = 0
    for _ in 0..<3000 {
      let put = Self.put(&random)
      let bytes = put.bytes
      let json = try #require(JobRecord.Put(try JSONParser.parse(bytes, limits: .generous).value))

      bytes.withUnsafeBytes { payload in
        guard let head = JobRecordHeader(payload) else {
          let state = put.trace?.tracestate ?? ""
          #expect(Self.needsEscapes([put.requestId, put.method, put.userTag, state]))
          return
        }
        scanned += 1
        #expect(head.original == json.original && head.requestID == ClientRequestID(json.requestId))
        #expect(String(decoding: head.method, as: UTF8.self) == json.method)
        #expect(String(decoding: head.userTag, as: UTF8.self) == json.userTag)
        #expect(head.createdAt == json.createdAt && head.livesSince == json.livesSince)
        #expect(head.attempts == json.attempts && head.digest == json.digest)
        #expect(head.trace == put.trace && json.trace == put.trace)
        #expect(head.body.map { Array($0) } == json.body?.object.map { JSON.object($0).bytes })
      }
      // A copy of it is read alike.
      let copy = try #require(bytes.withUnsafeBytes(JobRecord.Put.init))
      #expect(copy.bytes == bytes)
    }
    #expect(scanned > 1000)
  }

  @Test("the end of a record is never read beyond")
  func shortRecords() {
    let text = Array("{\"id\":12\"tail\"".utf8)
    text.withUnsafeBytes { bytes in
      for length in 0..<6 {
        var scanner = PayloadScanner(UnsafeRawBufferPointer(rebasing: bytes[..<length]))
        let isNext = scanner.skip("{\"id\":")
        #expect(!isNext && scanner.offset == 0, "\(length) bytes")
      }
      var scanner = PayloadScanner(UnsafeRawBufferPointer(rebasing: bytes[..<10]))
      let isNext = scanner.skip("{\"id\":")
      let number = scanner.unsigned()
      let text = scanner.text()
      #expect(isNext && number == 12 && text == nil && !scanner.isAtEnd)
    }
  }

  @Test("every written DONE is read alike by its header and as JSON")
  func ends() throws {
    var random = SeededNumbers(seed: 12)
    var scanned = 0
    for _ in 0..<3000 {
      let done = Self.done(&random)
      let bytes = done.bytes
      let json = try #require(JobRecord.Done(try JSONParser.parse(bytes, limits: .generous).value))

      bytes.withUnsafeBytes { payload in
        guard let head = EndRecordHeader(payload) else {
          #expect(Self.needsEscapes([done.requestId]) || done.savedToken != nil)
          return
        }
        scanned += 1
        #expect(head.original == json.original && head.target == json.target)
        #expect(head.outcome == json.outcome)
        #expect(head.requestID == ClientRequestID(json.requestId) && head.state == json.state)
        #expect(head.eventCode == json.eventCode && head.digest == json.digest)
      }
      #expect(json.bytes == bytes)
      // A copy with another number is read alike in all other fields.
      if let copy = JobRecord.Done.copy(bytes, outcome: 55, original: 1234) {
        var other = done
        other.original = 1234
        other.outcome = 55
        #expect(copy == other.bytes)
      }
    }
    #expect(scanned > 1000)
  }

  @Test("every written RETRY is read alike", arguments: [0, 1, 12, 1 << 40] as [UInt64])
  func retries(target: UInt64) throws {
    let bytes = JobRecord.Retry(target: target, attempts: 3).bytes

    let scanned = try #require(bytes.withUnsafeBytes { JobRecord.Retry($0) })
    let parsed = try #require(
      JobRecord.Retry(try JSONParser.parse(bytes, limits: .generous).value))
    #expect(scanned.target == target && scanned.attempts == 3)
    #expect(parsed.target == target && parsed.attempts == 3)
    let error = AttemptError(code: 500, httpCode: nil, message: "\"\\é\u{0}")
    let failed = JobRecord.Retry(target: target, attempts: 3, error: error).bytes
    #expect(failed.withUnsafeBytes { JobRecord.Retry($0)?.target } == nil)
    #expect(
      JobRecord.Retry(try JSONParser.parse(failed, limits: .generous).value)?.error == error)
  }

  @Test("a header cut anywhere, or with extra bytes before or behind it, is not accepted")
  func mutilated() {
    let put = JobRecord.Put(
      original: 7, requestId: "a", method: "jobEvent", userTag: "u", createdAt: 5, livesSince: 6,
      digest: CallDigest(of: []), attempts: 1, body: nil
    ).bytes
    #expect(put.withUnsafeBytes { JobRecordHeader($0)?.requestID } == ClientRequestID("a"))
    for count in 0..<put.count {
      #expect(put.prefix(count).withUnsafeBytes { JobRecordHeader($0)?.requestID } == nil)
    }
    #expect(([32] + put).withUnsafeBytes { JobRecordHeader($0)?.requestID } == nil)
    #expect((put + [32]).withUnsafeBytes { JobRecordHeader($0)?.requestID } == nil)
  }

  /// Returns the layout of versions before 0.2: members in another order, and ends with their number at the end.
  @Test("a log in the layout of older versions is read alike")
  func olderLayout() throws {
    let digest = String(repeating: "0a", count: 16)
    let records: [(RecordKind, String)] = [
      (.put, Self.olderPut("a", digest, "")), (.put, Self.olderPut("b", digest, #""x":"\"""#)),
      (.put, Self.olderPut("c", digest, "")),
      (
        .done,
        #"{"target":1,"id":"a","method":"jobEvent","state":"delivered","created":5,"ended":9,"#
          + #""attempts":1,"digest":"\#(digest)","event":237,"response":{"orig":77}}"#
      ),
      (
        .done,
        #"{"target":2,"id":"b","method":"jobEvent","state":"rejected","created":5,"ended":9,"#
          + #""attempts":2,"digest":"\#(digest)","event":437,"error":{"code":437,"http":400,"#
          + #""message":"m"},"token":{"provider":"ios-firebase","token":"t"}}"#
      ),
      (.retry, #"{"attempts":4,"target":3}"#),
    ]
    let directory = MemoryLogDirectory()
    let (journal, _) = try Journal.open(directory, JournalOptions(segmentBytes: 64 << 10)) { _ in }
    var first: UInt64?
    for (kind, text) in records {
      let sequence = try journal.append(kind, epoch: 0, Array(text.utf8)).sequence
      first = first ?? sequence.value
    }
    journal.commit()
    try #require(first == 1)

    let fixture = try OutboxFixture(directory.afterKill())

    #expect(fixture.pending == ["c"])
    #expect(fixture.outbox.report("c")?.attempts == 4)
    #expect(fixture.outbox.report("a")?.outcome?.eventCode == 237)
    #expect(fixture.outbox.report("b")?.lastError?.httpCode == 400)
    #expect(fixture.outbox.report("b")?.retryable == true)
    #expect(fixture.outbox.savedToken?.token.reveal() == "t")
    fixture.expectSums()
  }

  private static func olderPut(_ id: String, _ digest: String, _ body: String) -> String {
    #"{"id":"\#(id)","method":"jobEvent","user":"u","created":5,"digest":"\#(digest)","#
      + #""body":{\#(body)}}"#
  }
}

extension JobRecordHeaderTests {
  private static let alphabet: [String] = [
    "a", "Z", "0", "-", ":", ",", "{", "}", "\"", "\\", "/", "\n", "\u{1}", "\u{7f}", "é", "😀",
    "\u{2028}", #"","body":{"#, #"\"}"#, "e\u{301}",
  ]

  static func text(_ random: inout SeededNumbers) -> String {
    let plain = random.next() % 4 != 0
    return (0..<Int(random.next() % 12)).map { _ in
      alphabet[Int(random.next() % UInt64(plain ? 8 : alphabet.count))]
    }.joined()
  }

  static func needsEscapes(_ texts: [String]) -> Bool {
    texts.contains { $0.utf8.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C } }
  }

  static func number(_ random: inout SeededNumbers) -> UInt64 {
    random.next() >> (5 + random.next() % 59)
  }

  static func digest(_ random: inout SeededNumbers) -> CallDigest {
    CallDigest(of: [UInt8(random.next() % 256)])
  }

  static func body(_ random: inout SeededNumbers) -> JSONObject? {
    switch random.next() % 3 {
    case 0: nil
    case 1: [:]
    default:
      [
        "id": .string(text(&random)), "n": .int(random.next()),
        "body": .array([.string(text(&random)), .null]),
      ]
    }
  }

  static func put(_ random: inout SeededNumbers) -> JobRecord.Put {
    let isCopy = random.next() % 3 == 0
    return JobRecord.Put(
      original: isCopy ? number(&random) : nil, requestId: text(&random), method: text(&random),
      userTag: text(&random), createdAt: time(&random),
      livesSince: time(&random), digest: digest(&random),
      attempts: isCopy ? Int(random.next() % 4) : 0, trace: trace(&random),
      body: body(&random).map(JobBody.object))
  }

  private static func trace(_ random: inout SeededNumbers) -> TraceContext? {
    guard random.next() % 2 == 0 else { return nil }
    let states = [nil, "a=1,b@c=2 3", #"quoted="\"#]
    return TraceContext(
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      tracestate: states[Int(random.next() % 3)])
  }

  /// Returns a time before or after 1970, within the range of a record.
  static func time(_ random: inout SeededNumbers) -> Int64 {
    Int64(number(&random) % 200_000_000_000_000) - 1 << 20
  }

  static func done(_ random: inout SeededNumbers) -> JobRecord.Done {
    let error = AttemptError(code: 437, httpCode: 400, message: text(&random))
    var done = JobRecord.Done(
      target: number(&random), requestId: text(&random), method: text(&random),
      state: JobState.allCases[Int(random.next() % 6)], createdAt: time(&random),
      endedAt: time(&random), attempts: Int(random.next() % 9), digest: digest(&random),
      eventCode: Int(random.next() % 700), lastError: random.next() % 2 == 0 ? nil : error,
      response: body(&random).map(JSON.object) ?? .null,
      savedToken: random.next() % 4 == 0
        ? PushToken(provider: .iosFirebase, token: text(&random)) : nil)
    done.outcome = random.next() % 3 == 0 ? nil : number(&random)
    done.original = random.next() % 3 == 0 ? number(&random) : nil
    done.user = random.next() % 2 == 0 ? nil : text(&random)
    done.trace = random.next() % 2 == 0 ? nil : text(&random)
    return done
  }
}
