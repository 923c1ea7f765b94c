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
}
