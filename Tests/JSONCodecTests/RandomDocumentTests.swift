import JSONCodec
import TestSupport
import Testing

@Suite("Every written document can be read back")
struct RandomDocumentTests {
  @Test("a string of any characters is read back byte for byte", arguments: 0..<40)
  func strings(seed: UInt64) throws {
    var dice = SeededNumbers(seed: seed)
    for length in 0..<80 {
      let text = Self.text(length, &dice)
      let bytes = JSON.string(text).bytes
      #expect(try JSONParser.parse(bytes).value == .string(text))
      #expect(!bytes.contains { $0 < 0x20 })
    }
  }

  // Strings are scanned eight bytes at a time: a special byte can be at each of the eight places.
  @Test("a character that is not allowed in a string is found at every position", arguments: 0..<24)
  func places(place: Int) throws {
    let before = String(repeating: "a", count: place)
    for byte in UInt8(0)..<0x20 {
      let text = "\"" + before + String(Unicode.Scalar(byte)) + "bbbbbbbbbbbb\""
      #expect(throws: JSONError.malformed(offset: 1 + place)) {
        try JSONParser.parse(Array(text.utf8))
      }
    }
    for byte in [0x80, 0xFF, 0xC0] as [UInt8] {
      let bytes = Array("\"\(before)".utf8) + [byte] + Array("bbbbbbbbb\"".utf8)
      #expect(throws: JSONError.malformed(offset: 1 + place)) { try JSONParser.parse(bytes) }
    }
    for scalar in ["\u{7F}", "\u{80}", "!", "#", "[", "]", "\u{A2}", "\u{DC}"] {
      let text = "\"" + before + scalar + "bbbbbbbbb\""
      #expect(try JSONParser.parse(Array(text.utf8)).value.text == text)
    }
    let ended = Array("\"\(before)\",".utf8)
    #expect(throws: JSONError.malformed(offset: place + 2)) { try JSONParser.parse(ended) }
  }

  @Test("every control character is escaped and read back")
  func controls() throws {
    for byte in UInt8(0)..<0x20 {
      let text = "a" + String(Unicode.Scalar(byte))
      let written = JSON.string(text).text
      #expect(written.first == "\"" && written.contains("\\"))
      #expect(try JSONParser.parse(Array(written.utf8)).value == .string(text))
    }
    #expect(
      JSON.string("\u{8}\t\n\u{C}\r\u{1}\u{1F}\"\\/").text == #""\b\t\n\f\r\u0001\u001f\"\\/""#)
  }

  // A string is copied before the scan for escapes ends: the copy must be discarded then.
  @Test("a key and a value that need escapes are written completely", arguments: 0..<20)
  func escapedMembers(place: Int) throws {
    let text =
      String(repeating: "x", count: place) + "\n" + String(repeating: "y", count: 20 - place)
    let object: JSON = .object(
      JSONObject([
        JSONObject.Member(key: text, value: .string(text)),
        JSONObject.Member(
          key: text + "\"", value: [.string("\u{1}"), .string("\n"), .string(text)]),
        JSONObject.Member(key: "", value: .string("")),
      ]))
    #expect(try JSONParser.parse(object.bytes).value == object)
    let quoted = text.replacingNewline
    #expect(
      object.text.hasPrefix("{\"\(quoted)\":\"\(quoted)\",\"\(quoted)\\\"\":[\"\\u0001\",\"\\n\","))
  }

  @Test(
    "whole numbers are written digit for digit",
    arguments: [0, 1, -1, 9, 10, 99, -100, 12_345_678_901, .max, .min] as [Int])
  func integers(value: Int) {
    var writer = JSONWriter(capacity: 0)
    writer.beginArray()
    writer.int(value)
    writer.int(UInt64.max)
    writer.int(UInt8(7))
    writer.endArray()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[\(value),18446744073709551615,7]")
  }

  @Test("the canonical spelling is written directly", arguments: 0..<20)
  func canonical(seed: UInt64) {
    var dice = SeededNumbers(seed: seed)
    for _ in 0..<20 {
      let value = Self.document(4, &dice)
      var writer = JSONWriter()
      writer.canonical(value)
      #expect(writer.bytes == Self.canonicalText(value))
      #expect(value.canonical.bytes == writer.bytes)
    }
  }

  @Test(
    "a number has one canonical spelling",
    arguments: [
      ("0", "0"), ("-0", "0"), ("-0.0", "0"), ("0e999", "0"), ("1.0", "1"), ("10e-1", "1"),
      ("1e2", "100"), ("1e18", "1000000000000000000"), ("1.5e300", "1.5e+300"), ("1E-7", "1e-07"),
      ("123456789012345678", "123456789012345678"), ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"),
      ("18446744073709551615", "18446744073709551615"),
      ("18446744073709551616", "18446744073709551616e0"), ("12.50", "12.5"), ("1e400", "1e400"),
      ("18446744073709551617", "18446744073709551617e0"),
      ("18446744073709552000", "1.8446744073709552e+19"), ("1e-400", "1e-400"),
      ("0.1000000000000000055511151231257827", "1000000000000000055511151231257827e-34"),
      ("1e99999999999999999999", "1e99999999999999999999"),
    ])
  func canonicalNumbers(text: String, canonical: String) throws {
    #expect(try JSONParser.parse(Array(text.utf8)).value.canonical.text == canonical)
  }

  // Files from before exact comparison of numbers use these spellings.
  @Test("a number that is a double is spelled as that double", arguments: 0..<20)
  func doubles(seed: UInt64) throws {
    var dice = SeededNumbers(seed: seed)
    for _ in 0..<200 {
      let value = Double(bitPattern: dice.next())
      // Integers of 64 bits are spelled by their digits.
      guard let number = JSONNumber(value), !(0x1p53...0x1p64).contains(abs(value)) else {
        continue
      }
      #expect(JSON.number(number).canonical.text == number.text)
    }
  }

  @Test(
    "numbers are compared by their value, exactly",
    arguments: [
      (["1", "1.0", "1e0", "10e-1", "0.1E1", "1.000e+00"], "1.0000000000000000000000000001"),
      (["18446744073709551616", "1.8446744073709551616e19"], "18446744073709551617"),
      (["-9223372036854775809", "-9223372036854775809.0"], "-9223372036854775810"),
      (["10000000000000000", "1e16", "1E+16"], "10000000000000001"),
      (["0.1", "1e-1", "0.10"], "0.10000000000000000000001"),
      (
        [
          "0", "-0", "0.0", "0e9", "0e999999999", "-0e99999999999999999999",
          "0.00E-99999999999999999999",
        ], "1e-999"
      ),
      (["1e999", "10e998", "0.1e1000"], "1e1000"),
    ])
  func exact(same: [String], other: String) throws {
    let canonical = try (same + [other]).map {
      try JSONParser.parse(Array($0.utf8)).value.canonical.text
    }
    #expect(Set(canonical.dropLast()).count == 1)
    #expect(canonical.last != canonical.first)
  }

  @Test("a document is read the same alone and within another one", arguments: 0..<30)
  func embedded(seed: UInt64) throws {
    var dice = SeededNumbers(seed: seed)
    for _ in 0..<30 {
      let value = Self.document(4, &dice)
      let (before, after) = (Self.space(&dice) + "{,[", Self.space(&dice) + "]x\"")
      let bytes = Array((before + Self.space(&dice) + value.text + after).utf8)
      let start = before.utf8.count

      let whole = try JSONParser.parse(value.bytes)
      let part = try Self.parse(bytes, from: start)

      #expect(part.value == whole.value && part.value == value)
      #expect(part.hasDuplicateMembers == whole.hasDuplicateMembers)
      #expect(part.end == bytes.count - after.utf8.count)
    }
  }

  @Test("the offset of an error within another document is relative to the whole")
  func embeddedErrors() throws {
    for text in JSONText.all where !text.isAccepted && !text.isTooDeep {
      guard
        case .malformed(let offset)? = #expect(
          throws: JSONError.self,
          performing: {
            try JSONParser.parse(text.bytes)
          })
      else { continue }
      do {
        // Other text may follow a value, so trailing text is not an error here.
        let part = try Self.parse(Array("[[[".utf8) + text.bytes, from: 3)
        #expect(part.end <= 3 + offset)
      } catch {
        #expect(error == .malformed(offset: 3 + offset))
      }
    }
  }

  @Test("levels already open count as depth, and a duplicate is reported")
  func embeddedDepth() throws {
    let bytes = Array(#"{"params":[[1]],"n":{"a":1,"a":2}}"#.utf8)
    #expect(try Self.parse(bytes, from: 10, depth: 2, of: 4).value == [[1]])
    #expect(throws: JSONError.limit(.depth, max: 4, before: [:])) {
      try Self.parse(bytes, from: 10, depth: 3, of: 4)
    }
    #expect(try Self.parse(bytes, from: 20, depth: 1, of: 4).hasDuplicateMembers)
  }

  private static func parse(
    _ bytes: [UInt8], from start: Int, depth: Int = 1, of limit: Int = 64
  ) throws(JSONError) -> (value: JSON, hasDuplicateMembers: Bool, end: Int) {
    let result = bytes.withUnsafeBytes { pointer in
      Result { () throws(JSONError) in
        try JSONParser.parseValue(
          pointer, from: start, depth: depth, limits: JSONLimits(depth: limit))
      }
    }
    return try result.get()
  }
}

extension String {
  fileprivate var replacingNewline: String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
  }
}

extension RandomDocumentTests {
  private static func document(_ depth: Int, _ dice: inout SeededNumbers) -> JSON {
    let length = Int.random(in: 0..<20, using: &dice)
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &dice) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &dice))
    case 2: return .int(Int64.random(in: .min ... .max, using: &dice))
    case 3: return JSONNumber(Double.random(in: -1e9...1e9, using: &dice)).map(JSON.number) ?? .null
    case 4, 5: return .string(text(length, &dice))
    case 6: return .array((0..<length).map { _ in document(depth - 1, &dice) })
    default:
      return .object(
        JSONObject(
          (0..<length).map { _ in
            JSONObject.Member(key: text(length % 3, &dice), value: document(depth - 1, &dice))
          }))
    }
  }

  /// Returns a text with characters of every written form: plain, escaped, of two, three and four bytes.
  private static func text(_ length: Int, _ dice: inout SeededNumbers) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x20...0x7E, 0x61...0x7A, 0x22...0x22, 0x5C...0x5C, 0x7F...0x7FF, 0x800...0xD7FF,
      0xE000...0xFFFF, 0x10000...0x10FFFF,
    ]
    var scalars = String.UnicodeScalarView()
    let isPlain = Bool.random(using: &dice)
    for _ in 0..<length {
      let range = isPlain ? 0x61...0x7A : ranges[Int.random(in: 0..<ranges.count, using: &dice)]
      scalars.append(Unicode.Scalar(UInt32.random(in: range, using: &dice)) ?? "?")
    }
    return String(scalars)
  }

  /// Returns the same by definition: members in the order of the bytes of their keys.
  private static func canonicalText(_ json: JSON) -> [UInt8] {
    switch json {
    case .null, .bool, .string, .number: return json.canonical.bytes
    case .array(let elements):
      let inner = elements.map { canonicalText($0) }.joined(separator: ",".utf8)
      return Array("[".utf8) + Array(inner) + Array("]".utf8)
    case .object(let object):
      let sorted = object.members.sorted {
        Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8))
      }
      let inner = sorted.map {
        JSON.string($0.key).bytes + Array(":".utf8) + canonicalText($0.value)
      }
      .joined(separator: ",".utf8)
      return Array("{".utf8) + Array(inner) + Array("}".utf8)
    }
  }

  private static func space(_ dice: inout SeededNumbers) -> String {
    String(
      (0..<Int.random(in: 0..<4, using: &dice)).map { _ in
        " \n\t\r".randomElement(using: &dice) ?? " "
      })
  }
}
