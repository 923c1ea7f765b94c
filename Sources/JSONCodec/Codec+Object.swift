/// One member of an object: its name, how it is read and written, and what it means.
package struct Field<Root, Value>: Sendable {
  package let info: FieldInfo
  let decode: @Sendable (JSON?) throws(Invalid) -> Value
  let encode: @Sendable (Root, inout JSONWriter) -> Void
}

/// What there is to know of a field without its types.
package struct FieldInfo: Sendable {
  package let name: String
  package let doc: String
  package let isRequired: Bool
  package let schema: Schema

  package init(name: String, doc: String, isRequired: Bool, schema: Schema) {
    self.name = name
    self.doc = doc
    self.isRequired = isRequired
    self.schema = schema
  }
}

extension Field {
  /// A member that must be there.
  package init(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    _ doc: String
  ) {
    info = FieldInfo(name: name, doc: doc, isRequired: true, schema: codec.schema)
    decode = { json throws(Invalid) in
      guard let json else { throw Invalid(expected: codec.expected, path: name, isMissing: true) }
      return try codec.decode(json, at: name)
    }
    encode = { root, writer in
      writer.key(name)
      codec.encode(root[keyPath: path], &writer)
    }
  }

  /// A member that may be missing, or null, which is the same. Written as null when there is none.
  package init<Wrapped>(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, optional codec: Codec<Wrapped>,
    _ doc: String
  ) where Value == Wrapped? {
    info = FieldInfo(name: name, doc: doc, isRequired: false, schema: codec.schema.orNull)
    decode = { json throws(Invalid) in
      guard let json, !json.isNull else { return nil }
      return try codec.decode(json, at: name)
    }
    encode = { root, writer in
      writer.key(name)
      codec.orNull.encode(root[keyPath: path], &writer)
    }
  }

  /// A member that has a value of its own when it is missing or null.
  package init(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    default value: Value, _ doc: String
  ) where Value: Sendable {
    var writer = JSONWriter()
    codec.encode(value, &writer)
    let written = (try? JSONParser.parse(writer.bytes))?.value ?? .null
    info = FieldInfo(
      name: name, doc: doc, isRequired: false,
      schema: codec.schema.orNull.with("default", written))
    decode = { json throws(Invalid) in
      guard let json, !json.isNull else { return value }
      return try codec.decode(json, at: name)
    }
    encode = { root, writer in
      writer.key(name)
      codec.encode(root[keyPath: path], &writer)
    }
  }
}

/// A codec for objects of exactly the fields it lists; anything else in them is an error that names it.
package struct ObjectCodec<Value>: Sendable {
  package let fields: [FieldInfo]
  /// Reads its own fields and leaves the others alone.
  let read: @Sendable (JSONObject) throws(Invalid) -> Value
  let write: @Sendable (Value, inout JSONWriter) -> Void
}

extension ObjectCodec {
  /// Fields are in the order of the parameters of `make`, which is also that of positions.
  package init<each F>(
    _ make: @escaping @Sendable (repeat each F) -> Value, _ fields: repeat Field<Value, each F>
  ) {
    var infos: [FieldInfo] = []
    repeat infos.append((each fields).info)
    self.fields = infos
    read = { object throws(Invalid) in
      make(repeat try (each fields).decode(object[(each fields).info.name]))
    }
    write = { value, writer in repeat (each fields).encode(value, &writer) }
  }

  /// The fields of both in one object, these first.
  package func joined<Other>(_ other: ObjectCodec<Other>) -> ObjectCodec<(Value, Other)> {
    ObjectCodec<(Value, Other)>(
      fields: fields + other.fields,
      read: { object throws(Invalid) in (try read(object), try other.read(object)) },
      write: { value, writer in
        write(value.0, &writer)
        other.write(value.1, &writer)
      })
  }

  package func map<Other>(
    to: @escaping @Sendable (Value) -> Other, from: @escaping @Sendable (Other) -> Value
  ) -> ObjectCodec<Other> {
    ObjectCodec<Other>(
      fields: fields, read: { object throws(Invalid) in to(try read(object)) },
      write: { value, writer in write(from(value), &writer) })
  }

  /// Reads an object that may hold these fields and nothing else.
  package func decode(_ object: JSONObject) throws(Invalid) -> Value {
    for member in object.members where !fields.contains(where: { $0.name == member.key }) {
      throw Invalid(
        expected: "one of " + fields.map(\.name).joined(separator: ", "), path: member.key)
    }
    return try read(object)
  }

  /// The whole as a codec: an object. Fields that are always written are required in the schema of a
  /// result, where `isResult`, and may be left out of a parameter.
  package func codec(isResult: Bool = false) -> Codec<Value> {
    Codec(
      schema(isResult: isResult), expected: "object",
      decode: { json throws(Invalid) in
        guard case .object(let object) = json else { throw Invalid(expected: "object") }
        return try decode(object)
      },
      encode: { value, writer in
        writer.beginObject()
        write(value, &writer)
        writer.endObject()
      })
  }

  package func schema(isResult: Bool) -> Schema {
    let properties = fields.map {
      JSONObject.Member(key: $0.name, value: .object($0.schema.described($0.doc).json))
    }
    let required = fields.filter { isResult || $0.isRequired }.map { JSON.string($0.name) }
    var json: JSONObject = [
      "type": "object", "properties": .object(JSONObject(properties)),
      "additionalProperties": false,
    ]
    if !required.isEmpty { json["required"] = .array(required) }
    return Schema(json, referringTo: fields.map(\.schema))
  }
}

extension Codec {
  /// An object of a result: all members are always there. `doc` says what it is.
  package static func result<each F>(
    _ name: String, _ doc: String, _ make: @escaping @Sendable (repeat each F) -> Value,
    _ fields: repeat Field<Value, each F>
  ) -> Codec {
    ObjectCodec(make, repeat each fields).codec(isResult: true).named(name, doc)
  }

  /// An object within the parameters of a call: what is not required may be left out.
  package static func object<each F>(
    _ name: String, _ doc: String, _ make: @escaping @Sendable (repeat each F) -> Value,
    _ fields: repeat Field<Value, each F>
  ) -> Codec {
    ObjectCodec(make, repeat each fields).codec().named(name, doc)
  }
}
