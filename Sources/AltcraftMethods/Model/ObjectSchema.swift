import JSONCodec

/// The schemas of objects that are written member by member, without a codec: each member with its meaning.
enum ObjectSchema {
  static let text: JSONObject = ["type": "string"]
  static let textOrNull: JSONObject = ["type": ["string", "null"]]
  static let integer: JSONObject = ["type": "integer"]
  static let integerOrNull: JSONObject = ["type": ["integer", "null"]]
  static let flag: JSONObject = ["type": "boolean"]
  static let flagOrNull: JSONObject = ["type": ["boolean", "null"]]
  static let time: JSONObject = ["type": "string", "format": "date-time"]
  static let timeOrNull: JSONObject = ["type": ["string", "null"], "format": "date-time"]

  /// Returns a member that is always present.
  static func field(_ name: String, _ doc: String, _ schema: JSONObject) -> FieldInfo {
    FieldInfo(name: name, doc: doc, isRequired: true, schema: Schema(schema))
  }

  static func named(_ name: String, _ doc: String, _ fields: [FieldInfo]) -> Schema {
    record(fields).named(name, doc)
  }

  /// Returns the schema of an object without a name of its own.
  static func record(_ fields: [FieldInfo]) -> Schema {
    let properties = fields.map {
      JSONObject.Member(key: $0.name, value: .object($0.schema.described($0.doc).json))
    }
    return Schema(
      [
        "type": "object", "properties": .object(JSONObject(properties)),
        "additionalProperties": false,
        "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
      ], referringTo: fields.map(\.schema))
  }

  static func list(of element: Schema) -> Schema {
    Schema(["type": "array", "items": .object(element.json)], referringTo: [element])
  }
}
