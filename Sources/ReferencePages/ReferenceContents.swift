/// The contents beside the page: the names of all entries.
struct ReferenceContents {
  let reference: Reference

  static func anchor(_ group: Reference.Group) -> String {
    "group-"
      + group.title.lowercased().filter { $0.isLetter || $0 == " " }
      .split(separator: " ").joined(separator: "-")
  }

  func write(to html: inout HTMLText) {
    html.element("nav", [("id", "contents"), ("aria-label", "Contents")]) { html in
      html.raw("<p class=\"lead\"><a href=\"#speaking\">\(ReferenceIntroduction.title)</a></p>")
      for group in reference.groups {
        let names = group.methods.map { ($0.name, $0.anchor) }
        list(group.title, Self.anchor(group), names, isOpen: true, &html)
      }
      let notifications = reference.notifications + reference.clientNotifications
      list(
        "Notifications", "notifications", notifications.map { ($0.name, $0.anchor) }, isOpen: true,
        &html)
      list(
        "Callbacks", "callbacks", reference.callbacks.map { ($0.name, $0.anchor) }, isOpen: true,
        &html)
      list(
        "Errors", "errors", reference.errors.map { ($0.reason, $0.anchor) }, isOpen: false, &html)
      let events = reference.events.filter(\.isEmitted)
      list("SDK events", "events", events.map { ($0.name, $0.anchor) }, isOpen: false, &html)
      list("Limits", "limits", reference.limits.map { ($0.name, $0.anchor) }, isOpen: false, &html)
      list("Types", "types", reference.types.map { ($0.name, $0.anchor) }, isOpen: false, &html)
    }
  }

  private func list(
    _ title: String, _ anchor: String, _ names: [(name: String, anchor: String)], isOpen: Bool,
    _ html: inout HTMLText
  ) {
    html.element("details", isOpen ? [("open", "")] : []) { html in
      html.raw("<summary><a href=\"#\(anchor)\">\(HTMLText.escaped(title))</a></summary>")
      html.element("ul") { html in
        for item in names {
          let name = Self.breakable(HTMLText.escaped(item.name))
          html.raw("<li><a href=\"#\(item.anchor)\">\(name)</a></li>")
        }
      }
    }
  }

  /// Returns a name that a narrow column may break before its words.
  private static func breakable(_ name: String) -> String {
    var text = ""
    for letter in name {
      if letter.isUppercase, text.last?.isLowercase == true { text += "<wbr>" }
      text.append(letter)
      if letter == "." { text += "<wbr>" }
    }
    return text
  }
}
