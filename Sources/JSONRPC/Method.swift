import JSONCodec

/// One method: what it is called, what it takes and answers, and what it does. Everything else about it
/// (dispatch, validation, schema, examples) is derived from this.
package struct Method<Context: Sendable>: Sendable {
  package let declaration: Declaration
  package let entry: MethodEntry<Context>
  /// Finds what is wrong with a call without doing anything. Throws the error the call would get.
  package let check: @Sendable (Context, RawParams) throws(RPCError) -> Void

  /// `check` finds what is wrong without doing anything; `start` must refuse the same. Both receive the
  /// parameters read, `start` also as they were written, by name.
  package init<P: Sendable>(
    _ declaration: Declaration, order: MethodEntry<Context>.Order, parameters: ObjectCodec<P>,
    check: @escaping @Sendable (Context, P) throws(RPCError) -> Void,
    start: @escaping @Sendable (Call<Context>, P, JSONObject) throws(RPCError) -> Start
  ) {
    self.declaration = declaration
    self.check = { context, raw throws(RPCError) in
      try check(context, parameters.decode(raw).value)
    }
    entry = MethodEntry(
      name: declaration.name, order: order, parameterNames: parameters.fields.map(\.name)
    ) { call, raw throws(RPCError) in
      let (value, named) = try parameters.decode(raw)
      return try start(call, value, named)
    }
  }
}

/// The parameters of a method that takes none.
package struct NoParameters: Sendable {
  package static let fields = ObjectCodec(NoParameters.init)

  package init() {}
}

extension ObjectCodec {
  /// Reads parameters by name or by position. A position past the end of an array, and null for what is
  /// optional, count as not given. Throws `invalidParams`.
  package func decode(_ raw: RawParams) throws(RPCError) -> (value: Value, named: JSONObject) {
    do {
      let named = try self.named(raw)
      return (try decode(named), named)
    } catch {
      throw .invalidParams(parameter: error.path, expected: error.expected)
    }
  }

  private func named(_ raw: RawParams) throws(Invalid) -> JSONObject {
    switch raw {
    case .none: return [:]
    case .named(let object):
      if fields.isEmpty, let key = object.keys.first {
        throw Invalid(expected: "no parameters", path: key)
      }
      return object
    case .positional(let values):
      guard values.count <= fields.count else {
        throw Invalid(
          expected: fields.isEmpty ? "no parameters" : "at most \(fields.count) parameters",
          path: String(fields.count))
      }
      return JSONObject(
        zip(fields, values).map { JSONObject.Member(key: $0.name, value: $1) })
    }
  }
}
