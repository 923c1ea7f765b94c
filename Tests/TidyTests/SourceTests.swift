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

  @Test("are formatted", .timeLimit(.minutes(10)))
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
    let long = Self.all.filter { $0.text.utf8.count { $0 == UInt8(ascii: "\n") } > 500 }
    #expect(long.map(\.path) == [])
  }

  @Test("nothing is public: no package imports this one")
  func areNotPublic() {
    #expect(Self.all.flatMap { $0.places(of: /\bpublic\b/) } == [])
  }

  @Test("no source contains a mark of unfinished work")
  func areFinished() {
    let marks = /TODO|FIXME|fatalError\("(?:not|un)implemented/
    let left = Self.all.filter { !$0.path.hasPrefix("Tests/TidyTests/") }
      .filter { $0.text.contains(marks) }
    #expect(left.map(\.path) == [])
  }

  @Test("tests start processes by SpawnedProcess, not by Foundation's Process")
  func processes() {
    #expect(Repository.tests.flatMap { $0.places(of: /\bProcess\(\)/) } == [])
  }

  @Test("the product forces nothing: no try!, no as!, no unwrapping by !")
  func areNotForced() {
    let forced = /\b(?:try|as)!|[\w\])]!(?=[\s.,;:)\]?\[(]|$)/
    #expect(Repository.sources.flatMap { $0.places(of: forced) } == [])
  }

  @Test("only StandardOutput writes to standard output")
  func doNotPrint() {
    let printing = Repository.sources.filter { !$0.path.hasSuffix("/StandardOutput.swift") }
      .flatMap { $0.places(of: /\b(?:debugPrint|print|dump|NSLog|puts|printf)\(/) }
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
    #expect(Self.all.flatMap { $0.places(of: vague) } == [])
  }
}
