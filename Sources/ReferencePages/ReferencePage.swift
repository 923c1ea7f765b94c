import JSONCodec

/// The reference as one HTML page without external resources: `schema/reference.html`, and the output of
/// `altcraft-bridge schema --format html`. The page is complete without its script, which adds tabs, copy
/// buttons, the filter and the mark of the current section.
package struct ReferencePage {
  /// The code of a call, by method and parameters, in each language. The code is nil where the types of a
  /// language do not allow the call.
  package typealias Samples = (String, JSONObject) -> [(language: String, code: String?)]

  private let reference: Reference
  private let samples: Samples

  package static func text(_ reference: Reference, samples: @escaping Samples) -> String {
    var html = HTMLText()
    ReferencePage(reference: reference, samples: samples).write(to: &html)
    return html.text
  }

  private init(reference: Reference, samples: @escaping Samples) {
    self.reference = reference
    self.samples = samples
  }

  private func write(to html: inout HTMLText) {
    html.raw("<!DOCTYPE html>")
    html.element("html", [("lang", "en")]) { html in
      html.element("head") { html in
        html.raw("<meta charset=\"utf-8\">")
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        html.raw("<meta name=\"color-scheme\" content=\"light dark\">")
        html.line("title", "altcraft-bridge \(reference.version): the protocol")
        html.raw("<style>\n\(ReferenceStyle.css)\n</style>")
      }
      html.element("body") { html in
        html.raw(
          "<input type=\"checkbox\" id=\"menu\" class=\"switch\" aria-label=\"Show the contents\">")
        html.element("header", [("class", "bar")]) { html in
          html.raw("<a class=\"name\" href=\"#top\">altcraft-bridge</a>")
          html.raw("<label class=\"menu\" for=\"menu\">Contents</label>")
        }
        ReferenceContents(reference: reference).write(to: &html)
        html.element("main", [("id", "top")]) { html in body(&html) }
        html.raw("<script>\n\(ReferenceScript.text)\n</script>")
      }
    }
  }

  private func body(_ html: inout HTMLText) {
    html.element("section", [("class", "title")]) { html in
      html.line("h1", "altcraft-bridge: the protocol")
      html.raw("<p class=\"version\">Version \(HTMLText.escaped(reference.version))</p>")
      html.raw("<p>\(prose(reference.about))</p>")
    }
    section("speaking", ReferenceIntroduction.title, nil, in: &html) { html in
      for block in ReferenceIntroduction.blocks { introduction(block, &html) }
      members(reference.envelope, title: "A request may also have", &html)
    }
    section("methods", "Methods", nil, in: &html) { html in
      for group in reference.groups {
        html.element("section", [("id", ReferenceContents.anchor(group)), ("class", "group")]) {
          html in
          html.line("h2", group.title)
          html.raw("<p>\(prose(group.summary))</p>")
          for method in group.methods { entry(method, &html) }
        }
      }
    }
    section("notifications", "Notifications", ReferenceIntroduction.notificationsSummary, in: &html)
    {
      html in
      for notice in reference.notifications { entry(notice, &html) }
    }
    section("callbacks", "Callbacks", ReferenceIntroduction.callbacksSummary, in: &html) { html in
      for callback in reference.callbacks { entry(callback, &html) }
    }
    section(
      "client-notifications", "Notifications of a client",
      ReferenceIntroduction.clientNotificationsSummary, in: &html
    ) { html in
      for notice in reference.clientNotifications { entry(notice, &html) }
    }
    section("errors", "Errors", ReferenceIntroduction.errorsSummary, in: &html) { html in
      for failure in reference.errors { error(failure, &html) }
    }
    section("events", "SDK events", ReferenceIntroduction.eventsSummary, in: &html) { html in
      for item in reference.events { event(item, &html) }
    }
    section("limits", "Limits", ReferenceIntroduction.limitsSummary, in: &html) { html in
      for item in reference.limits { limit(item, &html) }
    }
    section("types", "Types", ReferenceIntroduction.typesSummary, in: &html) { html in
      for item in reference.types { shape(item, &html) }
    }
  }

  private func section(
    _ id: String, _ title: String, _ summary: String?, in html: inout HTMLText,
    _ content: (inout HTMLText) -> Void
  ) {
    html.element("section", [("id", id), ("class", "part")]) { html in
      html.line("h2", title, class: "part-title")
      if let summary { html.raw("<p>\(prose(summary))</p>") }
      content(&html)
    }
  }

  private func introduction(_ block: ReferenceIntroduction.Block, _ html: inout HTMLText) {
    switch block {
    case .paragraph(let text): html.raw("<p>\(prose(text))</p>")
    case .code(let text): html.raw("<pre>\(HTMLText.escaped(text))</pre>")
    case .list(let items):
      html.element("ul") { html in
        for item in items { html.raw("<li>\(prose(item))</li>") }
      }
    }
  }
}

// Entries by kind.
extension ReferencePage {
  private func entry(_ entry: Reference.Entry, _ html: inout HTMLText) {
    let tags = (entry.isDurable ? ["durable"] : []) + (entry.isForObservers ? ["observer"] : [])
    article(entry.anchor, entry.name, tags: tags, &html) { html in
      html.raw("<p class=\"summary\">\(prose(entry.summary, in: entry.anchor))</p>")
      if !entry.aliases.isEmpty {
        let names = entry.aliases.map { "<code>\(HTMLText.escaped($0))</code>" }
        html.raw("<p class=\"aliases\">Also called \(names.joined(separator: ", ")).</p>")
      }
      if !entry.details.isEmpty {
        html.raw("<p>\(prose(entry.details, in: entry.anchor))</p>")
      }
      members(entry.parameters, title: "Parameters", &html)
      facts(
        [
          ("Answer", entry.result.map(type)),
          ("Outcome events", names(entry.events)), ("Refused with", names(entry.failures)),
        ], &html)
      for (index, exchange) in entry.examples.enumerated() {
        example(exchange, of: entry.kind, isOpen: index == 0, &html)
      }
    }
  }

  private func example(
    _ exchange: Reference.Exchange, of kind: Reference.Entry.Kind, isOpen: Bool,
    _ html: inout HTMLText
  ) {
    html.element("details", [("class", "example")] + (isOpen ? [("open", "")] : [])) { html in
      html.line("summary", "Example: \(exchange.title)")
      if !exchange.given.isEmpty {
        let steps = exchange.given.map { "→ " + $0 }.joined(separator: "\n")
        html.raw("<p class=\"step\">Calls before it</p><pre>\(HTMLText.escaped(steps))</pre>")
      }
      if kind == .method {
        html.element("div", [("class", "tabs")]) { html in
          tab("JSON-RPC", exchange.request.readableMessage, isJSON: true, &html)
          for sample in exchange.samples(samples) {
            tab(sample.language, sample.code, isJSON: false, &html)
          }
        }
      } else {
        let request = HTMLText.escaped(exchange.request.readableMessage)
        html.raw("<p class=\"step\">\(kind.request)</p><pre class=\"json\">\(request)</pre>")
      }
      if let answer = exchange.answer {
        let title = kind.answer + (exchange.isLike ? ", with other ids, times and numbers" : "")
        let text = HTMLText.escaped(answer.readableMessage)
        html.raw("<p class=\"step\">\(title)</p><pre class=\"json\">\(text)</pre>")
      }
    }
  }

  private func tab(_ title: String, _ code: String?, isJSON: Bool, _ html: inout HTMLText) {
    html.element("div", [("class", "tab"), ("data-name", title)]) { html in
      html.line("p", title, class: "step")
      if let code {
        html.raw("<pre\(isJSON ? " class=\"json\"" : "")>\(HTMLText.escaped(code))</pre>")
      } else {
        html.line("p", "The types of the \(title) client do not allow this call.", class: "note")
      }
    }
  }

  private func error(_ error: Reference.Failure, _ html: inout HTMLText) {
    let tags = [String(error.code)] + (error.isRetryable ? ["retryable"] : [])
    article(error.anchor, error.reason, tags: tags, &html) { html in
      html.raw("<p class=\"summary\">\(prose(error.guide.when))</p>")
      html.raw("<p><b>Solution.</b> \(prose(error.guide.advice))</p>")
      if !error.guide.data.isEmpty {
        html.line("h4", "In data")
        html.element("dl", [("class", "members")]) { html in
          for (member, meaning) in error.guide.data {
            html.raw(
              "<div><dt><code>\(HTMLText.escaped(member))</code></dt><dd>\(prose(meaning))</dd></div>"
            )
          }
        }
      }
      facts(
        [
          ("Event", error.event.map { names([$0], kind: "event") ?? "" }),
          ("From", error.methods.map { names($0) } ?? "every method"),
        ], &html)
    }
  }

  private func event(_ event: Reference.Event, _ html: inout HTMLText) {
    let attributes = [("id", event.anchor), ("class", "event" + (event.isEmitted ? "" : " never"))]
    html.element("article", attributes) { html in
      let kind =
        switch event.kind {
        case "event": ""
        case "error": "error"
        default: "retried"
        }
      let tag = kind.isEmpty ? "" : " <span class=\"tag \(event.kind)\">\(kind)</span>"
      let legacy =
        event.legacyCode.map { $0 == event.code ? "" : "legacy \($0)" } ?? "not in legacy"
      html.raw(
        "<p class=\"code\">\(event.code)\(legacy.isEmpty ? "" : " <small>\(legacy)</small>")</p>")
      html.raw(
        "<h3><a href=\"#\(event.anchor)\">\(HTMLText.escaped(event.name))</a>\(tag)</h3>")
      let note = event.note.map { " \(event.isEmitted ? "" : "Never here: ")\(prose($0))." } ?? ""
      let value = event.value.map { " Value: \(type($0))." } ?? ""
      html.raw("<p>\(Self.sentence(prose(event.meaning)))\(note)\(value)</p>")
    }
  }

  private func limit(_ limit: Reference.Limit, _ html: inout HTMLText) {
    html.element("article", [("id", limit.anchor), ("class", "event limit")]) { html in
      html.raw("<p class=\"code\">\(HTMLText.escaped(limit.standard))</p>")
      html.raw("<h3><a href=\"#\(limit.anchor)\">\(HTMLText.escaped(limit.name))</a></h3>")
      html.raw("<p>\(HTMLText.escaped(limit.meaning))</p>")
    }
  }

  private func shape(_ shape: Reference.Shape, _ html: inout HTMLText) {
    article(shape.anchor, shape.name, tags: [], &html) { html in
      html.raw("<p class=\"summary\">\(prose(shape.summary))</p>")
      if let type = shape.type {
        let bounds = shape.bounds.map { ", " + prose($0) }.joined()
        html.raw("<p>\(self.type(type))\(bounds)</p>")
      }
      members(shape.members, title: nil, &html)
    }
  }

  private func article(
    _ anchor: String, _ name: String, tags: [String], _ html: inout HTMLText,
    _ content: (inout HTMLText) -> Void
  ) {
    html.element("article", [("id", anchor), ("class", "entry")]) { html in
      let tags = tags.map { " <span class=\"tag \($0)\">\($0)</span>" }.joined()
      html.raw("<h3><a href=\"#\(anchor)\">\(HTMLText.escaped(name))</a>\(tags)</h3>")
      content(&html)
    }
  }

  private func members(
    _ members: [Reference.Member], title: String?, _ html: inout HTMLText
  ) {
    if members.isEmpty { return }
    if let title { html.line("h4", title) }
    html.element("dl", [("class", "members")]) { html in
      for member in members {
        let inside = member.path.split(separator: ".").count > 1 ? " class=\"inside\"" : ""
        var facts = ["<span class=\"type\">\(type(member.type))</span>"]
        if member.isRequired && !member.isAlwaysThere {
          facts.append("<span class=\"must\">required</span>")
        }
        if let value = member.defaultValue {
          facts.append("default <code>\(HTMLText.escaped(value))</code>")
        }
        if member.isSecret { facts.append("secret") }
        facts += member.bounds.map { prose($0) }
        html.raw(
          "<div\(inside)><dt><code>\(HTMLText.escaped(member.path))</code> "
            + "<span class=\"facts\">\(facts.joined(separator: " · "))</span></dt>"
            + "<dd>\(prose(member.doc))</dd></div>")
      }
    }
  }

  private func facts(_ rows: [(String, String?)], _ html: inout HTMLText) {
    let given = rows.compactMap { row in row.1.map { (row.0, $0) } }
    if given.isEmpty { return }
    html.element("dl", [("class", "facts-list")]) { html in
      for (title, text) in given {
        html.raw("<div><dt>\(title)</dt><dd>\(text)</dd></div>")
      }
    }
  }

  private static func sentence(_ text: String) -> String {
    text.hasSuffix(".") ? text : text + "."
  }
}

// Inline text.
extension ReferencePage {
  private func prose(_ text: String, in own: String? = nil) -> String {
    InlineMarkup(text, anchors: reference.anchors, except: own).spans.map { span in
      switch span {
      case .text(let text): HTMLText.escaped(text)
      case .code(let code, let anchor): Self.code(code, anchor)
      }
    }.joined()
  }

  private func type(_ type: TypeDescription) -> String {
    type.pieces.map { piece in
      switch piece {
      case .words(let words): HTMLText.escaped(words)
      case .value(let value): Self.code(value, nil)
      case .shape(let name):
        reference.anchors[name].map { "<a href=\"#\($0)\">\(HTMLText.escaped(name))</a>" }
          ?? HTMLText.escaped(name)
      }
    }.joined()
  }

  /// Returns the names as links; nil for none.
  private func names(_ names: [String], kind: String? = nil) -> String? {
    if names.isEmpty { return nil }
    return names.map { name in
      let anchor = kind.map { Reference.anchor($0, name) } ?? reference.anchors[name]
      return Self.code(name, anchor)
    }.joined(separator: ", ")
  }

  private static func code(_ text: String, _ anchor: String?) -> String {
    let code = "<code>\(HTMLText.escaped(text))</code>"
    return anchor.map { "<a href=\"#\($0)\">\(code)</a>" } ?? code
  }
}

extension Reference.Entry.Kind {
  /// The title of the message that starts the exchange.
  var request: String {
    switch self {
    case .method: "Request"
    case .notification: "Message"
    case .callback: "Request of the bridge"
    }
  }

  var answer: String { self == .callback ? "Answer of the host" : "Answer" }
}
