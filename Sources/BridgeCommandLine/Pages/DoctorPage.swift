extension CommandPage {
  static let doctor = CommandPage(
    summary: "check this machine for problems",
    flagGroups: [
      FlagGroup([
        .dataDir, .config, .socket, .socketGroup, .listen, .websocket, .proxy, .caFile,
        .doctorFormat,
      ])
    ],
    notes: [
      """
      Run it as the user of the service. It changes nothing, and suggests remedies.
      """
    ],
    exits: [(.failure, "a problem was found")],
    examples: [
      CommandExample(
        "altcraft-bridge doctor --config bridge.json",
        "check a configuration file and list its settings")
    ])
}
