import Testing

/// The page with the guarantees and the tests that prove them.
@Suite("The page of guarantees")
struct GuaranteeTests {
  private struct Proof {
    let guarantee: String
    let suite: String
    let test: String
  }

  private static let page = Result {
    try Repository.text("Sources/altcraft-bridge/AltcraftBridge.docc/Reliability.md")
  }

  /// Returns the rows of the table of tests; one without a number belongs to the number above it.
  private static func proofs() throws -> [Proof] {
    var guarantee = ""
    return try page.get().split(separator: "\n").compactMap { line in
      guard let row = line.wholeMatch(of: /\| *(G\d+)? *\| `(\w+)` \| (.+) \|/) else { return nil }
      guarantee = row.1.map(String.init) ?? guarantee
      return Proof(guarantee: guarantee, suite: String(row.2), test: String(row.3))
    }
  }

  @Test("has every guarantee of the design, and names at least one test for each")
  func isComplete() throws {
    let promised = try Self.page.get().split(separator: "\n")
      .compactMap { $0.firstMatch(of: /^\| (G\d+) \| [^`]/).map { String($0.1) } }
    let wanted = (1...23).map { "G\($0)" }

    #expect(promised == wanted)
    #expect(Set(try Self.proofs().map(\.guarantee)) == Set(wanted))
  }

  @Test("names existing tests, in the right suite")
  func isTrue() throws {
    let missing = try Self.proofs().filter { proof in
      !Repository.tests.contains { file in
        file.has("struct \(proof.suite) {") && file.has("\"\(proof.test)\"")
      }
    }

    #expect(missing.map { "\($0.guarantee) \($0.suite): \($0.test)" } == [])
  }
}
