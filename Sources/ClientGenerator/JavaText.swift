extension String {
  /// `resource_id` → `resourceId`; what Java wants for itself gets a tail.
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
  /// `OutboxFullException`.
  var javaName: String {
    (reason.hasSuffix("Error") ? String(reason.dropLast(5)) : reason).typeName + "Exception"
  }
}

extension CodeText {
  /// A documentation comment; nothing where there is nothing to say.
  mutating func javadoc(_ paragraphs: [String], parameters: [Field] = []) {
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

  /// What is between backticks is code. The space within a tag is no place to break the line.
  private static func html(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index % 2 == 1
        ? "{@code\u{1}\(part.replacing(" ", with: "\u{1}"))}"
        : part.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
          .replacing(">", with: "&gt;").replacing("{@link ", with: "{@link\u{1}")
          .replacing("*/", with: "*&#47;")
    }.joined()
  }

  /// A list in parentheses, on as many lines as it needs.
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
