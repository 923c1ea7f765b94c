import AltcraftEngine
import Testing

@Suite("apiUrl is checked and normalised")
struct APIURLTests {
  @Test(
    "an accepted URL is normalised",
    arguments: [
      ("https://example.com", "https://example.com"),
      ("https://example.com/", "https://example.com"),
      ("https://example.com///", "https://example.com"),
      ("HTTPS://Example.COM/Api/", "https://example.com/Api"),
      ("https://example.com:443/api", "https://example.com/api"),
      ("https://example.com:0443/api", "https://example.com/api"),
      ("https://example.com:8443/api/v1", "https://example.com:8443/api/v1"),
      ("https://example.com:65535", "https://example.com:65535"),
      ("https://example.com.", "https://example.com."),
      ("https://a_b-c.example.com", "https://a_b-c.example.com"),
      ("https://xn--e1afmkfd.xn--p1ai/api", "https://xn--e1afmkfd.xn--p1ai/api"),
      ("https://10.0.0.1", "https://10.0.0.1"),
      ("https://[2001:DB8::1]:8443/x", "https://[2001:db8::1]:8443/x"),
      ("https://example.com/a%20b/~c;d=1,2", "https://example.com/a%20b/~c;d=1,2"),
      ("https://example.com/a//b", "https://example.com/a//b"),
      ("https://example.com/...", "https://example.com/..."),
      ("https://example.com/a@b", "https://example.com/a@b"),
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
      ("http://127.0.0.1:80/api", "http://127.0.0.1/api"),
      ("http://localhost/api", "http://localhost/api"),
      ("http://LOCALHOST/api", "http://localhost/api"),
      ("http://[::1]:9000", "http://[::1]:9000"),
      ("https://3com.com", "https://3com.com"),
    ])
  func accepted(text: String, normalised: String) throws {
    let url = try APIURL.parse(text, allowsInsecureHTTP: false)

    #expect(url.text == normalised)
    #expect(try APIURL.parse(normalised, allowsInsecureHTTP: false) == url)
  }

  @Test(
    "an ambiguous URL, or one that is not an address of the platform, is rejected",
    arguments: [
      ("", .empty), (" ", .surplus(.space)), ("example.com", .badScheme), ("//h", .badScheme),
      ("https:/foo", .badScheme), ("https:foo", .badScheme), ("https//foo", .badScheme),
      ("ftp://example.com", .badScheme), ("file:///etc/passwd", .badScheme),
      ("javascript:alert(1)", .badScheme), ("httpss://example.com", .badScheme),
      ("https://", .badHost), ("https:///path", .badHost), ("https://:443", .badHost),
      ("https://user@example.com", .userInfo), ("https://user:pw@example.com", .userInfo),
      ("https://@example.com", .userInfo),
      (#"https://good.com\@evil.com/"#, .badCharacter),
      (#"https://good.com\.evil.com"#, .badCharacter),
      ("https://example.com?x=1", .query), ("https://example.com/?", .query),
      ("https://example.com/a?b#c", .query), ("https://example.com#f", .fragment),
      ("https://example.com/#", .fragment),
      ("https://example.com:0", .badPort), ("https://example.com:65536", .badPort),
      ("https://example.com:99999", .badPort), ("https://example.com:", .badPort),
      ("https://example.com:-1", .badPort), ("https://example.com:+1", .badPort),
      ("https://example.com:1a", .badPort), ("https://example.com:000443", .badPort),
      ("https://example.com:80:90", .badPort), ("https://[::1]x", .badPort),
      ("https://exa mple.com", .badCharacter), ("https://example.com/a b", .badCharacter),
      ("https://example.com/\u{0}", .badCharacter),
      ("https://example.com/\r\nHost:x", .badCharacter),
      ("https://example.com\t", .surplus(.space)),
      ("\u{FEFF}https://example.com", .surplus(.byteOrderMark)),
      ("https://example.com/\n", .surplus(.lineEnd)),
      ("'https://example.com'", .surplus(.quotes)), ("https://example.com/\u{E4}", .badCharacter),
      ("ex\u{E4}mple.com", .badCharacter), ("https://\u{E4}@example.com", .badCharacter),
      ("https://a b\u{E4}.com", .badCharacter), ("https://a@\u{E4}.com", .badCharacter),
      ("https://exam%70le.com", .badHost), ("https://example%2ecom", .badHost),
      ("https://example..com", .badHost), ("https://.example.com", .badHost),
      ("https://.", .badHost), ("https://a,b.com", .badHost), ("https://a;b", .badHost),
      ("https://127.1", .badHost), ("https://2130706433", .badHost), ("https://0x7f.1", .badHost),
      ("https://256.1.1.1", .badHost), ("https://1.2.3.4.5", .badHost),
      ("https://0x7f000001", .badHost),
      ("https://[::1", .badHost), ("https://[]", .badHost), ("https://[::1%25eth0]", .badHost),
      ("https://[127.0.0.1]", .badHost), ("https://::1", .badHost),
      ("https://example.com/%", .badCharacter), ("https://example.com/%2", .badCharacter),
      ("https://example.com/%zz", .badCharacter), ("https://example.com/<x>", .badCharacter),
      ("https://example.com/a|b", .badCharacter), ("https://example.com/[x]", .badCharacter),
      ("https://example.com/..", .badPath), ("https://example.com/a/../b", .badPath),
      ("https://example.com/./b", .badPath), ("https://example.com/%2E%2e/b", .badPath),
      ("https://example.com/.%2E", .badPath),
      ("http://example.com", .insecure), ("HTTP://example.com", .insecure),
      ("http://127.0.0.2", .insecure), ("http://[0:0:0:0:0:0:0:1]", .insecure),
      ("http://localhost.", .insecure), ("http://localhost.evil.com", .insecure),
      ("http://127.0.0.1.evil.com", .insecure), ("http://127.0.0.1@evil.com", .userInfo),
    ] as [(String, APIURLFailure)])
  func refused(text: String, failure: APIURLFailure) {
    #expect(throws: failure) { try APIURL.parse(text, allowsInsecureHTTP: false) }
  }

  // Such a host was refused as if it had to be percent-encoded.
  @Test(
    "an internationalised host is refused with its form for DNS",
    arguments: [
      ("https://ex\u{E4}mple.com", "xn--exmple-cua.com"),
      ("HTTPS://EX\u{C4}MPLE.com:8443/api", "xn--exmple-cua.com"),
      ("https://пример.рф", "xn--e1afmkfd.xn--p1ai"),
      ("https://api.пример.рф/v1", "api.xn--e1afmkfd.xn--p1ai"),
      ("https://例え.テスト", "xn--r8jz45g.xn--zckzah"),
      ("https://他们为什么不说中文.com", "xn--ihqwcrb4cv8a8dqg056pqjye.com"),
      ("https://кто-то.рф", "xn----stbmbrc.xn--p1ai"),
    ])
  func international(text: String, host: String) throws {
    let failure = #expect(throws: APIURLFailure.self) {
      try APIURL.parse(text, allowsInsecureHTTP: false)
    }

    #expect(failure?.message == "invalid apiUrl value - write the host in ASCII: \(host)")
    #expect(throws: Never.self) { try APIURL.parse("https://\(host)", allowsInsecureHTTP: false) }
  }

  @Test(
    "a host whose form for DNS depends on the tables of IDNA is refused with the way to it",
    arguments: [
      "https://stra\u{DF}e.de", "https://e\u{301}.com", "https://\u{FF41}.com",
      "https://मराठी.in", "https://xn--\u{E9}.com", "https://example\u{3002}com",
      "https://\u{1F600}.com",
      "https://" + String(repeating: "\u{E4}", count: 64) + ".com",
    ])
  func unknownForm(text: String) {
    let failure = #expect(throws: APIURLFailure.self) {
      try APIURL.parse(text, allowsInsecureHTTP: false)
    }

    #expect(failure?.message.contains("the command idn2 shows it: it begins with xn--") == true)
  }

  @Test("plain HTTP beyond this machine needs a flag")
  func insecure() throws {
    let url = try APIURL.parse("http://Example.com:80/api/", allowsInsecureHTTP: true)

    #expect(url.text == "http://example.com/api" && url.isPlainHTTP)
    #expect(try !APIURL.parse("https://example.com", allowsInsecureHTTP: true).isPlainHTTP)
  }

  @Test("a URL has at most 2048 bytes, a host 253, a label 63")
  func lengths() throws {
    let long = "https://example.com/" + String(repeating: "a", count: 2028)
    #expect(try APIURL.parse(long, allowsInsecureHTTP: false).text == long)
    #expect(throws: APIURLFailure.tooLong) {
      try APIURL.parse(long + "a", allowsInsecureHTTP: false)
    }
    let label = String(repeating: "a", count: 63)
    #expect(throws: Never.self) {
      try APIURL.parse("https://\(label).com", allowsInsecureHTTP: false)
    }
    #expect(throws: APIURLFailure.badHost) {
      try APIURL.parse("https://\(label)a.com", allowsInsecureHTTP: false)
    }
    let host = [label, label, label, label].joined(separator: ".")
    #expect(throws: APIURLFailure.badHost) {
      try APIURL.parse("https://\(host)", allowsInsecureHTTP: false)
    }
  }

  @Test("the error for a rejected URL does not repeat it")
  func messages() {
    #expect(APIURLFailure.empty.message == "invalid apiUrl value - empty or null.")
    let failure = #expect(throws: APIURLFailure.self) {
      try APIURL.parse("https://user:hunter2@example.com", allowsInsecureHTTP: false)
    }
    #expect(
      failure?.message == "invalid apiUrl value - it must not contain a user name or password")
  }
}
