import Foundation
import TestSupport
import Testing

@Suite("The scripts of the pages", .blocking)
struct PageScriptTests {
  private static let hasNode = ["/usr/bin/node", "/usr/local/bin/node"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test("pass their tests in Node", .enabled(if: hasNode, "no node"))
  func logic() throws {
    let tests = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("pages")
    let files = try FileManager.default.contentsOfDirectory(atPath: tests.path)
      .filter { $0.hasSuffix(".test.mjs") }.sorted()

    let run = try FinishedCommand(
      "/usr/bin/env", ["node", "--test", "--test-reporter=tap"] + files, in: tests)

    #expect(files.count >= 4)
    #expect(run.status == 0, "\(run.text.split(separator: "\n").filter { $0.contains("not ok") })")
  }
}
