import Testing

@testable import BridgeCommandLine

@Suite("The WebSocket settings of serve, and of the commands that connect")
struct WebSocketOptionsTests {
  @Test("every flag takes effect, and standard input is not served then")
  func flags() throws {
    let options = try serve(
      "--websocket 127.0.0.1:0 --allow-origin https://a --allow-origin=http://localhost:3000"
        + " --allow-origin https://a --public-metrics")

    #expect(options.websocket == LoopbackAddress(host: .v4, port: 0))
    #expect(options.allowedOrigins == ["https://a", "http://localhost:3000"])
    #expect(options.publicMetrics)
    #expect(!options.stdio)
  }

  @Test("by default there is no WebSocket, no origin is allowed, and the metrics need a token")
  func defaults() throws {
    let options = try serve("")

    #expect(options.websocket == nil && options.allowedOrigins == [] && !options.publicMetrics)
  }

  @Test("an address that other machines could reach is a usage error")
  func reachable() {
    #expect(refusal("serve --websocket 0.0.0.0:8092")?.status == .usage)
    #expect(refusal("serve --websocket localhost:8092")?.status == .usage)
  }

  static let sources: [(String, String?, String?, [String])] = [
    ("", nil, #"["https://f","https://g"]"#, ["https://f", "https://g"]),
    ("", "https://e,https://h", #"["https://f"]"#, ["https://e", "https://h"]),
    (" --allow-origin https://a", "https://e", #"["https://f"]"#, ["https://a"]),
    ("", "", nil, []),
  ]

  @Test("the origins are those of the strongest source", arguments: sources)
  func origins(
    _ flags: String, _ variable: String?, _ member: String?, _ expected: [String]
  ) throws {
    let file = member.map { "{\"allowOrigin\":\($0)}" } ?? "{}"
    let environment = variable.map { ["ALTCRAFT_BRIDGE_ALLOW_ORIGIN": $0] } ?? [:]

    let options = try serve(
      "--websocket 127.0.0.1:0 --config /c" + flags,
      commandEnvironment(environment, files: ["/c": file]))

    #expect(options.allowedOrigins == expected)
  }

  static let refused: [(String, String)] = [
    ("null", "must not be null"), ("*", "no wildcards"), ("https://*.example.com", "no wildcards"),
    ("https://a/", "without a path"), ("https://a/b", "without a path"),
    ("https://a?b", "without a path"), ("https://a#b", "without a path"),
    ("https://ann@a", "without a path"), ("a.example.com", "must be an origin"),
    ("https:", "must be an origin"), ("://a", "must be an origin"),
    ("HTTPS://a", "must be an origin"), ("https://", "in lower case"),
    ("https://A", "in lower case"), ("https://ä", "in ASCII: xn--4ca"),
    ("https://пример.рф:8443", "in ASCII: xn--e1afmkfd.xn--p1ai"),
    ("https://a:443", "the default port 443"), ("http://a:80", "the default port 80"),
  ]

  @Test(
    "an origin that no browser sends, or that stands for several, is refused", arguments: refused)
  func refusedOrigin(_ origin: String, _ reason: String) {
    let flag = refusal("serve --allow-origin \(origin)")
    #expect(flag?.status == .usage)
    #expect(flag?.message.contains(reason) == true, "\(flag?.message ?? "")")

    let variable = refusal("serve", commandEnvironment(["ALTCRAFT_BRIDGE_ALLOW_ORIGIN": origin]))
    #expect(variable?.status == .usage)

    let file = commandEnvironment(files: ["/c": #"{"allowOrigin":["https://a","\#(origin)"]}"#])
    let member = refusal("serve --config /c", file)
    #expect(member?.status == .configuration)
    #expect(member?.message.contains("allowOrigin[1]") == true)
  }

  @Test(
    "the origins that browsers and apps send are accepted",
    arguments: [
      "https://app.example.com", "http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:1",
      "capacitor://localhost", "chrome-extension://abcdef", "https://a:8443", "http://a:443",
    ])
  func accepted(_ origin: String) throws {
    let options = try serve("--websocket 127.0.0.1:0 --allow-origin \(origin)")

    #expect(options.allowedOrigins == [origin])
  }

  @Test(
    "flags of the WebSocket port are refused without a port",
    arguments: ["--allow-origin https://a", "--public-metrics"])
  func withoutPort(flags: String) throws {
    let refused = refusal("serve \(flags)")
    let name = flags.prefix { $0 != " " }

    #expect(refused?.status == .usage)
    #expect(refused?.message.hasPrefix("\(name): needs --websocket") == true)
    _ = try serve("--public-metrics=false")
  }

  @Test("in the file, origins are an array")
  func notAnArray() {
    let file = commandEnvironment(files: ["/c": #"{"allowOrigin":"https://a"}"#])

    #expect(
      refusal("serve --config /c", file)?.message
        == "/c: allowOrigin: must be an array of strings, got string")
  }

  static let changes: [(String, String, [String], [String])] = [
    (
      "--websocket 127.0.0.1:1",
      "--websocket 127.0.0.1:1 --allow-origin https://a --public-metrics",
      ["allowOrigin", "publicMetrics"], []
    ),
    ("--websocket 127.0.0.1:1", "--websocket 127.0.0.1:2", [], ["websocket"]),
  ]

  @Test("a reload changes the origins and the metrics, but not the port", arguments: changes)
  func reload(_ old: String, _ new: String, _ applied: [String], _ restart: [String]) throws {
    let change = SettingsChange(from: try serve(old), to: try serve(new))

    #expect(change.applied == applied && change.needsRestart == restart)
  }

  @Test(
    "every form of a WebSocket address selects that port",
    arguments: [
      "ws://127.0.0.1:8092", "ws://127.0.0.1:8092/", "ws://127.0.0.1:8092/rpc", "ws:127.0.0.1:8092",
    ])
  func destination(_ address: String) throws {
    guard case .call(let options) = try parse("call bridge.ping --connect \(address)") else {
      throw UsageError(message: "not call", status: .fault)
    }

    #expect(
      options.destination.place
        == .named(.webSocket(HostAndPort(host: "127.0.0.1", port: 8092))))
  }

  @Test("an address that the bridge printed is accepted as it is")
  func printedDestination() throws {
    let tcp = HostAndPort(host: "127.0.0.1", port: 8091)
    for (address, place) in [
      ("unix:/run/a/s", Destination.Address.socket("/run/a/s")), ("tcp:127.0.0.1:8091", .tcp(tcp)),
    ] {
      guard case .call(let options) = try parse("call bridge.ping --connect \(address)") else {
        throw UsageError(message: "not call", status: .fault)
      }
      #expect(options.destination.place == .named(place))
    }
  }

  @Test(
    "other URLs are refused",
    arguments: [
      "ws://127.0.0.1", "ws://127.0.0.1:0", "ws://127.0.0.1:1/x", "wss://a:1", "http://a:1",
    ])
  func otherDestination(_ address: String) {
    #expect(refusal("call bridge.ping --connect \(address)")?.status == .usage)
  }
}
