import Foundation
import JSONCodec
import TestSupport
import Testing

@Suite struct SchemaCommandTests {
  @Test(
    "the command prints the committed files, for programs and for people",
    arguments: [
      ("openrpc", "openrpc.json"), ("json-schema", "messages.schema.json"),
      ("asyncapi", "asyncapi.json"), ("markdown", "reference.md"), ("html", "reference.html"),
    ])
  func prints(format: String, file: String) throws {
    let command = try FinishedCommand.bridge("schema", "--format", format)

    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    #expect(command.status == 0)
    let committed = try Data(contentsOf: root.appendingPathComponent("schema/\(file)"))
    #expect(Data(command.output.utf8) == committed)
  }

  // Schemas of `Event` that refer to nothing but `Event` itself.
  static let circles = [
    ##"{"$ref":"#/components/schemas/Event"}"##,
    ##"{"anyOf":[{"$ref":"#/components/schemas/Event"},{"type":"null"}]}"##,
    ##"{"type":"array","items":{"$ref":"#/components/schemas/Event"}}"##,
    ##"{"$ref":"#/components/schemas/EventClass"}"##,
  ]

  @Test(
    "a recursive type is reported by name, in each language", arguments: circles,
    ["csharp", "go", "java", "php", "python", "swift", "typescript"])
  func circle(schema: String, language: String) throws {
    let place = TemporaryDirectory()
    let printed = try FinishedCommand.bridge("schema").output
    let limits = JSONLimits(depth: 64, objectMembers: 10_000, stringBytes: 1 << 20)
    guard
      case .object(var document) = try JSONParser.parse(Array(printed.utf8), limits: limits).value,
      var components = document["components"]?.objectValue,
      var schemas = components["schemas"]?.objectValue
    else {
      Issue.record("no schemas")
      return
    }
    schemas["Event"] = try JSONParser.parse(Array(schema.utf8)).value
    schemas["EventClass"] = ["$ref": "#/components/schemas/Event"]
    components["schemas"] = .object(schemas)
    document["components"] = .object(components)
    let file = place.path + "/openrpc.json"
    try JSON.object(document).text.write(toFile: file, atomically: false, encoding: .utf8)

    let made = try FinishedCommand.bridge(
      "generate", language, "--output", place.path, "--schema", file)

    #expect(made.status == 78)
    #expect(made.errors.contains("Event") && made.errors.contains("itself"))
  }
}
