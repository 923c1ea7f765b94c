import AltcraftEngine
import EngineTestSupport
import HTTP
import JSONCodec
import Testing

@Suite("The status line determines the outcome of an attempt")
struct AttemptOutcomeTests {
  @Test(
    "each status has its class, independent of the body",
    arguments: [
      (200, "delivered"), (204, "delivered"), (299, "delivered"), (199, "rejected"),
      (100, "rejected"), (300, "rejected"), (304, "rejected"), (400, "rejected"),
      (401, "rejected"), (429, "rejected"), (499, "rejected"), (500, "retry"), (503, "retry"),
      (599, "retry"), (600, "rejected"), (0, "rejected"),
    ])
  func classes(status: Int, expected: String) {
    for body in [#"{"error":5}"#, "<html>", ""] {
      for isComplete in [true, false] {
        let response = HTTPResponse(
          status: status, body: Array(body.utf8), bodyIsComplete: isComplete)

        let outcome = AttemptOutcome(response, at: now)

        #expect(outcome.reply?.httpCode == status)
        #expect((outcome.reply?.response != nil) == (body.hasPrefix("{") && isComplete))
        switch outcome {
        case .delivered: #expect(expected == "delivered")
        case .rejected: #expect(expected == "rejected")
        case .retry: #expect(expected == "retry")
        }
      }
    }
  }

  @Test(
    "only 5xx answers can request a pause",
    arguments: [(503, "120", 120), (500, "junk", nil), (599, nil, nil)] as [(Int, String?, Int?)])
  func pause(status: Int, header: String?, seconds: Int?) {
    let headers = header.map { [HTTPHeader("retry-after", $0)] } ?? []

    let outcome = AttemptOutcome(HTTPResponse(status: status, headers: headers, body: []), at: now)

    let reply = PlatformReply(httpCode: status, response: nil)
    #expect(outcome == .retry(.platform(reply, pause: seconds.map { .seconds($0) })))
  }

  @Test(
    "a date in Retry-After is compared with the platform's clock if the answer contains its time",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 10), ("Sun, 06 Nov 1994 08:50:00 GMT", 0),
      // Without that time it is compared with the local clock: it is 1970 here.
      ("yesterday", 3600), (nil, 3600),
    ] as [(String?, Int)])
  func datedPause(date: String?, seconds: Int) {
    var headers = [HTTPHeader("Retry-After", "Sun, 06 Nov 1994 08:49:47 GMT")]
    if let date { headers.append(HTTPHeader("date", date)) }

    let outcome = AttemptOutcome(HTTPResponse(status: 503, headers: headers, body: []), at: now)

    let reply = PlatformReply(httpCode: 503, response: nil)
    #expect(outcome == .retry(.platform(reply, pause: .seconds(seconds))))
  }

  @Test(
    "without a status line the attempt is repeated",
    arguments: TransportFailure.Step.allCases)
  func failures(step: TransportFailure.Step) {
    let outcome = AttemptOutcome(.transport(TransportFailure(step, "shop.example:443", "m")))
    #expect(outcome == .retry(.transport(message: "\(step.rawValue) shop.example:443: m")))
    #expect(outcome.reply == nil)
  }

  private let now = Timestamp(seconds: 0)
}

@Suite("An answer of the platform is read member by member")
struct PlatformReplyTests {
  @Test(
    "it is reported in the words of the SDK",
    arguments: [
      (
        #"{"error":0,"error_text":"","profile":{"id":"p","status":"subscribed","is_test":true,"#
          + #""subscription":{"subscription_id":"t","hash_id":"h","provider":"ios-apns","#
          + #""status":"s","fields":{"_os_ver":{"raw":"1","ver":[1]},"b":1.50},"#
          + #""cats":[{"name":"n","title":"t","steady":false,"active":true,"x":1},{},7]}},"more":1}"#,
        #"{"error":0,"errorText":"","profile":{"id":"p","status":"subscribed","isTest":true,"#
          + #""subscription":{"subscriptionId":"t","hashId":"h","provider":"ios-apns","#
          + #""status":"s","fields":{"_os_ver":{"raw":"1","ver":[1]},"b":1.50},"#
          + #""cats":[{"name":"n","title":"t","steady":false,"active":true},"#
          + #"{"name":null,"title":null,"steady":null,"active":null}]}}}"#
      ),
      (#"{}"#, #"{"error":null,"errorText":null,"profile":null}"#),
      (
        #"{"error":3,"profile":{"subscription":null}}"#,
        #"{"error":3,"errorText":null,"profile":"#
          + #"{"id":null,"status":null,"isTest":null,"subscription":null}}"#
      ),
      (
        #"{"error":"3","error_text":7,"profile":{"id":5,"status":[],"is_test":1,"#
          + #""subscription":{"fields":[],"cats":{},"hash_id":"h"}}}"#,
        #"{"error":null,"errorText":null,"profile":{"id":null,"status":null,"isTest":null,"#
          + #""subscription":{"subscriptionId":null,"hashId":"h","provider":null,"status":null,"#
          + #""fields":null,"cats":[]}}}"#
      ),
      (#"{"error":1.5,"profile":7}"#, #"{"error":null,"errorText":null,"profile":null}"#),
      ("", "null"), ("[]", "null"), ("<html></html>", "null"), (#"{"error":"#, "null"),
      ("\u{FEFF}{}", "null"), ("7", "null"),
    ])
  func response(body: String, expected: String) {
    let outcome = AttemptOutcome(
      HTTPResponse(status: 200, body: Array(body.utf8)), at: Timestamp(seconds: 0))

    #expect(outcome.reply?.json.text == #"{"httpCode":200,"response":\#(expected)}"#)
  }
}
