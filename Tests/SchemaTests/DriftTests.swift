import AltcraftMethods
import Foundation
import Testing

@Suite("Drift")
struct DriftTests {
  @Test("the folder schema is what the declarations say, byte for byte")
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

  @Test("the document has the version of the product")
  func version() {
    let text = SchemaFolder.files()["openrpc.json"] ?? ""

    #expect(text.contains(#""version": "\#(BridgeVersion.current)""#))
  }
}
