import AltcraftEngine
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftMethods
@testable import BridgeCommandLine

@Suite("The commands jwt and push") struct UnsignedJWTTests {
  static let identifiers = [
    (["db_id=1", "email=a@b.c"], "email"), (["db_id=2", "profile_id=p123"], "profile_id"),
    (["db_id=3", "phone=79001234567"], "phone"),
    (["db_id=7", "field_name=ext_id", "field_value=900"], "custom"),
    (["db_id=4", "email=a@b.c", "matching=push_sub"], "push_sub"),
  ]

  @Test("a printed JWT is one that the bridge accepts", arguments: identifiers)
  func accepted(_ words: [String], _ matching: String) throws {
    let jwt = try JWTIdentity.parse(UnsignedJWT(words).text)

    #expect(jwt.matchingMode == matching && jwt.expiresAt == nil)
  }

  @Test("exp is a claim of its own, and the user is that of the other claims")
  func expiry() throws {
    let jwt = try JWTIdentity.parse(UnsignedJWT(["db_id=1", "email=a@b.c", "exp=1"]).text)

    #expect(jwt.expiresAt == 1)
    #expect(try JWTIdentity.parse(TestJWT.ann).userTag == jwt.userTag)
  }

  @Test("a push has one of the ten documented structures", arguments: PushSample.names)
  func push(_ name: String) throws {
    guard
      case .push(let sent) = try parse("push \(name) --as provider title=Sale"),
      case .push(let received) = try parse("push \(name) title=Sale")
    else {
      Issue.record("another command")
      return
    }

    #expect(PushSample.names.count == 10)
    #expect(ParsedPush(try #require(sent.message.objectValue)).structure?.rawValue == name)
    for message in [sent.message, received.message] {
      let push = ParsedPush(try #require(message.objectValue))
      #expect(push.title == "Sale" && push.isAltcraft)
    }
    #expect(!sent.isForBridge)
  }

  @Test("every value that a structure has can be set, in JSON texts too")
  func values() throws {
    let sample = try #require(PushSample("fcmV1Android"))
    var changed = sample
    for key in sample.keys {
      let isSet = changed.set(key, to: "42")
      #expect(isSet, "\(key)")
    }

    let data = changed.sent["message"]?["android"]?["data"]
    #expect(data?["hub_link"] == #"{"open": "42", "ack": "42"}"#)
    #expect(changed.received["uid"] == "42")
    #expect(
      changed.sent["message"]?["android"]?["notification"]?["notification_count"] == 42)
    let hasSubtitle = changed.set("subtitle", to: "x")
    #expect(!hasSubtitle)
  }
}
