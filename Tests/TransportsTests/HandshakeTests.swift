import JSONRPC
import Testing

@testable import Transports

@Suite("The handshake")
struct HandshakeTests {
  private static let rules = WebSocketRules(
    subprotocol: "bridge",
    allowedOrigins: ["https://app.example", "null", "capacitor://localhost"],
    role: { ["good": .control, "look": .observer][$0] },
    respond: { _ in HTTPAnswer(status: 200, text: "ok") })

  /// Makes a request to `/rpc` at port 8123 that becomes a WebSocket. A value of nil removes a line; lines of
  /// `more` are added.
  private static func upgrade(
    _ changed: [String: String?] = [:], more: [(String, String)] = [], target: String = "/rpc",
    method: String = "GET"
  ) -> RequestHead {
    var lines: [String: String?] = [
      "host": "127.0.0.1:8123", "upgrade": "websocket", "connection": "Upgrade",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "sec-websocket-version": "13",
    ]
    for (name, value) in changed { lines.updateValue(value, forKey: name) }
    let fields = lines.compactMap { name, value in
      value.map { RequestHead.Field(name: name, value: $0) }
    }
    return RequestHead(
      method: method, target: target,
      fields: fields + more.map { RequestHead.Field(name: $0.0, value: $0.1) })
  }

  private func decide(_ head: RequestHead, port: UInt16 = 8123) -> Handshake {
    Handshake(head, port: port, rules: Self.rules)
  }

  private func status(_ head: RequestHead, port: UInt16 = 8123) -> Int {
    switch decide(head, port: port) {
    case .upgrade: return 101
    case .get: return 200
    case .refusal(let refusal):
      #expect(refusal.sentence.hasSuffix("."))
      return refusal.status
    }
  }

  @Test("the key is answered as RFC 6455 shows it")
  func accept() {
    #expect(
      decide(Self.upgrade())
        == .upgrade(key: "dGhlIHNhbXBsZSBub25jZQ==", subprotocol: nil, role: nil))
    #expect(Handshake.accept(for: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test(
    "the host is one of the names of this machine, with the port of the listener",
    arguments: [
      ("127.0.0.1:8123", 101), ("[::1]:8123", 101), ("localhost:8123", 101),
      ("LocalHost:8123", 101), ("10.0.2.2:8123", 101), ("10.0.3.2:8123", 101),
      ("127.0.0.1", 421), ("127.0.0.1:80", 421), ("127.0.0.1:08123", 421), ("localhost.:8123", 421),
      ("evil.example:8123", 421), ("localhost.evil.example:8123", 421), ("127.0.0.2:8123", 421),
      ("0.0.0.0:8123", 421), ("::1:8123", 421), ("127.1:8123", 421), ("2130706433:8123", 421),
      ("user@127.0.0.1:8123", 421), ("127.0.0.1:8123, 127.0.0.1:8123", 421), ("", 421),
    ])
  func hosts(host: String, expected: Int) {
    #expect(status(Self.upgrade(["host": host])) == expected)
    let health = Self.upgrade(["host": host, "upgrade": nil], target: "/healthz")
    #expect(status(health) == (expected == 101 ? 200 : 421))
  }

  @Test("on port 80 a browser leaves the port out")
  func port80() {
    #expect(status(Self.upgrade(["host": "127.0.0.1"]), port: 80) == 101)
    #expect(status(Self.upgrade(["host": "evil.example"]), port: 80) == 421)
  }

  @Test(
    "the origin is absent, that of the request or an allowed one, compared exactly",
    arguments: [
      (nil, 101), ("http://127.0.0.1:8123", 101), ("https://app.example", 101),
      ("capacitor://localhost", 101),
      ("null", 403), ("", 403), ("http://127.0.0.1", 403), ("http://127.0.0.1:8124", 403),
      ("https://127.0.0.1:8123", 403), ("http://localhost:8123", 403), ("http://evil.example", 403),
      ("https://app.example/", 403), ("https://APP.example", 403),
      ("https://app.example.evil", 403),
      ("https://app.example, https://app.example", 403), ("file://", 403),
    ])
  func origins(origin: String?, expected: Int) {
    #expect(status(Self.upgrade(["origin": origin])) == expected)
  }

  @Test(
    "a token is offered beside the protocol, once, and gives its role",
    arguments: [
      (["bridge.v1"], 101, nil), (["bridge.v1", "other"], 101, nil),
      (["bridge.v1", "bridge.token.good"], 101, .control),
      (["bridge.token.look", "bridge.v1"], 101, .observer),
      (["bridge.v1", "bridge.token.goof"], 401, nil), (["bridge.v1", "bridge.token."], 401, nil),
      (["bridge.v1", "bridge.token.good2"], 401, nil),
      (["bridge.v1", "bridge.token.good", "bridge.token.look"], 400, nil),
      (["bridge.v1", "bridge.token.good", "bridge.token.good"], 400, nil),
      (["bridge.token.good"], 400, nil), (["other"], 400, nil), (["Bridge.v1"], 400, nil),
      (["bridge.v1", "bridge.v1"], 400, nil), ([""], 400, nil), (["bridge.v1", ""], 400, nil),
      (["bridge.v1", "a b"], 400, nil), (["bridge.v1\"", "bridge.v1"], 400, nil),
    ] as [([String], Int, Role?)])
  func subprotocols(offered: [String], expected: Int, role: Role?) {
    let joined = Self.upgrade(["sec-websocket-protocol": offered.joined(separator: ", ")])
    let spread = Self.upgrade(more: offered.map { ("sec-websocket-protocol", $0) })
    for head in [joined, spread] {
      #expect(status(head) == expected)
      if case .upgrade(_, let subprotocol, let given) = decide(head) {
        #expect(subprotocol == "bridge.v1")
        #expect(given == role)
      }
    }
  }

  @Test("a wrong token is answered with the scheme of tokens")
  func unauthorized() {
    let head = Self.upgrade(["sec-websocket-protocol": "bridge.v1, bridge.token.x"])
    guard case .refusal(let refusal) = decide(head) else {
      Issue.record("accepted")
      return
    }
    #expect(refusal.fields == [.init(name: "WWW-Authenticate", value: "Bearer")])
  }

  @Test(
    "an upgrade is complete and of version 13",
    arguments: [
      ("upgrade", nil, 426), ("upgrade", "h2c", 426), ("upgrade", "WebSocket", 101),
      ("connection", nil, 426), ("connection", "keep-alive", 426),
      ("connection", "keep-alive, Upgrade", 101),
      ("sec-websocket-version", nil, 426), ("sec-websocket-version", "8", 426),
      ("sec-websocket-version", "13, 8", 426), ("sec-websocket-version", "013", 426),
      ("sec-websocket-key", nil, 400), ("sec-websocket-key", "", 400),
      ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ", 400),
      ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQAA", 400),
      ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZ!==", 400),
      ("sec-websocket-extensions", "permessage-deflate", 101),
    ] as [(String, String?, Int)])
  func upgrades(name: String, value: String?, expected: Int) {
    #expect(status(Self.upgrade([name: value])) == expected)
  }

  @Test("an answer 426 names the protocol and its version")
  func upgradeRequired() {
    guard case .refusal(let refusal) = decide(Self.upgrade(["upgrade": nil])) else {
      Issue.record("accepted")
      return
    }
    #expect(refusal.fields.map(\.name) == ["Upgrade", "Sec-WebSocket-Version"])
    #expect(refusal.fields.map(\.value) == ["websocket", "13"])
  }

  @Test(
    "a header line that decides something must not occur twice",
    arguments: [
      ("host", "127.0.0.1:8123"), ("origin", "http://127.0.0.1:8123"), ("upgrade", "websocket"),
      ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="), ("sec-websocket-version", "13"),
      ("authorization", "Bearer good"), ("content-length", "0"),
    ])
  func duplicates(name: String, value: String) {
    #expect(status(Self.upgrade([name: value], more: [(name, value)])) == 400)
  }

  @Test("a request without a host is refused")
  func missingHost() {
    #expect(status(Self.upgrade(["host": nil])) == 400)
  }

  @Test(
    "paths, methods and bodies have their statuses",
    arguments: [
      ("GET", "/", [], 200), ("GET", "/healthz", [], 200), ("GET", "/readyz", [], 200),
      ("GET", "/metrics", [], 200), ("GET", "/metrics?a=b", [], 200),
      ("GET", "/rpc?token=good", [], 400), ("GET", "/rpc/", [], 404), ("GET", "/RPC", [], 404),
      ("GET", "/%72pc", [], 404), ("GET", "//rpc", [], 404), ("GET", "/favicon.ico", [], 404),
      ("GET", "/../rpc", [], 404),
      ("POST", "/rpc", [], 405), ("POST", "/", [], 405), ("HEAD", "/healthz", [], 405),
      ("OPTIONS", "/rpc", [], 405), ("get", "/", [], 405), ("DELETE", "/nothing", [], 404),
      ("GET", "/rpc", [("content-length", "0")], 101),
      ("GET", "/rpc", [("content-length", "1")], 400), ("GET", "/", [("content-length", "x")], 400),
      ("GET", "/rpc", [("transfer-encoding", "chunked")], 400),
      ("GET", "/", [("transfer-encoding", "identity")], 400),
    ] as [(String, String, [(String, String)], Int)])
  func requests(method: String, target: String, more: [(String, String)], expected: Int) {
    let upgrade = target.hasPrefix("/rpc") ? "websocket" : nil
    let head = Self.upgrade(["upgrade": upgrade], more: more, target: target, method: method)
    #expect(status(head) == expected)
  }

  // Clients reported only that the answer was 200, with a page.
  @Test(
    "a WebSocket at another path is refused with the right one",
    arguments: ["/", "/?token=good", "/healthz", "/readyz", "/metrics", "/ws"])
  func otherPath(target: String) {
    guard case .refusal(let refusal) = decide(Self.upgrade(target: target)) else {
      Issue.record("accepted")
      return
    }
    #expect(refusal.status == 404)
    #expect(refusal.sentence == "There is no WebSocket at this path. The WebSocket is at /rpc.")
  }

  @Test(
    "a bearer token gives its role to other requests",
    arguments: [
      (nil, nil), ("Bearer good", .control), ("bearer look", .observer), ("Bearer bad", nil),
      ("Basic good", nil), ("Bearer", nil), ("good", nil), ("Bearer good look", nil),
    ] as [(String?, Role?)])
  func bearer(value: String?, role: Role?) {
    let head = Self.upgrade(["authorization": value, "upgrade": nil], target: "/metrics?x")

    #expect(decide(head) == .get(HTTPGet(path: "/metrics", role: role)))
  }
}
