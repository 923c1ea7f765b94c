import BridgeClient
import Glibc
import JSONCodec
import System
import TestSupport

@testable import AltcraftBridgeClient

/// The other side of the connections of a client. `answers` returns the messages after each request, which it sends in
/// one write; nil ends the connection. No process that another test starts keeps a connection open.
final class ScriptedBridge: Sendable {
  typealias Answers = @Sendable (_ connection: Int, _ request: JSON) -> [JSON]?

  private struct State {
    var connections = 0
    var ended = 0
    var requests: [(connection: Int, request: JSON)] = []
  }

  private let state = Monitor(State())
  private let answers: Answers

  init(_ answers: @escaping Answers) { self.answers = answers }

  /// Returns the result of a request, after other messages.
  static func result(_ request: JSON, _ value: JSON) -> JSON {
    ["jsonrpc": "2.0", "id": request["id"] ?? nil, "result": value]
  }

  /// Makes a bridge that answers nothing, and reads nothing more after a call of `hang`, until it is released.
  static func hanging(until isReleased: Monitor<Bool>) -> ScriptedBridge {
    ScriptedBridge { _, request in
      if request["method"] == "hang" { _ = isReleased.wait(until: .never) { $0 ? true : nil } }
      return []
    }
  }

  static func event(_ sequence: Int) -> JSON {
    ["jsonrpc": "2.0", "method": "event", "params": ["epoch": "e", "seq": .int(sequence)]]
  }

  /// Opens a client whose connections lead here.
  func client(_ host: Bridge.Host = Bridge.Host()) throws -> Bridge {
    try Bridge(host, reconnects: true, phase: .open) { [self] handlers throws(BridgeError) in
      var ends: [Int32] = [0, 0]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
      else {
        throw .unreachable("socketpair")
      }
      serve(ends[1])
      guard let wire = try? Wire(socket: ends[0]) else { throw .unreachable("socket") }
      return Link(BridgeConnection(wire, handlers))
    }
  }

  /// Listens on a port of this machine for one connection. Returns the port.
  func listen() throws -> UInt16 {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && Glibc.listen(listener, 1) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard isBound else { throw Overdue("no port") }
    PosixThread.require { [self] in
      serve(accept(listener, nil, nil))
      close(listener)
    }
    return address.sin_port.bigEndian
  }

  var requests: [(connection: Int, request: JSON)] { state.update { $0.requests } }
  func forget() { state.update { $0.requests = [] } }

  /// The connections that the client has closed, or that ended here.
  var ended: Int { state.update { $0.ended } }

  private func serve(_ socket: Int32) {
    let number = state.update { state in
      state.connections += 1
      return state.connections
    }
    PosixThread.require { [self] in
      var splitter = LineSplitter()
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      reading: while true {
        let count = read(socket, &buffer, buffer.count)
        guard count > 0 else { break }
        for line in splitter.lines(adding: Array(buffer[..<count])) {
          guard let request = try? JSONParser.parse(line).value else { break reading }
          state.update { $0.requests.append((number, request)) }
          let messages = answers(number, request)
          let bytes = (messages ?? []).flatMap { Array(($0.text + "\n").utf8) }
          if !bytes.isEmpty { _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
          if messages == nil { break reading }
        }
      }
      close(socket)
      state.update { $0.ended += 1 }
    }
  }
}
