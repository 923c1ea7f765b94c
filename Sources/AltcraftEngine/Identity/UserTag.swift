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

  /// The layout is that of the iOS SDK: two spaces before the members, none escaped.
  static func ofMatching(databaseID: String, matching: String, identifiers: [String]) -> UserTag {
    let text = """
      {
        "db_id": "\(databaseID)",
        "matching": "\(matching)",
        "matching_identifier": "\(identifiers.joined(separator: "/"))"
      }
      """
    return UserTag(SHA256.hex(text.utf8))
  }
}
