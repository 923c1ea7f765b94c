extension CommandPage {
  static let service = CommandPage(
    summary: "write systemd units",
    operands: "install",
    operandChoices: ["install"],
    flagGroups: [FlagGroup([.serviceUser, .serviceOutput, .serviceProgram, .serviceForce])],
    notes: [
      """
      Writes altcraft-bridge.service and altcraft-bridge.socket to /etc/systemd/system, or with --user to \
      ~/.config/systemd/user, and prints the next steps. Does not start the service. A modified unit is kept \
      unless --force is given.
      """
    ],
    exits: [
      (.failure, "a modified unit was kept"),
      (.configuration, "the directory is not writable"),
    ],
    examples: [
      CommandExample("altcraft-bridge service install --user", "for programs of this user"),
      CommandExample("sudo altcraft-bridge service install", "for the whole system"),
    ])
}
