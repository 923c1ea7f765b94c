import AltcraftMethods

extension ManualPage {
  /// The page altcraft-bridge-protocol(5).
  static var rpc: ManualPage {
    let reference = Reference(version: Version.current)
    return ManualPage(
      name: "altcraft-bridge-protocol", chapter: 5,
      summary: "what is spoken with altcraft-bridge: JSON-RPC 2.0",
      sections: [
        Section("DESCRIPTION", description),
        Section("FRAMING", framing),
        Section("MESSAGES", messages),
        Section(
          "METHODS",
          reference.groups.flatMap { group in
            [.heading(group.title), .paragraph(group.summary)] + group.methods.map(entry)
          }),
        Section(
          "NOTIFICATIONS",
          [.paragraph("What the bridge tells without being asked, and what a client may tell.")]
            + (reference.notifications + reference.clientNotifications).map(entry)),
        Section(
          "CALLBACKS",
          [
            .paragraph(
              """
              Requests of the bridge to the connection that registered with "callback". Each has ten seconds; \
              an answer that comes later is ignored. Their ids are strings.
              """)
          ] + reference.callbacks.map(entry)),
        Section("TYPES", reference.types.map(shape)),
        Section("ERRORS", errors(reference)),
        Section("EVENTS", events(reference)),
        Section(
          "SEE ALSO",
          [
            .paragraph(
              "altcraft-bridge(1), altcraft-bridge-call(1), altcraft-bridge-events(1), "
                + "altcraft-bridge-schema(1), which prints the same for programs.")
          ]),
      ])
  }

  private static let description: [Block] = [
    .paragraph(
      """
      Both sides speak JSON-RPC 2.0, both ways at once: the host calls methods, and the bridge tells events and \
      asks for tokens. `altcraft-bridge serve` speaks it on standard input and output, on a Unix socket that only \
      the same user can open, and on a TCP port of this machine.
      """),
    .paragraph(
      """
      A peer of another user that comes by TCP calls `bridge.authenticate` first, with the token in `rpc.token` \
      of the data directory.
      """),
  ]

  private static let framing: [Block] = [
    .paragraph(
      """
      The first byte of a connection decides. With `{`, `[` or white space each message is a line. With `C` each \
      message has headers before it, as in the Language Server Protocol: `Content-Length: ⟨BYTES⟩`, an empty \
      line, then the message. Lines of headers end with a carriage return and a newline. Answers come in the framing of the peer.
      """),
    .lines([#"{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}"#]),
    .paragraph(
      """
      JSON is UTF-8 and that of RFC 8259, strictly. A member given twice is refused. Numbers keep their digits \
      on the way to the platform.
      """),
  ]

  private static let messages: [Block] = [
    .entry(
      "request",
      [
        .paragraph(
          """
          `jsonrpc`, `id` (string, number or null), `method`, `params` (by name or by position). Answered with \
          `result` or `error`, each exactly once, in any order.
          """)
      ]),
    .entry("notification", [.paragraph("The same without `id`. Never answered.")]),
    .entry("batch", [.paragraph("A list of these, answered as one list.")]),
    .paragraph(
      """
      Methods marked durable answer when their work is on disk. They also take `requestId`, an id of the caller's \
      own: the same call again under it does nothing twice.
      """),
  ]

  private static func entry(_ entry: Reference.Entry) -> Block {
    let names = entry.parameters.filter { !$0.path.contains(".") }
      .map { $0.isRequired ? "⟨\($0.path)⟩" : "[⟨\($0.path)⟩]" }
    var text = entry.summary.sentence
    if !entry.details.isEmpty { text += " " + entry.details }
    if entry.isDurable { text += " Durable." }
    if !entry.aliases.isEmpty { text += " Also called " + list(entry.aliases) + "." }
    var blocks: [Block] = [.paragraph(text)]
    if let result = entry.result { blocks.append(.paragraph("Answer: \(result.plain).")) }
    let failures = entry.failures.filter { $0 != "invalidParams" }
    if !failures.isEmpty { blocks.append(.paragraph("Refused with " + list(failures) + ".")) }
    return .entry(
      (["`\(entry.name)`"] + names).joined(separator: " "),
      blocks + entry.parameters.map(member))
  }

  private static func member(_ member: Reference.Member) -> Block {
    let facts =
      [member.type.plain] + (member.isRequired ? [] : ["optional"])
      + (member.defaultValue.map { ["default \($0)"] } ?? []) + member.bounds
    let doc = member.doc.isEmpty ? [] : [Block.paragraph(member.doc.sentence)]
    return .entry("`\(member.path)` (\(facts.joined(separator: ", ")))", doc)
  }

  private static func shape(_ shape: Reference.Shape) -> Block {
    let facts = (shape.type.map { [$0.plain] } ?? []) + shape.bounds
    let type = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
    return .entry(
      "`\(shape.name)`\(type)",
      (shape.summary.isEmpty ? [] : [.paragraph(shape.summary.sentence)])
        + shape.members.map(member))
  }

  private static func errors(_ reference: Reference) -> [Block] {
    [
      .paragraph(
        """
        An error has `code`, `message` and `data`: `reason`, the name below, `retryable`, and what is listed \
        there. What is retryable may succeed later, with nothing else changed. A refused call has no effect.
        """)
    ]
      + reference.errors.map { error in
        let text = [error.guide.when, error.guide.advice].joined(separator: " ")
        let data = error.guide.data.map { Block.entry("`\($0.member)`", [.paragraph($0.meaning)]) }
        let retryable = error.isRetryable ? " (retryable)" : ""
        return .entry("`\(error.code)` \(error.reason)\(retryable)", [.paragraph(text)] + data)
      }
  }

  private static func events(_ reference: Reference) -> [Block] {
    [
      .paragraph(
        """
        The codes of the notification `event`, with `eventCodes` "current". They are told to a connection that \
        called `events.subscribe`.
        """)
    ]
      + reference.events.filter(\.isEmitted).map { event in
        let kind = event.kind == "event" ? "" : " (\(event.kind))"
        let note = event.note.map { " " + $0.sentence } ?? ""
        let value = event.value.map { " Value: \($0.plain)." } ?? ""
        return .entry(
          "`\(event.code)` \(event.name)\(kind)",
          [.paragraph(event.meaning.sentence + note + value)])
      }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }
}
