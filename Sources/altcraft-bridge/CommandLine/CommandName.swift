import ClientGenerator

/// The commands, and for each what help and completion say about it.
enum CommandName: String, CaseIterable, Sendable {
  case serve, call, events, demo, platform, schema, generate, outbox, doctor, completion, version,
    help

  var summary: String {
    switch self {
    case .serve: "answer calls, keep the outbox, deliver to the platform"
    case .call: "make one call and print its result"
    case .events: "print events, one JSON object a line"
    case .demo: "see the whole of it work against a simulated platform"
    case .platform: "the simulated Altcraft platform, to develop and test against"
    case .schema: "print the description of the interface"
    case .generate: "write the generated part of a client"
    case .outbox: "look at the files of an outbox, without changing them"
    case .doctor: "say what would keep it from working here"
    case .completion: "print a completion script for a shell"
    case .version: "print the version"
    case .help: "explain a command"
    }
  }

  /// What stands after the command besides flags, as help prints it.
  var operands: String? {
    switch self {
    case .call: "METHOD [PARAMS-JSON | KEY=VALUE…]"
    case .generate: ClientLanguage.all.map(\.name).joined(separator: "|")
    case .outbox: "list|verify DIR"
    case .completion: "bash|zsh|fish"
    case .help: "[COMMAND]"
    case .serve, .events, .demo, .platform, .schema, .doctor, .version: nil
    }
  }

  /// Fixed words that can stand in place of the first operand.
  var operandChoices: [String] {
    switch self {
    case .generate: ClientLanguage.all.map(\.name)
    case .outbox: ["list", "verify"]
    case .completion: Shell.allCases.map(\.rawValue)
    case .help: CommandName.allCases.map(\.rawValue)
    case .serve, .call, .events, .demo, .platform, .schema, .doctor, .version: []
    }
  }

  var flags: [Flag] {
    switch self {
    case .serve: Flag.serve
    case .call: Flag.connecting
    case .events: Flag.events
    case .platform: Flag.platform
    case .schema: [.format]
    case .generate: Flag.generate
    case .doctor: [.dataDir]
    case .demo, .outbox, .completion, .version, .help: []
    }
  }

  /// Sentences under the flags in `help COMMAND`.
  var notes: [String] {
    switch self {
    case .serve:
      [
        "Standard input and output are served when --stdio is given or no other transport is.",
        "Each flag can also be given by its environment variable, or by its member in the file",
        "of --config; the flag wins, then the environment. Limits are merged name by name.",
        "Exit status: 0 after a clean stop, 64 usage, 70 a fault of ours, 75 the data directory is",
        "in use, 78 the configuration or the data directory cannot be used.",
      ]
    case .call:
      [
        "A VALUE is JSON where it is valid JSON, and a string otherwise: count=3, name=Ann.",
        "Without --socket and --connect a core of its own is started for the one call, on the data",
        "directory that ALTCRAFT_BRIDGE_DATA_DIR names. Exit status: 1 when the answer is an error,",
        "which is then printed to standard error.",
      ]
    case .events:
      [
        "Runs until it is interrupted or the connection ends. Events that can no longer be had are",
        "reported on standard error.",
      ]
    case .demo:
      ["Ends within ten seconds, needs no network and leaves nothing behind."]
    case .platform:
      [
        "When it accepts requests it writes one line of JSON with its `url` to standard error.",
        "Give that as `configuration.apiUrl`. Runs until it is interrupted.",
      ]
    case .generate:
      [
        "DIR is created if it is missing, and files of the same name in it are replaced. Without --schema",
        "the interface is that of this version.",
      ]
    case .outbox:
      [
        "DIR is a data directory. `list` prints one piece of work a line, `verify` what it found in",
        "the files; exit status 1 when something is damaged. The directory need not be free.",
      ]
    case .doctor: ["Exit status: 1 when there is a problem."]
    case .completion: ["For bash: source <(altcraft-bridge completion bash)"]
    case .schema, .version, .help: []
    }
  }
}

enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

extension Flag {
  static let stdio = Flag("stdio", .yesOrNo, "serve standard input and output")
  static let socket = Flag("socket", .file, "serve a Unix socket at this path")
  static let listen = Flag(
    "listen", .loopback, "serve TCP on this loopback port; 0 takes a free one")
  static let dataDir = Flag(
    "data-dir", .directory, "where work is kept (~/.local/state/altcraft-bridge)")
  static let appGroup = Flag("app-group", .text("NAME"), "the app group selected at the start")
  static let durability = Flag(
    "durability", .choice(["power", "process"]), "what an accepted call survives (power)")
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
    "log-level", .choice(["error", "notice", "info", "debug"]), "how much is logged (notice)")
  static let logFormat = Flag(
    "log-format", .choice(["text", "json"]), "how the log on standard error looks (text)")

  static let serve = [
    stdio, socket, listen, dataDir, appGroup, durability, requireToken, parentPid, config, limit,
    allowInsecureHTTP, logLevel, logFormat,
  ]

  static let ofSocket = Flag(
    "socket", .file, "the Unix socket of a running bridge", isInFile: false)
  static let connect = Flag(
    "connect", .text("HOST:PORT"), "the TCP port of a running bridge", isInFile: false)
  static let tokenFile = Flag(
    "token-file", .file, "present the token in this file", isInFile: false)
  static let connecting = [ofSocket, connect, tokenFile]

  static let since = Flag(
    "since", .integer("N", 0...Int.max), "begin after the event of this number", isInFile: false)
  static let codes = Flag("codes", .text("230,430"), "only events of these codes", isInFile: false)
  static let events = [since, codes] + connecting

  // The platform's variables have a prefix of their own: a port meant for `serve` is not one to share.
  static let platformListen = Flag(
    "listen", .loopback, "where to listen (127.0.0.1:0)", environmentPrefix: "PLATFORM_",
    isInFile: false)
  static let script = Flag(
    "script", .file, "a JSON file that says how to answer", environmentPrefix: "PLATFORM_",
    isInFile: false)
  static let platform = [platformListen, script]

  static let output = Flag(
    "output", .directory, "where the files go", isInFile: false)
  static let schema = Flag(
    "schema", .file, "the OpenRPC document of another version", isInFile: false)
  static let generate = [output, schema]

  static let format = Flag(
    "format", .choice(["openrpc", "markdown"]), "the form of it (openrpc)", isInFile: false)
}
