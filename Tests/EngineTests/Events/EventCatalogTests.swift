import AltcraftEngine
import EngineTestSupport
import HTTP
import JSONCodec
import TestSupport
import Testing

@Suite("The catalogue contains every code")
struct EventCatalogTests {
  @Test("every code is in the catalogue once, in order, under a unique name")
  func complete() {
    #expect(EventCatalog.entries.map(\.code) == SDKCode.allCases)
    #expect(Set(EventCatalog.entries.map(\.name)).count == SDKCode.allCases.count)
  }

  @Test("the codes match the contract")
  func numbers() {
    let expected: [ClosedRange<Int>] = [
      200...209, 220...220, 230...238, 401...410, 422...423, 430...439, 450...457, 470...476,
      480...480, 484...484, 487...488, 500...506, 520...521, 524...526, 529...533, 536...543,
      560...562, 571...574, 600...602,
    ]

    #expect(SDKCode.allCases.map(\.rawValue) == expected.flatMap { Array($0) })
  }

  @Test(
    "legacy numbers match the table of the documentation",
    arguments: [
      (.pushSubscribeSucceeded, 230), (.pushSuspendSucceeded, 230),
      (.pushUnSubscribeSucceeded, 230), (.tokenUpdateSucceeded, 231), (.unSuspendSucceeded, 232),
      (.statusSucceeded, 233), (.pushEventSucceeded, 234), (.mobileEventSucceeded, 235),
      (.profileUpdateSucceeded, 238), (.pushSuspendFailed, 430), (.tokenUpdateFailed, 431),
      (.unSuspendFailed, 432), (.statusFailed, 433), (.pushEventFailed, 434),
      (.mobileEventFailed, 435), (.pushUnSubscribeRetrying, 530), (.tokenUpdateRetrying, 531),
      (.pushEventRetrying, 534), (.mobileEventRetrying, 535), (.profileUpdateRetrying, 538),
      (.dataCleared, 205), (.workExpired, 600), (.transportFailed, 500),
    ] as [(SDKCode, Int)])
  func legacy(code: SDKCode, number: Int) {
    #expect(code.number(.legacy) == number)
    #expect(code.number(.current) == code.rawValue)
  }

  @Test("a code without a legacy number is missing in the table of the documentation")
  func withoutLegacyNumber() {
    let without = EventCatalog.entries.filter { $0.legacyCode == nil }.map(\.code.rawValue)

    #expect(
      without == [
        202, 206, 207, 220, 238, 410, 438, 470, 480, 484, 487, 488, 500, 506, 526, 538, 560, 600,
        601, 602,
      ])
  }

  @Test("a code that cannot occur gives the reason and is not retryable")
  func notEmitted() {
    let absent = EventCatalog.entries.filter { !$0.isEmitted }

    #expect(
      absent.map(\.code.rawValue) == [
        206, 220, 404, 407, 408, 409, 410, 439, 450, 452, 456, 470, 474, 480, 484, 487, 488, 506,
        529, 539, 560, 561, 562, 571, 572, 573, 574,
      ])
    #expect(absent.allSatisfy { $0.note != nil && !$0.isRetried })
  }

  @Test(
    "an entry is encoded as JSON",
    arguments: [
      (
        .pushSuspendRetrying,
        #"{"code":531,"legacyCode":530,"name":"pushSuspend.retrying","class":"retryError","#
          + #""meaning":"the platform failed, the request is retried: push/suspend","#
          + #""retried":true,"emitted":true,"note":null}"#
      ),
      (
        .buttonOutOfRange,
        #"{"code":456,"legacyCode":456,"name":"buttonOutOfRange","class":"error","#
          + #""meaning":"out of range for identifier. See event value","retried":false,"#
          + #""emitted":false,"note":"455 is emitted instead"}"#
      ),
    ] as [(SDKCode, String)])
  func json(code: SDKCode, text: String) {
    #expect(code.entry.json.text == text)
  }

  @Test("for codes that occur here the number determines the class")
  func classes() {
    for entry in EventCatalog.entries where entry.isEmitted {
      switch entry.code.rawValue {
      case ..<300: #expect(entry.kind == .event)
      case ..<500, 501, 502, 505, 540..., 400..<500: #expect(entry.kind == .error)
      default: #expect(entry.kind == .retryError, "\(entry.code)")
      }
    }
  }
}

@Suite("Events report the outcome of an attempt")
struct OperationTests {
  @Test(
    "each operation has its codes",
    arguments: zip(
      Operation.allCases,
      [
        (230, "push/subscribe", 520), (231, "push/suspend", 520), (232, "push/unsubscribe", 520),
        (233, "push/update", 521), (234, "push/unsuspend", 422), (235, "push/status", 423),
        (236, "event/push", 524), (237, "event/post", 525), (238, "profile/update", 526),
      ]))
  func codes(operation: Operation, expected: (Int, String, Int)) {
    #expect(operation.succeeded.rawValue == expected.0)
    #expect(operation.failed.rawValue == expected.0 + 200)
    let isRetried = ![Operation.unsuspend, .status].contains(operation)
    #expect(operation.retrying?.rawValue == (isRetried ? expected.0 + 300 : nil))
    #expect(operation.requestName == expected.1)
    #expect(operation.dataMissing.rawValue == expected.2)
  }

  @Test(
    "messages and values match the contract",
    arguments: [
      (
        .subscribe, .none, 200, 230, .event, "successful request: push/subscribe",
        #"{"response_with_http_code":{"httpCode":200,"response":"#
          + #"{"error":7,"errorText":"bad","profile":null}}}"#
      ),
      (
        .pushEvent, .push(uid: "u1", type: "open"), 204, 236, .event,
        "successful request: event/push. Type: open",
        #"{"response_with_http_code":{"httpCode":204,"response":"#
          + #"{"error":7,"errorText":"bad","profile":null}},"uid":"u1","type":"open"}"#
      ),
      (
        .mobileEvent, .mobileEvent(name: "buy"), 400, 437, .error,
        "request: event/post, http code: 400, error: 7, errorText: bad, name: buy",
        #"{"response_with_http_code":{"httpCode":400,"response":"#
          + #"{"error":7,"errorText":"bad","profile":null}},"name":"buy"}"#
      ),
      (
        .profileUpdate, .none, 503, 538, .retryError,
        "request: profile/update, http code: 503, error: 7, errorText: bad",
        #"{"response_with_http_code":{"httpCode":503,"response":"#
          + #"{"error":7,"errorText":"bad","profile":null}}}"#
      ),
      (
        .status, .none, 500, 435, .error,
        "request: push/status, http code: 500, error: 7, errorText: bad",
        #"{"response_with_http_code":{"httpCode":500,"response":"#
          + #"{"error":7,"errorText":"bad","profile":null}}}"#
      ),
    ] as [(Operation, OperationSubject, Int, Int, SDKEventType, String, String)])
  func messages(
    operation: Operation, subject: OperationSubject, status: Int, code: Int, type: SDKEventType,
    message: String, value: String
  ) throws {
    let outcome = AttemptOutcome(
      .init(status: status, body: Array(#"{"error":7,"error_text":"bad"}"#.utf8)),
      at: Timestamp(seconds: 0))

    let event = EventDraft.ofOutcome(outcome, of: operation, about: subject, requestID: "r")

    #expect(event.code.rawValue == code && event.type == type && event.message == message)
    #expect(event.function == "processResponse" && event.requestID == "r")
    #expect(event.value.map { JSON.object($0).text } == value)
  }

  @Test("without a message of the platform a failure reports 0 and no text")
  func silentPlatform() {
    let outcome = AttemptOutcome(
      .init(status: 404, body: Array("<html>".utf8)), at: Timestamp(seconds: 0))

    let event = EventDraft.ofOutcome(outcome, of: .tokenUpdate, requestID: nil)

    #expect(event.message == "request: push/update, http code: 404, error: 0, errorText: ")
    #expect(
      event.value.map { JSON.object($0).text }
        == #"{"response_with_http_code":{"httpCode":404,"response":null}}"#)
  }

  @Test(
    "an attempt without an answer is event 500, without a value",
    arguments: [(.mobileEvent, .retryError), (.unsuspend, .error), (.status, .error)]
      as [(Operation, SDKEventType)])
  func transport(operation: Operation, type: SDKEventType) {
    let outcome = AttemptOutcome(.transport(message: "connection refused"))

    let event = EventDraft.ofOutcome(outcome, of: operation, requestID: "r")

    #expect(event.code == .transportFailed && event.type == type && event.value == nil)
    #expect(event.message == "connect platform.test:443: connection refused")
  }
}
