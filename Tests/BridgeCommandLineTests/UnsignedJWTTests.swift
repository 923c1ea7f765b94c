import AltcraftEngine
import JSONCodec
import PushMessages
import TestSupport
import Testing

@testable import AltcraftMethods
@testable import BridgeCommandLine

@Suite("The commands jwt and push") struct UnsignedJWTTests {
  static let identifiers = [
    (["db_id=1", "email=a@b.c"], "email"), (["db_id=2", "profile_id=p123"], "profile_id"),
    (["db_id=3", "phone=79001234567"], "phone"),
    (["db_id=7", "field_name=ext_id", "field_value=900"], "custom"),
    (["db_id=7", "provider=ios-apns", "subscription_id=t"], "push_sub"),
    (["db_id=4", "email=a@b.c", "matching=push_sub"], "push_sub"),
  ]

  @Test("a printed JWT is one that the bridge accepts", arguments: identifiers)
  func accepted(_ words: [String], _ matching: String) throws {
    let jwt = try JWTIdentity.parse(UnsignedJWT(words).text)

    #expect(jwt.matchingMode == matching && jwt.expiresAt == nil)
  }

  @Test("a JWT whose matching lacks its identifiers is printed with a warning")
  func warning() throws {
    #expect(try UnsignedJWT(["db_id=1", "email=a@b.c"]).warning == nil)
    #expect(try UnsignedJWT(["db_id=1", "email=a@b.c", "matching=mine"]).warning == nil)
    #expect(
      try UnsignedJWT(["db_id=4", "email=a@b.c", "matching=push_sub"]).warning
        == "a platform may reject it: the matching push_sub needs provider and subscription_id")
  }

  static let refusals: [(String, String)] = [
    ("db_id=1 email=", "email: must not be empty"), ("db_id= email=a", "db_id: must not be empty"),
    ("db_id=1 field_name=a", "field_name: needs field_value=VALUE too"),
    ("db_id=1 email=a field_value=7", "field_value: needs field_name=VALUE too"),
    ("db_id=1 subscription_id=a", "subscription_id: needs provider=VALUE too"),
    ("db_id=1 emial=a", "emial: unknown claim, did you mean email?"),
    ("db_id=1 email=a email=b", "email: given twice"),
    ("db_id=x email=a", "db_id=x: must be an integer"),
    ("db_id=1", "jwt: needs db_id=N and an identifier"),
    ("email=a", "jwt: needs db_id=N and an identifier"),
  ]

  @Test("claims that no bridge accepts are refused", arguments: refusals)
  func refused(_ words: String, _ message: String) {
    #expect(refusal("jwt " + words)?.message.hasPrefix(message) == true)
    #expect(refusal("jwt " + words)?.status == .usage)
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
    for key in sample.keys { changed.values[key] = "42" }

    let data = changed.sent["message"]?["android"]?["data"]
    #expect(data?["hub_link"] == #"{"open": "42", "ack": "42"}"#)
    #expect(changed.received["uid"] == "42")
    #expect(
      changed.sent["message"]?["android"]?["notification"]?["notification_count"] == 42)
    #expect(!sample.keys.contains("subtitle"))
  }

  @Test("a value may look like a placeholder or equal one")
  func likePlaceholders() throws {
    guard
      case .push(let push) = try parse(
        "push fcmV1IOS title=Body body=X subtitle=SubTitle openUrl=URLDelivEvent deliveryUrl=Y")
    else {
      Issue.record("another command")
      return
    }
    let payload = push.message

    #expect(payload["aps"]?["alert"] == ["title": "Body", "subtitle": "SubTitle", "body": "X"])
    #expect(payload["hub_link"] == #"{"open": "URLDelivEvent", "ack": "Y"}"#)
  }

  @Test(
    "a value of the wrong type, one given twice and an unknown one are refused",
    arguments: [
      ("badge=x", "badge=x: must be an integer"), ("title=a title=b", "title: given twice"),
      ("titel=a", "titel: fcmV1IOS has no such member, did you mean title?"),
      ("title", "title: must be KEY=VALUE, as in title=Hello"),
    ])
  func refusedValue(_ words: String, _ message: String) {
    #expect(
      refusal("push fcmV1IOS " + words)
        == .usage(message, helpOn: .push))
  }

  @Test("the help shows how to hand over a push that a bridge takes without an error")
  func helpExample() throws {
    let lines = CommandName.push.page.examples.map(\.line).filter { $0.hasSuffix(" --to") }
    for line in lines {
      guard case .push(let push) = try parse(String(line.dropFirst("altcraft-bridge ".count)))
      else { continue }
      #expect(push.isForBridge && push.message["uid"] != nil, "\(line)")
    }
    #expect(lines.count == 1)
  }
}
