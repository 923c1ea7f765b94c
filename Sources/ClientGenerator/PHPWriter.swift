import JSONCodec

/// The generated part of the client for PHP: classes of the namespace `Altcraft\Bridge`, one file for each kind.
struct PHPWriter {
  let model: APIModel
  private let declared: [String: DataType]

  init(model: APIModel) {
    self.model = model
    declared = model.declared
  }

  func file(_ body: (inout CodeBuilder) -> Void) -> String {
    var code = CodeBuilder(indentation: "    ")
    code.add("<?php", "")
    code.add(
      "// Written by `altcraft-bridge generate php` from the OpenRPC document. Do not edit.", "")
    code.add("declare(strict_types=1);", "", "namespace Altcraft\\Bridge;")
    body(&code)
    return code.text
  }

  var schema: String {
    file { code in
      code.blank()
      code.document("The interface that this package was generated from.")
      code.block("final class Schema {") { code in
        code.add("public const VERSION = \(quoted(model.version));")
        code.document("The digest of the document; `bridge.info` returns it as `schemaDigest`.")
        code.add("public const DIGEST = \(quoted(model.digest));")
        code.document("The methods that other names stand for.")
        code.block("public const ALIASES = [", "];") { code in
          for alias in model.aliases {
            code.add("\(quoted(alias.name)) => \(quoted(alias.method)),")
          }
        }
      }
    }
  }

  func quoted(_ text: String) -> String {
    JSON.string(text).text.replacing("$", with: "\\$")
  }
}

extension ClientLanguage {
  static let php = ClientLanguage(name: "php", folder: "clients/php/src/generated") { model in
    let writer = PHPWriter(model: model)
    return [
      GeneratedFile(path: "Callbacks.php", text: writer.callbacks),
      GeneratedFile(path: "Errors.php", text: writer.errors),
      GeneratedFile(path: "Events.php", text: writer.events),
      GeneratedFile(path: "Methods.php", text: writer.methods),
      GeneratedFile(path: "Schema.php", text: writer.schema),
      GeneratedFile(path: "Types.php", text: writer.types),
      GeneratedFile(path: "Values.php", text: writer.values),
    ]
  }
}

// The names of types.
extension PHPWriter {
  /// Returns the type that a name stands for, and the name if it is a record, which has a class.
  private func resolved(_ type: DataType) -> (type: DataType, record: String?) {
    guard case .named(let name) = type, let named = declared[name] else { return (type, nil) }
    if case .record = named { return (named, name) }
    return resolved(named)
  }

  /// Returns the type as the text that `Record::read` knows.
  private func readText(_ type: DataType) -> String {
    let (type, record) = resolved(type)
    if let record { return record }
    switch type {
    case .null: return "null"
    case .boolean: return "bool"
    case .integer: return "int"
    case .number: return "number"
    case .string, .choice, .openChoice: return "string"
    case .constant(let value):
      return value.boolValue == nil ? (value.stringValue == nil ? "mixed" : "string") : "bool"
    case .map, .dictionary, .record: return "object"
    case .list(let element): return readText(element) + "[]"
    case .optional(let type):
      let text = readText(type)
      return text == "mixed" || text.hasPrefix("?") ? text : "?" + text
    case .any, .named, .union: return "mixed"
    }
  }

  /// Returns the type of a property or of a result.
  private func text(_ type: DataType) -> String {
    let text = readText(type)
    if text.hasSuffix("[]") { return text.hasPrefix("?") ? "?array" : "array" }
    switch text {
    case "number": return "int|float|BigInteger"
    case "?number": return "int|float|BigInteger|null"
    case "object": return "\\stdClass"
    case "?object": return "?\\stdClass"
    case "null": return "mixed"
    default: return text
    }
  }

  /// Returns the type of a parameter: arrays stand for objects too.
  private func parameterText(_ type: DataType, isRequired: Bool) -> String {
    let read = readText(type)
    let isNullable = read.hasPrefix("?") || !isRequired
    let base = read.hasPrefix("?") ? String(read.dropFirst()) : read
    let name: String
    switch base {
    case "mixed", "null": return "mixed"
    case "object": name = "array|\\stdClass"
    case "number": name = "int|float"
    case _ where base.hasSuffix("[]"): name = "array"
    case _ where declared[base] != nil: name = "array|\(base)"
    default: return isNullable ? "?" + base : base
    }
    return isNullable ? (name.contains("|") ? name + "|null" : "?" + name) : name
  }

  /// Returns the type as analysers of PHP know it.
  private func documentedText(_ type: DataType) -> String {
    switch type {
    case .choice(let names), .openChoice(let names):
      return names.map { "'\($0)'" }.joined(separator: "|")
    case .list(let element): return "list<\(documentedText(element))>"
    case .dictionary(let element): return "array<string, \(documentedText(element))>"
    case .optional(let type): return documentedText(type) + "|null"
    case .union(let types): return types.map(documentedText).joined(separator: "|")
    case .constant(let value): return value.stringValue.map { "'\($0)'" } ?? value.text
    case .named(let name):
      guard let type = declared[name] else { return name }
      if case .record = type { return name }
      return documentedText(type)
    default: return text(type)
    }
  }
}

// Types.
extension PHPWriter {
  var types: String {
    file { code in
      for named in model.describedTypes {
        guard case .record(let fields) = named.type else { continue }
        code.blank()
        code.document(named.summary)
        code.block("final class \(named.name) extends Record {") { code in
          constant(
            "TYPES", fields.map { "\(quoted($0.name)) => \(quoted(memberText($0)))" }, in: &code)
          constant("REQUIRED", fields.filter(\.isRequired).map { quoted($0.name) }, in: &code)
          for field in fields {
            code.blank()
            code.document(field.summary, "@var \(documentedText(field.type))")
            let text = text(field.isRequired ? field.type : .optional(field.type))
            code.add("public \(text) $\(field.name)\(field.isRequired ? "" : " = null");")
          }
        }
      }
    }
  }

  private func memberText(_ field: APIField) -> String {
    readText(field.isRequired ? field.type : .optional(field.type))
  }

  private func constant(_ name: String, _ items: [String], in code: inout CodeBuilder) {
    guard !items.isEmpty else { return }
    code.block("protected const \(name) = [", "];") { code in
      for item in items { code.add(item + ",") }
    }
  }
}

// Methods and callbacks.
extension PHPWriter {
  var methods: String {
    file { code in
      for (group, methods) in model.methodsByGroup.reversed() {
        code.blank()
        let name = group.map { $0.typeName + "Methods" } ?? "Methods"
        code.document(
          group.map { "The methods whose names start with `\($0).`." }
            ?? "Every method of the bridge.")
        code.block("\(group == nil ? "abstract" : "final") class \(name) {") { code in
          let groups = group == nil ? model.methodsByGroup.compactMap(\.group) : []
          for other in groups { code.add("public readonly \(other.typeName)Methods $\(other);") }
          let opening = "public function __construct(private Bridge $caller) {"
          if groups.isEmpty {
            code.add(opening + "}")
          } else {
            code.block(opening) { code in
              for other in groups {
                code.add("$this->\(other) = new \(other.typeName)Methods($caller);")
              }
            }
          }
          for method in methods {
            code.blank()
            write(method, in: &code)
          }
        }
      }
    }
  }

  private func write(_ method: Function, in code: inout CodeBuilder) {
    let failures = model.ownFailures(of: method).map { "`\($0.className)`" }
    let ordered = method.orderedParameters
    let described = ordered.map { field in
      let type = documentedText(field.type)
      let orNull = field.isRequired || type.hasSuffix("|null") ? "" : "|null"
      return "@param \(type)\(orNull) $\(field.name) \(field.summary)"
    }
    code.document(
      [
        method.summary, method.details,
        failures.isEmpty ? "" : "Refused with \(failures.joined(separator: ", ")).",
      ] + described + ["@return \(documentedText(method.result))"])
    let parameters = ordered.map { field in
      parameterText(field.type, isRequired: field.isRequired)
        + " $\(field.name)\(field.isRequired ? "" : " = null")"
    }
    let opening = "public function \(method.localName)("
    let result = "): \(text(method.result)) {"
    func body(_ code: inout CodeBuilder) {
      func items(_ isRequired: Bool) -> String {
        let fields = method.parameters.filter { $0.isRequired == isRequired }
        return fields.map { "\(quoted($0.name)) => $\($0.name)" }.joined(separator: ", ")
      }
      let (required, optional) = (items(true), items(false))
      var given = "[\(required)]"
      if !optional.isEmpty {
        code.add("$given = array_filter([\(optional)], static fn ($value) => $value !== null);")
        given = required.isEmpty ? "$given" : given + " + $given"
      }
      let call = "$this->caller->call(\(quoted(method.name)), \(given))"
      code.add("return Record::read(\(call), \(quoted(readText(method.result))));")
    }
    let line = opening + parameters.joined(separator: ", ") + result
    if line.count <= code.room(of: 120) { return code.block(line, "}", body) }
    code.block(opening, nil) { code in for parameter in parameters { code.add(parameter + ",") } }
    code.block(result, "}", body)
  }

  var callbacks: String {
    file { code in
      code.blank()
      code.document("The requests of the bridge to its host.")
      code.block("trait Callbacks {") { code in
        code.document("The types of the parameters of each request, in their order.")
        code.block("private const PARAMETERS = [", "];") { code in
          for callback in model.callbacks {
            let items = callback.parameters.map {
              "\(quoted($0.name)) => \(quoted(memberText($0)))"
            }
            code.add("\(quoted(callback.name)) => [\(items.joined(separator: ", "))],")
          }
        }
        code.blank()
        code.document("Returns the parameters of a request in their order.")
        code.block(
          "private static function parameters(string $name, \\stdClass $params): array {"
        ) {
          $0.add("$types = self::PARAMETERS[$name] ?? [];")
          $0.add(
            "return array_map(fn ($name, $type) => Record::read($params->$name ?? null, $type), "
              + "array_keys($types), $types);")
        }
        for callback in model.callbacks {
          code.blank()
          let parameters = callback.parameters.map { "\(documentedText($0.type)) $\($0.name)" }
            .joined(separator: ", ")
          code.document([
            callback.summary, callback.details,
            "@param callable(\(parameters)): (\(documentedText(callback.result))) $handler",
          ])
          code.block("public function handle\(callback.name.typeName)(callable $handler): static {")
          {
            $0.add("return $this->handle(\(quoted(callback.name)), $handler);")
          }
        }
      }
    }
  }
}

// Events and errors.
extension PHPWriter {
  var events: String {
    file { code in
      code.blank()
      code.document("The events that this version of the interface knows.")
      code.block("final class Events {") { code in
        code.document("The code of each event, by its name.")
        code.block("public const CODES = [", "];") { code in
          for event in model.events where event.isEmitted {
            code.add("// \(event.kind): \(event.meaning)")
            code.add("\(quoted(event.name)) => \(event.code),")
          }
        }
        code.document("The type of the value of each event, by its name.")
        code.block("public const VALUES = [", "];") { code in
          for event in model.events where event.isEmitted {
            code.add("\(quoted(event.name)) => \(quoted(readText(event.value))),")
          }
        }
      }
    }
  }

  var errors: String {
    file { code in
      code.add("", Self.baseError)
      for error in model.errors {
        code.blank()
        let data = error.data.map { "`\($0.name)`" }.joined(separator: ", ")
        code.document(
          "\(error.code): \(error.message)",
          error.isRetryable ? "The same call may succeed later." : "",
          data.isEmpty ? "" : "`data` has \(data).")
        code.add("final class \(error.className) extends BridgeError {}")
      }
      code.blank()
      code.document("The class of each error.")
      code.block("final class Errors {") { code in
        code.block("private const CLASSES = [", "];") { code in
          for error in model.errors {
            code.add("\(quoted(error.reason)) => \(error.className)::class,")
          }
        }
        code.blank()
        code.document("Returns the error of the class for its reason.")
        code.block(
          "public static function of(int $code, string $message, \\stdClass $data): BridgeError {"
        ) {
          $0.add("$class = self::CLASSES[$data->reason ?? \"\"] ?? BridgeError::class;")
          $0.add("return new $class($code, $message, $data);")
        }
      }
    }
  }

  private static let baseError = """
    /** A call that the bridge refused. Each reason has its own class, such as OutboxFullError. */
    class BridgeError extends \\RuntimeException {
        /** The name of the error, such as outboxFull. */
        public readonly string $reason;
        /** True if the same call may succeed later without a change. */
        public readonly bool $retryable;

        final public function __construct(int $code, string $message, public readonly \\stdClass $data) {
            parent::__construct($message, $code);
            $this->reason = $data->reason ?? "";
            $this->retryable = $data->retryable ?? false;
        }
    }
    """
}

extension CodeBuilder {
  fileprivate mutating func document(_ paragraphs: String...) { document(paragraphs) }

  /// Adds a documentation comment. Adds nothing if there is no text.
  fileprivate mutating func document(_ paragraphs: [String]) {
    let paragraphs = paragraphs.filter { !$0.isEmpty }.map {
      $0.replacing("*/", with: "*\u{200B}/")
    }
    guard let first = paragraphs.first else { return }
    if paragraphs.count == 1, first.count + 7 <= room(of: 120) { return add("/** \(first) */") }
    add("/**")
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0, !(paragraph.hasPrefix("@") && paragraphs[index - 1].hasPrefix("@")) {
        add(" *")
      }
      for line in paragraph.wrapped(to: room(of: 120) - 3) { add(" * \(line)") }
    }
    add(" */")
  }
}
