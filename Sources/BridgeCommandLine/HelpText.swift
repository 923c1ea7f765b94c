/// The output of `help`, derived from the pages of the commands.
package enum HelpText {
  package static func text(for topic: HelpTopic) -> String {
    switch topic {
    case .overview: overview
    case .command(let command): details(command)
    case .configuration, .rpc, .method, .message: ManualText.text(of: ManualPage(topic))
    }
  }

  private static var overview: String {
    let commands = CommandName.allCases.map { ($0.rawValue, $0.page.summary) }
    return """
      altcraft-bridge: the Altcraft mobile SDK as a local JSON-RPC 2.0 service

      Usage: altcraft-bridge COMMAND [ARGUMENTS]

      \(TextLayout.columns(commands))

      Start with `altcraft-bridge demo`. `altcraft-bridge help COMMAND` explains a
      command and shows examples, `help METHOD` a method of the protocol. `help
      configuration` lists all settings, `help protocol` the whole protocol.

      """
  }

  private static func details(_ command: CommandName) -> String {
    let page = command.page
    var usage = "Usage: altcraft-bridge \(command.rawValue)"
    if let operands = page.operands { usage += " \(operands)" }
    if !page.flagGroups.isEmpty { usage += " [FLAGS]" }
    var sections = ["altcraft-bridge \(command.rawValue): \(page.summary)", usage]
    sections += flags(page)
    sections += page.notes.map { TextLayout.paragraph($0) }
    if !page.exits.isEmpty { sections.append(exits(page)) }
    sections.append(examples(page))
    if let elsewhere = elsewhere(command) { sections.append(elsewhere) }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private static func flags(_ page: CommandPage) -> [String] {
    let all = page.flagGroups.flatMap(\.flags)
    let width = TextLayout.leftWidth(all.map(\.usage))
    return page.flagGroups.map { group in
      let rows = TextLayout.columns(group.flags.map { ($0.usage, summary($0)) }, leftWidth: width)
      return group.title.map { "\($0):\n\(rows)" } ?? rows
    }
  }

  private static func summary(_ flag: Flag) -> String {
    flag.defaultValue.map { "\(flag.doc) (\($0))" } ?? flag.doc
  }

  private static func exits(_ page: CommandPage) -> String {
    let meanings = page.exits.map { "\($0.status.rawValue) \($0.meaning)" }
    return TextLayout.paragraph("Exit status: " + meanings.joined(separator: ", ") + ".")
  }

  private static func examples(_ page: CommandPage) -> String {
    let lines = page.examples.flatMap { ["  \($0.line)", "      \($0.effect)"] }
    return (["Examples:"] + lines).joined(separator: "\n")
  }

  /// Describes the other sources of the flags, by the example of a flag whose name differs there.
  private static func elsewhere(_ command: CommandName) -> String? {
    let flags = command.flags.filter { $0.placeholder != nil && $0.environmentVariable != nil }
    guard let flag = flags.first(where: { $0.name.contains("-") }) ?? flags.first,
      let variable = flag.environmentVariable
    else { return nil }
    guard command.flags.count > 1 else {
      return TextLayout.paragraph(
        "The flag overrides the environment variable \(variable).")
    }
    var text = "Flags override environment variables such as \(variable)"
    if let member = flag.fileMember, command.flags.contains(.config) {
      text += ", which override members of the --config file such as \(member)"
    }
    return TextLayout.paragraph(text + ".")
  }
}
