import JSONCodec
import TestSupport
import Testing

@testable import JSONRPC

/// Tests of the two ways in which requests are parsed: a fast path for plain ones, a JSON tree for the others. The
/// result must not depend on the way.
@Suite struct FastPathRequestTests {
  private static let dispatcher = Dispatcher([
    MethodEntry(name: "bridge.ping", order: .free) { _, _ in .now { .deferred } },
    MethodEntry(name: "aMethodWhoseNameIsLongerThanFifteenBytes", order: .ordered) { _, _ in
      .now { .deferred }
    },
  ])

  private static func plain(_ text: String, _ limits: JSONLimits = JSONLimits()) -> FastPathRequest?
  {
    Array(text.utf8).withUnsafeBytes { FastPathRequest($0, dispatcher, limits: limits) }
  }

  private static func general(_ text: String) -> Message? {
    guard let document = try? JSONParser.parse(Array(text.utf8)) else { return nil }
    return Message(document.value, mayHaveDuplicates: document.hasDuplicateMembers)
  }

  @Test(
    "the requests of nearly all clients use the fast path",
    arguments: [
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}"#,
      #"{"jsonrpc":"2.0","id":0,"method":"bridge.ping","params":{}}"#,
      #" { "jsonrpc" : "2.0" , "id" : "a-1" , "method" : "bridge.ping" , "params" : [ ] } "#,
      #"{"method":"bridge.ping","params":{"a":[1,{"b":null}]},"id":999999999999999,"jsonrpc":"2.0"}"#,
      #"{"jsonrpc":"2.0","method":"bridge.ping","params":["ä\n",-1.5e3]}"#,
      #"{"jsonrpc":"2.0","id":"","method":"aMethodWhoseNameIsLongerThanFifteenBytes"}"#,
    ])
  func plain(_ text: String) throws {
    // The id is read from the message.
    let (read, id) = Array(text.utf8).withUnsafeBytes {
      let read = FastPathRequest($0, Self.dispatcher, limits: JSONLimits())
      return (read, read?.id)
    }
    let plain = try #require(read)
    guard case .call(let request)? = Self.general(text) else {
      Issue.record("not a call as a tree")
      return
    }
    #expect(id == request.id)
    #expect(plain.entry.name == request.method)
    #expect(plain.parameters == request.parameters)
  }

  @Test(
    "all other requests use the full parser",
    arguments: [
      "", "{}", "[]", "{", "nul", #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping"} x"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping","more":1}"#,
      #"{"jsonrpc":"2.0","id":1,"id":1,"method":"bridge.ping"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping","method":"bridge.ping"}"#,
      #"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"bridge.ping"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping","params":{},"params":{}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping","params":{"a":1,"a":1}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping","params":null}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping","params":"x"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping","params":{"a":01}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping","params":{"a":1}"#,
      #"{"jsonrpc":"2.0","id":01,"method":"bridge.ping"}"#,
      #"{"jsonrpc":"2.0","id":-1,"method":"bridge.ping"}"#,
      #"{"jsonrpc":"2.0","id":1.0,"method":"bridge.ping"}"#,
      #"{"jsonrpc":"2.0","id":null,"method":"bridge.ping"}"#,
      #"{"jsonrpc":"2.0","id":true,"method":"bridge.ping"}"#,
      #"{"jsonrpc":"2.0","id":"\u0041","method":"bridge.ping"}"#,
      #"{"jsonrpc":"2.0","id":"ä","method":"bridge.ping"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge\u002eping"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.pong"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.pin\u212A"}"#,
      #"{"jsonrpc":"2.1","id":1,"method":"bridge.ping"}"#,
      #"{"jsonrpc":2.0,"id":1,"method":"bridge.ping"}"#,
      #"{"id":1,"method":"bridge.ping"}"#, #"{"jsonrpc":"2.0","id":1}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping",}"#,
      #"{"jsonrpc":"2.0" "id":1,"method":"bridge.ping"}"#,
      #"[{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}]"#,
      #"{"jsonrpc":"2.0","id":1,"result":"pong"}"#,
    ])
  func other(_ text: String) {
    #expect(Self.plain(text) == nil)
  }

  @Test("the fast path respects the limits: a message beyond them is left to the full parser")
  func limits() {
    let call = #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping","params":[[[1]]]}"#
    #expect(Self.plain(call, JSONLimits(depth: 4)) != nil)
    #expect(Self.plain(call, JSONLimits(depth: 3)) == nil)
    #expect(Self.plain(call, JSONLimits(stringBytes: 11)) != nil)
    #expect(Self.plain(call, JSONLimits(stringBytes: 10)) == nil)
    #expect(Self.plain(call, JSONLimits(objectMembers: 3)) == nil)
  }

  @Test("every request of the fast path is the same call for the full parser")
  func equivalence() throws {
    var numbers = SeededNumbers(seed: 6)
    let seeds = [
      #"{"jsonrpc":"2.0","id":12,"method":"bridge.ping","params":{"a":["b",1.5,{"c":null}]}}"#,
      #"{"method":"bridge.ping","params":[true,"ä"],"id":"x","jsonrpc":"2.0"}"#,
    ]
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", " ", "0", "1", "-", ".", "e", "\u{0}", "\u{7f}",
      "ä",
      "id", "params", "null",
    ].map { Array($0.utf8) }
    var taken = 0
    for _ in 0..<20_000 {
      var bytes = Array(seeds.randomElement(using: &numbers)!.utf8)
      for _ in 0..<Int.random(in: 0...2, using: &numbers) {
        let at = Int.random(in: 0...bytes.count, using: &numbers)
        let cut = min(bytes.count - at, Int.random(in: 0...2, using: &numbers))
        bytes.replaceSubrange(at..<(at + cut), with: pieces.randomElement(using: &numbers)!)
      }
      let (plain, id) = bytes.withUnsafeBytes {
        let read = FastPathRequest($0, Self.dispatcher, limits: JSONLimits())
        return (read, read?.id)
      }
      guard let plain else { continue }
      taken += 1
      let text = String(decoding: bytes, as: UTF8.self)
      guard case .call(let request)? = Self.general(text), request.duplicate == nil else {
        Issue.record("only in place: \(text)")
        return
      }
      #expect(id == request.id, "\(text)")
      #expect(plain.entry.name == request.method, "\(text)")
      #expect(plain.parameters == request.parameters, "\(text)")
    }
    // Most of the changes are harmless or none; otherwise the test would prove little.
    #expect(taken > 5_000)
  }
}
