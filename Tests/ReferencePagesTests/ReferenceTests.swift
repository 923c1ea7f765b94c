import AltcraftEngine
import AltcraftMethods
import ClientGenerator
import JSONCodec
import JSONRPC
import ReferencePages
import Testing

@Suite("The reference")
struct ReferenceTests {
  private static let reference = Reference(version: BridgeVersion.current)
  private static let page: String = {
    let schema = Catalog.schemaText(version: BridgeVersion.current)
    let samples = try! CodeSamples(document: Array(schema.utf8))
    return ReferencePage.text(reference, samples: samples.samples)
  }()
  private static let text = ReferenceText.text(reference)
  private static let check = HTMLCheck(page)

  /// The anchors that the page must have, one for each element of the document.
  private static let places: [String] = {
    let document = Catalog.openRPC(version: BridgeVersion.current)
    return document.methods.map { "method-\($0.name)" }
      + document.callbacks.map { "callback-\($0.name)" }
      + document.notifications.map { "notification-\($0.name)" }
      + document.failures.map { "error-\($0.reason)" }
      + document.schemas.keys.map { "type-\($0)" }
      + EventCatalog.entries.map { "event-\($0.name)" } + Limits.names.map { "limit-\($0)" }
  }()

  @Test("is one well-formed page without external resources, and all its links have targets")
  func isWellFormed() {
    #expect(Self.check.problems == [])
    #expect(Self.check.links.count > 1000)
    #expect(Self.page.utf8.count < 1_200_000)
  }

  @Test("explains every method, callback, notification, error, type, event and limit")
  func isComplete() {
    #expect(Set(Self.places).subtracting(Self.check.ids) == [])
    for place in Self.places {
      #expect(Self.text.contains("<a id=\"\(place)\"></a>"), "\(place)")
    }
  }

  @Test("shows each example as JSON-RPC, as a command and in the language of every client")
  func tabs() {
    let examples = Catalog.methods.map(\.declaration.examples.count).reduce(0, +)
    for name in ["JSON-RPC", "call", "TypeScript", "Python", "Go", "Java", "Swift"] {
      let panels = Self.page.matches(of: try! Regex("<div class=\"tab\" data-name=\"\(name)\">"))
      #expect(panels.count == examples, "\(name)")
    }
  }

  @Test("in Markdown has links with targets only, and no duplicate anchor")
  func markdown() {
    let ids = Self.text.matches(of: /<a id="([^"]+)"><\/a>/).map { String($0.output.1) }
    let headings = Self.text.matches(of: /(?m)^## (.+)$/).map {
      $0.output.1.lowercased().replacing(" ", with: "-")
    }
    let links = Self.text.matches(of: /\]\(#([^)]+)\)/).map { String($0.output.1) }

    #expect(Set(ids).count == ids.count)
    #expect(Set(links).subtracting(ids).subtracting(headings) == [])
    #expect(links.count > 500)
  }

  @Test("describes every parameter, and the result of every example")
  func isWhole() {
    for method in Catalog.methods.map(\.declaration) {
      for parameter in method.parameters {
        #expect(!parameter.doc.isEmpty, "\(method.name) \(parameter.name)")
        #expect(Self.check.text.contains(parameter.name))
      }
      for example in method.examples {
        #expect(Self.check.text.contains("Example: \(HTMLText.escaped(example.name))"))
      }
    }
  }

  @Test("describes for every error its occasion, its remedy, and each member of its data")
  func guides() {
    for failure in Catalog.openRPC(version: "").failures {
      let guide = ErrorGuide.all[failure.reason]
      let members = failure.data.keys.filter { !["reason", "retryable"].contains($0) }

      #expect(guide?.when.isEmpty == false, "\(failure.reason)")
      #expect(guide?.advice.isEmpty == false, "\(failure.reason)")
      #expect(Set(members).isSubset(of: guide?.data.map(\.member) ?? []), "\(failure.reason)")
    }
  }

  @Test(
    "states types, bounds and defaults in words",
    arguments: [
      "| `cats` | list of (string or [Category](#type-Category)) |  |",
      "| `encoding` | `\"text\"` or `\"hex\"` or `\"base64\"` | default `\"text\"` |",
      "| `pushToken` | string or null | required |", "| `createdAt` | time |  |",
      "after it the answer has state pending. Example: `5000`. (1 to 86400000) |",
      "| `limits` | map of number |  |", "\n`\"callback\"` or {\"token\": string} or null\n",
      "\nstring, matches `^[A-Za-z0-9._:-]{1,128}$`\n",
      "| `outbox.accepted` | integer |  | The number of accepted jobs. |",
      "**From**: every method\n", "**Answer**: [Job](#type-Job) or null",
    ])
  func words(row: String) {
    #expect(Self.text.contains(row), "\(row)")
  }

  @Test("lists every method under exactly one subject")
  func groups() {
    let grouped = Self.reference.groups.flatMap(\.methods).map(\.name)

    #expect(grouped == Catalog.methods.map(\.name))
    #expect(Self.reference.groups.allSatisfy { !$0.summary.isEmpty })
  }

  @Test(
    "the check of the page finds faults",
    arguments: [
      ("<p>a</p>", "no document type"), ("<!DOCTYPE html><p>a", "<p> is not closed"),
      ("<!DOCTYPE html><p><ul></ul></p>", "<ul> inside of <p>"),
      ("<!DOCTYPE html><b><i></b></i>", "</b> closes i"),
      ("<!DOCTYPE html><a href=\"#a\">a</a>", "nothing at #a"),
      ("<!DOCTYPE html><a href=\"https://example.com\">a</a>", "nothing at https://example.com"),
      ("<!DOCTYPE html><i id=\"a\"></i><i id=\"a\"></i>", "id a twice"),
      ("<!DOCTYPE html>a & b", "a bare & before: & b"),
      ("<!DOCTYPE html><style>@import a</style>", "<style> loads something"),
    ])
  func checks(html: String, problem: String) {
    #expect(HTMLCheck(html).problems.contains(problem))
  }
}
