import Glibc
import JSONRPC
import System
import TestSupport
import Testing

@testable import Transports

private let anyPort = Endpoint.webSocket(.ipv4, port: 0)

@Suite(.blocking) struct WebSocketConnectionTests {
  @Test(
    "a violation is answered with its code and ends the connection after earlier answers",
    arguments: [
      (clientFrame(2), 1003), (clientFrame(1, [0xFF]), 1007), ([0x81, 0x01], 1002),
      (clientFrame(8, [3]), 1002), (clientFrame(3), 1002),
    ])
  func violations(frame: [UInt8], code: Int) throws {
    let service = try EchoService(anyPort)
    let peer = try WebSocketPeer(service.listener.endpoint, token: "good")

    peer.write(clientText("before") + frame + clientText("after"))

    #expect(peer.all() == ["before", "close \(code)"])
    #expect(service.messages == ["before"])
    try blockUntil { service.connections.counts.open == 0 }
  }

  @Test("a message that is too long is reported with its id, then the code is 1009")
  func tooLong() throws {
    var limits = TransportLimits()
    limits.frameBytes = 1000
    let service = try EchoService(anyPort, limits)
    let peer = try WebSocketPeer(service.listener.endpoint, token: "good")
    let text = #"{"id":"a","params":""# + String(repeating: "x", count: 9000)

    peer.write(clientText(text) + clientText("after"))

    let frames = peer.all()
    #expect(frames.count == 2)
    #expect(frames.last == "close 1009")
    #expect(service.faults == [.tooLong(max: 1000, id: .string("a"))])
  }

  @Test("before the authentication a message may have 64 KiB")
  func bound() throws {
    let service = try EchoService(anyPort)
    let text = String(repeating: "x", count: 65_537)
    let proven = try WebSocketPeer(service.listener.endpoint, token: "good")
    proven.write(clientText(text))
    #expect(proven.next() == text)
    let unproven = try WebSocketPeer(service.listener.endpoint, token: nil)

    unproven.write(clientText(String(text.dropLast())) + clientText(text))

    #expect(unproven.all().last == "close 1008")
    #expect(service.faults == [.tooLong(max: 65_536)])
  }

  // The Close frame waited for calls that waited for an outcome, up to hours.
  @Test("after a message that is too long, calls that wait are abandoned")
  func abandoned() throws {
    let connections = try Connections(limits: TransportLimits())
    let listener = try Listener.webSocket(.ipv4, port: 0, rules: .forTests, in: connections)
    defer { listener.stop() }
    try listener.accept { connection, _ in
      connection.onPeerLoss { connection.close() }
      return TestReader()
    }
    let peer = try WebSocketPeer(listener.endpoint, token: "good")

    peer.write(clientText(String(repeating: "x", count: (1 << 20) + 1)))

    #expect(peer.all() == ["close 1009"])
  }

  @Test(
    "a message that is not complete in time is reported, then the code is 1008",
    arguments: [
      [0x81], Array(clientText("whole").dropLast()), clientText("part", isLast: false),
      clientText("part", isLast: false) + clientFrame(9),
    ])
  func tooSlow(start: [UInt8]) throws {
    var limits = TransportLimits()
    limits.frameSeconds = .milliseconds(200)
    let service = try EchoService(anyPort, limits)
    let peer = try WebSocketPeer(service.listener.endpoint, token: "good")

    peer.write(start)

    #expect(peer.all().suffix(2) == ["fault tooSlow(seconds: 0.2)", "close 1008"])
  }

  @Test("a silent peer gets a ping, and ends if it does not react")
  func idle() throws {
    var limits = TransportLimits()
    limits.idle = .milliseconds(400)
    let service = try EchoService(anyPort, limits)
    let frozen = try WebSocketPeer(service.listener.endpoint, token: "good")
    let live = try WebSocketPeer(service.listener.endpoint, token: "good")

    for _ in 1...4 {
      #expect(live.next() == "ping []")
      live.write(clientFrame(10))
    }

    #expect(frozen.all() == ["ping []", "close 1001"])
    live.write(clientText("here"))
    #expect(live.next() == "here")
  }

  @Test("the stop of the service closes with 1001, and refuses a handshake that is not complete")
  func stop() throws {
    let service = try EchoService(anyPort)
    let peer = try WebSocketPeer(service.listener.endpoint, token: "good")
    let half = try WebSocketPeer(service.listener.endpoint)
    half.write(Array("GET /rpc HTTP/1.1\r\n".utf8))
    try blockUntil { service.connections.counts.open == 2 && !service.readers.isEmpty }

    service.listener.stop()
    service.connections.stopReading()

    #expect(peer.all() == ["close 1001"])
    #expect(half.head()?.hasPrefix("HTTP/1.1 503 ") == true)
    #expect(service.connections.waitUntilClosed(within: testTimeout))
  }

  @Test("a peer that does not read gets no more answers than the queue may hold")
  func backPressure() throws {
    var limits = TransportLimits()
    limits.outQueueBytes = 64 << 10
    let service = try EchoService(anyPort, limits)
    let peer = try WebSocketPeer(service.listener.endpoint, token: "good")
    let ping = clientFrame(9, Array(repeating: 7, count: 125))
    let many = Array(repeating: ping, count: 1000).flatMap(\.self)
    #expect(fcntl(peer.peer.number, F_SETFL, O_NONBLOCK) == 0)

    // Send until nothing is taken any more: the listener has stopped reading.
    var sent = 0
    while sent < 64 << 20, isWritable(peer) {
      let start = sent % many.count
      let count = many[start...].withUnsafeBytes {
        Glibc.write(peer.peer.number, $0.baseAddress, $0.count)
      }
      guard count > 0 else { break }
      sent += count
    }
    #expect(sent < 64 << 20)

    // The pings that were sent in full are all answered, in order.
    #expect(fcntl(peer.peer.number, F_SETFL, 0) == 0)
    let whole = sent / ping.count
    let pong = "pong \(Array(repeating: 7, count: 125))"
    for _ in 0..<whole { #expect(peer.next() == pong) }
  }

  private func isWritable(_ peer: WebSocketPeer) -> Bool {
    waitFor(peer.peer.number, POLLOUT, or: nil, until: .now + .milliseconds(500)).ready
  }

  @Test("a peer that ends its output without a Close frame still gets its answers")
  func halfClosed() throws {
    let service = try EchoService(anyPort)
    let peer = try WebSocketPeer(service.listener.endpoint, token: "good")

    peer.write(clientText("last"))
    peer.peer.endOutput()

    #expect(peer.next() == "last")
    #expect(peer.rest().hasSuffix("the input ended without a Close frame"))
    try blockUntil { service.connections.counts.open == 0 }
  }

  @Test("answers that are ready before the end is reported go out before the Close frame")
  func lateAnswers() throws {
    for (what, last, close) in [
      ("a Close frame", clientFrame(8, [3, 232]), "close 1000"),
      ("a violation of the protocol", clientFrame(3), "close 1002"),
    ] {
      let connections = try Connections(limits: TransportLimits())
      let listener = try Listener.webSocket(.ipv4, port: 0, rules: .forTests, in: connections)
      defer { listener.stop() }
      try listener.accept { connection, _ in
        TestReader(onEnd: { connection.send(Array("late".utf8), as: .required) })
      }

      let peer = try WebSocketPeer(
        listener.endpoint, token: "good", behind: clientText("call") + last)

      #expect(peer.all() == ["late", close], "\(what)")
    }
  }

  @Test("messages of every length arrive and return, one of the limit too")
  func lengths() throws {
    let service = try EchoService(anyPort)
    let peer = try WebSocketPeer(service.listener.endpoint, token: "good")

    for length in [1, 125, 126, 65_535, 65_536, 1 << 20] {
      let text = String(repeating: "x", count: length)
      peer.write(clientText(text))
      #expect(peer.next()?.utf8.count == length)
    }
  }

  @Test("the wire of a session cut at every byte gives the same answers")
  func cuts() throws {
    let service = try EchoService(anyPort)
    let input =
      clientText("one") + clientText("tw", isLast: false) + clientFrame(9, [1])
      + clientFrame(0, Array("o".utf8)) + clientFrame(8, [3, 232])
    for cut in 1..<input.count {
      let peer = try WebSocketPeer(
        service.listener.endpoint, token: "good", behind: Array(input.prefix(cut)))
      peer.write(Array(input.dropFirst(cut)))
      #expect(peer.all() == ["one", "pong [1]", "two", "close 1000"], "cut at \(cut)")
    }
  }

  @Test("handshakes that are accepted, refused or abandoned leave no connection behind")
  func lifetimes() throws {
    let service = try EchoService(anyPort)
    let endpoint = service.listener.endpoint
    for _ in 0..<50 {
      let accepted = try WebSocketPeer(endpoint, token: "good", behind: clientFrame(8))
      #expect(accepted.all() == ["close"])
      let refused = try WebSocketPeer(endpoint)
      refused.request("GET /rpc", ["Origin: null"])
      #expect(refused.head() != nil)
      try WebSocketPeer(endpoint).write(Array("GET /".utf8))
      _ = try WebSocketPeer(endpoint, token: nil)
    }

    try blockUntil { service.connections.counts.open == 0 }
    #expect(service.connections.counts.unauthenticated == 0)
  }
}
