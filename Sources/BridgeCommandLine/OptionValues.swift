import System

/// The values given for the flags of one command, from all sources.
struct OptionValues: Sendable {
  /// The source of a value; the strongest is last.
  enum Source: Sendable, Comparable {
    case file(String)
    case environment
    case flag

    fileprivate var strength: Int {
      switch self {
      case .file: 0
      case .environment: 1
      case .flag: 2
      }
    }

    static func < (left: Source, right: Source) -> Bool { left.strength < right.strength }
  }

  struct Given: Sendable {
    let flag: Flag
    let text: String
    let source: Source

    /// Returns the error for this value, with the name that its source uses.
    func refused(_ complaint: String, by command: CommandName) -> UsageError {
      switch source {
      case .flag:
        .usage(
          "--\(flag.name)\(flag.mayBeSecret ? "" : " " + text.inMessage): \(complaint)",
          helpOn: command)
      case .environment:
        .usage(
          "\(flag.environmentVariable ?? flag.name)"
            + "\(flag.mayBeSecret ? "" : "=" + text.inMessage): \(complaint)",
          helpOn: command)
      case .file(let path):
        .configuration("\(path.inMessage): \(flag.fileMember ?? flag.name): \(complaint)")
      }
    }
  }

  let command: CommandName
  private var given: [Given] = []

  init(_ command: CommandName) {
    self.command = command
  }

  /// Adds a value. Throws if the type of the flag does not allow it, or for a second value from the same
  /// source.
  mutating func add(_ flag: Flag, _ text: String, from source: Source) throws(UsageError) {
    let value = Given(flag: flag, text: text, source: source)
    if let complaint = flag.complaint(about: text) {
      throw value.refused(complaint, by: command)
    }
    if !flag.isRepeatable, given.contains(where: { $0.flag == flag && $0.source == source }) {
      throw value.refused("given twice", by: command)
    }
    given.append(value)
  }

  mutating func addEnvironment(_ commandEnvironment: CommandEnvironment) throws(UsageError) {
    for flag in command.flags {
      guard let variable = flag.environmentVariable else { continue }
      if let problem = commandEnvironment.unreadable[variable] {
        throw .usage("\(variable): \(problem.complaint)", helpOn: command)
      }
      // An empty variable counts as unset: a shell or a unit file unsets one this way.
      guard let text = commandEnvironment.environment[variable], !text.isEmpty else { continue }
      let values = flag.isRepeatable ? text.split(separator: ",").map(String.init) : [text]
      for value in values { try add(flag, value, from: .environment) }
    }
  }

  /// Returns the value of `flag` from the strongest source.
  subscript(flag: Flag) -> Given? {
    given.filter { $0.flag == flag }.max { $0.source < $1.source }
  }

  func text(_ flag: Flag) -> String? { self[flag]?.text }
  func isOn(_ flag: Flag) -> Bool { text(flag).flatMap(Flag.truth) ?? false }
  func integer(_ flag: Flag) -> Int? { text(flag).flatMap { Int(decimal: $0) } }

  /// Returns all values of a repeatable flag; the strongest is last.
  func all(_ flag: Flag) -> [Given] {
    given.filter { $0.flag == flag }.sorted { $0.source < $1.source }
  }
}
