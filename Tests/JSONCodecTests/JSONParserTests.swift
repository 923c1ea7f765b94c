import JSONCodec
import TestSupport
import Testing

@Suite("JSON is read strictly")
struct JSONParserTests {
  @Test(
    "a written value is read back unchanged",
    arguments: [
      "null", "true", "false", "0", "-0", "1.0", "1e2", "1E-2", "18446744073709551616", "1e400",
      #""""#, #""a""#, "[]", "{}", "[1,[2,[3]]]", #"{"b":1,"a":[null,true]}"#, #""é""#,
    ])
  func roundTrip(text: String) throws {
    #expect(try parse(text).text == text)
  }

  @Test(
    "escapes are decoded",
    arguments: [
      (#""\u0041\n\/\"\\\b\f\r\t""#, "A\n/\"\\\u{8}\u{C}\r\t"), (#""\uD83D\uDE00""#, "😀"),
      (#""a\u00e9b""#, "aéb"),
    ])
  func escapes(text: String, value: String) throws {
    #expect(try parse(text) == .string(value))
  }

  @Test(
    "text that RFC 8259 does not allow is rejected at its offset",
    arguments: [
      ("", 0), ("[1,]", 3), (#"{"a":1,}"#, 7), ("01", 1), ("1.", 2), (".5", 0), ("+1", 0),
      ("1e", 2), ("-", 1), ("nul", 3), ("[1 2]", 3), (#"{"a" 1}"#, 5), ("{a:1}", 1), ("'a'", 0),
      (#""\x""#, 2), (#""\uD800""#, 1), (#""\uD800\u0041""#, 1), (#""\uDC00""#, 1),
      ("\"a\u{1}\"", 2), ("1 2", 2), ("[", 1), ("{", 1), (#""abc"#, 4), ("\u{FEFF}1", 0),
      ("NaN", 0), ("//", 0), (#"{"a":}"#, 5), ("]", 0),
    ])
  func malformed(text: String, offset: Int) {
    #expect(throws: JSONError.malformed(offset: offset)) { try parse(text) }
  }

  @Test(
    "bytes that are not UTF-8 are rejected, inside and outside of strings",
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x80],
      [0x22, 0x5C, 0x6E, 0xC3, 0x22],
    ])
  func invalidUTF8(bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
  }

  @Test("numbers keep every digit, and integers are distinguished from doubles")
  func numbers() throws {
    let big = try #require(try parse("18446744073709551615").numberValue)
    #expect(big.uint64 == .max && big.int64 == nil && big.isInteger)
    let one = try #require(try parse("1.0").numberValue)
    #expect(one.int64 == nil && one.double == 1 && !one.isInteger)
    let huge = try #require(try parse("1e400").numberValue)
    #expect(huge.double == nil && huge.text == "1e400")
    #expect(try parse("-9223372036854775808").numberValue?.int64 == .min)
  }

  @Test("a duplicate key is reported, and keys are compared as bytes", arguments: [2, 40])
  func duplicates(members: Int) throws {
    let filler = (1..<members).map { #""k\#($0)":0,"# }.joined()

    let same = try JSONParser.parse(Array(#"{"a":1,\#(filler)"\u0061":2}"#.utf8))
    let twins = try JSONParser.parse(Array("{\"\u{E9}\":1,\(filler)\"e\u{301}\":2}".utf8))

    #expect(same.hasDuplicateMembers && same.value.objectValue?.duplicateKey == "a")
    #expect(!twins.hasDuplicateMembers && twins.value.objectValue?.count == members + 1)
  }

  @Test("nesting beyond the limit is an error, not a crash, and contains the id read so far")
  func depth() throws {
    let limits = JSONLimits(depth: 4)
    #expect(throws: Never.self) { try JSONParser.parse(Array("[[[[1]]]]".utf8), limits: limits) }

    let deep = #"{"id":7,"params":"# + String(repeating: "[", count: 100_000)

    #expect(throws: JSONError.limit(.depth, max: 4, before: ["id": 7])) {
      try JSONParser.parse(Array(deep.utf8), limits: limits)
    }
  }

  @Test("too many members and an overlong string have their own errors")
  func otherLimits() {
    let limits = JSONLimits(objectMembers: 2, stringBytes: 3)
    #expect(throws: JSONError.limit(.objectMembers, max: 2, before: ["a": 1, "b": 2])) {
      try JSONParser.parse(Array(#"{"a":1,"b":2,"c":3}"#.utf8), limits: limits)
    }
    #expect(throws: JSONError.limit(.stringBytes, max: 3, before: ["id": 1])) {
      try JSONParser.parse(Array(#"{"id":1,"b":"abcd"}"#.utf8), limits: limits)
    }
    #expect(throws: JSONError.limit(.stringBytes, max: 3, before: ["id": 1])) {
      try JSONParser.parse(Array(#"{"id":1,"b":"\u0041bcd"}"#.utf8), limits: limits)
    }
    #expect(throws: Never.self) {
      try JSONParser.parse(Array(#"{"a":"abc","b":2}"#.utf8), limits: limits)
    }
  }

  // The elements so far were once copied for each that came: 100,000 took minutes, and a peer could keep a
  // thread busy for hours with one message.
  @Test(
    "a list is read in time proportional to its length",
    arguments: ["0", "[]", "{}", #""""#, #"{"a":[0]}"#])
  func wide(element: String) throws {
    let growth = try growth(from: 10_000, to: 100_000) { count in
      let text = "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
      let list = try parse(text).arrayValue
      #expect(list?.count == count)
    }

    #expect(growth < maxLinearGrowth)
  }

  @Test("documents with the same meaning have one canonical spelling")
  func canonical() throws {
    let one = try parse(#"{"b":[1.0,10e-1],"a":18446744073709551615}"#).canonical.text
    let other = try parse(#"{"a":18446744073709551615,"b":[1,1]}"#).canonical.text
    #expect(one == other)
    #expect(try parse("9007199254740993").canonical != parse("9007199254740992").canonical)
  }

  private func parse(_ text: String) throws -> JSON {
    try JSONParser.parse(Array(text.utf8)).value
  }

  @Test("without duplicates, an object has the first member of each key, at every depth")
  func withoutDuplicates() throws {
    let text = #"{"a":1,"b":[{"c":1,"c":2},3],"a":2,"\u0061":3}"#

    let document = try JSONParser.parse(Array(text.utf8))

    #expect(document.hasDuplicateMembers)
    #expect(document.value.withoutDuplicates.text == #"{"a":1,"b":[{"c":1},3]}"#)
  }
}
