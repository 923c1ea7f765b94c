import Glibc
import System
import TestSupport
import Testing

@testable import Transports

@Suite(.blocking) struct SocketTableTests {
  private static let head =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"

  private func table(_ rows: String, _ family: Int32 = AF_INET) -> SocketTable {
    SocketTable(family: family, text: Array((Self.head + rows).utf8))
  }

  private let peer = SocketAddress(.ipv4, port: 0xC001)
  private let ours = SocketAddress(.ipv4, port: 0x1234)

  private func row(_ state: String, user: Int, inode: Int) -> String {
    "   9: 0100007F:1234 0100007F:C001 01 00000000:00000000 00:00000000 00000000     5        0 77 1\n"
      + "  10: 0100007F:C001 0100007F:1234 \(state) 00000000:00000000 00:00000000 00000000 "
      + " \(user)        0 \(inode) 1 0000000000000000 20 4 30 10 -1\n"
  }

  @Test("the row of the peer's end is found, and only a live one counts")
  func rows() {
    let open = table(row("01", user: 1000, inode: 99)).owner(ofConnectionFrom: peer, to: ours)
    #expect(open == SocketTable.Owner(user: 1000, inode: 99, state: 1))
    #expect(open?.isAlive == true)

    for state in ["04", "05"] {
      let half = table(row(state, user: 1000, inode: 99)).owner(ofConnectionFrom: peer, to: ours)
      #expect(half?.isAlive == true)
    }

    // A closed peer would count as root.
    let gone = table(row("05", user: 0, inode: 0)).owner(ofConnectionFrom: peer, to: ours)
    #expect(gone?.isAlive == false)
    let waiting = table(row("06", user: 0, inode: 3)).owner(ofConnectionFrom: peer, to: ours)
    #expect(waiting?.isAlive == false)

    #expect(table("").owner(ofConnectionFrom: peer, to: ours) == nil)
    #expect(table("garbage\n\n").owner(ofConnectionFrom: peer, to: ours) == nil)
  }

  @Test("addresses are written in the kernel's format")
  func notation() {
    #expect(SocketTable.notation(peer) == "0100007F:C001")
    #expect(
      SocketTable.notation(SocketAddress(.ipv6, port: 80))
        == "00000000000000000000000001000000:0050")
    #expect(SocketTable.notation(peer.mapped) == "0000000000000000FFFF00000100007F:C001")
  }
}

/// The users for whom a TCP connection is trusted.
@Suite(.blocking) struct TCPTrustTests {
  private struct Ends: ~Copyable {
    let listener: FileDescriptor
    let port: UInt16

    init() throws {
      let listening = try TCPSocket.listen(.ipv4, port: 0)
      port = listening.port
      listener = FileDescriptor(owning: dup(listening.descriptor.number))
    }

    /// Returns a connection from that port, or from any.
    func connect(from port: UInt16 = 0) throws -> FileDescriptor {
      let socket = FileDescriptor(
        owning: Glibc.socket(
          AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
      let number = socket.number
      var on: Int32 = 1
      setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, 4)
      #expect(SocketAddress(.ipv4, port: port).withPointer { Glibc.bind(number, $0, $1) } == 0)
      let target = SocketAddress(.ipv4, port: self.port)
      guard target.withPointer({ Glibc.connect(number, $0, $1) }) == 0 else {
        throw SystemError("connect")
      }
      return socket
    }

    func accept() -> FileDescriptor {
      let number = listener.number
      _ = waitFor(number, POLLIN, or: nil, until: .now + testTimeout)
      return FileDescriptor(owning: Glibc.accept(number, nil, nil))
    }
  }

  /// Ends a connection by a reset, after which its port is free at once.
  private func reset(_ socket: consuming FileDescriptor) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      socket.number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  @Test("the row of another connection proves nothing")
  func reusedPort() throws {
    // An untrusted peer connects, resets, and makes a trusted process connect from the same port while the table is
    // read.
    let ends = try Ends()
    var stranger: FileDescriptor? = try ends.connect()
    let accepted = ends.accept()
    let port = try #require(SocketAddress(peerOf: accepted.number)).port
    var trusted: FileDescriptor?
    var row: SocketTable.Owner?

    let isTrusted = TCPSocket.peerIsSameUser(accepted.number) { peer, ours in
      if let socket = stranger.take() { reset(socket) }
      trusted = try? ends.connect(from: port)
      row = SocketTable.owner(ofConnectionFrom: peer, to: ours)
      return row
    }

    let hasSecond = trusted != nil
    #expect(hasSecond && row?.isAlive == true && row?.user == geteuid())
    #expect(!isTrusted)
  }

  // The kernel gives some 27 rows at a time.
  @Test("each of a hundred connections is found, wherever its row is in the table")
  func many() throws {
    let ends = try Ends()
    var sockets: [Int32] = []
    defer { for socket in sockets { close(socket) } }
    for _ in 0..<100 {
      let peer = try ends.connect()
      let accepted = ends.accept()
      sockets += [dup(peer.number), dup(accepted.number)]
    }

    #expect(sockets.allSatisfy { TCPSocket.peerIsSameUser($0) })
  }

  @Test("a connected peer is kept, also when it has ended its output; a closed one is not")
  func held() throws {
    let ends = try Ends()
    var peer: FileDescriptor? = try ends.connect()
    let accepted = ends.accept()
    let ours = accepted.number
    #expect(TCPSocket.peerIsSameUser(ours) && TCPSocket.peerIsHeld(ours, in: SocketTable.all()))
    #expect(!TCPSocket.peerIsHeld(ours, in: [SocketTable(family: AF_INET, text: [])]))
    #expect(TCPSocket.peerIsHeld(ours, in: []))

    if let peer = peer.take() {
      shutdown(peer.number, Int32(SHUT_WR))
      try blockUntil { isReady(ours, POLLIN) }
      #expect(TCPSocket.peerIsSameUser(ours) && TCPSocket.peerIsHeld(ours, in: SocketTable.all()))
    }

    try blockUntil { !TCPSocket.peerIsHeld(ours, in: SocketTable.all()) }
    #expect(!TCPSocket.peerIsSameUser(ours))
  }
}
