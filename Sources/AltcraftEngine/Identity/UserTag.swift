import JSONCodec

/// The owner of a job, by which the outbox is partitioned. It is local only, never sent to the platform, and
/// not a secret: the log contains it.
package struct UserTag: Sendable, Hashable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// The owner of all jobs under a resource token, whichever token that is: a job that survives a change of
  /// the token is sent with the new one. It cannot equal the tag of a JWT, which is 64 hexadecimal digits.
  package static let resourceToken = UserTag("rToken")

  /// The start of the tag, which distinguishes users in reports; nil for a job under a resource token.
  var prefix: String? { self == .resourceToken ? nil : String(text.prefix(8)) }

  /// Returns the tag of a `matching` claim. The layout is that of the iOS SDK, with two spaces before the
  /// members. Unlike there, separators within values are escaped, and unusual members and types are named, so
  /// that two different lists of identifiers never make the same text. Any other claim has the tag that
  /// earlier versions stored.
  static func ofMatching(
    databaseID: String, matching: String, identifiers: [MatchingIdentifier]
  ) -> UserTag {
    let values = identifiers.map { $0.value.escaped(["\\", "\"", "/"]) }.joined(separator: "/")
    let isUsual =
      identifiers.map(\.name) == usualNames(matching, values: identifiers.map(\.value))
      && identifiers.allSatisfy { $0.type == .text }
    let names = identifiers.map { "\($0.name):\($0.type.rawValue)" }.joined(separator: "/")
    let text = """
      {
        "db_id": "\(databaseID)",
        "matching": "\(matching.escaped(["\\", "\""]))",
        "matching_identifier": "\(values)"\(isUsual ? "" : ",\n  \"members\": \"\(names)\"")
      }
      """
    return UserTag(SHA256.hex(text.utf8))
  }

  /// Returns the members that usually have these values under that mode; none if there is no usual list. It
  /// uses only what the text of a tag contains anyway. So claims with equal texts have equal members.
  private static func usualNames(_ mode: String, values: [String]) -> [String] {
    let hasAddress = values.first?.contains("@") ?? false
    return switch (values.count, mode) {
    case (1, "phone"), (1, "profile_id"): [mode]
    case (1, _): ["email"]
    case (2, "email_profile"): ["email", "profile_id"]
    case (2, _) where hasAddress: ["email", "phone"]
    case (2, "push_sub"): ["provider", "subscription_id"]
    case (2, _): ["field_name", "field_value"]
    case (3, _): [hasAddress ? "email" : "phone", "field_name", "field_value"]
    default: []
    }
  }
}

extension String {
  /// Returns the text with a backslash before each of those scalars.
  fileprivate func escaped(_ special: Set<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if special.contains(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }
}
