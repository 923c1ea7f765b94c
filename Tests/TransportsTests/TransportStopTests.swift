import Glibc
import System
import TestSupport
import Testing

@testable import Transports

/// The stop of a service whose clients do not notice it.
@Suite("A stop of the transports", .blocking) struct TransportStopTests {
  private let directory = TemporaryDirectory()
  private var limits: TransportLimits {
    var limits = TransportLimits()
    // Longer than the test waits.
    limits.closeGrace = testTimeout * 2
    return limits
  }

  // It held each stop for two seconds.
  @Test("a stop does not wait for a client that has its answers, on a Unix socket")
  func unix() throws {
    let service = try EchoService(.unix(path: directory.path + "/s"), limits)
    let peer = try connectUnix(directory.path + "/s")
    peer.write("[1]\n")
    #expect(peer.lines(1) == ["[1]"])

    stop(service)

    #expect(service.connections.waitUntilClosed(within: testTimeout))
    withExtendedLifetime(peer) {}
  }

  @Test("a stop does not wait for a client that has its answers, on TCP")
  func tcp() throws {
    let service = try EchoService(.tcp(.ipv4, port: 0), limits)
    let peer = try connectTCP(service.listener.endpoint)
    peer.write("[1]\n")
    #expect(peer.lines(1) == ["[1]"])

    stop(service)

    #expect(service.connections.waitUntilClosed(within: testTimeout))
    withExtendedLifetime(peer) {}
  }

  @Test("a stop does not wait for a client that has its answers, on a WebSocket")
  func webSocket() throws {
    let service = try EchoService(.webSocket(.ipv4, port: 0), limits)
    let peer = try WebSocketPeer(service.listener.endpoint, token: "good")
    peer.write(clientText("1"))
    #expect(peer.next() == "1")

    stop(service)

    #expect(service.connections.waitUntilClosed(within: testTimeout))
    withExtendedLifetime(peer) {}
  }

  @Test("a stop waits for a client that has yet to read its answers")
  func unread() throws {
    let service = try EchoService(.unix(path: directory.path + "/s"), limits)
    let peer = try connectUnix(directory.path + "/s")
    peer.write("[1]\n")
    try blockUntil { service.messages == ["[1]"] }

    stop(service)

    #expect(!service.connections.waitUntilClosed(within: .milliseconds(500)))
    #expect(peer.rest() == "[1]\n")
    #expect(service.connections.waitUntilClosed(within: testTimeout))
  }

  private func stop(_ service: EchoService) {
    service.listener.stop()
    service.connections.stopReading()
  }
}
