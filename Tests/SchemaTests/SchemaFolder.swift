import AltcraftMethods
import ClientGenerator
import Foundation
import JSONCodec
import JSONRPC
import ReferencePages

/// The required content of the folder `schema`: text by path, derived from the declarations.
enum SchemaFolder {
  static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("schema", isDirectory: true)

  static let samples: CodeSamples = {
    do {
      return try CodeSamples(
        document: Array(Catalog.schemaText(version: BridgeVersion.current).utf8))
    } catch {
      fatalError("\(error)")
    }
  }()

  static func files() -> [String: String] {
    let reference = Reference(version: BridgeVersion.current)
    let document = JSON.object(Catalog.openRPC(version: BridgeVersion.current).document)
    var files = [
      "openrpc.json": Catalog.schemaText(version: BridgeVersion.current),
      "messages.schema.json": MessageSchema.text(document: document),
      "asyncapi.json": AsyncAPIDocument.text(document: document),
      "reference.md": ReferenceText.text(reference),
      "reference.html": ReferencePage.text(reference, samples: samples.samples),
    ]
    for method in Catalog.methods {
      let name = method.declaration.name
      files["examples/\(name).jsonl"] = ExampleTranscript(method.declaration).text
    }
    return files
  }

  /// Returns the current content of the folder.
  static func committed() throws -> [String: String] {
    guard let paths = FileManager.default.enumerator(atPath: url.path) else { return [:] }
    var files: [String: String] = [:]
    for case let path as String in paths {
      let file = url.appendingPathComponent(path)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        continue
      }
      // A hand-written page, which describes the other files.
      // The vectors have a test of their own, because the bridge judges them.
      if path == "README.md" || path == "vectors.jsonl" { continue }
      files[path] = try String(contentsOf: file, encoding: .utf8)
    }
    return files
  }

  /// Writes these files to the folder and removes all others.
  static func write(_ files: [String: String]) throws {
    for path in try committed().keys where files[path] == nil {
      try FileManager.default.removeItem(at: url.appendingPathComponent(path))
    }
    for (path, text) in files {
      let file = url.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }
}
