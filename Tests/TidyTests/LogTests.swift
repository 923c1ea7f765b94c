import Testing

@Suite("The log")
struct LogTests {
  private struct Message: Hashable {
    let level: String
    let sentence: String
    let fields: String
  }

  @Test(
    "every message is in the documentation's table, with its level and fields, and no others are")
  func areDocumented() throws {
    let page = try Repository.text("Sources/altcraft-bridge/AltcraftBridge.docc/Logs.md")
    let documented = page.matches(of: /(?m)^\| (error|notice|info|debug) \| ([^|]+) \| ([^|]*)\|/)
      .map { match in
        Message(
          level: String(match.output.1), sentence: String(match.output.2),
          fields: match.output.3.filter { $0 != " " })
      }
    let inCode = Repository.sources.flatMap { file in
      file.text.matches(
        of: /log\.(error|notice|info|debug)\(\s*"([^"]+)"(?:,\s*\[([\s\S]*?)\n? *\])?\)/
      )
      .map { match in
        let keys = (match.output.3 ?? "").matches(of: /"(\w+)":\s/).map { String($0.output.1) }
        return Message(
          level: String(match.output.1), sentence: String(match.output.2),
          fields: keys.joined(separator: ","))
      }
    }

    #expect(inCode.count > 25)
    #expect(Set(inCode).subtracting(documented) == [])
    #expect(Set(documented).subtracting(inCode) == [])
    #expect(Set(documented).count == documented.count)
  }
}
