import Foundation
import TestSupport

/// The tree that the tests were built from.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let sources = files(in: "Sources")
  static let tests = files(in: "Tests")

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Every page of text, from the root of the repository.
  static let pages =
    ["Sources", "Tests", "schema", "clients"].flatMap(paths).filter { $0.hasSuffix(".md") }
    + ["CHANGELOG.md", "CONTRIBUTING.md", "README.md"].filter {
      FileManager.default.fileExists(atPath: root.appendingPathComponent($0).path)
    }

  /// Returns everything in a folder, from the root of the repository.
  static func paths(in folder: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return (paths?.compactMap { $0 as? String } ?? []).sorted().map { "\(folder)/\($0)" }
  }

  private static func files(in folder: String) -> [SourceFile] {
    paths(in: folder).filter { $0.hasSuffix(".swift") }.compactMap { path in
      (try? text(path)).map { SourceFile(path: path, text: $0) }
    }
  }
}

/// Runs a program in the root of the repository to its end.
func run(_ program: String, _ arguments: [String]) throws -> FinishedCommand {
  try FinishedCommand(program, arguments, in: Repository.root)
}
