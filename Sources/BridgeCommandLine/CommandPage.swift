/// The documentation of one command, the only source of help, completion and the manual.
struct CommandPage: Sendable {
  let summary: String
  /// The operands after the command, as help prints them.
  var operands: String?
  /// The fixed words that are valid as the first operand.
  var operandChoices: [String] = []
  /// The operand that is the name of a file or directory, counted from 0.
  var fileOperand: (index: Int, isDirectory: Bool)?
  var flagGroups: [FlagGroup] = []
  /// The paragraphs, not yet divided into lines. Code is between backticks.
  var notes: [String] = []
  /// The status of a command that found no bridge.
  static let noBridge = (status: ExitStatus.unavailable, meaning: "no bridge is running there")

  /// The exit statuses with a specific meaning here, except 0 and 64.
  var exits: [(status: ExitStatus, meaning: String)] = []
  /// The examples; the most common use comes first.
  let examples: [CommandExample]
}

/// A group of related flags and its title. A page with only one group needs no title.
struct FlagGroup: Sendable {
  let title: String?
  let flags: [Flag]

  init(_ title: String, _ flags: [Flag]) {
    self.title = title
    self.flags = flags
  }

  init(_ flags: [Flag]) {
    title = nil
    self.flags = flags
  }
}

/// An example command line and its effect.
struct CommandExample: Sendable, Equatable {
  let line: String
  let effect: String

  init(_ line: String, _ effect: String) {
    self.line = line
    self.effect = effect
  }
}
