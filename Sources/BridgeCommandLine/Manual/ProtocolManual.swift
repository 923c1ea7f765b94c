import AltcraftMethods
import ReferencePages

extension ManualPage {
  /// The page altcraft-bridge-protocol(5).
  static var rpc: ManualPage {
    ManualPage(
      name: "altcraft-bridge-protocol", chapter: 5,
      summary: "the JSON-RPC protocol of altcraft-bridge",
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
          [.paragraph("Messages without an answer, from the bridge and from the client.")]
            + (reference.notifications + reference.clientNotifications).map(entry)),
        Section(
          "CALLBACKS",
          [
            .paragraph(
              """
              Requests of the bridge to the connection that registered with "callback". The client has ten \
              seconds to answer; a later answer is ignored. The ids of these requests are strings.
              """)
          ] + reference.callbacks.map(entry)),
        Section("TYPES", reference.types.map(shape)),
        Section("ERRORS", errors),
        Section("EVENTS", events),
        Section(
          "SEE ALSO",
          [
            .paragraph(
              "altcraft-bridge(1), altcraft-bridge-call(1), altcraft-bridge-events(1), "
                + "altcraft-bridge-schema(1), which prints the same in a form for programs.")
          ]),
      ])
  }

  private static let description: [Block] = [
    .paragraph(
      """
      JSON-RPC 2.0 in both directions: the host calls methods, and the bridge sends events and requests tokens. \
      `altcraft-bridge serve` supports it on standard input and output, on a Unix socket that only the same user \
      can open, on a local TCP port, and as a WebSocket at the path `/rpc` of another local port.
      """),
    .paragraph(
      """
      A TCP peer of another user must first call `bridge.authenticate` with the token in `rpc.token` of the data \
      directory. A WebSocket peer must do so too, or offer the subprotocol `altcraft-bridge.token.⟨TOKEN⟩` beside \
      `altcraft-bridge.v1`. The token in `rpc.observer-token` gives the role observer, which may only read: it may call \
      the methods marked Observer.
      """),
  ]

  private static let framing: [Block] = [
    .paragraph(
      """
      The first byte of a connection selects the framing. After `{`, `[` or white space each message is a line. \
      After `C` each message has headers, as in the Language Server Protocol: `Content-Length: ⟨BYTES⟩`, an empty \
      line, then the message. Header lines end with a carriage return and a newline. Answers use the framing of \
      the peer. Over WebSocket each message is one text message.
      """),
    .lines([#"{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}"#]),
    .paragraph(
      """
      JSON must be UTF-8 and conform strictly to RFC 8259. Duplicate members are rejected. Numbers are sent to \
      the platform with all their digits.
      """),
  ]

  private static let messages: [Block] = [
    .entry(
      "request",
      [
        .paragraph(
          """
          `jsonrpc`, `id` (string, number or null), `method`, `params` (by name or by position). Each request is \
          answered exactly once, with `result` or `error`. Answers can arrive in any order.
          """)
      ]),
    .entry("notification", [.paragraph("A request without `id`. It is never answered.")]),
    .entry(
      "batch", [.paragraph("An array of requests and notifications, answered with one array.")]),
    .paragraph(
      """
      Durable methods answer when their job is on disk. They also accept `requestId`, an id chosen by the caller: \
      a repeated call with the same id does not create a second job.
      """),
  ]

  private static func entry(_ entry: Reference.Entry) -> Block {
    let names = entry.parameters.filter { !$0.path.contains(".") }
      .map { $0.isRequired ? "⟨\($0.path)⟩" : "[⟨\($0.path)⟩]" }
    var text = entry.summary.sentence
    if !entry.details.isEmpty { text += " " + entry.details }
    if entry.isDurable { text += " Durable." }
    if entry.isForObservers { text += " Observer." }
    if !entry.aliases.isEmpty { text += " Also called " + list(entry.aliases) + "." }
    var blocks: [Block] = [.paragraph(text)]
    if let result = entry.result { blocks.append(.paragraph("Answer: \(result.plain).")) }
    let failures = entry.failures.filter { $0 != "invalidParams" }
    if !failures.isEmpty { blocks.append(.paragraph("Errors: " + list(failures) + ".")) }
    return .entry(
      (["`\(entry.name)`"] + names).joined(separator: " "),
      blocks + entry.parameters.map(member))
  }

  static func member(_ member: Reference.Member) -> Block { self.member(member, containing: []) }

  /// Describes a member, with the members of its own type.
  static func member(_ member: Reference.Member, containing inner: [Block]) -> Block {
    let facts =
      [member.type.plain] + (member.isRequired ? [] : ["optional"])
      + (member.defaultValue.map { ["default \($0)"] } ?? []) + member.bounds
    let doc = member.doc.isEmpty ? [] : [Block.paragraph(member.doc.sentence)]
    return .entry("`\(member.path)` (\(facts.joined(separator: ", ")))", doc + inner)
  }

  static func shape(_ shape: Reference.Shape) -> Block {
    let facts = (shape.type.map { [$0.plain] } ?? []) + shape.bounds
    let type = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
    return .entry(
      "`\(shape.name)`\(type)",
      (shape.summary.isEmpty ? [] : [.paragraph(shape.summary.sentence)])
        + shape.members.map(member))
  }

  private static var errors: [Block] {
    [
      .paragraph(
        """
        An error has `code`, `message` and `data`. `data` has `reason` (the name below), `retryable` and the \
        members listed below. A call with a retryable error can succeed later without a change. A call with an \
        error has no effect.
        """)
    ]
      + reference.errors.map { error in
        let text = [error.guide.when, error.guide.advice].joined(separator: " ")
        let data = error.guide.data.map { Block.entry("`\($0.member)`", [.paragraph($0.meaning)]) }
        let retryable = error.isRetryable ? " (retryable)" : ""
        return .entry("`\(error.code)` \(error.reason)\(retryable)", [.paragraph(text)] + data)
      }
  }

  private static var events: [Block] {
    [
      .paragraph(
        """
        The codes of the notification `event`, with `eventCodes` "current". Events are sent to connections that \
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

  static func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }
}
