import Glibc
import JSONCodec
import PlatformSimulator

/// An HTTP client of the tests: it sends exactly the bytes it is given.
final class RawClient {
  struct Answer {
    let status: Int
    /// Names in lower case.
    let headers: [String: String]
    let body: [UInt8]
    /// False if the connection ended before `Content-Length` bytes.
    let isComplete: Bool

    var json: JSON { get throws { try JSONParser.parse(body).value } }
    var errorText: String { get throws { try json["error_text"]?.stringValue ?? "" } }
  }

  enum Failure: Error, Equatable {
    /// No byte of an answer arrived.
    case closed, reset, silent
  }

  private let connection: Int32
  private var buffer: [UInt8] = []

  init(_ address: SimulatorAddress, silenceMilliseconds: Int = 10_000) {
    connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var silence = timeval(
      tv_sec: silenceMilliseconds / 1000, tv_usec: silenceMilliseconds % 1000 * 1000)
    setsockopt(
      connection, SOL_SOCKET, SO_RCVTIMEO, &silence, socklen_t(MemoryLayout<timeval>.size))
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = address.port.bigEndian
    target.sin_addr.s_addr = inet_addr(address.host)
    let result = withUnsafePointer(to: &target) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    precondition(result == 0, "cannot connect: errno \(errno)")
  }

  deinit { close(connection) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      // The server may have refused already; its answer can still be read.
      if count <= 0 { return }
      sent += count
    }
  }

  func endSending() { shutdown(connection, Int32(SHUT_WR)) }

  func readAnswer() throws -> Answer {
    let head = try readHead()
    let lines = head.split(separator: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let name = line.prefix { $0 != ":" }
      headers[name.lowercased()] = String(line.dropFirst(name.count + 2))
    }
    let length = Int(headers["content-length"] ?? "0")!
    var isComplete = true
    while buffer.count < length, isComplete {
      do { try fill() } catch { isComplete = false }
    }
    let body = Array(buffer.prefix(length))
    buffer.removeFirst(body.count)
    return Answer(
      status: Int(lines[0].split(separator: " ")[1])!, headers: headers, body: body,
      isComplete: isComplete)
  }

  /// Returns the interim or final head, without its empty line.
  func readHead() throws -> String {
    while true {
      let text = String(decoding: buffer, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let head = String(text[..<end.lowerBound])
        buffer.removeFirst(head.utf8.count + 4)
        return head
      }
      try fill()
    }
  }

  /// Returns true when the server has ended the connection and nothing is left to read.
  func isAtEnd() -> Bool {
    do { try fill() } catch { return error as? Failure != .silent }
    return false
  }

  private func fill() throws {
    var room = [UInt8](repeating: 0, count: 65_536)
    let count = recv(connection, &room, room.count, 0)
    if count == 0 { throw Failure.closed }
    if count < 0 { throw errno == ECONNRESET ? Failure.reset : Failure.silent }
    buffer += room[..<count]
  }
}

extension String {
  /// Returns the first occurrence, without Foundation.
  fileprivate func range(of pattern: String) -> Range<String.Index>? {
    let pattern = Array(pattern.utf8)
    var index = utf8.startIndex
    while let end = utf8.index(index, offsetBy: pattern.count, limitedBy: utf8.endIndex) {
      if utf8[index..<end].elementsEqual(pattern) { return index..<end }
      index = utf8.index(after: index)
    }
    return nil
  }
}
