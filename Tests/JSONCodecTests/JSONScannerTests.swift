import TestSupport
import Testing

@testable import JSONCodec

@Suite struct JSONScannerTests {
  private static let texts = [
    #"{}"#, #"{"a":1,"b":-0.5,"c":"é","d":[1,[2]],"e":{"f":null,"g":{"h":true}}}"#,
    #"{ "a" : [ 1 , 2 ] , "b" : { "c" : "x y" } }"#, #"{"a":"\u00e9"}"#, #"{"a":1,"a":2}"#,
    #"{"a":{"b":1,"b":2}}"#, #"{"a":1e3}"#, #"{"a":01}"#, #"{"a":1,}"#, #"{"a" 1}"#, #"{"a":tru}"#,
    #"{"a":"x"#, #"{"a":[1,{"b":[]}],"c":false}"#, "{\"a\":\"\u{7F}\u{2028}\"}",
  ]

  /// Copies the parameters with the scanner and the writer; nil if the scan fails.
  private static func copied(_ text: [UInt8], _ limits: JSONLimits) -> [UInt8]? {
    text.withUnsafeBytes { bytes in
      var writer = JSONWriter()
      writer.beginObject()
      let end = JSONScanner.object(bytes, from: 0, depth: 1, limits: limits) { key, value in
        writer.key(String(decoding: key, as: UTF8.self))
        writer.scanned(value, of: bytes)
        return true
      }
      writer.endObject()
      return end == bytes.count ? writer.bytes : nil
    }
  }

  private static func parsed(_ text: [UInt8], _ limits: JSONLimits) -> [UInt8]? {
    text.withUnsafeBytes { bytes in
      guard
        let read = try? JSONParser.parseValue(bytes, from: 0, depth: 1, limits: limits),
        !read.hasDuplicateMembers, read.end == bytes.count
      else { return nil }
      return read.value.bytes
    }
  }

  @Test("a text that it accepts is accepted by the parser, and copied as the writer writes it")
  func agreement() {
    var numbers = SeededNumbers(seed: 1)
    let limits = JSONLimits(depth: 5, objectMembers: 4, stringBytes: 12)
    var accepted = 0
    for round in 0..<20_000 {
      var text = Array(Self.texts[round % Self.texts.count].utf8)
      for _ in 0..<(round / Self.texts.count % 4) {
        let place = Int.random(in: 0..<text.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: text.remove(at: place)
        case 1: text.insert(text[place], at: place)
        case 2: text[place] = UInt8.random(in: 0...255, using: &numbers)
        default:
          text.insert(
            contentsOf: Array(#"," :{}[]0"a\n "#.utf8).shuffled(using: &numbers).prefix(1),
            at: place)
        }
        if text.isEmpty { text = [0x7B] }
      }
      guard let copy = Self.copied(text, limits) else { continue }
      accepted += 1
      #expect(copy == Self.parsed(text, limits), "\(String(decoding: text, as: UTF8.self))")
    }
    #expect(accepted > 2000)
  }

  @Test("what nearly all clients write is accepted", arguments: [0, 1, 2, 12])
  func usual(index: Int) {
    let text = Array(Self.texts[index].utf8)
    #expect(Self.copied(text, JSONLimits()) == Self.parsed(text, JSONLimits()))
    #expect(Self.copied(text, JSONLimits()) != nil)
  }
}
