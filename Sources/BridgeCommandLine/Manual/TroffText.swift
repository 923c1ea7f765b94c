import AltcraftMethods

/// The troff source of a manual page, for groff and mandoc.
enum TroffText {
  static func text(of page: ManualPage) -> String {
    var lines = [
      ".TH \(page.name) \(page.chapter) \(BridgeVersion.date) \"altcraft-bridge \(BridgeVersion.current)\""
        + " Altcraft",
      // No hyphenation and no justification: flags and names must be searchable and copyable in one piece.
      ".nh", ".ad l",
      ".SH NAME", "\(escaped(page.name)) \\- \(escaped(page.summary))",
    ]
    for section in page.sections where !section.blocks.isEmpty {
      lines.append(".SH \(section.title)")
      lines += blocks(section.blocks, isFirst: true)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Formats blocks. The first paragraph after a heading or after the term of an entry needs no paragraph
  /// macro.
  private static func blocks(
    _ blocks: [ManualPage.Block], isFirst: Bool, isIndented: Bool = false
  ) -> [String] {
    var lines: [String] = []
    var isFirst = isFirst
    for block in blocks {
      defer { if case .heading = block { isFirst = true } else { isFirst = false } }
      switch block {
      case .paragraph(let text):
        if !isFirst { lines.append(isIndented ? ".IP" : ".PP") }
        lines += filled(text)
      case .heading(let text): lines.append(".SS \(escaped(text))")
      case .lines(let code):
        if !isFirst { lines.append(isIndented ? ".IP" : ".PP") }
        lines += [".nf"] + code.map { guarded(escaped($0, isCode: true)) } + [".fi"]
      case .entry(let term, let body):
        lines += [".TP", guarded(marked(term, isTerm: true))]
        lines += entry(body)
      }
    }
    return lines
  }

  /// Formats the text of an entry and its nested list.
  private static func entry(_ body: [ManualPage.Block]) -> [String] {
    let inner = body.firstIndex { if case .entry = $0 { true } else { false } } ?? body.endIndex
    var lines = blocks(Array(body[..<inner]), isFirst: true, isIndented: true)
    guard inner < body.endIndex else { return lines }
    lines += [".RS"] + blocks(Array(body[inner...]), isFirst: false) + [".RE"]
    return lines
  }

  /// Wraps the text at 78 columns, so that the source is readable too.
  private static func filled(_ text: String) -> [String] {
    TextLayout.lines(marked(text, isTerm: false), width: 78).map(guarded)
  }

  /// Escapes a line that begins with a full stop or a quote: troff would take it for a command.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// Formats code in bold and placeholders in italics.
  private static func marked(_ text: String, isTerm: Bool) -> String {
    var result = ""
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      result += slanted(part, isBold: index % 2 == 1, isCode: isTerm || index % 2 == 1)
    }
    return result
  }

  private static func slanted(_ text: Substring, isBold: Bool, isCode: Bool) -> String {
    func plain(_ text: Substring) -> String {
      let shown = escaped(String(text), isCode: isCode)
      return isBold && !text.isEmpty ? "\\fB\(shown)\\fP" : shown
    }
    var result = ""
    var rest = text
    while let open = rest.firstIndex(of: "⟨"), let close = rest.firstIndex(of: "⟩") {
      let name = rest[rest.index(after: open)..<close]
      result += plain(rest[..<open]) + "\\fI\(escaped(String(name), isCode: true))\\fP"
      rest = rest[rest.index(after: close)...]
    }
    return result + plain(rest)
  }

  /// Escapes special characters. A minus sign is copyable; between letters of prose it is a hyphen.
  static func escaped(_ text: String, isCode: Bool = false) -> String {
    var result = ""
    var isAfterLetter = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += isAfterLetter && !isCode ? "-" : "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default:
        result +=
          scalar.isASCII
          ? String(scalar)
          : "\\[u\(String(scalar.value, radix: 16, uppercase: true).padded(to: 4, atEnd: false, with: "0"))]"
      }
      isAfterLetter = scalar.properties.isAlphabetic
    }
    return result
  }
}
