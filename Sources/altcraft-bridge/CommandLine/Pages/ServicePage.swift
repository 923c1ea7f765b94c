extension CommandPage {
  static let service = CommandPage(
    summary: "write the units that have systemd run it",
    operands: "install",
    operandChoices: ["install"],
    flagGroups: [FlagGroup([.serviceUser, .serviceOutput, .serviceProgram, .serviceForce])],
    notes: [
      """
      Writes altcraft-bridge.service and altcraft-bridge.socket, to /etc/systemd/system or with --user to \
      ~/.config/systemd/user, and says what to do next. It starts nothing by itself. A unit that was \
      changed is kept unless --force is given.
      """
    ],
    exits: [
      (.failure, "a unit was changed and is kept"),
      (.configuration, "nothing can be written there"),
    ],
    examples: [
      Example("altcraft-bridge service install --user", "for programs of this user"),
      Example("sudo altcraft-bridge service install", "for the whole system"),
    ])
}
