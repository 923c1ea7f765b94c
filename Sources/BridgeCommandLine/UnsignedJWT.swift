import AltcraftEngine
import JSONCodec
import System

/// A JWT without a signature, for tests: the platform does not accept it, the simulated one does.
package struct UnsignedJWT: Sendable, Equatable {
  package let text: String
  /// A sentence about claims that a platform may not accept; nil if there are none.
  package let warning: String?

  /// The matchings, with the identifiers that each of them needs.
  private static let identifiers: [(matching: String, names: [String])] = [
    ("email", ["email"]), ("phone", ["phone"]), ("profile_id", ["profile_id"]),
    ("custom", ["field_name", "field_value"]), ("push_sub", ["provider", "subscription_id"]),
  ]
  private static let registered = ["exp", "iat", "nbf", "iss", "sub", "aud", "jti"]
  private static let numbers: Set = ["db_id", "exp", "iat", "nbf"]

  static let matchings = identifiers.map(\.matching)
  static let keys = ["db_id", "matching"] + identifiers.flatMap(\.names) + registered

  /// Makes the JWT of `KEY=VALUE…`: the members of the claim `matching`, and registered claims such as `exp`.
  init(_ words: [String]) throws(UsageError) {
    var claims = JSONObject([])
    var matching = JSONObject([])
    for word in words {
      let (name, value) = try Self.claim(word)
      guard claims[name] == nil, matching[name] == nil else {
        throw .usage("\(name): given twice", helpOn: .jwt)
      }
      if Self.registered.contains(name) {
        claims[name] = value
      } else {
        matching[name] = value
      }
    }
    let given = Self.identifiers.filter { $0.names.contains { matching[$0] != nil } }
    for (_, names) in given {
      guard let missing = names.first(where: { matching[$0] == nil }),
        let present = names.first(where: { matching[$0] != nil })
      else { continue }
      throw .usage("\(present): needs \(missing)=VALUE too", helpOn: .jwt)
    }
    guard matching["db_id"] != nil, let usual = given.first?.matching else {
      throw .usage(
        "jwt: needs db_id=N and an identifier, as in 'altcraft-bridge jwt db_id=1 email=ann@example.com'",
        helpOn: .jwt)
    }
    let kind = matching["matching"]?.stringValue ?? usual
    let needed = Self.identifiers.first { $0.matching == kind }?.names ?? []
    warning =
      needed.allSatisfy { matching[$0] != nil }
      ? nil
      : "a platform may reject it: the matching \(kind) needs \(needed.joined(separator: " and "))"
    matching["matching"] = .string(kind)
    claims["matching"] = .object(matching)
    text =
      [["alg": "none", "typ": "JWT"], JSON.object(claims)].map { Base64URL.encode($0.bytes) }
      .joined(separator: ".") + "."
  }

  private static func claim(_ word: String) throws(UsageError) -> (name: String, value: JSON) {
    guard let claim = Assignment(word) else {
      throw .usage("\(word.inMessage): must be KEY=VALUE, as in db_id=1", helpOn: .jwt)
    }
    guard keys.contains(claim.name) else {
      throw .usage(
        "\(claim.name.inMessage): unknown claim\(Suggestion.text(for: claim.name, among: keys))",
        helpOn: .jwt)
    }
    guard !claim.value.allSatisfy(\.isWhitespace) else {
      throw .usage("\(claim.name): must not be empty", helpOn: .jwt)
    }
    let text = claim.value
    guard numbers.contains(claim.name) else { return (claim.name, .string(text)) }
    guard let number = Int(decimal: text) else {
      throw .usage("\(word.inMessage): must be an integer", helpOn: .jwt)
    }
    return (claim.name, .int(number))
  }
}
