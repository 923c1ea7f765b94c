import Testing

@testable import Transports

@Suite("The head of a request")
struct RequestHeadTests {
  /// Parses a text that arrives in pieces of `chunk` bytes.
  private func parse(_ text: String, chunk: Int = .max) -> RequestHeadParser.Step {
    let bytes = Array(text.utf8)
    var parser = RequestHeadParser()
    var arrived = 0
    while arrived < bytes.count {
      arrived = min(bytes.count, chunk == .max ? bytes.count : arrived + chunk)
      let step = bytes.withUnsafeBytes {
        parser.next(in: UnsafeRawBufferPointer(rebasing: $0[..<arrived]))
      }
      if step != .incomplete { return step }
    }
    return .incomplete
  }

  @Test("is read from pieces of any length, and bytes behind it are left", arguments: 1...40)
  func pieces(chunk: Int) {
    let text = "GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:1\r\nX-Empty:\r\nA: \t b , c \t\r\n\r\n"

    guard case .head(let head, let end) = parse(text + "frames", chunk: chunk) else {
      Issue.record("the head is complete")
      return
    }
    #expect(end == text.utf8.count)
    #expect(head.method == "GET")
    #expect(head.target == "/rpc")
    #expect(head.values(of: "host") == ["127.0.0.1:1"])
    #expect(head.values(of: "x-empty") == [""])
    #expect(head.values(of: "a") == ["b , c"])
    #expect(head.elements(of: "a") == ["b", "c"])
  }

  @Test(
    "is refused with a status and a sentence if it is not HTTP/1.1 in its one spelling",
    arguments: [
      ("{\"jsonrpc\":\"2.0\"}\n", 400), ("\u{16}\u{3}\u{1}", 400), ("\r\n", 400), (" GET", 400),
      ("GET /\r\n", 400), ("GET / HTTP/1.0\r\n", 400), ("GET / HTTP/2.0\r\n", 400),
      ("GET  / HTTP/1.1\r\n", 400), ("GET / HTTP/1.1 \r\n", 400), ("G(T / HTTP/1.1\r\n", 400),
      ("GET http://127.0.0.1/ HTTP/1.1\r\n", 400), ("GET * HTTP/1.1\r\n", 400),
      ("CONNECT 127.0.0.1:1 HTTP/1.1\r\n", 400), ("GET /a#b HTTP/1.1\r\n", 400),
      ("GET /\u{7F} HTTP/1.1\r\n", 400), ("GET /é HTTP/1.1\r\n", 400),
      ("GET / HTTP/1.1\n", 400), ("GET / HTTP/1.1\r\nHost: a\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n", 400), ("GET / HTTP/1.1\r\n\tb: c\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : a\r\n", 400), ("GET / HTTP/1.1\r\n: a\r\n", 400),
      ("GET / HTTP/1.1\r\nHost\r\n", 400), ("GET / HTTP/1.1\r\nA: b\rc\r\n", 400),
      ("GET / HTTP/1.1\r\nA: b\0c\r\n", 400), ("GET / HTTP/1.1\r\nA: b\u{7F}\r\n", 400),
      ("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 65), 431),
      ("GET / HTTP/1.1\r\nA: " + String(repeating: "b", count: 8200), 431),
      ("GET /" + String(repeating: "b", count: 8200), 431),
      ("GET / HTTP/1.1\r\nA: " + String(repeating: "b", count: 8170) + "\r\n\r\n", 431),
    ])
  func refusals(text: String, status: Int) {
    for chunk in [1, 7, .max] {
      guard case .refused(let refusal) = parse(text, chunk: chunk) else {
        Issue.record("accepted: \(text.prefix(60))")
        return
      }
      #expect(refusal.status == status)
      #expect(refusal.sentence.hasSuffix("."))
    }
  }

  @Test("may have 64 lines and 8 KiB")
  func bounds() {
    let lines =
      "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 63) + "A: "
    let end = "\r\n\r\n"
    let longest =
      lines + String(repeating: "b", count: 8192 - lines.utf8.count - end.utf8.count) + end

    guard case .head(let head, 8192) = parse(longest, chunk: 100) else {
      Issue.record("refused")
      return
    }
    #expect(head.fields.count == 64)
  }

  @Test("of another protocol is refused at its first line, without a wait for more")
  func early() {
    #expect(parse("GET / HTTP/1.1\r") == .incomplete)
    #expect(parse("{") != .incomplete)
    #expect(parse("HELO x\n") != .incomplete)
  }
}

@Suite struct SHA1Tests {
  @Test(
    "a digest is that of the standard",
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      (String(repeating: "a", count: 1000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
    ])
  func digest(text: String, expected: String) {
    let digits = SHA1.digest(Array(text.utf8)).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }
    #expect(digits.joined() == expected)
  }

  @Test(
    "base64 has padding",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("\u{7F}\u{7E}?>", "f34/Pg=="),
    ])
  func base64(text: String, expected: String) {
    #expect(Base64.text(Array(text.utf8)) == expected)
  }
}
