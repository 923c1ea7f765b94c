import Foundation
import Glibc
import JSONCodec
import Synchronization

/// The answer to an HTTP request.
package struct HTTPReply: Error, Sendable {
  package let status: Int
  package let fields: [String: String]
  package let body: String

  /// Reads an answer. The names of its fields are in lower case.
  package init(_ bytes: [UInt8]) {
    let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))
    let head = String(decoding: bytes[..<(end?.lowerBound ?? bytes.count)], as: UTF8.self)
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    self.fields = fields
    body = end.map { String(decoding: bytes[$0.upperBound...], as: UTF8.self) } ?? ""
  }
}

/// A host that connects over WebSocket. Its frames are made here, without code of the program under test.
package final class WebSocketHost: Sendable {
  /// The connection, message by message.
  package let wire: WireConnection
  private let closing: Closing

  private final class Closing: Sendable {
    let code = Mutex<Int?>(nil)
  }

  /// The code of the close frame of the bridge; nil before it arrived.
  package var closeCode: Int? { closing.code.withLock { $0 } }

  /// Connects to a port of the loopback interface. `token` is offered in the handshake. Throws the `HTTPReply` of a
  /// handshake that is refused.
  package init(
    port: UInt16, token: String? = nil, origin: String? = nil, host: String? = nil, _ log: WireLog
  ) throws {
    let socket = try Self.connect(port)
    var lines = [
      "GET /rpc HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Upgrade: websocket",
      "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Protocol: altcraft-bridge.v1"
        + (token.map { ", altcraft-bridge.token.\($0)" } ?? ""),
    ]
    if let origin { lines.append("Origin: \(origin)") }
    try Self.write(Array((lines + ["", ""]).joined(separator: "\r\n").utf8), to: socket)
    let answer = Self.read(socket) { $0.firstRange(of: Array("\r\n\r\n".utf8)) != nil }
    let reply = HTTPReply(answer)
    guard reply.status == 101 else {
      let rest = Self.read(socket) { _ in false }
      close(socket)
      throw HTTPReply(answer + rest)
    }
    guard reply.fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
      reply.fields["sec-websocket-protocol"] == "altcraft-bridge.v1"
    else {
      close(socket)
      throw Overdue("not the answer of a WebSocket: \(reply.fields)")
    }
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw Overdue("socketpair: errno \(errno)") }
    let closing = Closing()
    self.closing = closing
    wire = WireConnection(reading: ends[0], writing: ends[0], .lines, log)
    let rest = answer.firstRange(of: Array("\r\n\r\n".utf8)).map { Array(answer[$0.upperBound...]) }
    // Each direction has its own descriptors, and closes them.
    let (reading, writing) = (fcntl(ends[1], F_DUPFD_CLOEXEC, 3), fcntl(socket, F_DUPFD_CLOEXEC, 3))
    Self.forward(socket, rest ?? [], to: ends[1], pongs: writing, closing)
    Self.forward(linesOf: reading, to: writing)
  }

  /// Makes one HTTP request, and returns its answer once the server has closed the connection.
  package static func request(
    _ path: String, port: UInt16, method: String = "GET", fields: [String] = []
  ) throws -> HTTPReply {
    let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields + ["", ""]
    let socket = try connect(port)
    defer { close(socket) }
    try write(Array(lines.joined(separator: "\r\n").utf8), to: socket)
    return HTTPReply(read(socket) { _ in false })
  }

  private static func connect(_ port: UInt16) throws -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return try WireConnection.connect(AF_INET, &address)
  }

  private static func write(_ bytes: [UInt8], to socket: Int32) throws {
    let count = bytes.withUnsafeBytes {
      send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard count == bytes.count else { throw Overdue("write: errno \(errno)") }
  }

  /// Reads until `isEnough` holds, the connection ends or the time limit passes.
  private static func read(_ socket: Int32, until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !isEnough(bytes) {
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(testTimeout.components.seconds) * 1000) > 0 else { break }
      let count = Glibc.read(socket, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}

// Frames.
extension WebSocketHost {
  /// Writes each message of the server as a line, and answers its pings.
  private static func forward(
    _ socket: Int32, _ first: [UInt8], to end: Int32, pongs: Int32, _ closing: Closing
  ) {
    let pongs = fcntl(pongs, F_DUPFD_CLOEXEC, 3)
    Thread.detachNewThread {
      var bytes = first
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      reading: while true {
        while let frame = ServerFrame(&bytes) {
          switch frame.opcode {
          case 0, 1:
            let line = frame.payload + (frame.isLast ? [UInt8(ascii: "\n")] : [])
            guard (try? write(line, to: end)) != nil else { break reading }
          case 8:
            let code = frame.payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
            closing.code.withLock { $0 = code }
            break reading
          case 9: _ = try? write(masked(10, frame.payload), to: pongs)
          default: break
          }
        }
        let count = Glibc.read(socket, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes += buffer[..<count]
      }
      shutdown(end, Int32(SHUT_RDWR))
      for descriptor in [socket, end, pongs] { close(descriptor) }
    }
  }

  /// Sends each line as a text message, and a close frame at the end.
  private static func forward(linesOf end: Int32, to socket: Int32) {
    Thread.detachNewThread {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Glibc.read(end, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes += buffer[..<count]
        while let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) {
          _ = try? write(masked(1, Array(bytes[..<newline])), to: socket)
          bytes.removeFirst(newline + 1)
        }
      }
      _ = try? write(masked(8, [0x03, 0xE8]), to: socket)
      shutdown(socket, Int32(SHUT_RDWR))
      for descriptor in [socket, end] { close(descriptor) }
    }
  }

  private static func masked(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let length = payload.count
    var frame: [UInt8] = [0x80 | opcode]
    if length < 126 {
      frame.append(0x80 | UInt8(length))
    } else if length < 1 << 16 {
      frame += [0xFE, UInt8(length >> 8), UInt8(length & 0xFF)]
    } else {
      frame += [0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
    }
    let mask = (0..<4).map { _ in UInt8.random(in: 0...255) }
    return frame + mask + payload.indices.map { payload[$0] ^ mask[$0 & 3] }
  }

  /// A whole frame from the server.
  private struct ServerFrame {
    let opcode: UInt8
    let isLast: Bool
    let payload: [UInt8]

    /// Removes the first frame of `bytes`; nil if it is not complete.
    init?(_ bytes: inout [UInt8]) {
      guard bytes.count >= 2 else { return nil }
      let short = Int(bytes[1] & 0x7F)
      let start = short == 126 ? 4 : short == 127 ? 10 : 2
      guard bytes.count >= start else { return nil }
      let length = short < 126 ? short : bytes[2..<start].reduce(0) { $0 << 8 | Int($1) }
      guard bytes.count >= start + length else { return nil }
      opcode = bytes[0] & 0x0F
      isLast = bytes[0] & 0x80 != 0
      payload = Array(bytes[start..<start + length])
      bytes.removeFirst(start + length)
    }
  }
}

extension ServiceProcess {
  package func webSocketPort() async throws -> UInt16 {
    UInt16(try await endpoint("ws:127.0.0.1:")) ?? 0
  }

  /// Returns the content of `rpc.token`, or of another file with a token.
  package func token(_ name: String = "rpc.token") throws -> String {
    try String(contentsOfFile: dataDirectory + "/" + name, encoding: .utf8)
  }

  /// Connects over WebSocket. `token` is offered in the handshake.
  package func connectWebSocket(
    token: String? = nil, origin: String? = nil
  ) async throws -> WebSocketHost {
    try WebSocketHost(port: await webSocketPort(), token: token, origin: origin, log)
  }
}
