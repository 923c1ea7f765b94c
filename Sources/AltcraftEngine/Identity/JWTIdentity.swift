import JSONCodec

/// The claims of a JWT that the bridge uses. The platform checks the signature; the text of the JWT is not
/// kept here.
package struct JWTIdentity: Sendable, Equatable {
  /// The value of `matching_mode`.
  package let matchingMode: String
  package let userTag: UserTag
  /// The claim `exp` in seconds since 1970, without fractions; nil if it is missing, not a number, or later than
  /// any integer.
  package let expiresAt: Int64?

  /// Parses a JWT that is safe to put into a header. Checks in this order: shape, size, decoding, the
  /// `matching` claim, its members.
  package static func parse(_ jwt: String) throws(JWTFailure) -> JWTIdentity {
    guard !jwt.isEmpty else { throw .missing }
    let claims = try payload(of: jwt)
    let matching = try matchingClaim(of: claims)
    return JWTIdentity(
      matchingMode: matching.mode, userTag: matching.userTag, expiresAt: expiry(of: claims))
  }

  private static func payload(of jwt: String) throws(JWTFailure) -> JSONObject {
    let segments = jwt.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard segments.count == 3 else { throw failure(of: jwt) }
    // Four characters carry three bytes. Check the size first: an oversized payload is 542, not 541.
    guard segments[1].count * 3 / 4 <= sizeLimit else { throw .payloadTooLarge }
    let isHeaderSafe = segments.allSatisfy { $0.allSatisfy(Base64URL.isDigit) }
    guard jwt.utf8.count <= sizeLimit, isHeaderSafe, !segments[0].isEmpty,
      let bytes = Base64URL.decode(segments[1]), let claims = object(bytes)
    else { throw failure(of: jwt) }
    return claims
  }

  private static func failure(of jwt: String) -> JWTFailure {
    TextSurplus(jwt).map(JWTFailure.surplus) ?? .invalid
  }

  private static func matchingClaim(of claims: JSONObject) throws(JWTFailure) -> MatchingClaim {
    switch claims["matching"] {
    case .object(let members): return try MatchingClaim(members)
    case .string(let text):
      guard let members = object(Array(text.utf8)) else { throw .invalid }
      return try MatchingClaim(members)
    default: throw .invalid
    }
  }

  /// Parses an object. RFC 7519 allows a reader to refuse duplicate claims; readers differ in which of the
  /// two counts.
  private static func object(_ bytes: [UInt8]) -> JSONObject? {
    guard let document = try? JSONParser.parse(bytes), !document.hasDuplicateMembers else {
      return nil
    }
    return document.value.objectValue
  }

  private static func expiry(of claims: JSONObject) -> Int64? {
    guard let number = claims["exp"]?.numberValue else { return nil }
    if let seconds = number.int64 { return seconds }
    if let seconds = number.double.flatMap({ Int64(exactly: $0.rounded(.towardZero)) }) {
      return seconds
    }
    // Beyond all integers: long ago, or never.
    return number.text.hasPrefix("-") ? .min : nil
  }

  /// The maximum size of the payload, and of the whole JWT, which has to fit into one header.
  private static let sizeLimit = 16 * 1024
}

package enum JWTFailure: Error, Sendable, Equatable {
  /// The JWT is missing or empty.
  case missing
  /// The text does not have the shape of a JWT, cannot be decoded, is unsafe in a header, or has no
  /// `matching` claim.
  case invalid
  /// The text has something around the JWT.
  case surplus(TextSurplus)
  case payloadTooLarge
  /// The members of `db_id`, `matching` and `matching_identifier` that the claim lacks.
  case claimLacks([String])

  package var code: SDKCode {
    switch self {
    case .missing: .jwtMissing
    case .invalid, .surplus: .jwtInvalid
    case .payloadTooLarge, .claimLacks: .matchingInvalid
    }
  }

  package var message: String {
    switch self {
    case .missing, .invalid: code.meaning
    case .surplus(let surplus): "the JWT \(surplus.complaint)"
    case .payloadTooLarge: "JWT payload is larger than 16 KiB"
    case .claimLacks(let names):
      "matching claim does not contain: \(names.joined(separator: ", "))"
    }
  }
}

/// The claim with the profile that the JWT stands for.
private struct MatchingClaim {
  let mode: String
  let userTag: UserTag

  init(_ members: JSONObject) throws(JWTFailure) {
    let databaseID = members["db_id"].flatMap(Self.wholeNumber)
    let mode = members["matching"]?.stringValue.map(trimmed) ?? ""
    let identifiers = Self.identifierNames.compactMap { name in
      members[name].flatMap { MatchingIdentifier(name, $0) }
    }
    guard let databaseID, !mode.isEmpty, !identifiers.isEmpty else {
      var lacking: [String] = []
      if databaseID == nil { lacking.append("db_id") }
      if mode.isEmpty { lacking.append("matching") }
      if identifiers.isEmpty { lacking.append("matching_identifier") }
      throw .claimLacks(lacking)
    }
    self.mode = mode
    userTag = .ofMatching(
      databaseID: String(databaseID), matching: mode, identifiers: identifiers)
  }

  private static let identifierNames = [
    "email", "phone", "profile_id", "field_name", "field_value", "provider", "subscription_id",
  ]

  private static func wholeNumber(_ value: JSON) -> Int64? {
    switch value {
    case .number(let number):
      number.int64 ?? number.double.flatMap { Int64(exactly: $0.rounded(.towardZero)) }
    case .string(let text): Int64(trimmed(text))
    default: nil
    }
  }

}

/// An identifier of a `matching` claim.
struct MatchingIdentifier {
  /// The type of a value, as the text that a user tag contains.
  enum ValueType: String { case text, number, bool }

  let name: String
  /// The value: numbers by their value, booleans as 1 and 0.
  let value: String
  let type: ValueType

  /// Returns nil for a blank text and for a value that is not a scalar.
  fileprivate init?(_ name: String, _ value: JSON) {
    self.name = name
    switch value {
    case .string(let text):
      guard !trimmed(text).isEmpty else { return nil }
      self.value = text
      type = .text
    case .number:
      // A phone number or an id is the same one with and without quotation marks.
      self.value = value.canonical.text
      type = Self.namesOfDigits.contains(name) ? .text : .number
    case .bool(let flag):
      self.value = flag ? "1" : "0"
      type = .bool
    case .null, .array, .object: return nil
    }
  }

  private static let namesOfDigits: Set = ["phone", "profile_id", "field_value", "subscription_id"]
}

private func trimmed(_ text: String) -> String {
  let start = text.drop(while: \.isWhitespace)
  return String(start.reversed().drop(while: \.isWhitespace).reversed())
}
