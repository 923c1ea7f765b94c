import JSONCodec
import System

/// The parameters of `call` as typed: one JSON document, `-` for one on standard input, or any number of
/// `KEY=VALUE`.
enum CallParameters {
  /// Returns nil if there are none. A value that is valid JSON is parsed as JSON; any other value is a
  /// string.
  static func parse(
    _ words: [String], _ readInput: () -> Result<[UInt8], FileUnreadable>
  ) throws(UsageError) -> JSON? {
    guard let first = words.first else { return nil }
    let isInput = first == "-"
    if isInput || first.first(where: { !$0.isWhitespace }).map("{[".contains) == true {
      guard words.count == 1 else {
        throw .usage(
          "\(words[1].inMessage): unexpected after \(isInput ? "-" : "PARAMS-JSON")", helpOn: .call)
      }
      return isInput
        ? try document(input(readInput), "standard input")
        : try document(Array(first.utf8), "PARAMS-JSON")
    }
    var members = JSONObject([])
    for word in words {
      guard let assignment = Assignment(word) else {
        throw .usage(
          "\(word.inMessage): must be KEY=VALUE, or one JSON object or array in quotes",
          helpOn: .call)
      }
      guard members[assignment.name] == nil else {
        throw .usage("\(assignment.name.inMessage): given twice", helpOn: .call)
      }
      members[assignment.name] = value(assignment.value)
    }
    return .object(members)
  }

  private static func input(
    _ readInput: () -> Result<[UInt8], FileUnreadable>
  ) throws(UsageError) -> [UInt8] {
    do {
      return try readInput().get()
    } catch {
      throw .usage("standard input: \(error.reason)", helpOn: .call)
    }
  }

  private static func document(_ bytes: [UInt8], _ place: String) throws(UsageError) -> JSON {
    let value: JSON
    do {
      value = try JSONParser.parse(bytes, limits: .generous).value
    } catch .malformed(let offset) {
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
  private static func excerpt(_ bytes: [UInt8], _ offset: Int) -> String {
    let text = String(decoding: bytes.dropFirst(offset).prefix(20), as: UTF8.self)
    return text.isEmpty ? ", at the end" : ", at '\(text.replacing("\n", with: " ").inMessage)'"
  }

  private static func value(_ text: String) -> JSON {
    do {
      return try JSONParser.parse(Array(text.utf8), limits: .generous).value
    } catch {
      return .string(text)
    }
  }
}
