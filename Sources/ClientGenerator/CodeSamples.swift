import JSONCodec

/// Calls of methods as the code of each client, for documentation.
package struct CodeSamples: Sendable {
  private let model: APIModel
  private let writers: [any SampleWriter]

  /// Reads an OpenRPC document as `altcraft-bridge schema` prints it.
  package init(document bytes: [UInt8]) throws(DocumentError) {
    let model = try APIModel(document: bytes, digest: "")
    self.model = model
    writers = [
      TypeScriptSamples(), PythonSamples(), GoSamples(model), JavaSamples(model),
      SwiftSamples(model),
    ]
  }

  /// Returns the call in each language. The code is nil where the types of the clients do not allow the parameters.
  package func samples(
    of method: String, _ parameters: JSONObject
  ) -> [(language: String, code: String?)] {
    let function = model.methods.first { $0.name == method }
    return writers.map { writer in
      guard let function, model.fit(parameters, function.parameters) else {
        return (writer.language, nil)
      }
      return (writer.language, writer.code(function, parameters))
    }
  }
}

/// The rules of one language for calls and literals.
protocol SampleWriter: Sendable {
  var language: String { get }

  /// Returns the code of the call. `parameters` fit the types of the function.
  func code(_ function: Function, _ parameters: JSONObject) -> String
}

extension APIModel {
  /// Returns whether an object has all required fields, no unknown ones, and values of their types.
  fileprivate func fit(_ object: JSONObject, _ fields: [APIField]) -> Bool {
    let known = Set(fields.map(\.name))
    return object.keys.allSatisfy(known.contains)
      && fields.allSatisfy { field in
        object[field.name].map { fits($0, field.type) } ?? !field.isRequired
      }
  }

  func fits(_ value: JSON, _ type: DataType) -> Bool {
    switch type {
    case .any: return true
    case .null: return value.isNull
    case .boolean: return value.boolValue != nil
    case .integer: return value.intValue != nil
    case .number: if case .number = value { return true } else { return false }
    case .string, .openChoice: return value.stringValue != nil
    case .choice(let names): return value.stringValue.map(names.contains) ?? false
    case .constant(let constant): return value == constant
    case .map: return value.objectValue != nil
    case .dictionary(let element):
      return value.objectValue?.members.allSatisfy { fits($0.value, element) } ?? false
    case .list(let element): return value.arrayValue?.allSatisfy { fits($0, element) } ?? false
    case .record(let fields): return value.objectValue.map { fit($0, fields) } ?? false
    case .named(let name):
      return types.first { $0.name == name }.map { fits(value, $0.type) } ?? false
    case .union(let types): return types.contains { fits(value, $0) }
    case .optional(let type): return value.isNull || fits(value, type)
    }
  }

  /// Returns the record of a union that has this value; for a string, the record that the string is short for.
  func record(of value: JSON, in types: [DataType]) -> (name: String, value: JSON)? {
    for type in types {
      guard case .named(let name) = type else { continue }
      if fits(value, type) { return (name, value) }
      // A plain string means an active category with that name.
      let category: JSON = ["name": value, "active": true]
      if value.stringValue != nil, fits(category, type) { return (name, category) }
    }
    return nil
  }
}

/// A piece of code that can stand on one line or on several.
indirect enum SamplePiece {
  case text(String)
  case labelled(String, SamplePiece)
  /// Items between brackets. `last` follows the last item where each has a line of its own.
  case group(String, [SamplePiece], String, last: String)
  /// Calls of methods on the result of the one before.
  case chain(SamplePiece, [SamplePiece])

  private static let width = 80

  private var line: String {
    switch self {
    case .text(let text): text
    case .labelled(let label, let piece): label + piece.line
    case .group(let open, let items, let close, last: _):
      items.isEmpty
        ? open.trimmed + close.trimmed
        : open + items.map(\.line).joined(separator: ", ") + close
    case .chain(let head, let calls): head.line + calls.map(\.line).joined()
    }
  }

  private var isText: Bool { if case .text = self { true } else { false } }

  private var isGroup: Bool {
    switch self {
    case .group: true
    case .labelled(_, let piece): piece.isGroup
    case .text, .chain: false
    }
  }

  /// Returns the code after `used` columns of its line, in a block that is indented by `indentation`.
  func layout(_ indentation: String = "", used: Int = 0, unit: String = "  ") -> String {
    let line = line
    if indentation.count + used + line.count <= Self.width { return line }
    let inner = indentation + unit
    switch self {
    case .text: return line
    case .labelled(let label, let piece):
      return label + piece.layout(indentation, used: used + label.count, unit: unit)
    case .group(let open, let items, let close, let last):
      guard let final = items.last else { return line }
      // The last argument keeps its brackets beside those of the call.
      if open.hasSuffix("("), final.isGroup, items.dropLast().allSatisfy(\.isText) {
        let start = open + items.dropLast().map { $0.line + ", " }.joined()
        return start + final.layout(indentation, used: used + start.count, unit: unit) + close
      }
      let lines = items.map { inner + $0.layout(inner, unit: unit) }
      return open.trimmed + "\n" + lines.joined(separator: ",\n") + last + "\n" + indentation
        + close.trimmed
    case .chain(let head, let calls):
      let first = head.layout(indentation, used: used, unit: unit)
      return first + calls.map { "\n" + inner + $0.layout(inner, unit: unit) }.joined()
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
