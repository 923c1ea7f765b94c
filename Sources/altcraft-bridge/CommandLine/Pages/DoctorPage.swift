extension CommandPage {
  static let doctor = CommandPage(
    summary: "say what would keep it from working here",
    flagGroups: [FlagGroup([.dataDir, .config, .socket, .listen, .doctorFormat])],
    notes: [
      """
      Looks, as the user of the service, and changes nothing. A problem comes with its remedy.
      """
    ],
    exits: [(.failure, "there is a problem")],
    examples: [
      Example("altcraft-bridge doctor", "look at data, sockets, platform and system"),
      Example(
        "altcraft-bridge doctor --config bridge.json", "check a file, and see what it sets"),
    ])
}
