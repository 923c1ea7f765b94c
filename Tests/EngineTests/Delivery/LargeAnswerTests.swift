import EngineTestSupport
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// The largest answers within `responseBytes`. At first an `error_text` of 260 KB could not be stored: the job was
/// sent again at every clean start, and the log could no longer be cleaned.
@Suite("The stored part of a large answer", .timeLimit(.minutes(5)))
struct LargeAnswerTests {
  static let limit = 1 << 20

  private static func long(_ unit: String, _ bytes: Int) -> String {
    String(repeating: unit, count: bytes / unit.utf8.count)
  }

  private static func wide(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
  }

  private static func subscription(_ members: String) -> String {
    #"{"error":0,"error_text":"","profile":{"id":"p","status":"s","is_test":false,"subscription":{"#
      + #""subscription_id":"s","hash_id":"h","provider":"ios-apns","status":"s",\#(members)}}}"#
  }

  struct Body: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
  }

  /// Bodies of at most `limit` bytes.
  static let bodies: [Body] = texts.map { Body(testDescription: $0.0, text: $0.1) }

  private static let texts: [(String, String)] = [
    ("plain text", #"{"error":1,"error_text":"\#(long("x", 1_040_000))"}"#),
    ("text of four bytes each", #"{"error":1,"error_text":"\#(long("😀", 1_040_000))"}"#),
    ("escaped text", #"{"error":1,"error_text":"\#(long("\\u0001", 1_040_000))"}"#),
    (
      "every text",
      #"{"error":1,"error_text":"\#(long("\\u0001", 140_000))","profile":{"id":"\#(long("\\\\", 140_000))"#
        + #"","status":"\#(long("y", 140_000))","is_test":true,"#
        + #""subscription":{"subscription_id":"\#(long("\\u0002", 140_000))","#
        + #""hash_id":"\#(long("z", 140_000))","provider":"\#(long("p", 140_000))","#
        + #""status":"\#(long("é", 140_000))","fields":null,"cats":[]}}}"#
    ),
    ("one wide field", subscription(#""fields":{"a":"\#(long("f", 1_000_000))"},"cats":[]"#)),
    (
      "wide fields",
      subscription(#""fields":{\#(wide(60_000) { #""k\#($0)":\#($0)"# })},"cats":[]"#)
    ),
    (
      "a long name of a field",
      subscription(#""fields":{"\#(long("k", 1_000_000))":1},"cats":[]"#)
    ),
    (
      "a long number",
      subscription(#""fields":{"a":1\#(long("0", 1_000_000))},"cats":[]"#)
    ),
    (
      "deep fields",
      subscription(
        #""fields":\#(long(#"{"a":"#, 5 * 58))\#(wide(1) { _ in #"["\#(long("d", 900_000))"]"# })"#
          + long("}", 58) + #","cats":[]"#)
    ),
    (
      "4,096 categories",
      subscription(
        #""fields":{},"cats":["#
          + wide(4096) {
            #"{"name":"category-\#($0)-\#(long("n", 80))","title":"\#(long("t", 80))","#
              + #""steady":true,"active":false}"#
          } + "]")
    ),
  ]

  @Test(
    "every body fits the part of an answer that is read", arguments: bodies.map(\.text.utf8.count))
  func bodiesFit(bytes: Int) { #expect(bytes <= Self.limit) }

  @Test(
    "it is stored, survives a restart and is not sent again; events and outcomes stay small",
    arguments: bodies)
  func outcome(body: Body) async throws {
    let status = body.testDescription == "plain text" ? 200 : 400
    let http = ScriptedHTTPClient([], then: .status(status, body.text))
    let fixture = try EngineFixture(http, rToken: "t")
    try #require(try fixture.accept(SampleJobKinds.event, "a"))
    try await fixture.drain()
    let state = fixture.state("a")
    let before = try #require(fixture.engine.outbox.report("a")?.outcome)
    await fixture.engine.stop()

    let next = ScriptedHTTPClient([], then: .status(200))
    let restarted = try fixture.restarted(next)
    await restarted.rest()

    #expect(state == (status == 200 ? .delivered : .rejected))
    #expect(next.requests.isEmpty)
    let after = try #require(restarted.engine.outbox.report("a")?.outcome)
    #expect(after == before)
    #expect(after.response["httpCode"] == .int(status))
    #expect(after.response.bytes.count <= 48 << 10)
    #expect(after.response["response"]?.objectValue != nil)
    let message = restarted.engine.outbox.report("a")?.lastError?.message ?? ""
    #expect(message.utf8.count <= 4 << 10)
    for event in fixture.allEvents { #expect(event.json.bytes.count <= 64 << 10) }
    await restarted.engine.stop()
  }
}
