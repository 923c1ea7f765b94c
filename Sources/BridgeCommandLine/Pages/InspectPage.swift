extension CommandPage {
  static let inspect = CommandPage(
    summary: "open a page that shows what the running bridge does",
    flagGroups: [FlagGroup([.control, .noOpen, .page, .ofDataDir] + Flag.ofBridge)],
    notes: [
      """
      Prints a URL that opens one page, within 60 seconds, and on a desktop opens a browser. The bridge must serve \
      WebSocket, as with `serve --websocket 127.0.0.1:8093`. With --data-dir it starts a bridge, and runs until it is \
      interrupted.
      """
    ],
    exits: [(.failure, "the bridge serves no WebSocket"), noBridge],
    examples: [
      CommandExample("altcraft-bridge inspect", "look at the running bridge"),
      CommandExample(
        "altcraft-bridge inspect --page > page.html", "open it, and drop a recording on it"),
    ])
}
