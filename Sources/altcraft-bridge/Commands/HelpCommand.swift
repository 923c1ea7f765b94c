/// `help`: explains a command or a topic, in text or as a page of the manual.
enum HelpCommand {
  static func run(_ options: HelpOptions) -> ExitStatus {
    let text =
      switch options.format {
      case .text: HelpText.text(for: options.topic)
      case .man: ManualPage.text(for: options.topic)
      }
    // A reader that closed early, as `head` does, is no failure worth a message.
    return Output.text(text) ? .success : .failure
  }
}
