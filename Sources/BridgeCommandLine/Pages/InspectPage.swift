extension CommandPage {
  static let inspect = CommandPage(
    summary: "open a page that shows what the running bridge does",
    flagGroups: [FlagGroup([.control, .noOpen, .page, .ofDataDir] + Flag.ofBridge)],
    notes: [
      """
      Prints a URL that opens one page, within 60 seconds, and opens a browser if this is a terminal of a desktop. The \
      bridge must serve WebSocket: start it with `serve --websocket 127.0.0.1:8093`. The page shows messages, jobs and \
      events; it changes nothing without --control.
      """,
      """
      With --data-dir it starts a bridge on that directory and runs until it is interrupted. A page that `--page` has \
      printed needs no bridge: open the file, and drop a recording of `serve --record` on it.
      """,
    ],
    exits: [(.failure, "the bridge serves no WebSocket"), noBridge],
    examples: [
      CommandExample("altcraft-bridge inspect", "look at the running bridge"),
      CommandExample(
        "altcraft-bridge inspect --control --no-open", "a URL of a page that may make calls"),
      CommandExample("altcraft-bridge inspect --page", "the page itself, for recordings"),
    ])
}
