import HTTP
import TestSupport
import Testing

@Suite("Requests that must not be sent")
struct RequestCheckTests {
  @Test(
    "an invalid header is rejected, and nothing is started",
    arguments: [
      ("Authorization", "Bearer a\r\nX-Evil: 1"), ("Authorization", "a\nb"), ("A", "a\u{0}b"),
      ("A", "é"), ("A", "\u{7F}"), ("A\r\nB", "c"), ("A B", "c"), ("A:", "c"), ("", "c"),
      ("É", "c"),
    ])
  func headers(name: String, value: String) async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    let client = makeClient()
    let request = post(server.url("/"), headers: [HTTPHeader(name, value)])

    let message = try #require(await outcome(of: request, client).failure?.message)

    #expect(message.hasPrefix("request: not sent: header"))
    #expect(!message.contains("Evil"))
    #expect(client.connections == 0)
    #expect(server.requests.isEmpty)
  }

  @Test("any printable value is a valid header value")
  func printable() {
    let all = String(decoding: [0x09] + Array(0x20...0x7E) as [UInt8], as: UTF8.self)

    #expect(post("http://h/", headers: [HTTPHeader("A-b_1", all)]).fault == nil)
  }

  @Test(
    "only http and https with a host, without credentials",
    arguments: [
      ("http://h", true), ("https://h:1/p?q=%20", true), ("http://[::1]:80/", true),
      ("https://h/a@b", true), ("HTTP://h", false), ("ftp://h/", false),
      ("file:///etc/passwd", false),
      ("data:,x", false), ("h/p", false), ("", false), ("http://", false), ("http:///p", false),
      ("http://?q", false), ("http://u:p@h/", false), ("https://good\\@evil/", false),
      ("http://h/a b", false), ("http://h/é", false), ("http://h/\r\n", false),
    ])
  func urls(url: String, isFine: Bool) async {
    #expect((post(url).fault == nil) == isFine)
  }

  @Test(
    "methods are tokens",
    arguments: [("GET", true), ("", false), ("G ET", false), ("G\r\n", false)])
  func methods(method: String, isFine: Bool) {
    var request = post("http://h/")
    request.method = method

    #expect((request.fault == nil) == isFine)
  }
}
