import Foundation
import JSONCodec

/// The assembly of a page from its parts: one HTML file that loads nothing. The part `page.html` names the style
/// sheets and the scripts in order, by links that a browser follows when the part itself is opened.
struct PageAssembly {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The folder of all parts: `Sources/WebPages`.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/WebPages", isDirectory: true)

  let html: String
  let contentSecurityPolicy: String

  /// Assembles the page of a folder: `Inspector` for `Inspector/inspector.html`.
  init(_ name: String) throws {
    let place = Self.folder.appendingPathComponent(name, isDirectory: true)
    let page = place.appendingPathComponent("\(name.lowercased()).html")
    var lines: [String] = []
    var styles: [String] = []
    var scripts: [String] = []
    for line in try Self.lines(page) {
      if let match = line.wholeMatch(of: /<link rel="stylesheet" href="([^"]+)">/) {
        styles += try Self.lines(place.appendingPathComponent(String(match.output.1))).map(
          Self.tight)
        if lines.last != Self.styleMark { lines.append(Self.styleMark) }
      } else if let match = line.wholeMatch(of: /<script src="([^"]+)"><\/script>/) {
        scripts += try Self.lines(place.appendingPathComponent(String(match.output.1)))
        if lines.last != Self.scriptMark { lines.append(Self.scriptMark) }
      } else {
        lines.append(line)
      }
    }
    let style = "\n" + Self.joined(styles) + "\n"
    let script =
      "\n(() => {\n\"use strict\";\n" + CompactScript.text(scripts.joined(separator: "\n"))
      + "\n})();\n"
    let policy = Self.policy(style: style, script: script)
    for (text, end) in [(style, "</style"), (script, "</script")] where text.contains(end) {
      throw Failure(description: "\(name): a part contains \(end)")
    }
    contentSecurityPolicy = policy + "; frame-ancestors 'none'"
    html =
      lines.map { line in
        switch line {
        case Self.styleMark: "<style>\(style)</style>"
        case Self.scriptMark: "<script>\(script)</script>"
        case #"<meta charset="utf-8">"#:
          line + "\n<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"
        default: line
        }
      }.joined(separator: "\n") + "\n"
    // A raw string literal holds the page.
    for end in ["\"\"\"#", "\\#"] where html.contains(end) {
      throw Failure(description: "\(name): a part contains \(end)")
    }
  }

  /// Returns the source file with the page. `comment` describes its type.
  func swift(_ type: String, _ comment: String) -> String {
    """
    // Generated from the parts in this folder. To write it again: UPDATE=1 swift test --filter Drift
    // swift-format-ignore-file

    /// \(comment)
    package enum \(type) {
      /// The value of the header Content-Security-Policy: only this style sheet and this script are in force.
      package static let contentSecurityPolicy =
        "\(contentSecurityPolicy)"

      package static let html = #\"\"\"
    \(html)
    \"\"\"#
    }

    """
  }

  private static let styleMark = "<style>"
  private static let scriptMark = "<script>"

  private static func policy(style: String, script: String) -> String {
    """
    default-src 'none'; script-src '\(hash(script))'; style-src '\(hash(style))'; connect-src 'self'; \
    img-src data:; base-uri 'none'; form-action 'none'
    """
  }

  /// Returns a line of a style sheet without the spaces that nothing needs.
  private static func tight(_ line: String) -> String {
    [": ", "; ", ", ", " {", "{ ", " }"].reduce(line) { line, text in
      line.replacing(text, with: text.filter { $0 != " " })
    }.replacing(";}", with: "}")
  }

  /// Joins the lines of a style sheet. A rule stays on a line of its own.
  private static func joined(_ lines: [String]) -> String {
    lines.joined(separator: "\n").replacing(/([{;,])\n/) { $0.output.1 }
      .replacing(/;?\n?}/, with: "}")
  }

  private static func hash(_ text: String) -> String {
    "sha256-" + Data(SHA256.digest(text.utf8)).base64EncodedString()
  }

  /// Returns the lines of a part without indentation, empty lines and lines of comment.
  private static func lines(_ file: URL) throws -> [String] {
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
      .filter { line in
        !line.isEmpty && !line.hasPrefix("//")
          && !(line.hasPrefix("/*") && line.hasSuffix("*/")) && !line.hasPrefix("<!--")
      }.map(String.init)
  }
}
