import JSONCodec

private struct TypeScriptWriter {
  let model: APIModel

  private static let notice =
    "// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Do not edit."

  private func file(_ body: (inout CodeBuilder) -> Void) -> String {
    var code = CodeBuilder()
    code.add(Self.notice)
    code.blank()
    body(&code)
    return code.text
  }

  var schema: String {
    file { code in
      code.document("The version of the interface that this module was generated from.")
      code.add("export const interfaceVersion = \(quoted(model.version));")
      code.blank()
      code.document("The digest of the document; `bridge.info` returns it as `schemaDigest`.")
      code.add("export const schemaDigest = \(quoted(model.digest));")
    }
  }

  var types: String {
    file { code in
      code.document("Any JSON. Integers that a number cannot hold exactly are bigint.")
      code.add(
        "export type JSONValue =",
        "  null | boolean | number | bigint | string | JSONValue[] | { [member: string]: JSONValue };"
      )
      code.blank()
      code.document("A JSON object with any members.")
      code.add("export type JSONObject = { [member: string]: JSONValue };")
      for named in model.describedTypes {
        code.blank()
        declare(named.name, named.summary, named.type, in: &code, prefix: "")
      }
    }
  }

  private func declare(
    _ name: String, _ summary: String, _ type: DataType, in code: inout CodeBuilder, prefix: String
  ) {
    code.document(summary)
    guard case .record(let fields) = type else {
      return code.add("export type \(name) = \(text(type, prefix));")
    }
    code.block("export interface \(name) {") { code in members(fields, in: &code, prefix) }
  }

  private func members(_ fields: [APIField], in code: inout CodeBuilder, _ prefix: String) {
    for field in fields {
      code.document(field.summary)
      code.add(
        "\(propertyName(field.name))\(field.isRequired ? "" : "?"): \(text(field.type, prefix));")
    }
  }

  /// Returns the TypeScript type. `prefix` is put before named types, such as `t.`.
  private func text(_ type: DataType, _ prefix: String) -> String {
    switch type {
    case .any: "\(prefix)JSONValue"
    case .null: "null"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .choice(let names): names.map(quoted).joined(separator: " | ")
    // The intersection keeps the known values from becoming part of `string`.
    case .openChoice(let names):
      (names.map(quoted) + ["(string & {})"]).joined(separator: " | ")
    case .constant(let value): value.text
    case .map: "\(prefix)JSONObject"
    case .dictionary(let element): "{ [member: string]: \(text(element, prefix)) }"
    case .list(let element): listText(text(element, prefix))
    case .record(let fields):
      "{ "
        + fields.map {
          "\(propertyName($0.name))\($0.isRequired ? "" : "?"): \(text($0.type, prefix))"
        }.joined(separator: "; ") + " }"
    case .named(let name): prefix + name
    case .union(let types): types.map { text($0, prefix) }.joined(separator: " | ")
    case .optional(let type): text(type, prefix) + " | null"
    }
  }

  private func listText(_ element: String) -> String {
    element.contains(" ") ? "(\(element))[]" : element + "[]"
  }

  private func propertyName(_ name: String) -> String {
    name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" } ? name : quoted(name)
  }

  private func quoted(_ text: String) -> String { JSON.string(text).text }
}

extension ClientLanguage {
  static let typeScript = ClientLanguage(
    name: "typescript", folder: "clients/typescript/src/generated"
  ) {
    model in
    let writer = TypeScriptWriter(model: model)
    return [
      GeneratedFile(path: "types.ts", text: writer.types),
      GeneratedFile(path: "methods.ts", text: writer.methods),
      GeneratedFile(path: "callbacks.ts", text: writer.callbacks),
      GeneratedFile(path: "events.ts", text: writer.events),
      GeneratedFile(path: "errors.ts", text: writer.errors),
      GeneratedFile(path: "schema.ts", text: writer.schema),
    ]
  }
}

// Methods.
extension TypeScriptWriter {
  var methods: String {
    file { code in
      code.add("import type { CallOptions, Caller } from \"../caller.js\";")
      code.add("import type * as t from \"./types.js\";")
      for method in model.methods where !method.parameters.isEmpty {
        code.blank()
        declare(
          "\(method.name.typeName)Parameters", "The parameters of `\(method.name)`.",
          .record(method.parameters), in: &code, prefix: "t.")
      }
      for (group, methods) in model.methodsByGroup.reversed() {
        code.blank()
        writeClass(group, methods, in: &code)
      }
    }
  }

  private func writeClass(_ group: String?, _ methods: [Function], in code: inout CodeBuilder) {
    let name = group.map { $0.typeName + "Methods" } ?? "Methods"
    code.document(
      group.map { "The methods whose names start with `\($0).`." } ?? "Every method of the bridge.")
    code.block("export class \(name) {") { code in
      if group == nil {
        for other in model.methodsByGroup.compactMap(\.group) {
          code.add("readonly \(other): \(other.typeName)Methods;")
        }
        code.blank()
      }
      writeConstructor(of: group, in: &code)
      for method in methods {
        code.blank()
        write(method, in: &code)
      }
    }
  }

  private func writeConstructor(of group: String?, in code: inout CodeBuilder) {
    let opening = "constructor(protected readonly caller: Caller) {"
    guard group == nil else { return code.add(opening + "}") }
    code.block(opening) { code in
      for other in model.methodsByGroup.compactMap(\.group) {
        code.add("this.\(other) = new \(other.typeName)Methods(caller);")
      }
    }
  }

  private func write(_ method: Function, in code: inout CodeBuilder) {
    let failures = model.ownFailures(of: method).map { "`\($0.className)`" }
    code.document(
      method.summary, method.details,
      failures.isEmpty ? "" : "Refused with \(failures.joined(separator: ", ")).")
    var parameters: [String] = []
    if !method.parameters.isEmpty {
      let isNeeded = method.parameters.contains(where: \.isRequired)
      parameters.append(
        "parameters: \(method.name.typeName)Parameters\(isNeeded ? "" : " = {}")")
    }
    parameters.append("options?: CallOptions")
    let given = method.parameters.isEmpty ? "{}" : "parameters"
    let result = "Promise<\(text(method.result, "t."))>"
    var opening = "\(method.localName)(\(parameters.joined(separator: ", "))): \(result) {"
    if opening.count > code.room() {
      opening =
        "\(method.localName)(\n" + parameters.map { "  \($0),\n" }.joined() + "): \(result) {"
    }
    code.block(opening) { code in
      code.add("return this.caller.call(\(quoted(method.name)), \(given), options);")
    }
  }
}

// Callbacks, events and errors.
extension TypeScriptWriter {
  var callbacks: String {
    file { code in
      code.add("import type * as t from \"./types.js\";")
      for callback in model.callbacks {
        code.blank()
        declare(
          "\(callback.name.typeName)Parameters", "The parameters of `\(callback.name)`.",
          .record(callback.parameters), in: &code, prefix: "t.")
      }
      code.blank()
      code.document("The answer of a host, immediate or as a promise.")
      code.add("export type Answer<T> = T | Promise<T>;")
      code.blank()
      code.document("The requests of the bridge to its host, by name.")
      code.block("export interface Callbacks {") { code in
        for callback in model.callbacks {
          code.document(callback.summary, callback.details)
          let parameters = "parameters: \(callback.name.typeName)Parameters"
          let answer = ") => Answer<\(text(callback.result, "t."))>;"
          let line = "\(quoted(callback.name)): (\(parameters)\(answer)"
          guard line.count > code.room() else {
            code.add(line)
            continue
          }
          code.block("\(quoted(callback.name)): (", answer) { code in code.add(parameters + ",") }
        }
      }
    }
  }

  var events: String {
    file { code in
      code.add("import type * as t from \"./types.js\";")
      code.blank()
      code.document("The value of each event, by the name of the event.")
      code.block("export interface EventValues {") { code in
        for event in model.events where event.isEmitted {
          let legacy = event.legacyCode.map { $0 == event.code ? "" : " (legacy \($0))" } ?? ""
          code.document("\(event.code)\(legacy), \(event.kind): \(event.meaning)", event.note ?? "")
          code.add("\(quoted(event.name)): \(text(event.value, "t."));")
        }
      }
      code.blank()
      code.document("The names of the events that this version of the interface knows.")
      code.add("export type EventName = keyof EventValues;")
      code.blank()
      code.document("An event whose name selects the type of its value.")
      code.add(
        "export type EventNamed<Name extends EventName> =",
        "  Omit<t.Event, \"name\" | \"value\"> & { name: Name; value: EventValues[Name] };")
      code.blank()
      code.document("Any event that this version of the interface knows.")
      code.add("export type KnownEvent = { [Name in EventName]: EventNamed<Name> }[EventName];")
      code.blank()
      code.document("The codes of the events, by name.")
      code.block("export const eventCodes: Readonly<Record<EventName, number>> = {", "};") { code in
        for event in model.events where event.isEmitted {
          code.add("\(quoted(event.name)): \(event.code),")
        }
      }
    }
  }

  var errors: String {
    file { code in
      code.add("import { BridgeError } from \"../errors.js\";")
      for error in model.errors {
        code.blank()
        code.document(
          "\(error.code): \(error.message)",
          error.isRetryable ? "The same call may succeed later." : "")
        let opening = "export class \(error.className) extends BridgeError {"
        guard !error.data.isEmpty else {
          code.add(opening + "}")
          continue
        }
        code.block(opening) { code in
          for field in error.data {
            code.block("\(getter(field)): \(text(field.type, "")) | undefined {") { code in
              code.add("return this.member(\(quoted(field.name)));")
            }
          }
        }
      }
      code.blank()
      code.document("The class of each error, by its reason.")
      code.block("export const errorClasses = {", "} as const;") { code in
        for error in model.errors {
          code.add("\(propertyName(error.reason)): \(error.className),")
        }
      }
    }
  }

  /// Returns the declaration of a getter. Every Error has a `cause` with another meaning, which is
  /// overridden.
  private func getter(_ field: APIField) -> String {
    (field.name == "cause" ? "override " : "") + "get \(propertyName(field.name))()"
  }
}

extension CodeBuilder {
  /// Adds a documentation comment. Adds nothing if there is no text.
  fileprivate mutating func document(_ paragraphs: String...) {
    let paragraphs = paragraphs.filter { !$0.isEmpty }.map {
      $0.replacing("*/", with: "*\u{200B}/")
    }
    guard let first = paragraphs.first else { return }
    if paragraphs.count == 1, first.count + 7 <= room() { return add("/** \(first) */") }
    add("/**")
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { add(" *") }
      for line in paragraph.wrapped(to: room() - 3) { add(" * \(line)") }
    }
    add(" */")
  }
}
