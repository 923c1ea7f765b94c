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
              Every setting has a flag, and nearly every one has an environment variable. The settings of `serve`, except `--config`, \
              are also members of the file that `--config` names. The flag overrides the environment, and the \
              environment overrides the file.
              """),
            .paragraph(
              """
              The file is a JSON object. Unknown members, values of another type and duplicate members are \
              errors; all of them are reported at once, and the exit status is 78. The value null counts as not \
              given. A relative path is relative to the directory of the file. An empty variable also counts as \
              not given. A boolean variable is true, false, 1 or 0.
              """),
            .paragraph(
              """
              `altcraft-bridge doctor --config ⟨FILE⟩` reports the problems of a file, the settings in force and \
              the source of each.
              """),
            .paragraph(
              """
              SIGHUP reloads the file. The log lists the changed settings and those that need a restart. An \
              invalid file changes nothing.
              """),
          ]),
        Section("EXAMPLE", [.lines(exampleFile.split(separator: "\n").map(String.init))]),
        Section("MEMBERS OF THE FILE", CommandName.serve.flags.compactMap(member)),
        Section(
          "LIMITS",
          [
            .paragraph(
              """
              Limits bound the resources that a peer or an outage can use. They are members of `limit` in the \
              file, `--limit ⟨NAME⟩=⟨VALUE⟩` on the command line, and `a=1,b=2` in `ALTCRAFT_BRIDGE_LIMIT`. A \
              limit that is not set keeps its default. Seconds may have a fraction.
              """)
          ] + Limits.descriptions.map(limit)),
        Section(
          "ENVIRONMENT",
          CommandName.allCases.flatMap(variables) + [
            .entry(
              "`ALTCRAFT_BRIDGE_SOCKET`",
              [
                .paragraph(
                  """
                  The socket of the running bridge, for the commands that speak to one. It does not change where \
                  `serve` listens.
                  """)
              ]),
            .entry(
              "`XDG_RUNTIME_DIR`",
              [
                .paragraph(
                  """
                  Commands without an address look for a bridge at `$XDG_RUNTIME_DIR/altcraft-bridge/rpc.sock`, \
                  then at `/run/altcraft-bridge/rpc.sock`.
                  """)
              ]),
            .entry(
              "`STATE_DIRECTORY`, `XDG_STATE_HOME`, `HOME`",
              [
                .paragraph(
                  """
                  They set the default data directory: the first of `$STATE_DIRECTORY`, which systemd sets for \
                  `StateDirectory=`; or else `$XDG_STATE_HOME/altcraft-bridge`, or \
                  `$HOME/.local/state/altcraft-bridge` if XDG_STATE_HOME is not set. STATE_DIRECTORY is ignored \
                  if SYSTEMD_EXEC_PID shows that it was set for another process.
                  """)
              ]),
            .entry(
              "`NO_COLOR`, `TERM`",
              [.paragraph("Colours are disabled if NO_COLOR is not empty or TERM is dumb.")]),
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
    let variable = flag.environmentVariable.map { " and `\($0)`" } ?? ""
    text += " Also `--\(flag.name)`\(value)\(variable)."
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
    let variables = command.flags.filter { $0.fileMember == nil }.compactMap(\.environmentVariable)
    guard !variables.isEmpty else { return [] }
    let names = variables.map { "`\($0)`" }.joined(separator: ", ")
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
    case .origin: "array of strings"
    case .text, .file, .directory, .proxy, .choice, .loopback: "string"
    }
  }
}
