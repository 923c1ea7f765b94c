extension ManualPage {
  /// Makes the page altcraft-bridge-COMMAND(1).
  init(_ command: CommandName) {
    let page = command.page
    self.init(
      name: "altcraft-bridge-\(command.rawValue)", chapter: 1, summary: page.summary,
      sections: [
        Section("SYNOPSIS", [.paragraph(Self.synopsis(command))]),
        Section("DESCRIPTION", Self.description(page)),
        Section("OPTIONS", Self.options(page)),
        Section("EXIT STATUS", Self.exits(page)),
        Section("EXAMPLES", page.examples.flatMap(Self.example)),
        Section("SEE ALSO", [.paragraph(Self.references(command))]),
      ])
  }

  private static func synopsis(_ command: CommandName) -> String {
    var text = "`altcraft-bridge \(command.rawValue)`"
    if let operands = command.page.operands { text += " \(operands)" }
    let flags = command.flags.map { flag in
      let value = flag.placeholder.map { " ⟨\($0)⟩" } ?? ""
      return "[`--\(flag.name)`\(value)]" + (flag.isRepeatable ? "…" : "")
    }
    return ([text] + flags).joined(separator: " ")
  }

  private static func description(_ page: CommandPage) -> [Block] {
    [.paragraph(page.summary.sentence)] + page.notes.map { .paragraph($0) }
  }

  private static func options(_ page: CommandPage) -> [Block] {
    page.flagGroups.flatMap { group -> [Block] in
      let entries = group.flags.map { flag -> Block in
        let value = flag.placeholder.map { " ⟨\($0)⟩" } ?? ""
        return .entry(
          "`--\(flag.name)`\(value)", [.paragraph(flag.doc.sentence + " " + flag.elsewhere)])
      }
      return (group.title.map { [.heading($0)] } ?? []) + entries
    }
  }

  private static func exits(_ page: CommandPage) -> [Block] {
    let known = page.exits.map { ($0.status, $0.meaning) }
    let all = known.contains { $0.0 == .success } ? known : [(.success, "success")] + known
    let usage: [(ExitStatus, String)] =
      known.contains { $0.0 == .usage } ? [] : [(.usage, "usage error")]
    return (all + usage).sorted { $0.0.rawValue < $1.0.rawValue }.map { status, meaning in
      .entry("`\(status.rawValue)`", [.paragraph(meaning.sentence)])
    }
  }

  private static func example(_ example: CommandExample) -> [Block] {
    [.paragraph(example.effect.sentence.dropLast() + ":"), .lines([example.line])]
  }

  private static func references(_ command: CommandName) -> String {
    let pages =
      command == .serve || command == .doctor
      ? ["altcraft-bridge-configuration(5)", "altcraft-bridge-protocol(5)"]
      : ["altcraft-bridge-protocol(5)"]
    return (["altcraft-bridge(1)"] + pages).joined(separator: ", ")
  }

  /// The page altcraft-bridge(1).
  static var overview: ManualPage {
    ManualPage(
      name: "altcraft-bridge", chapter: 1,
      summary: "the Altcraft mobile SDK as a local JSON-RPC 2.0 service",
      sections: [
        Section("SYNOPSIS", [.paragraph("`altcraft-bridge` ⟨COMMAND⟩ [⟨ARGUMENTS⟩]")]),
        Section(
          "DESCRIPTION",
          [
            .paragraph(
              """
              Gives programs in any language the functions of the Altcraft mobile SDK: push subscriptions, \
              mobile events, profile fields, push notifications. They call the methods with JSON-RPC 2.0 over \
              standard input and output, a Unix socket, a local TCP port or a WebSocket.
              """),
            .paragraph(
              """
              A durable call is answered when its job is safely on disk. The job is then delivered to the \
              platform at least once, in order, with the same Request-ID in each attempt. It survives crashes, \
              power failures and network outages.
              """),
            .paragraph("Start with `altcraft-bridge demo`."),
          ]),
        Section(
          "COMMANDS",
          CommandName.allCases.map { command in
            .entry(
              "`\(command.rawValue)`",
              [
                .paragraph(
                  command.page.summary.sentence + " See altcraft-bridge-\(command.rawValue)(1).")
              ])
          }),
        Section(
          "EXIT STATUS",
          [
            .entry("`0`", [.paragraph("Success.")]),
            .entry(
              "`1`",
              [.paragraph("The call was answered with an error, or a check found a problem.")]),
            .entry("`64`", [.paragraph("Usage error.")]),
            .entry("`69`", [.paragraph("No bridge is running there.")]),
            .entry("`70`", [.paragraph("A bug in altcraft-bridge.")]),
            .entry(
              "`75`", [.paragraph("The data directory is in use; the message names the process.")]),
            .entry(
              "`78`",
              [
                .paragraph(
                  "Invalid configuration, or a directory or its data cannot be used.")
              ]),
          ]),
        Section(
          "FILES",
          [
            .entry(
              "`~/.local/state/altcraft-bridge`",
              [
                .paragraph(
                  "The default data directory, unless STATE_DIRECTORY or XDG_STATE_HOME is set."
                )
              ])
          ]),
        Section(
          "EXAMPLES",
          [CommandName.demo, .serve, .call, .events].flatMap(\.page.examples).flatMap(example)),
        Section(
          "SEE ALSO",
          [
            .paragraph(
              (CommandName.allCases.map { "altcraft-bridge-\($0.rawValue)(1)" } + [
                "altcraft-bridge-configuration(5)", "altcraft-bridge-protocol(5)",
              ]).joined(separator: ", "))
          ]),
      ])
  }
}

extension Flag {
  /// The sentences about the default value and the other sources of the flag.
  var elsewhere: String {
    let text = defaultValue.map { "The default is \($0). " } ?? ""
    let places = [
      environmentVariable.map { "in the environment: `\($0)`" },
      fileMember.map { "in the file of --config: `\($0)`" },
    ].compactMap(\.self).joined(separator: "; ")
    return places.isEmpty ? text : text + places.sentence
  }
}

extension String {
  /// The text with a capital letter and a full stop.
  var sentence: String {
    let isCode = hasPrefix("`") || hasPrefix("--")
    return (isCode ? self : prefix(1).uppercased() + dropFirst()) + (hasSuffix(".") ? "" : ".")
  }
}
