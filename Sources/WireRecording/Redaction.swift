import CLibraries
import JSONCodec

/// A redaction: the text written in place of a secret.
package protocol Redaction: Sendable {
  mutating func redact(_ secret: JSON) -> JSON
  mutating func redact(_ secret: String) -> String
}

/// A redaction for human readers: `<secret:36 bytes>`.
package struct LengthRedaction: Redaction {
  package init() {}

  package mutating func redact(_ secret: JSON) -> JSON {
    if case .string(let text) = secret { return .string(redact(text)) }
    return .string(redact(secret.text))
  }

  package mutating func redact(_ secret: String) -> String { "<secret:\(secret.utf8.count) bytes>" }
}

/// A redactor for texts that no schema marks as secret. It redacts texts that look like a JWT, the parts of a
/// URL before its host and after its path, and secrets that it saw in marked places.
struct TextRedactor: Sendable {
  private static let shortest = 8
  private static let most = 64

  /// The latest secrets that it saw, oldest first.
  private var known: [String] = []

  mutating func learn(_ secret: String) {
    guard secret.utf8.count >= Self.shortest,
      !known.contains(where: { $0.utf8.elementsEqual(secret.utf8) })
    else {
      return
    }
    if known.count == Self.most { known.removeFirst() }
    known.append(secret)
  }

  func redacted(_ text: String, by redaction: inout some Redaction) -> String {
    guard text.utf8.count >= Self.shortest else { return text }
    var text = text
    for secret in known {
      if let redacted = Self.replaced(secret, in: text, { redaction.redact(secret) }) {
        text = redacted
      }
    }
    if text.utf8.contains(UInt8(ascii: ".")) { text = withoutJWTs(text, &redaction) }
    if text.utf8.contains(UInt8(ascii: ":")) { text = withoutURLSecrets(text, &redaction) }
    return text
  }

  /// Replaces a secret by its bytes: a character may join its last one, and `contains` prepares a table for each search.
  /// Nil if the text does not contain it.
  private static func replaced(
    _ secret: String, in text: String, _ redacted: () -> String
  ) -> String? {
    var (text, secret) = (text, secret)
    let result: [UInt8]? = text.withUTF8 { text in
      secret.withUTF8 { secret in
        guard let base = text.baseAddress, let first = secret.baseAddress,
          var found = memmem(base, text.count, first, secret.count)
        else { return nil }
        let other = Array(redacted().utf8)
        var (result, start) = ([UInt8](), 0)
        while true {
          let place = UnsafeRawPointer(base).distance(to: found)
          result += text[start..<place]
          result += other
          start = place + secret.count
          guard let next = memmem(base + start, text.count - start, first, secret.count) else {
            break
          }
          found = next
        }
        result += text[start...]
        return result
      }
    }
    return result.map { String(decoding: $0, as: UTF8.self) }
  }

  private func withoutJWTs(_ text: String, _ redaction: inout some Redaction) -> String {
    var result = ""
    var word = ""
    func isPart(_ byte: Unicode.Scalar) -> Bool {
      byte == "." || byte == "-" || byte == "_" || "a"..."z" ~= byte || "A"..."Z" ~= byte
        || "0"..."9" ~= byte
    }
    for scalar in text.unicodeScalars {
      if isPart(scalar) {
        word.unicodeScalars.append(scalar)
      } else {
        result += JWTText.isLike(word) ? redaction.redact(word) : word
        word = ""
        result.unicodeScalars.append(scalar)
      }
    }
    return result + (JWTText.isLike(word) ? redaction.redact(word) : word)
  }

  private func withoutURLSecrets(_ text: String, _ redaction: inout some Redaction) -> String {
    var result = ""
    var rest = text[...]
    while let scheme = rest.firstRange(of: "://") {
      let isWeb = ["http", "https"].contains { rest[..<scheme.lowerBound].hasSuffix($0) }
      result += rest[..<scheme.upperBound]
      rest = rest[scheme.upperBound...]
      let url = rest.prefix { $0 != " " && $0 != "\"" && $0 != "\n" }
      // A URL of another scheme can have any structure, so everything after `://` is redacted.
      result += isWeb ? withoutSecrets(url, &redaction) : redaction.redact(String(url))
      rest = rest[url.endIndex...]
    }
    return result + rest
  }

  /// Redacts the parts before the host and after the path.
  private func withoutSecrets(_ url: Substring, _ redaction: inout some Redaction) -> String {
    var url = url
    var place = ""
    let authority = url.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if let at = authority.lastIndex(of: "@") {
      place = redaction.redact(String(url[..<at]))
      url = url[at...]
    }
    guard let question = url.firstIndex(where: { $0 == "?" || $0 == "#" }) else {
      return place + url
    }
    let query = String(url[url.index(after: question)...])
    return place + url[...question] + (query.isEmpty ? "" : redaction.redact(query))
  }
}

enum JWTText {
  /// Recognizes three parts separated by dots, the first of which begins like a base64url-encoded JSON
  /// object.
  static func isLike(_ text: String) -> Bool {
    guard text.hasPrefix("ey") || text.hasPrefix("e30.") else { return false }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[1].count >= 4
  }
}
