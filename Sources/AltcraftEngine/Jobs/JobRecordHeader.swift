import DurableLog
import JSONCodec
import Tracing

// The parts of records that a start needs, read without parsing JSON, in exactly the layout that is written.
// The rest is not read, and no string is created. Nil for any other layout.

/// The content of a PUT before its body.
struct JobRecordHeader {
  private typealias Layout = JobRecordLayout.Put

  let original: UInt64?
  let requestID: ClientRequestID
  let method: UnsafeRawBufferPointer
  let userTag: UnsafeRawBufferPointer
  let createdAt: Int64
  let digest: CallDigest
  let attempts: Int
  let livesSince: Int64
  private let traceparent: UnsafeRawBufferPointer?
  private let tracestate: UnsafeRawBufferPointer?
  /// The body; nil for a job that was found damaged.
  let body: UnsafeRawBufferPointer?

  init?(_ payload: UnsafeRawBufferPointer) {
    var scanner = PayloadScanner(payload)
    if scanner.begin(Layout.original) {
      guard let number = scanner.unsigned(), scanner.skip(Layout.requestID) else { return nil }
      original = number
    } else {
      guard scanner.begin(Layout.requestID) else { return nil }
      original = nil
    }
    guard let id = scanner.text(),
      scanner.skip(Layout.method), let method = scanner.text(),
      scanner.skip(Layout.userTag), let userTag = scanner.text(),
      scanner.skip(Layout.createdAt), let createdAt = scanner.signed(),
      scanner.skip(Layout.digest), let digest = scanner.text().flatMap(CallDigest.init(hex:))
    else { return nil }
    if scanner.skip(Layout.attempts) {
      guard let number = scanner.unsigned() else { return nil }
      attempts = JobRecord.attempts(Int(clamping: number))
    } else {
      attempts = 0
    }
    guard scanner.skip(Layout.livesSince), let livesSince = scanner.signed(),
      payload.last == UInt8(ascii: "}")
    else { return nil }
    var parent: UnsafeRawBufferPointer?
    var state: UnsafeRawBufferPointer?
    if scanner.skip(Layout.traceparent) {
      guard let text = scanner.text() else { return nil }
      parent = text
      if scanner.skip(Layout.tracestate) {
        guard let text = scanner.text() else { return nil }
        state = text
      }
    }
    traceparent = parent
    tracestate = state
    if scanner.skip(Layout.body), scanner.skip("{") {
      let start = scanner.offset - 1
      body = UnsafeRawBufferPointer(rebasing: payload[start..<payload.count - 1])
    } else {
      guard scanner.skip("}"), scanner.isAtEnd else { return nil }
      body = nil
    }
    requestID = ClientRequestID(utf8: id)
    self.method = method
    self.userTag = userTag
    self.createdAt = JobRecord.time(createdAt)
    self.digest = digest
    self.livesSince = JobRecord.time(livesSince)
  }

  var trace: TraceContext? {
    traceparent.flatMap { parent in
      TraceContext(
        traceparent: String(decoding: parent, as: UTF8.self),
        tracestate: tracestate.map { String(decoding: $0, as: UTF8.self) })
    }
  }
}

/// The content of a DONE that a start needs, for one that saves no token and begins no epoch.
struct EndRecordHeader {
  private typealias Layout = JobRecordLayout.Done

  let outcome: UInt64?
  let original: UInt64?
  let target: UInt64
  /// The record that made the job pending.
  let begin: RecordName
  let requestID: ClientRequestID
  let state: JobState
  let eventCode: Int
  let digest: CallDigest
  /// The range of both numbers, or the place to insert them, relative to the start of the payload; nil if the
  /// head was not read from one.
  var numbersPlace: Range<Int>?

  init(
    outcome: UInt64?, original: UInt64?, target: UInt64, begin: RecordName,
    requestID: ClientRequestID, state: JobState, eventCode: Int, digest: CallDigest
  ) {
    self.begin = begin
    self.outcome = outcome
    self.original = original
    self.target = target
    self.requestID = requestID
    self.state = state
    self.eventCode = eventCode
    self.digest = digest
  }

  init?(_ payload: UnsafeRawBufferPointer) {
    var scanner = PayloadScanner(payload)
    guard scanner.begin(Layout.eventCode), let eventCode = scanner.signed(),
      scanner.skip(Layout.state), let name = scanner.text(),
      let state = JobState(rawValue: String(decoding: name, as: UTF8.self)),
      scanner.skip(Layout.target), let target = scanner.unsigned(),
      scanner.skip(Layout.requestID), let id = scanner.text(),
      scanner.skip(Layout.digest), let digest = scanner.text().flatMap(CallDigest.init(hex:))
    else { return nil }
    if scanner.skip(Layout.segment) {
      guard let segment = scanner.unsigned(), scanner.skip(Layout.offset),
        let offset = scanner.unsigned()
      else { return nil }
      begin = .place(segment: segment, offset: Int(clamping: offset))
    } else {
      begin = .sequence(Sequence(target))
    }
    let place = scanner.offset
    if scanner.skip(Layout.outcome) {
      guard let number = scanner.unsigned() else { return nil }
      outcome = number
    } else {
      outcome = nil
    }
    if scanner.skip(Layout.original) {
      guard let number = scanner.unsigned() else { return nil }
      original = number
    } else {
      original = nil
    }
    numbersPlace = place..<scanner.offset
    // Otherwise the record has an epoch, a token, or another layout.
    guard scanner.skip(Layout.method) else { return nil }
    self.eventCode = Int(clamping: eventCode)
    self.state = state
    self.target = target
    requestID = ClientRequestID(utf8: id)
    self.digest = digest
  }
}
