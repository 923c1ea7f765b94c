import Glibc
import Testing

@testable import Transports

@Suite struct SocketTableTests {
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

  @Test("the row of the peer's end is found, and only a living one counts")
  func rows() {
    let open = table(row("01", user: 1000, inode: 99)).owner(ofConnectionFrom: peer, to: ours)
    #expect(open == SocketTable.Owner(user: 1000, inode: 99, state: 1))
    #expect(open?.isAlive == true)

    for state in ["04", "05"] {
      let half = table(row(state, user: 1000, inode: 99)).owner(ofConnectionFrom: peer, to: ours)
      #expect(half?.isAlive == true)
    }

    // A peer that is gone would pass as root.
    let gone = table(row("05", user: 0, inode: 0)).owner(ofConnectionFrom: peer, to: ours)
    #expect(gone?.isAlive == false)
    let waiting = table(row("06", user: 0, inode: 3)).owner(ofConnectionFrom: peer, to: ours)
    #expect(waiting?.isAlive == false)

    #expect(table("").owner(ofConnectionFrom: peer, to: ours) == nil)
    #expect(table("garbage\n\n").owner(ofConnectionFrom: peer, to: ours) == nil)
  }

  @Test("addresses are written as the kernel writes them")
  func notation() {
    #expect(SocketTable.notation(peer) == "0100007F:C001")
    #expect(
      SocketTable.notation(SocketAddress(.ipv6, port: 80))
        == "00000000000000000000000001000000:0050")
    #expect(SocketTable.notation(peer.mapped) == "0000000000000000FFFF00000100007F:C001")
  }
}
