import AltcraftEngine
import JSONCodec
import System

/// A JWT without a signature, for tests: the platform does not accept it, the simulated one does.
struct UnsignedJWT {
  let text: String

  /// The identifiers, each with the matching that it stands for.
  private static let matchings = [
    "email": "email", "phone": "phone", "profile_id": "profile_id", "field_name": "custom",
    "subscription_id": "push_sub",
  ]
  private static let registered = ["exp", "iat", "nbf", "iss", "sub", "aud", "jti"]

  /// Makes the JWT of `KEY=VALUE…`: the members of the claim `matching`, and registered claims such as `exp`.
  init(_ words: [String]) throws(UsageError) {
    var claims = JSONObject([])
    var matching = JSONObject([])
    for word in words {
      guard let claim = Assignment(word) else {
        throw .usage("\(word.inMessage): must be KEY=VALUE, as in db_id=1", helpOn: .jwt)
      }
      guard claims[claim.name] == nil, matching[claim.name] == nil else {
        throw .usage("\(claim.name.inMessage): given twice", helpOn: .jwt)
      }
      let isNumber = ["db_id", "exp", "iat", "nbf"].contains(claim.name)
      let value = claim.value
      let number = Int(decimal: value)
      guard let member: JSON = isNumber ? number.map({ .int($0) }) : .string(value) else {
        throw .usage("\(word.inMessage): must be an integer", helpOn: .jwt)
      }
      if Self.registered.contains(claim.name) {
        claims[claim.name] = member
      } else {
        matching[claim.name] = member
      }
    }
    let usual = matching.keys.compactMap { Self.matchings[$0] }.first
    guard matching["db_id"] != nil, let kind = matching["matching"]?.stringValue ?? usual else {
      throw .usage(
        "jwt: needs db_id=N and an identifier, as in 'altcraft-bridge jwt db_id=1 email=ann@example.com'",
        helpOn: .jwt)
    }
    matching["matching"] = .string(kind)
    claims["matching"] = .object(matching)
    text =
      [["alg": "none", "typ": "JWT"], JSON.object(claims)].map { Base64URL.encode($0.bytes) }
      .joined(separator: ".") + "."
  }
}
