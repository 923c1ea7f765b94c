import Glibc

/// The address of the platform: an origin and a path, checked and normalised, without a slash at the end.
///
/// It accepts less than RFC 3986. Only characters that every URL parser reads the same way are allowed, so
/// that the host checked here and the host connected to later are the same.
package struct APIURL: Sendable, Hashable {
  /// The scheme, the host and a port that is not the default one, as `https://example.com:8443`.
  package let origin: String
  /// The path: empty, or with a slash at the start and none at the end.
  package let path: String
  /// True if requests are sent without encryption, even if only to this machine.
  package let isPlainHTTP: Bool

  package var text: String { origin + path }

  /// True if the host is this machine, by its address or as localhost.
  package var isLoopback: Bool {
    let host = origin.drop { $0 != "/" }.dropFirst(2)
    return Self.localHosts.contains { host == $0 || host.hasPrefix($0 + ":") }
  }

  private static let localHosts = ["127.0.0.1", "[::1]", "localhost"]

  /// Parses a URL. `allowsInsecureHTTP` allows `http` for other machines than this one.
  package static func parse(_ text: String, allowsInsecureHTTP: Bool) throws(APIURLFailure)
    -> APIURL
  {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= lengthLimit else { throw .tooLong }
    if let surplus = TextSurplus(text) { throw .surplus(surplus) }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw internationalHost(of: text).map(APIURLFailure.internationalHost) ?? .badCharacter
    }
    let (scheme, rest) = try splitScheme(text)
    let authority = rest.prefix { !"/?#\\".contains($0) }
    let path = try normalisedPath(rest[authority.endIndex...])
    let (host, port) = try splitAuthority(authority)
    let isLocal = localHosts.contains(host)
    guard scheme == "https" || isLocal || allowsInsecureHTTP else { throw .insecure }
    let usualPort = scheme == "https" ? 443 : 80
    let portText = port.map { $0 == usualPort ? "" : ":\($0)" } ?? ""
    return APIURL(
      origin: "\(scheme)://\(host)\(portText)", path: path, isPlainHTTP: scheme == "http")
  }

  private static func splitScheme(_ text: String) throws(APIURLFailure) -> (String, Substring) {
    for scheme in ["https", "http"] {
      let prefix = scheme + "://"
      if text.prefix(prefix.count).lowercased() == prefix {
        return (scheme, text.dropFirst(prefix.count))
      }
    }
    throw .badScheme
  }

  private static func internationalHost(of text: String) -> InternationalHost? {
    guard let authority = (try? splitScheme(text))?.1.prefix(while: { !"/?#\\".contains($0) }),
      !authority.contains("@")
    else { return nil }
    return InternationalHost(authority.prefix { $0 != ":" })
  }

  private static func splitAuthority(_ authority: Substring) throws(APIURLFailure) -> (
    host: String, port: Int?
  ) {
    guard !authority.contains("@") else { throw .userInfo }
    let isBracketed = authority.hasPrefix("[")
    let hostEnd =
      isBracketed
      ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
      : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let hostEnd else { throw .badHost }
    let host = authority[..<hostEnd].lowercased()
    guard isBracketed ? isIPv6(host.dropFirst().dropLast()) : isHostName(host) else {
      throw .badHost
    }
    let rest = authority[hostEnd...]
    return (host, rest.isEmpty ? nil : try port(rest))
  }

  private static func port(_ text: Substring) throws(APIURLFailure) -> Int {
    let digits = text.dropFirst()
    guard text.hasPrefix(":"), digits.utf8.allSatisfy(isDigit), digits.utf8.count <= 5,
      let port = Int(digits), (1...65535).contains(port)
    else { throw .badPort }
    return port
  }

  private static func isIPv6(_ text: Substring) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET6, String(text), &address) == 1
  }

  /// Returns true for labels of letters, digits, `-` and `_`; the last one may be empty. A host that ends in
  /// a number must be an address of four: some resolvers read `127.1` and `2130706433` as 127.0.0.1.
  private static func isHostName(_ host: String) -> Bool {
    var labels = host.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    guard host.utf8.count <= 253, let last = labels.last else { return false }
    let areLabels = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count)
        && label.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == 0x2D || $0 == 0x5F }
    }
    guard areLabels else { return false }
    guard last.utf8.allSatisfy(isDigit) || last.hasPrefix("0x") else { return true }
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1
  }

  /// Returns the path without slashes at the end. `.` and `..` are refused: the HTTP client may resolve them.
  private static func normalisedPath(_ text: Substring) throws(APIURLFailure) -> String {
    guard !text.contains("?") else { throw .query }
    guard !text.contains("#") else { throw .fragment }
    guard arePathCharacters(Array(text.utf8)) else { throw .badCharacter }
    let path = String(text.reversed().drop { $0 == "/" }.reversed())
    let hasDots = path.lowercased().split(separator: "/").contains { segment in
      let plain = segment.split(separator: "%2e", omittingEmptySubsequences: false)
        .joined(separator: ".")
      return plain == "." || plain == ".."
    }
    guard !hasDots else { throw .badPath }
    return path
  }

  private static func arePathCharacters(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%") {
        guard index + 2 < bytes.count, isHexDigit(bytes[index + 1]), isHexDigit(bytes[index + 2])
        else { return false }
        index += 3
      } else {
        guard isDigit(bytes[index]) || isLetter(bytes[index]) || pathMarks.contains(bytes[index])
        else { return false }
        index += 1
      }
    }
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static let pathMarks = Set("/-._~!$&'()*+,;=:@".utf8)
  /// The length that servers and proxies accept in a request line, with room for path and query.
  private static let lengthLimit = 2048
}

/// The error in an apiUrl; every case is 471.
package enum APIURLFailure: Error, Sendable, Hashable {
  case empty, tooLong, badCharacter, badScheme, insecure, userInfo, badHost, badPort, badPath,
    query, fragment
  /// The whole text has something around it.
  case surplus(TextSurplus)
  case internationalHost(InternationalHost)

  /// The text for the event and the error. It never contains the URL itself, which may contain a
  /// password; at most a host name, which does not.
  package var message: String {
    switch self {
    case .empty: SDKCode.apiUrlInvalid.meaning
    case .tooLong: "invalid apiUrl value - longer than 2048 characters"
    case .badCharacter:
      "invalid apiUrl value - it contains a character that must be percent-encoded"
    case .badScheme: "invalid apiUrl value - it must begin with https://"
    case .insecure:
      "invalid apiUrl value - http is for this machine only, unless --allow-insecure-http is set"
    case .userInfo:
      "invalid apiUrl value - it must not contain a user name or password"
    case .badHost: "invalid apiUrl value - the host is missing or invalid"
    case .badPort: "invalid apiUrl value - the port must be 1 to 65535"
    case .badPath: "invalid apiUrl value - the path must not contain . or .."
    case .query: "invalid apiUrl value - it must not have a query"
    case .fragment: "invalid apiUrl value - it must not have a fragment"
    case .surplus(let surplus): "invalid apiUrl value - it \(surplus.complaint)"
    case .internationalHost(let host): "invalid apiUrl value - \(host.advice)"
    }
  }
}
