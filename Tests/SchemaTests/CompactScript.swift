/// A script without the spaces, the ends of lines and the semicolons that separate nothing. Constants in a row share one
/// `const`. Functions of the outermost level get short names, except those that are also names of members. Other names,
/// values and texts stay. Each statement of the source that does not end with a block ends with a
/// semicolon.
struct CompactScript {
  /// The position in a block, or between other brackets.
  private struct Place {
    /// True if the next word begins a statement.
    var isStart: Bool
    /// True if the last statement declares constants.
    var isConstant = false
  }

  private let source: [UInt8]
  private var position = 0
  private var output: [UInt8] = []
  /// The number of open braces in each `${…}` around the position.
  private var templates: [Int] = []
  private var places = [Place(isStart: true)]

  private var lastWord = ""
  /// The functions of the outermost level, and the words that are, or may be, names of members.
  private var functions: [String] = []
  private var memberNames: Set<String> = []
  private var uses: [String: Int] = [:]
  private var shortNames: [String: [UInt8]] = [:]

  /// Returns the compact text of a script, whose comments are lines of their own and already removed.
  static func text(_ source: String) -> String {
    var script = CompactScript(source)
    script.read()
    let names = script.makeShortNames()
    script = CompactScript(source)
    script.shortNames = names
    script.read()
    return String(decoding: script.output, as: UTF8.self)
  }

  private init(_ source: String) { self.source = Array(source.utf8) }

  /// Returns the short names, the shortest for those with the most uses.
  private func makeShortNames() -> [String: [UInt8]] {
    let names = functions.filter { $0.count > 3 && !memberNames.contains($0) }
      .sorted { (uses[$1] ?? 0, $0) < (uses[$0] ?? 0, $1) }
    return Dictionary(
      uniqueKeysWithValues: names.enumerated().map { index, name in
        (name, Array("$\(String(index, radix: 36))".utf8))
      })
  }

  private mutating func read() {
    while position < source.count {
      let byte = source[position]
      if !" \n;".utf8.contains(byte), places[places.count - 1].isStart { beginStatement() }
      switch source[position] {
      case UInt8(ascii: "\""):
        let (start, before) = (output.count, output.last)
        copyLiteral(to: UInt8(ascii: "\""))
        if let before, "{,".utf8.contains(before) { unquoteName(from: start) }
      case UInt8(ascii: "'"): copyLiteral(to: UInt8(ascii: "'"))
      case UInt8(ascii: "/") where isRegularExpression: copyLiteral(to: UInt8(ascii: "/"))
      case UInt8(ascii: "`"): copyTemplate()
      case UInt8(ascii: "}") where templates.last == 0:
        templates.removeLast()
        places.removeLast()
        copyTemplate()
      case UInt8(ascii: " "):
        position += 1
        if let before = output.last, position < source.count,
          Self.needSpace(before, source[position])
        {
          output.append(UInt8(ascii: " "))
        }
      case UInt8(ascii: "\n") where isOpen: position += 1
      case let byte where Self.isOfWord(byte): copyWord()
      case let byte: copySign(byte)
      }
    }
  }

  private mutating func copy() {
    output.append(source[position])
    position += 1
  }

  /// Begins a statement here. Constants after others continue their declaration.
  private mutating func beginStatement() {
    let isConstant = source[position...].starts(with: "const ".utf8)
    if isConstant, places[places.count - 1].isConstant, output.last == UInt8(ascii: ";") {
      output[output.count - 1] = UInt8(ascii: ",")
      position += "const ".utf8.count
    }
    places[places.count - 1] = Place(isStart: false, isConstant: isConstant)
  }

  private mutating func copyWord() {
    let word = source[position...].prefix(while: Self.isOfWord)
    position += word.count
    let isName =
      output.last == UInt8(ascii: ".") && output.suffix(3) != Array("...".utf8)[...]
      || source[position...].first == UInt8(ascii: ":") && "{,".utf8.contains(output.last ?? 0)
    let text = String(decoding: word, as: UTF8.self)
    note(text, isName)
    output += isName ? Array(word) : Self.shorter[text] ?? shortNames[text] ?? Array(word)
    lastWord = text
  }

  /// Notes the use of a word, before it is copied.
  private mutating func note(_ word: String, _ isName: Bool) {
    uses[word, default: 0] += 1
    if lastWord == "function", output.suffix(9) == Array("function ".utf8)[...], places.count == 1 {
      functions.append(word)
    }
    let after = source[position...].first { $0 != UInt8(ascii: " ") } ?? UInt8(ascii: "\n")
    let mayBeShorthand = "{,".utf8.contains(output.last ?? 0) && ",}:=".utf8.contains(after)
    if isName || mayBeShorthand || ["get", "set", "static"].contains(lastWord) {
      memberNames.insert(word)
    }
  }

  /// Removes the quotation marks of the name of a member that is a word.
  private mutating func unquoteName(from start: Int) {
    let name = output[(start + 1)...].dropLast()
    guard position < source.count, source[position] == UInt8(ascii: ":"), let first = name.first,
      name.allSatisfy(Self.isOfWord), !"0123456789".utf8.contains(first)
    else { return }
    output.replaceSubrange(start..., with: Array(name))
  }

  /// Shorter forms of words.
  private static let shorter = [
    "true": Array("!0".utf8), "false": Array("!1".utf8), "undefined": Array("void 0".utf8),
  ]

  private mutating func copySign(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
      places.append(Place(isStart: byte == UInt8(ascii: "{")))
    case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
      // No part has an empty statement, or an empty place in a list.
      let isEnd =
        output.last == UInt8(ascii: ",")
        || byte == UInt8(ascii: "}") && output.last == UInt8(ascii: ";")
      if isEnd { output.removeLast() }
      if places.count > 1 { places.removeLast() }
      if byte == UInt8(ascii: "}") { places[places.count - 1].isStart = true }
    case UInt8(ascii: ";"): places[places.count - 1].isStart = true
    default: break
    }
    if !templates.isEmpty, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
      templates[templates.count - 1] += byte == UInt8(ascii: "{") ? 1 : -1
    }
    copy()
  }

  private mutating func copyLiteral(to end: UInt8) {
    var isInClass = false
    copy()
    while position < source.count {
      let byte = source[position]
      if byte == UInt8(ascii: "\\") {
        copy()
      } else if end == UInt8(ascii: "/"), byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") {
        isInClass = byte == UInt8(ascii: "[")
      } else if byte == end, !isInClass {
        return copy()
      }
      copy()
    }
  }

  /// Copies the text of a template from its start, or from the end of an expression, to its end or to the next expression.
  private mutating func copyTemplate() {
    copy()
    while position < source.count {
      let byte = source[position]
      copy()
      if byte == UInt8(ascii: "`") { return }
      if byte == UInt8(ascii: "\\") {
        copy()
      } else if byte == UInt8(ascii: "$"), source[position] == UInt8(ascii: "{") {
        copy()
        places.append(Place(isStart: false))
        return templates.append(0)
      }
    }
  }

  /// True if the end of the line here is inside of brackets or beside them, and ends no statement without a semicolon.
  private var isOpen: Bool {
    guard let before = output.last, position + 1 < source.count else { return false }
    return "{([,;}".utf8.contains(before) || "})].?:".utf8.contains(source[position + 1])
  }

  /// True if a slash here begins a regular expression. Elsewhere it divides.
  private var isRegularExpression: Bool {
    guard let before = output.last else { return true }
    return "(,=:[!&|?{};>\n".utf8.contains(before) || output.suffix(6) == Array("return".utf8)[...]
  }

  private static func needSpace(_ before: UInt8, _ after: UInt8) -> Bool {
    if isOfWord(before) && isOfWord(after) { return true }
    return before == after && "+-/".utf8.contains(before)
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80
      || "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$".utf8.contains(byte)
  }
}
