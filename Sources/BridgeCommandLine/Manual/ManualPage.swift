/// A manual page: sections of paragraphs and lists. It is rendered as text or as source for `man`.
///
/// In its texts code is between backticks, and placeholders are between angle brackets: ⟨FILE⟩.
package struct ManualPage: Sendable {
  enum Block: Sendable {
    case paragraph(String)
    /// A term and its description.
    case entry(String, [Block])
    /// Lines that are not wrapped: a file or terminal input.
    case lines([String])
    case heading(String)
  }

  struct Section: Sendable {
    let title: String
    let blocks: [Block]

    init(_ title: String, _ blocks: [Block]) {
      self.title = title
      self.blocks = blocks
    }
  }

  /// The name of the page, such as `altcraft-bridge-call`.
  let name: String
  /// The chapter: 1 for commands, 3 for methods, 5 for files and protocols.
  let chapter: Int
  let summary: String
  let sections: [Section]
}

extension ManualPage {
  init(_ topic: HelpTopic) {
    switch topic {
    case .overview: self = .overview
    case .command(let command): self.init(command)
    case .configuration: self = .configuration
    case .rpc: self = .rpc
    case .method(let name): self.init(method: name)
    case .message(let name): self.init(message: name)
    }
  }

  package static func text(for topic: HelpTopic) -> String { TroffText.text(of: ManualPage(topic)) }
}
