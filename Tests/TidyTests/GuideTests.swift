import AltcraftEngine
import AltcraftMethods
import Foundation
import JSONCodec
import JSONRPC
import TestSupport
import Testing

@Suite("The guides")
struct GuideTests {
  private static let catalog = "Sources/AltcraftEngine/AltcraftEngine.docc"

  @Test("every page can be reached from the first one")
  func areReachable() throws {
    let pages = Repository.pages.filter { $0.hasPrefix(Self.catalog) }
    let byTitle = Dictionary(uniqueKeysWithValues: pages.map { (Self.title($0), $0) })
    var reached: Set<String> = []
    var next = ["AltcraftEngine"]
    while let title = next.popLast() {
      guard let page = byTitle[title], reached.insert(title).inserted else { continue }
      next += try Repository.text(page).matches(of: /<doc:([^>]+)>/).map { String($0.output.1) }
    }

    #expect(pages.count > 15)
    #expect(Set(byTitle.keys).subtracting(reached) == [])
  }

  @Test("the README leads to the first page of every role")
  func areLinked() throws {
    let readme = try Repository.text("README.md")
    for page in [
      "HostAuthor", "ScriptAuthor", "Operating", "Contributing", "Troubleshooting", "Reliability",
      "Architecture", "ComingFromTheSDK",
    ] {
      #expect(readme.contains("(\(Self.catalog)/\(page).md)"), "\(page)")
    }
  }

  /// It comes with the toolchain, and is seldom on the PATH itself.
  private static let compiler: String? = {
    let question = #"cd "$(dirname "$(readlink -f "$(command -v swift)")")" && test -x docc && pwd"#
    guard let found = try? run("/usr/bin/env", ["bash", "-c", question]), found.status == 0 else {
      return nil
    }
    return found.text.trimmingCharacters(in: .newlines) + "/docc"
  }()

  @Test(
    "are what the documentation compiler takes without a warning",
    .enabled(if: GuideTests.compiler != nil))
  func compile() throws {
    let compiler = try #require(Self.compiler)
    let catalogs = Set(Repository.pages.compactMap { $0.firstMatch(of: /^.*\.docc/)?.output })

    #expect(catalogs.count > 2)
    for catalog in catalogs {
      let name = catalog.split(separator: "/")[1]
      let output = TemporaryDirectory()

      let result = try run(
        compiler,
        [
          "convert", String(catalog), "--fallback-display-name", String(name),
          "--fallback-bundle-identifier", "altcraft-bridge.\(name)", "--output-path",
          output.path + "/out",
        ])

      #expect(result.status == 0 && !result.text.contains("warning:"), "\(result.text)")
    }
  }

  @Test("show how a method is added by the whole of a file that is there")
  func method() throws {
    let page = try Repository.text("\(Self.catalog)/Contributing.md")
    let shown = try #require(
      page.firstMatch(of: /whole of `(\w+\.swift)`:\n\n```swift\n([\s\S]*?)```/))

    let file = try Repository.text("Sources/AltcraftMethods/Methods/\(shown.output.1)")

    #expect(shown.output.2 == file)
  }

  @Test(
    "name methods, parameters, events, errors and limits that there are",
    arguments: [
      "README.md", "\(catalog)/HostAuthor.md", "\(catalog)/ScriptAuthor.md",
      "\(catalog)/Troubleshooting.md", "\(catalog)/Reliability.md",
    ])
  func names(page: String) throws {
    let files: Set = ["first.py", "first.mjs", "rpc.token", "config.json"]
    let names = try Repository.text(page).matches(of: /`([a-z]+(?:[A-Z]\w*|\.\w+)+)`/)
      .map { String($0.output.1) }
    let unknown = names.filter { name in
      let parts = name.split(separator: ".").map(String.init)
      return !Self.known.contains(name) && !files.contains(name)
        && !(parts.count > 1 && parts.allSatisfy { Self.known.contains($0) || $0 == "data" })
    }

    #expect(names.count > 1)
    #expect(unknown == [])
  }

  /// Every name that the document gives to something.
  private static let known: Set<String> = {
    let document = Catalog.openRPC(version: "")
    var known = Set(EventCatalog.entries.map(\.name) + Limits.names + ["error"])
    for declaration in document.methods + document.notices + document.callbacks {
      known.formUnion([declaration.name] + declaration.aliases)
      known.formUnion(declaration.parameters.map(\.name))
    }
    for failure in document.failures { known.formUnion([failure.reason] + failure.data.keys) }
    for schema in document.schemas.members { known.formUnion(memberNames(of: schema.value)) }
    return known
  }()

  private static func memberNames(of schema: JSON) -> [String] {
    switch schema {
    case .object(let object):
      (object["properties"]?.objectValue?.keys ?? [])
        + object.members.flatMap { memberNames(of: $0.value) }
    case .array(let elements): elements.flatMap { memberNames(of: $0) }
    default: []
    }
  }

  private static func title(_ page: String) -> String {
    String(page.split(separator: "/").last?.dropLast(3) ?? "")
  }
}

@Suite("The page of troubles")
struct TroubleshootingTests {
  private let page: String

  init() throws {
    page = try Repository.text("Sources/AltcraftEngine/AltcraftEngine.docc/Troubleshooting.md")
  }

  @Test("has every error, by code and by reason")
  func errors() {
    for failure in Catalog.openRPC(version: "").failures {
      #expect(
        page.contains("| \(failure.code) | `\(failure.reason)` | "),
        "| \(failure.code) | `\(failure.reason)` | ")
    }
  }

  @Test("has every event that tells of trouble")
  func events() {
    let trouble = EventCatalog.entries.filter { $0.isEmitted && $0.kind != .event }

    #expect(trouble.count > 40)
    #expect(trouble.map(\.name).filter { !page.contains("`\($0)`") } == [])
  }

  @Test("has everything that work can wait for, and every way it can end")
  func states() {
    for reason in WaitingFor.allCases {
      #expect(page.contains("`waitingFor` \"\(reason.rawValue)\""), "\(reason)")
    }
    for state in WorkState.allCases where state != .pending && state != .delivered {
      #expect(page.contains("`state` \"\(state.rawValue)\""), "\(state)")
    }
  }

  @Test("has every exit status")
  func statuses() throws {
    let declared = Repository.sources.flatMap { file in
      file.code.matches(of: /enum ExitStatus: Int32[^{]*\{([^}]*)\}/).flatMap {
        $0.output.1.matches(of: /= (\d+)/).map { String($0.output.1) }
      }
    }

    #expect(declared.count > 5)
    for status in declared { #expect(page.contains("\n| \(status) | "), "\(status)") }
  }

  @Test("quotes what the program says when it does not start as the program says it")
  func messages() throws {
    let texts = Repository.sources.filter { !$0.path.contains("/CommandLine/") }.map(\.text)
    let rows = page.matches(of: /\n\| status \d+, ([^|]*)\|/).map(\.output.1)
    let quoted = rows.flatMap { $0.matches(of: /`([^`]+)`/).map(\.output.1) }
      .filter { !$0.contains("help") }
    let pieces = quoted.flatMap { $0.split(separator: "…") }
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }

    #expect(pieces.count > 10)
    for piece in pieces { #expect(texts.contains { $0.contains(piece) }, "\(piece)") }
  }

  @Test("has every subject that doctor can find a problem with")
  func doctor() {
    let texts = Repository.sources.filter { $0.module == "altcraft-bridge" }.map(\.text)
    let subjects = texts.flatMap { text in
      text.matches(of: /(?:\.problem\(\s*|let subject = )"([^"\\]+)"/).map { String($0.output.1) }
    }

    #expect(Set(subjects).count > 5)
    #expect(Set(subjects).filter { !page.contains("\n| `\($0)` | ") } == [])
  }
}
