import JSONCodec
import Testing

@Suite("Texts and values are truncated to a number of bytes")
struct BoundedTextTests {
  @Test(
    "a text that fits is unchanged",
    arguments: [
      "", "short", String(repeating: "x", count: 100), String(repeating: "é", count: 50),
      String(repeating: "\"", count: 50), String(repeating: "\u{1}", count: 16) + "xxxx",
    ])
  func fits(text: String) { #expect(text.cut(to: 100) == text) }

  @Test(
    "a longer text is cut at a character, with its original length",
    arguments: ["x", "é", "😀", "\"", "\\", "\u{1}", "e\u{301}", "👩‍👩‍👧‍👦"],
    [64, 65, 66, 67, 100, 4096])
  func cut(unit: String, limit: Int) {
    let text = String(repeating: unit, count: 10_000)

    let cut = text.cut(to: limit)

    let written = JSON.string(cut).bytes.count - 2
    #expect(written <= limit && written > limit - 12)
    #expect(cut.hasSuffix("… (\(text.utf8.count) bytes)"))
    let start = cut.dropLast("… (\(text.utf8.count) bytes)".count)
    #expect(text.unicodeScalars.starts(with: start.unicodeScalars))
  }

  @Test("the size of a text equals the size of its JSON, or exceeds the requested limit")
  func size() {
    for scalar in (0...0x2FF).compactMap(Unicode.Scalar.init) {
      let text = String(Character(scalar))
      let written = JSON.string(text).bytes.count - 2
      #expect(text.jsonBytes(upTo: 100) >= written, "\(scalar.value)")
    }
    #expect(String(repeating: "x", count: 1000).jsonBytes(upTo: 10) == 11)
  }

  private static let wide = JSON.array(Array(repeating: "element", count: 10_000))
  private static let deep = (0..<60).reduce(JSON.string(String(repeating: "d", count: 100_000))) {
    json, _ in ["a": json, "b": 1]
  }
  private static let members = JSON.object(
    JSONObject((0..<5000).map { .init(key: "k\($0)", value: .int($0)) }))

  @Test(
    "a value is cut to the allowed bytes, with a mark, and stays JSON without duplicate members",
    arguments: [
      wide, deep, members, [wide, deep, members], .object(["…": 1, "m": members]),
      .number(JSONNumber(checkedText: "1" + String(repeating: "0", count: 100_000))),
      .object([String(repeating: "k", count: 100_000): 1, "b": 2]),
      .object([String(repeating: "k", count: 5000): wide]),
    ], [64, 100, 1000, 8192, 50_000])
  func value(json: JSON, limit: Int) throws {
    let cut = json.cut(to: limit, text: 4096)

    #expect(cut.bytes.count <= limit)
    let parsed = try JSONParser.parse(cut.bytes)
    #expect(!parsed.hasDuplicateMembers)
    #expect(cut == json || cut.isNull || cut.text.contains("…"))
  }

  @Test("a value that fits is unchanged")
  func valueFits() {
    let json: JSON = ["a": [1, nil, true, "text"], "b": ["c": [:], "d": []]]

    #expect(json.cut(to: 64, text: 64) == json)
    #expect(JSONObject([.init(key: "a", value: json)]).cut(to: 4096, text: 64)["a"] == json)
  }
}
