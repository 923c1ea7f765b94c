extension CommandPage {
  static let events = CommandPage(
    summary: "print events as they happen",
    flagGroups: [FlagGroup([.since, .codes, .eventsFormat, .ofSocket, .connect, .tokenFile])],
    notes: [
      """
      A line for each event: text for a person, one JSON object for a program. Runs until it is interrupted; \
      when the bridge goes, it ends with status 1. Events that can no longer be had are reported on standard error.
      """
    ],
    examples: [
      Example(
        "altcraft-bridge events --socket bridge.sock", "everything that happens from now on"),
      Example(
        "altcraft-bridge events --codes 230,430 --since 0 --socket bridge.sock",
        "what became of subscriptions, from the oldest event that is kept"),
    ])
}
