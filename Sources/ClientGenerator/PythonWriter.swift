import JSONCodec

struct PythonWriter {
  let model: APIModel

  static let notice =
    "# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit."

  /// Writes a module: its summary, its imports and its declarations.
  func file(
    _ summary: String, imports: [String] = [], exports: [String] = [],
    _ body: (inout CodeBuilder) -> Void
  ) -> String {
    var declarations = CodeBuilder(indentation: "    ")
    body(&declarations)
    var code = CodeBuilder(indentation: "    ")
    code.add(Self.notice)
    code.docstring(summary)
    code.blank()
    let typing = typingNames.filter { declarations.text.contains($0.sign) }.map(\.name)
    if !typing.isEmpty {
      code.add("from __future__ import annotations")
      code.blank()
      code.importNames(typing, from: "typing")
      code.blank()
    }
    for line in imports { code.add(line) }
    if !imports.isEmpty { code.blank() }
    if !exports.isEmpty {
      code.block("__all__ = [", "]") { code in
        for name in exports { code.add(quoted(name) + ",") }
      }
      code.blank()
    }
    if declarations.text.hasPrefix("class ") { code.blankBeforeClass() }
    return code.text + declarations.text
  }

  var package: String {
    file("The generated types, methods, callbacks, events and errors.") { _ in }
      .trimmingBlankEnd
  }

  var schema: String {
    file("The interface that this package was generated from.") { code in
      code.add("INTERFACE_VERSION = \(quoted(model.version))")
      code.docstring("Its version.")
      code.blank()
      code.add("SCHEMA_DIGEST = \(quoted(model.digest))")
      code.docstring("The digest of the document; `bridge.info` returns it as `schemaDigest`.")
    }
  }
}

extension ClientLanguage {
  static let python = ClientLanguage(
    name: "python", folder: "clients/python/src/altcraft_bridge/generated"
  ) {
    model in
    let writer = PythonWriter(model: model)
    return [
      GeneratedFile(path: "__init__.py", text: writer.package),
      GeneratedFile(path: "types.py", text: writer.types),
      GeneratedFile(path: "methods.py", text: writer.methods(.blocking)),
      GeneratedFile(path: "async_methods.py", text: writer.methods(.awaited)),
      GeneratedFile(path: "callbacks.py", text: writer.callbacks),
      GeneratedFile(path: "events.py", text: writer.events),
      GeneratedFile(path: "errors.py", text: writer.errors),
      GeneratedFile(path: "schema.py", text: writer.schema),
    ]
  }
}

// The names of types in the generated code.
extension PythonWriter {
  /// The place of a type. An annotation is never evaluated, so it may use expressions that old versions of
  /// Python cannot compute; an alias is evaluated when the module is loaded.
  enum Place { case annotation, alias }

  /// Returns the Python type. `prefix` is put before named types, such as `types.`.
  func text(_ type: DataType, _ prefix: String, _ place: Place = .annotation) -> String {
    switch type {
    case .any: "Any"
    case .null: "None"
    case .boolean: "bool"
    case .integer: "int"
    case .number: "float"
    case .string: "str"
    case .choice(let names): "Literal[\(names.map(quoted).joined(separator: ", "))]"
    case .openChoice(let names): union([text(.choice(names), prefix, place), "str"], place)
    case .constant(let value): "Literal[\(literal(value))]"
    case .map: "\(prefix)JSONObject"
    case .dictionary(let element): "Mapping[str, \(text(element, prefix, place))]"
    case .list(let element): "List[\(text(element, prefix, place))]"
    case .record: "\(prefix)JSONObject"
    case .named(let name): place == .alias && prefix.isEmpty ? quoted(name) : prefix + name
    case .union(let types): union(types.map { text($0, prefix, place) }, place)
    case .optional(let type): optional(text(type, prefix, place), place)
    }
  }

  func union(_ texts: [String], _ place: Place) -> String {
    place == .alias ? "Union[\(texts.joined(separator: ", "))]" : texts.joined(separator: " | ")
  }

  func optional(_ text: String, _ place: Place) -> String {
    if text == "Any" { return text }
    return place == .alias ? "Optional[\(text)]" : text + " | None"
  }

  /// Returns the type of a parameter: any sequence is accepted for a list.
  func parameterText(_ type: DataType) -> String {
    switch type {
    case .list(let element): "Sequence[\(text(element, "types."))]"
    case .optional(let type): optional(parameterText(type), .annotation)
    default: text(type, "types.")
    }
  }

  func literal(_ value: JSON) -> String {
    switch value {
    case .null: "None"
    case .bool(let value): value ? "True" : "False"
    default: value.text
    }
  }

  func quoted(_ text: String) -> String { JSON.string(text).text }

  func argument(_ name: String) -> String { Self.argument(name) }

  static func argument(_ name: String) -> String {
    let name = name.snakeCase
    return keywords.contains(name) || ["self", "timeout"].contains(name) ? name + "_" : name
  }
}

/// The names that modules use of `typing`, each with the pattern that detects its use.
private var typingNames: [(name: String, sign: Regex<Substring>)] {
  [
    ("Any", /\bAny[\]\n,]/),
    ("Awaitable", /\bAwaitable\[/),
    ("Callable", /\bCallable\[/),
    ("Dict", /\bDict\[/),
    ("List", /\bList\[/),
    ("Literal", /\bLiteral\[/),
    ("Mapping", /\bMapping\[/),
    ("Optional", /\bOptional\[/),
    ("Sequence", /\bSequence\[/),
    ("Tuple", /\bTuple\[/),
    ("Type", /\bType\[/),
    ("TypeVar", /\bTypeVar\(/),
    ("TypedDict", /\bTypedDict[,)(]/),
    ("Union", /\bUnion\[/),
    ("overload", /@overload/),
  ]
}

private let keywords: Set = [
  "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
  "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in",
  "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with",
  "yield",
]

// The types under `components`.
extension PythonWriter {
  var types: String {
    file(
      "The types of parameters, results and events, with their names on the wire.",
      exports: ["JSONObject"] + model.types.map(\.name)
    ) { code in
      code.add("JSONObject = Dict[str, Any]")
      code.docstring("A JSON object with any members.")
      for named in model.describedTypes {
        if case .record(let fields) = named.type {
          declare(named.name, named.summary, fields, in: &code)
        } else {
          code.blankBeforeClass()
          assign(named.name, named.type, "", in: &code)
          code.docstring(named.summary)
        }
      }
    }
  }

  /// Assigns a name to a type, with one variant of a union per line if the line is too long.
  func assign(
    _ name: String, _ type: DataType, _ prefix: String, in code: inout CodeBuilder
  ) {
    let line = "\(name) = \(text(type, prefix, .alias))"
    guard line.count > code.room() else { return code.add(line) }
    let variants: [DataType] =
      switch type {
      case .union(let types): types
      case .optional(.union(let types)): types + [.null]
      default: [type]
      }
    code.block("\(name) = Union[", "]") { code in
      for variant in variants { code.add(text(variant, prefix, .alias) + ",") }
    }
  }

  func declare(
    _ name: String, _ summary: String, _ fields: [APIField], in code: inout CodeBuilder
  ) {
    let required = fields.filter(\.isRequired)
    let optional = fields.filter { !$0.isRequired }
    if required.isEmpty || optional.isEmpty {
      return declare(name, "TypedDict", summary, fields, isTotal: optional.isEmpty, in: &code)
    }
    // One class cannot have both required and optional members. The part with a member whose name is a
    // keyword comes first, because it cannot be a class.
    let isOptionalFirst = optional.contains { keywords.contains($0.name) }
    let (first, second) = isOptionalFirst ? (optional, required) : (required, optional)
    let base = "_\(name)\(isOptionalFirst ? "Optional" : "Required")"
    declare(base, "TypedDict", "", first, isTotal: !isOptionalFirst, in: &code)
    declare(name, base, summary, second, isTotal: isOptionalFirst, in: &code)
  }

  func declare(
    _ name: String, _ base: String, _ summary: String, _ fields: [APIField], isTotal: Bool,
    in code: inout CodeBuilder
  ) {
    code.blankBeforeClass()
    let total = isTotal ? "" : "total=False"
    if fields.contains(where: { keywords.contains($0.name) }) {
      code.block("\(name) = TypedDict(", ")") { code in
        code.add("\(quoted(name)),")
        code.block("{", "},") { code in
          for field in fields {
            for line in field.summary.wrapped(to: code.room() - 2) { code.add("# \(line)") }
            code.add("\(quoted(field.name)): \(quotedType(field.type)),")
          }
        }
        if !isTotal { code.add("\(total),") }
      }
      code.docstring(summary)
      return
    }
    code.block(
      "class \(name)(\([base, total].filter { !$0.isEmpty }.joined(separator: ", "))):", nil
    ) { code in
      code.docstring(summary)
      if !summary.isEmpty { code.blank() }
      for field in fields {
        annotate(field.name, field.type, "", in: &code)
        code.docstring(field.summary)
      }
    }
  }

  /// Returns the type, in quotes if it could not be evaluated, so that it is not.
  func quotedType(_ type: DataType) -> String {
    let text = text(type, "")
    if text.allSatisfy(\.isLowercase) { return text }
    return text.contains("\"") ? "'\(text)'" : "\"\(text)\""
  }

  /// Adds `name: type`, with choices on separate lines if one line is too short.
  func annotate(
    _ name: String, _ type: DataType, _ prefix: String, in code: inout CodeBuilder
  ) {
    let line = "\(name): \(text(type, prefix))"
    guard line.count > code.room(), case .choice(let names) = type.unwrapped else {
      return code.add(line)
    }
    code.block("\(name): Literal[", type.isOptional ? "] | None" : "]") { code in
      for line in names.map({ quoted($0) + "," }).joined(separator: " ").wrapped(to: code.room()) {
        code.add(line)
      }
    }
  }
}

// Methods.
extension PythonWriter {
  enum Style { case blocking, awaited }

  func methods(_ style: Style) -> String {
    let summary =
      style == .blocking
      ? "The methods of the bridge, as blocking functions."
      : "The methods of the bridge, as coroutine functions for asyncio."
    return file(summary, imports: ["from . import types"]) { code in
      let answer = style == .blocking ? "Any" : "Awaitable[Any]"
      code.add(
        "\(callType(style)) = Callable[",
        "    [str, types.JSONObject, types.JSONObject, Optional[float]],",
        "    \(answer),", "]")
      code.docstring(
        "Makes a call: its name, required parameters, optional parameters, and time limit.")
      for (group, methods) in model.methodsByGroup.reversed() {
        writeClass(group, methods, style, in: &code)
      }
    }
  }

  func callType(_ style: Style) -> String { style == .blocking ? "Call" : "AsyncCall" }

  func className(_ group: String?, _ style: Style) -> String {
    (style == .blocking ? "" : "Async") + (group?.typeName ?? "") + "Methods"
  }

  func writeClass(
    _ group: String?, _ methods: [Function], _ style: Style, in code: inout CodeBuilder
  ) {
    code.blankBeforeClass()
    code.block("class \(className(group, style)):", nil) { code in
      code.docstring(
        group.map { "The methods whose names start with `\($0).`." }
          ?? "Every method of the bridge."
      )
      code.blank()
      code.block("def __init__(self, call: \(callType(style))) -> None:", nil) { code in
        code.add("self._call = call")
        guard group == nil else { return }
        for other in model.methodsByGroup.compactMap(\.group) {
          code.add("self.\(argument(other)) = \(className(other, style))(call)")
        }
      }
      for method in methods {
        code.blank()
        write(method, style, in: &code)
      }
    }
  }

  func write(_ method: Function, _ style: Style, in code: inout CodeBuilder) {
    let result = text(method.result, "types.")
    let word = style == .blocking ? "def" : "async def"
    let arguments = arguments(of: method)
    let name = argument(method.localName)
    let opening = "\(word) \(name)(\(arguments.joined(separator: ", "))) -> \(result):"
    if opening.count <= code.room() {
      code.add(opening)
    } else {
      code.block("\(word) \(name)(", ") -> \(result):") { code in
        for argument in arguments { code.add(argument + ",") }
      }
    }
    code.indented { code in
      documentMethod(method, in: &code)
      writeCall(method, result, style, in: &code)
    }
  }

  func arguments(of method: Function) -> [String] {
    let required = method.parameters.filter(\.isRequired).map {
      "\(argument($0.name)): \(parameterText($0.type))"
    }
    let omissible = method.parameters.filter { !$0.isRequired }.map {
      "\(argument($0.name)): \(optional(parameterText($0.type.unwrapped), .annotation)) = None"
    }
    return ["self"] + required + ["*"] + omissible + ["timeout: float | None = None"]
  }

  func writeCall(
    _ method: Function, _ result: String, _ style: Style, in code: inout CodeBuilder
  ) {
    let given = [true, false].map { isRequired in
      method.parameters.filter { $0.isRequired == isRequired }.map {
        "\(quoted($0.name)): \(argument($0.name))"
      }
    }
    let dictionaries = given.map { "{\($0.joined(separator: ", "))}" }
    let opening = "answer: \(result) = \(style == .blocking ? "" : "await ")self._call("
    let line = ([quoted(method.name)] + dictionaries + ["timeout"]).joined(separator: ", ")
    if opening.count + line.count < code.room() {
      code.add("\(opening)\(line))")
    } else {
      code.block(opening, ")") { code in
        code.add("\(quoted(method.name)),")
        for (members, dictionary) in zip(given, dictionaries) {
          if dictionary.count < code.room() {
            code.add("\(dictionary),")
          } else {
            code.block("{", "},") { code in for member in members { code.add("\(member),") } }
          }
        }
        code.add("timeout,")
      }
    }
    code.add("return answer")
  }

  func documentMethod(_ method: Function, in code: inout CodeBuilder) {
    let failures = model.ownFailures(of: method).map { "`\($0.className)`" }
    var paragraphs = [
      method.summary, method.details,
      failures.isEmpty ? "" : "Refused with \(failures.joined(separator: ", ")).",
    ].filter { !$0.isEmpty }.map { $0.wrapped(to: code.room()) }
    let parameters = method.parameters.filter { !$0.summary.isEmpty }
    if !parameters.isEmpty {
      let width = code.room() - 8
      paragraphs.append(
        ["Args:"]
          + parameters.flatMap { parameter in
            "\(argument(parameter.name)): \(parameter.summary)".wrapped(to: width).enumerated()
              .map { index, line in (index == 0 ? "    " : "        ") + line }
          })
    }
    code.docstring(paragraphs)
  }
}
