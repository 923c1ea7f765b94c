import Foundation
import Glibc
import JSONCodec
import JSONRPC
import Synchronization
import System
import TestSupport
import Testing
import Transports
import WireRecording

enum Wire: String, CaseIterable, Sendable {
  case stdio, unix, tcp
}

/// Tests of all examples of the JSON-RPC 2.0 specification, and of the other rules of the protocol, over
/// every transport in both framings.
@Suite struct ConformanceTests {
  static let combinations = Wire.allCases.flatMap { wire in
    WireConnection.Framing.allCases.map { (wire, $0) }
  }

  @Test("the examples of the specification", arguments: combinations)
  func arithmeticMethods(wire: Wire, framing: WireConnection.Framing) async throws {
    let directory = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "JSONRPCTests/Transcripts")
    let cases = try Transcript.cases(in: directory)
    try #require(cases.count >= 20)
    let service = try ArithmeticService(wire)
    defer { service.stop() }

    let host = try service.connect(framing)
    for one in cases {
      try await replay(one, on: host, end: #"{"jsonrpc":"2.0","id":"end","method":"get_data"}"#)
    }
    host.endOutput()
    try await host.waitForEnd()

    #expect(host.log.problems == [])
  }

  @Test("the bridge's own methods", arguments: combinations)
  func bridgeMethods(wire: Wire, framing: WireConnection.Framing) async throws {
    let directory = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Transcripts")
    let cases = try Transcript.cases(in: directory)
    try #require(cases.count >= 10)
    let place = TemporaryDirectory()
    let socket = place.path + "/run/rpc.sock"
    let arguments = ["--stdio", "--socket", socket, "--listen", "127.0.0.1:0"]
    try await withBridge(arguments, in: place, framing: framing) { bridge in
      let host =
        switch wire {
        case .stdio: bridge.stdio
        case .unix: try await bridge.connectUnix(framing)
        case .tcp: try await bridge.connectTCP(framing)
        }
      for one in cases {
        try await replay(
          one, on: host, end: #"{"jsonrpc":"2.0","id":"end","method":"bridge.ping"}"#)
      }
    }
  }

  /// Plays one case. `end` is a request whose answer shows that no other answer was due.
  private func replay(
    _ one: Transcript.Case, on host: WireConnection, end: String
  ) async throws {
    var count = host.messages.count
    for step in one.steps {
      switch step {
      case .send(let message): try host.send(message)
      case .expect(let expected):
        let all = try await host.messages(count + expected.count)
        let actual = Array(all[count..<count + expected.count])
        let isMatch = Transcript.match(expected, actual)
        #expect(isMatch, "\(one.title): got \(actual.map(\.text))")
        count += expected.count
      }
    }
    try host.send(end)
    let last = try await host.messages(count + 1)
    #expect(last[count]["id"] == "end", "\(one.title): got \(last[count].text)")
    #expect(last.count == count + 1, "\(one.title)")
  }
}

/// A service with the methods of the specification's examples, on the transports of the bridge.
private final class ArithmeticService: Sendable {
  private let connections: Connections
  private let listener: Listener?
  private let pipes: Mutex<(input: Int32, output: Int32)?>
  private let directory = TemporaryDirectory()

  init(_ wire: Wire) throws {
    let connections = try Connections(limits: TransportLimits())
    self.connections = connections
    switch wire {
    case .stdio:
      listener = nil
      let toService = try Self.pipe()
      let fromService = try Self.pipe()
      let connection = try Connection(
        reading: FileDescriptor(owning: toService.reading),
        writing: FileDescriptor(owning: fromService.writing),
        in: connections)
      Thread.detachNewThread { connection.run(Self.peer(connection)) }
      pipes = Mutex((fromService.reading, toService.writing))
    case .unix:
      listener = try .unix(path: directory.path + "/s/rpc.sock", in: connections)
      pipes = Mutex(nil)
    case .tcp:
      listener = try .tcp(.ipv4, port: 0, demandsToken: { false }, in: connections)
      pipes = Mutex(nil)
    }
    try listener?.accept { connection, _ in Self.peer(connection) }
  }

  func connect(_ framing: WireConnection.Framing) throws -> WireConnection {
    let log = WireLog(nil)
    switch listener?.endpoint {
    case .unix(let path): return try WireConnection(unix: path, framing, log)
    case .tcp(_, let port): return try WireConnection(port: port, framing, log)
    case .stdio, .webSocket, nil:
      let pair = try #require(
        pipes.withLock { pipes in
          defer { pipes = nil }
          return pipes
        })
      return WireConnection(reading: pair.input, writing: pair.output, framing, log)
    }
  }

  func stop() {
    listener?.stop()
    connections.stopReading()
    #expect(connections.waitUntilClosed(within: testTimeout))
  }

  private static func peer(_ connection: Connection) -> any ChannelReader {
    Peer(
      connection, Dispatcher(ArithmeticMethods.all),
      options: PeerOptions(
        authenticationMethod: nil, closesOnOversize: connection.transport != .stdio,
        clock: ContinuousClock(), counters: RPCCounters())
    ) { _ in NoContext() }
  }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    // A process started by another test in between inherits them only until its `exec`.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
