import AltcraftMethods

/// The topics of `help`.
package enum HelpTopic: Sendable, Equatable {
  case overview
  case command(CommandName)
  case configuration
  case rpc
  /// A method, by its name.
  case method(String)

  /// Finds the topic with that name, as in `help configuration`.
  init?(_ word: String) {
    switch word {
    case "configuration": self = .configuration
    case "protocol": self = .rpc
    default:
      let found =
        CommandName(rawValue: word).map(HelpTopic.command) ?? HelpTopic.method(named: word)
      guard let found else { return nil }
      self = found
    }
  }

  /// Finds a method by its name or an alias.
  static func method(named word: String) -> HelpTopic? {
    Catalog.methods.first { $0.name == word || $0.aliases.contains(word) }.map { .method($0.name) }
  }

  static let allWords = words + Catalog.methods.map(\.name)
  static let words = CommandName.allCases.map(\.rawValue) + ["configuration", "protocol"]
}
