import BridgeCommandLine
import System

/// The `help` command: explains a command or a topic, as text or as a manual page.
enum HelpCommand {
  static func run(_ options: HelpOptions) {
    let text =
      switch options.format {
      case .text: HelpText.text(for: options.topic)
      case .man: ManualPage.text(for: options.topic)
      }
    StandardOutput.text(text)
  }
}
