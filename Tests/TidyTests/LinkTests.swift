import Foundation
import TestSupport
import Testing

/// Tests that pages link to each other by relative paths, as a code hosting site resolves them. `.ci/docs` copies the
/// catalogs and replaces these links with those that DocC resolves.
@Suite("The links of the pages", .blocking)
struct LinkTests {
  private static let first = "Sources/altcraft-bridge/AltcraftBridge.docc/AltcraftBridge.md"
  /// The pages of each catalog, by the path of the catalog.
  private static let catalogs: [String: [String]] = Dictionary(
    grouping: Repository.pages.filter { $0.contains(".docc/") },
    by: { page in page.firstRange(of: ".docc/").map { String(page[..<$0.upperBound]) } ?? "" })

  @Test("lead to existing files and headings")
  func exist() throws {
    var anchors: [String: Set<String>] = [:]
    var count = 0
    for page in Repository.pages {
      for link in try MarkdownPage(page).links {
        count += 1
        let target = Repository.root.appendingPathComponent(link.path).path
        let exists = FileManager.default.fileExists(atPath: target)
        #expect(exists, "\(page): \(link.path)")
        guard exists, let anchor = link.anchor else { continue }
        if anchors[link.path] == nil {
          anchors[link.path] = try MarkdownPage(link.path).anchors
        }
        #expect(anchors[link.path]?.contains(anchor) == true, "\(page): \(link.path)#\(anchor)")
      }
    }

    #expect(count > 100)
  }

  @Test("lead from the first page to every page of the catalogs")
  func reachEveryPage() throws {
    var links: [String: [String]] = [:]
    for page in Self.catalogs.values.joined() {
      links[page] = try MarkdownPage(page).links.map(\.path)
    }

    #expect(links.count > 25)
    #expect(Self.unreached(from: Self.first, by: links) == [])
  }

  @Test("lead to the same pages of a catalog in the form that DocC resolves")
  func survive() throws {
    let output = TemporaryDirectory()

    let result = try run(Repository.documentation, ["--sources", output.path])

    try #require(result.status == 0, "\(result.text)")
    #expect(Self.catalogs.count > 2)
    for (catalog, pages) in Self.catalogs {
      let name = Self.name(of: catalog)
      let byName = Dictionary(grouping: pages, by: Self.name)
      var links: [String: [String]] = [:]
      for path in pages {
        let file = "\(output.path)/sources/\(name).docc/\(path.dropFirst(catalog.count))"
        let copy = MarkdownPage(
          path: path, text: try String(contentsOfFile: file, encoding: .utf8))
        let page = try MarkdownPage(path)
        let inside = page.links.filter { pages.contains($0.path) && $0.path != path }
        let reached = copy.references.flatMap { byName[$0] ?? [] }

        #expect(page.references == [], "\(path) has a link that only DocC resolves")
        #expect(reached == inside.map(\.path), "\(path)")
        #expect(copy.references.count == inside.count, "\(path)")
        #expect(copy.links == page.links.filter { !inside.contains($0) }, "\(path)")
        links[path] = reached
      }
      let root = pages.count == 1 ? pages[0] : "\(catalog)\(name).md"
      #expect(Self.unreached(from: root, by: links) == [])
    }
  }

  @Test(
    "compile with the documentation compiler without a warning",
    .enabled(
      if: (try? run(Repository.documentation, ["--compiler"]))?.status == 0, "docc is missing"))
  func compile() throws {
    let output = TemporaryDirectory()

    let result = try run(Repository.documentation, [output.path])

    #expect(result.status == 0 && !result.text.contains("warning:"), "\(result.text)")
    for catalog in Self.catalogs.keys {
      let pages = "\(output.path)/\(Self.name(of: catalog)).doccarchive/data/documentation"
      #expect(FileManager.default.fileExists(atPath: pages), "\(catalog)")
    }
  }

  @Test("of a package lead to files of the package, and its guides are manual pages")
  func package() throws {
    let output = TemporaryDirectory()

    let result = try run(
      Repository.root.appendingPathComponent(".ci/pages").path, [output.path])

    try #require(result.status == 0, "\(result.text)")
    let files = FileManager.default
    let shipped = Set(try files.contentsOfDirectory(atPath: output.path + "/doc"))
      .union(["reference.html"])
    for name in shipped where name.hasSuffix(".md") {
      let text = try String(contentsOfFile: "\(output.path)/doc/\(name)", encoding: .utf8)
      let links = MarkdownPage(path: name, text: text).links.map(\.path)
      #expect(Set(links).subtracting(shipped) == [], "\(name)")
    }
    let pages = try files.contentsOfDirectory(atPath: output.path + "/man7")
    #expect(pages.count > 6)
    for page in pages {
      let text = try String(contentsOfFile: "\(output.path)/man7/\(page)", encoding: .utf8)
      #expect(text.hasPrefix(".TH ") && text.contains("\n.SH NAME\n"), "\(page)")
      #expect(!text.contains("```") && text.firstMatch(of: /\]\(\S+\)/) == nil, "\(page)")
    }
  }

  private static func unreached(from first: String, by links: [String: [String]]) -> Set<String> {
    var unreached = Set(links.keys)
    var next = [first]
    while let page = next.popLast() {
      if unreached.remove(page) != nil { next += links[page] ?? [] }
    }
    return unreached
  }

  /// Returns the name of a page or a catalog: the last part of its path, without its extension.
  private static func name(of path: String) -> String {
    String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
  }
}

extension Repository {
  /// The script that builds the documentation.
  fileprivate static let documentation = root.appendingPathComponent(".ci/docs").path
}

/// The links and the anchors of a page.
private struct MarkdownPage {
  struct Link: Equatable {
    /// From the root of the repository.
    let path: String
    let anchor: String?
  }

  let path: String
  /// The lines outside blocks of code.
  private let lines: [Substring]

  /// The page at `path` from the root of the repository.
  init(_ path: String) throws {
    self.init(path: path, text: try Repository.text(path))
  }

  init(path: String, text: String) {
    self.path = path
    var isCode = false
    lines = text.split(separator: "\n").filter { line in
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isCode && !isFence
    }
  }

  /// The links to places in the repository, in order. Code contains none.
  var links: [Link] {
    targets.filter { $0.firstMatch(of: /^\w+:/) == nil }.map { target in
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      return Link(
        path: parts[0].isEmpty ? path : resolve(parts[0]),
        anchor: parts.count > 1 ? String(parts[1]) : nil)
    }
  }

  /// The names of the pages in links that DocC resolves, in order.
  var references: [String] {
    targets.filter { $0.hasPrefix("doc:") }.map { String($0.dropFirst("doc:".count)) }
  }

  /// The anchors that links to this page may have: those of its headings, as a code hosting site derives them, and
  /// those that the page declares.
  var anchors: Set<String> {
    var anchors: Set<String> = []
    for line in lines {
      anchors.formUnion(line.matches(of: /\bid=.([\w.-]+)/).map { String($0.output.1) })
      guard let heading = line.firstMatch(of: /^#+ (.*)/)?.output.1 else { continue }
      let text = heading.replacing(/<[^>]*>/, with: "").lowercased()
      anchors.insert(
        text.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
          .replacing(" ", with: "-"))
    }
    return anchors
  }

  private var targets: [String] {
    // Most lines have no link.
    lines.filter { $0.utf8.contains(UInt8(ascii: "]")) || $0.utf8.contains(UInt8(ascii: "<")) }
      .flatMap { line in
        line.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)]*)\)|<(doc:[^>]*)>/).map {
          String($0.output.1 ?? $0.output.2 ?? "")
        }
      }
  }

  private func resolve(_ target: Substring) -> String {
    var parts = path.split(separator: "/").dropLast()
    for part in target.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
