extension CodeBuilder {
  /// Adds a documentation string. Adds nothing if there is no text.
  mutating func docstring(_ paragraphs: String...) {
    let width = room()
    docstring(paragraphs.filter { !$0.isEmpty }.map { $0.wrapped(to: width) })
  }

  /// Adds a documentation string of paragraphs that are already split into lines.
  mutating func docstring(_ paragraphs: [[String]]) {
    let lines = paragraphs.joined(separator: [""]).map {
      $0.replacing("\\", with: "\\\\").replacing("\"\"\"", with: "\\\"\\\"\\\"")
    }
    guard let first = lines.first, let last = lines.last else { return }
    if lines.count == 1, first.count + 6 <= room(), !last.hasSuffix("\"") {
      return add("\"\"\"\(first)\"\"\"")
    }
    let open = first.count + 3 <= room() && !first.hasPrefix("\"")
    add(open ? "\"\"\"\(first)" : "\"\"\"")
    for line in open ? Array(lines.dropFirst()) : lines { add(line) }
    add("\"\"\"")
  }

  mutating func importNames(_ names: [String], from module: String) {
    let line = "from \(module) import \(names.joined(separator: ", "))"
    guard line.count > room() else { return add(line) }
    block("from \(module) import (", ")") { code in for name in names { code.add(name + ",") } }
  }

  /// Adds two empty lines, as before each class of a module.
  mutating func blankBeforeClass() {
    blank()
    if !text.isEmpty, !text.hasSuffix("\n\n\n") { add("") }
  }

  mutating func indented(_ body: (inout CodeBuilder) -> Void) {
    block(nil, nil, body)
  }
}

extension String {
  var trimmingBlankEnd: String {
    var text = self
    while text.hasSuffix("\n\n") || text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
