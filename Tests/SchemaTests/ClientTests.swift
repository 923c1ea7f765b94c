import AltcraftEngine
import AltcraftMethods
import ClientGenerator
import Foundation
import JSONCodec
import Testing

/// Tests of the generated part of each client against the generator.
@Suite("Generated clients")
struct ClientTests {
  private static let document = Array(Catalog.schemaText(version: BridgeVersion.current).utf8)
  private static let repository = SchemaFolder.url.deletingLastPathComponent()

  private static func files(of language: ClientLanguage) throws -> [GeneratedFile] {
    try language.files(document: document, digest: "sha256:" + SHA256.hex(document))
  }

  @Test(
    "a client's generated files match the generator byte for byte, and there are no others",
    arguments: ClientLanguage.all.map(\.name))
  func areCurrent(name: String) throws {
    let language = try #require(ClientLanguage.named(name))
    let folder = Self.repository.appendingPathComponent(language.folder)
    let files = try Self.files(of: language)
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      for path in try Self.generated(in: folder) {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(path))
      }
      for file in files {
        let url = folder.appendingPathComponent(file.path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.text.write(to: url, atomically: true, encoding: .utf8)
      }
    }

    let differing = try files.filter { file in
      try String(contentsOf: folder.appendingPathComponent(file.path), encoding: .utf8) != file.text
    }
    #expect(differing.map(\.path) == [], "run: UPDATE=1 swift test --filter ClientTests")
    #expect(try Set(Self.generated(in: folder)) == Set(files.map(\.path)))
  }

  /// Returns the files of a folder that are marked as not to be edited.
  private static func generated(in folder: URL) throws -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { path in
      guard let text = try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      else { return false }
      return text.prefix(400).contains("altcraft-bridge generate ")
    }
  }

  @Test(
    "every method, callback, event and error is in the generated code",
    arguments: ClientLanguage.all.map(\.name))
  func areComplete(name: String) throws {
    let language = try #require(ClientLanguage.named(name))
    let model = try APIModel(document: Self.document, digest: "")
    let text = try Self.files(of: language).map(\.text).joined()

    let names =
      model.methods.map(\.name) + model.callbacks.map(\.name)
      + model.events.filter(\.isEmitted).map(\.name) + model.errors.map(\.reason)
    let quoted = Set(text.utf8.split(separator: UInt8(ascii: "\"")).map { String(Substring($0)) })
    #expect(names.filter { !quoted.contains($0) && !text.contains("\($0):") } == [])
    #expect(model.methods.count > 50 && model.events.count > 60)
  }

  @Test("every type has a description, and durations have unit names")
  func areDescribed() throws {
    let types = try APIModel(document: Self.document, digest: "").describedTypes

    #expect(types.filter { $0.summary.isEmpty }.map(\.name) == [])
    let job = try #require(types.first { $0.name == "Job" })
    guard case .record(let fields) = job.type else {
      Issue.record("it is not a record")
      return
    }
    #expect(job.summary.hasPrefix("A job: one call that was accepted for delivery"))
    #expect(
      fields.filter { $0.summary.hasSuffix("A time in ISO 8601, UTC.") }.map(\.name)
        == ["createdAt", "nextAttemptAt", "endedAt"])
  }

  @Test(
    "an invalid document is rejected with the place of the error",
    arguments: [
      ("", "the document is not JSON at byte 0"), ("{}", "info.title: the text is missing"),
      (
        #"{"info":{"title":"t","version":"1","description":"d"},"components":{"schemas":{"A":7}}}"#,
        "components.schemas.A: the schema is not an object"
      ),
      (
        #"{"info":{"title":"t","version":"1","description":"d"},"components":{"schemas":{"A":{"type":"number?"}}}}"#,
        "components.schemas.A: unknown type number?"
      ),
      (
        ##"{"info":{"title":"t","version":"1","description":"d"},"components":{"schemas":{"A":{"type":"array","items":{"$ref":"#/components/schemas/B"}},"B":{"$ref":"#/components/schemas/A"}}}}"##,
        "components.schemas.A: $ref refers to itself"
      ),
      (
        #"{"info":{"title":"t","version":"1","description":"d"},"components":{"schemas":{"AB":{"type":"string"},"A":{"type":"object","properties":{"b":{"type":"object","properties":{}}}}}}}"#,
        "components.schemas: two types are named AB"
      ),
    ])
  func refuses(text: String, message: String) {
    #expect(throws: DocumentError.self) {
      try APIModel(document: Array(text.utf8), digest: "")
    }
    do { _ = try APIModel(document: Array(text.utf8), digest: "") } catch {
      #expect(error.description == message)
    }
  }
}
