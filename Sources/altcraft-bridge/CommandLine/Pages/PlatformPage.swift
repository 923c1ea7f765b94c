extension CommandPage {
  static let platform = CommandPage(
    summary: "a simulated Altcraft platform to test against",
    flagGroups: [FlagGroup([.platformListen, .script])],
    notes: [
      """
      When it accepts requests it writes one line of JSON with its `url` to standard error. Give that as \
      `configuration.apiUrl`. Runs until it is interrupted.
      """
    ],
    examples: [
      Example("altcraft-bridge platform --listen 127.0.0.1:8090", "one that accepts everything"),
      Example(
        "altcraft-bridge platform --script outage.json", "one that answers as the file says"),
    ])
}
