import Foundation
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftBridgeClient

@Suite("The vectors in Swift") struct VectorTests {
  static let lines: [JSON] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "schema/vectors.jsonl")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { try? JSONParser.parse(Array($0.utf8)).value }
  }()

  @Test("the bridge gets each call as it was made")
  func calls() async throws {
    let directory = TemporaryDirectory()
    let bridge = try Bridge.start(
      builtProduct("altcraft-bridge"), dataDirectory: directory.path + "/data")
    let given = try #require(Self.lines.first?["given"])
    _ = try await bridge.call(
      try #require(given["method"]?.stringValue),
      JSONValue(given["params"] ?? nil).objectValue ?? [:])
    var calls = 0

    for line in Self.lines {
      guard let method = line["method"] else { continue }
      calls += 1
      let call = [
        "method": JSONValue(method), "params": JSONValue(line["params"] ?? nil),
      ]
      let verdict = await Self.verdict(bridge, call)
      #expect(verdict == JSONValue(line["error"] ?? line["valid"] ?? nil), "\(line.text)")
    }

    #expect(calls > 4_000)
    bridge.close()
    Conformance.record(["vectors": "calls", "right": .int(calls)])
  }

  /// Returns the verdict in the form of a line.
  private static func verdict(_ bridge: Bridge, _ call: [String: JSONValue]) async -> JSONValue {
    do {
      _ = try await bridge.call("bridge.check", call)
      return true
    } catch {
      guard case .refused(let code, let reason, _, let data) = error else {
        return .string("\(error)")
      }
      var members: [String: JSONValue] = ["code": .int(code), "reason": .string(reason)]
      members["parameter"] = data["parameter"]
      return .object(members)
    }
  }

  @Test("values are kept")
  func values() throws {
    for line in Self.lines {
      guard let value = line["value"] else { continue }
      let written = JSONValue(value)
      let read = JSONValue(try JSONParser.parse(Array(written.description.utf8)).value)
      #expect(read == written)
      // A number keeps its digits, or its value if it is not an integer.
      if !value.text.contains("1e308") {
        #expect(
          read == JSONValue(value) && value.text.count == written.description.count, "\(value.text)"
        )
      }
    }
  }
}
