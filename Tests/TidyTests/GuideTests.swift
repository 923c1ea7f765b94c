import AltcraftEngine
import AltcraftMethods
import Foundation
import JSONCodec
import JSONRPC
import Testing

@Suite("The guides")
struct GuideTests {
  private static let catalog = "Sources/altcraft-bridge/AltcraftBridge.docc"

  @Test("the README links to the first page of every role")
  func areLinked() throws {
    let readme = try Repository.text("README.md")
    for page in [
      "HostAuthor", "ScriptAuthor", "Operating", "Contributing", "Troubleshooting", "Reliability",
      "Architecture", "ComingFromTheSDK",
    ] {
      #expect(readme.contains("(\(Self.catalog)/\(page).md)"), "\(page)")
    }
  }

  @Test("show the addition of a method with the complete text of an existing file")
  func method() throws {
    let page = try Repository.text("\(Self.catalog)/Contributing.md")
    let shown = try #require(
      page.firstMatch(of: /whole of `(\w+\.swift)`:\n\n```swift\n([\s\S]*?)```/))

    let file = try Repository.text("Sources/AltcraftMethods/Methods/\(shown.output.1)")

    #expect(shown.output.2 == file)
  }

  @Test(
    "name only existing methods, parameters, events, errors and limits",
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

  @Test("use one port for the platform, two for the bridge, and one of its own for Scripts")
  func ports() throws {
    var count = 0
    for page in Repository.pages where !page.contains("/Decisions/") {
      let text = try Repository.text(page)
      let sockets = text.matches(of: /(?:ws:\/\/|websocket )127\.0\.0\.1:([1-9]\d*)/)
      #expect(sockets.allSatisfy { $0.output.1 == "8093" }, "\(page)")
      let ports = text.matches(
        of: /(?:127\.0\.0\.1|localhost):([1-9]\d*)/
      ).map { String($0.output.1) }
      count += ports.count
      let allowed: Set =
        page.hasSuffix("/ScriptAuthor.md") ? ["8092"] : ["8090", "8091", "8093", "49152"]
      #expect(Set(ports).subtracting(allowed) == [], "\(page)")
    }
    #expect(count > 10)
    let document = try Repository.text("schema/openrpc.json")
    #expect(document.contains(#""url": "tcp://127.0.0.1:8091""#))
    #expect(document.contains(#""url": "ws://127.0.0.1:8093/rpc""#))
  }

  @Test(
    "show what a JWT must hold: both forms are read alike, and so are the members of each matching")
  func jwt() throws {
    let page = try Repository.text("\(Self.catalog)/HostAuthor.md")
    let block = try #require(page.firstMatch(of: /```json\n([\s\S]*?)```/)).output.1
    let shown = try block.split(separator: "\n").map { try JWTIdentity.parse(Self.jwt(String($0))) }
    #expect(shown.count == 2 && shown[0] == shown[1])
    #expect(shown[0].matchingMode == "email" && shown[0].expiresAt != nil)

    let rows = page.matches(of: /(?m)^\| "(\w+)" \| (`.*`) \|$/)
    #expect(rows.count == 5)
    for row in rows {
      let names = row.output.2.matches(of: /`(\w+)`/).map { #""\#($0.output.1)":"x""# }
      let text =
        #"{"matching":{"db_id":1,"matching":"\#(row.output.1)",\#(names.joined(separator: ","))}}"#
      #expect(try JWTIdentity.parse(Self.jwt(text)).matchingMode == row.output.1)
    }
    for client in ["go", "java", "python", "typescript"] {
      let readme = try Repository.text("clients/\(client)/README.md")
      #expect(rows.allSatisfy { readme.contains(String($0.output.1)) }, "\(client)")
    }
  }

  private static func jwt(_ payload: String) -> String {
    let text = Data(payload.utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    return "e30.\(text).sig"
  }

  @Test("start a bridge for one program with --stdio, and wait for all of the ready line")
  func starts() throws {
    for page in ["README.md", "\(Self.catalog)/HostAuthor.md", "\(Self.catalog)/ScriptAuthor.md"] {
      let text = try Repository.text(page)
      #expect(text.firstMatch(of: /"serve", (?!"--stdio")/) == nil, "\(page)")
      #expect(text.firstMatch(of: /(?m)^altcraft-bridge serve --data-dir/) == nil, "\(page)")
      #expect(text.firstMatch(of: /grep -q ready/) == nil, "\(page)")
    }
  }

  /// Every name that the document defines.
  private static let known: Set<String> = {
    let document = Catalog.openRPC(version: "")
    var known = Set(EventCatalog.entries.map(\.name) + Limits.names + ["error"])
    for declaration in document.methods + document.notifications + document.callbacks {
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
}

@Suite("The troubleshooting page")
struct TroubleshootingTests {
  private let page: String

  init() throws {
    page = try Repository.text("Sources/altcraft-bridge/AltcraftBridge.docc/Troubleshooting.md")
  }

  @Test("has every error, by code and by reason")
  func errors() {
    for failure in Catalog.openRPC(version: "").failures {
      #expect(
        page.contains("| \(failure.code) | `\(failure.reason)` | "),
        "| \(failure.code) | `\(failure.reason)` | ")
    }
  }

  @Test("has every event that reports a problem")
  func events() {
    let trouble = EventCatalog.entries.filter { $0.isEmitted && $0.kind != .event }

    #expect(trouble.count > 40)
    #expect(trouble.map(\.name).filter { !page.contains("`\($0)`") } == [])
  }

  @Test("has every reason to wait and every way to end of a job")
  func states() {
    for reason in WaitingFor.allCases {
      #expect(page.contains("`waitingFor` \"\(reason.rawValue)\""), "\(reason)")
    }
    for state in JobState.allCases where state != .pending && state != .delivered {
      #expect(page.contains("`state` \"\(state.rawValue)\""), "\(state)")
    }
  }

  @Test("has every exit status")
  func statuses() throws {
    let declared = Repository.sources.filter { $0.has("enum ExitStatus") }.flatMap { file in
      file.code.matches(of: /enum ExitStatus: Int32[^{]*\{([^}]*)\}/).flatMap {
        $0.output.1.matches(of: /= (\d+)/).map { String($0.output.1) }
      }
    }

    #expect(declared.count > 5)
    for status in declared { #expect(page.contains("\n| \(status) | "), "\(status)") }
  }

  @Test("quotes the start errors in the exact words of the program")
  func messages() throws {
    let texts = Repository.sources.filter { $0.module != "BridgeCommandLine" }.map(\.text)
    let rows = page.matches(of: /\n\| status \d+, ([^|]*)\|/).map(\.output.1)
    let quoted = rows.flatMap { $0.matches(of: /`([^`]+)`/).map(\.output.1) }
      .filter { !$0.contains("help") }
    let pieces = quoted.flatMap { $0.split(separator: "…") }
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }

    #expect(pieces.count > 10)
    for piece in pieces { #expect(texts.contains { $0.contains(piece) }, "\(piece)") }
  }

  @Test("has every subject in which doctor can find a problem")
  func doctor() {
    let texts = Repository.sources.filter { $0.module == "Doctor" }.map(\.text)
    let subjects = texts.flatMap { text in
      text.matches(of: /(?:\.problem\(\s*|let subject = )"([^"\\]+)"/).map { String($0.output.1) }
    }

    #expect(Set(subjects).count > 5)
    #expect(Set(subjects).filter { !page.contains("\n| `\($0)` | ") } == [])
  }
}
