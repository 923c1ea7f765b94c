import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine
@testable import AltcraftMethods

@Suite(
  "Every event code of the documentation occurs or gives the reason why not",
  .timeLimit(.minutes(10)))
struct EventTableTests {
  @Test("the table and the catalogue have the same codes, names and classes")
  func complete() {
    #expect(Set(EventTable.rows.map(\.code)).count == EventTable.rows.count)
    #expect(
      EventTable.rows.sorted { $0.code < $1.code }.map(\.facts)
        == EventCatalog.entries.map(\.facts))
  }

  @Test("a code of the documentation's table has a row with its number")
  func documented() {
    #expect(EventTable.documented.count == 70)
    // 208 and 209 repeat 206 and 207 there.
    #expect(
      Set(EventTable.documented).subtracting(EventTable.rows.map(\.legacyCode)) == [208, 209])
  }

  @Test("a code is reported with its class, its name and its value", arguments: EventTable.rows)
  func reported(_ row: EventRow) async throws {
    guard let provocation = row.provocation else {
      let entry = try #require(EventCatalog.entries.first { $0.code.rawValue == row.code })
      #expect(!entry.isEmitted && entry.note?.isEmpty == false)
      return
    }
    let fixture = try await EventFixture(row.given)

    try await provocation(fixture)

    let events = try await fixture.events(through: row.name)
    #expect(events.map { $0["code"]?.intValue } == row.after + [row.code])
    let event = try #require(events.last)
    #expect(event["name"]?.stringValue == row.name)
    #expect(event["type"]?.stringValue == row.type)
    #expect(Set(event["value"]?.objectValue?.keys ?? []) == row.value)
    #expect(event["value"]?.isNull == row.value.isEmpty)
    await fixture.end()
  }

  @Test(
    "a direct request fails for good in cases where a job would be retried",
    arguments: [
      ("unSuspendPushSubscription", .status(503), "unSuspend.failed"),
      ("unSuspendPushSubscription", .fail(.transport(message: "refused")), "transport.failed"),
      ("getStatusOfLatestSubscription", .status(503), "status.failed"),
      ("getStatusOfLatestSubscription", .fail(.transport(message: "refused")), "transport.failed"),
    ] as [(String, ScriptedHTTPClient.Answer, String)])
  func direct(method: String, answer: ScriptedHTTPClient.Answer, name: String) async throws {
    let fixture = try await EventFixture(.ready)
    fixture.bridge.http.enqueue(answer)

    try await fixture.call(method)

    #expect(try await fixture.events(through: name).last?["type"] == "error")
    #expect(fixture.bridge.engine.outbox.statistics.accepted == 0)
    await fixture.end()
  }

  @Test(
    "with legacy codes an answer of the platform has the number of the documentation's table",
    arguments: EventTable.rows.filter(\.isHTTPOutcome))
  func legacy(_ row: EventRow) async throws {
    let fixture = try await EventFixture(row.given, eventCodes: "legacy")

    try await row.provocation?(fixture)

    let event = try #require(await fixture.events(through: row.name).last)
    #expect(event["code"]?.intValue == row.legacyCode)
    #expect(event["type"]?.stringValue == row.type)
    await fixture.end()
  }
}

/// The common content of table and catalogue, in a form that makes a failed comparison readable.
extension EventRow {
  fileprivate var facts: String {
    "\(code) \(legacyCode) \(name) \(type) \(provocation == nil ? "absent" : "emitted")"
  }
}

extension EventCatalog.Entry {
  fileprivate var facts: String {
    """
    \(code.rawValue) \(code.number(.legacy)) \(name) \(kind.rawValue) \
    \(isEmitted ? "emitted" : "absent")
    """
  }
}
