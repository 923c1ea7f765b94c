import JSONCodec
import JSONRPC
import TestSupport
import Testing

@Suite struct RPCErrorTests {
  static let rows: [(error: RPCError, code: Int, reason: String, isRetryable: Bool, data: String)] =
    [
      (.parseError(offset: 3), -32700, "parseError", false, #""offset":3"#),
      (.invalidRequest("x"), -32600, "invalidRequest", false, ""),
      (
        .invalidRequest(limit: "depth", max: 64), -32600, "invalidRequest", false,
        #""limit":"depth","max":64"#
      ),
      (
        .methodNotFound("b", suggestions: ["a"]), -32601, "methodNotFound", false,
        #""suggestions":["a"]"#
      ),
      (
        .invalidParams(parameter: "cats[0].name", expected: "string"), -32602, "invalidParams",
        false,
        #""parameter":"cats[0].name","expected":"string""#
      ),
      (.internalError, -32603, "internalError", false, ""),
      (.requestCancelled, -32800, "requestCancelled", false, ""),
      (.unauthorized, -32001, "unauthorized", false, ""),
      (.busy, -32002, "busy", true, ""),
      (
        .tooLarge(limit: "recordBytes", max: 1), -32003, "tooLarge", false,
        #""limit":"recordBytes","max":1"#
      ),
      (
        .outboxFull(limit: "outboxRecords", max: 5, used: 5, retryAfterMs: 1_000), -32010,
        "outboxFull", true, #""limit":"outboxRecords","max":5,"used":5,"retryAfterMs":1000"#
      ),
      (
        .storageFailed(cause: .noSpace), -32011, "storageFailed", true, #""cause":"noSpace""#
      ),
      (
        .callbackTimeout(callback: "provider.getJWT"), -32012, "callbackTimeout", true,
        #""callback":"provider.getJWT""#
      ),
      (.notInitialized, -32013, "notInitialized", false, ""),
      (.shuttingDown, -32014, "shuttingDown", true, ""),
      (.duplicateRequestId, -32015, "duplicateRequestId", false, ""),
      (
        .refused(code: 402, reason: "jwt.missing", message: "no JWT", data: ["cause": 540]), 402,
        "jwt.missing", false, #""cause":540"#
      ),
    ]

  @Test("each error has its code, its reason and advice", arguments: rows.indices)
  func row(index: Int) {
    let row = Self.rows[index]

    #expect(row.error.code == row.code)
    #expect(row.error.reason == row.reason)
    #expect(row.error.isRetryable == row.isRetryable)
    let extra = row.data.isEmpty ? "" : "," + row.data
    #expect(
      JSON.object(row.error.data).text
        == #"{"reason":"\#(row.reason)","retryable":\#(row.isRetryable)\#(extra)}"#)
    #expect(!row.error.message.isEmpty)
  }

  @Test("a name made by the client is cut at 128 characters, in any composition")
  func longName() {
    let name = "a" + String(repeating: "\u{301}", count: 100_000)

    let error = RPCError.invalidParams(parameter: name, expected: "string")
    #expect(error.data["parameter"]?.stringValue?.unicodeScalars.count == 128)
    let unknown = RPCError.invalidParams(Invalid(unknown: name, among: ["abc"]))
    for message in [
      error.message, unknown.message, RPCError.methodNotFound(name, suggestions: []).message,
    ] {
      #expect(message.utf8.count < 400)
    }
  }

  @Test("the first byte of a connection is the offset of a foreign protocol")
  func foreignProtocol() {
    #expect(RPCError.foreignProtocol.data["offset"] == 0)
  }
}

@Suite struct SuggestionsTests {
  private static let names = [
    "bridge.info", "bridge.ping", "clear", "events.list", "events.subscribe", "getPushToken",
    "mobileEvent", "nse.mobileEvent", "pushSubscribe", "pushSuspend", "setPushToken",
  ]

  @Test(
    "the nearest names are suggested, nearest first",
    arguments: [
      ("mobilEvent", ["mobileEvent", "nse.mobileEvent"]),
      ("MOBILEEVENT", ["mobileEvent", "nse.mobileEvent"]),
      ("info", ["bridge.info"]),
      ("getpushtoken", ["getPushToken", "setPushToken"]),
      ("pushSubscribed", ["pushSubscribe"]),
      ("clera", ["clear"]),
      ("pushTokenFunctions.getPushTokn", ["getPushToken", "setPushToken"]),
      ("somethingElse", []),
      ("nothing.else", []),
      ("", []),
    ])
  func nearest(name: String, expected: [String]) {
    #expect(Suggestions.nearest(to: name, among: Self.names) == expected)
  }

  @Test("at most three names are suggested, and none for a distant name")
  func bounds() {
    let names = (0..<9).map { "name\($0)" }

    #expect(Suggestions.nearest(to: "name", among: names) == ["name0", "name1", "name2"])
    #expect(Suggestions.nearest(to: String(repeating: "n", count: 1 << 20), among: names) == [])
    let longest = String(repeating: "n", count: 64)
    #expect(Suggestions.nearest(to: longest, among: [longest]) == [longest])
    #expect(Suggestions.nearest(to: longest + "n", among: [longest]) == [])
  }

  @Test("the name of another interface is unknown, and its counterpart is the first suggestion")
  func synonyms() {
    let methods = ["ping", "pink"].map { name in
      MethodEntry(name: name, order: .free) { _, _ in .now { .deferred } }
    }
    let dispatcher = Dispatcher(methods) { $0 == "pin" ? "pink" : nil }

    #expect(throws: RPCError.methodNotFound("pin", suggestions: ["pink", "ping"])) {
      try dispatcher.entry(for: "pin")
    }
  }

  @Test("names that are only canonically equivalent are different names")
  func equivalence() {
    let dispatcher = Dispatcher([
      MethodEntry(name: "K", order: .free) { _, _ in .now { .deferred } }
    ])

    #expect(throws: RPCError.methodNotFound("\u{212A}", suggestions: [])) {
      try dispatcher.entry(for: "\u{212A}")
    }
  }
}
