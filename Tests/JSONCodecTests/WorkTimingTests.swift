import JSONCodec
import TestSupport
import Testing

/// Reading and checking take time in proportion to the bytes, in any form.
@Suite(.serialized, .timeLimit(.minutes(10))) struct WorkTimingTests {
  private static let limit = 128 * 1024

  private static func isLinear(_ body: (Int) throws -> Void) rethrows -> Bool {
    for small in [limit / 100, limit / 10] {
      let growth = try growth(from: small, to: small * 10, of: body)
      guard growth < maxLinearGrowth else { return false }
    }
    return true
  }

  private static func documents(_ form: LargeDocument) -> [Int: [UInt8]] {
    [limit / 100, limit / 10, limit / 100 * 10, limit / 10 * 10].reduce(into: [:]) {
      $0[$1] = Array(form.text(bytes: $1).utf8)
    }
  }

  @Test("parsing is linear in the bytes", arguments: LargeDocument.allCases)
  func parsing(_ form: LargeDocument) throws {
    let documents = Self.documents(form)
    #expect(
      try Self.isLinear { size in
        _ = try JSONParser.parse(documents[size] ?? [], limits: .generous)
      })
  }

  @Test(
    "checking, comparing and writing are linear in the bytes", arguments: LargeDocument.allCases)
  func checking(_ form: LargeDocument) throws {
    let values = try Self.documents(form).mapValues {
      try JSONParser.parse($0, limits: .generous).value
    }
    #expect(
      Self.isLinear { size in
        guard let value = values[size] else { return }
        _ = try? Codec.json.decode(value)
        _ = value == value
        _ = value.bytes
      })
    #expect(
      Self.isLinear { size in
        guard let value = values[size] else { return }
        var writer = JSONWriter()
        writer.canonical(value)
      })
  }

  @Test("a path is truncated while it is built: its start is shown in errors")
  func paths() {
    let names = (0..<40).map { "\($0)" + String(repeating: "é", count: 5) }
    let invalid = names.reversed().reduce(Invalid(expected: "string")) { $0.inside($1) }

    let whole = names.joined(separator: ".")
    #expect(invalid.path == String(whole.prefix(128)))
    #expect(
      Invalid(expected: "", path: whole).inside(7).path == String(("[7]." + whole).prefix(128)))
  }
}
