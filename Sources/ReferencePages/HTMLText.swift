/// HTML under construction: elements are closed, text is escaped.
package struct HTMLText {
  private(set) var text = ""

  mutating func raw(_ html: String) { text += html + "\n" }

  mutating func element(
    _ name: String, _ attributes: [(String, String)] = [], _ content: (inout HTMLText) -> Void
  ) {
    let list = attributes.map { key, value in
      value.isEmpty ? " \(key)" : " \(key)=\"\(Self.escaped(value))\""
    }
    raw("<\(name)\(list.joined())>")
    content(&self)
    raw("</\(name)>")
  }

  /// Appends an element with one line of text.
  mutating func line(_ name: String, _ text: String, class style: String? = nil) {
    let attribute = style.map { " class=\"\($0)\"" } ?? ""
    raw("<\(name)\(attribute)>\(Self.escaped(text))</\(name)>")
  }

  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
