import Glibc
import JSONRPC
import Synchronization
import System
import TestSupport
import Testing

@testable import Transports

/// The behaviour of a connection whose peer has hung up, while a call on it still waits for its end.
@Suite(.blocking) struct PeerLossTests {
  static let endpoints: [Endpoint] = [
    .unix(path: ""), .tcp(.ipv4, port: 0), .tcp(.ipv6, port: 0),
  ]

  /// A service whose connections answer nothing and are not closed by the end of their input.
  private final class PatientService: Sendable {
    let connections: Connections
    let listener: Listener
    private let directory = TemporaryDirectory()
    private let all = Mutex<[(Connection, TestReader)]>([])

    init(_ endpoint: Endpoint) throws {
      let connections = try Connections(limits: TransportLimits())
      self.connections = connections
      switch endpoint {
      case .unix:
        listener = try Listener.unix(path: directory.path + "/s", in: connections)
      case .tcp(let host, _):
        listener = try Listener.tcp(host, port: 0, demandsToken: { false }, in: connections)
      case .stdio, .webSocket: preconditionFailure()
      }
      try listener.accept { [self] connection, _ in
        let reader = TestReader()
        all.withLock { $0.append((connection, reader)) }
        return reader
      }
    }

    var reader: TestReader? { all.withLock { $0.first?.1 } }
    var connection: Connection? { all.withLock { $0.first?.0 } }

    func connect() throws -> TestPeer {
      switch listener.endpoint {
      case .unix(let path): try connectUnix(path)
      default: try connectTCP(listener.endpoint)
      }
    }
  }

  @Test("a closed peer frees its place after its input was read", arguments: endpoints)
  func hungUp(_ endpoint: Endpoint) throws {
    let service = try PatientService(endpoint)
    defer { service.listener.stop() }
    var peer: TestPeer? = try service.connect()
    peer?.write("[1]\n[2]\n")
    try blockUntil { service.reader != nil }

    peer = nil

    try blockUntil(within: .seconds(15)) { service.connections.counts.open == 0 }
    #expect(service.reader?.messages == ["[1]", "[2]"])
    #expect(service.reader?.hasEnded == true)
  }

  @Test("a peer that closes after ending its output frees its place", arguments: endpoints)
  func hungUpLater(_ endpoint: Endpoint) throws {
    let service = try PatientService(endpoint)
    defer { service.listener.stop() }
    var peer: TestPeer? = try service.connect()
    peer?.write("[1]\n")
    peer?.endOutput()
    try blockUntil { service.reader?.hasEnded == true }
    #expect(service.connections.counts.open == 1)

    peer = nil

    try blockUntil(within: .seconds(15)) { service.connections.counts.open == 0 }
  }

  @Test("a peer that has ended its output gets all its answers", arguments: endpoints)
  func halfClosed(_ endpoint: Endpoint) throws {
    let service = try PatientService(endpoint)
    defer { service.listener.stop() }
    let peer = try service.connect()
    peer.write("[1]\n")
    peer.endOutput()
    try blockUntil { service.reader?.hasEnded == true }

    service.connection?.send(Array("first".utf8), as: .required)
    #expect(peer.lines(1) == ["first"])
    // Longer than the time to notice that a peer has closed.
    #expect(!waitFor(peer.number, POLLIN, or: nil, until: .now + .seconds(3)).ready)
    service.connection?.send(Array("last".utf8), as: .required)
    service.connection?.close()

    #expect(peer.rest() == "last\n")
    try blockUntil { service.connections.counts.open == 0 }
  }
}
