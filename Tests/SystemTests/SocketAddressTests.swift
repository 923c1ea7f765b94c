import Glibc
import System
import Testing

@Suite("The address of a socket") struct SocketAddressTests {
  @Test(
    "numeric addresses are read back from a bound socket",
    arguments: [("127.0.0.1", AF_INET), ("::1", AF_INET6)])
  func bound(host: String, family: Int32) throws {
    let address = try #require(SocketAddress(numeric: host, port: 0))
    let number = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try #require(number >= 0)
    defer { close(number) }

    // A machine without IPv6 has no such address.
    guard address.withPointer({ bind(number, $0, $1) }) == 0 else { return }
    let found = try #require(SocketAddress(of: number))

    #expect(found.family == family)
    #expect(found.address == address.address)
    #expect(found.port > 0)
    #expect(SocketAddress(peerOf: number) == nil)
  }

  @Test("a name is not an address")
  func names() {
    #expect(SocketAddress(numeric: "localhost", port: 1) == nil)
  }

  @Test("the path of a Unix socket has at most 107 bytes")
  func paths() {
    #expect(SocketAddress(path: "/" + String(repeating: "a", count: 106)) != nil)
    #expect(SocketAddress(path: "/" + String(repeating: "a", count: 107)) == nil)
  }

  @Test("the path of a Unix socket ends with a zero")
  func pathBytes() throws {
    let address = try #require(SocketAddress(path: "/tmp/a"))

    var bytes: [UInt8] = []
    _ = address.withPointer { pointer, length in
      bytes = Array(UnsafeRawBufferPointer(start: pointer, count: Int(length)))
      return 0
    }

    #expect(Array(bytes[2..<9]) == Array("/tmp/a\0".utf8))
  }

  @Test("an IPv4 address has an IPv6 form")
  func mapped() {
    let mapped = SocketAddress.loopback(port: 80).mapped

    #expect(mapped.family == AF_INET6)
    #expect(mapped.address.suffix(6) == [0xFF, 0xFF, 127, 0, 0, 1])
    #expect(mapped.mapped == mapped)
  }
}
