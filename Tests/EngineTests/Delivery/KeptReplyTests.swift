import EngineTestSupport
import HTTP
import JSONCodec
import Testing

@testable import AltcraftEngine

/// The part of an answer that is stored.
@Suite struct KeptReplyTests {
  private static let categories =
    #""cats":[\#((0..<3000).map { #"{"name":"category \#($0)"}"# }.joined(separator: ","))]"#
  private static let fields =
    #""fields":{\#((0..<5000).map { #""field \#($0)":\#($0)"# }.joined(separator: ","))}"#

  @Test(
    "fields and categories share the bytes that an answer may take",
    arguments: [fields + "," + categories, categories])
  func bound(members: String) throws {
    let body = #"{"error":0,"profile":{"id":"p","subscription":{\#(members)}}}"#
    let reply = PlatformReply(HTTPResponse(status: 200, body: Array(body.utf8)))

    let kept = reply.kept

    let subscription = try #require(kept.response?.profile?.subscription)
    #expect(kept.json.bytes.count <= 48 << 10)
    #expect(kept.json.bytes.count > 40 << 10)
    #expect(subscription.cats.count > 100)
    #expect(subscription.cats.last?.name?.contains("more") == true)
    #expect((subscription.fields == nil) == (members == Self.categories))
  }

  @Test("each text of an answer is cut")
  func texts() throws {
    let long = String(repeating: "x", count: 5000)
    let text = JSON.string(long)
    let answer: JSON = [
      "error": 1, "error_text": text,
      "profile": [
        "id": text, "status": text,
        "subscription": [
          "subscription_id": text, "hash_id": text, "provider": text, "status": text,
          "cats": [["name": text, "title": text]],
        ],
      ],
    ]

    let kept = PlatformReply(HTTPResponse(status: 200, body: answer.bytes)).kept

    let response = try #require(kept.response)
    let device = try #require(response.profile?.subscription)
    let texts = [
      response.errorText, response.profile?.id, response.profile?.status, device.subscriptionID,
      device.hashID, device.provider, device.status, device.cats.first?.name,
      device.cats.first?.title,
    ]
    #expect(texts.allSatisfy { $0 == KeptText.cut(long) })
    #expect(KeptText.cut(long).utf8.count <= KeptText.bytes)
  }
}
