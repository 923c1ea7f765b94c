import Glibc
import JSONRPC
import System
import TestSupport
import Testing

@testable import Transports

private let anyPort = Endpoint.webSocket(.ipv4, port: 0)

@Suite(.blocking) struct WebSocketListenerTests {
  @Test("its address names the chosen port, and a port in use is an error")
  func address() throws {
    let service = try EchoService(anyPort)

    guard case .webSocket(.ipv4, let port) = service.listener.endpoint else {
      Issue.record("\(service.listener.endpoint)")
      return
    }
    #expect(port > 0)
    #expect("\(service.listener.endpoint)" == "ws:127.0.0.1:\(port)")
    #expect(throws: ListenerError.inUse(service.listener.endpoint)) {
      try EchoService(service.listener.endpoint)
    }
  }

  @Test(
    "a token in the handshake authenticates, with its role",
    arguments: [("good", Role.control), ("look", .observer)])
  func token(token: String, role: Role) throws {
    let service = try EchoService(anyPort)

    let peer = try WebSocketPeer(service.listener.endpoint, token: token)
    peer.write(clientText("hello") + clientFrame(9, [1, 2]))

    #expect(peer.next() == "hello")
    #expect(peer.next() == "pong [1, 2]")
    #expect(service.trusts == [.trusted])
    #expect(service.all.map(\.role) == [role])
    #expect(service.all.map(\.transport) == [.webSocket])
    #expect(service.connections.counts.unauthenticated == 0)
    peer.write(clientFrame(8, [3, 232]))
    #expect(peer.all() == ["close 1000"])
    try blockUntil { service.connections.counts.open == 0 }
    #expect(service.connections.counts.opened == 1)
    #expect(service.connections.counts.refused == 0)
  }

  @Test("the answer to the handshake has the key's hash, the subprotocol, and no extension")
  func answer() throws {
    let service = try EchoService(anyPort)
    let peer = try WebSocketPeer(service.listener.endpoint)

    peer.request(
      "GET /rpc",
      WebSocketPeer.upgradeLines + [
        "Sec-WebSocket-Protocol: bridge.token.good, bridge.v1",
        "Sec-WebSocket-Extensions: permessage-deflate",
      ])

    let lines = try #require(peer.head()).split(separator: "\r\n")
    #expect(lines.first == "HTTP/1.1 101 Switching Protocols")
    #expect(lines.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
    #expect(lines.contains("Sec-WebSocket-Protocol: bridge.v1"))
    #expect(!lines.contains { $0.hasPrefix("Sec-WebSocket-Extensions") })
  }

  @Test("frames that arrive with the handshake are processed")
  func behindHandshake() throws {
    let service = try EchoService(anyPort)
    let half = clientText("second")

    let peer = try WebSocketPeer(
      service.listener.endpoint, token: "good", behind: clientText("first") + half.prefix(7))
    #expect(peer.next() == "first")
    peer.write(Array(half.dropFirst(7)))

    #expect(peer.next() == "second")
  }

  @Test("the answers to all messages of one read are sent together, in order")
  func batches() throws {
    let service = try EchoService(anyPort)

    let peer = try WebSocketPeer(
      service.listener.endpoint, token: "good",
      behind: clientText("1") + clientFrame(9) + clientText("2") + clientFrame(8, [3, 233]))

    #expect(peer.all() == ["1", "pong []", "2", "close 1001"])
    #expect(service.readers.map(\.batches) == [1])
  }

  @Test(
    "every refusal is an HTTP answer with a sentence, closes the connection, and allows no other origin",
    arguments: [
      ("GET /rpc", [], 426), ("GET /nothing", [], 404), ("POST /rpc", [], 405),
      ("GET /rpc", ["Origin: null"], 403), ("GET /rpc", ["Host: a"], 400),
      ("GET /healthz", ["Content-Length: 9"], 400), ("GET /metrics", [], 401),
      ("GET /rpc", ["Sec-WebSocket-Protocol: bridge.v1, bridge.token.bad"], 401),
      ("GET /healthz", [" folded"], 400),
      ("GET /" + String(repeating: "x", count: 9000), [], 431), ("GET x", [], 400),
    ] as [(String, [String], Int)])
  func refusals(line: String, more: [String], status: Int) throws {
    let service = try EchoService(anyPort)
    let peer = try WebSocketPeer(service.listener.endpoint)
    let isPlain = line != "GET /rpc" || more.isEmpty

    peer.request(line, (isPlain ? [] : WebSocketPeer.upgradeLines) + more)

    let head = try #require(peer.head())
    let lines = head.split(separator: "\r\n").map(String.init)
    #expect(lines.first?.hasPrefix("HTTP/1.1 \(status) ") == true, "\(head)")
    #expect(!peer.rest().isEmpty)
    #expect(Set(Self.securityLines).isSubset(of: lines))
    #expect(lines.contains("WWW-Authenticate: Bearer") == (status == 401))
    #expect(!head.lowercased().contains("access-control"))
    #expect(service.trusts == [])
    try blockUntil { service.connections.counts.open == 0 }
    #expect(service.connections.counts.opened == 0)
  }

  @Test("a peer that is refused and does not close is closed after the grace")
  func refusedPeerStays() throws {
    var limits = TransportLimits()
    limits.closeGrace = .milliseconds(200)
    let service = try EchoService(anyPort, limits)
    let peer = try WebSocketPeer(service.listener.endpoint)

    peer.request("GET /nothing")

    #expect(peer.head()?.hasPrefix("HTTP/1.1 404 ") == true)
    try blockUntil { service.connections.counts.open == 0 }
    withExtendedLifetime(peer) {}
  }

  private static let securityLines = [
    "Connection: close", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
    "Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
    "Cache-Control: no-store",
  ]

  @Test(
    "other requests are answered by the rules, with the length of the body",
    arguments: [
      ("/healthz", [], "/healthz no role"), ("/?a", [], "/ no role"),
      ("/metrics", ["Authorization: Bearer look"], "/metrics observer"),
    ])
  func requests(target: String, more: [String], body: String) throws {
    let service = try EchoService(anyPort)
    let peer = try WebSocketPeer(service.listener.endpoint)

    peer.request("GET \(target)", more, behind: Array("GET / HTTP/1.1\r\n\r\n".utf8))

    let lines = try #require(peer.head()).split(separator: "\r\n").map(String.init)
    #expect(lines.first == "HTTP/1.1 200 OK")
    #expect(lines.contains("Content-Length: \(body.utf8.count)"))
    #expect(
      lines.contains("Content-Security-Policy: default-src 'none'") == target.hasPrefix("/?"))
    #expect(Set(Self.securityLines).isSubset(of: lines))
    #expect(peer.rest() == body)
    #expect(service.connections.counts.refused == 0)
  }

  @Test("a header that is not complete in time is answered 408")
  func slowHeader() throws {
    var limits = TransportLimits()
    limits.frameSeconds = .milliseconds(200)
    let service = try EchoService(anyPort, limits)
    let silent = try WebSocketPeer(service.listener.endpoint)
    let slow = try WebSocketPeer(service.listener.endpoint)

    slow.write(Array("GET /rpc HTTP/1.1\r\nHost:".utf8))

    for peer in [silent, slow] {
      #expect(peer.head()?.hasPrefix("HTTP/1.1 408 ") == true)
    }
    try blockUntil { service.connections.counts.open == 0 }
  }

  @Test("a peer that does not authenticate in time is reported and closed with 1008")
  func authSeconds() throws {
    var limits = TransportLimits()
    limits.authSeconds = .seconds(2)
    let service = try EchoService(anyPort, limits)

    let other = try WebSocketPeer(service.listener.endpoint, token: nil)
    try blockUntil { service.all.count == 1 }
    service.all[0].becomeTrusted(as: .observer)
    let peer = try WebSocketPeer(service.listener.endpoint, token: nil)

    #expect(peer.all() == ["fault unauthenticated", "close 1008"])
    #expect(service.all.first?.role == .observer)
    other.write(clientText("still there"))
    #expect(other.next() == "still there")
  }

  @Test("a newcomer displaces the oldest peer that is not authenticated, with an answer")
  func displacement() throws {
    var limits = TransportLimits()
    limits.unauthenticated = 2
    let service = try EchoService(anyPort, limits)
    let trusted = try WebSocketPeer(service.listener.endpoint, token: "good")
    let idle = try WebSocketPeer(service.listener.endpoint)
    try blockUntil { service.connections.counts.open == 2 }
    let upgraded = try WebSocketPeer(service.listener.endpoint, token: nil)

    let third = try WebSocketPeer(service.listener.endpoint, token: nil)
    #expect(idle.head()?.hasPrefix("HTTP/1.1 503 ") == true)
    let fourth = try WebSocketPeer(service.listener.endpoint, token: nil)
    #expect(upgraded.all() == ["close 1013"])

    for peer in [trusted, third, fourth] {
      peer.write(clientText("here"))
      #expect(peer.next() == "here")
    }
    #expect(service.connections.counts.unauthenticated == 2)
    #expect(service.connections.counts.open == 3)
  }

  @Test("peers of a WebSocket take no place of peers of the TCP port, and displace none")
  func separateBounds() throws {
    var limits = TransportLimits()
    limits.unauthenticated = 1
    let service = try EchoService(anyPort, limits)
    let listener = try Listener.tcp(
      .ipv4, port: 0, demandsToken: { true }, in: service.connections)
    defer { listener.stop() }
    try listener.accept { connection, _ in TestReader.echo(on: connection) }
    let socket = try WebSocketPeer(service.listener.endpoint, token: nil)
    let raw = try connectTCP(listener.endpoint)
    raw.write("{}\n")
    #expect(raw.lines(1) == ["{}"])

    let newer = try WebSocketPeer(service.listener.endpoint, token: nil)
    let refused = try connectTCP(listener.endpoint)

    #expect(socket.all() == ["close 1013"])
    #expect(refused.rest() == "")
    raw.write("[1]\n")
    #expect(raw.lines(1) == ["[1]"])
    newer.write(clientText("here"))
    #expect(newer.next() == "here")
  }

  @Test("beyond the limit of connections a handshake is answered 503, and others still get answers")
  func connectionBound() throws {
    var limits = TransportLimits()
    limits.connections = 1
    let service = try EchoService(anyPort, limits)
    let first = try WebSocketPeer(service.listener.endpoint, token: "good")
    let second = try WebSocketPeer(service.listener.endpoint)
    second.request("GET /rpc", WebSocketPeer.upgradeLines)
    let lines = try #require(second.head()).split(separator: "\r\n")

    #expect(lines.first == "HTTP/1.1 503 Service Unavailable")
    #expect(lines.contains("Retry-After: 1"))
    let health = try WebSocketPeer(service.listener.endpoint)
    health.request("GET /healthz")
    #expect(health.head()?.hasPrefix("HTTP/1.1 200 ") == true)

    first.write(clientFrame(8))
    #expect(first.all() == ["close"])
    try blockUntil { service.connections.counts.open == 0 }
    let third = try WebSocketPeer(service.listener.endpoint, token: "good")
    third.write(clientText("here"))
    #expect(third.next() == "here")
  }

  // Between its place and its trust, another newcomer could displace it: it got no answer to its handshake.
  @Test("a peer with the right token is trusted in the same step in which it gets its place")
  func trustedPlace() throws {
    var limits = TransportLimits()
    limits.connections = 1
    let connections = try Connections(limits: limits)
    func newcomer() throws -> (connection: Connection, peer: TestPeer) {
      let (here, there) = socketPair()
      let connection = try Connection(
        socket: SharedFD(FileDescriptor(owning: here)), .webSocket, .unauthenticated,
        in: connections)
      #expect(connections.admit(connection).isEmpty)
      return (connection, TestPeer(socket: there))
    }
    let (trusted, other) = (try newcomer(), try newcomer())

    guard
      case .established = connections.establish(
        trusted.connection, trust: { trusted.connection.markTrusted(as: .control) })
    else {
      Issue.record("not established")
      return
    }

    guard case .refused = connections.establish(other.connection, trust: nil) else {
      Issue.record("not refused")
      return
    }
    #expect(trusted.connection.trust == .trusted)
    #expect(connections.counts.unauthenticated == 1)
  }

  @Test("a flood of peers without a token ends none that has one")
  func flood() throws {
    var limits = TransportLimits()
    limits.connections = 2
    limits.unauthenticated = 10_000
    let service = try EchoService(anyPort, limits)
    let (endpoint, isOver) = (service.listener.endpoint, Monitor(false))
    let floods = (0..<3).map { _ in
      Served {
        while !isOver.withLock({ $0 }), let peer = try? WebSocketPeer(endpoint) {
          peer.request("GET /rpc", WebSocketPeer.upgradeLines)
          _ = peer.head()
        }
      }
    }

    for number in 0..<200 {
      let peer = try WebSocketPeer(endpoint)
      peer.request(
        "GET /rpc",
        WebSocketPeer.upgradeLines + ["Sec-WebSocket-Protocol: bridge.v1, bridge.token.good"])
      // The only other place may have a peer that is being closed.
      guard peer.head()?.hasPrefix("HTTP/1.1 101 ") == true else {
        #expect(peer.rest().contains("too many connections"), "\(number)")
        continue
      }
      peer.write(clientText("\(number)"))
      #expect(peer.next() == "\(number)")
      peer.write(clientFrame(8))
      #expect(peer.all() == ["close"])
    }

    isOver.update { $0 = true }
    try blockUntil { floods.allSatisfy(\.isDone) }
  }

  @Test("a place held by a peer that is not authenticated is given to a newcomer")
  func placeOfUnauthenticated() throws {
    var limits = TransportLimits()
    limits.connections = 1
    let service = try EchoService(anyPort, limits)
    let idle = try WebSocketPeer(service.listener.endpoint, token: nil)

    let newcomer = try WebSocketPeer(service.listener.endpoint, token: "good")

    #expect(idle.all() == ["close 1013"])
    newcomer.write(clientText("here"))
    #expect(newcomer.next() == "here")
    #expect(service.connections.counts.open == 1)
  }
}
