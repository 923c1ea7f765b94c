extension CommandPage {
  static let serve = CommandPage(
    summary: "answer calls, store jobs and deliver them to the platform",
    flagGroups: [
      FlagGroup(
        "Transports and access",
        [
          .stdio, .socket, .socketGroup, .socketMode, .listen, .requireToken, .websocket,
          .allowOrigin, .publicMetrics, .parentPid,
        ]),
      FlagGroup("Data", [.dataDir, .appGroup, .durability]),
      FlagGroup("Logs and recordings", [.logLevel, .logFormat, .traceWire, .record]),
      FlagGroup("Settings", [.config, .limit, .proxy, .caFile, .allowInsecureHTTP]),
    ],
    notes: [
      """
      Standard input and output are served if --stdio is given or if no other transport is; one named only by \
      a variable is served in addition, unless --stdio=false is given. A line of JSON on standard error says \
      that it is ready, and where. SIGTERM, SIGINT or the end of its input stops it within five seconds.
      """,
      """
      Every WebSocket connection needs a token: the content of rpc.token in the data directory, or of \
      rpc.observer-token to read only. The WebSocket port also answers GET /healthz, /readyz and /metrics.
      """,
    ],
    exits: [
      (.success, "clean stop"), (.failure, "output failed"),
      (.usage, "usage error"), (.fault, "a bug in altcraft-bridge"),
      (.directoryInUse, "directory in use"),
      (.configuration, "invalid configuration or directory"),
    ],
    examples: [
      CommandExample(
        "altcraft-bridge serve", "serve the parent process on standard input and output"),
      CommandExample(
        "altcraft-bridge serve --socket \"$XDG_RUNTIME_DIR/altcraft/bridge.sock\"",
        "serve all programs of this user"),
      CommandExample(
        "altcraft-bridge serve --listen 127.0.0.1:8091 --config bridge.json",
        "serve TCP, with the other settings in a file"),
      CommandExample(
        "altcraft-bridge serve --websocket 127.0.0.1:8093",
        "serve an app on a phone or an emulator"),
    ])
}
