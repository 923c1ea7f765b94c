extension CommandPage {
  static let serve = CommandPage(
    summary: "answer calls, keep the outbox, deliver to the platform",
    flagGroups: [
      FlagGroup("Who can call", [.stdio, .socket, .listen, .requireToken, .parentPid]),
      FlagGroup("What is kept", [.dataDir, .appGroup, .durability]),
      FlagGroup("What is written down", [.logLevel, .logFormat, .traceWire, .record]),
      FlagGroup("Settings", [.config, .limit, .allowInsecureHTTP]),
    ],
    notes: [
      """
      Standard input and output are served when --stdio is given or no other transport is. A line of JSON \
      on standard error says when calls are accepted, and where. SIGTERM, SIGINT or the end of standard \
      input stop it within five seconds.
      """
    ],
    exits: [
      (.success, "a clean stop"), (.usage, "usage"), (.fault, "a fault of ours"),
      (.directoryInUse, "the data directory is in use"),
      (.configuration, "the configuration or a directory cannot be used"),
    ],
    examples: [
      Example(
        "altcraft-bridge serve", "for the program that started it, on standard input and output"),
      Example(
        "altcraft-bridge serve --socket \"$XDG_RUNTIME_DIR/altcraft/bridge.sock\"",
        "for every program of this user"),
      Example(
        "altcraft-bridge serve --listen 127.0.0.1:8091 --config bridge.json",
        "for what can only speak TCP, with the rest of the settings in a file"),
    ])
}
