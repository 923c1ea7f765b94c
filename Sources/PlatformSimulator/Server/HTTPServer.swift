import Glibc
import System

/// A small HTTP/1.1 server with a thread for each connection.
final class HTTPServer: Sendable {
  /// A function that replies to a request at the address of the server.
  typealias Handler = @Sendable (WireRequest, SimulatorAddress) -> SimulatedReply

  let address: SimulatorAddress
  private let listener: Int32
  private let limits: SimulatorLimits
  private let handler: Handler
  private let open: Monitor<Open>

  /// The resources that `stop` has to release.
  private struct Open {
    var isStopped = false
    var isAccepting = true
    var connections: Set<Int32> = []
  }

  static func start(
    host: String, port: UInt16, limits: SimulatorLimits,
    handler: @escaping Handler
  ) throws(SimulatorError) -> HTTPServer {
    let (listener, boundPort) = try listen(host: host, port: port)
    let server = HTTPServer(
      listener: listener, address: SimulatorAddress(host: host, port: boundPort), limits: limits,
      handler: handler)
    do throws(SystemError) {
      try startThread { server.accept() }
    } catch {
      close(listener)
      throw .cannotListen(host: host, port: port, errno: error.code)
    }
    return server
  }

  private init(
    listener: Int32, address: SimulatorAddress, limits: SimulatorLimits,
    handler: @escaping Handler
  ) {
    self.listener = listener
    self.address = address
    self.limits = limits
    self.handler = handler
    open = Monitor(Open())
  }

  /// Ends all connections and returns when every thread has finished its own.
  func stop() {
    open.update { open in
      open.isStopped = true
      // Wakes the threads. Each closes its own descriptor, so none can be reused meanwhile.
      for connection in open.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
    // The threads wait only for the descriptors just shut down, so this is short. The bound is for a bug.
    _ = open.wait(until: .after(.seconds(10))) {
      $0.connections.isEmpty && !$0.isAccepting ? true : nil
    }
    close(listener)
  }

  private static func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    // No code here recurses deeper than a JSON body of 64 levels.
    try PosixThread(stackBytes: 512 * 1024, body).detach()
  }

  private func accept() {
    while waitForRoom() {
      let connection = Glibc.accept(listener, nil, nil)
      if connection < 0 {
        // Out of descriptors, or a client that disconnected at once: both are temporary.
        if errno == EMFILE || errno == ENFILE { usleep(10_000) }
        continue
      }
      // A child process must not keep a connection open that is closed here.
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      let isWanted = open.update { open in
        if !open.isStopped { open.connections.insert(connection) }
        return !open.isStopped
      }
      let isServed = isWanted && (try? Self.startThread { self.serve(connection) }) != nil
      if !isServed { finish(connection) }
    }
    open.update { $0.isAccepting = false }
  }

  /// Waits for room for a connection. Returns false when stopped.
  private func waitForRoom() -> Bool {
    while true {
      let answer = open.wait(until: .after(.seconds(60))) { [limits] open -> Bool? in
        if open.isStopped { return false }
        return open.connections.count < limits.connections ? true : nil
      }
      if let answer { return answer }
    }
  }

  private func finish(_ connection: Int32) {
    open.update { open in
      open.connections.remove(connection)
      close(connection)
    }
  }

  private func serve(_ connection: Int32) {
    defer { finish(connection) }
    prepare(connection)
    var reader = RequestReader(connection: connection, limits: limits)
    while true {
      do {
        let request = try reader.next()
        guard perform(handler(request, address), for: request, on: connection) else { return }
      } catch {
        if case .refused(let status, let reason) = error {
          let response = WireResponse.error(status, "bad HTTP request: \(reason)")
          _ = sendAll(connection, response.head(closing: true) + response.body)
          closeGently(connection)
        }
        return
      }
    }
  }

  private func prepare(_ connection: Int32) {
    var timeout = timeval(
      tv_sec: limits.idleMilliseconds / 1000, tv_usec: limits.idleMilliseconds % 1000 * 1000)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
    // A client that does not read must not block a thread forever either.
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    var one: Int32 = 1
    setsockopt(
      connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Performs the reply. Returns true if the connection can take another request.
  private func perform(_ reply: SimulatedReply, for request: WireRequest, on connection: Int32)
    -> Bool
  {
    if reply.delayMilliseconds > 0 {
      // No events are requested: only the end of both directions ends this early.
      waitForEnd(of: connection, events: 0, milliseconds: reply.delayMilliseconds)
    }
    switch reply.ending {
    case .answer(let response):
      let closing = request.asksToClose
      let body = request.method == "HEAD" ? [] : response.body
      return sendAll(connection, response.head(closing: closing) + body) && !closing
    case .truncated(let response, let bytes):
      _ = sendAll(connection, response.head(closing: false) + response.body.prefix(bytes))
    case .reset:
      var immediately = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &immediately, socklen_t(MemoryLayout<linger>.size))
    case .hang:
      waitForEnd(of: connection, events: peerHasEnded, milliseconds: -1)
    }
    return false
  }

  private func waitForEnd(of connection: Int32, events: Int16, milliseconds: Int) {
    var poll = pollfd(fd: connection, events: events, revents: 0)
    Glibc.poll(&poll, 1, Int32(clamping: milliseconds))
  }

  /// Closes so that the client can read the sent data: a close with unread input would reset the connection
  /// and discard the answer.
  private func closeGently(_ connection: Int32) {
    shutdown(connection, Int32(SHUT_WR))
    var room = [UInt8](repeating: 0, count: 64 * 1024)
    // Enough for a client that sends a body of twice the limit; 500 ms for one that sends nothing more.
    for _ in 0..<(2 * limits.bodyBytes / room.count + 1) {
      var poll = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, 500) > 0, recv(connection, &room, room.count, 0) > 0 else {
        return
      }
    }
  }
}

/// The flag POLLRDHUP, which Glibc exports to C only: the other side sends no more.
private let peerHasEnded: Int16 = 0x2000

/// Creates a listening socket. Returns it and its port.
private func listen(
  host: String, port: UInt16
) throws(SimulatorError) -> (listener: Int32, port: UInt16) {
  // "localhost" is the one name that needs no resolver.
  let number = host == "localhost" ? "127.0.0.1" : host
  guard let address = SocketAddress(numeric: number, port: port) else { throw .invalidHost(host) }
  let listener = socket(address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  guard listener >= 0 else { throw .cannotListen(host: host, port: port, errno: errno) }
  var one: Int32 = 1
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
  guard address.withPointer({ bind(listener, $0, $1) }) == 0,
    Glibc.listen(listener, 1024) == 0, let bound = SocketAddress(of: listener)
  else {
    let code = errno
    close(listener)
    throw .cannotListen(host: host, port: port, errno: code)
  }
  return (listener, bound.port)
}
