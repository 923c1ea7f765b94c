import Glibc
import System

/// The kernel's table of TCP connections, as text: `/proc/self/net/tcp` or `tcp6`.
struct SocketTable {
  struct Owner: Equatable {
    let user: uid_t
    let inode: UInt64
    let state: UInt8

    /// True if the connection is established or half closed by its owner (state 4 until this end has
    /// acknowledged that, then 5), and a process still holds it.
    var isAlive: Bool { inode != 0 && [0x01, 0x04, 0x05].contains(state) }
  }

  private let family: Int32
  /// The rows, and a zero byte at the end for `strstr`.
  private let text: [UInt8]

  init(family: Int32, text: [UInt8]) {
    self.family = family
    self.text = text + [0]
  }

  /// The number of times that a table is read before a row counts as missing. A row can be missed when the
  /// table changes while it is read.
  static let readings = 3

  private static let files = [(AF_INET, "/proc/self/net/tcp"), (AF_INET6, "/proc/self/net/tcp6")]

  /// Returns the owner of the end at `peer` of its connection to `ours`; nil without a matching row.
  static func owner(
    ofConnectionFrom peer: SocketAddress, to ours: SocketAddress
  ) -> Owner? {
    for _ in 0..<readings {
      // The second table is read only without a row in the first: each reading takes milliseconds.
      for (family, path) in files where family == AF_INET6 || peer.family == AF_INET {
        if let owner = search(path, family, peer, ours) { return owner }
      }
    }
    return nil
  }

  /// Reads the table as far as the row. At its end the kernel looks at all empty places, which takes longer than the rows.
  private static func search(
    _ path: String, _ family: Int32, _ peer: SocketAddress, _ ours: SocketAddress
  ) -> Owner? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let columns = Self.columns(family, peer, ours)
    var rows: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      rows += chunk[..<count]
      guard let end = rows.lastIndex(of: 0x0A) else { continue }
      let table = SocketTable(family: family, text: Array(rows[...end]))
      if let owner = table.owner(withColumns: columns) { return owner }
      rows.removeSubrange(...end)
    }
  }

  /// Returns the tables of both families; empty if neither can be read.
  static func all() -> [SocketTable] { files.compactMap(load) }

  private static func load(_ family: Int32, _ path: String) -> SocketTable? {
    // A table of many sockets is longer than any other file here.
    guard case .success(let text) = File.read(path, maxBytes: .max) else { return nil }
    return SocketTable(family: family, text: text)
  }

  /// Returns the owner of the end at `peer` of its connection to `ours`, from this table.
  func owner(ofConnectionFrom peer: SocketAddress, to ours: SocketAddress) -> Owner? {
    owner(withColumns: Self.columns(family, peer, ours))
  }

  /// Returns the two columns of the addresses, as they stand side by side in a row.
  private static func columns(
    _ family: Int32, _ peer: SocketAddress, _ ours: SocketAddress
  ) -> String {
    let ends = family == AF_INET6 ? [peer.mapped, ours.mapped] : [peer, ours]
    return " \(notation(ends[0])) \(notation(ends[1])) "
  }

  private func owner(withColumns columns: String) -> Owner? {
    let offset: Int? = text.withUnsafeBytes { text in
      guard let base = text.baseAddress?.assumingMemoryBound(to: CChar.self),
        let found = strstr(base, columns)
      else { return nil }
      return UnsafePointer(found) - base
    }
    guard let offset else { return nil }
    let start = text[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let fields = text[start...].prefix { $0 != 0x0A && $0 != 0 }.split(
      separator: 0x20, maxSplits: 10)
    return fields.count > 9 ? Self.owner(fields) : nil
  }

  /// Parses a row. The columns: slot, local, remote, state, queues, timer, retransmits, user, timeout, inode.
  private static func owner(_ fields: [ArraySlice<UInt8>]) -> Owner? {
    guard let state = UInt8(String(decoding: fields[3], as: UTF8.self), radix: 16),
      let user = uid_t(String(decoding: fields[7], as: UTF8.self)),
      let inode = UInt64(String(decoding: fields[9], as: UTF8.self))
    else { return nil }
    return Owner(user: user, inode: inode, state: state)
  }

  /// Returns the notation of the table, such as `0100007F:C001`: the address in words of the machine's byte
  /// order, the port as a number.
  static func notation(_ address: SocketAddress) -> String {
    let words = stride(from: 0, to: address.address.count, by: 4).map { start in
      address.address.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: start, as: UInt32.self)
      }
    }
    return words.map { hexadecimal($0, digits: 8) }.joined() + ":"
      + hexadecimal(UInt32(address.port), digits: 4)
  }

  private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
