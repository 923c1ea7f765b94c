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

  /// Returns the tag of a `matching` claim. The layout is that of the iOS SDK, with two spaces before the
  /// members. Unlike there, separators within values are escaped, so that two different lists of identifiers
  /// never make the same text. A claim without such characters has the tag that earlier versions stored.
  static func ofMatching(databaseID: String, matching: String, identifiers: [String]) -> UserTag {
    let text = """
      {
        "db_id": "\(databaseID)",
        "matching": "\(matching.escaped(["\\", "\""]))",
        "matching_identifier": "\(identifiers.map { $0.escaped(["\\", "\"", "/"]) }.joined(separator: "/"))"
      }
      """
    return UserTag(SHA256.hex(text.utf8))
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
