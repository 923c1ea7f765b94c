extension CommandPage {
  static let completion = CommandPage(
    summary: "print a completion script for a shell",
    operands: "bash|zsh|fish",
    operandChoices: Shell.allCases.map(\.rawValue),
    examples: [
      Example("source <(altcraft-bridge completion bash)", "for the current shell session"),
      Example(
        "altcraft-bridge completion bash > /etc/bash_completion.d/altcraft-bridge",
        "for all users"),
    ])
}
