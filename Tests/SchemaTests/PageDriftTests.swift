import Foundation
import Testing
import WebPages

@Suite("The assembled pages")
struct PageDriftTests {
  /// A page and the folder of its parts.
  struct Page: CustomTestStringConvertible, Sendable {
    let folder: String
    let type: String
    let comment: String
    let html: String
    let policy: String

    var testDescription: String { type }
  }

  static let pages = [
    Page(
      folder: "Inspector", type: "InspectorPage",
      comment: "The inspector, which the bridge serves at `/` of its WebSocket port.",
      html: InspectorPage.html, policy: InspectorPage.contentSecurityPolicy),
    Page(
      folder: "Platform", type: "SimulatorPage",
      comment: "The page of the simulated platform, at `/` of its port.", html: SimulatorPage.html,
      policy: SimulatorPage.contentSecurityPolicy),
  ]

  @Test("match their parts byte for byte", arguments: pages)
  func drift(page: Page) throws {
    let assembly = try PageAssembly(page.folder)
    let file = PageAssembly.folder.appendingPathComponent("\(page.type).swift")
    let expected = assembly.swift(page.type, page.comment)

    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      try expected.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(
        try String(contentsOf: file, encoding: .utf8) == expected,
        "differs from the parts; run: UPDATE=1 swift test --filter Drift")
    }
  }

  @Test("are in the program as they are in the file", arguments: pages)
  func compiled(page: Page) throws {
    let assembly = try PageAssembly(page.folder)

    #expect(page.html == assembly.html)
    #expect(page.policy == assembly.contentSecurityPolicy)
  }

  @Test("are at most 150,000 bytes long", arguments: pages)
  func size(page: Page) {
    #expect(page.html.utf8.count <= 150_000)
  }

  @Test("name no other server, and load nothing", arguments: pages)
  func loadsNothing(page: Page) {
    #expect(page.html.matches(of: /(?i)(?:https?|wss?):\/\/[^$\s"'`]+/).map { $0.output } == [])
    #expect(
      page.html.matches(of: /(?i)\b(?:src|href)="[^#"]*"|@import|url\(/).map { $0.output } == [])
  }

  @Test("allow only their own script and style, also without a server", arguments: pages)
  func policy(page: Page) throws {
    #expect(
      page.policy.wholeMatch(
        of:
          /default-src 'none'; script-src 'sha256-[A-Za-z0-9+\/]{43}='; style-src 'sha256-[A-Za-z0-9+\/]{43}='; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'/
      ) != nil)
    let meta = page.policy.replacing("; frame-ancestors 'none'", with: "")
    #expect(
      page.html.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"\(meta)\">"))
    #expect(page.html.matches(of: /<script|<style/).count == 2)
  }

  @Test("never read text as HTML or as a program")
  func textStaysText() throws {
    let unsafe =
      /innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|DOMParser|document\.write|\beval\b|\bFunction\(|javascript:|setTimeout\("/
    #expect(try Self.parts().filter { $0.text.contains(unsafe) }.map(\.path) == [])
  }

  @Test(
    "have scripts without needless spaces, and with unchanged literals",
    arguments: [
      ("const a = b + c;", "const a=b+c;"), ("{ f(); }", "{f()}"),
      ("a + +b - -c / d", "a+ +b- -c/d"),
      ("return / a\"b /.test( c )", "return/ a\"b /.test(c)"), ("x = y / 2 / z", "x=y/2/z"),
      (#"s("a  b \" c ", 'd " e')"#, #"s("a  b \" c ",'d " e')"#),
      ("f(/[/ ]  \"/, \" a \")", "f(/[/ ]  \"/,\" a \")"),
      ("`a  ${b + `c  ${ {d: 1} }`} e` + f", "`a  ${b+`c  ${{d:1}}`} e`+f"),
      ("a\nb", "a\nb"), ("f({\na,\nb\n});\nc", "f({a,b});c"), ("für jede = 1", "für jede=1"),
      ("function first(name) { name(other, ...first); }", "function $0(name){name(other,...$0)}"),
      ("function first() {}\na.first()", "function first(){}a.first()"),
      ("function first() {}\nf({ first });", "function first(){}f({first});"),
      ("{ function first() {} }", "{function first(){}}"),
    ])
  func compact(script: String, expected: String) {
    #expect(CompactScript.text(script) == expected)
  }

  @Test("consist of parts of at most 500 lines")
  func partsAreShort() throws {
    let parts = try Self.parts()

    #expect(parts.count > 10)
    #expect(parts.filter { $0.text.split(separator: "\n").count > 500 }.map(\.path) == [])
  }

  private static func parts() throws -> [(path: String, text: String)] {
    let paths = FileManager.default.enumerator(atPath: PageAssembly.folder.path)
    return try (paths?.compactMap { $0 as? String } ?? []).sorted()
      .filter { path in [".html", ".css", ".js"].contains { path.hasSuffix($0) } }
      .map { path in
        let file = PageAssembly.folder.appendingPathComponent(path)
        return (path, try String(contentsOf: file, encoding: .utf8))
      }
  }
}
