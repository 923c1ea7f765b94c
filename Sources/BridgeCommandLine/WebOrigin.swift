import AltcraftEngine

/// The origin of a page, as browsers send it: scheme and host, and the port unless it is the default one.
enum WebOrigin {
  static let example = "https://app.example.com"

  /// Returns the reason why no browser sends that origin, or why it stands for more than one site; nil if it is usable.
  static func complaint(about text: String) -> String? {
    if text == "null" {
      return "must not be null, the origin of every sandboxed page and local file"
    }
    if text.contains("*") {
      return "must be one origin, such as \(example); there are no wildcards"
    }
    guard let colon = text.firstRange(of: "://"), isScheme(text[..<colon.lowerBound]) else {
      return "must be an origin, such as \(example)"
    }
    let host = text[colon.upperBound...]
    guard !host.contains(where: { "/?#@".contains($0) }) else {
      return "must be an origin without a path, such as \(example)"
    }
    if let name = InternationalHost(host.prefix { $0 != ":" }) { return name.advice }
    guard !host.isEmpty, host.utf8.allSatisfy(isHostByte) else {
      return "must be an origin as browsers send it, in lower case, such as \(example)"
    }
    let standard = ["http": ":80", "https": ":443"][String(text[..<colon.lowerBound])]
    if let standard, host.hasSuffix(standard) {
      return "must not have the default port \(standard.dropFirst()), which browsers do not send"
    }
    return nil
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isLowerLetter(first) else { return false }
    return text.utf8.allSatisfy { isLowerLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    isLowerLetter(byte) || isDigit(byte) || "-._:[]".utf8.contains(byte)
  }

  private static func isLowerLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
