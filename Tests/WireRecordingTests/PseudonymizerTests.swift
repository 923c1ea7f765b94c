import AltcraftEngine
import Foundation
import JSONCodec
import Testing
import WireRecording

@Suite struct PseudonymizerTests {
  private func pseudonyms(now: Int64 = 1000) -> Pseudonymizer {
    Pseudonymizer(now: { now }, digest: { SHA256.digest($0) })
  }

  @Test("a stand-in has the shape of the secret, is a different text, and is always the same")
  func shape() {
    var pseudonyms = pseudonyms()
    let secret = "fcm-Token_0123456789:ABC.def/é"

    let one = pseudonyms.redact(secret)
    let other = self.pseudonyms()

    #expect(one == pseudonyms.redact(secret) && one != secret)
    #expect(one.count == secret.count)
    for (a, b) in zip(secret, one) {
      #expect(a.isNumber == b.isNumber && a.isUppercase == b.isUppercase)
      #expect(a.isLetter == b.isLetter && (a.isLetter || a.isNumber || a == b))
    }
    // Another recording has other stand-ins.
    var another = other
    #expect(another.redact(secret) != one)
  }

  @Test("letters of other alphabets are replaced too, by as many bytes")
  func otherAlphabets() {
    var pseudonyms = pseudonyms()
    let secret = "пароль-密碼-\u{1F511}-ß-1"

    let one = pseudonyms.redact(secret)

    #expect(one.utf8.count == secret.utf8.count && one.unicodeScalars.count == 15)
    let kept = zip(secret.unicodeScalars, one.unicodeScalars).filter { $0 == $1 && !$0.isASCII }
    #expect(kept.count < 4)
  }

  @Test("hex digits are replaced by hex digits")
  func hex() {
    var pseudonyms = pseudonyms()
    let one = pseudonyms.redact("00FFA0deadbeef0123456789abcdef")

    #expect(one.utf8.count == 30 && one.allSatisfy(\.isHexDigit))
  }

  @Test("values keep their kind")
  func values() throws {
    var pseudonyms = pseudonyms()
    let value = try JSONParser.parse(Array(#"{"pin":4711,"words":["abcdefgh",true,null]}"#.utf8))
      .value

    let redacted = pseudonyms.redact(value)

    #expect(redacted["pin"]?.intValue.map { (1000...9999).contains($0) } == true)
    #expect(redacted["words"]?[1] == true && redacted["words"]?[2] == .null)
    #expect(redacted["words"]?[0] != "abcdefgh")
  }

  /// The claims, and whether the stand-in must be expired.
  static let jwts: [(String, Bool)] = [
    (
      #"{"matching":"{\"db_id\":1,\"matching\":\"email\",\"email\":\"ann@example.com\"}","name":"Ann"}"#,
      false
    ),
    (
      #"{"matching":{"db_id":"1","matching":"profile_id","profile_id":"p-123456"},"exp":2000}"#,
      false
    ),
    (#"{"matching":{"db_id":1,"matching":"email","email":"ann@example.com"},"exp":900}"#, true),
    // The conversion of the time to an integer ended the process.
    (#"{"matching":{"db_id":1,"matching":"email","email":"a@example.com"},"exp":1e300}"#, false),
    (#"{"matching":{"db_id":1,"matching":"email","email":"a@example.com"},"exp":-1e300}"#, true),
  ]

  @Test("the stand-in of a JWT is a JWT with equivalent claims of another person", arguments: jwts)
  func jwt(claims: String, isOver: Bool) throws {
    var pseudonyms = pseudonyms()
    let jwt = "eyJhbGciOiJIUzI1NiJ9.\(Self.encoded(claims)).signature-of-the-server"

    let standIn = pseudonyms.redact(jwt)

    let (one, other) = (try JWTIdentity.parse(jwt), try JWTIdentity.parse(standIn))
    #expect(one.matchingMode == other.matchingMode && one.userTag != other.userTag)
    #expect((other.expiresAt.map { $0 <= 1000 } ?? false) == isOver)
    #expect(!standIn.contains("signature") && !standIn.contains(Self.encoded(claims)))
    // The same person in another JWT.
    let second = "eyJhbGciOiJIUzI1NiJ9.\(Self.encoded(claims)).signature-of-another-day"
    let secondStandIn = pseudonyms.redact(second)
    #expect(secondStandIn != standIn)
    #expect(try JWTIdentity.parse(secondStandIn).userTag == other.userTag)
  }

  private static func encoded(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
