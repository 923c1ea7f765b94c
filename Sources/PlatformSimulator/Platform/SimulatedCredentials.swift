import JSONCodec

/// The caller, by the `Authorization` header.
enum SimulatedCredentials: Equatable {
  case resourceToken(String)
  case person(Person)

  /// The matching claim of a JWT.
  struct Person: Equatable {
    let database: Int64
    /// The value that requests must repeat as `matching_mode`.
    let matching: String
    let key: ProfileKey
  }

  init(
    _ header: String?, settings: PlatformSettings, now: Int64
  ) throws(SimulatedRefusal) {
    guard let header else { throw .unauthorized("the Authorization header is missing") }
    let words = header.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else {
      throw .unauthorized("Authorization must be: Bearer rtoken@<token>, or: Bearer <jwt>")
    }
    if words[1].hasPrefix("rtoken@") {
      let token = String(words[1].dropFirst("rtoken@".count))
      guard !token.isEmpty, settings.resourceTokens?.contains(token) ?? true else {
        throw .unauthorized("the resource token is unknown")
      }
      self = .resourceToken(token)
    } else {
      self = .person(try Self.person(jwt: words[1], now: now))
    }
  }

  /// Reads the person from a JWT. Does not check the signature: the simulator has no key.
  private static func person(jwt: Substring, now: Int64) throws(SimulatedRefusal) -> Person {
    let segments = jwt.split(separator: ".", omittingEmptySubsequences: false)
    guard segments.count == 3, let payload = base64URLDecoded(segments[1]),
      let claims = parsed(payload)?.objectValue
    else { throw .unauthorized("the JWT cannot be decoded") }
    if let expiry = claims["exp"] {
      guard let seconds = expiry.numberValue?.double else {
        throw .unauthorized("the JWT has an exp claim that is not a number")
      }
      guard seconds * 1000 > Double(now) else { throw .unauthorized("the JWT has expired") }
    }
    guard let claim = claims["matching"],
      let matching = claim.objectValue
        ?? claim.stringValue.flatMap({ parsed(Array($0.utf8))?.objectValue })
    else { throw .unauthorized("the JWT has no matching claim with an object") }
    return try person(matching)
  }

  private static func person(_ claim: JSONObject) throws(SimulatedRefusal) -> Person {
    let database =
      claim["db_id"]?.numberValue?.int64 ?? claim["db_id"]?.stringValue.flatMap { Int64($0) }
    let mode = claim["matching"]?.stringValue?.trimmed ?? ""
    let identifiers = ProfileKey.identifiers(claim)
    guard let database, !mode.isEmpty, !identifiers.isEmpty else {
      let missing = [
        database == nil ? "db_id" : nil, mode.isEmpty ? "matching" : nil,
        identifiers.isEmpty ? "an identifier" : nil,
      ]
      throw .unauthorized(
        "the matching claim lacks \(missing.compactMap(\.self).joined(separator: ", "))")
    }
    return Person(
      database: database, matching: mode, key: ProfileKey(mode: mode, matching: claim))
  }

  private static func parsed(_ bytes: [UInt8]) -> JSON? {
    guard case .success(let document) = Result(catching: { try JSONParser.parse(bytes) }) else {
      return nil
    }
    return document.value
  }
}

/// A refused request, with the answer of the platform.
struct SimulatedRefusal: Error, Equatable {
  let status: Int
  let text: String

  static func invalid(_ text: String) -> SimulatedRefusal {
    SimulatedRefusal(status: 400, text: text)
  }
  static func unauthorized(_ text: String) -> SimulatedRefusal {
    SimulatedRefusal(status: 401, text: text)
  }

  init(status: Int, text: String) {
    self.status = status
    self.text = text
  }

  init(_ error: ShapeError) {
    self.init(status: 400, text: error.message)
  }
}

/// The key that identifies one profile of a database.
enum ProfileKey: Hashable {
  case identifier(name: String, value: String)
  /// The profile that holds this push subscription.
  case push(provider: String?, token: String)

  private static let names = [
    "email", "phone", "profile_id", "field_name", "field_value", "provider", "subscription_id",
  ]

  /// Returns the identifiers in a matching, by their names.
  static func identifiers(_ matching: JSONObject) -> [String: String] {
    var identifiers: [String: String] = [:]
    for name in names {
      guard let text = text(matching[name]), !text.trimmed.isEmpty else { continue }
      identifiers[name] = text
    }
    return identifiers
  }

  private static func text(_ value: JSON?) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let value): value ? "true" : "false"
    case nil, .null, .array, .object: nil
    }
  }

  init(mode: String, matching: JSONObject) {
    let identifiers = Self.identifiers(matching)
    if let value = identifiers[mode], ["email", "phone", "profile_id"].contains(mode) {
      self = .identifier(name: mode, value: value)
    } else if mode == "push_sub", let token = identifiers["subscription_id"] {
      self = .push(provider: identifiers["provider"], token: token)
    } else if let name = identifiers["field_name"], let value = identifiers["field_value"] {
      self = .identifier(name: name, value: value)
    } else {
      // No rule names the member for this mode, so all of them together identify the person.
      let all = Self.names.compactMap { identifiers[$0] }
      self = .identifier(name: mode, value: all.joined(separator: "/"))
    }
  }
}

/// Decodes base64url, with or without padding. Returns nil for any other text.
func base64URLDecoded(_ text: Substring) -> [UInt8]? {
  Base64URL.decode(Array(text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()))
}

/// Returns eight hexadecimal digits that distinguish texts (FNV-1a, folded to 32 bits). They are too short to
/// recover a token from.
func fingerprint(of text: some StringProtocol) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in text.utf8 {
    hash ^= UInt64(byte)
    hash = hash &* 0x100_0000_01b3
  }
  let folded = String(UInt32(truncatingIfNeeded: hash ^ hash >> 32), radix: 16)
  return String(repeating: "0", count: 8 - folded.count) + folded
}
