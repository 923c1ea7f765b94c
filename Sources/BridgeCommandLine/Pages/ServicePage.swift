extension CommandPage {
  static let service = CommandPage(
    summary: "write, remove or check systemd units",
    operands: "install|uninstall|status",
    operandChoices: ServiceOptions.Action.allCases.map(\.rawValue),
    flagGroups: [
      FlagGroup([
        .serviceUser, .serviceSocketGroup, .serviceSocketMode, .serviceOutput, .serviceProgram,
        .serviceForce,
      ])
    ],
    notes: [
      """
      `install` writes altcraft-bridge.service and altcraft-bridge.socket to /etc/systemd/system, or with \
      --user to ~/.config/systemd/user, and prints the next steps. `uninstall` removes the units, and the links \
      of `systemctl enable`, but not the data. `status` says which units are installed, and what the service \
      manager reports of them.
      """
    ],
    exits: [
      (.failure, "a modified unit was kept, or a unit is not installed"),
      (.configuration, "the directory is not writable"),
    ],
    examples: [
      CommandExample("altcraft-bridge service install --user", "for programs of this user"),
      CommandExample("sudo altcraft-bridge service install", "for the whole system"),
      CommandExample(
        "sudo altcraft-bridge service install --socket-group altcraft",
        "for the programs of a group"),
    ])
}
