/// A script without the spaces, the ends of lines and the semicolons that separate nothing. Names and literals stay as they are.
struct CompactScript {
  private let source: [UInt8]
  private var position = 0
  private var output: [UInt8] = []
  /// The number of open braces in each `${…}` around the position.
  private var templates: [Int] = []

  /// Returns the compact text of a script, whose comments are lines of their own and already removed.
  static func text(_ source: String) -> String {
    var script = CompactScript(source)
    script.read()
    return String(decoding: script.output, as: UTF8.self)
  }

  private init(_ source: String) { self.source = Array(source.utf8) }

  private mutating func read() {
    while position < source.count {
      switch source[position] {
      case UInt8(ascii: "\""): copyLiteral(to: UInt8(ascii: "\""))
      case UInt8(ascii: "'"): copyLiteral(to: UInt8(ascii: "'"))
      case UInt8(ascii: "/") where isRegularExpression: copyLiteral(to: UInt8(ascii: "/"))
      case UInt8(ascii: "`"): copyTemplate()
      case UInt8(ascii: "}") where templates.last == 0:
        templates.removeLast()
        copyTemplate()
      case UInt8(ascii: " "):
        position += 1
        if let before = output.last, position < source.count,
          Self.needSpace(before, source[position])
        {
          output.append(UInt8(ascii: " "))
        }
      case UInt8(ascii: "\n") where isOpen:
        position += 1
      case let byte:
        // No part has an empty statement.
        if byte == UInt8(ascii: "}"), output.last == UInt8(ascii: ";") { output.removeLast() }
        if !templates.isEmpty, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
          templates[templates.count - 1] += byte == UInt8(ascii: "{") ? 1 : -1
        }
        copy()
      }
    }
  }

  private mutating func copy() {
    output.append(source[position])
    position += 1
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
        return templates.append(0)
      }
    }
  }

  /// True if the end of the line here is inside of brackets or beside them, and ends no statement.
  private var isOpen: Bool {
    guard let before = output.last, position + 1 < source.count else { return false }
    return "{([,;".utf8.contains(before) || "})]".utf8.contains(source[position + 1])
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
