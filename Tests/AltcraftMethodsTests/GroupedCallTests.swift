import AltcraftEngine
import AltcraftMethods
import DurableLog
import JSONCodec
import JSONRPC
import TestSupport
import Testing

/// Calls of one read that are accepted together must have the answers and the records that they have one by one.
@Suite struct GroupedCallTests {
  /// Sends messages to two services, one of which groups calls. Each inner list is one read.
  private static func expectSame(_ reads: [[[UInt8]]], limits: Limits = Limits()) async throws {
    var answers: [[String]] = []
    var records: [[String]] = []
    for isGrouped in [true, false] {
      let fixture = try MethodFixture(ScriptedHTTPClient([], then: .hold), limits: limits)
      let client = fixture.connect(isGrouped: isGrouped)
      try client.ready()
      var sent: [String] = []
      for messages in reads {
        client.local.receive(messages)
        sent += client.local.channel.takeAll().sorted()
      }
      await fixture.engine.stop()
      let stored = try Self.records(in: fixture.directory)
      let places = Self.places(of: stored)
      answers.append(sent.map { Self.renumbered($0, by: places) })
      records.append(stored.map { Self.renumbered($0, by: places) })
    }
    #expect(answers[0] == answers[1])
    #expect(records[0] == records[1])
  }

  /// Returns the place of each record by its new id: a call that is refused may have used one.
  private static func places(of records: [String]) -> [Substring: Int] {
    var places: [Substring: Int] = [:]
    for (index, record) in records.enumerated() {
      let id = record.split(separator: "\"").dropFirst(3).first
      if let id, id.hasPrefix("id-") { places[id] = index }
    }
    return places
  }

  private static func renumbered(_ text: String, by places: [Substring: Int]) -> String {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.map { part in places[part].map { "record \($0)" } ?? String(part) }
      .joined(separator: "\"")
  }

  private static func records(in directory: TemporaryDirectory) throws -> [String] {
    var records: [String] = []
    _ = try Journal.open(
      PosixLogDirectory(path: directory.path + "/g-default"), JournalOptions(recordBytes: 1 << 18)
    ) { record in
      guard record.kind == .put else { return }
      records.append(String(decoding: record.payload, as: UTF8.self))
    }
    return records
  }

  private static func call(_ id: String, _ params: String) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"mobileEvent","params":\#(params)}"#.utf8)
  }

  @Test(
    "a call that needs the ordinary way behind its parameters leaves its app group and time to no other call",
    arguments: [
      #"{"jsonrpc":"2.0","id":1,"method":"mobileEvent","params":{"sid":"s","eventName":"e"},"x":1}"#,
      #"{"jsonrpc":"2.0","method":"mobileEvent","params":{"sid":"s","eventName":"e"},"id":"é"}"#,
      #"{"id":1,"method":"mobileEvent","params":{"sid":"s","eventName":"e"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"mobileEvent","params":{"sid":"s","eventName":"e"}"#,
      """
      {"jsonrpc":"2.0","id":1,"method":"mobileEvent","params":{"sid":"s","eventName":"e"},\
      "traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}
      """,
    ])
  func leftBehind(_ message: String) async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .hold))
    let client = fixture.connect()
    try client.ready()
    client.local.receive([Array(message.utf8)])
    _ = client.local.channel.takeAll()
    _ = await client.call("setAppGroup", ["groupName": "other"])
    try client.ready()
    #expect(fixture.engine.statistics.pending == 0)

    client.local.receive([Self.call("2", #"{"sid":"s","eventName":"e"}"#)])

    #expect(fixture.engine.statistics.pending == 1)
    await fixture.engine.stop()
  }

  private static let parameters: [String] = {
    let method = Catalog.methods.first { $0.name == "mobileEvent" }
    let examples = method?.declaration.examples.map { JSON.object($0.parameters).text } ?? []
    return examples + [
      #"{"sid":"s","eventName":"e"}"#, #"{"eventName":"e","sid":"s"}"#,
      #"{ "sid" : "s" , "eventName" : "e" , "payload" : { "a" : 1 , "b" : "x y" } }"#,
      #"{"sid":"s","eventName":"e","payload":null,"matching":null,"utm":null,"wait":null}"#,
      #"{"sid":"s","eventName":"e","sendMessageId":"","matchingType":"","payload":{}}"#,
      #"{"sid":"s","eventName":"e","matching":{"a":{"b":[1,2.50,{"c":null}]}}}"#,
      #"{"sid":"s","eventName":"\u00e9\n","payload":{"a":"\\\""}}"#,
      #"{"sid":"s","eventName":"ünï","payload":{"ключ":"значение"}}"#,
      #"{"sid":"s","eventName":"e","payload":{"a":1,"a":2}}"#,
      #"{"sid":"s","sid":"s","eventName":"e"}"#,
      #"{"sid":"s","eventName":"e","payload":{"a":[]}}"#,
      #"{"sid":"s","eventName":"e","payload":[]}"#,
      #"{"sid":"s","eventName":"e","payload":{"a":1e400}}"#,
      #"{"sid":"s","eventName":"e","payload":{"a":1E2,"b":-0,"c":0.1000}}"#,
      #"{"sid":"s","eventName":"e","payload":{"a":01}}"#, #"{"sid":"","eventName":"e"}"#,
      #"{"sid":1,"eventName":"e"}"#, #"{"eventName":"e"}"#,
      #"{"sid":"s","eventName":"e","other":1}"#,
      #"{"sid":"s","eventName":"e","wait":"accepted"}"#,
      #"{"sid":"s","eventName":"e","wait":"no"}"#,
      #"{"sid":"s","eventName":"e","waitTimeoutMs":5}"#,
      #"{"sid":"s","eventName":"e","requestId":"r"}"#,
      #"{"sid":"s","eventName":"e","profileFields":{"a":true},"matching":{},"matchingType":"m"}"#,
      #"{"sid":"s","eventName":"e","sendMessageId":5}"#, #"["s","e"]"#, "[]", "null",
    ]
  }()

  @Test("each example and each form has the same answer and record as alone")
  func forms() async throws {
    let calls = Self.parameters.enumerated().map { Self.call("\($0)", $1) }
    try await Self.expectSame([calls])
    try await Self.expectSame(calls.map { [$0] })
  }

  @Test("changed messages have the same answers and records as alone", arguments: [1, 2, 3])
  func changes(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    var reads: [[[UInt8]]] = []
    for read in 0..<60 {
      reads.append(
        (0..<12).map { index in
          let params = Self.parameters.randomElement(using: &numbers) ?? "{}"
          var text = Self.call("\(read * 12 + index)", params)
          for _ in 0..<Int.random(in: 0...2, using: &numbers) {
            let place = Int.random(in: 0..<text.count, using: &numbers)
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: text.remove(at: place)
            case 1: text.insert(text[place], at: place)
            case 2: text[place] = UInt8.random(in: 0x20...0x7E, using: &numbers)
            default: text.insert(0x20, at: place)
            }
          }
          return text
        })
    }
    try await Self.expectSame(reads)
  }

  @Test(
    "the answers of a connection that has ended are dropped, its jobs stay, and others are answered"
  )
  func endedConnection() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .hold))
    let client = try fixture.ready()
    let gone = fixture.connect(commits: false)
    let slow = fixture.connect(commits: false)
    for connection in [gone, slow] {
      connection.receive(
        (0..<3).map {
          connection.request("mobileEvent", ["sid": "s", "eventName": "e"], id: $0)
        })
      #expect(connection.take() == [])
    }
    gone.end()

    #expect(
      client.send("mobileEvent", ["sid": "s", "eventName": "e"]).map(\.summary) == ["result"])
    #expect(slow.take().map { $0["id"] } == [0, 1, 2])
    #expect(client.send("bridge.stats").first?["result"]?["outbox"]?["pending"] == 7)
    try await eventually { gone.local.channel.isClosed }
    await fixture.engine.stop()
  }

  @Test("ids, notifications, other calls, cancellations and limits are treated as alone")
  func envelopes() async throws {
    let params = #"{"sid":"s","eventName":"e"}"#
    let event = { (id: String) in Self.call(id, params) }
    let other = { (text: String) in Array(text.utf8) }
    try await Self.expectSame([
      [event("1"), event(#""1""#), event("1"), event("null"), event("1.0"), event(#""a\u0062""#)],
      [other(#"{"method":"mobileEvent","params":\#(params),"jsonrpc":"2.0"}"#), event("2")],
      [other(#"{"method":"mobileEvent","params":\#(params),"id":3,"jsonrpc":"2.0"}"#)],
      [other(#"{"params":\#(params),"method":"mobileEvent","id":4,"jsonrpc":"2.0"}"#)],
      [other(#"{"jsonrpc":"1.0","id":5,"method":"mobileEvent","params":\#(params)}"#), event("6")],
      [event("7"), other(#"{"jsonrpc":"2.0","id":7,"method":"bridge.ping"}"#), event("8")],
      [event("9"), other(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":9}}"#)],
      [
        other(#"[{"jsonrpc":"2.0","id":13,"method":"mobileEvent","params":\#(params)}]"#),
        event("14"),
      ],
      (100..<300).map { event("\($0)") },
      [
        event("10"),
        other(#"{"jsonrpc":"2.0","id":11,"method":"setAppGroup","params":{"groupName":"g"}}"#),
        event("12"),
      ],
    ])
    var limits = Limits()
    limits.outboxRecords = 3
    try await Self.expectSame([(0..<8).map { event("\($0)") }], limits: limits)
    limits = Limits()
    limits.recordBytes = 1024
    let long = #"{"sid":"s","eventName":"\#(String(repeating: "x", count: 2000))"}"#
    try await Self.expectSame([[event("1"), Self.call("2", long), event("3")]], limits: limits)
  }
}
