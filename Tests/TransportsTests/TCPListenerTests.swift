import Glibc
import JSONRPC
import System
import TestSupport
import Testing

@testable import Transports

private let anyPort = Endpoint.tcp(.ipv4, port: 0)

@Suite(.blocking) struct TCPListenerTests {
  @Test(
    "a process of the same user is trusted on every kind of socket",
    arguments: [
      (Endpoint.Loopback.ipv4, AF_INET), (.ipv6, AF_INET6), (.ipv4, AF_INET6),
    ])
  func peerLookup(_ host: Endpoint.Loopback, _ family: Int32) throws {
    let service = try EchoService(.tcp(host, port: 0))

    let peer = try connectTCP(service.listener.endpoint, through: family)
    peer.write("{\"a\":1}\n")

    #expect(peer.lines(1) == ["{\"a\":1}"])
    #expect(service.trusts == [.trusted])
    // Half closed, as by netcat: the answers arrive, then the end.
    peer.write("[1]\n[2]")
    peer.endOutput()
    #expect(peer.rest() == "[1]\n[2]\n")
    try blockUntil { service.connections.counts.open == 0 }
    #expect(service.connections.counts.opened == 1)
  }

  @Test("a peer that half closes before it is accepted is trusted too")
  func halfClosedPeer() throws {
    let service = try EchoService(anyPort)

    let peer = try connectTCP(service.listener.endpoint)
    peer.write("{}\n")
    peer.endOutput()

    #expect(peer.rest() == "{}\n")
    #expect(service.trusts == [.trusted])
  }

  @Test("the chosen port is reported")
  func chosenPort() throws {
    let service = try EchoService(anyPort)

    guard case .tcp(.ipv4, let port) = service.listener.endpoint else {
      Issue.record("\(service.listener.endpoint)")
      return
    }
    #expect(port > 0)
    #expect(throws: ListenerError.inUse(service.listener.endpoint)) {
      try EchoService(service.listener.endpoint)
    }
  }

  @Test(
    "another protocol gets no byte and executes nothing, even if one of its lines is JSON",
    arguments: [
      "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n\r\n{\"jsonrpc\":\"2.0\"}\n",
      "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n\r\n",
      "CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n{}\n",
      "COPY / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
      "\r\n\r\nPOST / HTTP/1.1\r\n\r\n{}\n",
      "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}{}\n",
      "OPTIONS rtsp://127.0.0.1 RTSP/1.0\r\n\r\n{}\n",
      "HELO x\r\n{}\n",
      "Content-Length: 2\r\nHost 127.0.0.1\r\n\r\n{}",
    ], [false, true])
  func foreignProtocols(_ payload: String, demandsToken: Bool) throws {
    let service = try EchoService(anyPort, demandsToken: demandsToken)

    let peer = try connectTCP(service.listener.endpoint)
    peer.write(payload)

    #expect(peer.rest() == "")
    try blockUntil { service.connections.counts.open == 0 }
    #expect(service.messages == [])
    #expect(service.faults == [])
  }

  @Test("a request line behind a message closes the connection, and nothing behind it is executed")
  func laterRequestLine() throws {
    let service = try EchoService(anyPort, demandsToken: true)

    let peer = try connectTCP(service.listener.endpoint)
    peer.write("{}\nPOST / HTTP/1.1\n[1]\n")

    #expect(peer.rest() != nil)
    #expect(service.messages == ["{}"])
  }

  @Test("a peer that does not authenticate in time is disconnected; one that does stays")
  func authSeconds() throws {
    var limits = TransportLimits()
    limits.authSeconds = .milliseconds(400)
    let service = try EchoService(anyPort, limits, demandsToken: true)
    let silent = try connectTCP(service.listener.endpoint)

    #expect(silent.rest() == "")
    #expect(service.trusts == [.unauthenticated])

    let other = try connectTCP(service.listener.endpoint)
    other.write("{}\n")
    #expect(other.lines(1) == ["{}"])
    try blockUntil { service.connections.counts.unauthenticated == 1 }
    for connection in service.all { connection.becomeTrusted() }
    #expect(service.connections.counts.unauthenticated == 0)
    // Longer than the limit: the connection is still open.
    #expect(!waitFor(other.number, POLLIN, or: nil, until: .now + .milliseconds(600)).ready)
    other.write("[2]\n")
    #expect(other.lines(1) == ["[2]"])
  }

  @Test("unauthenticated peers beyond the limit are refused, without effect on the others")
  func unauthenticatedBound() throws {
    var limits = TransportLimits()
    limits.unauthenticated = 2
    let service = try EchoService(anyPort, limits, demandsToken: true)
    let one = try connectTCP(service.listener.endpoint)
    let two = try connectTCP(service.listener.endpoint)
    try blockUntil { service.connections.counts.unauthenticated == 2 }

    let third = try connectTCP(service.listener.endpoint)

    #expect(third.rest() == "")
    #expect(service.connections.counts.refused == 1)
    one.write("{}\n")
    two.write("{}\n")
    #expect(one.lines(1) == ["{}"])
    #expect(two.lines(1) == ["{}"])
  }

  @Test(
    "an unauthenticated peer that sends too much is closed without an answer, a trusted one gets an error",
    arguments: [true, false])
  func tooLong(isTrusted: Bool) throws {
    var limits = TransportLimits()
    limits.frameBytes = 1000
    let service = try EchoService(anyPort, limits, demandsToken: !isTrusted)

    let peer = try connectTCP(service.listener.endpoint)
    peer.write("{" + String(repeating: "x", count: 3000) + "\n{}\n")

    #expect(peer.rest()?.isEmpty == !isTrusted)
    #expect(service.messages == [])
    #expect(service.faults == (isTrusted ? [.tooLong(max: 1000)] : []))
  }

  // A peer that had proven nothing could make the service hold a megabyte.
  @Test("before the authentication a message may have 64 KiB, behind it the whole length")
  func bound() throws {
    let connections = try Connections(limits: TransportLimits())
    let listener = try Listener.tcp(.ipv4, port: 0, demandsToken: { true }, in: connections)
    defer { listener.stop() }
    try listener.accept { connection, _ in
      TestReader(
        onMessage: { text in
          if text == "{}" { connection.becomeTrusted() }
          connection.send(Array("\(text.utf8.count)".utf8), as: .required)
        }, onEnd: { connection.close() })
    }
    func array(_ length: Int) -> String { "[" + String(repeating: " ", count: length - 2) + "]\n" }

    for framing in ["", "Content-Length: 65537\r\n\r\n"] {
      let unproven = try connectTCP(listener.endpoint)
      unproven.write(framing + array(65_537))
      #expect(unproven.rest() == "")
    }
    let proven = try connectTCP(listener.endpoint)
    proven.write(array(65_536) + "{}\n" + array(1 << 20))
    #expect(proven.lines(3) == ["65536", "2", "1048576"])
  }
}
