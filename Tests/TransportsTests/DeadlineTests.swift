import Dispatch
import Glibc
import JSONRPC
import Synchronization
import TestSupport
import Testing

@testable import Transports

@Suite(.blocking) struct DeadlineTests {
  @Test(
    "an unauthenticated peer is disconnected in time and its place is freed, also while its input is processed"
  )
  func busyReader() throws {
    // A 430-byte message once kept the reader busy forever, and no other thread checked the deadline.
    var limits = TransportLimits()
    limits.authSeconds = .milliseconds(200)
    limits.unauthenticated = 1
    let connections = try Connections(limits: limits)
    let isHandled = DispatchSemaphore(value: 0)
    let listener = try Listener.tcp(.ipv4, port: 0, demandsToken: { true }, in: connections)
    try listener.accept { connection, _ in
      TestReader(onMessage: { _ in isHandled.wait() }, onEnd: { connection.close() })
    }
    defer { listener.stop() }
    let first = try connectTCP(listener.endpoint)
    first.write("{}\n")

    #expect(first.rest(within: .seconds(10)) == "")
    try blockUntil(within: .seconds(10)) { connections.counts.unauthenticated == 0 }
    #expect(connections.counts.open == 0)

    let second = try connectTCP(listener.endpoint)
    second.write("{}\n")
    try blockUntil(within: .seconds(10)) { connections.counts.opened == 2 }
    #expect(connections.counts.refused == 0)
    #expect(second.rest(within: .seconds(10)) == "")

    // A place is freed once, and not again when the reader ends.
    isHandled.signal()
    isHandled.signal()
    try blockUntil { connections.counts.unauthenticated == 0 && connections.counts.open == 0 }
  }

  @Test(
    "a deadline during authentication closes the peer or has no effect, and the peer is counted once"
  )
  func trustAtTheDeadline() throws {
    // Such a connection could stay open without a place, and its place could be taken or freed twice.
    let service = try EchoService(.tcp(.ipv4, port: 0), demandsToken: true)
    for round in 1...300 {
      let peer = try connectTCP(service.listener.endpoint)
      peer.write("{}\n")
      #expect(peer.lines(1) == ["{}"])
      let connection = try #require(service.all.last)
      let turn = Atomic(0)
      let racers = [
        { @Sendable in connection.authTimeIsUp() }, { @Sendable in connection.becomeTrusted() },
      ].map { race in
        Served {
          turn.add(1, ordering: .acquiringAndReleasing)
          while turn.load(ordering: .acquiring) < 2 {}
          race()
        }
      }
      try blockUntil { racers.allSatisfy(\.isDone) }

      let isTrusted = connection.trust == .trusted
      #expect(service.connections.counts.unauthenticated == 0)
      try #require(service.connections.counts.open == (isTrusted ? 1 : 0), "round \(round)")
      if isTrusted { peer.endOutput() }
      #expect(peer.rest() == "")
      try blockUntil { service.connections.counts.open == 0 }
    }
  }

  @Test("a deadline that expires while the peer hangs up frees its place once")
  func hangUpAtTheDeadline() throws {
    let service = try EchoService(.tcp(.ipv4, port: 0), demandsToken: true)
    for round in 1...300 {
      let peer = try connectTCP(service.listener.endpoint)
      peer.write("{}\n")
      #expect(peer.lines(1) == ["{}"])
      let connection = try #require(service.all.last)

      let racer = Served { connection.authTimeIsUp() }
      peer.endOutput()

      try blockUntil { racer.isDone && service.connections.counts.open == 0 }
      try #require(service.connections.counts.unauthenticated == 0, "round \(round)")
    }
  }

  @Test("an incomplete message has its own deadline, independent of earlier messages")
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

    #expect(peer.rest(within: .seconds(10)) == "fault tooSlow(seconds: 0.3)\n")
    try blockUntil(within: .seconds(10)) { service.connections.counts.open == 0 }
  }
}
