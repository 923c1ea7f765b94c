extension CommandPage {
  static let replay = CommandPage(
    summary: "replay a recording of `serve --record` as a test",
    operands: "FILE",
    fileOperand: (0, isDirectory: false),
    flagGroups: [FlagGroup([.program])],
    notes: [
      """
      Starts a bridge with a temporary data directory and a simulated platform that repeats the recorded \
      responses. Sends the recorded messages of the client and compares every answer with the recorded one. \
      Times, counters and generated names may differ. Every other difference is printed.
      """
    ],
    exits: [
      (.failure, "an answer differs"), (.configuration, "FILE is not a valid recording"),
    ],
    examples: [
      CommandExample(
        "altcraft-bridge replay session.txt", "check that this version behaves as recorded"),
      CommandExample(
        "altcraft-bridge replay session.txt --program ./altcraft-bridge-0.7",
        "check another version"),
    ])
}
