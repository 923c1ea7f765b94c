import HTTP
import Testing

@Suite("Query strings")
struct QueryStringTests {
  @Test(
    "everything outside the unreserved characters is escaped",
    arguments: [
      ("azAZ09-._~", "azAZ09-._~"), ("+", "%2B"), (";", "%3B"), ("/", "%2F"), (":", "%3A"),
      (" ", "%20"), ("é", "%C3%A9"), ("%", "%25"), ("&=?#", "%26%3D%3F%23"), ("\r\n", "%0D%0A"),
      ("\"'<>", "%22%27%3C%3E"), ("🙂", "%F0%9F%99%82"), ("", ""), ("%2B", "%252B"),
    ])
  func escaping(value: String, escaped: String) {
    #expect(value.percentEncoded == escaped)
  }

  @Test("items keep their order, and names are escaped like values")
  func items() {
    var query = QueryString(["i": "px/1", "tr": "px"])
    query.add("a b", "")

    #expect(query.text == "i=px%2F1&tr=px&a%20b=")
    #expect(QueryString().text.isEmpty)
  }
}
