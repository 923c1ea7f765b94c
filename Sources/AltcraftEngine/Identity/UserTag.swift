/// Whose work it is: what partitions the outbox. Local only, never sent to the platform, and no
/// secret: it is written to the log.
package struct UserTag: Sendable, Hashable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// The owner of all work under a resource token, whichever token that is: what survives a change
  /// of the token goes out with the new one. Cannot be the tag of a JWT, which is 64 hexadecimal
  /// digits.
  package static let resourceToken = UserTag("rToken")

  /// The layout of the iOS SDK, with two spaces before the members. Unlike there, what separates values is
  /// escaped within them, so that two lists of identifiers never make one text. A claim without such
  /// characters has the tag that earlier versions stored.
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
  /// With a backslash before each of those scalars.
  fileprivate func escaped(_ special: Set<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if special.contains(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }
}
