import JSONCodec

/// The reference as Markdown: `schema/reference.md`, and the output of `altcraft-bridge schema --format
/// markdown`.
package struct ReferenceText {
  private let reference: Reference
  private var blocks: [String] = []

  package static func text(_ reference: Reference) -> String {
    var text = ReferenceText(reference: reference)
    text.write()
    return text.blocks.joined(separator: "\n\n") + "\n"
  }

  private init(reference: Reference) { self.reference = reference }

  private mutating func write() {
    blocks.append(
      "<!-- Written by `altcraft-bridge schema --format markdown` from the declarations. Not to be edited. -->"
    )
    blocks.append("# altcraft-bridge \(reference.version): the protocol")
    blocks.append(prose(reference.about))
    contents()
    introduction()
    blocks.append("## Methods")
    for group in reference.groups {
      blocks.append("### \(group.title)\n\n\(prose(group.summary))")
      for method in group.methods { entry(method) }
    }
    section("Notifications", ReferenceIntroduction.notificationsSummary, reference.notifications)
    section("Callbacks", ReferenceIntroduction.callbacksSummary, reference.callbacks)
    section(
      "Notifications of a client", ReferenceIntroduction.clientNotificationsSummary,
      reference.clientNotifications)
    errors()
    events()
    limits()
    types()
  }

  private mutating func contents() {
    func names(_ entries: [Reference.Entry]) -> String {
      entries.map { link("`\($0.name)`", $0.anchor) }.joined(separator: ", ")
    }
    let groups = reference.groups.map { "- \($0.title): \(names($0.methods))" }
    let others = [
      "- Notifications: \(names(reference.notifications + reference.clientNotifications))",
      "- Callbacks: \(names(reference.callbacks))",
      "- [Errors](#errors), [SDK events](#sdk-events), [Limits](#limits), [Types](#types)",
    ]
    blocks.append((groups + others).joined(separator: "\n"))
  }

  private mutating func introduction() {
    blocks.append("## \(ReferenceIntroduction.title)")
    for block in ReferenceIntroduction.blocks {
      switch block {
      case .paragraph(let text): blocks.append(prose(text))
      case .list(let items): blocks.append(items.map { "- " + prose($0) }.joined(separator: "\n"))
      case .code(let text): blocks.append("```\n\(text)\n```")
      }
    }
    if !reference.envelope.isEmpty { members(reference.envelope, as: "a request may also have") }
  }

  private mutating func section(_ title: String, _ summary: String, _ entries: [Reference.Entry]) {
    blocks.append("## \(title)\n\n\(prose(summary))")
    for item in entries { entry(item) }
  }

  private mutating func entry(_ entry: Reference.Entry) {
    let tags = (entry.isDurable ? " · durable" : "") + (entry.isForObservers ? " · observer" : "")
    blocks.append("#### \(place(entry.anchor))`\(entry.name)`\(tags)")
    blocks.append(prose(entry.summary, in: entry.anchor))
    if !entry.aliases.isEmpty {
      blocks.append("Also called \(entry.aliases.map { "`\($0)`" }.joined(separator: ", ")).")
    }
    if !entry.details.isEmpty { blocks.append(prose(entry.details, in: entry.anchor)) }
    if !entry.parameters.isEmpty { members(entry.parameters, as: "parameter") }
    var facts: [String] = []
    if let result = entry.result { facts.append("**Answer**: \(type(result))") }
    if !entry.events.isEmpty { facts.append("**Outcome events**: \(names(entry.events))") }
    if !entry.failures.isEmpty { facts.append("**Refused with**: \(names(entry.failures))") }
    if !facts.isEmpty { blocks.append(facts.joined(separator: "  \n")) }
    for exchange in entry.examples { example(exchange, of: entry.kind) }
  }

  private mutating func example(_ exchange: Reference.Exchange, of kind: Reference.Entry.Kind) {
    var text = exchange.given.map { "// Call before it: \($0)\n" }.joined()
    text += "// \(kind.request)\n\(exchange.request.readableMessage)"
    if let answer = exchange.answer {
      text += "\n// \(kind.answer)\(exchange.isLike ? ", with other ids, times and numbers" : "")\n"
      text += answer.readableMessage
    }
    blocks.append(
      "<details><summary>Example: \(exchange.title)</summary>\n\n```jsonc\n\(text)\n```\n\n</details>"
    )
  }

  private mutating func members(_ members: [Reference.Member], as title: String) {
    table(
      [title, "type", "", "meaning"],
      members.map { member in
        [
          "`\(member.path)`", type(member.type),
          member.isRequired
            ? (member.isAlwaysThere ? "" : "required")
            : member.defaultValue.map { "default `\($0)`" } ?? "",
          ([prose(member.doc)] + (member.isSecret ? ["(secret)"] : [])
            + member.bounds.map { "(\($0))" }).joined(separator: " "),
        ]
      })
  }

  private mutating func errors() {
    blocks.append("## Errors\n\n\(prose(ReferenceIntroduction.errorsSummary))")
    for error in reference.errors {
      blocks.append("#### \(place(error.anchor))`\(error.reason)` · \(error.code)")
      blocks.append(prose(error.guide.when) + "  \n**Solution**: " + prose(error.guide.advice))
      var facts = [
        error.isRetryable
          ? "**Retryable**: the same call may succeed later." : "**Not retryable** as it is."
      ]
      if let event = error.event {
        facts.append("**Event**: \(link("`\(event)`", Reference.anchor("event", event)))")
      }
      let methods = error.methods.map { names($0) } ?? "every method"
      if !methods.isEmpty { facts.append("**From**: \(methods)") }
      blocks.append(facts.joined(separator: "  \n"))
      if !error.guide.data.isEmpty {
        table(
          ["in `data`", "meaning"],
          error.guide.data.map { ["`\($0.member)`", prose($0.meaning)] })
      }
    }
  }

  private mutating func events() {
    blocks.append("## SDK events\n\n\(prose(ReferenceIntroduction.eventsSummary))")
    table(
      ["code", "legacy", "name", "class", "meaning", "value"],
      reference.events.map { event in
        [
          place(event.anchor) + String(event.code), event.legacyCode.map(String.init) ?? "–",
          "`\(event.name)`", event.kind + (event.isRetried ? ", retried" : ""),
          prose(event.meaning)
            + (event.note.map { "<br>" + (event.isEmitted ? "" : "Never here: ") + prose($0) } ?? ""),
          event.value.map(type) ?? "–",
        ]
      })
  }

  private mutating func limits() {
    blocks.append("## Limits\n\n\(prose(ReferenceIntroduction.limitsSummary))")
    table(
      ["limit", "default", "bounds"],
      reference.limits.map { ["\(place($0.anchor))`\($0.name)`", $0.standard, $0.meaning] })
  }

  private mutating func types() {
    blocks.append("## Types\n\n\(prose(ReferenceIntroduction.typesSummary))")
    for shape in reference.types {
      blocks.append("#### \(place(shape.anchor))`\(shape.name)`")
      blocks.append(prose(shape.summary))
      if let type = shape.type {
        blocks.append(([self.type(type)] + shape.bounds).joined(separator: ", "))
      }
      if !shape.members.isEmpty { members(shape.members, as: "member") }
    }
  }
}

// Inline text.
extension ReferenceText {
  private func prose(_ text: String, in own: String? = nil) -> String {
    InlineMarkup(text, anchors: reference.anchors, except: own).spans.map { span in
      switch span {
      case .text(let text): text
      case .code(let code, let anchor): anchor.map { link("`\(code)`", $0) } ?? "`\(code)`"
      }
    }.joined()
  }

  private func type(_ type: TypeDescription) -> String {
    type.pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .value(let value): "`\(value)`"
      case .shape(let name): self.name(of: name, as: name)
      }
    }.joined()
  }

  private func names(_ names: [String]) -> String {
    names.map { name(of: $0) }.joined(separator: ", ")
  }

  private func name(of name: String, as text: String? = nil) -> String {
    let text = text ?? "`\(name)`"
    return reference.anchors[name].map { link(text, $0) } ?? text
  }

  private func link(_ text: String, _ anchor: String) -> String { "[\(text)](#\(anchor))" }

  /// Returns a link target. Code hosts derive anchors of headings in different ways.
  private func place(_ anchor: String) -> String { "<a id=\"\(anchor)\"></a>" }

  private mutating func table(_ head: [String], _ rows: [[String]]) {
    blocks.append(
      ([head, head.map { _ in "---" }] + rows).map { row in
        "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
      }.joined(separator: "\n"))
  }
}
