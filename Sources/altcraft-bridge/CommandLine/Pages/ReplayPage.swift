extension CommandPage {
  static let replay = CommandPage(
    summary: "play a recording of `serve --record`, as a test",
    operands: "FILE",
    flagGroups: [FlagGroup([.program])],
    notes: [
      """
      Starts a bridge on data of its own and a simulated platform that answers as the real one did, sends \
      what the client sent, and holds every answer against the recorded one. Times, figures of the run \
      and generated names may differ. Each difference is printed.
      """
    ],
    exits: [
      (.failure, "something differs"), (.configuration, "FILE is no recording of this format"),
    ],
    examples: [
      Example("altcraft-bridge replay session.txt", "does it still behave as it was recorded?"),
      Example(
        "altcraft-bridge replay session.txt --program ./altcraft-bridge-0.7",
        "did another version behave so?"),
    ])
}
