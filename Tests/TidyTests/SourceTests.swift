import TestSupport
import Testing

@Suite("Sources")
struct SourceTests {
  private static let all = Repository.sources + Repository.tests

  @Test("are found")
  func areFound() {
    #expect(Repository.sources.count > 100)
    #expect(Repository.tests.count > 50)
  }

  @Test("are formatted", .blocking, .timeLimit(.minutes(10)))
  func areFormatted() throws {
    let result = try run(
      "/usr/bin/env",
      [
        "swift", "format", "lint", "--strict", "--parallel", "-r", "Package.swift", "Sources",
        "Tests",
      ])

    #expect(
      result.status == 0, "run: swift format -i -r Package.swift Sources Tests\n\(result.text)")
  }

  @Test("no file is longer than 500 lines")
  func areShort() {
    let long = Self.all.filter { !$0.isGenerated }.filter {
      $0.text.utf8.count { $0 == UInt8(ascii: "\n") } > 500
    }
    #expect(long.map(\.path) == [])
  }

  @Test("only the module for other packages is public")
  func areNotPublic() {
    // The simulation defines functions of the C library, which the linker finds only if they are public.
    let others = Self.all.filter {
      $0.path != "Tests/altcraft-bridge-simulation/Interposition.swift"
        && !$0.path.hasPrefix("Sources/AltcraftBridgeClient/")
    }
    #expect(others.flatMap { $0.places(of: /\bpublic\b/, with: "public") } == [])
  }

  @Test("no source contains a mark of unfinished work")
  func areFinished() {
    let marks = /TODO|FIXME|fatalError\("(?:not|un)implemented/
    let left = Self.all.filter { !$0.path.hasPrefix("Tests/TidyTests/") }
      .filter { file in
        ["TODO", "FIXME", "implemented"].contains(where: file.has) && file.text.contains(marks)
      }
    #expect(left.map(\.path) == [])
  }

  @Test("tests start processes by SpawnedProcess, not by Foundation's Process")
  func processes() {
    #expect(Repository.tests.flatMap { $0.places(of: /\bProcess\(\)/, with: "Process(") } == [])
  }

  // A timer of the runtime stays in memory until its time when the task that waits for it is cancelled.
  @Test("the product waits for a time with ProcessTimer, not with timers of the runtime")
  func timers() {
    let waiting = /\bTask\.sleep\(|Clock\(\)\.sleep\(|\basyncAfter\(/
    #expect(
      Repository.sources.flatMap { $0.places(of: waiting, with: "sleep(", "asyncAfter(") } == [])
  }

  @Test("the product forces nothing: no try!, no as!, no unwrapping by !")
  func areNotForced() {
    let forced = /\b(?:try|as)!|[\w\])]!(?=[\s.,;:)\]?\[(]|$)/
    #expect(Repository.sources.flatMap { $0.places(of: forced, with: "!") } == [])
  }

  @Test("only StandardOutput writes to standard output")
  func doNotPrint() {
    let printing = Repository.sources.filter { !$0.path.hasSuffix("/StandardOutput.swift") }
      .flatMap {
        $0.places(
          of: /\b(?:debugPrint|print|dump|NSLog|puts|printf)\(/,
          with: "rint(", "dump(", "NSLog(", "puts(", "printf(")
      }
    #expect(printing == [])
  }

  @Test(
    "no top-level code: it would run on the main actor, and closures created there trap elsewhere"
  )
  func haveNoMainFile() {
    #expect(Self.all.filter { $0.path.hasSuffix("/main.swift") }.map(\.path) == [])
  }

  @Test("names describe their types")
  func areNamed() {
    let vague = /\b(?:struct|class|enum|actor|protocol) \w*(?:Manager|Helper|Utils?|Impl)\b/
    #expect(
      Self.all.flatMap { $0.places(of: vague, with: "Manager", "Helper", "Util", "Impl") } == [])
  }

  @Test("a file is named after its first type, or as Type+Subject after the type that it extends")
  func filesAreNamed() {
    let wrong = Repository.sources.filter { !$0.isGenerated && !$0.isNamedAfterItsType }.map(\.path)
    #expect(wrong == [])
  }

  @Test(
    "the name of a file is compared with its first type",
    arguments: [
      ("A.swift", "struct A {\n  enum B {}\n}\nenum C {}", true),
      ("A.swift", "enum C {}\nstruct A {}", false),
      ("A.swift", "extension C {}\nstruct A {}", false),
      ("A.swift", "let b = 1\nstruct A {}", false),
      ("B.swift", "struct A {}", false), ("B.swift", "extension A {}", true),
      ("A+B.swift", "enum C {}\nextension A {}", true), ("A+B.swift", "extension C {}", false),
      ("B.swift", "struct A {}\nextension Catalog {}", true),
    ])
  func firstTypes(name: String, text: String, isRight: Bool) {
    #expect(SourceFile(path: "Sources/M/\(name)", text: text).isNamedAfterItsType == isRight)
  }
}

extension SourceFile {
  /// True if the file is named after its first type, which only imports precede. A file `A+B` extends the type `A`. A file
  /// of extensions is named after their subject, and so is a file that adds methods to the catalog.
  fileprivate var isNamedAfterItsType: Bool {
    let name = String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
    let declarations = code.matches(
      of:
        /(?m)^(?:(?:@\S+|[a-z]+) )*(struct|class|enum|actor|protocol|extension|func|let|var|typealias) (\w+)/
    ).map { (kind: String($0.output.1), name: String($0.output.2)) }
    func extends(_ type: some StringProtocol) -> Bool {
      declarations.contains { $0.kind == "extension" && $0.name == type }
    }
    if let plus = name.firstIndex(of: "+") { return extends(name[..<plus]) }
    let types = declarations.filter {
      ["struct", "class", "enum", "actor", "protocol"].contains($0.kind)
    }
    if types.isEmpty || extends("Catalog") { return true }
    return declarations.first.map { $0.kind != "extension" && $0.name == name } ?? true
  }
}
