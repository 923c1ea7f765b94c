/// All flags. The page of a command lists the flags of the command.
extension Flag {
  static let stdio = Flag("stdio", .yesOrNo, "serve standard input and output")
  // ALTCRAFT_BRIDGE_SOCKET names the bridge that clients call. It must not make `serve` listen there instead of
  // on the standard input of the host that started it.
  package static let socket = Flag(
    "socket", .file, "serve a Unix socket at this path", example: "./bridge.sock",
    isInEnvironment: false)
  static let socketGroup = Flag(
    "socket-group", .text("GROUP"), "let processes of this group use the socket too",
    example: "altcraft")
  static let socketMode = Flag(
    "socket-mode", .text("MODE"),
    "permissions of the socket (default: 0600, or 0660 with a group)", example: "0660")
  package static let listen = Flag(
    "listen", .loopback, "serve TCP on this loopback port (0: a free one)")
  package static let websocket = Flag(
    "websocket", .loopback, "serve WebSocket on this port (0: a free one)",
    example: "127.0.0.1:8093")
  static let allowOrigin = Flag(
    "allow-origin", .origin, "let pages of this origin connect, with a token")
  static let publicMetrics = Flag(
    "public-metrics", .yesOrNo, "serve /metrics of that port without a token")
  static let dataDir = Flag(
    "data-dir", .directory, "data directory",
    defaultValue: "$STATE_DIRECTORY or ~/.local/state/altcraft-bridge")
  static let appGroup = Flag("app-group", .text("NAME"), "the app group selected at start")
  static let durability = Flag(
    "durability", .choice(["power", "process"]), "failures that accepted calls survive",
    defaultValue: "power")
  static let requireToken = Flag(
    "require-token", .yesOrNo, "require a token for every TCP connection")
  package static let parentPid = Flag(
    "parent-pid", .integer("N", 1...Int(Int32.max)), "stop when this process exits")
  static let config = Flag(
    "config", .file, "a JSON file with any of these settings", isInFile: false)
  static let limit = Flag("limit", .assignment, "change a limit, for example inFlight=32")
  static let allowInsecureHTTP = Flag(
    "allow-insecure-http", .yesOrNo, "allow platform URLs with http:")
  static let proxy = Flag(
    "proxy", .proxy, "send requests to the platform by this proxy (empty: by none)")
  static let caFile = Flag(
    "ca-file", .file, "trust the certificates in this file only", example: "./ca.pem")
  static let logLevel = Flag(
    "log-level", .choice(["error", "notice", "info", "debug"]), "minimum level to log",
    defaultValue: "notice")
  static let logFormat = Flag(
    "log-format", .choice(["text", "json"]), "format of the log on standard error",
    defaultValue: "text")
  static let traceWire = Flag(
    "trace-wire", .file, "log every message as JSON lines, without secrets")
  static let record = Flag("record", .file, "write a recording for `replay`")

  static let ofSocket = Flag(
    "socket", .file, "the Unix socket of a running bridge", example: "./bridge.sock",
    isInFile: false)
  static let connect = Flag(
    "connect", .text("ADDRESS"), "HOST:PORT, or ws://HOST:PORT, of a running bridge",
    example: "127.0.0.1:8091", isInFile: false)
  static let tokenFile = Flag(
    "token-file", .file, "authenticate with the token in this file", isInFile: false)

  static let statusFormat = textOrJSON("STATUS_")
  static let ready = Flag(
    "ready", .yesOrNo, "succeed if it accepts jobs, for a probe", environmentPrefix: "STATUS_",
    isInFile: false)
  static let topFormat = textOrJSON("TOP_")
  static let endpointFormat = textOrJSON("ENDPOINT_")

  private static func textOrJSON(_ prefix: String) -> Flag {
    Flag(
      "format", .choice(["text", "json"]), "output format", defaultValue: "text",
      environmentPrefix: prefix, isInFile: false)
  }

  static let pushForm = Flag(
    "as", .choice(["device", "provider"]), "as it arrives on a device, or as it is sent",
    defaultValue: "device", environmentPrefix: "PUSH_", isInFile: false)
  static let pushTo = Flag(
    "to", .yesOrNo, "hand it to the running bridge, and print what to show",
    environmentPrefix: "PUSH_", isInFile: false)

  static let control = Flag(
    "control", .yesOrNo, "let the page make calls, retry and discard",
    environmentPrefix: "INSPECT_", isInFile: false)
  static let noOpen = Flag(
    "no-open", .yesOrNo, "only print the URL", environmentPrefix: "INSPECT_", isInFile: false)
  static let page = Flag(
    "page", .yesOrNo, "print the page instead, to open recordings with it",
    environmentPrefix: "INSPECT_", isInFile: false)

  static let fast = Flag(
    "fast", .yesOrNo, "do not pause for the reader", environmentPrefix: "DEMO_", isInFile: false)

  static let exec = Flag(
    "exec", .text("COMMAND"), "run a shell command for each event, with the event as its input",
    example: "./on-event", isInFile: false)
  static let cursor = Flag(
    "cursor", .file, "keep the position in this file and continue from it", isInFile: false)

  static let since = Flag(
    "since", .integer("N", 0...Int.max), "start after the event with this number", isInFile: false)
  static let codes = Flag(
    "codes", .text("230,430"), "only events with these codes", example: "230,430", isInFile: false)

  // The platform's variables have a separate prefix: it must not listen on the port configured for `serve`.
  static let platformListen = Flag(
    "listen", .loopback, "the address to listen on", defaultValue: "127.0.0.1:0",
    environmentPrefix: "PLATFORM_",
    isInFile: false)
  static let script = Flag(
    "script", .file, "a JSON file that defines the responses", environmentPrefix: "PLATFORM_",
    isInFile: false)
  static let platformParentPid = Flag(
    "parent-pid", .integer("N", 1...Int(Int32.max)), "stop when this process exits",
    environmentPrefix: "PLATFORM_", isInFile: false)

  static let platformState = Flag(
    "state", .file, "keep the state in this file over restarts", environmentPrefix: "PLATFORM_",
    isInFile: false)
  static let platformVerbose = Flag(
    "verbose", .yesOrNo, "print requests to a file or a pipe too",
    environmentPrefix: "PLATFORM_", isInFile: false)

  static let program = Flag(
    "program", .file, "the program to test (default: this one)", environmentPrefix: "REPLAY_",
    isInFile: false)

  static let output = Flag(
    "output", .directory, "the directory for the files", isInFile: false)
  static let schema = Flag(
    "schema", .file, "the OpenRPC document of another version", isInFile: false)

  static let field = Flag(
    "field", .text("NAME"), "print only this member; strings are not quoted",
    example: "requestId", isInFile: false)
  static let ofDataDir = Flag(
    "data-dir", .directory, "start a temporary bridge on this data directory",
    example: "./data", isInEnvironment: false, isInFile: false)
  static let wait = Flag(
    "wait", .integer("SECONDS", 0...86400), "wait for a bridge that is starting", example: "10",
    isInFile: false)

  static let verbose = Flag(
    "verbose", .yesOrNo, "show all members of an error", isInFile: false)

  /// The flags for the connection to a running bridge.
  static let ofBridge = [ofSocket, connect, tokenFile, wait, verbose]

  // The formats differ between commands, so each command has a separate variable.
  static let schemaFormat = Flag(
    "format", .choice(["openrpc", "json-schema", "asyncapi", "markdown", "html"]), "output format",
    defaultValue: "openrpc",
    environmentPrefix: "SCHEMA_", isInFile: false)

  static let doctorFormat = textOrJSON("DOCTOR_")

  static let serviceUser = Flag(
    "user", .yesOrNo, "the units of this user instead of the system's",
    environmentPrefix: "SERVICE_",
    isInFile: false)
  static let serviceOutput = Flag(
    "output", .directory, "the directory for the units", environmentPrefix: "SERVICE_",
    isInFile: false)
  static let serviceProgram = Flag(
    "program", .file, "the program that the units start (default: this one)",
    environmentPrefix: "SERVICE_", isInFile: false)
  static let serviceSocketGroup = Flag(
    "socket-group", .text("GROUP"), "let processes of this group use the socket too",
    example: "altcraft", environmentPrefix: "SERVICE_", isInFile: false)
  static let serviceSocketMode = Flag(
    "socket-mode", .text("MODE"),
    "permissions of the socket (default: 0600, or 0660 with a group)", example: "0660",
    environmentPrefix: "SERVICE_", isInFile: false)
  static let serviceForce = Flag(
    "force", .yesOrNo, "replace modified units", environmentPrefix: "SERVICE_",
    isInFile: false)
  static let eventsFormat = Flag(
    "format", .choice(["text", "json"]), "output format (default: text on a terminal, else json)",
    environmentPrefix: "EVENTS_", isInFile: false)
  static let helpFormat = Flag(
    "format", .choice(["text", "man"]), "plain text, or a manual page", defaultValue: "text",
    environmentPrefix: "HELP_", isInFile: false)
}
