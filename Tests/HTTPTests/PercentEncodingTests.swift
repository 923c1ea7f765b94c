import HTTP
import Testing

@Suite("Percent encoding")
struct PercentEncodingTests {
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
}
