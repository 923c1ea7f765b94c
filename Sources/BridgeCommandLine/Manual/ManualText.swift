/// A manual page as text for a terminal of 80 columns.
enum ManualText {
  static func text(of page: ManualPage) -> String {
    let sections = page.sections.filter { !$0.blocks.isEmpty }.map { section in
      "\(section.title)\n" + blocks(section.blocks, indent: 2)
    }
    let title = "\(page.name): \(page.summary)"
    return ([TextLayout.paragraph(title)] + sections).joined(separator: "\n\n") + "\n"
  }

  private static func blocks(_ blocks: [ManualPage.Block], indent: Int) -> String {
    var text = ""
    var previousWasEntry = false
    for block in blocks {
      // Entries of a nested list have no blank lines between them.
      let isDense = previousWasEntry && indent > 2
      if !text.isEmpty { text += isDense ? "\n" : "\n\n" }
      previousWasEntry = false
      switch block {
      case .paragraph(let paragraph):
        text += TextLayout.paragraph(plain(paragraph), indent: indent)
      case .heading(let heading): text += " " + heading
      case .lines(let lines):
        let margin = String(repeating: " ", count: indent + 2)
        text += lines.map { margin + $0 }.joined(separator: "\n")
      case .entry(let term, let body):
        previousWasEntry = true
        text += TextLayout.paragraph(
          plain(term), indent: indent, hanging: 4)
        if !body.isEmpty { text += "\n" + self.blocks(body, indent: indent + 4) }
      }
    }
    return text
  }

  private static func plain(_ text: String) -> String {
    String(text.filter { !"⟨⟩`".contains($0) })
  }
}
