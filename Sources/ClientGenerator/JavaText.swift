extension String {
  /// The name in Java: `resource_id` → `resourceId`. A keyword of Java gets a suffix.
  var javaName: String {
    let name = typeName.prefix(1).lowercased() + typeName.dropFirst()
    return javaKeywords.contains(name) ? name + "Value" : name
  }
}

private let javaKeywords: Set = [
  "boolean", "case", "char", "class", "default", "double", "else", "enum", "final", "float", "for",
  "if", "import", "int", "interface", "long", "new", "package", "private", "public", "return",
  "short", "static", "super", "switch", "this", "throw", "try", "void", "while",
]

extension ErrorKind {
  /// The name of the error's class: `OutboxFullException`.
  var javaName: String {
    (reason.hasSuffix("Error") ? String(reason.dropLast(5)) : reason).typeName + "Exception"
  }
}

extension CodeBuilder {
  /// Adds a documentation comment. Adds nothing if there is no text.
  mutating func javadoc(_ paragraphs: [String], parameters: [APIField] = []) {
    let paragraphs = paragraphs.filter { !$0.isEmpty }.map(Self.html)
    let tags = parameters.filter { !$0.summary.isEmpty }.map { field in
      "@param \(field.name.javaName) \(Self.html(field.summary))"
    }
    guard !paragraphs.isEmpty || !tags.isEmpty else { return }
    if tags.isEmpty, paragraphs.count == 1, paragraphs[0].count + 7 <= room() {
      return add("/** \(paragraphs[0].replacing("\u{1}", with: " ")) */")
    }
    add("/**")
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { add(" *") }
      addWrapped((index > 0 ? "<p>" : "") + paragraph, first: " * ", next: " * ")
    }
    if !tags.isEmpty, !paragraphs.isEmpty { add(" *") }
    for tag in tags { addWrapped(tag, first: " * ", next: " *     ") }
    add(" */")
  }

  private mutating func addWrapped(_ text: String, first: String, next: String) {
    for (index, line) in text.wrapped(to: room() - next.count).enumerated() {
      add((index == 0 ? first : next) + line.replacing("\u{1}", with: " "))
    }
  }

  /// Converts a text to HTML. Text between backticks is code. A line must not break at the space within a
  /// tag.
  private static func html(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index % 2 == 1
        ? "{@code\u{1}\(part.replacing(" ", with: "\u{1}"))}"
        : part.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
          .replacing(">", with: "&gt;").replacing("{@link ", with: "{@link\u{1}")
          .replacing("*/", with: "*&#47;")
    }.joined()
  }

  /// Adds a list in parentheses, on as many lines as it needs.
  mutating func list(
    _ open: String, _ items: [String], _ close: String
  ) {
    let line = open + items.joined(separator: ", ") + close
    let indentation = String(open.prefix { $0 == " " }) + "    "
    let list = indentation + items.joined(separator: ", ") + close
    if line.count <= room() {
      add(line)
    } else if list.count <= room() {
      add(open, list)
    } else {
      add(open)
      for (index, item) in items.enumerated() {
        add(indentation + item + (index == items.count - 1 ? close : ","))
      }
    }
  }
}
