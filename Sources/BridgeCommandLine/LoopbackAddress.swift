/// A TCP address that only this machine can reach: literally `127.0.0.1:PORT` or `[::1]:PORT`. A name such as
/// `localhost` is rejected, because it may resolve to any address.
package struct LoopbackAddress: Sendable, Equatable {
  package enum Host: String, Sendable, CaseIterable {
    case v4 = "127.0.0.1"
    case v6 = "::1"
  }

  package let host: Host
  /// The port; 0 requests a free one.
  package let port: UInt16

  init(host: Host, port: UInt16) {
    self.host = host
    self.port = port
  }

  init?(_ text: String) {
    guard let address = HostAndPort(text), let host = Host(rawValue: address.host),
      address.isBracketed == (host == .v6)
    else { return nil }
    self.host = host
    port = address.port
  }
}

/// A pair `HOST:PORT`, with an IPv6 address in brackets. Port 0 is accepted.
package struct HostAndPort: Sendable, Equatable {
  package let host: String
  package let port: UInt16
  let isBracketed: Bool

  /// Takes a numeric address.
  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
    isBracketed = host.contains(":")
  }

  package var text: String { (isBracketed ? "[\(host)]" : host) + ":\(port)" }

  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let number = Int(decimal: text[text.index(after: colon)...]),
      let port = UInt16(exactly: number)
    else { return nil }
    let written = text[..<colon]
    let isBracketed = written.hasPrefix("[") && written.hasSuffix("]") && written.count > 2
    let host = isBracketed ? written.dropFirst().dropLast() : written
    guard !host.isEmpty, isBracketed || !host.contains(":") else { return nil }
    self.host = String(host)
    self.port = port
    self.isBracketed = isBracketed
  }
}
