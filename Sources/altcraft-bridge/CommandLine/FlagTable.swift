/// All flags. The page of a command lists the flags of the command.
extension Flag {
  static let stdio = Flag("stdio", .yesOrNo, "serve standard input and output")
  static let socket = Flag(
    "socket", .file, "serve a Unix socket at this path", example: "./bridge.sock")
  static let listen = Flag(
    "listen", .loopback, "serve TCP on this loopback port (0: a free one)")
  static let dataDir = Flag(
    "data-dir", .directory, "where work lives", defaultValue: "~/.local/state/altcraft-bridge")
  static let appGroup = Flag("app-group", .text("NAME"), "the app group selected at the start")
  static let durability = Flag(
    "durability", .choice(["power", "process"]), "what an accepted call survives",
    defaultValue: "power")
  static let requireToken = Flag(
    "require-token", .yesOrNo, "demand the token of everyone who comes by TCP")
  static let parentPid = Flag(
    "parent-pid", .integer("N", 1...Int(Int32.max)), "end when this process ends")
  static let config = Flag(
    "config", .file, "a JSON file with any of these settings", isInFile: false)
  static let limit = Flag("limit", .assignment, "change a limit, as in inFlight=32")
  static let allowInsecureHTTP = Flag(
    "allow-insecure-http", .yesOrNo, "let configurations name http: platforms")
  static let logLevel = Flag(
    "log-level", .choice(["error", "notice", "info", "debug"]), "how much is logged",
    defaultValue: "notice")
  static let logFormat = Flag(
    "log-format", .choice(["text", "json"]), "how the log on standard error looks",
    defaultValue: "text")
  static let traceWire = Flag(
    "trace-wire", .file, "every message, as JSON lines without secrets")
  static let record = Flag("record", .file, "a recording that `replay` can play")

  static let ofSocket = Flag(
    "socket", .file, "the Unix socket of a running bridge", example: "./bridge.sock",
    isInFile: false)
  static let connect = Flag(
    "connect", .text("HOST:PORT"), "the TCP port of a running bridge",
    example: "127.0.0.1:8091", isInFile: false)
  static let tokenFile = Flag(
    "token-file", .file, "present the token in this file", isInFile: false)

  static let since = Flag(
    "since", .integer("N", 0...Int.max), "begin after the event of this number", isInFile: false)
  static let codes = Flag(
    "codes", .text("230,430"), "only events of these codes", example: "230,430", isInFile: false)

  // The platform's variables have a separate prefix: it must not listen on the port configured for `serve`.
  static let platformListen = Flag(
    "listen", .loopback, "where to listen", defaultValue: "127.0.0.1:0",
    environmentPrefix: "PLATFORM_",
    isInFile: false)
  static let script = Flag(
    "script", .file, "a JSON file that says how to answer", environmentPrefix: "PLATFORM_",
    isInFile: false)

  static let program = Flag(
    "program", .file, "play it against this program (this one)", environmentPrefix: "REPLAY_",
    isInFile: false)

  static let output = Flag(
    "output", .directory, "where the files go", isInFile: false)
  static let schema = Flag(
    "schema", .file, "the OpenRPC document of another version", isInFile: false)

  static let field = Flag(
    "field", .text("NAME"), "print this member of the result, a string as it is",
    example: "requestId", isInFile: false)
  static let ofDataDir = Flag(
    "data-dir", .directory, "start a bridge on this data directory for the call",
    example: "./data", isInFile: false)

  // The formats differ between commands, so each command has a separate variable.
  static let schemaFormat = Flag(
    "format", .choice(["openrpc", "markdown", "html"]), "the form of it",
    defaultValue: "openrpc",
    environmentPrefix: "SCHEMA_", isInFile: false)

  static let doctorFormat = Flag(
    "format", .choice(["text", "json"]), "how the findings look", defaultValue: "text",
    environmentPrefix: "DOCTOR_", isInFile: false)

  static let serviceUser = Flag(
    "user", .yesOrNo, "for this user, and not for the system", environmentPrefix: "SERVICE_",
    isInFile: false)
  static let serviceOutput = Flag(
    "output", .directory, "where the units go", environmentPrefix: "SERVICE_", isInFile: false)
  static let serviceProgram = Flag(
    "program", .file, "the program they start, if not this one", environmentPrefix: "SERVICE_",
    isInFile: false)
  static let serviceForce = Flag(
    "force", .yesOrNo, "replace units that were changed", environmentPrefix: "SERVICE_",
    isInFile: false)
  static let eventsFormat = Flag(
    "format", .choice(["text", "json"]), "text on a terminal, json in a pipe unless said",
    environmentPrefix: "EVENTS_", isInFile: false)
  static let helpFormat = Flag(
    "format", .choice(["text", "man"]), "text, or a page of the manual", defaultValue: "text",
    environmentPrefix: "HELP_", isInFile: false)
}
