extension CommandPage {
  static let platform = CommandPage(
    summary: "run a simulated Altcraft platform for tests",
    flagGroups: [
      FlagGroup([.platformListen, .script, .platformState, .platformVerbose, .platformParentPid])
    ],
    notes: [
      """
      When it is ready, it writes one line of JSON with its `url` to standard error. Use this URL as \
      `configuration.apiUrl`, and open it in a browser. On a terminal each request is a line on standard output, \
      with the reason for a refusal. Runs until it is interrupted.
      """
    ],
    examples: [
      CommandExample("altcraft-bridge platform --listen 127.0.0.1:8090", "accept every request"),
      CommandExample(
        "altcraft-bridge platform --script outage.json", "answer as the script defines"),
    ])
}
