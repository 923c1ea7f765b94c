import AltcraftEngine
import AltcraftMethods
import Foundation
import JSONCodec
import Testing

@Suite("Drift")
struct DriftTests {
  @Test("the folder schema matches the declarations byte for byte")
  func schemaFolder() throws {
    let expected = SchemaFolder.files()

    if ProcessInfo.processInfo.environment["UPDATE"] == "1" { try SchemaFolder.write(expected) }

    let committed = try SchemaFolder.committed()
    let differing = Set(expected.keys).union(committed.keys).sorted().filter { path in
      expected[path].map { Array($0.utf8) } != committed[path].map { Array($0.utf8) }
    }
    #expect(
      differing == [],
      "differs from the declarations; run: UPDATE=1 swift test --filter Drift")
  }

  @Test("the digest matches the document")
  func digest() throws {
    let url = SchemaFolder.url.deletingLastPathComponent().appendingPathComponent(
      "Sources/AltcraftMethods/SchemaDigest.swift")
    let file = try String(contentsOf: url, encoding: .utf8)
    let digest = "sha256:" + SHA256.hex(Catalog.schemaText(version: BridgeVersion.current).utf8)

    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      let expected = file.replacing(Catalog.schemaDigest, with: digest)
      try expected.write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(
        Catalog.schemaDigest == digest,
        "differs from the document; run: UPDATE=1 swift test --filter Drift")
    }
  }

  @Test("the guide for users of the SDK matches the table of its functions")
  func guide() throws {
    let url = SchemaFolder.url.deletingLastPathComponent().appendingPathComponent(
      "Sources/altcraft-bridge/AltcraftBridge.docc/ComingFromTheSDK.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let expected = try SDKGuide.written(page)

    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      try expected.write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(
        page == expected, "differs from the table; run: UPDATE=1 swift test --filter Drift")
    }
  }

  @Test("the guide for users of the SDK has every name of the table and every event")
  func guideIsComplete() {
    let text = SDKGuide.parts.values.joined(separator: "\n")
    let names = SDKFunctions.all.flatMap { function in
      function.names.map { name in
        ["rn", "flutter"].contains { function.pages == [$0] } && function.method != nil
          ? String(name.split(separator: ".")[1]) : name
      }
    }
    let others = SDKType.all.flatMap(\.names) + SDKFunctions.foreign.keys
    let missing = (names + others + EventCatalog.entries.map(\.name))
      .filter { !text.contains("`\($0)`") }

    #expect(missing == [])
  }

  @Test("the document has the version of the product")
  func version() {
    let text = Catalog.schemaText(version: BridgeVersion.current)

    #expect(text.contains(#""version": "\#(BridgeVersion.current)""#))
  }
}
