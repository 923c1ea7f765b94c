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
      let example = try #require(
        Self.example(in: parameter.doc), "\(parameter.name): \(parameter.doc)")
      let value = try JSONParser.parse(Array(example.utf8)).value
      let problems = try Self.checker.get().problems(in: value, schema, at: parameter.name)
      #expect(problems == [], "\(parameter.name): \(example)")
      #expect(parameter.doc.count > example.count + 40, "\(parameter.name): \(parameter.doc)")
    }
  }

  @Test("have an example for each member of a parameter, and no example that its schema refuses")
  func members() throws {
    let document = Catalog.openRPC(version: "")
    let passed = Self.passedTypes(document.schemas)
    #expect(passed.isSuperset(of: ["Configuration", "Device", "SmsSubscription"]))
    var count = 0
    for type in document.schemas.members {
      for member in type.value["properties"]?.objectValue?.members ?? [] {
        let doc = try #require(member.value["description"]?.stringValue)
        guard let example = Self.example(in: doc) else {
          #expect(!passed.contains(type.key), "\(type.key).\(member.key): \(doc)")
          continue
        }
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

  /// Returns the names of the types that parameters consist of.
  private static func passedTypes(_ schemas: JSONObject) -> Set<String> {
    var waiting = Catalog.methods.flatMap(\.declaration.parameters).flatMap {
      references(in: .object($0.schema.json))
    }
    var passed: Set<String> = []
    while let name = waiting.popLast() {
      guard passed.insert(name).inserted, let schema = schemas[name] else { continue }
      waiting += references(in: schema)
    }
    return passed
  }

  /// Returns the names of the types that the schema refers to.
  private static func references(in schema: JSON) -> [String] {
    if let elements = schema.arrayValue { return elements.flatMap { references(in: $0) } }
    return (schema.objectValue?.members ?? []).flatMap { member in
      guard member.key == "$ref", let path = member.value.stringValue else {
        return references(in: member.value)
      }
      return [String(path.split(separator: "/").last ?? "")]
    }
  }
}
