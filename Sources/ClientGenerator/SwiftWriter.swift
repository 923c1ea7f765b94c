import JSONCodec

/// The generated part of the client for Swift, one file for each kind of declaration.
struct SwiftWriter {
  let model: APIModel
  let choices: GoChoices
  let declared: [String: DataType]

  init(model: APIModel) {
    self.model = model
    choices = GoChoices(of: model)
    declared = model.declared
  }

  func file(_ body: (inout CodeBuilder) -> Void) -> String {
    var code = CodeBuilder()
    code.add(
      "// Written by `altcraft-bridge generate swift` from the OpenRPC document. Do not edit.",
      "// swift-format-ignore-file")
    code.blank()
    body(&code)
    return code.text
  }

  func quoted(_ text: String) -> String { text.swiftLiteral }

  var schema: String {
    file { code in
      code.documentation("The interface that this library was generated from.")
      code.block("public enum BridgeSchema {") { code in
        code.add("public static let version = \(quoted(model.version))")
        code.documentation(
          "The digest of the document; `bridge.info` returns it as `schemaDigest`.")
        code.add("public static let digest = \(quoted(model.digest))")
        code.documentation("The methods that other names stand for.")
        code.block("static let aliases = [", "]") { code in
          for alias in model.aliases { code.add("\(quoted(alias.name)): \(quoted(alias.method)),") }
        }
      }
    }
  }
}

extension ClientLanguage {
  static let swift = ClientLanguage(
    name: "swift", folder: "Sources/AltcraftBridgeClient/Generated"
  ) { model in
    let writer = SwiftWriter(model: model)
    return [
      GeneratedFile(path: "Callbacks.swift", text: writer.callbacks),
      GeneratedFile(path: "Choices.swift", text: writer.texts),
      GeneratedFile(path: "Events.swift", text: writer.events),
      GeneratedFile(path: "Methods.swift", text: writer.methods),
      GeneratedFile(path: "Schema.swift", text: writer.schema),
      GeneratedFile(path: "Types.swift", text: writer.types),
    ]
  }
}

// The names of types.
extension SwiftWriter {
  func text(_ type: DataType) -> String {
    switch type {
    case .any, .null, .record: return "JSONValue"
    case .boolean: return "Bool"
    case .integer: return "Int"
    case .number: return "Double"
    case .string: return "String"
    case .choice(let values), .openChoice(let values):
      let name = choices.name(of: values)
      return name == "string" ? "String" : name
    case .constant(let value): return text(DataType(of: value))
    case .map: return "[String: JSONValue]"
    case .dictionary(let value): return "[String: \(element(value))]"
    case .list(let value): return "[\(element(value))]"
    case .named(let name):
      return declared[name].map { $0.isOptional && isEnumeration($0) } == true
        ? name.goName + "?" : name.goName
    // The record can express everything that the text can.
    case .union(let types):
      guard types.count == 2, types[0] == .string, case .named(let name) = types[1] else {
        return "JSONValue"
      }
      return name.goName
    case .optional(let type):
      let name = text(type)
      return name.hasSuffix("?") ? name : name + "?"
    }
  }

  /// Returns the type of a value that is always there: null is a value of JSON.
  private func element(_ type: DataType) -> String {
    let name = text(type)
    return name == "JSONValue?" ? "JSONValue" : name
  }

  func text(_ field: APIField) -> String {
    text(field.isRequired ? field.type : .optional(field.type))
  }

  /// Returns whether the variants of a union can be distinguished: all but one are constants or have one as a member.
  func isEnumeration(_ type: DataType) -> Bool {
    guard case .union(let types) = type.unwrapped else { return false }
    return types.count { constant(of: $0) == nil } < 2
      && types.allSatisfy { variant in
        if case .named(let name) = variant { isRecord(name) } else { variant.isConstant }
      }
  }

  private func constant(of type: DataType) -> String? {
    guard case .named(let name) = type, case .record(let fields)? = declared[name] else {
      return type.constantText
    }
    return fields.first { $0.type.unwrapped.constantText != nil }?.name
  }

  func isRecord(_ name: String) -> Bool {
    if case .record? = declared[name] { true } else { false }
  }
}

// Types.
extension SwiftWriter {
  var types: String {
    file { code in
      for named in model.describedTypes {
        code.blank()
        declare(named, in: &code)
      }
    }
  }

  private func declare(_ named: NamedType, in code: inout CodeBuilder) {
    let name = named.name.goName
    switch named.type {
    case .record(let fields):
      code.documentation(named.summary)
      structure(name, fields, in: &code)
    case .choice, .openChoice: return
    case .union(let types) where isEnumeration(named.type),
      .optional(.union(let types)) where isEnumeration(named.type):
      code.documentation(named.summary)
      enumeration(name, types, in: &code)
    case let other:
      code.documentation(named.summary)
      code.add("public typealias \(name) = \(element(other))")
    }
  }

  /// Writes a structure with the members of an object, apart from constants. It keeps those that it does not know.
  func structure(_ name: String, _ fields: [APIField], in code: inout CodeBuilder) {
    let constants = fields.filter { $0.type.unwrapped.constantText != nil }
    let members = fields.filter { $0.type.unwrapped.constantText == nil }
    code.block("public struct \(name): Sendable, Hashable, JSONConvertible {") { code in
      for field in members {
        code.documentation(field.summary)
        code.add("public var \(field.name.swiftName): \(text(field))")
      }
      code.documentation("The members that this version does not know.")
      code.add("public var otherMembers: [String: JSONValue] = [:]")
      code.blank()
      let parameters = members.map { field in
        "\(field.name.swiftName): \(text(field))\(field.isRequired ? "" : " = nil")"
      }
      code.declaration("public init(", parameters, ") {") { code in
        for field in members {
          code.add("self.\(field.name.swiftName) = \(field.name.swiftName)")
        }
      }
      code.blank()
      code.documentation("Reads an object. A member that is missing, and may be, is nil.")
      code.block("public init(json: JSONValue) throws(BridgeError) {") { code in
        code.add("var members = try MemberReader(json)")
        for field in constants {
          code.add(
            "try members.expect(\(quoted(field.name)), \(quoted(field.type.unwrapped.constantText ?? "")))"
          )
        }
        for field in members {
          code.add("\(field.name.swiftName) = try members.take(\(quoted(field.name)))")
        }
        code.add("otherMembers = members.rest")
      }
      code.blank()
      code.block("public var json: JSONValue {") { code in
        code.add("var writer = MemberWriter(members: otherMembers)")
        for field in constants {
          code.add(
            "writer.add(\(quoted(field.name)), \(quoted(field.type.unwrapped.constantText ?? "")))")
        }
        for field in members { code.add(addition(of: field)) }
        code.add("return .object(writer.members)")
      }
    }
  }

  /// Returns the statement that writes a member.
  func addition(of field: APIField) -> String {
    "writer.add\(field.isRequired ? "" : "Present")(\(quoted(field.name)), \(field.name.swiftName))"
  }

  private func enumeration(_ name: String, _ types: [DataType], in code: inout CodeBuilder) {
    let variants = types.map { type -> (name: String, type: String?, text: String) in
      guard case .named(let record) = type else {
        return ((type.constantText ?? "").swiftName, nil, type.constantText ?? "")
      }
      return (record.variantName(of: name), record.goName, "")
    }
    code.block("public enum \(name): Sendable, Hashable, JSONConvertible {") { code in
      for variant in variants {
        code.add("case \(variant.name)\(variant.type.map { "(\($0))" } ?? "")")
      }
      code.documentation("A value that this version does not know.")
      code.add("case other(JSONValue)")
      code.blank()
      code.block("public init(json: JSONValue) {") { code in
        for variant in variants {
          if let type = variant.type {
            code.block("if let value = try? \(type)(json: json) {") { code in
              code.add("self = .\(variant.name)(value)", "return")
            }
          } else {
            code.block("if json == .string(\(quoted(variant.text))) {") { code in
              code.add("self = .\(variant.name)", "return")
            }
          }
        }
        code.add("self = .other(json)")
      }
      code.blank()
      code.block("public var json: JSONValue {") { code in
        code.add("switch self {")
        for variant in variants {
          code.add(
            variant.type == nil
              ? "case .\(variant.name): return .string(\(quoted(variant.text)))"
              : "case .\(variant.name)(let value): return value.json")
        }
        code.add("case .other(let value): return value", "}")
      }
    }
  }

  /// The types of texts with known values, and the reasons of errors.
  var texts: String {
    file { code in
      for choice in choices.all {
        code.blank()
        code.documentation(
          String(choice.comment.dropFirst("\(choice.name) is ".count)).capitalizedFirst,
          "A newer bridge may have other values.")
        structure(choice.name, choice.values.map { ($0, "") }, in: &code)
      }
      code.blank()
      code.documentation("The reason of a refused call.", "A newer bridge may have other reasons.")
      structure(
        "ErrorReason",
        model.errors.map { error in
          let retry = error.isRetryable ? " The same call may succeed later." : ""
          return (error.reason, "\(error.code): \(error.message.sentence)\(retry)")
        }, in: &code)
    }
  }

  private func structure(
    _ name: String, _ values: [(text: String, summary: String)], in code: inout CodeBuilder
  ) {
    code.block("public struct \(name): RawRepresentable, Sendable, Hashable, JSONChoice {") {
      code in
      code.add("public let rawValue: String")
      code.add("public init(rawValue: String) { self.rawValue = rawValue }")
      code.blank()
      for value in values {
        code.documentation(value.summary)
        code.add(
          "public static var \(value.text.swiftName): Self { Self(rawValue: \(quoted(value.text))) }"
        )
      }
    }
  }
}

extension String {
  private static let swiftKeywords: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// The name of a member: `resource_id` → `resourceId`, `default` → `` `default` ``.
  var swiftName: String {
    let name = typeName
    let word = name.prefix(1).lowercased() + name.dropFirst()
    return Self.swiftKeywords.contains(word) ? "`\(word)`" : word
  }

  /// Returns the name of a case: `EmailSubscription` of `Subscription` → `email`.
  func variantName(of union: String) -> String {
    var name = typeName
    if name.hasPrefix(union) { name = String(name.dropFirst(union.count)) }
    if name.hasSuffix(union) { name = String(name.dropLast(union.count)) }
    return name.swiftName
  }
}

extension CodeBuilder {
  /// Adds a documentation comment. Adds nothing if there is no text.
  mutating func documentation(_ paragraphs: String...) {
    for (index, paragraph) in paragraphs.filter({ !$0.isEmpty }).enumerated() {
      if index > 0 { add("///") }
      for line in paragraph.wrapped(to: room() - 4) { add("/// \(line)") }
    }
  }

  /// Adds a function, its parameters on lines of their own if one line is too short.
  mutating func declaration(
    _ opening: String, _ parameters: [String], _ closing: String,
    _ body: (inout CodeBuilder) -> Void
  ) {
    let line = opening + parameters.joined(separator: ", ") + closing
    if line.count <= room() { return block(line, "}", body) }
    block(opening, nil) { code in
      for (index, parameter) in parameters.enumerated() {
        code.add(parameter + (index + 1 < parameters.count ? "," : ""))
      }
    }
    block(closing, "}", body)
  }
}
