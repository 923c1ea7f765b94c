/// The URL of a proxy as libcurl takes it.
enum ProxyURL {
  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  /// Returns the problem of a text as a proxy; nil if it is valid. The problem does not repeat the text, which may
  /// contain a password.
  static func complaint(about text: String) -> String? {
    guard !text.isEmpty else { return nil }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return "must be a URL such as http://127.0.0.1:3128, with special characters percent-encoded"
    }
    guard text.firstMatch(of: /%(?:[01][0-9A-Fa-f]|7[Ff])/) == nil else {
      return "must not have an escaped control character, such as the line end of a password file"
    }
    let parts = text.firstRange(of: "://").map {
      (scheme: text[..<$0.lowerBound].lowercased(), rest: text[$0.upperBound...])
    }
    guard let parts else { return complaint(aboutAuthority: text[...]) }
    guard schemes.contains(parts.scheme) else {
      return "must begin with http://, https:// or socks5h://"
    }
    return complaint(aboutAuthority: parts.rest)
  }

  private static func complaint(aboutAuthority text: Substring) -> String? {
    let authority = text.hasSuffix("/") ? text.dropLast() : text
    let host = authority[
      (authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...]
    let isBracketed = host.hasPrefix("[")
    let end =
      isBracketed ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
    let port = host[(end ?? host.endIndex)...]
    let isPort =
      port.isEmpty
      || (port.hasPrefix(":") && Int(decimal: port.dropFirst()).map((1...65535).contains) == true)
    guard !host.isEmpty, !host.contains("/"), end != host.startIndex, isPort,
      !isBracketed || end != nil
    else {
      return "must be a URL such as http://127.0.0.1:3128"
    }
    return nil
  }
}
