import JSONCodec

/// A sentence of a declaration with links from the names in it.
struct InlineMarkup {
  enum Span: Equatable {
    case text(String)
    /// Code. `anchor` is nil if it names nothing with an anchor of its own.
    case code(String, anchor: String?)
  }

  private(set) var spans: [Span] = []

  /// Parses a sentence. Text between backticks is code. Outside of them a word with a dot or a capital inside
  /// is a name, as in `events.list` and `pushSubscribe`.
  init(_ text: String, anchors: [String: String], except own: String? = nil) {
    func anchor(_ name: some StringProtocol) -> String? {
      anchors[String(name)].flatMap { $0 == own ? nil : $0 }
    }
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      guard index.isMultiple(of: 2) else {
        spans.append(.code(String(part), anchor: anchor(part)))
        continue
      }
      for word in Self.words(part) {
        let isName = word.dropFirst().contains { $0 == "." || $0.isUppercase }
        if isName, let place = anchor(word) {
          spans.append(.code(String(word), anchor: place))
        } else {
          append(String(word))
        }
      }
    }
  }

  /// Splits the text into possible names and the text between them.
  private static func words(_ text: Substring) -> [Substring] {
    var words: [Substring] = []
    var rest = text
    while !rest.isEmpty {
      let gap = rest.prefix { !$0.isLetter }
      let name = rest[gap.endIndex...].prefix { $0.isLetter || $0.isNumber || $0 == "." }
      // A dot at the end belongs to the sentence.
      let word = name.last == "." ? name.dropLast() : name
      words += [gap, word].filter { !$0.isEmpty }
      rest = rest[word.endIndex...]
    }
    return words
  }

  private mutating func append(_ text: String) {
    if text.isEmpty { return }
    if case .text(let before) = spans.last {
      spans[spans.count - 1] = .text(before + text)
    } else {
      spans.append(.text(text))
    }
  }
}

extension JSON {
  /// Formats the value on one line if it fits, else with each member or element on its own line.
  func readable(width: Int = 84, indentation: String = "") -> String {
    let line = spacedText
    if indentation.count + line.count <= width { return line }
    let inner = indentation + "  "
    switch self {
    case .array(let elements):
      let lines = elements.map { inner + $0.readable(width: width, indentation: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indentation)]"
    case .object(let object):
      let lines = object.members.map { member in
        let key = JSON.string(member.key).text + ": "
        return inner + key
          + member.value.readable(width: width - key.count, indentation: inner)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
    default: return line
    }
  }

  /// The text of a protocol message: on one line if it fits, else its head on one line and its content below.
  var readableMessage: String {
    guard case .object(let object) = self, let last = object.members.last,
      spacedText.count > 84
    else { return readable() }
    let head = object.members.dropLast().map { member in
      JSON.string(member.key).text + ": " + member.value.spacedText
    }
    return "{" + head.joined(separator: ", ") + ",\n \(JSON.string(last.key).text): "
      + last.value.readable(indentation: " ") + "}"
  }

  /// The text on one line, with a space after each comma and colon.
  private var spacedText: String {
    switch self {
    case .array(let elements):
      "[" + elements.map(\.spacedText).joined(separator: ", ") + "]"
    case .object(let object):
      "{"
        + object.members.map { JSON.string($0.key).text + ": " + $0.value.spacedText }
        .joined(separator: ", ") + "}"
    default: text
    }
  }
}
