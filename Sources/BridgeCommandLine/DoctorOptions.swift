import HTTP
import JSONRPC
import System

/// The input of `doctor`: the options that `serve` would have here, as far as they are valid, and all
/// problems of the others.
package struct DoctorOptions: Sendable, Equatable {
  package enum Format: String, Sendable { case text, json }

  /// A setting in force and its source.
  package struct Setting: Sendable, Equatable {
    package let name: String
    package let value: String
    package let source: String
    package var isDefault: Bool { source == "default" }
  }

  /// A setting that cannot be used: its location and the problem.
  package struct Problem: Sendable, Equatable {
    package let place: String
    package let complaint: String
  }

  package let format: Format
  package let serve: ServeOptions
  package let settings: [Setting]
  package let problems: [Problem]
  /// The unknown variables with the prefix of the bridge, each with a suggestion.
  package let unknownVariables: [String]
  package let environment: [String: String]

  init(_ given: OptionValues, _ commandEnvironment: CommandEnvironment) throws(UsageError) {
    var collected = Collected()
    for flag in CommandName.doctor.flags where flag != .doctorFormat {
      guard let value = given[flag] else { continue }
      try collected.settings.add(flag, value.text, from: .flag)
    }
    try collected.addEnvironment(commandEnvironment)
    if let path = collected.settings.text(.config) {
      try collected.addFile(path, commandEnvironment)
    }
    let variable = Flag.doctorFormat.environmentVariable.flatMap {
      commandEnvironment.environment[$0]
    }
    format = (given.text(.doctorFormat) ?? variable).flatMap(Format.init) ?? .text
    serve = try ServeOptions(collected.settings, commandEnvironment)
    settings = Self.settings(collected.settings, serve)
    problems = collected.problems
    unknownVariables = Self.unknownVariables(commandEnvironment.environment)
    environment = commandEnvironment.environment
  }

  private struct Collected {
    var settings = OptionValues(.serve)
    var problems: [Problem] = []

    mutating func addEnvironment(_ commandEnvironment: CommandEnvironment) throws(UsageError) {
      for flag in CommandName.serve.flags {
        guard let variable = flag.environmentVariable else { continue }
        if let problem = commandEnvironment.unreadable[variable] {
          problems.append(Problem(place: variable, complaint: problem.complaint))
        }
        guard let text = commandEnvironment.environment[variable], !text.isEmpty else { continue }
        for value in flag.isRepeatable ? text.split(separator: ",").map(String.init) : [text] {
          let complaint =
            flag == .limit
            ? ServeOptions.complaint(aboutLimit: value, commandEnvironment.limitComplaint)
            : flag.complaint(about: value)
          if let complaint {
            let place = flag.mayBeSecret ? variable : "\(variable)=\(value.inMessage)"
            problems.append(Problem(place: place, complaint: complaint))
          } else {
            try settings.add(flag, value, from: .environment)
          }
        }
      }
    }

    mutating func addFile(_ path: String, _ commandEnvironment: CommandEnvironment)
      throws(UsageError)
    {
      switch commandEnvironment.readFile(path) {
      case .failure(let error):
        problems.append(Problem(place: path.inMessage, complaint: error.reason))
      case .success(let bytes):
        let file = ConfigurationFile(
          path: path, bytes: bytes, limitComplaint: commandEnvironment.limitComplaint)
        problems += file.problems.map { Problem(place: path.inMessage, complaint: $0.text) }
        var seen: Set<String> = []
        for (flag, text) in file.values where flag.isRepeatable || seen.insert(flag.name).inserted {
          try settings.add(flag, text, from: .file(path))
        }
      }
    }
  }

  private static func settings(_ given: OptionValues, _ serve: ServeOptions) -> [Setting] {
    CommandName.serve.flags.flatMap { flag -> [Setting] in
      guard let name = flag.fileMember else { return [] }
      if flag == .limit { return limits(given) }
      if let value = given[flag] {
        let all = given.all(flag).filter { $0.source == value.source }.map { given in
          flag.mayBeSecret ? HTTPSettings.Proxy.shown(given.text) : given.text
        }
        return [
          Setting(name: name, value: all.joined(separator: ", "), source: value.sourceText)
        ]
      }
      return [Setting(name: name, value: serve.defaultText(of: flag), source: "default")]
    }
  }

  private static func limits(_ given: OptionValues) -> [Setting] {
    var strongest: [String: (value: String, source: String)] = [:]
    for given in given.all(.limit) {
      guard let limit = Assignment(given.text) else { continue }
      strongest[limit.name] = (limit.value, given.sourceText)
    }
    return strongest.sorted { $0.key < $1.key }.map {
      Setting(name: "limit.\($0.key)", value: $0.value.value, source: $0.value.source)
    }
  }

  private static func unknownVariables(_ environment: [String: String]) -> [String] {
    let prefix = "ALTCRAFT_BRIDGE_"
    let known = CommandName.allCases.flatMap(\.flags).compactMap(\.environmentVariable).map {
      String($0.dropFirst(prefix.count))
    }
    // Compare without the common prefix: with it, any two short names would be similar.
    let given = environment.keys.filter { $0.hasPrefix(prefix) }.map {
      String($0.dropFirst(prefix.count))
    }
    return given.filter { !known.contains($0) }.sorted().map { name in
      let nearest = Suggestions.nearest(to: name, among: known).prefix(1).map { prefix + $0 }
      return "\((prefix + name).inMessage): unknown variable" + Suggestion.text(Array(nearest))
    }
  }
}

extension OptionValues.Given {
  fileprivate var sourceText: String {
    switch source {
    case .flag: "--\(flag.name)"
    case .environment: flag.environmentVariable ?? flag.name
    case .file(let path): path
    }
  }
}

extension ServeOptions {
  /// Returns the value of a flag that is not set.
  fileprivate func defaultText(of flag: Flag) -> String {
    switch flag {
    case .stdio: String(stdio)
    case .dataDir: dataDir
    case .appGroup: "default"
    case .socketMode: socketAccess.modeText
    default: flag.defaultValue ?? (flag.value == .yesOrNo ? "false" : "none")
    }
  }
}
