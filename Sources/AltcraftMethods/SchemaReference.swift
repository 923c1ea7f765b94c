import AltcraftEngine
import JSONCodec
import JSONRPC

/// The page of tables that a person reads before the document: `schema/README.md`, and what
/// `altcraft-bridge schema --format markdown` prints.
package enum SchemaReference {
  package static func text() -> String {
    [
      preamble,
      "## Methods", methods,
      "## What the bridge tells", declarations(Catalog.notices),
      "## What the bridge asks", callbacks,
      "## What a client may tell", declarations(Catalog.openRPC(version: "").clientNotices),
      "## Errors", errors,
      "## SDK events", events,
    ].joined(separator: "\n\n") + "\n"
  }

  private static let preamble = """
    # The contract

    Everything here is written from the declarations in `Sources/AltcraftMethods` by
    `UPDATE=1 swift test --filter Drift`; a test fails when it differs from them. Do not edit it.

    - `openrpc.json` is the whole contract, as OpenRPC 1.3: what `altcraft-bridge schema` prints and \
    `rpc.discover` answers. `schemaDigest` of `bridge.info` is the SHA-256 of its bytes.
    - `examples/<method>.jsonl` holds the examples of a method, one JSON value a line, each executed by the tests \
    against a simulated platform on `http://127.0.0.1:8080`. `{"example": name}` begins one, each with data of its \
    own. `send` is a request. After it comes its answer: `receive` to the letter (of an error the code and \
    `data.reason`), `receiveLike` of that shape, with other identifiers, times and numbers, or `receiveAny` with \
    any result.

    In the tables `!` marks what must be given, `?` what an event may leave out, and the order is that of positional \
    parameters. "durable" work is on disk before it is answered. Parameters that a method does not take it refuses with `invalidParams`.
    """

  private static var methods: String {
    table(
      ["method", "parameters", "answer", "refused with"],
      Catalog.methods.map(\.declaration).map { method in
        [
          "[`\(method.name)`](examples/\(method.name).jsonl)"
            + method.aliases.map { ", `\($0)`" }.joined()
            + (method.extensions["x-durable"] == nil ? "" : " durable")
            + "<br>" + method.summary,
          parameters(method), type(method.result.json),
          method.failures.map(\.reason).filter { $0 != "invalidParams" }
            .map { "`\($0)`" }.joined(separator: ", "),
        ]
      })
  }

  private static func declarations(_ all: [Declaration]) -> String {
    table(
      ["notification", "parameters", "meaning"],
      all.map { ["`\($0.name)`", parameters($0), $0.summary] })
  }

  private static var callbacks: String {
    table(
      ["request", "parameters", "answer", "meaning"],
      Catalog.callbacks.map {
        ["`\($0.name)`", parameters($0), type($0.result.json), $0.summary]
      })
  }

  private static var errors: String {
    table(
      ["code", "reason", "retryable", "more in `data`", "message"],
      Catalog.openRPC(version: "").failures.map { error in
        let more = error.data.keys.filter { !["reason", "retryable"].contains($0) }
        return [
          String(error.code), "`\(error.reason)`", error.isRetryable ? "yes" : "no",
          more.map { "`\($0)`" }.joined(separator: ", "), error.message,
        ]
      })
  }

  private static var events: String {
    table(
      ["code", "legacy", "name", "class", "meaning", "value", "note"],
      EventCatalog.entries.map { event in
        [
          String(event.code.rawValue), event.legacyCode.map(String.init) ?? "–",
          "`\(event.name)`", event.kind.rawValue, event.meaning,
          value(of: event),
          (event.isEmitted ? "" : "never: ") + (event.note ?? ""),
        ]
      })
  }

  /// The members of the value of its events.
  private static func value(of event: EventCatalog.Entry) -> String {
    let schema = EventValue.schema(of: event.code)
    let shapes = schema.definitions.filter { schema.json.names.contains($0.key) }
    let members = shapes.values.flatMap { shape in
      let required = shape["required"]?.arrayValue ?? []
      return (shape["properties"]?.objectValue?.keys ?? []).map { name in
        "`\(name)`" + (required.contains(.string(name)) ? "" : "?")
      }
    }
    return members.isEmpty ? "–" : members.joined(separator: ", ")
  }

  private static func parameters(_ declaration: Declaration) -> String {
    declaration.parameters.isEmpty
      ? "–"
      : declaration.parameters.map { "`\($0.name)`" + ($0.isRequired ? "!" : "") }
        .joined(separator: ", ")
  }

  /// A schema in the fewest words: a name, a type, or `true`.
  private static func type(_ schema: JSONObject) -> String {
    if let reference = schema["$ref"]?.stringValue {
      return reference.hasPrefix("#")
        ? String(reference.split(separator: "/").last ?? "") : "OpenRPC"
    }
    if let value = schema["const"] { return "`\(value.text)`" }
    if let all = schema["oneOf"]?.arrayValue {
      return all.compactMap(\.objectValue).map(type).joined(separator: " or ")
    }
    if let items = schema["items"]?.objectValue { return "list of \(type(items))" }
    switch schema["type"] {
    case .string(let name): return name
    case .array(let names): return names.compactMap(\.stringValue).joined(separator: " or ")
    default: return "any"
    }
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { row in
      "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")
        + " |"
    }.joined(separator: "\n")
  }
}

extension JSONObject {
  /// The shapes that a schema refers to itself, or as one of its alternatives.
  fileprivate var names: [String] {
    let alternatives = self["oneOf"]?.arrayValue?.compactMap(\.objectValue) ?? []
    return ([self] + alternatives).compactMap {
      $0["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
    }
  }
}
