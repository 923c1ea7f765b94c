import JSONCodec
import Testing

@testable import AltcraftBridgeClient

@Suite("The values of the client for Swift") struct JSONValueTests {
  private func parsed(_ text: String) throws -> JSONValue {
    JSONValue(try JSONParser.parse(Array(text.utf8)).value)
  }

  @Test("an integer has one form, so equal integers are equal values")
  func forms() throws {
    for text in ["5", "-5", "0", "9223372036854775807", "-9223372036854775808"] {
      let value = try #require(Int64(text))
      #expect(try parsed(text) == .int(value))
      #expect(BigInteger(text) == nil)
    }
    #expect(JSONValue.uint(5) == .int(5))
    let above = try #require(BigInteger("18446744073709551615"))
    #expect(JSONValue.uint(.max) == .bigInteger(above))
    #expect(JSONValue.uint(.max).uintValue == .max && JSONValue.int(5).uintValue == 5)
    #expect(JSONValue.int(-5).uintValue == nil)
    for text in ["", "-", "+1", "01", "1.0", "1e3", " 1", "1,2"] {
      #expect(BigInteger(text) == nil)
    }
  }

  @Test("-0 is the integer 0, and -0.0 is a double")
  func negativeZero() throws {
    #expect(try parsed("-0") == .int(0))
    #expect(BigInteger("-0") == nil)
    let double = try #require(try parsed("-0.0").doubleValue)
    #expect(double == 0 && double.sign == .minus)
  }

  @Test("an integer beyond all doubles has no double, and keeps its digits")
  func beyondDoubles() throws {
    let digits = "1" + String(repeating: "0", count: 309)

    let value = try parsed(digits)

    #expect(value.doubleValue == nil && value.description == digits)
    #expect(try parsed("1" + String(repeating: "0", count: 308)).doubleValue == 1e308)
  }
}
