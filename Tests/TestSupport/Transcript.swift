import Foundation
import WireRecording

extension Transcript {
  package init(contentsOf file: URL) throws {
    try self.init(String(contentsOf: file, encoding: .utf8))
  }

  /// Returns the cases of all transcripts in a directory, sorted by file name and titled with it.
  package static func cases(in directory: URL) throws -> [Case] {
    let files = try FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "txt" }
    .sorted { $0.path < $1.path }
    return try files.flatMap { file in
      try Transcript(contentsOf: file).cases.map { one in
        Case(
          title: file.deletingPathExtension().lastPathComponent + ": " + one.title,
          steps: one.steps)
      }
    }
  }
}
