/// A port of this machine that no other machine can reach: `127.0.0.1:PORT` or `[::1]:PORT`, literally.
/// A name such as `localhost` is refused, because what it resolves to is not ours to promise.
struct LoopbackAddress: Sendable, Equatable {
  enum Host: String, Sendable, CaseIterable {
    case v4 = "127.0.0.1"
    case v6 = "::1"
  }

  let host: Host
  /// 0 asks for a free one.
  let port: UInt16

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

/// `HOST:PORT`, an IPv6 address in brackets. Port 0 is let through.
struct HostAndPort: Sendable, Equatable {
  let host: String
  let port: UInt16
  let isBracketed: Bool

  /// Of an address in figures.
  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
    isBracketed = host.contains(":")
  }

  var text: String { (isBracketed ? "[\(host)]" : host) + ":\(port)" }

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
