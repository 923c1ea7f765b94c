import AltcraftEngine
import AltcraftMethods
import Foundation
import JSONRPC
import TestSupport
import Testing

@Suite("The product", .blocking)
struct ProductTests {
  @Test("the program links no part of Foundation, and finds libcurl when it needs it")
  func loadsLittle() throws {
    let main = try run("/usr/bin/env", ["ldd", builtProduct("altcraft-bridge")])

    #expect(main.text.contains("libswiftCore"), "\(main.text)")
    #expect(!main.text.contains("libFoundation") && !main.text.contains("curl"), "\(main.text)")
  }

  @Test("a program that needs Swift on the machine is not released")
  func release() throws {
    let program = builtProduct("altcraft-bridge")
    let output = TemporaryDirectory()

    let result = try run(
      Repository.root.appendingPathComponent(".ci/release").path,
      ["--draft", "--program", program, output.path])

    #expect(result.status == 1)
    #expect(
      result.text.contains("/altcraft-bridge needs Swift on the machine"), "\(result.text)")
  }

  @Test("every declaration in a file of Methods is in the catalogue, and every file has one")
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
    "every limit is in the documentation's table, with its default", arguments: Limits.names)
  func limitsAreDocumented(name: String) throws {
    let page = try Repository.text("Sources/altcraft-bridge/AltcraftBridge.docc/Architecture.md")
    let value = try #require(Limits().values.first { $0.name == name }).value
    let number = value == value.rounded() ? String(Int(value)) : String(value)

    #expect(page.contains("| `\(name)` | \(number) |"), "| `\(name)` | \(number) |")
  }
}

@Suite("The repository")
struct RepositoryTests {
  @Test("its pages name only existing files")
  func pages() throws {
    let names = Set(
      (Repository.sources + Repository.tests).map { $0.path.split(separator: "/").last })
    let pages = Repository.pages

    #expect(pages.count > 5)
    for page in pages {
      let text = try Repository.text(page)
      for match in text.matches(of: /\b(\w[\w+-]*\.swift)\b/)
      where match.output.1 != "Package.swift" {
        #expect(names.contains(match.output.1), "\(page): there is no file \(match.output.1)")
      }
    }
  }

  @Test("no file contains the markers of an unfinished merge")
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

  @Test("has few entries at its top level")
  func top() throws {
    let allowed: Set = [
      "Package.swift", "Sources", "Tests", "schema", "clients", "README.md", "CHANGELOG.md",
      "CONTRIBUTING.md", "LICENSE",
    ]
    let ignored = Set(
      try Repository.text(".gitignore").split(separator: "\n").map {
        $0.last == "/" ? String($0.dropLast()) : String($0)
      })
    let found = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
      .filter { !$0.hasPrefix(".") && !ignored.contains($0) }

    #expect(Set(found).subtracting(allowed) == [])
  }

  @Test(
    "its scripts are executable",
    arguments: ["Tests/run", "Tests/compatibility", ".ci/run", ".ci/docs", ".ci/hooks/commit-msg"])
  func scripts(path: String) throws {
    let file = Repository.root.appendingPathComponent(path).path

    #expect(FileManager.default.isExecutableFile(atPath: file))
    #expect(try run("/usr/bin/env", ["bash", "-n", file]).status == 0)
  }
}
