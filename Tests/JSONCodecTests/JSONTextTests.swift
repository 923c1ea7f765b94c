import JSONCodec
import TestSupport
import Testing

@Suite("Valid JSON is read, and all other text is rejected")
struct JSONTextTests {
  @Test("the table is complete")
  func table() {
    let all = JSONText.all
    #expect(Set(all.map(\.description)).count == all.count)
    #expect(all.filter { if case .accepted = $0.verdict { true } else { false } }.count >= 95)
    #expect(all.filter { if case .refused = $0.verdict { true } else { false } }.count >= 188)
    #expect(all.filter { if case .free = $0.verdict { true } else { false } }.count >= 35)
  }

  @Test("a text is judged by RFC 8259 and read exactly as written", arguments: JSONText.all)
  func judged(_ text: JSONText) throws {
    guard text.isAccepted else {
      let error = #expect(throws: JSONError.self) { try JSONParser.parse(text.bytes) }
      switch error {
      case .malformed(let offset): #expect(!text.isTooDeep && 0...text.bytes.count ~= offset)
      case .limit(let limit, _, _): #expect(text.isTooDeep && limit == .depth)
      case nil: break
      }
      return
    }
    let value = try JSONParser.parse(text.bytes).value
    #expect(try JSONParser.parse(value.bytes).value == value)
    // Without escapes only white space may be lost.
    if !text.bytes.contains(0x5C) {
      #expect(value.bytes.filter(\.isInk) == text.bytes.filter(\.isInk))
    }
  }
}

extension UInt8 {
  fileprivate var isInk: Bool { ![0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
