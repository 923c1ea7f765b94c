/// What help, completion and the manual say about one command. Everything that is said is said here, once.
struct CommandPage: Sendable {
  let summary: String
  /// What stands after the command besides flags, as help prints it.
  var operands: String?
  /// Fixed words that can stand in place of the first operand.
  var operandChoices: [String] = []
  var flagGroups: [FlagGroup] = []
  /// Paragraphs, not yet cut into lines. Code stands between backticks.
  var notes: [String] = []
  /// The statuses that mean something here, besides 0 and 64.
  var exits: [(status: ExitStatus, meaning: String)] = []
  /// The first is what most people came for.
  let examples: [Example]
}

/// Flags that belong together, and under which words. A page with one group needs none.
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

/// A command line as it is typed, and what it does.
struct Example: Sendable, Equatable {
  let line: String
  let effect: String

  init(_ line: String, _ effect: String) {
    self.line = line
    self.effect = effect
  }
}
