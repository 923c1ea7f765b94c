import AltcraftEngine
import HTTP
import JSONCodec
import Testing

@Suite("Requests to the platform")
struct SubscriptionRequestTests {
  @Test(
    "the three subscribe methods make one request with three statuses",
    arguments: [
      (.subscribed, "subscribed"), (.suspended, "suspended"), (.unsubscribed, "unsubscribed"),
    ] as [(SubscriptionRequest.Status, String)])
  func subscribe(status: SubscriptionRequest.Status, text: String) throws {
    let job = SubscriptionRequest(
      status: status, sync: true, created: Timestamp(milliseconds: 1_700_000_000_999),
      fields: ["_os": "IOS", "x": nil],
      cats: [PushCategory(name: "news", active: true), PushCategory()],
      profileFields: ["_fname": ["action": "unset", "value": nil]], replace: true,
      skipTriggers: false)

    let request = http(job.request(for: token, as: resourceToken), as: resourceToken)

    #expect(request.method == "POST")
    #expect(
      request.url
        == "https://h/api/subscription/push/subscribe/"
        + "?provider=ios-firebase&matching_mode=push_sub&sync=true")
    #expect(
      request.headers == [
        HTTPHeader("Authorization", "Bearer rtoken@r-1"), HTTPHeader("Request-ID", "id-1"),
        HTTPHeader("Content-Type", "application/json"),
      ])
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"time":1700000000,"subscription_id":"a+b/c","subscription":{"#
        + #""subscription_id":"a+b/c","provider":"ios-firebase","status":"\#(text)","#
        + #""fields":{"_os":"IOS","x":null},"cats":[{"name":"news","active":true},{}]},"#
        + #""replace":true,"skip_triggers":false,"#
        + #""profile_fields":{"_fname":{"action":"unset","value":null}}}"#)
    #expect(request.deadline == .seconds(60) && request.responseLimit == 1_048_576)
  }

  @Test("omitted profile fields are not sent, omitted categories are")
  func minimal() throws {
    let job = SubscriptionRequest(
      status: .subscribed, sync: false, created: Timestamp(seconds: 1), fields: [:], cats: [],
      profileFields: nil, replace: false, skipTriggers: true)

    let request = http(job.request(for: token, as: jwt), as: jwt)

    #expect(request.url.hasSuffix("?provider=ios-firebase&matching_mode=email&sync=false"))
    #expect(request.headers[0] == HTTPHeader("Authorization", "Bearer a.b.c"))
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"time":1,"subscription_id":"a+b/c","subscription":{"subscription_id":"a+b/c","#
        + #""provider":"ios-firebase","status":"subscribed","fields":{},"cats":[]},"#
        + #""replace":false,"skip_triggers":true}"#)
  }

  @Test(
    "a token update contains the old token if there is one",
    arguments: [
      (
        PushToken(provider: .iosAPNS, token: "o=&1"), true,
        "?provider=ios-firebase&sync=true&subscription_id=o%3D%261",
        #"{"old_token":"o=&1","old_provider":"ios-apns","#
      ),
      (nil, false, "?provider=ios-firebase&sync=false", #"{"old_token":null,"old_provider":null,"#),
    ] as [(PushToken?, Bool, String, String)])
  func tokenUpdate(old: PushToken?, sync: Bool, query: String, bodyStart: String) {
    let update = TokenUpdateRequest(from: old, to: token)

    let request = http(update.request(sync: sync), as: jwt)

    #expect(request.method == "POST")
    #expect(request.url == "https://h/api/subscription/push/update/" + query)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == bodyStart + #""new_token":"a+b/c","new_provider":"ios-firebase"}"#)
  }

  @Test(
    "in a query every character but the unreserved ones is escaped, and absent values are left out")
  func query() {
    let request = PlatformRequest(
      path: "/x",
      query: [
        ("a", "+/:;&=%# é\u{0}"), ("b", nil), ("c", "AZaz09-._~"), ("d", ""), ("e f", "1"),
      ], content: .none)

    let sent = http(request, as: jwt)

    #expect(
      sent.url
        == "https://h/api/x?a=%2B%2F%3A%3B%26%3D%25%23%20%C3%A9%00&c=AZaz09-._~&d=&e%20f=1")
    #expect(sent.method == "GET" && sent.body.isEmpty)
    #expect(sent[header: "content-type"] == "application/json")
  }

  @Test("other content keeps its type, and a request without parameters has no question mark")
  func otherContent() {
    let request = PlatformRequest(
      path: "/event/post", query: [], content: .other(type: "multipart/x", bytes: [1, 2]))

    let sent = http(request, as: jwt)

    #expect(sent.method == "POST" && sent.body == [1, 2])
    #expect(sent.url == "https://h/api/event/post")
    #expect(sent[header: "Content-Type"] == "multipart/x")
  }

  @Test("the older matching mode of a resource token is the token itself")
  func olderMatchingMode() {
    let authorization = PlatformAuthorization.resourceToken(Secret("r-1"), .resourceToken)

    #expect(authorization.matchingMode == "r-1")
    #expect(authorization.bearer == resourceToken.bearer)
  }

  private let token = PushToken(provider: .iosFirebase, token: "a+b/c")
  private let resourceToken = PlatformAuthorization.resourceToken(Secret("r-1"), .pushSubscription)
  private let jwt = PlatformAuthorization(bearer: Secret("a.b.c"), matchingMode: "email")

  private func http(_ request: PlatformRequest, as authorization: PlatformAuthorization)
    -> HTTPRequest
  {
    guard let url = try? APIURL.parse("https://h/api/", allowsInsecureHTTP: false) else {
      preconditionFailure("not an URL")
    }
    return request.http(
      to: url, as: authorization, requestID: "id-1", trace: nil, limits: .standard)
  }
}

extension HTTPRequest {
  fileprivate subscript(header name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
