extension CommandPage {
  static let status = CommandPage(
    summary: "show the state of the running bridge",
    flagGroups: [FlagGroup([.statusFormat, .ready] + Flag.ofBridge)],
    exits: [(.failure, "with --ready: the storage accepts no jobs"), noBridge],
    examples: [
      CommandExample("altcraft-bridge status", "version, addresses, platform, pending jobs"),
      CommandExample("altcraft-bridge status --wait 10", "after a start"),
      CommandExample(
        "altcraft-bridge status --format json", "the same and more, for a program"),
    ])

  static let top = CommandPage(
    summary: "watch the running bridge, with rates",
    flagGroups: [FlagGroup([.topFormat] + Flag.ofBridge)],
    notes: [
      """
      Shows what `status` shows each second, and what happened in that second. Runs until it is interrupted.
      """
    ],
    exits: [(.failure, "the bridge disconnected"), noBridge],
    examples: [
      CommandExample("altcraft-bridge top", "on a terminal"),
      CommandExample("altcraft-bridge top --format json", "one JSON object each second"),
    ])

  static let endpoint = CommandPage(
    summary: "print how to reach the running bridge",
    flagGroups: [FlagGroup([.endpointFormat] + Flag.ofBridge)],
    exits: [noBridge],
    examples: [
      CommandExample("altcraft-bridge endpoint", "socket, TCP and WebSocket address, token file"),
      CommandExample("altcraft-bridge endpoint --format json", "for a program"),
    ])
}
