import JSONCodec

/// The parameters of `call` as they are typed: one JSON document, or any number of `KEY=VALUE`.
enum CallParameters {
  /// Nil when there are none. A value is taken as JSON where it is valid JSON, else as a string.
  static func parse(_ words: [String]) throws(UsageError) -> JSON? {
    guard let first = words.first else { return nil }
    if first.hasPrefix("{") || first.hasPrefix("[") {
      guard words.count == 1 else {
        throw .usage("\(words[1]): unexpected after PARAMS-JSON", helpOn: .call)
      }
      return try document(first)
    }
    var members = JSONObject([])
    for word in words {
      guard let assignment = Assignment(word) else {
        throw .usage("\(word): must be KEY=VALUE or one JSON object or array", helpOn: .call)
      }
      guard members[assignment.name] == nil else {
        throw .usage("\(assignment.name): given twice", helpOn: .call)
      }
      members[assignment.name] = value(assignment.value)
    }
    return .object(members)
  }

  private static func document(_ text: String) throws(UsageError) -> JSON {
    do {
      return try JSONParser.parse(Array(text.utf8), limits: .generous).value
    } catch .malformed(let offset) {
      throw .usage("PARAMS-JSON: not valid JSON at byte \(offset)", helpOn: .call)
    } catch {
      throw .usage("PARAMS-JSON: too large", helpOn: .call)
    }
  }

  private static func value(_ text: String) -> JSON {
    do {
      return try JSONParser.parse(Array(text.utf8), limits: .generous).value
    } catch {
      return .string(text)
    }
  }
}
