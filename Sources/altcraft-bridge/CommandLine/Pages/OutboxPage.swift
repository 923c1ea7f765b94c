extension CommandPage {
  static let outbox = CommandPage(
    summary: "look at the files of an outbox, without changing them",
    operands: "list|verify DIR",
    operandChoices: ["list", "verify"],
    notes: [
      """
      DIR is a data directory, with all its app groups; it need not be free. `list` prints one piece of \
      work a line, `verify` what it found in the files.
      """
    ],
    exits: [(.failure, "something is damaged"), (.configuration, "DIR cannot be read")],
    examples: [
      Example(
        "altcraft-bridge outbox list ~/.local/state/altcraft-bridge",
        "what still waits for the platform, one JSON object a line"),
      Example(
        "altcraft-bridge outbox verify ~/.local/state/altcraft-bridge",
        "whether every record on disk can still be read"),
    ])
}
