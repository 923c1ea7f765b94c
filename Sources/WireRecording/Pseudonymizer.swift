import JSONCodec

/// A pseudonymizer. It replaces a secret by a text of the same shape: the same length, letters for letters,
/// digits for digits. It replaces a JWT by one with equivalent claims. The same secret gets the same
/// pseudonym during the lifetime of this value.
package struct Pseudonymizer: Redaction {
  private let key: [UInt8]
  private let now: @Sendable () -> Int64
  /// The SHA-256 function, which is in another module.
  private let digest: @Sendable ([UInt8]) -> [UInt8]

  /// Creates a pseudonymizer. `now` returns seconds since 1970.
  package init(
    now: @escaping @Sendable () -> Int64, digest: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.now = now
    self.digest = digest
    // The key exists only here: without it, the pseudonym of a guessed secret cannot be computed.
    var generator = SystemRandomNumberGenerator()
    key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  package mutating func redact(_ secret: JSON) -> JSON {
    switch secret {
    case .null, .bool: secret
    case .number(let number): .number(JSONNumber(checkedText: shaped(number.text)))
    case .string(let text): .string(redact(text))
    case .array(let values): .array(values.map { redact($0) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { JSONObject.Member(key: $0.key, value: redact($0.value)) }))
    }
  }

  package mutating func redact(_ secret: String) -> String {
    JWTText.isLike(secret) ? jwt(secret) ?? shaped(secret) : shaped(secret)
  }

  private func shaped(_ secret: String) -> String {
    var bytes = Bytes(key + Array(secret.utf8), digest)
    let isHex = secret.utf8.allSatisfy(\.isHexDigit)
    return String(
      String.UnicodeScalarView(
        secret.unicodeScalars.map { scalar in
          let random = UInt32(bytes.next())
          switch scalar {
          // From 1: a number must not get a leading zero that it did not have.
          case "1"..."9": return Unicode.Scalar(0x31 + UInt8(random % 9))
          case "a"..."z": return Unicode.Scalar(0x61 + UInt8(random % (isHex ? 6 : 26)))
          case "A"..."Z": return Unicode.Scalar(0x41 + UInt8(random % (isHex ? 6 : 26)))
          case _ where scalar.isASCII: return scalar
          default: return Self.letter(random, utf8Count: UTF8.width(scalar)) ?? "x"
          }
        }))
  }

  /// Returns a random character with the same UTF-8 length: Cyrillic, Han or an emoji. The script is not part
  /// of the shape of a secret.
  private static func letter(_ random: UInt32, utf8Count: Int) -> Unicode.Scalar? {
    switch utf8Count {
    case 2: Unicode.Scalar(0x0430 + random % 32)
    case 3: Unicode.Scalar(0x4E00 + random)
    default: Unicode.Scalar(0x1F600 + random % 64)
    }
  }

  /// Replaces a JWT by one with equivalent claims: only the identity and the expiry matter to a reader.
  private func jwt(_ secret: String) -> String? {
    let parts = secret.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let payload = Base64URL.decode(parts[1]),
      let claims = try? JSONParser.parse(payload, limits: .generous).value.objectValue
    else { return nil }
    var kept: JSONObject = [:]
    switch claims["matching"] {
    case .object(let members): kept["matching"] = .object(matching(members))
    case .string(let text):
      let members = try? JSONParser.parse(Array(text.utf8)).value.objectValue
      kept["matching"] = members.map { .string(JSON.object(matching($0)).text) } ?? "?"
    case let other: kept["matching"] = other
    }
    // A JWT that was valid during recording must be valid during replay.
    if let expiry = claims["exp"]?.numberValue?.double, expiry < Double(now()) + 1 {
      kept["exp"] = claims["exp"]
    }
    // Two JWTs of one user must stay distinct.
    let mark = digest(key + Array(secret.utf8)).prefix(12)
    return [Array(#"{"alg":"none"}"#.utf8), JSON.object(kept).bytes, Array(mark)]
      .map(Base64URL.encode).joined(separator: ".")
  }

  private func matching(_ members: JSONObject) -> JSONObject {
    JSONObject(
      members.members.map { member in
        guard !["db_id", "matching", "provider", "field_name"].contains(member.key),
          case .string(let text) = member.value
        else { return member }
        return JSONObject.Member(key: member.key, value: .string(shaped(text)))
      })
  }

  /// A stream of as many bytes as needed, derived from a secret and the key.
  private struct Bytes {
    private var block: [UInt8]
    private var used = 0
    private let digest: @Sendable ([UInt8]) -> [UInt8]

    init(_ seed: [UInt8], _ digest: @escaping @Sendable ([UInt8]) -> [UInt8]) {
      self.digest = digest
      block = digest(seed)
    }

    mutating func next() -> UInt8 {
      if used == block.count {
        block = digest(block)
        used = 0
      }
      defer { used += 1 }
      return block[used]
    }
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
