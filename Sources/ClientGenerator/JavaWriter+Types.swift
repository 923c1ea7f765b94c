import JSONCodec

// Records, choices and other named types.
extension JavaWriter {
  func typeFile(_ type: NamedType) -> GeneratedFile? {
    guard given.contains(type.name) || gotten.contains(type.name), type.name != "Event" else {
      return nil
    }
    switch Self.form(type, in: types) {
    case .record(let fields):
      return file(type.name) { code in
        code.javadoc([type.summary])
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

  func writeRecord(
    _ name: String, _ fields: [APIField], isGiven: Bool, isGotten: Bool, in code: inout CodeBuilder
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

  /// Returns the only value the field may have; nil if there are others.
  func constant(_ field: APIField) -> String? {
    switch field.type.unwrapped {
    case .constant(let value): value.text
    case .choice(let names) where names.count == 1: names.first.map(quoted)
    default: nil
    }
  }

  private func writeConstructor(_ name: String, _ fields: [APIField], in code: inout CodeBuilder) {
    let needed = fields.filter { $0.isRequired && constant($0) == nil }
    guard !needed.isEmpty || fields.contains(where: { constant($0) != nil }) else {
      return code.add("public \(name)() {}")
    }
    code.javadoc([], parameters: needed)
    code.list("public \(name)(", needed.map(parameter), ") {")
    for field in fields {
      if let constant = constant(field) {
        code.add("  set(\(quoted(field.name)), \(constant));")
      } else if field.isRequired {
        code.add("  set(\(quoted(field.name)), \(field.name.javaName));")
      }
    }
    code.add("}")
  }

  func parameter(_ field: APIField) -> String {
    "\(text(field.type, .given)) \(field.name.javaName)"
  }

  /// Writes the setters of a field. Each takes the value and returns the record, so that calls can be
  /// chained.
  private func writeSetters(_ field: APIField, of name: String, in code: inout CodeBuilder) {
    let type = field.type.unwrapped
    var forms = [text(type, .given)]
    if case .list(let element) = type {
      // In Java lists of different elements have the same erasure; variadic parameters do not.
      if case .union(let members) = element {
        forms = members.map { text($0, .given, isBoxed: true) + "..." }
      } else {
        forms.append(text(element, .given) + "...")
      }
    }
    for form in forms {
      code.blank()
      code.javadoc([field.summary])
      code.block("public \(name) \(field.name.javaName)(\(form) \(field.name.javaName)) {") {
        code in
        code.add("set(\(quoted(field.name)), \(field.name.javaName));", "return this;")
      }
    }
  }

  func writeGetter(_ field: APIField, in code: inout CodeBuilder) {
    code.blank()
    let isNullable = field.type.isOptional || !field.isRequired
    let isSaid = field.summary.contains(/\b[Nn]ull\b/)
    code.javadoc([
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

  private func getter(_ field: APIField) -> String {
    let name = field.name.typeName
    if field.type.unwrapped == .boolean {
      return name.hasPrefix("Is") ? field.name.javaName : "is\(name)"
    }
    // Every object already has a `getClass`.
    return name == "Class" ? "getKind" : "get\(name)"
  }

  private func writeFamily(_ type: NamedType, _ code: inout CodeBuilder) {
    guard case .union(let members) = type.type.unwrapped else { return }
    let links = members.map { "{@link \(text($0, .given))}" }
    code.javadoc([type.summary, "One of \(links.joined(separator: ", "))."])
    code.block("public abstract class \(type.name) extends JsonRecord {") { code in
      code.add("\(type.name)() {}")
    }
  }

  private func writeMixture(_ type: NamedType, _ members: [DataType], _ code: inout CodeBuilder) {
    let functions = members.map { "{@link #\(factoryName($0))}" }.joined(separator: ", ")
    let none = type.type.isOptional ? "; null is allowed too" : ""
    code.javadoc([type.summary, "Created by \(functions)\(none)."])
    code.block("public final class \(type.name) extends JsonChoice {") { code in
      code.block("private \(type.name)(Object value) {") { $0.add("super(value);") }
      for member in members {
        code.blank()
        switch member {
        case .constant(.string(let name)):
          code.javadoc(["`\(name)`."])
          code.block("public static \(type.name) \(name.javaName)() {") { code in
            code.add("return new \(type.name)(\(quoted(name)));")
          }
        case .named(let name) where Self.isRecord(member, in: types):
          writeFactory(of: name, for: type.name, in: &code)
        default:
          code.block("public static \(type.name) of(\(text(member, .given)) value) {") { code in
            code.add("return new \(type.name)(value);")
          }
        }
      }
    }
  }

  func factoryName(_ member: DataType) -> String {
    switch member {
    case .constant(.string(let name)): return name.javaName
    case .named(let name):
      guard case .record(let fields) = types[name]?.type else { return "of" }
      return fields.map(\.name.typeName).joined().javaName
    default: return "of"
    }
  }

  private func writeFactory(of record: String, for name: String, in code: inout CodeBuilder) {
    guard case .record(let fields) = types[record]?.type else { return }
    code.javadoc(["An object with \(fields.map { "`\($0.name)`" }.joined(separator: ", "))."])
    code.list("public static \(name) \(factoryName(.named(record)))(", fields.map(parameter), ") {")
    code.add("  JsonObject json = new JsonObject();")
    for field in fields {
      code.add("  Json.set(json, \(quoted(field.name)), \(field.name.javaName));")
    }
    code.add("  return new \(name)(json);", "}")
  }

  func choiceFile(_ choice: JavaChoice) -> GeneratedFile {
    file(choice.name) { code in
      code.javadoc([choice.summary])
      code.block("public enum \(choice.name) implements Choice {") { code in
        for (index, name) in choice.names.enumerated() {
          let isLast = index == choice.names.count - 1 && !choice.isGotten
          code.add("\(name.constantName)(\(quoted(name)))\(isLast ? ";" : ",")")
        }
        if choice.isGotten {
          code.javadoc(["A value that this version of the interface does not know."])
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

/// A choice among texts. The same choice has the same name everywhere.
struct JavaChoice {
  let name: String
  let summary: String
  let names: [String]
  let isGotten: Bool

  static func all(of model: APIModel, given: Set<String>, gotten: Set<String>) -> [JavaChoice] {
    var found: [(names: [String], owners: [String], field: APIField, isGotten: Bool)] = []
    var places: [[String]: Int] = [:]
    func add(_ fields: [APIField], of owner: String, isGotten: Bool) {
      for field in fields {
        let type = field.type.unwrapped
        guard let names = type.values, names.count > 1 else { continue }
        // The client reads a text that may have other values as a text.
        let isGotten = isGotten && type.isChoice
        if let index = places[names] {
          found[index].owners.append(owner)
          if isGotten { found[index].isGotten = true }
        } else {
          places[names] = found.count
          found.append((names, [owner], field, isGotten))
        }
      }
    }
    let described = model.describedTypes.filter {
      given.contains($0.name) || gotten.contains($0.name)
    }
    let named = described.compactMap { type in
      type.type.isChoice
        ? type.type.values.map {
          JavaChoice(
            name: type.name, summary: type.summary, names: $0,
            isGotten: gotten.contains(type.name))
        } : nil
    }
    for type in described {
      guard case .record(let fields) = type.type else { continue }
      add(fields, of: type.name, isGotten: gotten.contains(type.name))
    }
    for method in model.methods {
      add(method.parameters, of: method.name.typeName, isGotten: false)
    }
    for callback in model.callbacks {
      add(callback.parameters, of: callback.name.typeName, isGotten: true)
    }
    // If a name would have two meanings, the most frequent choice gets it.
    let taken = Set(model.types.map(\.name)).union(["Class", "Type"])
    let namedValues = Set(named.map(\.names))
    found.removeAll { namedValues.contains($0.names) }
    let inOrder = found.sorted { $0.owners.count > $1.owners.count }
    let rivalsByField = Dictionary(grouping: inOrder, by: \.field.name)
    let unnamed = found.map { choice in
      let short = choice.field.name.typeName
      let rivals = rivalsByField[choice.field.name] ?? []
      let isFirst = rivals.first?.names == choice.names
      let isClear = rivals.count == 1 || (isFirst && choice.owners.count > 1)
      return JavaChoice(
        name: isClear && !taken.contains(short) ? short : choice.owners[0] + short,
        summary: choice.field.summary.isEmpty
          ? "The `\(choice.field.name)` of `\(choice.owners[0])`." : choice.field.summary,
        names: choice.names, isGotten: choice.isGotten)
    }
    return (named + unnamed).sorted { $0.name < $1.name }
  }
}
