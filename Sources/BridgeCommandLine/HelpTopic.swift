import AltcraftMethods
import JSONRPC

/// The topics of `help`.
package enum HelpTopic: Sendable, Equatable {
  case overview
  case command(CommandName)
  case configuration
  case rpc
  /// A method, by its name.
  case method(String)
  /// A notification or a callback of the bridge, by its name.
  case message(String)

  /// Finds the topic with that name, as in `help configuration`.
  init?(_ word: String) {
    switch word {
    case "configuration": self = .configuration
    case "protocol": self = .rpc
    default:
      let found =
        CommandName(rawValue: word).map(HelpTopic.command) ?? HelpTopic.method(named: word)
        ?? (HelpTopic.messageNames.contains(word) ? .message(word) : nil)
      guard let found else { return nil }
      self = found
    }
  }

  /// Finds a method by its name or an alias.
  static func method(named word: String) -> HelpTopic? {
    Catalog.methods.first { $0.name == word || $0.aliases.contains(word) }.map { .method($0.name) }
  }

  static let messageNames = (Catalog.callbacks + Catalog.notifications).map(\.name)
  static let allWords = words + Catalog.methods.map(\.name) + messageNames
  static let words = CommandName.allCases.map(\.rawValue) + ["configuration", "protocol"]
}
