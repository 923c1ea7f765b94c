extension CommandPage {
  static let help = CommandPage(
    summary: "explain a command, a method or the protocol",
    operands: "[COMMAND|METHOD|configuration|protocol]",
    operandChoices: HelpTopic.allWords,
    flagGroups: [FlagGroup([.helpFormat])],
    examples: [
      CommandExample("altcraft-bridge help", "list the commands"),
      CommandExample("altcraft-bridge help serve", "the same as altcraft-bridge serve --help"),
      CommandExample("altcraft-bridge help mobileEvent", "parameters, result, errors, example"),
      CommandExample("altcraft-bridge help protocol | less", "every method, event and error"),
      CommandExample(
        "altcraft-bridge help call --format man | man -l -", "show it as a manual page"),
    ])
}
