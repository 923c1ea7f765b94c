extension CommandPage {
  static let service = CommandPage(
    summary: "write, remove or check systemd units",
    operands: "install|uninstall|status",
    operandChoices: ServiceOptions.Action.allCases.map(\.rawValue),
    flagGroups: [FlagGroup([.serviceUser, .serviceOutput, .serviceProgram, .serviceForce])],
    notes: [
      """
      `install` writes altcraft-bridge.service and altcraft-bridge.socket to /etc/systemd/system, or with \
      --user to ~/.config/systemd/user, and prints the next steps. `uninstall` removes the units, not the data.
      """
    ],
    exits: [
      (.failure, "a modified unit was kept, or a unit is not installed"),
      (.configuration, "the directory is not writable"),
    ],
    examples: [
      CommandExample("altcraft-bridge service install --user", "for programs of this user"),
      CommandExample("sudo altcraft-bridge service install", "for the whole system"),
    ])
}
