/// A check for faults that a browser would silently repair, and for missing targets. It supports only the
/// HTML that the generator writes.
struct HTMLCheck {
  private(set) var problems: [String] = []
  private(set) var ids: [String] = []
  private(set) var links: [String] = []
  /// The text between the tags, as a reader sees it.
  private(set) var text = ""
  private var open: [String] = []
  private var rest: Substring

  init(_ html: String) {
    rest = html[...]
    if rest.hasPrefix("<!DOCTYPE html>") {
      rest = rest.dropFirst(15)
    } else {
      problems.append("no document type")
    }
    while !rest.isEmpty { step() }
    problems += open.map { "<\($0)> is not closed" }
    problems += Dictionary(grouping: ids) { $0 }.filter { $1.count > 1 }.map {
      "id \($0.key) twice"
    }
    problems += Set(links).subtracting(ids.map { "#\($0)" }).map { "nothing at \($0)" }
  }

  // They are compiled once: a page has thousands of tags.
  nonisolated(unsafe) private static let tag =
    /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<]*")?)*)>/
  nonisolated(unsafe) private static let attribute = /([a-z-]+)="([^"]*)"/
  nonisolated(unsafe) private static let bareAmpersand = /&(?!(?:amp|lt|gt|quot);)/

  private mutating func step() {
    guard rest.first == "<" else {
      let words = rest.prefix { $0 != "<" }
      for match in words.matches(of: Self.bareAmpersand) {
        problems.append("a bare & before: \(words[match.range.lowerBound...].prefix(20))")
      }
      text += words
      rest = words.endIndex < rest.endIndex ? rest[words.endIndex...] : ""
      return
    }
    guard let match = rest.prefixMatch(of: Self.tag) else {
      problems.append("no tag: \(rest.prefix(40))")
      rest = rest.dropFirst()
      return
    }
    rest = rest[match.range.upperBound...]
    let name = String(match.output.2)
    if match.output.1 == "/" { close(name) } else { begin(name, match.output.3) }
  }

  private mutating func begin(_ name: String, _ attributes: Substring) {
    for match in attributes.matches(of: Self.attribute) {
      switch match.output.1 {
      case "id": ids.append(String(match.output.2))
      case "href": links.append(String(match.output.2))
      case "src", "action", "style", "onclick": problems.append("<\(name) \(match.output.1)>")
      default: break
      }
    }
    let isBlock = [
      "p", "pre", "ul", "dl", "div", "section", "article", "details", "h2", "h3", "h4",
    ].contains(name)
    if isBlock, open.contains("p") { problems.append("<\(name)> inside of <p>") }
    if name == "a", open.contains("a") { problems.append("<a> inside of <a>") }
    if ["link", "img", "iframe", "object"].contains(name) { problems.append("<\(name)>") }
    if ["meta", "input", "wbr"].contains(name) { return }
    if name == "script" || name == "style" {
      let end = rest.firstRange(of: "</\(name)>")?.lowerBound ?? rest.endIndex
      if rest[..<end].contains(/url\(|@import|https?:|fetch\(|XMLHttpRequest/) {
        problems.append("<\(name)> loads something")
      }
      rest = rest[end...]
    }
    open.append(name)
  }

  private mutating func close(_ name: String) {
    if open.last == name {
      open.removeLast()
    } else {
      problems.append("</\(name)> closes \(open.last ?? "nothing")")
    }
  }
}
