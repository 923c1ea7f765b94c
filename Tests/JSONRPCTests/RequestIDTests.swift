import JSONCodec
import JSONRPC
import TestSupport
import Testing

@Suite struct RequestIDTests {
  let local = LocalPeer(Dispatcher(ArithmeticMethods.all), options: .forTests()) { _ in NoContext()
  }

  @Test(
    "an id is echoed as it was written",
    arguments: [
      "0", "-0", "1", "1.0", "1.50", "1e2", "1E+2", "18446744073709551616", "-9223372036854775809",
      "1e400", "123456789012345678901234567890", "\"\"", "\"1\"", "\"a b\"", "\"é\"", "null",
    ])
  func echo(id: String) {
    #expect(
      local.exchange(#"{"jsonrpc":"2.0","id":\#(id),"method":"sum","params":[1]}"#)
        == [#"{"jsonrpc":"2.0","id":\#(id),"result":1}"#])
    #expect(
      local.exchange(#"{"id":\#(id),"method":"sum"}"#)[0]
        .hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32600,"#))
  }

  @Test("an escaped id is the same text")
  func escaped() {
    #expect(
      local.exchange(#"{"jsonrpc":"2.0","id":"\u0061","method":"sum","params":[1]}"#)
        == [#"{"jsonrpc":"2.0","id":"a","result":1}"#])
  }

  @Test(
    "any other kind of id is rejected with id null",
    arguments: ["true", "false", "[]", "{}", "[1]"])
  func refused(id: String) {
    #expect(
      local.exchange(#"{"jsonrpc":"2.0","id":\#(id),"method":"sum"}"#)[0]
        .hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#))
  }

  @Test(
    "ids are equal only with the same kind and spelling",
    arguments: [
      ("1", "1", true), ("1", "1.0", false), ("1", "\"1\"", false), ("0", "-0", false),
      ("null", "null", true), ("null", "\"null\"", false), ("\"a\"", "\"\\u0061\"", true),
      ("\"\u{E9}\"", "\"e\u{301}\"", false), ("10", "1e1", false),
    ])
  func equality(one: String, other: String, areSame: Bool) throws {
    let ids = try [one, other].map { text in
      try #require(RequestID(try JSONParser.parse(Array(text.utf8)).value))
    }

    #expect((ids[0] == ids[1]) == areSame)
    #expect(Set(ids).count == (areSame ? 1 : 2))
  }
}
