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
  /// `mayHaveInput` says whether TLS has, or may have, bytes that were received before.
  func use(
    _ place: Place, opened: [Int32], isHTTP2: Bool, mayHaveInput: Bool
  ) -> Connection? {
    if let socket = opened.last(where: { ownPort(of: $0) == place.ownPort }) {
      open[place] = Connection(socket, isHTTP2: isHTTP2)
      whenOpened()
    }
    guard let connection = open[place], !connection.isGivenUp else { return nil }
    guard opened.isEmpty, !isHTTP2 else { return connection }
    return mayHaveInput || hasInput(connection.socket) ? nil : connection
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
  /// True by the handshake.
  let isHTTP2: Bool
  /// True after a request on it had no answer in time: HTTP/2 would send all others on it, too. Also after a status line
  /// that makes libcurl take it for a connection of HTTP/2.
  var isGivenUp = false

  fileprivate init(_ socket: Int32, isHTTP2: Bool) {
    self.socket = socket
    self.isHTTP2 = isHTTP2
  }
}
