import JSONCodec

/// A writer of one Java package. Everything is in one package, so that members only for the code that is not
/// generated stay hidden in it.
struct JavaWriter {
  let model: APIModel
  let types: [String: NamedType]
  let choices: [JavaChoice]
  private let choicesByNames: [[String]: JavaChoice]
  /// The family of each record that belongs to one.
  private let families: [String: String]
  private let described: [NamedType]
  /// The names of the types that the host provides (`given`), and of those that it receives (`gotten`).
  let given: Set<String>
  let gotten: Set<String>

  init(model: APIModel) {
    self.model = model
    described = model.describedTypes
    let types = Dictionary(uniqueKeysWithValues: described.map { ($0.name, $0) })
    self.types = types
    let given = Self.reached(
      from: model.methods.flatMap { $0.parameters.map(\.type) }
        + model.callbacks.map(\.result), in: types)
    self.given = given
    gotten = Self.reached(
      from: model.methods.map(\.result)
        + model.callbacks.flatMap { $0.parameters.map(\.type) }
        + model.events.filter(\.isEmitted).map(\.value), in: types)
    choices = JavaChoice.all(of: model, given: given, gotten: gotten)
    choicesByNames = Dictionary(choices.map { ($0.names, $0) }) { first, _ in first }
    families = Self.families(model.types.filter { given.contains($0.name) }, in: types)
  }

  var files: [GeneratedFile] {
    described.compactMap(typeFile) + choices.map(choiceFile)
      + model.methods
      .compactMap(optionsFile) + model.methodsByGroup.map(methodsFile)
      + model.callbacks.map(questionFile) + [callbackFile, eventFile]
      + model.errors.map(errorFile) + [errorsFile, schemaFile]
  }

  func file(_ name: String, _ body: (inout CodeBuilder) -> Void) -> GeneratedFile {
    var code = CodeBuilder()
    body(&code)
    var head = CodeBuilder()
    head.add(
      "// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.",
      "package altcraft.bridge;")
    head.blank()
    let words = Set(code.text.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    for type in Self.imports where words.contains(String(type.split(separator: ".").last ?? "")) {
      head.add("import \(type);")
    }
    head.blank()
    return GeneratedFile(path: "altcraft/bridge/\(name).java", text: head.text + code.text)
  }

  private static let imports = [
    "com.google.gson.JsonElement", "com.google.gson.JsonObject", "com.google.gson.JsonPrimitive",
    "java.util.List", "java.util.Map", "java.util.concurrent.CompletableFuture",
    "java.util.function.Function",
  ]
}

extension ClientLanguage {
  static let java = ClientLanguage(name: "java", folder: "clients/java/src/generated/java") {
    model in
    JavaWriter(model: model).files
  }
}

// The generated forms of types.
extension JavaWriter {
  /// The generated form of a named type.
  enum Form {
    case record([APIField])
    /// One of several records.
    case family
    /// One of several values without a common class.
    case mixture([DataType])
    /// An alias of another type.
    case other(DataType)
  }

  static func form(_ type: NamedType, in types: [String: NamedType]) -> Form {
    switch type.type.unwrapped {
    case .record(let fields): .record(fields)
    case .union(let members) where members.allSatisfy { isRecord($0, in: types) }: .family
    case .union(let members): .mixture(members)
    case let other: .other(other)
    }
  }

  static func isRecord(_ type: DataType, in types: [String: NamedType]) -> Bool {
    guard case .named(let name) = type, case .record = types[name]?.type else { return false }
    return true
  }

  func form(_ name: String) -> Form {
    types[name].map { Self.form($0, in: types) } ?? .other(.any)
  }

  private static func reached(
    from roots: [DataType], in types: [String: NamedType]
  ) -> Set<String> {
    var names: Set<String> = []
    var rest = roots
    while let type = rest.popLast() {
      switch type {
      case .list(let inner), .optional(let inner), .dictionary(let inner): rest.append(inner)
      case .record(let fields): rest += fields.map(\.type)
      case .union(let members): rest += members
      case .named(let name):
        guard let named = types[name], names.insert(name).inserted else { continue }
        switch form(named, in: types) {
        case .record(let fields): rest += fields.filter { !isValue($0, of: name) }.map(\.type)
        case .family: rest.append(named.type.unwrapped)
        // The mixture itself creates and reads its members.
        case .mixture: break
        case .other(let type): rest.append(type)
        }
      default: break
      }
    }
    return names
  }

  /// Returns whether the field is the value of an event, whose type depends on the name of the event.
  static func isValue(_ field: APIField, of type: String) -> Bool {
    type == "Event" && field.name == "value"
  }

  /// Returns the family that a record belongs to.
  func family(of name: String) -> String? { families[name] }

  /// Returns the first family of each record that belongs to one.
  private static func families(
    _ given: [NamedType], in types: [String: NamedType]
  ) -> [String: String] {
    var families: [String: String] = [:]
    for type in given {
      guard case .family = form(type, in: types), case .union(let members) = type.type.unwrapped
      else { continue }
      for case .named(let name) in members where families[name] == nil {
        families[name] = type.name
      }
    }
    return families
  }
}

// The names of types in the generated code.
extension JavaWriter {
  enum Direction { case given, gotten }

  func text(_ type: DataType, _ direction: Direction, isBoxed: Bool = false) -> String {
    let isGiven = direction == .given
    switch type {
    case .boolean: return isBoxed ? "Boolean" : "boolean"
    case .integer: return isBoxed ? "Long" : "long"
    case .number: return isBoxed ? "Double" : "double"
    case .string, .openChoice, .constant(.string): return "String"
    case .constant(.bool): return "Void"
    case .choice: return choice(type)?.name ?? "String"
    case .map, .dictionary: return isGiven ? "Map<String, ?>" : "JsonObject"
    case .list(let element): return "List<\(text(element, direction, isBoxed: true))>"
    case .optional(let inner): return text(inner, direction, isBoxed: true)
    case .named(let name):
      switch form(name) {
      case .record: return name
      case .family where isGiven, .mixture where isGiven: return name
      case .other(let type): return text(type, direction, isBoxed: isBoxed)
      default: return "JsonElement"
      }
    default: return isGiven ? "Object" : "JsonElement"
    }
  }

  func choice(_ type: DataType) -> JavaChoice? {
    guard case .choice(let names) = type else { return nil }
    return choicesByNames[names]
  }

  /// Returns the function that reads the type from a `JsonElement`.
  func reader(_ type: DataType) -> String {
    switch type {
    case .boolean: return "JsonElement::getAsBoolean"
    case .integer: return "Json::integer"
    case .number: return "JsonElement::getAsDouble"
    case .string, .openChoice, .constant(.string): return "JsonElement::getAsString"
    case .constant(.bool): return "Json::nothing"
    case .choice: return choice(type).map { "\($0.name)::of" } ?? "JsonElement::getAsString"
    case .map, .dictionary: return "JsonElement::getAsJsonObject"
    case .list(let element): return "Json.list(\(reader(element)))"
    case .optional(let inner): return reader(inner)
    case .named(let name):
      switch form(name) {
      case .record: return name == "Event" ? "Event::of" : "\(name)::new"
      case .other(let type): return reader(type)
      default: return "json -> json"
      }
    default: return "json -> json"
    }
  }

  func quoted(_ text: String) -> String { JSON.string(text).text }
}
