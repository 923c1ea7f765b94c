extension CommandPage {
  static let demo = CommandPage(
    summary: "watch the whole system work with a simulated platform",
    notes: [
      """
      Starts a bridge and a simulated platform, makes calls during an outage of the platform and before a \
      crash of the bridge, and shows the messages. Takes less than ten seconds, needs no network and removes \
      its files.
      """
    ],
    examples: [
      CommandExample("altcraft-bridge demo", "see the main features in ten seconds")
    ])
}
