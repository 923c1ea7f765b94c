import Glibc

/// A reader for the requests of one connection, strict by RFC 9112: lines end with CRLF, lengths are
/// unambiguous, nothing is guessed.
struct RequestReader {
  private let connection: Int32
  private let limits: SimulatorLimits
  private var buffer: [UInt8] = []
  private var position = 0
  private var hasBegun = false

  init(connection: Int32, limits: SimulatorLimits) {
    self.connection = connection
    self.limits = limits
  }

  mutating func next() throws(ReadFailure) -> WireRequest {
    hasBegun = false
    var line = try self.line(limit: limits.lineBytes, beyond: 414)
    // RFC 9112 §2.2: one empty line before a request is ignored.
    if line.isEmpty { line = try self.line(limit: limits.lineBytes, beyond: 414) }
    let (method, path, query) = try Self.requestLine(line)
    let headers = try self.headers()
    guard headers.count(where: { $0.name == "host" }) == 1 else {
      throw .refused(status: 400, reason: "must have exactly one Host header")
    }
    let body = try self.body(headers)
    return WireRequest(method: method, path: path, rawQuery: query, headers: headers, body: body)
  }

  private static func requestLine(
    _ line: [UInt8]
  ) throws(ReadFailure) -> (method: String, path: String, query: String) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(isTokenByte) else {
      throw .refused(status: 400, reason: "malformed request line")
    }
    guard words[2].starts(with: "HTTP/".utf8) else {
      throw .refused(status: 400, reason: "malformed request line")
    }
    guard words[2].elementsEqual("HTTP/1.1".utf8) else {
      throw .refused(status: 505, reason: "only HTTP/1.1 is supported")
    }
    // 0x21…0x7E without "#": a target is ASCII without spaces and has no fragment.
    guard words[1].allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") }) else {
      throw .refused(status: 400, reason: "malformed request target")
    }
    var target = String(decoding: words[1], as: UTF8.self)[...]
    if target.lowercased().hasPrefix("http://") {
      target = target.dropFirst(7).drop { $0 != "/" }
    }
    guard target.hasPrefix("/") else {
      throw .refused(status: 400, reason: "the request target must start with /")
    }
    let path = target.prefix { $0 != "?" }
    return (
      String(decoding: words[0], as: UTF8.self), String(path),
      String(target.dropFirst(path.count + 1))
    )
  }

  private mutating func headers() throws(ReadFailure) -> [WireHeader] {
    var headers: [WireHeader] = []
    var bytes = 0
    while true {
      let line = try self.line(limit: limits.lineBytes, beyond: 431)
      if line.isEmpty { return headers }
      bytes += line.count
      guard bytes <= limits.headBytes, headers.count < limits.headers else {
        throw .refused(status: 431, reason: "too many header bytes")
      }
      headers.append(try Self.header(line))
    }
  }

  private static func header(_ line: [UInt8]) throws(ReadFailure) -> WireHeader {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      line[..<colon].allSatisfy(isTokenByte)
    else { throw .refused(status: 400, reason: "malformed header") }
    let value = line[(colon + 1)...]
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw .refused(status: 400, reason: "control character in a header")
    }
    return WireHeader(
      name: String(decoding: line[..<colon], as: UTF8.self).lowercased(),
      value: String(decoding: value, as: UTF8.self).trimmed)
  }

  private mutating func body(_ headers: [WireHeader]) throws(ReadFailure) -> [UInt8] {
    let lengths = headers.filter { $0.name == "content-length" }.map(\.value)
    let encodings = headers.filter { $0.name == "transfer-encoding" }.map(\.value)
    guard lengths.count <= 1, encodings.isEmpty || lengths.isEmpty else {
      throw .refused(status: 400, reason: "the length of the body is ambiguous")
    }
    if !encodings.isEmpty, encodings.map({ $0.lowercased() }) != ["chunked"] {
      throw .refused(status: 501, reason: "the only supported transfer encoding is chunked")
    }
    var length = 0
    if let text = lengths.first {
      guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        throw .refused(status: 400, reason: "malformed Content-Length")
      }
      length = Int(text) ?? .max
    }
    guard length <= limits.bodyBytes else { throw tooLarge }
    try answerExpectation(headers, bodyFollows: length > 0 || !encodings.isEmpty)
    return encodings.isEmpty ? try take(length) : try chunks()
  }

  private func answerExpectation(
    _ headers: [WireHeader], bodyFollows: Bool
  ) throws(ReadFailure) {
    guard let expectation = headers.first(where: { $0.name == "expect" })?.value else { return }
    guard expectation.lowercased() == "100-continue" else {
      throw .refused(status: 417, reason: "the only supported expectation is 100-continue")
    }
    guard bodyFollows, position == buffer.count else { return }
    guard sendAll(connection, Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { throw .closed }
  }

  private mutating func chunks() throws(ReadFailure) -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let line = try self.line(limit: limits.lineBytes, beyond: 400)
      let digits = line.prefix { $0 != UInt8(ascii: ";") }
      // 8 digits hold any size within the limit and cannot overflow.
      guard 1...8 ~= digits.count,
        let size = Int(String(decoding: digits, as: UTF8.self).trimmed, radix: 16), size >= 0,
        digits.first != UInt8(ascii: "+")
      else { throw .refused(status: 400, reason: "malformed chunk size") }
      if size == 0 { break }
      guard body.count + size <= limits.bodyBytes else { throw tooLarge }
      body += try take(size)
      guard try take(2).elementsEqual([0x0D, 0x0A]) else {
        throw .refused(status: 400, reason: "a chunk is longer than its declared size")
      }
    }
    _ = try headers()
    return body
  }

  private var tooLarge: ReadFailure {
    .refused(status: 413, reason: "the body exceeds \(limits.bodyBytes) bytes")
  }

  /// Returns the next line without its CRLF.
  private mutating func line(limit: Int, beyond status: Int) throws(ReadFailure) -> [UInt8] {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        guard end > position, buffer[end - 1] == UInt8(ascii: "\r") else {
          throw .refused(status: 400, reason: "a line must end with CRLF")
        }
        guard end - 1 - position <= limit else { break }
        defer { position = end + 1 }
        return Array(buffer[position..<(end - 1)])
      }
      guard buffer.count - position <= limit else { break }
      let unsearched = buffer.count - position
      try fill()
      searched = position + unsearched
    }
    throw .refused(status: status, reason: "a line exceeds \(limit) bytes")
  }

  private mutating func take(_ count: Int) throws(ReadFailure) -> [UInt8] {
    while buffer.count - position < count { try fill() }
    defer { position += count }
    return Array(buffer[position..<(position + count)])
  }

  /// Reads at least one more byte. Removes consumed bytes from the buffer, so `position` becomes 0.
  private mutating func fill() throws(ReadFailure) {
    if position > 0 {
      buffer.removeFirst(position)
      position = 0
    }
    if !buffer.isEmpty { hasBegun = true }
    var room = [UInt8](repeating: 0, count: 64 * 1024)
    var received: Int
    repeat {
      received = recv(connection, &room, room.count, 0)
    } while received < 0 && errno == EINTR
    if received > 0 {
      buffer += room[..<received]
      hasBegun = true
    } else if !hasBegun {
      throw .closed
    } else if received < 0, errno == EAGAIN {
      throw .refused(status: 408, reason: "the request was not complete in time")
    } else {
      throw .refused(status: 400, reason: "the request is incomplete")
    }
  }
}

/// The reason why no request arrived.
enum ReadFailure: Error, Equatable {
  /// The end of the connection, or too long a silence, between two requests.
  case closed
  /// A request that cannot be read. It is answered with this error, then the connection is closed.
  case refused(status: Int, reason: String)
}

/// Sends all bytes. Returns false if the other side has closed the connection.
func sendAll(_ connection: Int32, _ bytes: some Collection<UInt8>) -> Bool {
  let bytes = Array(bytes)
  var sent = 0
  while sent < bytes.count {
    let count = bytes.withUnsafeBytes { buffer in
      send(
        connection, UnsafeRawBufferPointer(rebasing: buffer[sent...]).baseAddress,
        buffer.count - sent, Int32(MSG_NOSIGNAL))
    }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    sent += count
  }
  return true
}

private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
