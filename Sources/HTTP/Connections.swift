import Glibc

/// The open connections. libcurl chooses one for each request, and names it by its ends; this type knows the socket, so
/// that a kept connection can be examined before a request goes out on it.
final class Connections {
  /// The ends of a connection.
  struct Place: Hashable {
    let peer: String
    let peerPort: Int32
    let own: String
    let ownPort: Int32
  }

  private var open: [Place: Connection] = [:]
  private let whenOpened: () -> Void

  init(_ whenOpened: @escaping () -> Void) { self.whenOpened = whenOpened }

  /// Returns the connection for one more request; it is new if sockets were opened for it. Nil for an idle one on which
  /// something has arrived since its last answer: the end of the connection, or bytes that libcurl would take for the
  /// answer to the request. A connection of HTTP/2 names the request of each answer.
  func use(_ place: Place, opened: [Int32]) -> Connection? {
    if let socket = opened.last(where: { ownPort(of: $0) == place.ownPort }) {
      open[place] = Connection(socket)
      whenOpened()
    }
    guard let connection = open[place],
      !opened.isEmpty || connection.isShared || !hasInput(connection.socket)
    else { return nil }
    connection.users += 1
    return connection
  }

  func close(_ socket: Int32) -> Int32 {
    if let place = open.first(where: { $0.value.socket == socket })?.key { open[place] = nil }
    return Glibc.close(socket)
  }

  private func ownPort(of socket: Int32) -> Int32? {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    // The port has the same place in the addresses of both families.
    return result == 0 ? Int32(UInt16(bigEndian: address.sin6_port)) : nil
  }

  private func hasInput(_ socket: Int32) -> Bool {
    var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) != 0
  }
}

final class Connection {
  fileprivate let socket: Int32
  fileprivate var users = 0
  private var isHTTP2 = false

  fileprivate init(_ socket: Int32) { self.socket = socket }

  /// True if its answers are told apart: HTTP/1 has one request at a time.
  fileprivate var isShared: Bool { isHTTP2 || users > 0 }

  func release(isHTTP2: Bool) {
    users -= 1
    if isHTTP2 { self.isHTTP2 = true }
  }
}
