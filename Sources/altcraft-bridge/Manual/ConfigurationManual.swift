import AltcraftEngine

extension ManualPage {
  /// The page altcraft-bridge-configuration(5).
  static var configuration: ManualPage {
    ManualPage(
      name: "altcraft-bridge-configuration", chapter: 5,
      summary: "the settings of altcraft-bridge: file, environment and flags",
      sections: [
        Section(
          "DESCRIPTION",
          [
            .paragraph(
              """
              Every setting has a flag, a variable of the environment and, where it is one of `serve`, a \
              member of the file that `--config` names. The flag wins, then the environment, then the file.
              """),
            .paragraph(
              """
              The file is a JSON object. An unknown member, a value of another type and a member given twice \
              are refused with status 78, all that is wrong at once; null counts as not given. A relative path \
              is seen from the directory of the file. An empty variable counts as not given too, \
              and a yes-or-no variable is true, false, 1 or 0.
              """),
            .paragraph(
              """
              `altcraft-bridge doctor --config ⟨FILE⟩` says what is wrong with a file, which settings are in \
              force and where each comes from.
              """),
            .paragraph(
              """
              SIGHUP has the file read again. The log says what changed and what needs a restart; a file that \
              cannot be used changes nothing.
              """),
          ]),
        Section("EXAMPLE", [.lines(exampleFile.split(separator: "\n").map(String.init))]),
        Section("MEMBERS OF THE FILE", CommandName.serve.flags.compactMap(member)),
        Section(
          "LIMITS",
          [
            .paragraph(
              """
              Each bounds something, so that no peer and no outage can take more than that. They are members of \
              `limit` in the file, `--limit ⟨NAME⟩=⟨VALUE⟩` on the command line, and `a=1,b=2` in \
              `ALTCRAFT_BRIDGE_LIMIT`. What is not said keeps its value. Seconds may have a fraction.
              """)
          ] + Limits.descriptions.map(limit)),
        Section(
          "ENVIRONMENT",
          CommandName.allCases.flatMap(variables) + [
            .entry(
              "`XDG_STATE_HOME`, `HOME`",
              [.paragraph("Where the data directory is when nothing else says so.")]),
            .entry(
              "`NO_COLOR`, `TERM`",
              [.paragraph("No colours on a terminal when NO_COLOR is not empty, or TERM is dumb.")]),
          ]),
        Section("SEE ALSO", [.paragraph("altcraft-bridge-serve(1), altcraft-bridge-doctor(1)")]),
      ])
  }

  static let exampleFile = """
    {
      "socket": "/run/altcraft-bridge/bridge.sock",
      "dataDir": "/var/lib/altcraft-bridge",
      "logFormat": "json",
      "limit": { "outboxBytes": 268435456, "attemptSeconds": 30 }
    }
    """

  private static func member(_ flag: Flag) -> Block? {
    guard let member = flag.fileMember else { return nil }
    let value = flag.placeholder.map { " ⟨\($0)⟩" } ?? ""
    var text = flag.doc.sentence
    if let standard = flag.defaultValue { text += " The default is \(standard)." }
    text += " Also `--\(flag.name)`\(value) and `\(flag.environmentVariable)`."
    return .entry("`\(member)` (\(flag.fileType))", [.paragraph(text)])
  }

  private static func limit(_ limit: LimitDescription) -> Block {
    .entry(
      "`\(limit.name)` (\(limit.standard.shortText)\(limit.unit.map { " \($0)" } ?? ""))",
      [.paragraph("\(limit.meaning), \(limit.range)".sentence)])
  }

  /// Lists the variables of a command, except settings of `serve`, which are listed with the members of its
  /// file.
  private static func variables(of command: CommandName) -> [Block] {
    let flags = command.flags.filter { $0.fileMember == nil }
    guard !flags.isEmpty else { return [] }
    let names = flags.map { "`\($0.environmentVariable)`" }.joined(separator: ", ")
    return [.entry("`altcraft-bridge \(command.rawValue)`", [.paragraph(names)])]
  }
}

extension Flag {
  /// The JSON type of the flag's member in the file.
  fileprivate var fileType: String {
    switch value {
    case .yesOrNo: "boolean"
    case .integer: "number"
    case .assignment: "object of numbers"
    case .text, .file, .directory, .choice, .loopback: "string"
    }
  }
}
