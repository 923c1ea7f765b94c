import AltcraftEngine
import Foundation
import JSONCodec
import Testing

@Suite("A JWT identifies the owner of a job")
struct JWTTests {
  @Test(
    "the tokens of the contract have the tags of the contract",
    arguments: [
      (
        "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJtYXRjaGluZyI6IntcImRiX2lkXCI6MSxcIm1hdGNoaW5nXCI6XCJlb"
          + "WFpbFwiLFwiZW1haWxcIjpcImFAYi5jXCJ9In0.sig",
        "email", "4a041b5c03738864320c010c1906f19fdec8ede023bd5e1c6b3146fa68b2d8e7"
      ),
      (
        "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJtYXRjaGluZyI6IntcImRiX2lkXCI6MixcIm1hdGNoaW5nXCI6XCJwc"
          + "m9maWxlX2lkXCIsXCJwcm9maWxlX2lkXCI6XCJwMTIzXCJ9In0.sig",
        "profile_id", "24ee34cb088a8ede79590915174dbdc4eeb97b0f48ff080bc280fc44db4a52e7"
      ),
    ])
  func contract(jwt: String, mode: String, tag: String) throws {
    let identity = try JWTIdentity.parse(jwt)

    #expect(identity.matchingMode == mode)
    #expect(identity.userTag == UserTag(tag))
    #expect(identity.expiresAt == nil)
  }

  @Test(
    "a matching claim has the same tag as an object and as a string",
    arguments: [
      (#"{"db_id":1,"matching":"email","email":"a@b.c"}"#, Self.emailTag),
      (
        #"{"db_id":"1","matching":" email ","email":"a@b.c","phone":" ","provider":null}"#,
        Self.emailTag
      ),
      (#"{"db_id":1.9,"matching":"email","email":"a@b.c","phone":[]}"#, Self.emailTag),
      (
        #"{"db_id":42,"matching":"push_sub","phone":79001234567,"email":"user@example.com"}"#,
        "f1889f8838a2b3b8f573dac158b07f401a5667846c49151951578f11780e559f"
      ),
      (
        #"{"db_id":7,"matching":"custom","field_name":"ext_id","field_value":900.0}"#,
        "da6132f807b9e891c160336396cbb63b03b175ae0d12e56f1ca562c213893fe9"
      ),
    ])
  func tags(claim: String, tag: String) throws {
    #expect(try JWTIdentity.parse(jwt(#"{"matching":\#(claim)}"#)).userTag.text == tag)
    let quoted = JSON.string(claim).text
    #expect(try JWTIdentity.parse(jwt(#"{"matching":\#(quoted)}"#)).userTag.text == tag)
  }

  @Test("different users have different tags, and none has the tag of a resource token")
  func distinct() throws {
    let claims = [
      #"{"db_id":1,"matching":"email","email":"a@b.c"}"#,
      #"{"db_id":2,"matching":"email","email":"a@b.c"}"#,
      #"{"db_id":1,"matching":"custom","email":"a@b.c"}"#,
      #"{"db_id":1,"matching":"email","email":"a@b.d"}"#,
      #"{"db_id":1,"matching":"email","field_value":true}"#,
      #"{"db_id":1,"matching":"email","field_value":false}"#,
    ]

    let tags = try claims.map { try JWTIdentity.parse(jwt(#"{"matching":\#($0)}"#)).userTag }

    #expect(Set(tags + [.resourceToken]).count == claims.count + 1)
  }

  // The values were joined by "/" without escaping, and jobs of one user went out with the JWT of the other.
  @Test(
    "two matching claims with different values have different tags, wherever a separator occurs in them",
    arguments: [
      (#""field_name":"a/b","field_value":"c""#, #""field_name":"a","field_value":"b/c""#),
      (#""field_name":"a/","field_value":"c""#, #""field_name":"a","field_value":"/c""#),
      (#""email":"a/b""#, #""email":"a","phone":"b""#),
      (#""email":"a\\/b""#, #""email":"a\\","phone":"b""#),
      (#""email":"a~1b""#, #""email":"a/b""#), (#""email":"a\\b""#, #""email":"a/b""#),
      (#""email":"a\\/b""#, #""email":"a/b""#), (#""email":"\\\\""#, #""email":"\\""#),
      (#""email":"a\"\n}""#, #""email":"a""#),
    ])
  func separators(_ left: String, _ right: String) throws {
    let tags = try [left, right].map {
      try JWTIdentity.parse(jwt(#"{"matching":{"db_id":1,"matching":"custom",\#($0)}}"#)).userTag
    }

    #expect(tags[0] != tags[1])
  }

  // The tag depended on the values alone, and jobs of the one went out with the JWT of the other.
  @Test(
    "two matching claims with equal values under other members, or of other types, have other tags",
    arguments: [
      ("m", #""email":"a""#, #""phone":"a""#), ("email", #""email":"7""#, #""profile_id":"7""#),
      ("phone", #""email":"7""#, #""phone":"7""#),
      ("m", #""email":"a","phone":"b""#, #""phone":"a","profile_id":"b""#),
      ("email_profile", #""email":"x","profile_id":"a""#, #""phone":"x","profile_id":"a""#),
      ("email_profile", #""email":"x@y","profile_id":"7""#, #""email":"x@y","phone":"7""#),
      ("m", #""field_name":"f","field_value":"a""#, #""provider":"f","subscription_id":"a""#),
      (
        "push_sub", #""field_name":"f","field_value":"a""#, #""provider":"f","subscription_id":"a""#
      ),
      ("m", #""email":"1""#, #""email":true"#), ("m", #""email":"1""#, #""email":1"#),
      ("m", #""email":1"#, #""email":true"#), ("phone", #""phone":"1""#, #""phone":true"#),
      (
        "m", #""email":"a","phone":"b","profile_id":"c""#,
        #""email":"a","phone":"b","provider":"c""#
      ),
    ])
  func members(mode: String, _ left: String, _ right: String) throws {
    let tags = try [left, right].map {
      try JWTIdentity.parse(jwt(#"{"matching":{"db_id":1,"matching":"\#(mode)",\#($0)}}"#)).userTag
    }

    #expect(tags[0] != tags[1])
  }

  @Test(
    "a claim with the usual members of its mode has the tag that earlier versions stored",
    arguments: [
      ("email", #""email":"a@b.c""#, "a@b.c"), ("push_sub", #""email":"a@b.c""#, "a@b.c"),
      ("phone", #""phone":"790""#, "790"), ("phone", #""phone":790"#, "790"),
      ("profile_id", #""profile_id":5"#, "5"), ("email", #""email":"a@b","phone":"7""#, "a@b/7"),
      ("email_profile", #""email":"a@b","profile_id":"p""#, "a@b/p"),
      ("custom", #""field_name":"f","field_value":"v""#, "f/v"),
      ("push_sub", #""provider":"ios-apns","subscription_id":"t""#, "ios-apns/t"),
      ("x", #""email":"a@b","field_name":"f","field_value":1"#, "a@b/f/1"),
      ("x", #""phone":7,"field_name":"f","field_value":1"#, "7/f/1"),
    ])
  func usual(mode: String, members: String, values: String) throws {
    let claim = #"{"matching":{"db_id":1,"matching":"\#(mode)",\#(members)}}"#
    let stored = """
      {
        "db_id": "1",
        "matching": "\(mode)",
        "matching_identifier": "\(values)"
      }
      """

    #expect(try JWTIdentity.parse(jwt(claim)).userTag == UserTag(SHA256.hex(stored.utf8)))
  }

  @Test("a quotation mark in the matching mode cannot forge an identifier")
  func forgedMode() throws {
    let forged = #"custom\",\n  \"matching_identifier\": \"a"#
    let tags = try [
      #""matching":"\#(forged)","email":"b""#, #""matching":"custom","email":"a""#,
      #""matching":"custom","email":"a\",\n  \"matching_identifier\": \"b""#,
    ].map { try JWTIdentity.parse(jwt(#"{"matching":{"db_id":1,\#($0)}}"#)).userTag }

    #expect(Set(tags).count == 3)
  }

  @Test(
    "the missing part of the claim is named",
    arguments: [
      ("{}", ["db_id", "matching", "matching_identifier"]),
      (#"{"matching":"email","email":"a"}"#, ["db_id"]),
      (#"{"db_id":"x","matching":"email","email":"a"}"#, ["db_id"]),
      (#"{"db_id":1e30,"matching":"email","email":"a"}"#, ["db_id"]),
      (#"{"db_id":1,"matching":" ","email":"a"}"#, ["matching"]),
      (#"{"db_id":1,"matching":7,"email":"a"}"#, ["matching"]),
      (#"{"db_id":1,"matching":"email","email":"  "}"#, ["matching_identifier"]),
    ])
  func lacking(claim: String, names: [String]) throws {
    let failure = try #require(throws: JWTFailure.self) {
      try JWTIdentity.parse(jwt(#"{"matching":\#(claim)}"#))
    }

    #expect(failure == .claimLacks(names))
    #expect(failure.code == .matchingInvalid)
    #expect(
      failure.message
        == "matching claim does not contain: \(names.joined(separator: ", "))")
  }

  @Test(
    "a text that is not a JWT, or is unsafe in a header, is rejected",
    arguments: [
      ("", .missing), (" ", .surplus(.space)), ("a", .invalid), ("a.b", .invalid),
      ("a.b.c.d", .invalid),
      ("..", .invalid), (jwt("[]"), .invalid), (jwt("not json"), .invalid), (jwt("{}"), .invalid),
      (jwt(#"{"matching":null}"#), .invalid), (jwt(#"{"matching":"x"}"#), .invalid),
      (jwt(#"{"matching":"[]"}"#), .invalid), (jwt(#"{"matching":{},"matching":{}}"#), .invalid),
      (jwt(matching) + "\r\nX-Evil: 1", .invalid), (jwt(matching) + " ", .surplus(.space)),
      (jwt(matching) + "\u{E9}", .invalid),
      ("." + jwt(matching).drop { $0 != "." }.dropFirst(), .invalid),
      (jwt(matching, signature: "s="), .invalid), ("a.e30=.c", .invalid), ("a.e.c", .invalid),
    ] as [(String, JWTFailure)])
  func refused(jwt: String, failure: JWTFailure) {
    #expect(throws: failure) { try JWTIdentity.parse(jwt) }
  }

  // A JWT that was read from a file with its line end had only the error of a text without the
  // shape of a JWT.
  @Test(
    "something around a JWT is named, with the remedy",
    arguments: [
      (jwt(matching) + "\n", "the JWT ends with a line end"),
      (jwt(matching) + "\r\n", "the JWT ends with a line end"),
      ("\u{FEFF}" + jwt(matching), "the JWT begins with a byte order mark"),
      ("Bearer " + jwt(matching), "the JWT begins with 'Bearer '"),
      ("bearer " + jwt(matching), "the JWT begins with 'Bearer '"),
      ("\n" + jwt(matching), "the JWT begins or ends with a space"),
      (jwt(matching) + "\t", "the JWT begins or ends with a space"),
      ("\"" + jwt(matching) + "\"", "the JWT is in quotation marks"),
    ])
  func surplus(text: String, message: String) {
    let failure = #expect(throws: JWTFailure.self) { try JWTIdentity.parse(text) }

    #expect(failure?.code == .jwtInvalid)
    #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "")")
  }

  @Test("a payload over 16 KiB is 542; a JWT over 16 KiB with a smaller payload is 541")
  func size() throws {
    func payload(_ bytes: Int) -> String {
      let start = matching.dropLast() + #","x":""#
      return start + String(repeating: "x", count: bytes - start.utf8.count - 2) + #""}"#
    }
    let fitting = 16 * 1024 * 3 / 4 - 60

    #expect(try JWTIdentity.parse(jwt(payload(fitting))).matchingMode == "email")
    #expect(throws: JWTFailure.invalid) { try JWTIdentity.parse(jwt(payload(16 * 1024))) }
    let failure = #expect(throws: JWTFailure.payloadTooLarge) {
      try JWTIdentity.parse(jwt(payload(16 * 1024 + 1)))
    }
    #expect(failure?.code == .matchingInvalid)
  }

  @Test(
    "the expiry time is read",
    arguments: [
      ("1700000000", 1_700_000_000), ("1700000000.9", 1_700_000_000), (#""1700000000""#, nil),
      ("null", nil), ("1e400", nil), ("1e30", nil), ("-1", -1),
      ("0", 0), ("-0.5", 0), ("1e308", nil), ("true", nil),
    ] as [(String, Int64?)])
  func expiry(exp: String, expected: Int64?) throws {
    let identity = try JWTIdentity.parse(jwt(matching.dropLast() + #","exp":\#(exp)}"#))

    #expect(identity.expiresAt == expected)
  }

  @Test("an expiry time before all integers is long ago", arguments: ["-1e30", "-1e308", "-1e400"])
  func longExpired(exp: String) throws {
    let identity = try JWTIdentity.parse(jwt(matching.dropLast() + #","exp":\#(exp)}"#))

    #expect(identity.expiresAt == .min)
  }

  static let emailTag = "4a041b5c03738864320c010c1906f19fdec8ede023bd5e1c6b3146fa68b2d8e7"
}

private let matching = #"{"matching":{"db_id":1,"matching":"email","email":"a@b.c"}}"#

private func jwt(_ payload: String, signature: String = "sig") -> String {
  let encoded = Data(payload.utf8).base64EncodedString()
    .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    .replacingOccurrences(of: "=", with: "")
  return "eyJhbGciOiJub25lIn0.\(encoded).\(signature)"
}
