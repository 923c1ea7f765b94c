extension CommandPage {
  static let help = CommandPage(
    summary: "explain a command, the configuration or the protocol",
    operands: "[COMMAND | configuration | protocol]",
    operandChoices: HelpTopic.words,
    flagGroups: [FlagGroup([.helpFormat])],
    examples: [
      CommandExample("altcraft-bridge help", "list the commands"),
      CommandExample("altcraft-bridge help serve", "the same as altcraft-bridge serve --help"),
      CommandExample("altcraft-bridge help protocol | less", "every method, event and error"),
      CommandExample(
        "altcraft-bridge help call --format man | man -l -", "show it as a manual page"),
    ])
}
