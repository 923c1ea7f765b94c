import ClientGenerator
import JSONCodec
import System

package enum Arguments {
  /// Parses the words after the program's name. Throws a one-line error if they are not a valid command.
  package static func parse(_ words: [String], _ commandEnvironment: CommandEnvironment)
    throws(UsageError)
    -> Command
  {
    guard let first = words.first else {
      throw UsageError(
        message:
          "no command given; try 'altcraft-bridge demo', or see 'altcraft-bridge help'",
        status: .usage)
    }
    if first == "--help" || first == "-h" { return .help(HelpOptions(topic: .overview)) }
    if first == "--version" { return .version }
    guard let name = CommandName(rawValue: first) else {
      throw unknown(first, among: CommandName.allCases.map(\.rawValue))
    }
    let rest = words.dropFirst()
    // Check for `--help` before anything else: the other words may be invalid.
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      return .help(HelpOptions(topic: topic(of: name, rest)))
    }
    var settings = OptionValues(name)
    let operands = try split(rest, into: &settings)
    // The doctor reports problems of variables and files; it must not fail because of them.
    if name != .doctor {
      try settings.addEnvironment(commandEnvironment)
      if let path = settings.text(.config) {
        try readConfiguration(at: path, commandEnvironment).add(to: &settings)
      }
    }
    return try command(settings, operands, commandEnvironment)
  }

  /// Returns the topic of `COMMAND … --help`: for `call METHOD --help` the method.
  private static func topic(of name: CommandName, _ words: ArraySlice<String>) -> HelpTopic {
    guard name == .call, let method = words.lazy.compactMap(HelpTopic.method(named:)).first else {
      return .command(name)
    }
    return method
  }

  /// Adds the flags in `words` to the settings and returns the other words. After `--` no word is a flag.
  private static func split(_ words: ArraySlice<String>, into settings: inout OptionValues)
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
        throw unknown(flag: String(parts[0]), of: settings.command)
      }
      if parts.count == 2 {
        try settings.add(flag, String(parts[1]), from: .flag)
      } else if flag.value == .yesOrNo {
        try settings.add(flag, "true", from: .flag)
      } else if let value = rest.first, !value.hasPrefix("--") {
        try settings.add(flag, value, from: .flag)
        rest.removeFirst()
      } else {
        throw .usage(
          "--\(flag.name): needs a value, as in --\(flag.name) \(flag.example)",
          helpOn: settings.command)
      }
    }
    return operands
  }

  private static func readConfiguration(at path: String, _ commandEnvironment: CommandEnvironment)
    throws(UsageError) -> ConfigurationFile
  {
    switch commandEnvironment.readFile(path) {
    case .success(let bytes):
      return ConfigurationFile(
        path: path, bytes: bytes, limitComplaint: commandEnvironment.limitComplaint)
    case .failure(let error): throw .configuration("\(path.inMessage): \(error.reason)")
    }
  }

  private static func command(
    _ settings: OptionValues, _ operands: [String], _ commandEnvironment: CommandEnvironment
  ) throws(UsageError) -> Command {
    let name = settings.command
    if name.page.operands == nil, let word = operands.first {
      let taken = name.flags.isEmpty ? "no arguments" : "only flags"
      throw .usage("\(word.inMessage): unexpected, \(name.rawValue) takes \(taken)", helpOn: name)
    }
    switch name {
    case .serve: return .serve(try ServeOptions(settings, commandEnvironment))
    case .call: return .call(try callOptions(settings, operands, commandEnvironment))
    case .events: return .events(try eventsOptions(settings, commandEnvironment))
    case .status: return .status(try inspectOptions(settings, .statusFormat, commandEnvironment))
    case .top: return .top(try inspectOptions(settings, .topFormat, commandEnvironment))
    case .endpoint:
      return .endpoint(try inspectOptions(settings, .endpointFormat, commandEnvironment))
    case .inspect:
      return .inspect(try InspectorOptions(settings, commandEnvironment))
    case .jwt: return .jwt(try UnsignedJWT(operands))
    case .push: return .push(try PushOptions(settings, operands, commandEnvironment))
    case .demo: return .demo(isFast: settings.isOn(.fast))
    case .platform:
      return .platform(
        PlatformOptions(
          listen: settings.text(.platformListen).flatMap(LoopbackAddress.init)
            ?? LoopbackAddress(host: .v4, port: 0),
          script: settings.text(.script), stateFile: settings.text(.platformState),
          isVerbose: settings.isOn(.platformVerbose),
          parentPid: settings.integer(.platformParentPid).map(Int32.init)))
    case .schema:
      return .schema(settings.text(.schemaFormat).flatMap(SchemaFormat.init) ?? .openrpc)
    case .generate: return .generate(try generateOptions(settings, operands))
    case .outbox: return .outbox(try outboxOptions(operands))
    case .replay:
      guard operands.count == 1 else { throw .usage("replay: needs a FILE", helpOn: name) }
      return .replay(ReplayOptions(file: operands[0], program: settings.text(.program)))
    case .doctor: return .doctor(try DoctorOptions(settings, commandEnvironment))
    case .service:
      return .service(try ServiceOptions(settings, operands, commandEnvironment))
    case .completion:
      guard operands.count == 1, let shell = Shell(rawValue: operands[0]) else {
        throw .usage("completion: needs one of bash, zsh, fish", helpOn: name)
      }
      return .completion(shell)
    case .version: return .version
    case .help: return .help(try helpOptions(settings, operands))
    }
  }

  private static func unknown(_ word: String, among words: [String]) -> UsageError {
    if word.hasPrefix("-") { return misplaced(word) }
    return .usage("\(word.inMessage): unknown command\(Suggestion.text(for: word, among: words))")
  }

  /// Returns the error for a flag in the place of the command.
  private static func misplaced(_ word: String) -> UsageError {
    let name = String(word.split(separator: "=").first ?? "")
    let command = CommandName.allCases.first { $0.flags.contains { "--\($0.name)" == name } }
    guard let command else {
      return .usage(
        "\(word.inMessage): unknown flag\(Suggestion.text(for: word, among: ["--help", "--version"]))"
      )
    }
    let shown = word.inMessage
    return .usage(
      "\(shown): the command must come first, as in 'altcraft-bridge \(command.rawValue) \(shown)'")
  }

  private static func unknown(flag: String, of command: CommandName) -> UsageError {
    let flags = command.flags.map { "--\($0.name)" } + ["--help"]
    return .usage(
      "\(flag.inMessage): unknown flag\(Suggestion.text(for: flag, among: flags))", helpOn: command)
  }

  private static func callOptions(
    _ settings: OptionValues, _ operands: [String], _ commandEnvironment: CommandEnvironment
  ) throws(UsageError) -> CallOptions {
    guard let method = operands.first else {
      throw .usage("call: needs a METHOD, as in 'altcraft-bridge call bridge.ping'", helpOn: .call)
    }
    return CallOptions(
      method: method,
      params: try CallParameters(method, commandEnvironment).parse(Array(operands.dropFirst())),
      field: settings.text(.field),
      destination: try Destination(settings, commandEnvironment))
  }

  private static func helpOptions(_ settings: OptionValues, _ operands: [String]) throws(UsageError)
    -> HelpOptions
  {
    guard operands.count <= 1 else {
      throw .usage("\(operands[1].inMessage): unexpected, help takes one topic", helpOn: .help)
    }
    let format = settings.text(.helpFormat).flatMap(HelpOptions.Format.init) ?? .text
    guard let word = operands.first else { return HelpOptions(topic: .overview, format: format) }
    guard let topic = HelpTopic(word) else { throw unknown(word, among: HelpTopic.allWords) }
    return HelpOptions(topic: topic, format: format)
  }

  private static func eventsOptions(
    _ settings: OptionValues, _ commandEnvironment: CommandEnvironment
  ) throws(UsageError) -> EventsOptions {
    let codes = try settings[.codes].map { (given) throws(UsageError) in
      let parts = given.text.split(separator: ",", omittingEmptySubsequences: false)
      return try parts.map { (part) throws(UsageError) in
        guard let code = Int(decimal: part) else {
          throw given.refused("must be codes separated by commas, as in 230,430", by: .events)
        }
        return code
      }
    }
    return EventsOptions(
      since: settings.integer(.since), codes: codes,
      format: settings.text(.eventsFormat).flatMap(EventFormat.init),
      command: settings.text(.exec), cursor: settings.text(.cursor),
      destination: try Destination(settings, commandEnvironment))
  }

  private static func inspectOptions(
    _ settings: OptionValues, _ format: Flag, _ commandEnvironment: CommandEnvironment
  ) throws(UsageError) -> InspectOptions {
    InspectOptions(
      format: settings.text(format).flatMap(InspectOptions.Format.init) ?? .text,
      isProbe: settings.isOn(.ready),
      destination: try Destination(settings, commandEnvironment))
  }

  private static func generateOptions(_ settings: OptionValues, _ operands: [String])
    throws(UsageError) -> GenerateOptions
  {
    let names = ClientLanguage.all.map(\.name)
    guard operands.count == 1, names.contains(operands[0]) else {
      throw .usage("generate: needs one of \(names.joined(separator: ", "))", helpOn: .generate)
    }
    guard let directory = settings.text(.output) else {
      throw .usage("generate: needs --output DIR, as in --output altcraft", helpOn: .generate)
    }
    return GenerateOptions(
      language: operands[0], directory: directory, schema: settings.text(.schema))
  }

  private static func outboxOptions(_ operands: [String]) throws(UsageError) -> OutboxOptions {
    guard operands.count == 2, let action = OutboxOptions.Action(rawValue: operands[0]) else {
      throw .usage(
        "outbox: needs list or verify, and a DIR, as in 'altcraft-bridge outbox verify DIR'",
        helpOn: .outbox)
    }
    return OutboxOptions(action: action, dataDir: operands[1])
  }
}
