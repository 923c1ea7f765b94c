import JSONCodec

/// The generated part of the client for C#: the namespace `AltcraftBridge`, one file for each kind.
struct CSharpWriter {
  let model: APIModel
  private let declared: [String: DataType]

  init(model: APIModel) {
    self.model = model
    declared = model.declared
  }

  func file(using namespaces: [String] = [], _ body: (inout CodeBuilder) -> Void) -> String {
    var code = CodeBuilder(indentation: "    ")
    code.add(
      "// Written by `altcraft-bridge generate csharp` from the OpenRPC document. Do not edit.")
    code.add("using System;")
    for name in (["Collections.Generic", "Threading.Tasks"] + namespaces).sorted() {
      code.add("using System.\(name);")
    }
    code.add("")
    code.block("namespace AltcraftBridge {", "}", body)
    return code.text
  }

  var schema: String {
    file { code in
      code.document("The interface that this library was generated from.")
      code.block("public static class Schema {") { code in
        code.add("public const string Version = \(quoted(model.version));")
        code.document("The digest of the document; bridge.info returns it as schemaDigest.")
        code.add("public const string Digest = \(quoted(model.digest));")
        code.document("The methods that other names stand for.")
        code.block(
          "public static readonly IReadOnlyDictionary<string, string> Aliases = new Dictionary<string, string> {",
          "};"
        ) { code in
          for alias in model.aliases {
            code.add("{ \(quoted(alias.name)), \(quoted(alias.method)) },")
          }
        }
      }
    }
  }

  private func quoted(_ text: String) -> String { JSON.string(text).text }
}

extension ClientLanguage {
  static let csharp = ClientLanguage(name: "csharp", folder: "clients/csharp/src/Generated") {
    model in
    let writer = CSharpWriter(model: model)
    return [
      GeneratedFile(path: "Callbacks.cs", text: writer.callbacks),
      GeneratedFile(path: "Errors.cs", text: writer.errors),
      GeneratedFile(path: "Events.cs", text: writer.events),
      GeneratedFile(path: "Methods.cs", text: writer.methods),
      GeneratedFile(path: "Schema.cs", text: writer.schema),
      GeneratedFile(path: "Types.cs", text: writer.types),
      GeneratedFile(path: "Values.cs", text: writer.values),
    ]
  }
}

// The names of types.
extension CSharpWriter {
  /// A C# type, and the function that reads it.
  private struct Form {
    let name: String
    let read: String
    var isStruct = false

    var orNull: Form {
      isStruct
        ? Form(name: name + "?", read: "Read.OrNone(\(read))")
        : Form(name: name, read: read == "Read.Any" ? read : "Read.OrNull(\(read))")
    }
  }

  private func form(_ type: DataType) -> Form {
    switch type {
    case .boolean: return Form(name: "bool", read: "Read.Boolean", isStruct: true)
    case .integer: return Form(name: "long", read: "Read.Integer", isStruct: true)
    case .number: return Form(name: "double", read: "Read.Number", isStruct: true)
    case .string, .choice, .openChoice: return Form(name: "string", read: "Read.Text")
    case .map, .dictionary, .record:
      return Form(name: "IDictionary<string, object>", read: "Read.Object")
    case .list(let element):
      let element = form(element)
      return Form(name: "List<\(element.name)>", read: "Read.ListOf(\(element.read))")
    case .named(let name):
      guard let type = declared[name] else { return Form(name: "object", read: "Read.Any") }
      guard case .record = type else { return form(type) }
      return Form(name: name, read: "json => new \(name)(Read.Object(json))")
    case .optional(let type): return form(type).orNull
    case .constant(let value):
      return value.boolValue == nil
        ? Form(
          name: value.stringValue == nil ? "object" : "string",
          read: value.stringValue == nil ? "Read.Any" : "Read.Text")
        : form(.boolean)
    case .any, .null, .union: return Form(name: "object", read: "Read.Any")
    }
  }

  private func form(_ field: APIField) -> Form {
    if field.isRequired { return form(field.type) }
    if case .optional = field.type { return form(field.type) }
    return form(field.type).orNull
  }

  /// Returns the type of a parameter: any object or list that JSON has is accepted.
  private func parameterName(_ field: APIField) -> String {
    let form = form(field)
    return ["bool", "bool?", "long", "long?", "double", "double?", "string"].contains(form.name)
      ? form.name : "object"
  }

  private func argument(_ name: String) -> String {
    ["event", "params", "object", "string", "operator", "namespace", "default"].contains(name)
      ? "@" + name : name
  }
}

// Types.
extension CSharpWriter {
  var types: String {
    file { code in
      for named in model.describedTypes {
        guard case .record(let fields) = named.type else { continue }
        code.blank()
        code.document(named.summary)
        code.block("public sealed class \(named.name) : JsonRecord {") { code in
          code.add("public \(named.name)() {}")
          code.add("public \(named.name)(IDictionary<string, object> json) : base(json) {}")
          for field in fields {
            code.blank()
            code.document(field.summary)
            let form = form(field)
            var name = field.name.typeName
            if name == named.name { name += "Value" }
            code.block("public \(form.name) \(name) {") { code in
              code.add("get => Member(\(quoted(field.name)), \(form.read));")
              code.add("set => this[\(quoted(field.name))] = value;")
            }
          }
        }
      }
    }
  }
}

// Methods and callbacks.
extension CSharpWriter {
  var methods: String {
    file { code in
      for (group, methods) in model.methodsByGroup.reversed() {
        code.blank()
        let name = group.map { $0.typeName + "Methods" } ?? "Methods"
        code.document(
          group.map { "The methods whose names start with \($0)." } ?? "Every method of the bridge."
        )
        let groups = group == nil ? model.methodsByGroup.compactMap(\.group) : []
        code.block(
          group == nil ? "public abstract class Methods {" : "public sealed class \(name) {"
        ) { code in
          if group == nil {
            for other in groups {
              code.add("public \(other.typeName)Methods \(other.typeName) { get; }")
            }
            code.block("protected Methods() {") { code in
              for other in groups {
                code.add("\(other.typeName) = new \(other.typeName)Methods(this);")
              }
            }
            code.document("Calls a method by name, and reads its result.")
            code.add(
              "public abstract Task<T> Call<T>(string method, object parameters, Func<object, T> read);"
            )
          } else {
            code.add("private readonly Methods caller;")
            code.add("internal \(name)(Methods caller) { this.caller = caller; }")
          }
          for method in methods {
            code.blank()
            write(method, group == nil ? "" : "caller.", in: &code)
          }
        }
      }
    }
  }

  private func write(_ method: Function, _ caller: String, in code: inout CodeBuilder) {
    let failures = model.ownFailures(of: method).map(\.className)
    let ordered = method.orderedParameters
    code.document(
      method.summary, method.details,
      failures.isEmpty ? "" : "Refused with \(failures.joined(separator: ", ")).")
    for field in ordered {
      code.add("/// <param name=\"\(field.name)\">\(field.summary.escapedForXML)</param>")
    }
    let parameters = ordered.map { field in
      "\(parameterName(field)) \(argument(field.name))\(field.isRequired ? "" : " = null")"
    }
    let result = form(method.result)
    let name = method.localName.capitalizedFirst
    let given = method.parameters.map { field in
      ".\(field.isRequired ? "With" : "WithOptional")(\(quoted(field.name)), \(argument(field.name)))"
    }
    code.block("public Task<\(result.name)> \(name)(\(parameters.joined(separator: ", "))) {") {
      code in
      code.add(
        "return \(caller)Call(\(quoted(method.name)), new Parameters()\(given.joined()), \(result.read));"
      )
    }
  }

  var callbacks: String {
    file { code in
      code.document("The requests of the bridge to its host.")
      code.block("public static class Callbacks {") { code in
        for callback in model.callbacks {
          code.blank()
          let parameters = callback.parameters.map { "\($0.name): \($0.summary)" }
          code.document(
            callback.summary, callback.details,
            parameters.isEmpty ? "" : "Parameters: \(parameters.joined(separator: " "))")
          code.add("public const string \(callback.name.typeName) = \(quoted(callback.name));")
        }
      }
    }
  }
}

// Events and errors.
extension CSharpWriter {
  var events: String {
    file { code in
      code.document("The names and codes of the events that this version of the interface knows.")
      code.block("public static class KnownEvents {") { code in
        code.block(
          "public static readonly IReadOnlyDictionary<string, long> Codes = new Dictionary<string, long> {",
          "};"
        ) { code in
          for event in model.events where event.isEmitted {
            code.add("// \(event.kind): \(event.meaning)")
            code.add("{ \(quoted(event.name)), \(event.code) },")
          }
        }
      }
    }
  }

  var errors: String {
    file { code in
      code.add(Self.baseException)
      for error in model.errors {
        code.blank()
        code.document(
          "\(error.code): \(error.message)",
          error.isRetryable ? "The same call may succeed later." : "")
        let name = error.className.exceptionName
        code.block("public sealed class \(name) : BridgeException {") { code in
          code.add(
            "public \(name)(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}"
          )
        }
      }
      code.blank()
      code.document("The class of each error.")
      code.block("internal static class Errors {") { code in
        code.block("public static BridgeException Of(IDictionary<string, object> error) {") {
          code in
          code.add(
            "error.TryGetValue(\"data\", out var members);",
            "var data = members as IDictionary<string, object> ?? new Parameters();",
            "var (code, message) = ((long)error[\"code\"], (string)error[\"message\"]);",
            "data.TryGetValue(\"reason\", out var reason);")
          code.block("switch (reason as string) {") { code in
            for error in model.errors {
              code.add(
                "case \(quoted(error.reason)): return new \(error.className.exceptionName)(code, message, data);"
              )
            }
            code.add("default: return new BridgeException(code, message, data);")
          }
        }
      }
    }
  }

  private static let baseException = """
    /// <summary>A call that the bridge refused. Each reason has its own class, such as OutboxFullException.</summary>
    public class BridgeException : Exception {
        public BridgeException(long code, string message, IDictionary<string, object> data) : base(message) {
            (Code, Members) = (code, data);
            Reason = data.TryGetValue("reason", out var reason) ? reason as string : "";
            IsRetryable = data.TryGetValue("retryable", out var again) && true.Equals(again);
        }

        public long Code { get; }

        /// <summary>The name of the error, such as outboxFull.</summary>
        public string Reason { get; }

        /// <summary>True if the same call may succeed later without a change.</summary>
        public bool IsRetryable { get; }

        /// <summary>The data of the error.</summary>
        public IDictionary<string, object> Members { get; }
    }
    """
}

extension String {
  fileprivate var exceptionName: String { dropLast("Error".count) + "Exception" }

  fileprivate var escapedForXML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

extension CodeBuilder {
  /// Adds a documentation comment. Adds nothing if there is no text.
  fileprivate mutating func document(_ paragraphs: String...) {
    let paragraphs = paragraphs.filter { !$0.isEmpty }.map(\.escapedForXML)
    guard !paragraphs.isEmpty else { return }
    if paragraphs.count == 1, paragraphs[0].count + 23 <= room(of: 120) {
      return add("/// <summary>\(paragraphs[0])</summary>")
    }
    add("/// <summary>")
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { add("///") }
      for line in paragraph.wrapped(to: room(of: 120) - 4) { add("/// \(line)") }
    }
    add("/// </summary>")
  }
}
