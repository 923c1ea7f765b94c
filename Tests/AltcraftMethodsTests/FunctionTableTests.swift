import JSONCodec
import JSONRPC
import Testing

@testable import AltcraftMethods

@Suite("Every public function of the documentation has a method")
struct FunctionTableTests {
  @Test("a documented function is in the table once, or is known to be external")
  func complete() {
    let documented = DocumentedFunction.all.map(\.name)
    let known = SDKFunctions.all.flatMap(\.names) + SDKFunctions.foreign.keys

    #expect(Set(documented).count == documented.count)
    #expect(Set(known).count == known.count)
    #expect(Set(documented).subtracting(known) == [], "functions without a row")
    #expect(Set(known).subtracting(documented) == [], "rows without a function")
  }

  @Test("a row lists the pages that contain its function", arguments: SDKFunctions.all)
  func pages(_ row: SDKFunction) {
    let documented = DocumentedFunction.all.filter { row.names.contains($0.name) }

    #expect(Set(row.pages) == Set(documented.flatMap(\.pages)))
    #expect(row.pages.allSatisfy { DocumentedFunction.pages[$0] != nil })
  }

  @Test("a row maps each parameter of its function", arguments: SDKFunctions.all)
  func parameters(_ row: SDKFunction) {
    let documented = DocumentedFunction.all.filter { row.names.contains($0.name) }
      .flatMap(\.parameters)

    if case .none(let reason) = row.counterpart {
      #expect(!reason.isEmpty)
    } else {
      #expect(Set(row.parameters.keys) == Set(documented))
    }
  }

  @Test(
    "the method for a function is in the catalogue, with the parameters",
    arguments: SDKFunctions.all)
  func served(_ row: SDKFunction) throws {
    let declaration: MethodDescription
    switch row.counterpart {
    case .method(let name):
      declaration = try #require(
        try? Catalog.method(named: name).declaration, "no method \(name)")
    case .callback(let name, registeredBy: let setter):
      #expect((try? Catalog.method(named: setter)) != nil, "\(setter)")
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
    arguments: SDKFunctions.all.filter { $0.pages == ["rn"] || $0.pages == ["flutter"] })
  func sameName(_ row: SDKFunction) {
    guard case .method(let method) = row.counterpart else { return }

    #expect(row.names.allSatisfy { $0.hasSuffix("." + method) })
  }

  @Test(
    "an unknown method with a name from the SDK's pages gets the right method as its first suggestion",
    arguments: SDKFunctions.all.filter { $0.method != nil })
  func suggested(_ row: SDKFunction) throws {
    let method = try #require(row.method)
    for name in row.names where (try? Catalog.method(named: name)) == nil {
      let failure = #expect(throws: RPCError.self) { try Catalog.method(named: name) }
      let suggestions = failure?.data["suggestions"]?.arrayValue?.compactMap(\.stringValue) ?? []

      #expect(suggestions.first == method, "\(name)")
      #expect(Set(suggestions).count == suggestions.count && suggestions.count <= 3)
    }
  }

  @Test(
    "parts of a name, its arguments and its letter case do not prevent the suggestion",
    arguments: [
      ("eventSDKFunctions.subscribe", "events.subscribe"),
      ("AltcraftSDK.pushTokenFunctions.getPushToken", "getPushToken"),
      ("pushtokenfunctions.getpushtoken", "getPushToken"),
      ("shared.pushSubscriptionFunctions.pushSubscribe(sync: true)", "pushSubscribe"),
      ("AltcraftPushReceiver.didReceive", "nse.handleNotificationRequest"),
      ("AltcraftConfiguration.Builder.setApiUrl", "initialization"),
      ("JWTInterface.getToken", "setJWTProvider"),
      ("AltcraftSDK.shared.pushTokenFunctions.getPushTokn", "getPushToken"),
    ])
  func spelling(name: String, method: String) {
    let failure = #expect(throws: RPCError.self) { try Catalog.method(named: name) }

    #expect(failure?.data["suggestions"]?.arrayValue?.first == .string(method))
  }

  @Test("a name of any length is answered", arguments: [100, 1 << 20])
  func bounded(length: Int) {
    let name = "eventSDKFunctions." + String(repeating: "subscribe", count: length)

    let failure = #expect(throws: RPCError.self) { try Catalog.method(named: name) }
    #expect(failure?.data["suggestions"] == [])
    #expect(failure.map { $0.message.utf8.count < 200 } == true)
  }

  @Test("methods without a function belong to the bridge")
  func own() {
    let servers = Set(
      SDKFunctions.all.compactMap { row in
        switch row.counterpart {
        case .method(let name): try? Catalog.method(named: name).declaration.name
        case .callback(let name, registeredBy: _): name
        case .none: nil
        }
      })
    let others = (Catalog.methods.map(\.declaration) + Catalog.callbacks).map(\.name).filter {
      name in
      !servers.contains(name)
        && !["bridge.", "outbox.", "outcomes.", "push.simulated.", "trace."].contains { name.hasPrefix($0) }
    }

    #expect(
      Set(others) == [
        "events.list", "events.catalog", "parsePush", "rpc.discover",
        // The functions between an app and the operating system of a phone.
        "notificationManager.willPresent", "notificationManager.didReceive",
        "notificationManager.setPermission", "notificationManager.requestAuthorization",
      ])
  }

  @Test("a required parameter of a method is given by each of its functions")
  func required() throws {
    var given: [String: Set<String>] = [:]
    // Flutter's parameters are not published, so they prove nothing.
    for row in SDKFunctions.all where row.pages != ["flutter"] {
      guard case .method(let name) = row.counterpart,
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

extension MethodDescription {
  /// Returns the schema of a parameter, of a member of it, or of its items; nil if the name is unknown.
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
      + ((schema["oneOf"] ?? schema["anyOf"])?.arrayValue ?? []).compactMap(\.objectValue)
    return inner.lazy.compactMap { member(name, of: $0, definitions) }.first
  }
}
