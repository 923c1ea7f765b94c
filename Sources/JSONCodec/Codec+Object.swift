/// A member of an object: its name, its reader and writer, and its meaning.
@usableFromInline package struct Field<Root, Value>: Sendable {
  @usableFromInline package let info: FieldInfo
  @usableFromInline package let decode: @Sendable (JSON?) throws(Invalid) -> Value
  @usableFromInline package let encode: @Sendable (Root, inout JSONWriter) -> Void
}

/// The description of a field without its types.
@usableFromInline package struct FieldInfo: Sendable {
  @usableFromInline package let name: String
  package let doc: String
  package let isRequired: Bool
  @usableFromInline package let schema: Schema

  @usableFromInline package init(name: String, doc: String, isRequired: Bool, schema: Schema) {
    self.name = name
    self.doc = doc
    self.isRequired = isRequired
    self.schema = schema
  }
}

extension Field {
  /// Creates a required member.
  @inlinable
  package init(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    _ doc: String
  ) {
    info = FieldInfo(name: name, doc: doc, isRequired: true, schema: codec.schema)
    decode = { json throws(Invalid) in
      guard let json else { throw Invalid(expected: codec.expected, path: name, .missing) }
      return try codec.decode(json, at: name)
    }
    encode = { root, writer in
      writer.key(name)
      codec.encode(root[keyPath: path], &writer)
    }
  }

  /// Creates a member that may be missing or null, which is the same. It is written as null if there is no
  /// value.
  @inlinable
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

  /// Creates a member that clients must give. The codec reads a missing one as nil, because something else refuses
  /// it, with an error of its own.
  @inlinable
  package init<Wrapped>(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, expected codec: Codec<Wrapped>,
    _ doc: String
  ) where Value == Wrapped? {
    let optional = Field(name, path, optional: codec, doc)
    info = FieldInfo(name: name, doc: doc, isRequired: true, schema: codec.schema)
    decode = optional.decode
    encode = optional.encode
  }

  /// Creates a member with a default value, for when it is missing or null.
  @inlinable
  package init(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    default value: Value, _ doc: String
  ) where Value: Sendable {
    info = FieldInfo(
      name: name, doc: doc, isRequired: false,
      schema: codec.schema.orNull.with("default", JSON(written: codec.bytes(value))))
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

/// A codec for objects of exactly the listed fields. Any other member is an error that names the member.
///
/// The generic code here can be inlined where a codec is declared: in code that does not know the types, the
/// runtime needed more time to look up the parameters of one call than the call itself.
@usableFromInline package struct ObjectCodec<Value>: Sendable {
  @usableFromInline package let fields: [FieldInfo]
  /// The reader of the codec's own fields, the first of which has the given index. It ignores the other
  /// fields.
  @usableFromInline package let read:
    @Sendable (borrowing FieldValues, Int) throws(Invalid) -> Value
  @usableFromInline package let write: @Sendable (Value, inout JSONWriter) -> Void
  private let names: [String]

  @usableFromInline package init(
    fields: [FieldInfo],
    read: @escaping @Sendable (borrowing FieldValues, Int) throws(Invalid) -> Value,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void
  ) {
    self.fields = fields
    self.read = read
    self.write = write
    names = fields.map(\.name)
    precondition(fields.count <= FieldValues.capacity)
  }
}

extension ObjectCodec {
  /// Creates a codec. The fields are in the order of the parameters of `make`. Parameters by position have
  /// the same order.
  @inlinable
  package init<each F>(
    _ make: @escaping @Sendable (repeat each F) -> Value, _ fields: repeat Field<Value, each F>
  ) {
    var infos: [FieldInfo] = []
    repeat infos.append((each fields).info)
    self.init(
      fields: infos,
      read: { values, first throws(Invalid) in
        var index = first
        return make(repeat try values.next((each fields).decode, &index))
      },
      write: { value, writer in repeat (each fields).encode(value, &writer) })
  }

  /// Returns a codec for an object with the fields of both, these first.
  @inlinable
  package func joined<Other>(_ other: ObjectCodec<Other>) -> ObjectCodec<(Value, Other)> {
    let (read, otherRead, count) = (self.read, other.read, fields.count)
    let (write, otherWrite) = (self.write, other.write)
    return ObjectCodec<(Value, Other)>(
      fields: fields + other.fields,
      read: { values, first throws(Invalid) in
        (try read(values, first), try otherRead(values, first + count))
      },
      write: { value, writer in
        write(value.0, &writer)
        otherWrite(value.1, &writer)
      })
  }

  @inlinable
  package func map<Other>(
    to: @escaping @Sendable (Value) -> Other, from: @escaping @Sendable (Other) -> Value
  ) -> ObjectCodec<Other> {
    let (read, write) = (self.read, self.write)
    return ObjectCodec<Other>(
      fields: fields, read: { values, first throws(Invalid) in to(try read(values, first)) },
      write: { value, writer in write(from(value), &writer) })
  }

  /// Reads an object that may have these fields and no others.
  @inlinable
  package func decode(_ object: JSONObject) throws(Invalid) -> Value {
    try read(try values(of: object), 0)
  }

  @usableFromInline package func values(of object: JSONObject) throws(Invalid) -> FieldValues {
    var values = FieldValues(object)
    // Most callers send the fields in their order, so the field after the last one is checked first.
    var next = 0
    for member in object.members.indices {
      let key = object.members[member].key
      if next >= names.count || !names[next].hasSameBytes(as: key) {
        let index = names.firstIndex { $0.hasSameBytes(as: key) }
        guard let index else {
          throw Invalid(unknown: key, among: names)
        }
        next = index
      }
      values.set(next, to: member)
      next += 1
    }
    return values
  }

  /// Returns a codec for the object. Fields that are always written are required in the schema of a result
  /// (`isResult`); in that of a parameter they may be left out.
  @inlinable
  package func codec(isResult: Bool = false) -> Codec<Value> {
    Codec(
      schema(isResult: isResult), expected: "object",
      decode: { json throws(Invalid) in
        guard let object = json.lenientObjectValue else {
          throw Invalid(expected: "object", found: json)
        }
        return try decode(object)
      },
      encode: { value, writer in
        writer.beginObject()
        write(value, &writer)
        writer.endObject()
      })
  }

  @usableFromInline package func schema(isResult: Bool) -> Schema {
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
  /// Returns a codec for an object in a result: all members are always present. `doc` describes the object.
  @inlinable
  package static func result<each F>(
    _ name: String, _ doc: String, _ make: @escaping @Sendable (repeat each F) -> Value,
    _ fields: repeat Field<Value, each F>
  ) -> Codec {
    ObjectCodec(make, repeat each fields).codec(isResult: true).named(name, doc)
  }

  /// Returns a codec for an object in the parameters of a call: members that are not required may be left
  /// out.
  @inlinable
  package static func object<each F>(
    _ name: String, _ doc: String, _ make: @escaping @Sendable (repeat each F) -> Value,
    _ fields: repeat Field<Value, each F>
  ) -> Codec {
    ObjectCodec(make, repeat each fields).codec().named(name, doc)
  }
}

/// The members of an object by the fields of a codec.
@usableFromInline package struct FieldValues {
  /// The maximum number of fields of an object.
  static let capacity = 32

  private let members: [JSONObject.Member]
  /// The index of the member of each field, plus one; 0 if there is none.
  private var places = InlineArray<32, Int32>(repeating: 0)

  init(_ object: JSONObject) { members = object.members }

  /// Sets the member of a field. Of members with the same name the first one counts.
  mutating func set(_ field: Int, to member: Int) {
    if places[field] == 0 { places[field] = Int32(member + 1) }
  }

  @usableFromInline package subscript(field: Int) -> JSON? {
    let place = Int(places[field])
    guard place > 0 else { return nil }
    return members[place - 1].value
  }

  /// Decodes the field at `index` and advances `index` to the next field.
  @inlinable
  package func next<Value>(
    _ decode: (JSON?) throws(Invalid) -> Value, _ index: inout Int
  ) throws(Invalid) -> Value {
    defer { index += 1 }
    return try decode(self[index])
  }
}

extension JSON {
  /// Parses a document that this program wrote, and that is therefore valid.
  @usableFromInline package init(written bytes: [UInt8]) {
    self = (try? JSONParser.parse(bytes))?.value ?? .null
  }
}
