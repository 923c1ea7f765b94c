import Foundation

/// Returns the path of an executable of this package, from the same build as the running tests.
package func builtProduct(_ name: String) -> String {
  let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  let beside = tests.appendingPathComponent(name).path
  if FileManager.default.isExecutableFile(atPath: beside) { return beside }
  return URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent(".build/debug/\(name)").path
}
