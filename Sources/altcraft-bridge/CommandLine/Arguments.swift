import ClientGenerator
import JSONCodec

/// What a command line asks for, with every value checked.
enum Command: Sendable, Equatable {
  case serve(ServeOptions)
  case call(CallOptions)
  case events(EventsOptions)
  case demo
  case platform(PlatformOptions)
  case schema(SchemaFormat)
  case generate(GenerateOptions)
  case outbox(OutboxOptions)
  case doctor(dataDir: String)
  case completion(Shell)
  case version
  case help(CommandName?)
}

struct CallOptions: Sendable, Equatable {
  let method: String
  /// Nil for a call without parameters.
  let params: JSON?
  let destination: Destination
}

struct EventsOptions: Sendable, Equatable {
  let since: Int?
  let codes: [Int]?
  let destination: Destination
}

/// Which bridge `call` and `events` speak to.
struct Destination: Sendable, Equatable {
  enum Place: Sendable, Equatable {
    case socket(String)
    case tcp(HostAndPort)
    /// A process of our own, for as long as we speak to it.
    case ownCore
  }

  let place: Place
  let tokenFile: String?
}

struct PlatformOptions: Sendable, Equatable {
  let listen: LoopbackAddress
  let script: String?
}

enum SchemaFormat: String, Sendable { case openrpc, markdown }

struct GenerateOptions: Sendable, Equatable {
  /// One of `ClientLanguage.all`.
  let language: String
  let directory: String
  /// Nil for the interface of this version.
  let schema: String?
}

struct OutboxOptions: Sendable, Equatable {
  enum Action: String, Sendable { case list, verify }

  let action: Action
  let dataDir: String
}

/// What parsing depends on besides the arguments.
struct Surroundings: Sendable {
  var environment: [String: String]
  /// The bytes of a file, or why they cannot be had.
  var readFile: @Sendable (String) -> Result<[UInt8], FileUnreadable>
  /// What is wrong with a limit of this name and value, such as a name nobody knows; nil if nothing is.
  var limitComplaint: @Sendable (String, Double) -> String?
}

struct FileUnreadable: Error, Equatable {
  /// In the words of the system, as in "no such file or directory".
  let reason: String
}

enum Arguments {
  /// Turns the words after the program's name into a command, or says in one line why not.
  static func parse(_ words: [String], _ surroundings: Surroundings) throws(UsageError) -> Command {
    guard let first = words.first else { throw .usage("no command given") }
    if first == "--help" || first == "-h" { return .help(nil) }
    if first == "--version" { return .version }
    guard let name = CommandName(rawValue: first) else {
      throw .usage("\(first): unknown command")
    }
    let rest = words.dropFirst()
    // Before anything is checked: who asks for help may have the rest wrong.
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      return .help(name)
    }
    var settings = Settings(name)
    let operands = try split(rest, into: &settings)
    try settings.addEnvironment(surroundings.environment)
    if let path = settings.text(.config) {
      try readConfiguration(at: path, surroundings).add(to: &settings)
    }
    return try command(settings, operands, surroundings)
  }

  /// Takes the flags out of `words` and returns what is left. After `--` nothing is a flag.
  private static func split(_ words: ArraySlice<String>, into settings: inout Settings)
    throws(UsageError) -> [String]
  {
    var operands: [String] = []
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" { return operands + rest }
      guard word.hasPrefix("-"), word.utf8.count > 1 else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let flag = settings.command.flags.first(where: { "--\($0.name)" == parts[0] }) else {
        throw .usage("\(parts[0]): unknown flag", helpOn: settings.command)
      }
      if parts.count == 2 {
        try settings.add(flag, String(parts[1]), from: .flag)
      } else if flag.value == .yesOrNo {
        try settings.add(flag, "true", from: .flag)
      } else if let value = rest.popFirst() {
        try settings.add(flag, value, from: .flag)
      } else {
        throw .usage("--\(flag.name): needs a value", helpOn: settings.command)
      }
    }
    return operands
  }

  private static func readConfiguration(at path: String, _ surroundings: Surroundings)
    throws(UsageError) -> ConfigurationFile
  {
    switch surroundings.readFile(path) {
    case .success(let bytes): return try ConfigurationFile(path: path, bytes: bytes)
    case .failure(let error): throw .configuration("\(path): \(error.reason)")
    }
  }

  private static func command(
    _ settings: Settings, _ operands: [String], _ surroundings: Surroundings
  ) throws(UsageError) -> Command {
    let name = settings.command
    if name.operands == nil, let word = operands.first {
      throw .usage("\(word): unexpected", helpOn: name)
    }
    switch name {
    case .serve: return .serve(try ServeOptions(settings, surroundings))
    case .call: return .call(try callOptions(settings, operands))
    case .events: return .events(try eventsOptions(settings))
    case .demo: return .demo
    case .platform:
      return .platform(
        PlatformOptions(
          listen: settings.text(.platformListen).flatMap(LoopbackAddress.init)
            ?? LoopbackAddress(host: .v4, port: 0),
          script: settings.text(.script)))
    case .schema:
      return .schema(settings.text(.format).flatMap(SchemaFormat.init) ?? .openrpc)
    case .generate: return .generate(try generateOptions(settings, operands))
    case .outbox: return .outbox(try outboxOptions(operands))
    case .doctor:
      return .doctor(dataDir: try DataDirectory.path(settings, surroundings.environment))
    case .completion:
      guard operands.count == 1, let shell = Shell(rawValue: operands[0]) else {
        throw .usage("completion: needs one of bash, zsh, fish", helpOn: name)
      }
      return .completion(shell)
    case .version: return .version
    case .help:
      guard operands.count <= 1 else { throw .usage("\(operands[1]): unexpected") }
      guard let topic = operands.first else { return .help(nil) }
      guard let command = CommandName(rawValue: topic) else {
        throw .usage("\(topic): unknown command")
      }
      return .help(command)
    }
  }

  private static func callOptions(_ settings: Settings, _ operands: [String]) throws(UsageError)
    -> CallOptions
  {
    guard let method = operands.first else {
      throw .usage("call: needs a METHOD", helpOn: .call)
    }
    return CallOptions(
      method: method, params: try CallParameters.parse(Array(operands.dropFirst())),
      destination: try destination(settings))
  }

  private static func eventsOptions(_ settings: Settings) throws(UsageError) -> EventsOptions {
    let codes = try settings[.codes].map { (given) throws(UsageError) in
      let parts = given.text.split(separator: ",", omittingEmptySubsequences: false)
      return try parts.map { (part) throws(UsageError) in
        guard let code = Int(decimal: part) else {
          throw given.refused("must be codes separated by commas", by: .events)
        }
        return code
      }
    }
    return EventsOptions(
      since: settings.integer(.since), codes: codes, destination: try destination(settings))
  }

  private static func destination(_ settings: Settings) throws(UsageError) -> Destination {
    let socket = settings[.ofSocket]
    let connect = settings[.connect]
    let tokenFile = settings.text(.tokenFile)
    if let socket, let connect, socket.source == connect.source {
      throw connect.refused("cannot be given together with --socket", by: settings.command)
    }
    // Both given in different places: the stronger place names the destination.
    if let connect, socket.map({ $0.source < connect.source }) ?? true {
      guard let address = HostAndPort(connect.text), address.port != 0 else {
        throw connect.refused("must be HOST:PORT", by: settings.command)
      }
      return Destination(place: .tcp(address), tokenFile: tokenFile)
    }
    return Destination(
      place: socket.map { .socket($0.text) } ?? .ownCore, tokenFile: tokenFile)
  }

  private static func generateOptions(_ settings: Settings, _ operands: [String])
    throws(UsageError) -> GenerateOptions
  {
    let names = ClientLanguage.all.map(\.name)
    guard operands.count == 1, names.contains(operands[0]) else {
      throw .usage("generate: needs one of \(names.joined(separator: ", "))", helpOn: .generate)
    }
    guard let directory = settings.text(.output) else {
      throw .usage("generate: needs --output DIR", helpOn: .generate)
    }
    return GenerateOptions(
      language: operands[0], directory: directory, schema: settings.text(.schema))
  }

  private static func outboxOptions(_ operands: [String]) throws(UsageError) -> OutboxOptions {
    guard operands.count == 2, let action = OutboxOptions.Action(rawValue: operands[0]) else {
      throw .usage("outbox: needs list or verify, and a DIR", helpOn: .outbox)
    }
    return OutboxOptions(action: action, dataDir: operands[1])
  }
}
