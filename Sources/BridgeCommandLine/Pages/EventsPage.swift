extension CommandPage {
  static let events = CommandPage(
    summary: "print events as they happen",
    flagGroups: [FlagGroup([.since, .codes, .eventsFormat, .exec, .cursor] + Flag.ofBridge)],
    notes: [
      """
      Prints one line for each event: text on a terminal, otherwise a JSON object. Runs until it is \
      interrupted. If the bridge disconnects, it exits with status 1. Events that are no longer available are \
      reported on standard error.
      """
    ],
    exits: [(.failure, "the bridge disconnected"), CommandPage.noBridge],
    examples: [
      CommandExample(
        "altcraft-bridge events --socket bridge.sock", "all events from now on"),
      CommandExample(
        "altcraft-bridge events --codes 230,430 --since 0 --socket bridge.sock",
        "results of subscriptions, from the oldest event that is kept"),
    ])
}
