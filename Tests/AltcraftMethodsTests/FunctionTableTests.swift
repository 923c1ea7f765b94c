import JSONCodec
import JSONRPC
import Testing

@testable import AltcraftMethods

@Suite("Every public function of the documentation can be called here")
struct FunctionTableTests {
  @Test("a documented function is in the table once, or known to be someone else's")
  func complete() {
    let documented = DocumentedFunction.all.map(\.name)
    let known = FunctionTable.rows.flatMap(\.names) + FunctionTable.foreign.keys

    #expect(Set(documented).count == documented.count)
    #expect(Set(known).count == known.count)
    #expect(Set(documented).subtracting(known) == [], "functions without a row")
    #expect(Set(known).subtracting(documented) == [], "rows without a function")
  }

  @Test("a row is of the pages that have its function", arguments: FunctionTable.rows)
  func pages(_ row: FunctionRow) {
    let documented = DocumentedFunction.all.filter { row.names.contains($0.name) }

    #expect(Set(row.pages) == Set(documented.flatMap(\.pages)))
    #expect(row.pages.allSatisfy { DocumentedFunction.pages[$0] != nil })
  }

  @Test("a row says what becomes of each parameter of its function", arguments: FunctionTable.rows)
  func parameters(_ row: FunctionRow) {
    let documented = DocumentedFunction.all.filter { row.names.contains($0.name) }
      .flatMap(\.parameters)

    if case .none(let reason) = row.server {
      #expect(!reason.isEmpty)
    } else {
      #expect(Set(row.parameters.keys) == Set(documented))
    }
  }

  @Test(
    "what serves a function is in the catalog, with the parameters", arguments: FunctionTable.rows)
  func served(_ row: FunctionRow) throws {
    let declaration: Declaration
    switch row.server {
    case .method(let name):
      declaration = try #require(
        try? Catalog.method(named: name).declaration, "no method \(name)")
    case .callback(let name):
      declaration = try #require(
        Catalog.callbacks.first { $0.name == name }, "no callback \(name)")
    case .none: return
    }

    for case .parameters(let paths) in row.parameters.values {
      for path in paths { #expect(declaration.schema(of: path) != nil, "\(path)") }
    }
    for (parameter, value) in row.constants {
      let choices = declaration.schema(of: parameter)?["enum"]?.arrayValue
      #expect(choices?.contains(.string(value)) == true, "\(parameter): \(value)")
    }
  }

  @Test(
    "React Native and Flutter apps call by the names they know",
    arguments: FunctionTable.rows.filter { $0.pages == ["rn"] || $0.pages == ["flutter"] })
  func sameName(_ row: FunctionRow) {
    guard case .method(let method) = row.server else { return }

    #expect(row.names.allSatisfy { $0.hasSuffix("." + method) })
  }

  @Test("what no function needs is the bridge's own")
  func own() {
    let servers = Set(
      FunctionTable.rows.compactMap { row in
        switch row.server {
        case .method(let name): try? Catalog.method(named: name).declaration.name
        case .callback(let name): name
        case .none: nil
        }
      })
    let others = (Catalog.methods.map(\.declaration) + Catalog.callbacks).map(\.name).filter {
      !servers.contains($0) && !$0.hasPrefix("bridge.") && !$0.hasPrefix("outbox.")
    }

    #expect(
      Set(others) == [
        "events.list", "events.catalog", "parsePush", "rpc.discover",
        // Between an app and its operating system where there is a phone.
        "notificationManager.willPresent", "notificationManager.didReceive",
        "notificationManager.setPermission", "notificationManager.requestAuthorization",
      ])
  }

  @Test("what a method cannot do without, its functions give")
  func required() throws {
    var given: [String: Set<String>] = [:]
    // Flutter's parameters are not published, so they prove nothing.
    for row in FunctionTable.rows where row.pages != ["flutter"] {
      guard case .method(let name) = row.server,
        let method = try? Catalog.method(named: name).declaration.name
      else { continue }
      given[method, default: []].formUnion(row.constants.keys)
      for case .parameters(let paths) in row.parameters.values {
        given[method, default: []].formUnion(paths.map { String($0.prefix { $0 != "." }) })
      }
    }

    #expect(given.count > 30)
    for (method, parameters) in given {
      let required = try Catalog.method(named: method).declaration.parameters.filter(\.isRequired)
      #expect(Set(required.map(\.name)).subtracting(parameters) == [], "\(method)")
    }
  }
}

extension Declaration {
  /// The schema of a parameter, or of a member of it or of its items; nil where there is none of that
  /// name.
  fileprivate func schema(of path: String) -> JSONObject? {
    let names = path.split(separator: ".").map(String.init)
    guard let parameter = parameters.first(where: { $0.name == names[0] }) else { return nil }
    let definitions = parameter.schema.definitions
    return names.dropFirst().reduce(parameter.schema.json) { schema, name in
      schema.flatMap { Self.member(name, of: $0, definitions) }
    }
  }

  private static func member(
    _ name: String, of schema: JSONObject, _ definitions: [String: JSONObject]
  ) -> JSONObject? {
    if let member = schema["properties"]?[name]?.objectValue { return member }
    let reference = schema["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
    let inner =
      [reference.flatMap { definitions[$0] }, schema["items"]?.objectValue].compactMap(\.self)
      + (schema["oneOf"]?.arrayValue ?? []).compactMap(\.objectValue)
    return inner.lazy.compactMap { member(name, of: $0, definitions) }.first
  }
}
