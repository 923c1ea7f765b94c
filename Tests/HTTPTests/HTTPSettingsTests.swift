import HTTP
import TestSupport
import Testing

@Suite("The route and the trust of requests")
struct HTTPSettingsTests {
  private static let proxies = [
    "https_proxy": "http://secure:1", "http_proxy": "plain:2", "HTTP_PROXY": "http://web:3",
  ]

  @Test(
    "the variables name the proxy as for curl",
    arguments: [
      ("https://shop.example", proxies, "http://secure:1"),
      ("http://shop.example", proxies, "plain:2"),
      ("https://shop.example", ["HTTPS_PROXY": "big:1"], "big:1"),
      ("http://shop.example", ["HTTP_PROXY": "web:1"], nil),
      ("https://shop.example", ["all_proxy": "all:1", "ALL_PROXY": "big:1"], "all:1"),
      ("http://shop.example", ["ALL_PROXY": "big:1"], "big:1"),
      ("https://shop.example", ["https_proxy": "", "HTTPS_PROXY": "big:1"], "big:1"),
      ("https://localhost:8443", proxies, nil), ("https://127.0.0.1", proxies, nil),
      ("https://127.8.9.10", proxies, nil), ("https://[::1]:443", proxies, nil),
    ] as [(String, [String: String], String?)])
  func variables(url: String, variables: [String: String], proxy: String?) throws {
    let settings = HTTPSettings(variables: variables, concurrency: 1)

    #expect(settings.proxy(for: try #require(Origin(url)))?.url == proxy)
  }

  @Test(
    "no_proxy names hosts, domains, networks, or everything",
    arguments: [
      ("shop.example", true), (".example", true), ("example", true), ("hop.example", false),
      ("SHOP.Example.", true), ("*", true), ("*,other", false), ("other, shop.example", true),
      ("shop.example:443", false), ("", false), ("sub.shop.example", false), (".", false),
    ])
  func exceptions(exceptions: String, isExcepted: Bool) throws {
    for name in ["no_proxy", "NO_PROXY"] {
      let variables = ["https_proxy": "http://p:1", name: exceptions]
      let settings = HTTPSettings(variables: variables, concurrency: 1)

      #expect(
        (settings.proxy(for: try #require(Origin("https://shop.example"))) == nil) == isExcepted)
    }
  }

  @Test(
    "no_proxy names addresses and networks of both families",
    arguments: [
      ("10.1.2.3", "10.1.2.3", true), ("10.1.2.3", "10.0.0.0/8", true),
      ("10.1.2.3", "10.1.2.0/25", true), ("10.1.2.200", "10.1.2.0/25", false),
      ("10.1.2.3", "11.0.0.0/8", false), ("10.1.2.3", "0.0.0.0/0", true),
      ("10.1.2.3", "10.1.2.3/33", false), ("10.1.2.3", "2.3", false),
      ("[fd00::1]", "fd00::/16", true), ("[fd00::1]", "[fd00::1]", true),
      ("[fd00::1]", "fd01::/16", false), ("[fd00::1]", "10.0.0.0/8", false),
    ])
  func networks(host: String, exceptions: String, isExcepted: Bool) throws {
    let variables = ["all_proxy": "http://p:1", "no_proxy": exceptions]
    let settings = HTTPSettings(variables: variables, concurrency: 1)

    #expect(
      (settings.proxy(for: try #require(Origin("https://\(host)"))) == nil) == isExcepted)
  }

  @Test("a setting wins over every variable, also for this machine; an empty one means no proxy")
  func setting() throws {
    let variables = ["https_proxy": "http://p:1", "no_proxy": "*"]
    let set = HTTPSettings(proxy: "http://u:secret@q:2", variables: variables, concurrency: 1)
    let none = HTTPSettings(proxy: "", variables: ["https_proxy": "http://p:1"], concurrency: 1)

    let proxy = set.proxy(for: try #require(Origin("https://127.0.0.1")))
    #expect(proxy?.shown == "http://q:2" && proxy?.source == "proxy")
    #expect(none.proxy(for: try #require(Origin("https://shop.example"))) == nil)
  }

  @Test(
    "a proxy is shown without its password, and resolves the names behind it",
    arguments: [
      ("http://u:secret@q:2", "http://q:2", "http://u:secret@q:2"),
      ("http://u:sec/ret@q:2", "http://q:2", "http://u:sec/ret@q:2"),
      ("http://q:2#secret", "http://q:2", "http://q:2#secret"), ("q:2", "http://q:2", "q:2"),
      ("socks5://u:secret@q:2", "socks5h://q:2", "socks5h://u:secret@q:2"),
      ("SOCKS4://q:2", "socks4a://q:2", "socks4a://q:2"),
    ])
  func shown(text: String, shown: String, url: String) throws {
    let settings = HTTPSettings(proxy: text, concurrency: 1)

    let proxy = settings.proxy(for: try #require(Origin("https://shop.example")))
    #expect(proxy?.shown == shown && proxy?.url == url)
  }

  @Test("an origin has the default port of its scheme, and an address without brackets")
  func origins() {
    #expect(Origin("https://Shop.example/a:1")?.address == "shop.example:443")
    #expect(Origin("http://[::1]/")?.address == "[::1]:80")
    #expect(Origin("http://[::1]:8080?a")?.host == "::1")
    #expect(Origin("http://a:99999999999999999999") == nil)
  }

  @Test("the store of certificates: the setting, then the variables, then that of the library")
  func stores() {
    let builtIn = HTTPSettings.TrustStore(file: "/etc/passwd", directory: "/etc")
    func source(_ variables: [String: String], _ caFile: String? = nil) -> String? {
      HTTPSettings(caFile: caFile, variables: variables, concurrency: 1)
        .trustStore(builtIn: builtIn).source
    }
    let all = ["CURL_CA_BUNDLE": "a", "SSL_CERT_FILE": "b", "SSL_CERT_DIR": "c"]

    #expect(source(all, "d") == "caFile")
    #expect(source(all) == "CURL_CA_BUNDLE")
    #expect(source(["SSL_CERT_FILE": "b", "SSL_CERT_DIR": "c"]) == "SSL_CERT_FILE")
    #expect(source(["SSL_CERT_DIR": "c"]) == "SSL_CERT_DIR")
    #expect(source([:]) == nil)
    #expect(
      HTTPSettings(concurrency: 1).trustStore(builtIn: builtIn)
        == HTTPSettings.TrustStore(file: "/etc/passwd"))
  }
}
