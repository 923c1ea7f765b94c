/// A reader from JSON, a writer to JSON and a schema for a type. They are one value, so that the three cannot
/// disagree.
@usableFromInline package struct Codec<Value>: Sendable {
  @usableFromInline package let schema: Schema
  /// The expected kind of value in an error message: "string", "integer from 1 to 1000".
  @usableFromInline package let expected: String
  @usableFromInline package let decode: @Sendable (JSON) throws(Invalid) -> Value
  @usableFromInline package let encode: @Sendable (Value, inout JSONWriter) -> Void

  @inlinable
  package init(
    _ schema: Schema, expected: String,
    decode: @escaping @Sendable (JSON) throws(Invalid) -> Value,
    encode: @escaping @Sendable (Value, inout JSONWriter) -> Void
  ) {
    self.schema = schema
    self.expected = expected
    self.decode = decode
    self.encode = encode
  }
}

extension Codec {
  /// Reads the member `name`, and adds that name to the path of an error.
  @inlinable
  package func decode(_ json: JSON, at name: String) throws(Invalid) -> Value {
    do { return try decode(json) } catch { throw error.inside(name) }
  }

  /// Returns the value as one JSON document.
  @inlinable
  package func bytes(_ value: Value) -> [UInt8] {
    var writer = JSONWriter()
    encode(value, &writer)
    return writer.bytes
  }

  /// Returns the same codec with another schema: one that describes fewer values than the codec reads, because
  /// something else checks them, with an error of its own.
  @inlinable
  package func documented(as schema: Schema) -> Codec {
    Codec(schema, expected: expected, decode: decode, encode: encode)
  }

  /// Returns the same codec with a schema that is referred to by a name.
  @inlinable
  package func named(_ name: String, _ doc: String) -> Codec {
    Codec(schema.named(name, doc), expected: expected, decode: decode, encode: encode)
  }

  /// The same codec with values marked as secret: a recording of messages must not keep them.
  /// An error does not show the value.
  @inlinable
  package var secret: Codec {
    let decode = decode
    return Codec(
      schema.secret(true), expected: expected,
      decode: { json throws(Invalid) in
        do throws(Invalid) { return try decode(json) } catch { throw error.withoutValue }
      }, encode: encode)
  }

  /// The same codec, for a member whose name could be that of a secret.
  @inlinable
  package var notSecret: Codec {
    Codec(schema.secret(false), expected: expected, decode: decode, encode: encode)
  }

  /// Returns a codec that converts values of another type to and from this type. `to` returns nil to reject a
  /// value.
  @inlinable
  package func map<Other>(
    expected: String? = nil, to: @escaping @Sendable (Value) -> Other?,
    from: @escaping @Sendable (Other) -> Value
  ) -> Codec<Other> {
    let expected = expected ?? self.expected
    return Codec<Other>(
      schema, expected: expected,
      decode: { json throws(Invalid) in
        guard let other = to(try decode(json)) else {
          throw Invalid(expected: expected, foundForString: json)
        }
        return other
      },
      encode: { value, writer in encode(from(value), &writer) })
  }

  /// The same codec, which also accepts null.
  @inlinable
  package var orNull: Codec<Value?> {
    Codec<Value?>(
      schema.orNull, expected: expected + " or null",
      decode: { json throws(Invalid) in json.isNull ? nil : try decode(json) },
      encode: { value, writer in
        if let value { encode(value, &writer) } else { writer.null() }
      })
  }
}
