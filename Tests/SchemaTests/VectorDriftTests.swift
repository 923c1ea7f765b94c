import AltcraftMethods
import Foundation
import JSONCodec
import JSONRPC
import Testing

@Suite("The vectors")
struct VectorDriftTests {
  private static let url = SchemaFolder.url.appendingPathComponent("vectors.jsonl")

  /// The call before all checks, which the first line repeats.
  private static let given: JSON = [
    "method": "initialization",
    "params": [
      "configuration": ["apiUrl": "http://127.0.0.1:8090", "rToken": "resource-token"]
    ],
  ]

  /// The parameters with rules that only the descriptions state: about several parameters, or the state of the bridge.
  private static let rules: Set = [
    "setPushToken pushToken", "deliveryEvent messageUID", "openEvent messageUID",
    "isAltcraftPush message", "nse.isAltcraftPush message",
    "outbox.retry requestId", "outbox.retry filter", "outbox.retry dryRun",
    "outbox.discard requestId", "outbox.discard filter", "outbox.discard dryRun",
    "outcomes.list after", "outcomes.subscribe after",
  ]

  /// The integers whose only bound is that of 64 bits.
  private static let integers: Set = [
    "mobileEvent subscription.resource_id", "mobileEvent subscription.priority",
    "events.subscribe since", "events.subscribe codes[0]", "events.list since",
    "events.list codes[0]", "trace.subscribe since",
  ]

  @Test("schema/vectors.jsonl is made from the types, and the bridge judges each call as it says")
  func vectors() async throws {
    let vectors = try SchemaVectors()
    let bridge = try BridgeInMemory()
    var lines: [JSON] = [["given": Self.given]] + vectors.typeLines
    var accepted: Set<String> = []
    var refused: Set<String> = []

    let start = try await bridge.answer(to: Self.request(Self.given))
    #expect(start["error"] == nil, "\(start.text)")
    for call in vectors.calls {
      let checked: JSON = ["method": .string(call.subject), "params": call.value]
      let answer = try await bridge.answer(
        to: Self.request(["method": "bridge.check", "params": checked]))
      lines.append(Self.line(call, answer))
      let error = answer["error"]
      if error == nil, isJudged(call), !vectors.documentAccepts(call) {
        accepted.insert("\(call.subject) \(call.place)")
      }
      if error?["code"] == -32602, vectors.documentAccepts(call) {
        refused.insert("\(call.subject) \(error?["data"]?["parameter"]?.stringValue ?? "")")
      }
    }
    await bridge.close()
    let text = lines.map { $0.text + "\n" }.joined()

    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      try text.write(to: Self.url, atomically: true, encoding: .utf8)
    }
    let committed = try String(contentsOf: Self.url, encoding: .utf8)
    #expect(
      Array(committed.utf8) == Array(text.utf8),
      "differs from the declarations; run: UPDATE=1 swift test --filter Drift")
    #expect(accepted == [], "the bridge accepts calls that the document refuses")
    #expect(
      refused == Self.rules.union(Self.integers),
      "the bridge refuses calls that the document accepts: see schema/README.md")
    #expect(lines.count >= 5_000)
    #expect(text.utf8.count <= 2 << 20)
  }

  /// Returns true for a call that the bridge must refuse if the document does. The bridge also accepts nulls after
  /// the last position, and an empty array for an empty object, as some languages write it.
  private func isJudged(_ call: SchemaVectors.Trial) -> Bool {
    call.value.arrayValue == nil && !call.value.text.contains("[]")
  }

  private static func request(_ call: JSON) -> JSON {
    [
      "jsonrpc": "2.0", "id": 1, "method": call["method"] ?? nil, "params": call["params"] ?? nil,
    ]
  }

  private static func line(_ call: SchemaVectors.Trial, _ answer: JSON) -> JSON {
    var line: JSONObject = [
      "method": .string(call.subject), "place": .string(call.place), "params": call.value,
    ]
    if let error = answer["error"] {
      var refusal: JSONObject = [:]
      refusal["code"] = error["code"]
      refusal["reason"] = error["data"]?["reason"]
      refusal["parameter"] = error["data"]?["parameter"]
      line["error"] = .object(refusal)
    } else {
      line["valid"] = true
    }
    return .object(line)
  }
}
