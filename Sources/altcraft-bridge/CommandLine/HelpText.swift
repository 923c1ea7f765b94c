/// What `help` prints, derived from the tables of commands and flags.
enum HelpText {
  static func text(for command: CommandName?) -> String {
    command.map(details) ?? overview
  }

  private static var overview: String {
    let commands = CommandName.allCases.map { ($0.rawValue, $0.summary) }
    return """
      altcraft-bridge: the Altcraft mobile SDK as a local service that speaks JSON-RPC 2.0

      Usage: altcraft-bridge COMMAND [ARGUMENTS]

      \(columns(commands))

      `altcraft-bridge help COMMAND` explains a command. Begin with `altcraft-bridge demo`.

      """
  }

  private static func details(_ command: CommandName) -> String {
    var usage = "Usage: altcraft-bridge \(command.rawValue)"
    if let operands = command.operands { usage += " \(operands)" }
    if !command.flags.isEmpty { usage += " [FLAGS]" }
    var sections = ["altcraft-bridge \(command.rawValue): \(command.summary)", usage]
    if !command.flags.isEmpty {
      sections.append(columns(command.flags.map { ($0.usage, $0.doc) }))
      sections.append(
        "In the environment:\n\n" + columns(command.flags.map { ("--\($0.name)", elsewhere($0)) }))
    }
    if !command.notes.isEmpty { sections.append(command.notes.joined(separator: "\n")) }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private static func elsewhere(_ flag: Flag) -> String {
    guard let member = flag.fileMember else { return flag.environmentVariable }
    return "\(flag.environmentVariable), in the file: \(member)"
  }

  private static func columns(_ rows: [(String, String)]) -> String {
    // Beyond this a long left side gets a line of its own rather than push everything aside.
    let width = rows.map(\.0.count).filter { $0 <= 28 }.max() ?? 0
    return rows.map { left, right in
      left.count > width
        ? "  \(left)\n  \(String(repeating: " ", count: width))  \(right)"
        : "  \(left)\(String(repeating: " ", count: width - left.count))  \(right)"
    }.joined(separator: "\n")
  }
}
