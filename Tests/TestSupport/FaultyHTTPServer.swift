import Foundation
import Glibc
import Synchronization

/// A web server on loopback that misbehaves as its paths define. It uses raw sockets and one thread per
/// connection. The server and all its connections end when this value is released.
package final class FaultyHTTPServer: Sendable {
  /// A request as received.
  package struct Request: Sendable {
    package let method: String
    /// The path as written, with its query.
    package let path: String
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    package subscript(header name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  /// The server's response to a request. All bytes are written unchanged.
  package enum Behaviour: Sendable {
    case answer(status: Int, headers: [String] = [], body: [UInt8] = Array("{}".utf8))
    /// Writes these bytes and closes the connection: garbage, a cut body, or no head at all.
    case raw(String)
    /// Writes this head, then repeats these bytes until the client disconnects or the server ends.
    case endless(head: String, chunk: [UInt8], pause: Duration)
    /// Writes nothing until the client disconnects or the server ends.
    case silence
    /// Waits for `release` before the answer.
    case held(status: Int)
    /// Answers, and closes after the pause without an announcement: the next request on this connection may
    /// find it closing.
    case closeAfter(pause: Duration)
    /// Returns the request as plain text: `METHOD path`, the headers as `name: value`, a blank line, the
    /// body.
    case echo
    /// Writes these bytes, then resets the connection.
    case reset(after: String = "")
    /// Writes these bytes, then nothing until the client disconnects or the server ends.
    case stall(after: String)
    /// Answers the first request of a connection, reads the next one, and closes the connection.
    case answerOnce
    /// Writes these bytes and keeps the connection open: surplus bytes precede the next answer.
    case excess(String)
    /// Answers with 200, writes these bytes after the pause, and keeps the connection open.
    case stray(String, after: Duration)
  }

  /// The server's action on a new connection, before the client sends anything.
  package enum Greeting: Sendable {
    /// Writes this text and closes the connection.
    case text(String)
    case reset
  }

  private struct State {
    var behaviours: [String: Behaviour] = [:]
    var answer: (@Sendable (Request) -> Behaviour)?
    var greeting: Greeting?
    var requests: [Request] = []
    var connections: Set<Int32> = []
    var connectionCount = 0
    var strays = 0
    var isReleased = false
    var isClosed = false
  }

  package let port: UInt16
  private let listener: Int32
  private let state: Shared
  /// The state that the threads keep alive. They do not keep the server alive.
  private final class Shared: Sendable {
    let value = Mutex(State())
  }

  /// Sets the behaviours by path (without query); all other paths get 404. A `greeting` applies to every
  /// client and ends the connection.
  package convenience init(_ behaviours: [String: Behaviour] = [:], greeting: Greeting? = nil) {
    self.init { state in
      state.behaviours = behaviours
      state.greeting = greeting
    }
  }

  /// Calls `answer` for each request, on many threads, and stores no request, so that millions are possible.
  package convenience init(answering answer: @escaping @Sendable (Request) -> Behaviour) {
    self.init { $0.answer = answer }
  }

  private init(_ change: (inout State) -> Void) {
    let shared = Shared()
    shared.value.withLock { change(&$0) }
    state = shared
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    precondition(bound, "no loopback listener: errno \(errno)")
    port = UInt16(bigEndian: address.sin_port)

    self.listener = listener
    startThread { [state] in Self.accept(on: listener, state) }
  }

  deinit {
    state.value.withLock { state in
      state.isClosed = true
      // Each thread closes its own descriptor.
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// All completely read requests, in order.
  package var requests: [Request] { state.value.withLock { $0.requests } }

  /// The number of connections so far, and of open ones.
  package var connectionCount: Int { state.value.withLock { $0.connectionCount } }
  package var openConnections: Int { state.value.withLock { $0.connections.count } }

  /// The number of times that `stray` has written its bytes.
  package var strays: Int { state.value.withLock { $0.strays } }

  /// Answers all `held` requests, current and future.
  package func release() { state.value.withLock { $0.isReleased = true } }

  /// Waits until this many requests have been read. Returns false if they were not read in time.
  package func waitForRequests(_ count: Int) async -> Bool {
    var asking = Poll()
    while asking.continues() {
      if requests.count >= count { return true }
      try? await Task.sleep(for: asking.pace.pause)
    }
    return false
  }

  private static func accept(on listener: Int32, _ shared: Shared) {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      if connection < 0 && errno == EINTR { continue }
      guard connection >= 0 else { break }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      // Each write arrives at once, and not after the answer to the one before.
      var on: Int32 = 1
      setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
      let isOpen = shared.value.withLock { state in
        guard !state.isClosed else { return false }
        state.connections.insert(connection)
        state.connectionCount += 1
        return true
      }
      guard isOpen else {
        close(connection)
        break
      }
      startThread {
        serve(connection, shared)
        shared.value.withLock { _ = $0.connections.remove(connection) }
        close(connection)
      }
    }
    close(listener)
  }

  private static func serve(_ connection: Int32, _ shared: Shared) {
    switch shared.value.withLock({ $0.greeting }) {
    case .text(let text):
      _ = write(connection, Array(text.utf8))
      shutdown(connection, Int32(SHUT_WR))
      return waitForEnd(connection)
    case .reset: return reset(connection)
    case nil: break
    }
    var buffer: [UInt8] = []
    var count = 0
    while let request = readRequest(connection, &buffer) {
      count += 1
      let behaviour = behaviour(for: request, shared)
      if case .answerOnce = behaviour {
        guard count == 1, write(connection, head(200, [], 2) + Array("{}".utf8)) else { return }
      } else {
        guard perform(behaviour, request, connection, shared) else { return }
      }
    }
  }

  private static func behaviour(for request: Request, _ shared: Shared) -> Behaviour {
    if let answer = shared.value.withLock({ $0.answer }) { return answer(request) }
    return shared.value.withLock { state in
      state.requests.append(request)
      let path = request.path.split(separator: "?").first.map(String.init) ?? ""
      return state.behaviours[path] ?? .answer(status: 404)
    }
  }

  /// Performs the behaviour. Returns true if the connection stays open.
  private static func perform(
    _ behaviour: Behaviour, _ request: Request, _ connection: Int32, _ shared: Shared
  ) -> Bool {
    switch behaviour {
    case .answer(let status, let headers, let body):
      return write(connection, head(status, headers, body.count) + body)
    case .raw(let text):
      _ = write(connection, Array(text.utf8))
      return false
    case .endless(let head, let chunk, let pause):
      guard write(connection, Array(head.utf8)) else { return false }
      while write(connection, chunk) { sleep(pause) }
      return false
    case .silence:
      waitForEnd(connection)
      return false
    case .held(let status):
      while !shared.value.withLock({ $0.isReleased || $0.isClosed }) { usleep(1000) }
      return write(connection, head(status, [], 2) + Array("{}".utf8))
    case .closeAfter(let pause):
      _ = write(connection, head(200, [], 2) + Array("{}".utf8))
      sleep(pause)
      return false
    case .echo:
      var text = "\(request.method) \(request.path)\n"
      for header in request.headers { text += "\(header.name): \(header.value)\n" }
      let body = Array(text.utf8) + [0x0A] + request.body
      return write(connection, head(200, ["Content-Type: text/plain"], body.count) + body)
    case .reset(let text):
      _ = write(connection, Array(text.utf8))
      // The client must have read the written bytes before: a reset overtakes them.
      if !text.isEmpty { sleep(.milliseconds(50)) }
      reset(connection)
      return false
    case .stall(let text):
      _ = write(connection, Array(text.utf8))
      waitForEnd(connection)
      return false
    case .answerOnce: return false
    case .excess(let text): return write(connection, Array(text.utf8))
    case .stray(let text, let pause):
      guard write(connection, head(200, [], 2) + Array("{}".utf8)) else { return false }
      sleep(pause)
      defer { shared.value.withLock { $0.strays += 1 } }
      return write(connection, Array(text.utf8))
    }
  }

  /// Makes the following close send a reset.
  private static func reset(_ connection: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
  }

  private static func head(_ status: Int, _ headers: [String], _ length: Int) -> [UInt8] {
    var head = "HTTP/1.1 \(status) Whatever\r\nContent-Length: \(length)\r\n"
    for header in headers { head += header + "\r\n" }
    return Array((head + "\r\n").utf8)
  }

  private static func readRequest(_ connection: Int32, _ buffer: inout [UInt8]) -> Request? {
    while true {
      if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
        let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
          .components(separatedBy: "\r\n")
        let first = lines[0].split(separator: " ").map(String.init)
        guard first.count == 3 else { return nil }
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          return (
            String(line[..<colon]),
            line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
          )
        }
        let length = headers.first { $0.name.lowercased() == "content-length" }
        let count = length.flatMap { Int($0.value) } ?? 0
        if buffer.count >= end.upperBound + count {
          let body = Array(buffer[end.upperBound..<(end.upperBound + count)])
          buffer.removeFirst(end.upperBound + count)
          return Request(method: first[0], path: first[1], headers: headers, body: body)
        }
      }
      var chunk = [UInt8](repeating: 0, count: 65536)
      let count = recv(connection, &chunk, chunk.count, 0)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      buffer += chunk[..<count]
    }
  }

  private static func write(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  private static func waitForEnd(_ connection: Int32) {
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
  }

  private static func sleep(_ pause: Duration) {
    let (seconds, attoseconds) = pause.components
    usleep(UInt32(seconds) * 1_000_000 + UInt32(attoseconds / 1_000_000_000_000))
  }
}

private func startThread(_ body: @escaping @Sendable () -> Void) {
  let thread = Thread(block: body)
  thread.stackSize = 1 << 19
  thread.start()
}
