import AltcraftEngine
import JSONCodec
import JSONRPC
import TestSupport
import Testing

@testable import AltcraftMethods

@Suite("Roles, tokens and tickets", .timeLimit(.minutes(10))) struct AccessTests {
  private static let control = "control-token-0123456789"
  private static let observer = "observer-token-012345678"
  private static let pages = "http://127.0.0.1:8092"

  private func fixture(_ limits: Limits = Limits()) throws -> MethodFixture {
    try MethodFixture(
      limits: limits, access: Access(control: Self.control, observer: Self.observer),
      pages: Self.pages)
  }

  private func ticket(_ client: Connection, _ role: String? = nil) throws -> String {
    let answer = client.send("bridge.ticket", role.map { ["role": .string($0)] })
    let url = try #require(answer.first?["result"]?["url"]?.stringValue)
    let start = Self.pages + "/#ticket="
    #expect(url.hasPrefix(start))
    return String(url.dropFirst(start.count))
  }

  private func use(_ ticket: String, _ client: Connection) -> JSON {
    client.send("bridge.authenticate", ["ticket": .string(ticket)]).first ?? .null
  }

  /// The methods that an observer may call: all reads of the bridge, its streams and its outbox.
  private static let ofObservers: Set = [
    "bridge.authenticate", "bridge.check", "bridge.getUserDefaultsValue", "bridge.info",
    "bridge.metrics", "bridge.ping", "bridge.stats", "bridge.ticket", "events.catalog",
    "events.list", "events.subscribe", "events.unsubscribe", "outbox.get", "outbox.list",
    "outcomes.list", "outcomes.subscribe", "outcomes.unsubscribe", "rpc.discover",
    "trace.subscribe", "trace.unsubscribe",
  ]

  @Test("an observer may call exactly the methods that read")
  func list() {
    let declared = Catalog.methods.filter { $0.declaration.role == .observer }.map(\.name)

    #expect(Set(declared) == Self.ofObservers)
  }

  @Test("an observer is refused every other method, aliases too", arguments: Catalog.methods)
  func refused(_ method: BridgeMethod) throws {
    let client = try fixture().connect()
    _ = client.send("bridge.authenticate", ["token": .string(Self.observer)])

    for name in [method.name] + method.aliases {
      let code = client.send(name, [:]).first?["error"]?["code"]
      #expect((code == -32001) == !Self.ofObservers.contains(method.name), "\(name)")
    }
  }

  @Test(
    "a token gives its role",
    arguments: [(control, nil), (observer, -32001)] as [(String, Int?)])
  func tokens(_ token: String, _ code: Int?) throws {
    let client = try fixture().connect()

    #expect(
      client.send("bridge.authenticate", ["token": .string(token)]).first?["result"] == true)

    let answer = client.send("setUserDefaultsValue", ["suiteName": "a", "key": "b", "value": 1])
    #expect(answer.first?["error"]?["code"]?.intValue == code)
  }

  @Test(
    "a text that is nearly the token proves nothing",
    arguments: ["", "x" + control, String(control.dropLast()), control + "0", control.uppercased()])
  func wrong(_ token: String) throws {
    let client = try fixture().connect()

    let answer = client.send("bridge.authenticate", ["token": .string(token)])

    #expect(answer.first?["error"]?["code"] == -32001)
    #expect(
      client.send("setUserDefaultsValue", ["suiteName": "a", "key": "b"]).first?["result"] == true)
  }

  @Test(
    "either a token or a ticket is given",
    arguments: [[:], ["token": "a", "ticket": "b"], ["token": nil]] as [JSON])
  func neither(_ parameters: JSON) throws {
    let answer = try fixture().connect().send("bridge.authenticate", parameters)

    #expect(answer.first?["error"]?["code"] == -32602)
  }

  @Test("a ticket opens one connection, and its session opens more", arguments: Role.allCases)
  func opens(_ role: Role) throws {
    let fixture = try fixture()
    let ticket = try ticket(fixture.connect(), role.rawValue)
    let (page, second, third) = (fixture.connect(), fixture.connect(), fixture.connect())

    let opened = use(ticket, page)["result"]
    #expect(opened?["role"]?.stringValue == role.rawValue)
    #expect(use(ticket, second)["error"]?["code"] == -32001)

    let session = opened?["session"] ?? .null
    #expect(third.send("bridge.authenticate", ["token": session]).first?["result"] == true)
    for client in [page, third] {
      let write = client.send("setUserDefaultsValue", ["suiteName": "a", "key": "b"])
      #expect(write.first?["error"]?["code"]?.intValue == (role == .control ? nil : -32001))
    }
  }

  @Test("without a role a ticket is that of an observer, and an observer gets no other")
  func leastRole() throws {
    let fixture = try fixture()
    let client = fixture.connect()
    _ = client.send("bridge.authenticate", ["token": .string(Self.observer)])

    let refused = client.send("bridge.ticket", ["role": "control"])
    #expect(refused.first?["error"]?["code"] == -32001)

    #expect(use(try ticket(client), fixture.connect())["result"]?["role"] == "observer")
  }

  @Test("a ticket is valid for 60 seconds", arguments: [(59, true), (60, false), (86_400, false)])
  func expiry(_ seconds: Int, _ isValid: Bool) async throws {
    let fixture = try fixture()
    let answer = fixture.connect().send("bridge.ticket").first?["result"]
    let url = answer?["url"]?.stringValue ?? ""

    await fixture.clock.advance(by: .seconds(seconds))

    let ticket = String(url.split(separator: "=").last ?? "")
    #expect((use(ticket, fixture.connect())["result"] != nil) == isValid)
    #expect(answer?["expiresAt"] == "2025-11-21T04:41:00.000Z")
  }

  @Test("unused tickets are bounded for each role, and expired ones make room")
  func bound() async throws {
    var limits = Limits()
    limits.tickets = 2
    let fixture = try fixture(limits)
    let client = fixture.connect()
    for _ in 0..<2 { _ = try ticket(client, "observer") }

    let refused = client.send("bridge.ticket").first?["error"]
    #expect(refused?["code"] == -32002 && refused?["data"]?["limit"] == "tickets")
    _ = try ticket(client, "control")
    await fixture.clock.advance(by: .seconds(60))
    _ = try ticket(client, "observer")
  }

  @Test("without a WebSocket there is no page to open")
  func noPage() throws {
    let fixture = try MethodFixture(
      access: Access(control: Self.control, observer: Self.observer))

    let answer = fixture.connect().send("bridge.ticket")

    #expect(answer.first?["error"]?["data"]?["reason"] == "noWebSocket")
  }

  @Test("without a port every token is accepted, and no ticket")
  func withoutPort() throws {
    let client = try MethodFixture().connect()

    #expect(client.send("bridge.authenticate", ["token": "x"]).first?["result"] == true)
    #expect(use("x", client)["error"]?["code"] == -32001)
  }

  @Test("no two tickets and sessions are equal")
  func distinct() throws {
    let fixture = try fixture()
    let client = fixture.connect()
    var secrets: [String] = []
    for role in Role.allCases {
      for _ in 0..<20 { secrets.append(try ticket(client, role.rawValue)) }
      let opened = use(secrets[secrets.count - 1], fixture.connect())["result"]
      secrets.append(opened?["session"]?.stringValue ?? "")
    }

    #expect(Set(secrets).count == secrets.count)
    #expect(secrets.allSatisfy { $0.utf8.count == 43 })
  }
}
