extension CommandPage {
  static let demo = CommandPage(
    summary: "watch the whole system work with a simulated platform",
    flagGroups: [FlagGroup([.fast])],
    notes: [
      """
      Starts a bridge and a simulated platform, makes calls during an outage of the platform and before a \
      crash of the bridge, and shows the messages, with pauses on a terminal. Needs no network and removes its files.
      """
    ],
    examples: [
      CommandExample("altcraft-bridge demo", "see the main features"),
      CommandExample("altcraft-bridge demo --fast", "without pauses"),
    ])
}
