import Glibc

/// The route and the trust of all requests: the settings, and the variables that curl reads.
package struct HTTPSettings: Sendable {
  /// A file of trusted certificates in place of every other store.
  package var caFile: String?
  /// A proxy in place of those of the variables, for every address; empty for none.
  package var proxy: String?
  /// The variables of this process.
  package var variables: [String: String]
  /// The number of requests to one origin at a time.
  package var concurrency: Int
  /// The time that an idle connection is kept, and the whole of libcurl's state when nothing else is left.
  package var idleTime: Duration = .seconds(30)

  package init(
    caFile: String? = nil, proxy: String? = nil, variables: [String: String] = [:],
    concurrency: Int
  ) {
    self.caFile = caFile
    self.proxy = proxy
    self.variables = variables
    self.concurrency = concurrency
  }

  /// Returns the value of the first of these variables that is set and not empty, and its name.
  private func variable(_ names: [String]) -> (name: String, value: String)? {
    for name in names {
      if let value = variables[name], !value.isEmpty { return (name, value) }
    }
    return nil
  }
}

// The proxy.
extension HTTPSettings {
  /// A proxy, and the setting or variable that names it.
  package struct Proxy: Sendable, Equatable {
    package let url: String
    package let source: String

    /// A proxy that resolves no names gets them all the same: libcurl would resolve them itself, and wait for that.
    init(_ url: String, from source: String) {
      let remote = ["socks5://": "socks5h://", "socks4://": "socks4a://"]
      let old = remote.keys.first { url.lowercased().hasPrefix($0) }
      self.url = old.map { (remote[$0] ?? $0) + url.dropFirst($0.count) } ?? url
      self.source = source
    }

    package var shown: String { Self.shown(url) }

    /// Returns a proxy without its password: `http://proxy.example:3128`.
    package static func shown(_ url: String) -> String {
      guard !url.isEmpty else { return "none" }
      let scheme = url.firstRange(of: "://").map { String(url[..<$0.upperBound]) } ?? "http://"
      return scheme + address(url)
    }

    /// Its host and port, for messages.
    var address: String { Self.address(url) }

    private static func address(_ url: String) -> String {
      // A password may have a slash that is not escaped.
      let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
      let host = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
      return String(host.prefix { !"/?#".contains($0) })
    }

    /// The reason why libcurl would not use it: it may send the request without it then.
    var fault: String? {
      let scheme = url.firstRange(of: "://").map { url[..<$0.lowerBound].lowercased() } ?? "http"
      guard ["http", "https", "socks4a", "socks5h"].contains(scheme) else {
        return "the URL of the proxy must begin with http://, https:// or socks5h://"
      }
      guard url.firstMatch(of: /%(?:[01][0-9A-Fa-f]|7[Ff])/) == nil else {
        return "the URL of the proxy has an escaped control character"
      }
      return nil
    }
  }

  /// Returns the proxy for an address. This machine is reached without one, unless a setting names it.
  package func proxy(for origin: Origin) -> Proxy? {
    if let proxy { return proxy.isEmpty ? nil : Proxy(proxy, from: "proxy") }
    // A web server sets HTTP_PROXY to a value from its client.
    let ofScheme = origin.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    guard !origin.isLoopback, let found = variable(ofScheme + ["all_proxy", "ALL_PROXY"]),
      !isExcepted(origin.host)
    else { return nil }
    return Proxy(found.value, from: found.name)
  }

  /// Returns whether `no_proxy` names the host, its domain, its network, or everything.
  private func isExcepted(_ host: String) -> Bool {
    guard let exceptions = variable(["no_proxy", "NO_PROXY"])?.value else { return false }
    if exceptions == "*" { return true }
    return exceptions.split { $0 == "," || $0 == " " || $0 == "\t" }.contains { exception in
      if let address = IPAddress(host) { return address.isWithin(exception) }
      let name = exception.drop { $0 == "." }.lowercased().withoutDotAtEnd
      let host = host.withoutDotAtEnd
      return !name.isEmpty && (host == name || host.hasSuffix("." + name))
    }
  }
}

// The trusted certificates.
extension HTTPSettings {
  /// A store of trusted certificates, and the setting or variable that names it.
  package struct TrustStore: Sendable, Equatable {
    package var file: String?
    package var directory: String?
    package var source: String?

    package init(file: String? = nil, directory: String? = nil, source: String? = nil) {
      self.file = file
      self.directory = directory
      self.source = source
    }
  }

  /// Returns the store in use. libcurl reads a file once, but a directory for each connection, so of its own store the
  /// file is used if there is one.
  package func trustStore(builtIn: TrustStore) -> TrustStore {
    if let caFile { return TrustStore(file: caFile, source: "caFile") }
    if let (name, file) = variable(["CURL_CA_BUNDLE"]) {
      return TrustStore(file: file, source: name)
    }
    let (file, directory) = (variable(["SSL_CERT_FILE"]), variable(["SSL_CERT_DIR"]))
    if let name = file?.name ?? directory?.name {
      return TrustStore(file: file?.value, directory: directory?.value, source: name)
    }
    guard let file = builtIn.file, access(file, R_OK) == 0 else { return builtIn }
    return TrustStore(file: file)
  }
}

/// The scheme, the host and the port of a URL.
package struct Origin: Sendable, Hashable {
  package let isSecure: Bool
  /// In lower case; an IPv6 address without brackets.
  package let host: String
  package let port: Int

  /// Reads a URL that has passed `HTTPRequest.fault`; nil if its port is not a number.
  package init?(_ url: String) {
    let bytes = url.utf8
    isSecure = url.hasPrefix("https:")
    // `https://` or `http://`
    let authority = bytes.dropFirst(isSecure ? 8 : 7).prefix {
      $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    let isBracketed = authority.first == UInt8(ascii: "[")
    let end =
      (isBracketed
        ? authority.firstIndex(of: UInt8(ascii: "]")).map { authority.index(after: $0) }
        : authority.firstIndex(of: UInt8(ascii: ":"))) ?? authority.endIndex
    let name = authority[..<end]
    host = String(Substring(isBracketed ? name.dropFirst().dropLast() : name)).lowercased()
    let rest = Substring(authority[end...].dropFirst())
    guard let port = rest.isEmpty ? (isSecure ? 443 : 80) : Int(rest) else { return nil }
    self.port = port
  }

  /// The host and the port as in a URL.
  package var address: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

  package var isLoopback: Bool {
    if host == "localhost" { return true }
    return IPAddress(host)?.isLoopback ?? false
  }
}

/// An IPv4 or IPv6 address.
private struct IPAddress {
  private let bytes: [UInt8]

  init?(_ text: some StringProtocol) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, String(text), &bytes) == 1 {
      self.bytes = Array(bytes[..<4])
    } else if inet_pton(AF_INET6, String(text), &bytes) == 1 {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// Returns whether the address is that one, or within that network: `10.0.0.0/8`.
  func isWithin(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let isBracketed = parts[0].hasPrefix("[") && parts[0].hasSuffix("]")
    guard let network = IPAddress(isBracketed ? parts[0].dropFirst().dropLast() : parts[0]),
      network.bytes.count == bytes.count
    else { return false }
    guard parts.count == 2 else { return network.bytes == bytes }
    guard let count = Int(parts[1]), (0...(bytes.count * 8)).contains(count) else { return false }
    return bytes.indices.allSatisfy { index in
      let bits = min(max(count - index * 8, 0), 8)
      let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
      return bytes[index] & mask == network.bytes[index] & mask
    }
  }
}

extension String {
  fileprivate var withoutDotAtEnd: String { hasSuffix(".") ? String(dropLast()) : self }
}
