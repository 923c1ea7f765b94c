import Dispatch
import Glibc
import JSONRPC
import TestSupport
import Testing

@testable import Transports

@Suite struct DeadlineTests {
  @Test("an unproven peer is closed in time and its place is free, also while its input is handled")
  func busyReader() throws {
    // A 430-byte message once kept the reader busy for ever, and nothing else looked at the time.
    var limits = TransportLimits()
    limits.authSeconds = .milliseconds(200)
    limits.unauthenticated = 1
    let connections = try Connections(limits: limits)
    let isHandled = DispatchSemaphore(value: 0)
    let listener = try Listener.tcp(.ipv4, port: 0, demandsToken: { true }, in: connections) {
      connection, _ in
      TestReader(onMessage: { _ in isHandled.wait() }, onEnd: { connection.close() })
    }
    defer { listener.stop() }
    let first = try connectTCP(listener.endpoint)
    first.write("{}\n")

    #expect(first.rest(within: .seconds(10)) == "")
    #expect(eventually(within: .seconds(10)) { connections.counts.unproven == 0 })
    #expect(connections.counts.open == 0)

    let second = try connectTCP(listener.endpoint)
    second.write("{}\n")
    #expect(eventually(within: .seconds(10)) { connections.counts.opened == 2 })
    #expect(connections.counts.refused == 0)
    #expect(second.rest(within: .seconds(10)) == "")

    // A place is given back once, not again when the reader ends.
    isHandled.signal()
    isHandled.signal()
    #expect(eventually { connections.counts.unproven == 0 && connections.counts.open == 0 })
  }

  @Test("a message that stops coming has its time, however many came before it")
  func frameDeadlines() throws {
    var limits = TransportLimits()
    limits.frameSeconds = .milliseconds(300)
    let directory = TemporaryDirectory()
    let service = try EchoService(.unix(path: directory.path + "/s"), limits)
    let peer = try connectUnix(directory.path + "/s")
    for index in 0..<20 {
      peer.write("[\(index),")
      peer.write("0]\n")
      #expect(peer.lines(1) == ["[\(index),0]"])
    }

    peer.write("[")

    #expect(peer.rest(within: .seconds(10)) == "")
    #expect(eventually(within: .seconds(10)) { service.connections.counts.open == 0 })
  }
}
