import AltcraftEngine
import AltcraftMethods
import Foundation
import JSONRPC
import TestSupport
import Testing

@Suite("The product")
struct ProductTests {
  @Test("the main executable loads nothing of Foundation, the delivery process does")
  func loadsLittle() throws {
    let main = try run("/usr/bin/env", ["ldd", builtProduct("altcraft-bridge")])
    let delivery = try run("/usr/bin/env", ["ldd", builtProduct("altcraft-bridge-delivery")])

    #expect(main.text.contains("libswiftCore"), "\(main.text)")
    #expect(!main.text.contains("libFoundation"), "\(main.text)")
    #expect(delivery.text.contains("libFoundationNetworking"), "\(delivery.text)")
  }

  @Test(
    "what is declared in a file of Methods is in the catalog, and every file declares something")
  func methodsAreListed() throws {
    let catalog = try Repository.text("Sources/AltcraftMethods/Catalog.swift")
    let files = Repository.sources.filter { $0.path.contains("/AltcraftMethods/Methods/") }

    #expect(!files.isEmpty)
    for file in files {
      let blocks = file.code.matches(of: /(?m)^extension Catalog \{\n([\s\S]*?)^\}/)
      let declared = blocks.flatMap { block in
        block.output.1.matches(of: /(?m)^  static let (\w+)/).map { String($0.output.1) }
      }
      #expect(!declared.isEmpty, "\(file.path) declares no method")
      for name in declared {
        #expect(
          catalog.contains(try Regex("\\b\(name)\\b")),
          "\(file.path): \(name) is not in the catalog")
      }
    }
    let names = Catalog.methods.flatMap { [$0.declaration.name] + $0.declaration.aliases }
    #expect(Set(names).count == names.count)
  }

  @Test(
    "every limit stands in the documentation's table, with its default", arguments: Limits.names)
  func limitsAreDocumented(name: String) throws {
    let page = try Repository.text("Sources/AltcraftEngine/AltcraftEngine.docc/Architecture.md")
    let value = try #require(Limits().values.first { $0.name == name }).value
    let number = value == value.rounded() ? String(Int(value)) : String(value)

    #expect(page.contains("| `\(name)` | \(number) |"), "| `\(name)` | \(number) |")
  }
}

@Suite("The repository")
struct RepositoryTests {
  @Test("its pages name only files that are there, and link only to pages that are there")
  func pages() throws {
    let names = Set(
      (Repository.sources + Repository.tests).map { $0.path.split(separator: "/").last })
    let pages = Repository.pages
    let titles = Set(pages.compactMap { $0.split(separator: "/").last?.dropLast(3) })

    #expect(pages.count > 5)
    for page in pages {
      let text = try Repository.text(page)
      for match in text.matches(of: /\b(\w[\w+-]*\.swift)\b/)
      where match.output.1 != "Package.swift" {
        #expect(names.contains(match.output.1), "\(page): there is no file \(match.output.1)")
      }
      for match in text.matches(of: /<doc:([^>]+)>/) {
        #expect(titles.contains(match.output.1), "\(page): there is no page \(match.output.1)")
      }
      for match in text.matches(of: /\]\((?!https?:|#)([^)#]+)\)/) {
        let folder = Repository.root.appendingPathComponent(page).deletingLastPathComponent()
        let target = folder.appendingPathComponent(String(match.output.1)).path
        #expect(FileManager.default.fileExists(atPath: target), "\(page): \(match.output.1)")
      }
    }
  }

  @Test("no file holds the marks of a merge that was left unfinished")
  func merges() throws {
    let texts =
      try Repository.pages.map { ($0, try Repository.text($0)) }
      + (Repository.sources + Repository.tests).map { ($0.path, $0.text) }
    for (path, text) in texts {
      let marks = text.split(separator: "\n").filter {
        $0.hasPrefix("<<<<<<< ") || $0 == "=======" || $0.hasPrefix(">>>>>>> ")
      }
      #expect(marks == [], "\(path)")
    }
  }

  @Test("has few things at its top")
  func top() throws {
    let allowed: Set = [
      "Package.swift", "Sources", "Tests", "schema", "clients", "README.md", "CHANGELOG.md",
      "LICENSE",
    ]
    let ignored = Set(
      try Repository.text(".gitignore").split(separator: "\n").map {
        $0.last == "/" ? String($0.dropLast()) : String($0)
      })
    let found = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
      .filter { !$0.hasPrefix(".") && !ignored.contains($0) }

    #expect(Set(found).subtracting(allowed) == [])
  }

  @Test("its scripts can be run", arguments: ["Tests/run", ".ci/run"])
  func scripts(path: String) throws {
    let file = Repository.root.appendingPathComponent(path).path

    #expect(FileManager.default.isExecutableFile(atPath: file))
    #expect(try run("/usr/bin/env", ["bash", "-n", file]).status == 0)
  }
}
