/// The topics of `help`.
package enum HelpTopic: Sendable, Equatable {
  case overview
  case command(CommandName)
  case configuration
  case rpc

  /// Finds the topic with that name, as in `help configuration`.
  init?(_ word: String) {
    switch word {
    case "configuration": self = .configuration
    case "protocol": self = .rpc
    default:
      guard let command = CommandName(rawValue: word) else { return nil }
      self = .command(command)
    }
  }

  static let words = CommandName.allCases.map(\.rawValue) + ["configuration", "protocol"]
}
