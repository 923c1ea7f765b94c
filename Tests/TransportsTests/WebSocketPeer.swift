import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import Transports

/// A client of a WebSocket listener, with its own reading of HTTP answers and frames.
final class WebSocketPeer: Sendable {
  let peer: TestPeer
  let port: UInt16
  private let received = Mutex<[UInt8]>([])

  init(_ endpoint: Endpoint) throws {
    guard case .webSocket(_, let port) = endpoint else { preconditionFailure() }
    self.port = port
    peer = try connectTCP(endpoint)
  }

  /// Connects and completes the handshake, with a token or without one. Frames in `behind` are sent with it.
  convenience init(_ endpoint: Endpoint, token: String?, behind: [UInt8] = []) throws {
    try self.init(endpoint)
    var lines = Self.upgradeLines
    if let token { lines.append("Sec-WebSocket-Protocol: bridge.v1, bridge.token.\(token)") }
    request("GET /rpc", lines, behind: behind)
    let answer = try #require(head())
    try #require(answer.hasPrefix("HTTP/1.1 101 "), "\(answer)")
  }

  static let upgradeLines = [
    "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ]

  func request(_ line: String, _ lines: [String] = [], behind: [UInt8] = []) {
    let all = ["\(line) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + lines + ["", ""]
    write(Array(all.joined(separator: "\r\n").utf8) + behind)
  }

  func write(_ bytes: [UInt8]) { peer.write(bytes) }

  /// Returns the head of the answer, or nil if the connection ended before.
  func head() -> String? {
    let end: [UInt8] = [13, 10, 13, 10]
    while true {
      let found = received.withLock { bytes -> String? in
        for start in bytes.indices where bytes[start...].starts(with: end) {
          defer { bytes.removeFirst(start + 4) }
          return String(decoding: bytes[..<start], as: UTF8.self)
        }
        return nil
      }
      if let found { return found }
      guard receive() else { return nil }
    }
  }

  /// Returns everything until the listener ended the connection.
  func rest() -> String {
    while receive() {}
    return received.withLock { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the next frame: a text, or the name of a control frame with its payload; nil at the end.
  func next() -> String? {
    while true {
      if let frame = received.withLock({ Self.takeFrame(&$0) }) { return frame }
      guard receive() else { return nil }
    }
  }

  /// Returns the text of all frames until the connection ended.
  func all() -> [String] {
    var frames: [String] = []
    while let frame = next() { frames.append(frame) }
    return frames
  }

  private func receive() -> Bool {
    guard let bytes = peer.readSome(65_536) else { return false }
    received.withLock { $0 += bytes }
    return true
  }

  private static func takeFrame(_ bytes: inout [UInt8]) -> String? {
    guard bytes.count >= 2 else { return nil }
    let short = Int(bytes[1])
    let size = short < 126 ? 2 : short == 126 ? 4 : 10
    guard bytes.count >= size else { return nil }
    let length = short < 126 ? short : bytes[2..<size].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= size + length else { return nil }
    let payload = Array(bytes[size..<size + length])
    let first = bytes[0]
    bytes.removeFirst(size + length)
    switch first {
    case 0x81: return String(decoding: payload, as: UTF8.self)
    case 0x88:
      guard payload.count > 1 else { return "close" }
      return "close \(Int(payload[0]) << 8 | Int(payload[1]))"
    case 0x89: return "ping [\(list(payload))]"
    case 0x8A: return "pong [\(list(payload))]"
    default: return "a frame that begins with \(first)"
    }
  }

  /// Prints bytes as an array does, without its search for the conformances of each element.
  private static func list(_ bytes: [UInt8]) -> String {
    bytes.map { String($0) }.joined(separator: ", ")
  }
}
