import Glibc
import System

/// Both directions of a connection, and its framing.
final class RawConnection {
  let reading: Int32
  let writing: Int32
  let framing: Framing
  let reader: ResponseReader
  private let closes: Bool

  /// Uses the pipes of a process, which still owns them.
  init(_ process: MeasuredProcess, _ framing: Framing = .newline, isEcho: Bool = false) {
    reading = process.reading
    writing = process.writing
    self.framing = framing
    reader = ResponseReader(framing, isEcho: isEcho)
    closes = false
    // A full pipe must not keep this process from reading data that the other end has to write first.
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
  }

  private init(socket: Int32, _ framing: Framing, isEcho: Bool) {
    reading = socket
    writing = socket
    self.framing = framing
    reader = ResponseReader(framing, isEcho: isEcho)
    closes = true
  }

  deinit { if closes { close(reading) } }

  convenience init(
    unix path: String, _ framing: Framing = .newline, isEcho: Bool = false
  ) throws(BenchError) {
    guard let address = SocketAddress(path: path) else {
      throw BenchError("the socket path is too long: \(path)")
    }
    self.init(socket: try RawConnection.connect(address), framing, isEcho: isEcho)
  }

  convenience init(
    port: UInt16, _ framing: Framing = .newline, isEcho: Bool = false
  ) throws(BenchError) {
    let socket = try RawConnection.connect(.loopback(port: port))
    var yes: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    self.init(socket: socket, framing, isEcho: isEcho)
  }

  private static func connect(_ address: SocketAddress) throws(BenchError) -> Int32 {
    let number = socket(address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw BenchError(call: "socket") }
    guard address.withPointer({ Glibc.connect(number, $0, $1) }) == 0 else {
      let error = BenchError(call: "connect")
      close(number)
      throw error
    }
    return number
  }

  /// Writes as much as is accepted at once. Returns the number of bytes.
  func writeSome(_ bytes: UnsafePointer<UInt8>, _ count: Int) throws(BenchError) -> Int {
    while true {
      let written =
        closes
        ? send(writing, bytes, count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        : Glibc.write(writing, bytes, count)
      if written >= 0 { return written }
      if errno == EAGAIN { return 0 }
      if errno == EPIPE || errno == ECONNRESET { throw RawConnection.closed }
      guard errno == EINTR else { throw BenchError(call: "write") }
    }
  }

  /// Writes all bytes and waits as long as necessary.
  func write(_ bytes: [UInt8]) throws(BenchError) {
    var done = 0
    while done < bytes.count {
      let rest = done
      let count = try bytes.withUnsafeBufferPointer { buffer throws(BenchError) in
        guard let base = buffer.baseAddress else { return 0 }
        return try writeSome(base + rest, buffer.count - rest)
      }
      done += count
      if done < bytes.count { wait(Int16(POLLOUT)) }
    }
  }

  func wait(_ events: Int16) {
    var poll = pollfd(fd: events == Int16(POLLOUT) ? writing : reading, events: events, revents: 0)
    _ = Glibc.poll(&poll, 1, 1000)
  }

  /// Waits for the next message and returns it.
  func nextAnswer() throws(BenchError) -> Answer {
    while true {
      if let answer = try reader.next() { return answer }
      let count = reader.fill(from: reading)
      if count < 0 && errno == EAGAIN { wait(Int16(POLLIN)) } else { try check(count) }
    }
  }

  /// Checks the result of a read. At the end of the input nothing more will be answered.
  func check(_ count: Int) throws(BenchError) {
    if count == 0 { throw RawConnection.closed }
    if count < 0 && errno != EAGAIN { throw BenchError(call: "read") }
  }

  private static let closed = BenchError(
    "the peer closed the connection before it had answered every request")

  /// Sends one request, while no other waits for its answer. Returns the text of the answer, a result or an error.
  @discardableResult
  func call(_ text: String) throws(BenchError) -> String {
    try write(framing.framed(Array(text.utf8)))
    while true {
      switch try nextAnswer() {
      case .result, .error: return reader.lastText
      case .other: continue
      }
    }
  }

  /// Turns a new connection into a WebSocket.
  func upgrade(port: UInt16) throws(BenchError) {
    let lines = [
      "GET /rpc HTTP/1.1", "Host: 127.0.0.1:\(port)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Protocol: altcraft-bridge.v1", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    try write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    while true {
      if let head = reader.nextHead() {
        guard head.hasPrefix("HTTP/1.1 101 ") else { throw BenchError("no WebSocket: \(head)") }
        return
      }
      let count = reader.fill(from: reading)
      if count < 0 && errno == EAGAIN { wait(Int16(POLLIN)) } else { try check(count) }
    }
  }

  /// Sends a request and requires a result.
  @discardableResult
  func demand(_ method: String, _ params: String = "{}") throws(BenchError) -> String {
    let answer = try call(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
    guard answer.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result""#) else {
      throw BenchError("\(method): \(answer)")
    }
    return answer
  }
}
