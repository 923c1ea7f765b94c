import AltcraftMethods
import JSONCodec
import JSONRPC
import TestSupport
import Testing

/// The descriptions of parameters: what to pass, where it comes from, and an example.
@Suite("The descriptions of parameters")
struct DescriptionTests {
  private static let checker = Result {
    try SchemaChecker(document: .object(Catalog.openRPC(version: "").document))
  }

  @Test(
    "have an example that the schema of the parameter allows",
    arguments: Catalog.methods.map(\.name))
  func parameters(method: String) throws {
    let declaration = try #require(Catalog.methods.first { $0.name == method }).declaration
    for parameter in declaration.parameters {
      let schema = JSON.object(parameter.schema.json)
      guard let example = Self.example(in: parameter.doc) else {
        #expect(Self.isChoice(schema), "\(parameter.name): \(parameter.doc)")
        continue
      }
      let value = try JSONParser.parse(Array(example.utf8)).value
      let problems = try Self.checker.get().problems(in: value, schema, at: parameter.name)
      #expect(problems == [], "\(parameter.name): \(example)")
      #expect(parameter.doc.count > example.count + 40, "\(parameter.name): \(parameter.doc)")
    }
  }

  @Test("have, for the members of types, examples that their schemas allow")
  func members() throws {
    let document = Catalog.openRPC(version: "")
    var count = 0
    for type in document.schemas.members {
      for member in type.value["properties"]?.objectValue?.members ?? [] {
        guard
          let example = member.value["description"]?.stringValue.flatMap(Self.example)
        else { continue }
        let value = try JSONParser.parse(Array(example.utf8)).value
        let problems = try Self.checker.get().problems(
          in: value, member.value, at: "\(type.key).\(member.key)")
        #expect(problems == [], "\(example)")
        count += 1
      }
    }
    #expect(count > 30)
  }

  /// Returns `"px-1"` of `... Example: `"px-1"`.`
  private static func example(in text: String) -> String? {
    text.firstMatch(of: /Example: `([^`]+)`\.$/).map { String($0.output.1) }
  }

  /// Returns true if the schema itself lists all values.
  private static func isChoice(_ schema: JSON) -> Bool {
    if schema["enum"] != nil || schema["const"] != nil { return true }
    if let choices = (schema["oneOf"] ?? schema["anyOf"] ?? schema["allOf"])?.arrayValue {
      return choices.allSatisfy { isChoice($0) || $0["type"] == "null" }
    }
    return schema["type"] == "boolean" || schema["type"] == ["boolean", "null"]
      || (schema["type"]?.arrayValue?.contains("boolean") ?? false)
  }
}
