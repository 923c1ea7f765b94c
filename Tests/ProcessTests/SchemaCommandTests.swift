import Foundation
import TestSupport
import Testing

@Suite struct SchemaCommandTests {
  @Test(
    "the command prints what is committed, for programs and for people",
    arguments: [
      ("openrpc", "openrpc.json"), ("markdown", "reference.md"), ("html", "reference.html"),
    ])
  func prints(format: String, file: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: builtProduct("altcraft-bridge"))
    process.arguments = ["schema", "--format", format]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()

    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    #expect(process.terminationStatus == 0)
    #expect(printed == (try Data(contentsOf: root.appendingPathComponent("schema/\(file)"))))
  }
}
