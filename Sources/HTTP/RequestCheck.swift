extension HTTPRequest {
  /// The reason why this request must not be sent, or nil. A line end in a header would begin another one, and
  /// credentials in a URL were never intended. The text names the location, never the value.
  package var fault: String? {
    if method.isEmpty || !method.utf8.allSatisfy(isTokenByte) { return "method: not a token" }
    for header in headers {
      if header.name.isEmpty || !header.name.utf8.allSatisfy(isTokenByte) {
        return "headers: a name is not a token"
      }
      if !header.value.utf8.allSatisfy(isFieldByte) {
        return "header \(header.name): contains a character that is not allowed in a header"
      }
    }
    return urlFault
  }

  private var urlFault: String? {
    guard let scheme = ["http://", "https://"].first(where: url.hasPrefix) else {
      return "url: the scheme must be http or https"
    }
    if !url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) {
      return "url: contains a character that must be percent-encoded"
    }
    let authority = url.utf8.dropFirst(scheme.utf8.count).prefix {
      $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    if authority.isEmpty { return "url: no host" }
    if authority.contains(UInt8(ascii: "@")) { return "url: credentials before the host" }
    return nil
  }
}

/// Returns whether RFC 9110 allows the byte in a method and in the name of a header.
private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

private func isFieldByte(_ byte: UInt8) -> Bool {
  byte == 0x09 || (byte >= 0x20 && byte < 0x7F)
}
