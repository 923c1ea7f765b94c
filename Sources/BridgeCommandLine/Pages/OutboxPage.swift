extension CommandPage {
  static let outbox = CommandPage(
    summary: "inspect the files of an outbox without changing them",
    operands: "list|verify DIR",
    operandChoices: ["list", "verify"],
    fileOperand: (1, isDirectory: true),
    notes: [
      """
      DIR is a data directory; all its app groups are read. It may be in use. `list` prints one job per line. \
      `verify` checks the files and prints the result.
      """
    ],
    exits: [(.failure, "a file is damaged"), (.configuration, "DIR cannot be read")],
    examples: [
      CommandExample(
        "altcraft-bridge outbox list ~/.local/state/altcraft-bridge",
        "pending jobs, one JSON object per line"),
      CommandExample(
        "altcraft-bridge outbox verify ~/.local/state/altcraft-bridge",
        "check that every record on disk is readable"),
    ])
}
