import JSONCodec

extension ClientLanguage {
  static let java = ClientLanguage(name: "java", folder: "src/generated/java") { interface in
    JavaWriter(interface: interface).files
  }
}

/// One package for all, so that what only the written part needs stays hidden in it.
private struct JavaWriter {
  let interface: Interface
  private let types: [String: NamedType]
  private let choices: [JavaChoice]
  /// The names of the types that the host gives, and of those that it gets.
  private let given: Set<String>
  private let gotten: Set<String>

  init(interface: Interface) {
    self.interface = interface
    let types = Dictionary(uniqueKeysWithValues: interface.types.map { ($0.name, $0) })
    self.types = types
    given = Self.reached(
      from: interface.methods.flatMap { $0.parameters.map(\.type) }
        + interface.callbacks.map(\.result), in: types)
    gotten = Self.reached(
      from: interface.methods.map(\.result)
        + interface.callbacks.flatMap { $0.parameters.map(\.type) }
        + interface.events.filter(\.isEmitted).map(\.value), in: types)
    choices = JavaChoice.all(of: interface, given: given, gotten: gotten)
  }

  var files: [GeneratedFile] {
    interface.types.compactMap(typeFile) + choices.map(choiceFile)
      + interface.methods
      .compactMap(optionsFile) + interface.methodsByGroup.map(methodsFile)
      + interface.callbacks.map(questionFile) + [callbackFile, eventFile]
      + interface.errors.map(errorFile) + [errorsFile, schemaFile]
  }

  private func file(_ name: String, _ body: (inout CodeText) -> Void) -> GeneratedFile {
    var code = CodeText()
    body(&code)
    var head = CodeText()
    head.add(
      "// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.",
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

// What there is, and what for.
extension JavaWriter {
  /// What becomes of a type that has a name.
  private enum Form {
    case record([Field])
    /// One of several records.
    case family
    /// One of several values that have no class in common.
    case mixture([DataType])
    /// Only another name.
    case other(DataType)
  }

  private static func form(_ type: NamedType, in types: [String: NamedType]) -> Form {
    switch type.type.unwrapped {
    case .record(let fields): .record(fields)
    case .union(let members) where members.allSatisfy { isRecord($0, in: types) }: .family
    case .union(let members): .mixture(members)
    case let other: .other(other)
    }
  }

  private static func isRecord(_ type: DataType, in types: [String: NamedType]) -> Bool {
    guard case .named(let name) = type, case .record = types[name]?.type else { return false }
    return true
  }

  private func form(_ name: String) -> Form {
    types[name].map { Self.form($0, in: types) } ?? .other(.any)
  }

  private static func reached(
    from roots: [DataType], in types: [String: NamedType]
  ) -> Set<String> {
    var names: Set<String> = []
    var rest = roots
    while let type = rest.popLast() {
      switch type {
      case .list(let inner), .optional(let inner): rest.append(inner)
      case .record(let fields): rest += fields.map(\.type)
      case .union(let members): rest += members
      case .named(let name):
        guard let named = types[name], names.insert(name).inserted else { continue }
        switch form(named, in: types) {
        case .record(let fields): rest += fields.filter { !isValue($0, of: name) }.map(\.type)
        case .family: rest.append(named.type.unwrapped)
        // Its members are made and read by it.
        case .mixture: break
        case .other(let type): rest.append(type)
        }
      default: break
      }
    }
    return names
  }

  /// The value of an event is typed by the name of the event.
  private static func isValue(_ field: Field, of type: String) -> Bool {
    type == "Event" && field.name == "value"
  }

  /// The family that a record belongs to.
  private func family(of name: String) -> String? {
    interface.types.first { type in
      guard given.contains(type.name), case .family = Self.form(type, in: types),
        case .union(let members) = type.type.unwrapped
      else { return false }
      return members.contains(.named(name))
    }?.name
  }
}

// How types are written.
extension JavaWriter {
  private enum Direction { case given, gotten }

  private func text(_ type: DataType, _ direction: Direction, isBoxed: Bool = false) -> String {
    let isGiven = direction == .given
    switch type {
    case .boolean: return isBoxed ? "Boolean" : "boolean"
    case .integer: return isBoxed ? "Long" : "long"
    case .number: return isBoxed ? "Double" : "double"
    case .string, .constant(.string): return "String"
    case .constant(.bool): return "Void"
    case .choice: return choice(type)?.name ?? "String"
    case .map: return isGiven ? "Map<String, ?>" : "JsonObject"
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

  private func choice(_ type: DataType) -> JavaChoice? {
    guard case .choice(let names) = type else { return nil }
    return choices.first { $0.names == names }
  }

  /// The function that reads it from a `JsonElement`.
  private func reader(_ type: DataType) -> String {
    switch type {
    case .boolean: return "JsonElement::getAsBoolean"
    case .integer: return "Json::integer"
    case .number: return "JsonElement::getAsDouble"
    case .string, .constant(.string): return "JsonElement::getAsString"
    case .constant(.bool): return "Json::nothing"
    case .choice: return choice(type).map { "\($0.name)::of" } ?? "JsonElement::getAsString"
    case .map: return "JsonElement::getAsJsonObject"
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

  private func quoted(_ text: String) -> String { JSON.string(text).text }
}

// Records, choices and what else has a name.
extension JavaWriter {
  private func typeFile(_ type: NamedType) -> GeneratedFile? {
    guard given.contains(type.name) || gotten.contains(type.name), type.name != "Event" else {
      return nil
    }
    switch Self.form(type, in: types) {
    case .record(let fields):
      return file(type.name) { code in
        code.document([type.summary])
        writeRecord(
          type.name, fields, isGiven: given.contains(type.name),
          isGotten: gotten.contains(type.name), in: &code)
      }
    case .family where given.contains(type.name): return file(type.name) { writeFamily(type, &$0) }
    case .mixture(let members) where given.contains(type.name):
      return file(type.name) { writeMixture(type, members, &$0) }
    default: return nil
    }
  }

  private func writeRecord(
    _ name: String, _ fields: [Field], isGiven: Bool, isGotten: Bool, in code: inout CodeText
  ) {
    let above = family(of: name) ?? "JsonRecord"
    code.block("public final class \(name) extends \(above) {") { code in
      if isGiven { writeConstructor(name, fields, in: &code) }
      if isGotten {
        if isGiven { code.blank() }
        code.block("\(name)(JsonElement json) {") { $0.add("super(json);") }
      }
      if isGiven {
        for field in fields where !field.isRequired && constant(field) == nil {
          writeSetters(field, of: name, in: &code)
        }
      }
      if isGotten { for field in fields { writeGetter(field, in: &code) } }
    }
  }

  /// The only value it may have.
  private func constant(_ field: Field) -> String? {
    switch field.type {
    case .constant(let value): value.text
    case .choice(let names) where names.count == 1: names.first.map(quoted)
    default: nil
    }
  }

  private func writeConstructor(_ name: String, _ fields: [Field], in code: inout CodeText) {
    let needed = fields.filter { $0.isRequired && constant($0) == nil }
    guard !needed.isEmpty || fields.contains(where: { constant($0) != nil }) else {
      return code.add("public \(name)() {}")
    }
    code.document([], parameters: needed)
    code.call("public \(name)(", needed.map(parameter), ") {")
    for field in fields {
      if let constant = constant(field) {
        code.add("  set(\(quoted(field.name)), \(constant));")
      } else if field.isRequired {
        code.add("  set(\(quoted(field.name)), \(field.name.variableName));")
      }
    }
    code.add("}")
  }

  private func parameter(_ field: Field) -> String {
    "\(text(field.type, .given)) \(field.name.variableName)"
  }

  /// Each takes the value and answers the record, so that one can follow the other.
  private func writeSetters(_ field: Field, of name: String, in code: inout CodeText) {
    let type = field.type.unwrapped
    var forms = [text(type, .given)]
    if case .list(let element) = type {
      // Lists of different elements would look the same to Java; rows of them do not.
      if case .union(let members) = element {
        forms = members.map { text($0, .given, isBoxed: true) + "..." }
      } else {
        forms.append(text(element, .given) + "...")
      }
    }
    for form in forms {
      code.blank()
      code.document([field.summary])
      code.block("public \(name) \(field.name.variableName)(\(form) \(field.name.variableName)) {")
      {
        code in
        code.add("set(\(quoted(field.name)), \(field.name.variableName));", "return this;")
      }
    }
  }

  private func writeGetter(_ field: Field, in code: inout CodeText) {
    code.blank()
    let isNullable = field.type.isOptional || !field.isRequired
    let isSaid = field.summary.contains("null")
    code.document([
      [field.summary, isNullable && !isSaid && !isList(field.type) ? "May be null." : ""]
        .filter { !$0.isEmpty }.joined(separator: " ")
    ])
    let type = isNullable ? DataType.optional(field.type.unwrapped) : field.type
    let read =
      if case .list(let element) = field.type.unwrapped {
        "list(\(quoted(field.name)), \(reader(element)))"
      } else {
        "get(\(quoted(field.name)), \(reader(field.type)))"
      }
    code.block("public \(text(type, .gotten)) \(getter(field))() {") { $0.add("return \(read);") }
  }

  private func isList(_ type: DataType) -> Bool {
    if case .list = type.unwrapped { true } else { false }
  }

  private func getter(_ field: Field) -> String {
    let name = field.name.typeName
    if field.type.unwrapped == .boolean {
      return name.hasPrefix("Is") ? field.name.variableName : "is\(name)"
    }
    // Every object has a `getClass` already.
    return name == "Class" ? "getKind" : "get\(name)"
  }

  private func writeFamily(_ type: NamedType, _ code: inout CodeText) {
    guard case .union(let members) = type.type.unwrapped else { return }
    let links = members.map { "{@link \(text($0, .given))}" }
    code.document([type.summary, "One of \(links.joined(separator: ", "))."])
    code.block("public abstract class \(type.name) extends JsonRecord {") { code in
      code.add("\(type.name)() {}")
    }
  }

  private func writeMixture(_ type: NamedType, _ members: [DataType], _ code: inout CodeText) {
    code.document([type.summary.isEmpty ? "Made by one of its functions." : type.summary])
    code.block("public final class \(type.name) extends JsonChoice {") { code in
      code.block("private \(type.name)(Object value) {") { $0.add("super(value);") }
      for member in members {
        code.blank()
        switch member {
        case .constant(.string(let name)):
          code.document(["`\(name)`."])
          code.block("public static \(type.name) \(name.variableName)() {") { code in
            code.add("return new \(type.name)(\(quoted(name)));")
          }
        case .named(let name): writeFactory(of: name, for: type.name, in: &code)
        default:
          code.block("public static \(type.name) of(\(text(member, .given)) value) {") { code in
            code.add("return new \(type.name)(value);")
          }
        }
      }
    }
  }

  private func writeFactory(of record: String, for name: String, in code: inout CodeText) {
    guard case .record(let fields) = types[record]?.type else { return }
    code.document(["An object with \(fields.map { "`\($0.name)`" }.joined(separator: ", "))."])
    let function = fields.map(\.name.typeName).joined().variableName
    code.call("public static \(name) \(function)(", fields.map(parameter), ") {")
    code.add("  JsonObject json = new JsonObject();")
    for field in fields {
      code.add("  Json.set(json, \(quoted(field.name)), \(field.name.variableName));")
    }
    code.add("  return new \(name)(json);", "}")
  }

  private func choiceFile(_ choice: JavaChoice) -> GeneratedFile {
    file(choice.name) { code in
      code.document([choice.summary])
      code.block("public enum \(choice.name) implements Choice {") { code in
        for (index, name) in choice.names.enumerated() {
          let isLast = index == choice.names.count - 1 && !choice.isGotten
          code.add("\(name.snakeCase.uppercased())(\(quoted(name)))\(isLast ? ";" : ",")")
        }
        if choice.isGotten {
          code.document(["One that this version of the interface does not know."])
          code.add("UNKNOWN(\"\");")
        }
        code.blank()
        code.add("private final String text;")
        code.blank()
        code.block("\(choice.name)(String text) {") { $0.add("this.text = text;") }
        code.blank()
        code.add("@Override")
        code.block("public String text() {") { $0.add("return text;") }
        if choice.isGotten {
          code.blank()
          code.block("static \(choice.name) of(JsonElement json) {") { code in
            code.add("return Json.choice(json, values(), UNKNOWN);")
          }
        }
      }
    }
  }
}

// What is called.
extension JavaWriter {
  private func optionsName(_ method: Function) -> String? {
    method.parameters.allSatisfy(\.isRequired) ? nil : method.name.typeName + "Options"
  }

  private func optionsFile(_ method: Function) -> GeneratedFile? {
    optionsName(method).map { name in
      file(name) { code in
        code.document(["What `\(method.name)` may be given."])
        writeRecord(
          name, method.parameters.filter { !$0.isRequired }, isGiven: true, isGotten: false,
          in: &code)
      }
    }
  }

  private func methodsFile(_ group: String?, _ methods: [Function]) -> GeneratedFile {
    let name = (group?.typeName ?? "") + "Methods"
    let others = group == nil ? interface.methodsByGroup.compactMap(\.group) : []
    return file(name) { code in
      code.document([
        group.map { "The methods whose names start with `\($0).`." }
          ?? "Every method of the bridge."
      ])
      code.block("public \(group == nil ? "abstract" : "final") class \(name) {") { code in
        code.add("private final Caller caller;")
        for other in others { code.add("private final \(other.typeName)Methods \(other);") }
        code.blank()
        code.block("\(name)(Caller caller) {") { code in
          code.add("this.caller = caller;")
          for other in others { code.add("\(other) = new \(other.typeName)Methods(caller);") }
        }
        for other in others {
          code.blank()
          code.document(["The methods whose names start with `\(other).`."])
          code.block("public \(other.typeName)Methods \(other)() {") { $0.add("return \(other);") }
        }
        for method in methods { write(method, in: &code) }
      }
    }
  }

  private func write(_ method: Function, in code: inout CodeText) {
    let needed = method.parameters.filter(\.isRequired)
    let result = "CompletableFuture<\(text(method.result, .gotten, isBoxed: true))>"
    let options = optionsName(method)
    if let options {
      code.blank()
      code.document([method.summary])
      code.call("public \(result) \(method.localName)(", needed.map(parameter), ") {")
      let arguments = needed.map { $0.name.variableName } + ["new \(options)()"]
      code.call("  return \(method.localName)(", arguments, ");")
      code.add("}")
    }
    let failures = interface.ownFailures(of: method).map { "{@link \($0.javaName)}" }
    code.blank()
    code.document(
      [
        method.summary, method.details,
        method.result.isOptional && !(method.summary + method.details).contains(/\b[Nn]ull\b/)
          ? "The answer may be null." : "",
        failures.isEmpty ? "" : "Refused with \(failures.joined(separator: ", ")).",
      ], parameters: needed)
    code.call(
      "public \(result) \(method.localName)(",
      needed.map(parameter) + (options.map { ["\($0) options"] } ?? []), ") {")
    var parameters = options == nil ? "new JsonObject()" : "options.toJson()"
    if !needed.isEmpty {
      code.add("  JsonObject parameters = \(parameters);")
      for field in needed {
        code.add("  Json.set(parameters, \(quoted(field.name)), \(field.name.variableName));")
      }
      parameters = "parameters"
    }
    code.call(
      "  return caller.call(", [quoted(method.name), parameters, reader(method.result)], ");")
    code.add("}")
  }
}

// What is asked and told.
extension JavaWriter {
  private func questionFile(_ callback: Function) -> GeneratedFile {
    let name = questionName(callback)
    return file(name) { code in
      code.document(["What `\(callback.name)` is asked with."])
      writeRecord(name, callback.parameters, isGiven: false, isGotten: true, in: &code)
    }
  }

  private func questionName(_ callback: Function) -> String {
    callback.localName.typeName + "Question"
  }

  private var callbackFile: GeneratedFile {
    file("Callback") { code in
      code.document([
        "What the bridge asks of its host: each question with the type it is asked with and that of its"
          + " answer. Answered with {@link Bridge#handle} and {@link Bridge#handleAsync}."
      ])
      code.block("public final class Callback<Q, A> {") { code in
        for callback in interface.callbacks {
          code.document([callback.summary, callback.details])
          let question = questionName(callback)
          let type = "Callback<\(question), \(text(callback.result, .given, isBoxed: true))>"
          let name = callback.localName.snakeCase.uppercased()
          let line = "public static final \(type) \(name) ="
          if line.count <= code.room() {
            code.add(line)
          } else {
            code.add("public static final \(type)", "    \(name) =")
          }
          code.call(
            "    new Callback<>(", [quoted(callback.name), "\(question)::new"], ");")
          code.blank()
        }
        code.add("final String name;", "final Function<JsonElement, Q> question;")
        code.blank()
        code.block("private Callback(String name, Function<JsonElement, Q> question) {") { code in
          code.add("this.name = name;", "this.question = question;")
        }
      }
    }
  }

  private var eventFile: GeneratedFile {
    let events = interface.events.filter(\.isEmitted)
    return file("Event") { code in
      code.document([
        "Something that happened: one of the classes within, by its name. What this version of the"
          + " interface does not know is {@link Unknown}."
      ])
      code.block("public abstract class Event extends JsonRecord {") { code in
        code.block("private Event(JsonElement json) {") { $0.add("super(json);") }
        if case .record(let fields) = types["Event"]?.type {
          for field in fields where !Self.isValue(field, of: "Event") {
            writeGetter(field, in: &code)
          }
        }
        for event in events { write(event, in: &code) }
        code.blank()
        code.document(["An event whose name this version of the interface does not know."])
        code.block("public static final class Unknown extends Event {") { code in
          code.block("private Unknown(JsonElement json) {") { $0.add("super(json);") }
          code.blank()
          code.document(["May be null."])
          code.block("public JsonElement getValue() {") { code in
            code.add("return get(\"value\", json -> json);")
          }
        }
        code.blank()
        code.block("static Event of(JsonElement json) {") { code in
          code.block("switch (Json.text(json, \"name\")) {") { code in
            for event in events {
              code.add("case \(quoted(event.name)):")
              code.add("  return new \(event.name.typeName)(json);")
            }
            code.add("default:", "  return new Unknown(json);")
          }
        }
      }
    }
  }

  private func write(_ event: EventKind, in code: inout CodeText) {
    let legacy = event.legacyCode.map { $0 == event.code ? "" : " (legacy \($0))" } ?? ""
    let name = event.name.typeName
    code.blank()
    code.document(["\(event.code)\(legacy), \(event.kind): \(event.meaning)", event.note ?? ""])
    code.block("public static final class \(name) extends Event {") { code in
      code.add("public static final long CODE = \(event.code);")
      code.blank()
      code.block("private \(name)(JsonElement json) {") { $0.add("super(json);") }
      guard event.value != .null else { return }
      code.blank()
      if event.value.isOptional { code.document(["May be null."]) }
      code.block("public \(text(event.value, .gotten, isBoxed: true)) getValue() {") { code in
        code.add("return get(\"value\", \(reader(event.value)));")
      }
    }
  }
}

// What is refused, and the rest.
extension JavaWriter {
  private func errorFile(_ error: ErrorKind) -> GeneratedFile {
    file(error.javaName) { code in
      code.document([
        "\(error.code): \(error.message)",
        error.isRetryable ? "The same call may succeed later." : "",
      ])
      code.block("public final class \(error.javaName) extends BridgeException {") { code in
        code.block("\(error.javaName)(JsonObject error) {") { $0.add("super(error);") }
        let inherited: Set = ["Cause", "Class", "Code", "Data", "Message", "Reason"]
        for field in error.data {
          let name = field.name.typeName
          code.blank()
          code.document(["`\(field.name)`; null where that is not known."])
          code.block(
            "public \(text(field.type, .gotten, isBoxed: true)) get\(inherited.contains(name) ? "Own" : "")\(name)() {"
          ) { code in
            code.add("return member(\(quoted(field.name)), \(reader(field.type)));")
          }
        }
      }
    }
  }

  private var errorsFile: GeneratedFile {
    file("ErrorCatalogue") { code in
      code.document(["Finds the class of an error by its reason."])
      code.block("final class ErrorCatalogue {") { code in
        code.add("private ErrorCatalogue() {}")
        code.blank()
        code.block("static BridgeException of(JsonObject error) {") { code in
          code.block("switch (BridgeException.reason(error)) {") { code in
            for error in interface.errors {
              code.add("case \(quoted(error.reason)):", "  return new \(error.javaName)(error);")
            }
            code.add("default:", "  return new BridgeException(error);")
          }
        }
      }
    }
  }

  private var schemaFile: GeneratedFile {
    file("Schema") { code in
      code.document(["The interface that this was written from."])
      code.block("public final class Schema {") { code in
        code.add("public static final String VERSION = \(quoted(interface.version));")
        code.blank()
        code.document(["Of the document; `bridge.info` answers it as `schemaDigest`."])
        code.add("public static final String DIGEST =", "    \(quoted(interface.digest));")
        code.blank()
        code.add("private Schema() {}")
      }
    }
  }
}

extension String {
  /// `resource_id` → `resourceId`; what Java wants for itself gets a tail.
  fileprivate var variableName: String {
    let name = typeName.prefix(1).lowercased() + typeName.dropFirst()
    return javaKeywords.contains(name) ? name + "Value" : name
  }
}

private let javaKeywords: Set = [
  "boolean", "case", "char", "class", "default", "double", "else", "enum", "final", "float", "for",
  "if", "import", "int", "interface", "long", "new", "package", "private", "public", "return",
  "short", "static", "super", "switch", "this", "throw", "try", "void", "while",
]

extension ErrorKind {
  /// `OutboxFullException`.
  fileprivate var javaName: String {
    (reason.hasSuffix("Error") ? String(reason.dropLast(5)) : reason).typeName + "Exception"
  }
}

/// A choice among texts. The same choice has one name wherever it is.
private struct JavaChoice {
  let name: String
  let summary: String
  let names: [String]
  let isGotten: Bool

  static func all(of interface: Interface, given: Set<String>, gotten: Set<String>) -> [JavaChoice]
  {
    var found: [(names: [String], owners: [String], field: Field, isGotten: Bool)] = []
    func add(_ fields: [Field], of owner: String, isGotten: Bool) {
      for field in fields {
        guard case .choice(let names) = field.type.unwrapped, names.count > 1 else { continue }
        if let index = found.firstIndex(where: { $0.names == names }) {
          found[index].owners.append(owner)
          if isGotten { found[index].isGotten = true }
        } else {
          found.append((names, [owner], field, isGotten))
        }
      }
    }
    for type in interface.types where given.contains(type.name) || gotten.contains(type.name) {
      guard case .record(let fields) = type.type else { continue }
      add(fields, of: type.name, isGotten: gotten.contains(type.name))
    }
    for method in interface.methods {
      add(method.parameters, of: method.name.typeName, isGotten: false)
    }
    for callback in interface.callbacks {
      add(callback.parameters, of: callback.name.typeName, isGotten: true)
    }
    // Where a name would have two meanings, the choice that is met most often has it.
    let taken = Set(interface.types.map(\.name)).union(["Class", "Type"])
    let inOrder = found.sorted { $0.owners.count > $1.owners.count }
    return found.map { choice in
      let short = choice.field.name.typeName
      let rivals = inOrder.filter { $0.field.name == choice.field.name }
      let isFirst = rivals.first?.names == choice.names
      let isClear = rivals.count == 1 || (isFirst && choice.owners.count > 1)
      return JavaChoice(
        name: isClear && !taken.contains(short) ? short : choice.owners[0] + short,
        summary: choice.field.summary, names: choice.names, isGotten: choice.isGotten)
    }.sorted { $0.name < $1.name }
  }
}

extension CodeText {
  /// A documentation comment; nothing where there is nothing to say.
  fileprivate mutating func document(_ paragraphs: [String], parameters: [Field] = []) {
    let paragraphs = paragraphs.filter { !$0.isEmpty }.map(Self.javadoc)
    let tags = parameters.filter { !$0.summary.isEmpty }.map { field in
      "@param \(field.name.variableName) \(Self.javadoc(field.summary))"
    }
    guard !paragraphs.isEmpty || !tags.isEmpty else { return }
    if tags.isEmpty, paragraphs.count == 1, paragraphs[0].count + 7 <= room() {
      return add("/** \(paragraphs[0].replacing("\u{1}", with: " ")) */")
    }
    add("/**")
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { add(" *") }
      addWrapped((index > 0 ? "<p>" : "") + paragraph, first: " * ", next: " * ")
    }
    if !tags.isEmpty, !paragraphs.isEmpty { add(" *") }
    for tag in tags { addWrapped(tag, first: " * ", next: " *     ") }
    add(" */")
  }

  private mutating func addWrapped(_ text: String, first: String, next: String) {
    for (index, line) in text.wrapped(to: room() - next.count).enumerated() {
      add((index == 0 ? first : next) + line.replacing("\u{1}", with: " "))
    }
  }

  /// What is between backticks is code. The space within a tag is no place to break the line.
  private static func javadoc(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index % 2 == 1
        ? "{@code\u{1}\(part.replacing(" ", with: "\u{1}"))}"
        : part.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
          .replacing(">", with: "&gt;").replacing("{@link ", with: "{@link\u{1}")
          .replacing("*/", with: "*&#47;")
    }.joined()
  }

  /// A list in parentheses, on as many lines as it needs.
  fileprivate mutating func call(
    _ open: String, _ items: [String], _ close: String
  ) {
    let line = open + items.joined(separator: ", ") + close
    let indentation = String(open.prefix { $0 == " " }) + "    "
    let list = indentation + items.joined(separator: ", ") + close
    if line.count <= room() {
      add(line)
    } else if list.count <= room() {
      add(open, list)
    } else {
      add(open)
      for (index, item) in items.enumerated() {
        add(indentation + item + (index == items.count - 1 ? close : ","))
      }
    }
  }
}
