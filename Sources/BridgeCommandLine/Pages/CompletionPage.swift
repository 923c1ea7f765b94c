extension CommandPage {
  static let completion = CommandPage(
    summary: "print a completion script for a shell",
    operands: "bash|zsh|fish",
    operandChoices: Shell.allCases.map(\.rawValue),
    examples: [
      CommandExample("source <(altcraft-bridge completion bash)", "for the current shell session"),
      CommandExample(
        "altcraft-bridge completion bash > /etc/bash_completion.d/altcraft-bridge",
        "for all users"),
    ])
}
