import JSONCodec

/// The interface as one JSON Schema 2020-12 document, made from the OpenRPC document. It accepts the messages of
/// both directions; `$defs` has every type, and the parameters and the result of every method.
package struct MessageSchema {
  /// A method, notification or callback of the document.
  private struct Shape {
    let name: String
    let declaration: JSON
    /// True if the bridge reads the parameters, and refuses those that it does not know.
    let isRead: Bool

    var parameters: [JSON] { declaration["params"]?.arrayValue ?? [] }

    /// The number of parameters up to the last required one.
    var requiredCount: Int { (parameters.lastIndex(where: MessageSchema.isRequired) ?? -1) + 1 }
  }

  private let document: JSON

  /// `document` is an OpenRPC document of the bridge.
  package init(document: JSON) {
    self.document = document
  }

  package static func text(document: JSON) -> String {
    JSON.object(MessageSchema(document: document).schema).prettyText + "\n"
  }

  package var schema: JSONObject {
    var definitions = JSONObject(
      (document["components"]?["schemas"]?.objectValue?.members ?? []).map {
        JSONObject.Member(key: $0.key, value: Self.moved($0.value))
      })
    for shape in shapes {
      definitions["\(shape.name).params"] = Self.parameters(of: shape)
      guard let result = shape.declaration["result"]?["schema"], !isNotification(shape) else {
        continue
      }
      definitions["\(shape.name).result"] = Self.moved(result)
    }
    definitions["Error"] = error
    var root: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": .string(
        "https://altcraft-bridge.example/schema/\(version)/messages.schema.json"),
      "title": "Messages of altcraft-bridge",
      "description": .string(
        """
        A JSON-RPC 2.0 message of a host or of the bridge. $defs has every type, and NAME.params and NAME.result of \
        every method, notification and callback. The schema cannot express that a result belongs to a request.
        """),
    ]
    for member in message.members { root[member.key] = member.value }
    root["$defs"] = .object(definitions)
    return root
  }
}

// Messages.
extension MessageSchema {
  private var version: String { document["info"]?["version"]?.stringValue ?? "" }

  private var shapes: [Shape] {
    [
      ("methods", true), ("x-notifications", false), ("x-callbacks", false),
      ("x-client-notifications", true),
    ]
    .flatMap { member, isRead in
      (document[member]?.arrayValue ?? []).map {
        Shape(name: $0["name"]?.stringValue ?? "", declaration: $0, isRead: isRead)
      }
    }
  }

  private func isNotification(_ shape: Shape) -> Bool {
    ["x-notifications", "x-client-notifications"].contains { member in
      document[member]?.arrayValue?.contains { $0["name"] == .string(shape.name) } ?? false
    }
  }

  private var message: JSONObject {
    var choices = shapes.map { shape -> JSON in
      var then: JSONObject = [
        "properties": ["params": Self.reference("\(shape.name).params")]
      ]
      if shape.requiredCount > 0 { then["required"] = ["params"] }
      return [
        "if": ["required": ["method"], "properties": ["method": ["const": .string(shape.name)]]],
        "then": .object(then),
      ]
    }
    choices.append([
      "if": ["not": ["required": ["method"]]],
      "then": ["required": ["id"], "oneOf": [["required": ["result"]], ["required": ["error"]]]],
    ])
    return [
      "type": "object", "required": ["jsonrpc"],
      "properties": [
        "jsonrpc": ["const": "2.0"],
        "id": ["type": ["string", "number", "null"]],
        "method": ["enum": .array(shapes.map { .string($0.name) })],
        "error": Self.reference("Error"),
      ],
      "allOf": .array(choices),
    ]
  }

  private var error: JSON {
    let errors = document["x-errors"]?.arrayValue ?? []
    return [
      "title": "Error", "description": "The error of a call, or of a callback.", "type": "object",
      "required": ["code", "message"],
      "properties": [
        "code": ["type": "integer"], "message": ["type": "string"],
        "data": [
          "type": "object",
          "properties": [
            "reason": ["examples": .array(errors.compactMap { $0["reason"] })],
            "retryable": ["type": "boolean"],
          ],
        ],
      ],
    ]
  }
}

// Schemas.
extension MessageSchema {
  fileprivate static func isRequired(_ parameter: JSON) -> Bool {
    parameter["required"]?.boolValue ?? false
  }

  /// Returns a schema for the parameters by name, or by position. The bridge accepts null for a missing parameter,
  /// and nulls after the last one.
  private static func parameters(of shape: Shape) -> JSON {
    let members = shape.parameters.map { parameter in
      JSONObject.Member(
        key: parameter["name"]?.stringValue ?? "",
        value: described(moved(parameter["schema"] ?? [:]), parameter["summary"]))
    }
    var object: JSONObject = ["type": "object", "properties": .object(JSONObject(members))]
    let required = shape.parameters.filter(isRequired).compactMap { $0["name"] }
    if !required.isEmpty { object["required"] = .array(required) }
    if shape.isRead { object["additionalProperties"] = false }

    let positions = shape.parameters.map { parameter -> JSON in
      let place = reference(
        "\(shape.name).params/anyOf/0/properties/\(parameter["name"]?.stringValue ?? "")")
      return isRequired(parameter) ? place : ["anyOf": [place, ["type": "null"]]]
    }
    var array: JSONObject = ["type": "array"]
    if !positions.isEmpty { array["prefixItems"] = .array(positions) }
    if shape.requiredCount > 0 { array["minItems"] = .int(shape.requiredCount) }
    array["items"] = ["type": "null"]
    return ["anyOf": [.object(object), .object(array)]]
  }

  private static func described(_ schema: JSON, _ summary: JSON?) -> JSON {
    guard var object = schema.objectValue, let summary, object["description"] == nil else {
      return schema
    }
    object["description"] = summary
    return .object(object)
  }

  private static func reference(_ name: String) -> JSON {
    ["$ref": .string("#/$defs/" + name.replacing("$/", with: "$~1"))]
  }

  /// Returns the schema with references to the types in `$defs`.
  private static func moved(_ schema: JSON) -> JSON {
    switch schema {
    case .array(let items): return .array(items.map(moved))
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map { member in
            JSONObject.Member(
              key: member.key,
              value: member.key == "$ref"
                ? member.value.stringValue.map {
                  .string($0.replacing("#/components/schemas/", with: "#/$defs/"))
                } ?? member.value : moved(member.value))
          }))
    default: return schema
    }
  }
}
