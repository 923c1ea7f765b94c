/// The lines of code under construction, indented by their nesting.
struct CodeBuilder {
  private(set) var text = ""
  private let unit: String
  private var depth = 0

  init(indentation unit: String = "  ") {
    self.unit = unit
  }

  /// Adds one or several lines; empty ones are not indented.
  mutating func add(_ lines: String...) {
    for line in lines.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
      text += (line.isEmpty ? "" : String(repeating: unit, count: depth)) + line + "\n"
    }
  }

  mutating func blank() { if !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" } }

  /// Adds `open`, the lines of `body` one level deeper, and `close`. `open` and `close` may be left out.
  mutating func block(
    _ open: String?, _ close: String? = "}", _ body: (inout CodeBuilder) -> Void
  ) {
    if let open { add(open) }
    depth += 1
    body(&self)
    depth -= 1
    if let close { add(close) }
  }

  /// Returns the number of columns left at this depth, in a line of at most `columns`.
  func room(of columns: Int = 100) -> Int { columns - depth * unit.utf8.count }
}

extension String {
  /// Distributes the words over lines of at most `width` columns. A longer word gets its own line.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// The text with its first character in upper case: `getJWT` → `GetJWT`.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The name of a type: `provider.getJWT` → `ProviderGetJWT`.
  var typeName: String {
    split(whereSeparator: { ".-_$/".contains($0) }).map { String($0).capitalizedFirst }.joined()
  }

  /// The name of a constant: `ios-apns` → `IOS_APNS`.
  var constantName: String {
    String(snakeCase.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// The text in snake case: `userTagMissing` → `user_tag_missing`, `getFCMToken` → `get_fcm_token`.
  var snakeCase: String {
    var words: [String] = []
    let characters = Array(self)
    for (index, character) in characters.enumerated() {
      let startsWord =
        character.isUppercase
        && (index == 0 || !characters[index - 1].isUppercase
          || index + 1 < characters.count && characters[index + 1].isLowercase)
      if words.isEmpty || startsWord {
        words.append(character.lowercased())
      } else {
        words[words.count - 1] += character.lowercased()
      }
    }
    return words.filter { !$0.isEmpty }.joined(separator: "_")
  }
}

extension APIModel {
  /// The methods by the part of their name before the dot, the groups in order of name; the group `nil` has
  /// those without a dot.
  var methodsByGroup: [(group: String?, methods: [Function])] {
    let groups = Set(methods.map(\.group))
    return groups.sorted { ($0 ?? "") < ($1 ?? "") }.map { group in
      (group, methods.filter { $0.group == group })
    }
  }
}
