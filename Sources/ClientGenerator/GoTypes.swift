import JSONCodec

// Types.
extension GoWriter {
  var types: String {
    file(imports: needsJSON ? ["encoding/json"] : []) { code in
      for choice in choices.all {
        code.blank()
        write(choice, in: &code)
      }
      for named in model.describedTypes where !named.type.isChoice {
        code.blank()
        declare(named, in: &code)
      }
    }
  }

  private var needsJSON: Bool {
    model.types.contains { discriminator(of: $0.type) != nil || !neededLists(of: $0).isEmpty }
  }

  private func write(_ choice: GoChoices.Choice, in code: inout CodeBuilder) {
    code.comment(choice.comment)
    code.add("type \(choice.name) string")
    code.blank()
    let constants = choice.values.map {
      GoMember(name: choice.name + $0.goName, type: choice.name, tag: "= \(quoted($0))")
    }
    code.block("const (", ")") { code in code.align(constants) }
  }

  private func declare(_ named: NamedType, in code: inout CodeBuilder) {
    let name = named.name.goName
    // Each event has its own type, with its own value.
    if named.name == "EventValue" { return }
    switch named.type {
    case .record(let fields) where named.name == "Event":
      code.comment("EventInfo has the members that all events have.")
      structure("EventInfo", fields.filter { $0.name != "value" }, in: &code)
    case .record(let fields):
      if !named.summary.isEmpty {
        code.comment("\(name) is \(named.summary.decapitalized.sentence)")
      }
      structure(name, fields.filter { !$0.type.unwrapped.isConstant }, in: &code)
      if let (field, value) = discriminator(of: named.type) {
        code.blank()
        writeMarshal(of: name, field, value, in: &code)
      } else if case let lists = neededLists(of: named), !lists.isEmpty {
        code.blank()
        writeMarshal(of: name, lists, in: &code)
      }
    case .union(let types), .optional(.union(let types)):
      writeUnion(name, named.summary, types, isOptional: named.type.isOptional, in: &code)
    case let other:
      if !named.summary.isEmpty {
        code.comment("\(name) is \(named.summary.decapitalized.sentence)")
      }
      code.add("type \(name) = \(text(other))")
    }
  }

  /// Returns the first member if it is constant: it distinguishes the variants. Other constants add no
  /// information.
  private func discriminator(of type: DataType) -> (String, String)? {
    guard case .record(let fields) = type, let first = fields.first,
      let value = first.type.unwrapped.constantText
    else { return nil }
    return (first.name, value)
  }

  private func writeMarshal(
    of name: String, _ field: String, _ value: String, in code: inout CodeBuilder
  ) {
    code.comment("MarshalJSON adds the member \(field): \(quoted(value)).")
    code.block("func (v \(name)) MarshalJSON() ([]byte, error) {") { code in
      code.add("type members \(name)")
      code.block("return json.Marshal(struct {", nil) { code in
        code.add("\(field.goName) string `json:\(quoted(field))`", "members")
      }
      code.add("}{\(quoted(value)), members(v)})")
    }
  }

  /// Returns the lists that a host must provide. A host may take a nil list for an empty one.
  private func neededLists(of named: NamedType) -> [String] {
    guard given.contains(named.name), case .record(let fields) = named.type else { return [] }
    return fields.compactMap { field in
      if field.isRequired, case .list = field.type { field.name.goName } else { nil }
    }
  }

  private func writeMarshal(of name: String, _ lists: [String], in code: inout CodeBuilder) {
    code.comment("MarshalJSON writes a nil list as an empty one.")
    code.block("func (v \(name)) MarshalJSON() ([]byte, error) {") { code in
      code.add("type members \(name)")
      for list in lists { code.add("v.\(list) = orEmpty(v.\(list))") }
      code.add("return json.Marshal(members(v))")
    }
  }

  private func writeUnion(
    _ name: String, _ summary: String, _ types: [DataType], isOptional: Bool,
    in code: inout CodeBuilder
  ) {
    let texts = types.compactMap { if case .constant(.string(let text)) = $0 { text } else { nil } }
    let records = types.compactMap { if case .named(let name) = $0 { name.goName } else { nil } }
    let variants = texts.map { name + $0.goName } + records
    let mark = "is\(name)()"
    code.comment(
      "\(name) is \(variants.listed(with: "or"))"
        + (isOptional ? "; nil for none. " : ". ") + summary)
    code.add("type \(name) interface{ \(mark) }")
    code.blank()
    let width = records.map(\.count).max() ?? 0
    for record in records {
      let space = String(repeating: " ", count: width - record.count)
      code.add("func (\(record)) \(mark) \(space){}")
    }
    guard !texts.isEmpty else { return }
    let type = name.decapitalized + "Text"
    code.blank()
    code.add("type \(type) string", "", "func (\(type)) \(mark) {}")
    for text in texts {
      code.blank()
      code.comment("\(name + text.goName) is the \(name) \(quoted(text)).")
      code.add("const \(name + text.goName) = \(type)(\(quoted(text)))")
    }
  }

  func structure(_ name: String, _ fields: [APIField], in code: inout CodeBuilder) {
    code.block("type \(name) struct {") { code in write(fields.map(member), in: &code) }
  }

  private func member(_ field: APIField) -> GoMember {
    let leavesOut: Bool
    var type = field.type.unwrapped
    if case .named(let name) = type, case .dictionary? = declared[name] { type = .map }
    switch (field.isRequired, type) {
    // An empty list or map is a different value than none, which is null.
    case (true, _), (false, .list), (false, .map), (false, .dictionary): leavesOut = false
    default: leavesOut = true
    }
    return GoMember(
      summary: field.summary + (shorthand(in: field.type).map { " In Go always a \($0)." } ?? ""),
      name: field.name.goName, type: text(field),
      tag: "`json:\(quoted(field.name + (leavesOut ? ",omitempty" : "")))`")
  }

  /// Writes members. A member with a summary is separate; gofmt aligns the others.
  private func write(_ members: [GoMember], in code: inout CodeBuilder) {
    var together: [GoMember] = []
    for (index, member) in members.enumerated() {
      if !member.summary.isEmpty {
        code.align(together)
        together = []
        if index > 0 { code.blank() }
        code.comment(member.summary)
        code.add("\(member.name) \(member.type) \(member.tag)")
      } else {
        if index > 0, !members[index - 1].summary.isEmpty { code.blank() }
        together.append(member)
      }
    }
    code.align(together)
  }

  func text(_ field: APIField) -> String {
    field.isRequired ? text(field.type) : text(.optional(field.type.unwrapped))
  }

  func text(_ type: DataType) -> String {
    switch type {
    case .any, .null: "any"
    case .boolean: "bool"
    case .integer: "int64"
    case .number: "float64"
    case .string: "string"
    case .choice(let values), .openChoice(let values): choices.name(of: values)
    case .constant(let value): text(DataType(of: value))
    case .map, .dictionary, .record: "JSONObject"
    case .list(.named("Event")): "EventList"
    case .list(let element): "[]" + text(element)
    case .named(let name): name.goName
    case .union(let types): recordWithShorthand(types).map { $0.goName } ?? "any"
    case .optional(let type): isZeroNone(type) ? text(type) : "*" + text(type)
    }
  }

  /// Returns whether the zero value of the Go type can represent no value.
  private func isZeroNone(_ type: DataType) -> Bool {
    switch type {
    case .boolean, .integer, .number, .record: return false
    case .named(let name):
      guard case .record? = declared[name] else { return true }
      return false
    default: return true
    }
  }

  /// Returns the record of a union of a text and a record: the record can express everything that the text
  /// can.
  private func recordWithShorthand(_ types: [DataType]) -> String? {
    guard types.count == 2, types[0] == .string, case .named(let name) = types[1] else {
      return nil
    }
    return name
  }

  /// Returns the record that covers a union with a shorthand for it.
  func shorthand(in type: DataType) -> String? {
    switch type {
    case .union(let types): recordWithShorthand(types)?.goName
    case .list(let element), .optional(let element): shorthand(in: element)
    default: nil
    }
  }
}
