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
  /// The time at which requests without a complete head end; nil before the stop. No request goes out once it is set.
  var stopTime: SuspendingClock.Instant?
  /// The number of times that libcurl opened a socket, sent a request or received something.
  var progress = 0

  init(_ whenOpened: @escaping () -> Void) { self.whenOpened = whenOpened }

  /// The reason for which a request does not go out on a connection.
  enum Refusal: Error {
    /// Another request is on it that must not have company, or an answer did not come in time on it.
    case occupied
    /// Something has arrived on it since its last answer: its end, or bytes that libcurl would take for the answer.
    case hasInput
  }

  /// Takes the connection for one more request; it is new if sockets were opened for it. `isAlone`: no other request may
  /// share it. A connection of HTTP/2 names the request of each answer, so it takes several requests, and input between
  /// them. For a request that `maySpeakHTTP2`, libcurl also chooses a busy connection of HTTP/1.1 if it has met HTTP/2 at
  /// that origin. `mayHaveInput` says whether TLS has, or may have, bytes that were received before.
  func use(
    _ place: Place, to origin: Origin, opened: [Int32], isHTTP2: Bool, maySpeakHTTP2: Bool,
    isAlone: Bool, mayHaveInput: Bool
  ) throws(Refusal) -> Connection {
    if let socket = opened.last(where: { ownPort(of: $0) == place.ownPort }) {
      open[place] = Connection(socket, to: origin, isHTTP2: isHTTP2)
      whenOpened()
    }
    guard let connection = open[place] else { throw .hasInput }
    guard connection.takes(isAlone: isAlone, maySpeakHTTP2: maySpeakHTTP2) else { throw .occupied }
    if opened.isEmpty, !isHTTP2, mayHaveInput || hasInput(connection.socket) { throw .hasInput }
    connection.begin(isAlone: isAlone)
    return connection
  }

  /// Returns whether requests to that origin may use HTTP/2. Beside a connection of HTTP/1.1 they do not, also if other
  /// connections offer it: libcurl would mix them up.
  func maySpeakHTTP2(_ origin: Origin) -> Bool {
    origin.isSecure && !open.values.contains { !$0.isHTTP2 && $0.origin == origin }
  }

  func close(_ socket: Int32) -> Int32 {
    if let (place, connection) = open.first(where: { $0.value.socket == socket }) {
      connection.isClosed = true
      open[place] = nil
    }
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
  fileprivate let origin: Origin
  /// True by the handshake.
  let isHTTP2: Bool
  /// True after a request on it had no answer in time: HTTP/2 would send all others on it, too. Also after a status line
  /// that makes libcurl take it for a connection of HTTP/2.
  var isGivenUp = false
  fileprivate var isClosed = false
  private var requests = 0
  private var isOfOne = false

  fileprivate init(_ socket: Int32, to origin: Origin, isHTTP2: Bool) {
    self.socket = socket
    self.origin = origin
    self.isHTTP2 = isHTTP2
  }

  fileprivate func takes(isAlone: Bool, maySpeakHTTP2: Bool) -> Bool {
    guard !isGivenUp else { return false }
    // The request before may have ended without being read by this thread.
    guard maySpeakHTTP2 else { return true }
    return requests == 0 || isHTTP2 && !isAlone && !isOfOne
  }

  fileprivate func begin(isAlone: Bool) {
    requests += 1
    isOfOne = isAlone
  }

  /// True if the other side has ended it.
  var hasEnded: Bool {
    guard !isClosed else { return true }
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count == 0 || count < 0 && errno != EAGAIN
  }

  /// Ends the use by one request. libcurl closes a connection that was shut down, instead of choosing it again.
  func end() {
    requests -= 1
    if requests == 0, isGivenUp, !isClosed { shutdown(socket, Int32(SHUT_RDWR)) }
  }
}
