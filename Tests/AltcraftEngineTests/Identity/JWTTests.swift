import AltcraftEngine
import Foundation
import JSONCodec
import Testing

@Suite("A JWT says whose work it is")
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
    "a matching claim has its tag, as an object and as a string",
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

  @Test("different users have different tags, none that of a resource token")
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

  // The values were joined by "/" as they came, and work of the one went out with the JWT of the other.
  @Test(
    "two matching claims with other values have other tags, wherever a separator stands in them",
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
    "what is missing in the claim is named",
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
    "what is no JWT, or unsafe in a header, is refused",
    arguments: [
      ("", .missing), (" ", .invalid), ("a", .invalid), ("a.b", .invalid), ("a.b.c.d", .invalid),
      ("..", .invalid), (jwt("[]"), .invalid), (jwt("not json"), .invalid), (jwt("{}"), .invalid),
      (jwt(#"{"matching":null}"#), .invalid), (jwt(#"{"matching":"x"}"#), .invalid),
      (jwt(#"{"matching":"[]"}"#), .invalid), (jwt(#"{"matching":{},"matching":{}}"#), .invalid),
      (jwt(matching) + "\r\nX-Evil: 1", .invalid), (jwt(matching) + " ", .invalid),
      (jwt(matching) + "\u{E9}", .invalid),
      ("." + jwt(matching).drop { $0 != "." }.dropFirst(), .invalid),
      (jwt(matching, signature: "s="), .invalid), ("a.e30=.c", .invalid), ("a.e.c", .invalid),
    ] as [(String, JWTFailure)])
  func refused(jwt: String, failure: JWTFailure) {
    #expect(throws: failure) { try JWTIdentity.parse(jwt) }
  }

  @Test("a payload over 16 KiB is 542, a JWT over 16 KiB with a smaller one is 541")
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
    "the time of expiry is read",
    arguments: [
      ("1700000000", 1_700_000_000), ("1700000000.9", 1_700_000_000), (#""1700000000""#, nil),
      ("null", nil), ("1e400", nil), ("1e30", nil), ("-1", -1),
    ] as [(String, Int64?)])
  func expiry(exp: String, expected: Int64?) throws {
    let identity = try JWTIdentity.parse(jwt(matching.dropLast() + #","exp":\#(exp)}"#))

    #expect(identity.expiresAt == expected)
    if let expected {
      #expect(!identity.hasExpired(at: Timestamp(seconds: expected - 1)))
      #expect(identity.hasExpired(at: Timestamp(seconds: expected)))
    } else {
      #expect(!identity.hasExpired(at: Timestamp(seconds: 4_000_000_000)))
    }
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
