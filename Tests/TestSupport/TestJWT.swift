import JSONCodec

/// JWTs for tests. The signature is never checked.
package enum TestJWT {
  /// db_id 1, matching email, a@b.c.
  package static let ann = make(#"{"db_id":1,"matching":"email","email":"a@b.c"}"#)
  /// The user of `ann` with another signature.
  package static let annAgain = make(
    #"{"db_id":1,"matching":"email","email":"a@b.c"}"#, signature: "gis")
  /// db_id 2, matching profile_id, p123.
  package static let bob = make(#"{"db_id":2,"matching":"profile_id","profile_id":"p123"}"#)
  /// db_id 1, matching email, without an address.
  package static let unidentified = make(#"{"db_id":1,"matching":"email"}"#)

  /// Returns a JWT with that text as the claim `matching`.
  package static func make(
    _ matching: String, expiresAt: Int64? = nil, signature: String = "sig"
  ) -> String {
    var claims: JSONObject = ["matching": .string(matching)]
    claims["exp"] = expiresAt.map { .int($0) }
    return with(.object(claims), signature: signature)
  }

  package static func with(_ claims: JSON, signature: String = "sig") -> String {
    "eyJhbGciOiJub25lIn0.\(Base64URL.encode(claims.bytes)).\(signature)"
  }
}
