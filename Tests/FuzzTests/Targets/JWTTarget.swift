import AltcraftEngine
import JSONCodec

/// The reader of a JWT. The first byte of an input selects whether the rest is the text of a JWT or its payload.
enum JWTTarget {
  static func fault(in input: UnsafeRawBufferPointer) -> String? {
    guard let settings = input.first else { return nil }
    let bytes = Array(input.rest(from: 1))
    let jwt =
      settings & 1 == 0
      ? String(decoding: bytes, as: UTF8.self) : "e30.\(Base64URL.encode(bytes)).sig"
    guard let identity = try? JWTIdentity.parse(jwt) else { return nil }
    guard jwt.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return "it is not safe in a header"
    }
    guard let again = try? JWTIdentity.parse(jwt), again == identity else {
      return "it is another one when it is read again"
    }
    guard identity.userTag.text.utf8.count == 64, !identity.matchingMode.isEmpty else {
      return "it has no user"
    }
    return nil
  }

  static var seeds: [[UInt8]] {
    let payloads = [
      #"{"matching":{"db_id":1,"matching":"email","email":"a@example.com"},"exp":9999999999}"#,
      #"{"matching":"{\"db_id\":\"1\",\"matching\":\"push_sub\",\"provider\":\"a\",\"subscription_id\":7}"}"#,
      #"{"matching":{"db_id":1.0,"matching":" custom ","field_name":"x","field_value":true},"exp":-1e30}"#,
      #"{"matching":{"db_id":1e3,"matching":"profile_id","profile_id":12345678901234567890}}"#,
    ]
    return payloads.flatMap { payload in
      [
        [1] + Array(payload.utf8),
        [0] + Array("e30.\(Base64URL.encode(Array(payload.utf8))).c2ln".utf8),
      ]
    }
  }
}
