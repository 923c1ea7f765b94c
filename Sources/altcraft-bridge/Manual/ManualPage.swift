/// A page of the manual, as sections of paragraphs and lists. Shown as text, or as the source that `man` shows.
///
/// In its texts code stands between backticks, and what the reader replaces between angle brackets: ⟨FILE⟩.
struct ManualPage: Sendable {
  enum Block: Sendable {
    case paragraph(String)
    /// Something that is listed, and what is said about it.
    case entry(String, [Block])
    /// As they are: a file, or what is typed.
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

  /// As in `altcraft-bridge-call`.
  let name: String
  /// 1 for what is typed, 5 for what is written into files and connections.
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
    }
  }

  static func text(for topic: HelpTopic) -> String { TroffText.text(of: ManualPage(topic)) }
}
