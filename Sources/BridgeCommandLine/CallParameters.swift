import AltcraftMethods
import JSONCodec
import JSONRPC
import System

/// The parameters of `call` as typed: one JSON document, `-` for one on standard input, or any number of
/// `KEY=VALUE`.
struct CallParameters {
  private let method: String
  private let commandEnvironment: CommandEnvironment
  /// The parameters by name; nil for a method that this version does not know: the bridge may be newer.
  private let declared: [Declared]?

  private struct Declared {
    let name: String
    let isRequired: Bool
    let type: ParameterType
  }

  init(_ method: String, _ commandEnvironment: CommandEnvironment) {
    self.method = method
    self.commandEnvironment = commandEnvironment
    let known = Catalog.methods.first { $0.name == method || $0.aliases.contains(method) }
    declared = known?.declaration.parameters.map {
      Declared(name: $0.name, isRequired: $0.isRequired, type: ParameterType($0.schema))
    }
  }

  /// Returns nil if there are none. The type of each value is the one that the method declares.
  func parse(_ words: [String]) throws(UsageError) -> JSON? {
    if let first = words.first {
      let isInput = first == "-"
      if isInput || first.first(where: { !$0.isWhitespace }).map("{[".contains) == true {
        guard words.count == 1 else {
          throw .usage(
            "\(words[1].inMessage): unexpected after \(isInput ? "-" : "PARAMS-JSON")",
            helpOn: .call)
        }
        return isInput
          ? try document(input(), "standard input")
          : try document(Array(first.utf8), "PARAMS-JSON")
      }
    }
    guard words.count(where: { Assignment($0)?.value == "-" }) < 2 else {
      throw .usage("standard input: only one VALUE can be read from it", helpOn: .call)
    }
    var members = JSONObject([])
    for word in words { try add(word, to: &members) }
    let missing = (declared ?? []).filter { $0.isRequired && members[$0.name] == nil }.map(\.name)
    guard missing.isEmpty else {
      throw .usage(
        "\(method): needs \(missing.map { "\($0)=VALUE" }.joined(separator: " "))",
        helpOnMethod: method)
    }
    return words.isEmpty ? nil : .object(members)
  }

  private func add(_ word: String, to members: inout JSONObject) throws(UsageError) {
    guard let assignment = Assignment(word) else {
      throw .usage(
        "\(word.inMessage): must be KEY=VALUE, or one JSON object or array in quotes", helpOn: .call
      )
    }
    let path = path(assignment.name)
    let type = try type(at: path)
    let text = try text(assignment)
    guard let value = type.value(text) else {
      throw refused("\(assignment.name.inMessage)=\(text.inMessage): must be \(type.expected)")
    }
    try set(value, at: path[...], of: assignment.name, in: &members)
  }

  /// Splits a name at its dots, unless the method has a parameter of the whole name.
  private func path(_ name: String) -> [String] {
    if declared?.contains(where: { $0.name == name }) == true { return [name] }
    return name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  private func type(at path: [String]) throws(UsageError) -> ParameterType {
    guard let declared else { return .any }
    guard let parameter = declared.first(where: { $0.name == path[0] }) else {
      let names = declared.map(\.name)
      let hint = names.isEmpty ? ", it has none" : Suggestion.text(for: path[0], among: names)
      throw refused("\(path[0].inMessage): \(method) has no such parameter\(hint)")
    }
    var type = parameter.type
    for (index, name) in path.enumerated().dropFirst() {
      let object = path[..<index].joined(separator: ".").inMessage
      guard type.isObject else { throw refused("\(object): must be \(type.expected)") }
      guard let inner = type.member(name) else {
        let hint = Suggestion.text(for: name, among: type.memberNames)
        throw refused("\(object): has no member \(name.inMessage)\(hint)")
      }
      type = inner
    }
    return type
  }

  /// Returns the value as typed, or the content of the file or of standard input, without its last newline.
  private func text(_ assignment: Assignment) throws(UsageError) -> String {
    let bytes: [UInt8]
    if assignment.value == "-" {
      bytes = try input()
    } else if assignment.value.hasPrefix("@") {
      let path = String(assignment.value.dropFirst())
      switch commandEnvironment.readFile(path) {
      case .success(let content): bytes = content
      case .failure(let error): throw .usage("\(path.inMessage): \(error.reason)", helpOn: .call)
      }
    } else {
      return assignment.value
    }
    let text: String
    do throws(NotUTF8) { text = try String(utf8: bytes) } catch {
      throw refused("\(assignment.name.inMessage): the value is \(error.complaint)")
    }
    return text.last?.isNewline == true ? String(text.dropLast()) : text
  }

  private func set(
    _ value: JSON, at path: ArraySlice<String>, of name: String, in object: inout JSONObject
  ) throws(UsageError) {
    guard let key = path.first else { return }
    if path.count == 1 {
      guard object[key] == nil else {
        throw .usage("\(name.inMessage): given twice", helpOn: .call)
      }
      object[key] = value
      return
    }
    guard var inner = object[key].map({ $0.objectValue }) ?? [:] else {
      throw .usage("\(name.inMessage): \(key.inMessage) is not an object", helpOn: .call)
    }
    try set(value, at: path.dropFirst(), of: name, in: &inner)
    object[key] = .object(inner)
  }

  private func refused(_ message: String) -> UsageError {
    declared == nil ? .usage(message, helpOn: .call) : .usage(message, helpOnMethod: method)
  }

  private func input() throws(UsageError) -> [UInt8] {
    do {
      return try commandEnvironment.readInput().get()
    } catch {
      throw .usage("standard input: \(error.reason)", helpOn: .call)
    }
  }

  private func document(_ bytes: [UInt8], _ place: String) throws(UsageError) -> JSON {
    let value: JSON
    do {
      value = try JSONParser.parse(bytes, limits: .generous).value
    } catch .malformed(let offset) {
      do throws(NotUTF8) { _ = try String(utf8: bytes) } catch {
        throw .usage("\(place): \(error.complaint)", helpOn: .call)
      }
      throw .usage(
        "\(place): not valid JSON at byte \(offset)\(excerpt(bytes, offset))", helpOn: .call)
    } catch {
      throw .usage("\(place): too large", helpOn: .call)
    }
    guard value.objectValue != nil || value.arrayValue != nil else {
      throw .usage(
        "\(place): must be a JSON object or array, got \(value.kindName)", helpOn: .call)
    }
    return value
  }

  /// Quotes the text at `offset` for an error message; `, its end` if nothing is left.
  private func excerpt(_ bytes: [UInt8], _ offset: Int) -> String {
    let text = String(decoding: bytes.dropFirst(offset).prefix(20), as: UTF8.self)
    return text.isEmpty ? ", at the end" : ", at '\(text.replacing("\n", with: " ").inMessage)'"
  }
}
